// SPDX-License-Identifier: GPL-3.0-or-later
// The commands, one file each or a few that belong together.
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/cli.h"
#include "ui/console.h"
#include "fronts/full/full.h"
#include "games/games.h"
#include "record/round.h"
#include "report/output.h"
#include "report/standings.h"

cli_run command_balance;
cli_run command_check;
cli_run command_delete;
cli_run command_describe;
cli_run command_efg;
cli_run command_engine;
cli_run command_export;
cli_run command_games;
cli_run command_import;
cli_run command_learn;
cli_run command_list;
cli_run command_menu;
cli_run command_play;
cli_run command_puzzle;
cli_run command_rate;
cli_run command_replay;
cli_run command_resume;
cli_run command_review;
cli_run command_rules;
cli_run command_solve;
cli_run command_solve_position; // --position
cli_run command_stats;
cli_run command_tournament;
cli_run command_verify;

// What follows reads the command line, and returns false, with a sentence, if it is wrong.

// The game named by an operand, and its rules from --rules.
bool command_read_game(const struct cli_invocation *invocation, const char *name,
                       struct variant *variant, struct text *why);

struct drive_setup;

// Who begins, or has the first role: --first in every game, and the game's own option.
bool command_set_first(struct drive_setup *setup, const struct cli_invocation *invocation,
                       struct text *why);

// A whole number, if the option is given.
bool command_read_number(const struct cli_invocation *invocation, enum cli_option_id id,
                         uint64_t lo, uint64_t hi, uint64_t *number, struct text *why);

// The value of --program-memory, in bytes; 0: the usual one.
bool command_read_memory(const struct cli_invocation *invocation, size_t *memory, struct text *why);

// The value of --jobs, or one for each processor.
bool command_read_jobs(const struct cli_invocation *invocation, unsigned *jobs, struct text *why);

// Closes a file that was written to; NULL: it could not be opened. False, with a sentence, if
// something of it is not there.
bool command_close_file(FILE *file, const char *path, struct text *why);

// Prints standings as --csv, --json or a table, and draws them if --svg names a file.
bool command_show_standings(const struct cli_invocation *invocation,
                            const struct standings_report *report, struct text *why);

// Does this view of the record show what somebody still hides? Then it is for that person
// alone, who must be asked, and nothing of it may stay on the screen.
bool command_shows_secret(const struct round *round, unsigned as);

struct saved;

// That a record fits notes with that many `commitments`, and what of it could be compared.
void command_tell_notes(const struct saved *saved, size_t commitments);

// Asks for it at the terminal. False, with a sentence, if there is no person to ask, or
// not the right one.
bool command_ask_owner(struct console *console, const struct round *round, unsigned as,
                       struct text *why);

// The value of --as, or else the usual one; a name means the seat of who bears it. False, with a
// sentence, if nobody here does.
bool command_as(const struct cli_invocation *invocation, const struct round *round, unsigned usual,
                unsigned *as, struct text *why);

// The status of a command that has listed games. A damaged row costs that row alone: it is named,
// and the others were listed.
int command_end_list(bool good, const struct text *why);

// The user's store, or NULL with --no-save. False if games cannot be saved and
// nobody wants to play them unsaved.
bool command_open_store(const struct cli_invocation *invocation, struct store **store);

// Of a drive_asker whose `context` is a console: a word for a joint draw, in lines.
void command_ask_word(void *context, const char *name, enum log_draw draw, char word[LOG_NAME]);

// Plays in the front that fits; gives the exit status.
int command_play_table(const struct cli_invocation *invocation, struct drive *drive,
                       struct store *store, struct text *why);

// The commands that can give their work to others; NULL: do it here.
struct queue;
extern const char balance_kind[]; // what workers call it
int command_run_balance(const struct cli_invocation *invocation, struct queue *queue,
                        struct text *why);
int command_run_tournament(const struct cli_invocation *invocation, struct queue *queue,
                           struct text *why);

enum console_color command_color(const struct cli_invocation *invocation);

// Is it the full screen that is going to open, unless the terminal cannot? With the settings.
bool command_wants_full(const struct cli_invocation *invocation, struct settings *settings);

// The full screen, if it is not unwanted and the terminal can show it. Without
// that, line mode does what was asked.
bool command_open_full(const struct cli_invocation *invocation, struct ui *ui);

// Closes it; the exit status, with a sentence if something has failed.
int command_close_full(struct ui *ui, struct text *why);

#endif
