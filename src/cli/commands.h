// SPDX-License-Identifier: GPL-3.0-or-later
// The commands, one file each or a few that belong together.
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/cli.h"
#include "fronts/console.h"
#include "fronts/full/full.h"
#include "games/games.h"

extern const struct cli_command command_balance;
extern const struct cli_command command_check;
extern const struct cli_command command_delete;
extern const struct cli_command command_describe;
extern const struct cli_command command_efg;
extern const struct cli_command command_engine;
extern const struct cli_command command_export;
extern const struct cli_command command_games;
extern const struct cli_command command_host;
extern const struct cli_command command_import;
extern const struct cli_command command_join;
extern const struct cli_command command_learn;
extern const struct cli_command command_list;
extern const struct cli_command command_menu;
extern const struct cli_command command_play;
extern const struct cli_command command_puzzle;
extern const struct cli_command command_replay;
extern const struct cli_command command_resume;
extern const struct cli_command command_review;
extern const struct cli_command command_rules;
extern const struct cli_command command_serve;
extern const struct cli_command command_solve;
extern const struct cli_command command_stats;
extern const struct cli_command command_tournament;
extern const struct cli_command command_verify;
extern const struct cli_command command_work;

// The game named by an operand and its rules from --rules; if either is wrong,
// says so and returns false.
bool command_read_game(const struct cli_invocation *invocation, const char *name,
                       struct variant *variant);

struct drive_setup;

// Who begins: where there are roles, the game's own option settles them; elsewhere --first.
// False, with a sentence, if the other one is given.
bool command_set_first(struct drive_setup *setup, const struct cli_invocation *invocation,
                       struct text *why);

// The value of --seed, if there is one; if it is wrong, says so and returns false.
bool command_read_seed(const struct cli_invocation *invocation, uint64_t *seed);

// The value of --jobs, or one for each processor; if it is wrong, says so and returns false.
bool command_read_jobs(const struct cli_invocation *invocation, unsigned *jobs);

// Does this view of the record show what somebody still hides? Then it is for that person
// alone, who must be asked, and nothing of it may stay on the screen.
bool command_shows_secret(const struct record *record, unsigned as);

struct saved;

// That a record fits notes with so many commitments, and what of it could be compared.
void command_tell_notes(const struct saved *saved, size_t commitments);

// Asks for it at the terminal. False, with a sentence, if there is no person to ask, or
// not the right one.
bool command_ask_owner(struct console *console, const struct record *record, unsigned as,
                       struct text *why);

// The value of --as, or else the usual one; a name means the seat of who bears it. False, with a
// sentence, if nobody here does.
bool command_as(const struct cli_invocation *invocation, const struct record_header *header,
                unsigned usual, unsigned *as, struct text *why);

// The user's store, or NULL with --no-save. False if games cannot be saved and
// nobody wants to play them unsaved.
bool command_open_store(const struct cli_invocation *invocation, struct store **store);

// Of a drive_asker whose `whom` is a console: a word for a joint draw, in lines.
void command_ask_word(void *whom, const char *name, enum log_draw draw, char word[LOG_NAME]);

// Plays in the front that fits; gives the exit status.
int command_play_table(const struct cli_invocation *invocation, struct drive *drive,
                       struct store *store);

// The commands that can give their work to others; NULL: do it here.
struct queue;
extern const char balance_kind[]; // what workers call it
int command_run_balance(const struct cli_invocation *invocation, struct queue *queue);
int command_run_tournament(const struct cli_invocation *invocation, struct queue *queue);

enum console_color command_color(const struct cli_invocation *invocation);

// The full screen, if it is not unwanted and the terminal can show it. Without
// that, line mode does what was asked.
bool command_open_full(const struct cli_invocation *invocation, struct ui *ui);

// Closes it; the exit status, after saying what has failed.
int command_close_full(struct ui *ui);

#endif
