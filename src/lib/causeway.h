/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libcauseway: two-player duels on a line of cells, with what is hidden and dealt in them;
   positions, exact answers with proofs, computer players, records, and tables to play at.

   Ownership. What a function named cw_..._new, _copy, _read, _open or _solve returns is yours:
   hand it to the function of its type whose name ends in _free. Strings that come as `char *` are
   yours, too: cw_free(). Strings that come as `const char *`, and games, are never freed; such a
   string lives as long as what it was asked of, a game for ever.

   Errors. A function that can fail takes `char **error`, which may be NULL. On failure it
   returns NULL, false or a negative number and sets *error to a sentence that is yours. On success
   it leaves *error alone.

   Threads. The library keeps no state of its own: different handles may be used by
   different threads at the same time, one handle by one thread at a time. It installs no signal
   handler, starts no thread, prints nothing and never ends the process on account of its input. The
   only process that it starts is the helper for exact linear programs, causeway-lp. */
#ifndef CAUSEWAY_H
#define CAUSEWAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define CW_API __attribute__((visibility("default")))
#else
#define CW_API
#endif

typedef struct cw_game cw_game;
typedef struct cw_variant cw_variant;
typedef struct cw_position cw_position;
typedef struct cw_answer cw_answer;
typedef struct cw_player cw_player;
typedef struct cw_record cw_record;
typedef struct cw_table cw_table;

/* Who decides: a player, or chance, who deals. */
enum { CW_NOBODY = 0, CW_SEAT_1 = 1, CW_SEAT_2 = 2, CW_CHANCE = 3 };

/* "0.1.0". */
CW_API const char *cw_version(void);
CW_API void cw_free(void *string);

/* ---- Games and their rules ---- */

CW_API size_t cw_game_count(void);
CW_API const cw_game *cw_game_at(size_t i); /* NULL after the last */

/* By slug or title, or by the beginning of either if only one game begins so. */
CW_API const cw_game *cw_game_find(const char *name, char **error);
CW_API const char *cw_game_slug(const cw_game *game);
CW_API const char *cw_game_title(const cw_game *game);

/* All that can be said of a game without playing it, as a JSON object: options with their
   ranges, verbs, roles, presets. NULL without memory. */
CW_API char *cw_game_json(const cw_game *game);

/* A game with its rules, such as "fair,length=12"; "" or NULL is the rule book. */
CW_API cw_variant *cw_variant_new(const cw_game *game, const char *rules, char **error);
CW_API const cw_game *cw_variant_game(const cw_variant *variant);
CW_API char *cw_variant_rules(const cw_variant *variant); /* all options */
CW_API void cw_variant_free(cw_variant *variant);

/* ---- Positions ---- */

/* A move: a verb and a set of numbers, number n being bit n. Which verbs a game has, and what
   their numbers mean, is in cw_game_json(), in this order. */
typedef struct cw_move {
    uint64_t numbers;
    uint32_t verb;
    uint32_t zero; /* always 0 */
} cw_move;

/* The first position; `first` (CW_SEAT_1 or CW_SEAT_2) begins, or has the first role. A
   position holds the truth, with all that is hidden: whoever plays fairly asks as a seat. It
   keeps no reference to the variant. */
CW_API cw_position *cw_position_new(const cw_variant *variant, int first, char **error);
CW_API cw_position *cw_position_copy(const cw_position *position); /* NULL without memory */
CW_API void cw_position_free(cw_position *position);

CW_API int cw_position_mover(const cw_position *position);    /* CW_NOBODY: it is over */
CW_API int cw_position_winner(const cw_position *position);   /* CW_NOBODY: it is not */
CW_API size_t cw_position_count(const cw_position *position); /* of moves so far */

/* The mover's legal moves; how many there are, of which at most `room` are written. Chance
   draws each of its moves with the same probability. */
CW_API size_t cw_position_moves(const cw_position *position, cw_move *out, size_t room);

/* Makes a move for whoever is on turn. Returns what everybody learns by it, one of the
   outcomes in cw_game_json() ("plain": nothing); NULL, and nothing has changed, if it is
   against the rules. */
CW_API const char *cw_position_apply(cw_position *position, cw_move move, char **error);

/* What a seat (or CW_NOBODY, a spectator) has been told, a line for each move: "2 scan 4 mine".
   Of what others hide there is the verb alone. Two positions are the same to a seat exactly if
   these texts are: it is the name of its information set. NULL without memory. */
CW_API char *cw_position_told(const cw_position *position, int seat);

/* The board as a seat knows it, as a JSON object: one array of cells for each kind of mark.
   NULL without memory. */
CW_API char *cw_position_board(const cw_position *position, int seat);

/* Another position that looks the same to the seat: what is hidden from it is drawn anew, each
   possibility with the same probability. NULL, with a sentence, when none was found in a
   large number of tries. */
CW_API cw_position *cw_position_guess(const cw_position *position, int seat, uint64_t seed,
                                      char **error);

/* Moves as text: "scan 4", "mine 5 9 14". */
CW_API bool cw_move_parse(const cw_game *game, const char *text, cw_move *move, char **error);
CW_API char *cw_move_print(const cw_game *game, cw_move move); /* NULL without memory */

/* ---- Answers and proofs ---- */

/* What solving and checking may use; zero members set no limit. `go_on` is called now and then
   in the calling thread, with a count that grows; it returns false to stop. */
typedef struct cw_limits {
    double seconds; /* of the processor's time */
    size_t bytes;
    bool (*go_on)(void *context, uint64_t count);
    void *context;
} cw_limits;

/* What an answer's numbers are. */
typedef enum cw_kind {
    CW_VALUE = 0,   /* the exact value, confirmed by the check */
    CW_SURE = 1,    /* the same, and one side wins whatever the other does and hides */
    CW_BOUNDS = 2,  /* the value lies between the two numbers, confirmed by the check */
    CW_AGAINST = 3, /* exact against one optimal plan of the opponent's: with something
                       hidden a position inside a game has no value of its own */
    CW_ABOUT = 4    /* the solver's word; not confirmed */
} cw_kind;

/* The mover's moves, judged by what the mover knows. At the start the answer has the
   strategies of both seats, and a certificate. NULL, with a sentence, when it was stopped,
   when it would not fit, or when there is nothing to decide. */
CW_API cw_answer *cw_position_solve(const cw_position *position, const cw_limits *limits,
                                    char **error);
CW_API void cw_answer_free(cw_answer *answer);
CW_API cw_kind cw_answer_kind(const cw_answer *answer);

/* The chance that seat 1 wins under best play, as fractions; they differ with CW_BOUNDS
   alone. With CW_AGAINST and CW_ABOUT: after the best move. */
CW_API const char *cw_answer_low(const cw_answer *answer);
CW_API const char *cw_answer_high(const cw_answer *answer);

/* The moves, in the order of cw_position_moves(). */
CW_API size_t cw_answer_count(const cw_answer *answer);
CW_API cw_move cw_answer_move(const cw_answer *answer, size_t i);
/* The chance that seat 1 wins after it, or NULL where it is not known. */
CW_API const char *cw_answer_chance(const cw_answer *answer, size_t i);
/* How often best play makes it, where best play mixes; else "0". */
CW_API const char *cw_answer_share(const cw_answer *answer, size_t i);
CW_API bool cw_answer_best(const cw_answer *answer, size_t i);

/* How the strategy of a seat plays at a position, as weights of the moves there: fractions,
   which are yours, in the order of cw_position_moves(); at most `room` are written. Returns how
   many there are, or -1 with a sentence: the answer is not about the start, the position is one of
   another variant, or it is not that seat's turn. */
CW_API long cw_answer_mixture(cw_answer *answer, const cw_position *position, int seat, char **out,
                              size_t room, char **error);

/* The proof, which causeway-check and others verify. NULL, with a sentence, where there is
   none: the answer is not about the start, or is not confirmed. */
CW_API char *cw_answer_certificate(cw_answer *answer, char **error);

/* Checks a certificate: what it proves, in a sentence that is yours. NULL, with a sentence,
   when it proves nothing or the limits were reached. */
CW_API char *cw_check(const void *bytes, size_t size, const cw_limits *limits, char **error);

/* The game tree in the text format of Gambit (.efg). NULL, with a sentence, when it has more
   than `nodes` nodes. */
CW_API char *cw_variant_efg(const cw_variant *variant, int first, uint64_t nodes, char **error);

/* ---- Computer players ---- */

/* "random", "easy", "medium", "hard" or "perfect". Equal seeds play alike. */
CW_API cw_player *cw_player_new(const char *level, uint64_t seed, char **error);
CW_API void cw_player_free(cw_player *player);

/* Its move for whoever is on turn, from what that seat knows. */
CW_API bool cw_player_move(cw_player *player, const cw_position *position, cw_move *move,
                           char **error);

/* ---- Records ---- */

/* A record, as `causeway export` and cw_table_record() write it: read and checked, every move,
   every outcome and every commitment that is open. NULL, with a sentence, if something of it is not
   so. */
CW_API cw_record *cw_record_read(const void *bytes, size_t size, char **error);
CW_API void cw_record_free(cw_record *record);

/* What was agreed, and event i from 0 on, each as the line of JSON that it is in the record
   (docs/formats.md); NULL after the last event. */
CW_API const char *cw_record_header(const cw_record *record);
CW_API size_t cw_record_count(const cw_record *record);
CW_API const char *cw_record_event(const cw_record *record, size_t i);

/* Its rounds, from 0 on: who has won (CW_NOBODY: nobody yet), how many moves count, and the
   position after the first so many of them. A record with something that is hidden in it has no
   positions. */
CW_API size_t cw_record_rounds(const cw_record *record);
CW_API int cw_record_winner(const cw_record *record, size_t round);
CW_API size_t cw_record_moves(const cw_record *record, size_t round);
CW_API cw_position *cw_record_position(const cw_record *record, size_t round, size_t moves,
                                       char **error);

/* The record as a seat may know it, as a spectator (0), or all that it has (3). */
CW_API char *cw_record_write(const cw_record *record, int seat, char **error);

/* ---- Ratings ---- */

/* A game that counts: two players and the field (a game with its rules), by number from 0 on, and
   the score of the first: 1 for a win, 0 for a loss, or any estimate of that, as without luck.
   Games of one group (a pair with the same deal) follow each other and are not independent. */
typedef struct cw_rating_game {
    uint32_t first, second;
    uint32_t field, group;
    double score;
} cw_rating_game;

/* On the scale of Elo, with its 95 % interval. */
typedef struct cw_rating {
    double elo, lo, hi;
} cw_rating;

/* The model of docs/ratings.md: a rating for each player and, unless `advantages` is NULL, the
   advantage of the first in each field. False, with a sentence, if a game is none. */
CW_API bool cw_ratings_fit(const cw_rating_game *games, size_t count, size_t players, size_t fields,
                           cw_rating *ratings, cw_rating *advantages, char **error);

/* The score that a difference of ratings lets expect. */
CW_API double cw_ratings_score(double difference);

/* ---- Tables ---- */

/* A table at which people and computers play, clocks, undo, rematch and all, spoken to in the
   messages of docs/protocol.md. It does nothing by itself and never waits: call cw_table_poll(),
   take the lines with cw_table_next(), send what people do with cw_table_send().

   The agreement is a JSON object: game, rules, names, players ("human" or a level), first, rounds,
   clock, hints, coach, joint; and the library's own: seed (a number, for tests), memory and seconds
   (what computers may use), created (milliseconds since 1970), keeps.

   With "keeps": true every event goes out as a line for the store (seat -1), the header first, and
   happens only when cw_table_send(table, -1, "{\"type\":\"kept\"}", ...) says that it is kept;
   {"type":"unkept", "words": why} tells the players that it is not yet. */
CW_API cw_table *cw_table_open(const char *agreement, char **error);

/* A table where it was left: the lines that went to the store, each with its end. `means` is an
   object with memory, seconds, coach and still (true: to be looked at, and nothing happens by
   itself), or NULL. */
CW_API cw_table *cw_table_resume(const void *log, size_t size, const char *means, char **error);
CW_API void cw_table_free(cw_table *table);
CW_API const char *cw_table_id(const cw_table *table);

/* A message of a seat; of CW_NOBODY, if it names its seat itself or there is one person; of the
   store, -1. What is wrong with it is answered by a message. False, with a sentence, if it
   is nobody's or the store's and makes no sense. */
CW_API bool cw_table_send(cw_table *table, int seat, const char *message, char **error);

/* One step. Milliseconds until the next call; 0: at once, -1: when something has been sent. Times
   are of any clock that only goes forward. */
CW_API int64_t cw_table_poll(cw_table *table, int64_t now_ms);

/* The next line, without its end, and who it is for: a seat, a watcher (0), or the store (-1).
   NULL: there is none. The line lives until the next call for this table. */
CW_API const char *cw_table_next(cw_table *table, int *seat);

/* The record as a seat may know it, as a spectator (0), or everything (3), which a game in
   which something is still hidden does not give. `causeway import` reads it. */
CW_API char *cw_table_record(const cw_table *table, int seat, char **error);

#ifdef __cplusplus
}
#endif
#endif
