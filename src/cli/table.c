// SPDX-License-Identifier: GPL-3.0-or-later
// The options and the commands, with all that is said of them.
#include "bots/bots.h"
#include "cli/commands.h"

// computer is the perfect one; computer:easy and so on mean the levels. What ends with a
// colon is a beginning; a word in capitals stands for any.
#define LEVEL(level)    " " #level
#define COMPUTER(level) " computer:" #level
#define PLAYERS         "human random" BOT_LEVELS(LEVEL) " computer" BOT_LEVELS(COMPUTER) " program:"

#define SITTERS "random" BOT_LEVELS(LEVEL) " program:"

const struct cli_option cli_options[OPTIONS] = {
    [OPTION_ADMIN] = { "admin", NULL, NULL, "tell the server that runs here to do something" },
    [OPTION_ALL] = { "all", NULL, NULL, "print it through, without waiting" },
    [OPTION_ANEW] = { "anew", NULL, NULL, "begin again; what was played before is put aside" },
    [OPTION_AS] = { "as", "WHO", "1 2 NAME watch all",
                    "what this player, an onlooker or all could see" },
    [OPTION_ASCII] = { "ascii", NULL, NULL, "use plain ASCII characters only" },
    [OPTION_AT_ONCE] = { "at-once", "N", NULL, "at so many tables at once, at most (8)" },
    [OPTION_CANCEL] = { "cancel", "ID", NULL, "take this work away, by the beginning of its id" },
    [OPTION_CERTIFICATE] = { "certificate", "FILE", NULL,
                             "write what proves the answer, for causeway check" },
    [OPTION_CHART] = { "chart", NULL, NULL, "draw the chances over the game, too" },
    [OPTION_CHECK] = { "check", "COMMAND", NULL, "try the manners of this program" },
    [OPTION_CLOCK] = { "clock", "CLOCK", NULL,
                       "time per player in seconds, plus extra per move: 60+1, 60, 5/move, "
                       "60+1,5/move; "
                       "3d/move is days" },
    [OPTION_CLOCKS] = { "clock", "MIN..MAX", NULL,
                        "only where the clock gives so many seconds: for a round or, where only "
                        "moves are timed, for a move" },
    [OPTION_COACH] = { "coach", NULL, NULL, "warn before a move that loses the game" },
    [OPTION_COLOR] = { "color", "WHEN", "auto always never", "use colours" },
    [OPTION_COMMITMENTS] = { "commitments", NULL, NULL,
                             "show commitments to hidden moves whole, and in play their openings" },
    [OPTION_CONFIG] = { "config", "FILE", NULL,
                        "a file of lines KEY = VALUE; --write-config prints one" },
    [OPTION_CSV] = { "csv", NULL, NULL, "print comma-separated values" },
    [OPTION_DAILY] = { "daily", NULL, NULL, "the puzzle of the day, the same for everybody" },
    [OPTION_DATABASE] = { "database", "URL", NULL,
                          "where tables are kept: a file, or postgresql://..." },
    [OPTION_DEAL] = { "deal", "N,N,...", NULL, "what chance deals, instead of drawing it" },
    [OPTION_DETAILS] = { "verbose", NULL, NULL,
                         "with --version: also of which build, and with which libraries" },
    [OPTION_EVERY] = { "all", NULL, NULL, "all finished games, the oldest first" },
    [OPTION_FIRST] = { "first", "WHO", "1 2 toss", "who goes first" },
    [OPTION_FIVE] = { "five", NULL, NULL, "five new ones, one after the other, against the clock" },
    [OPTION_FORCE] = { "force", NULL, NULL, "even if it is very large" },
    [OPTION_GAME] = { "game", "GAME", NULL, "only this game" },
    [OPTION_GAMES] = { "games", "GAME,...", NULL, "only these games" },
    [OPTION_GAUNTLET] = { "gauntlet", "PLAYER", NULL,
                          "this player meets all others, who do not meet each other" },
    [OPTION_HELP] = { "help", NULL, NULL, "say this" },
    [OPTION_HINTS] = { "hints", NULL, NULL, "both may ask for hints" },
    [OPTION_IMPORT] = { "import", "FILE", NULL,
                        "take the tables of another server's SQLite database along, and end" },
    [OPTION_INTERIM] = { "interim", "N", NULL,
                         "print the standings to standard error after every N pairs" },
    [OPTION_JOINT] = { "joint", NULL, NULL,
                       "everyone types a secret word; toss and deal are made from all of them" },
    [OPTION_JOBS] = { "jobs", "N", NULL, "play so many games at a time; else one a processor" },
    [OPTION_JSON] = { "json", NULL, NULL, "print JSON" },
    [OPTION_KEY] = { "key", "SEAT=N", NULL,
                     "for developers: what a computer's random numbers come from" },
    [OPTION_LEVEL] = { "level", "N", "1 2 3 4", "how hard" },
    [OPTION_LINK_FILE] = { "link-file", "FILE", NULL, "read the link from this file" },
    [OPTION_LINKS] = { "links", NULL, NULL, "print the links alone, and do not sit down" },
    [OPTION_LIST] = { "list", NULL, NULL, "list the work that there is" },
    [OPTION_LISTEN] = { "listen", "ADDRESS:PORT", NULL, "where to listen (127.0.0.1:8437)" },
    [OPTION_LUCK_ADJUSTED] = { "luck-adjusted", NULL, NULL,
                               "take luck out of the scores, however long solving takes" },
    [OPTION_NAME] = { "name", "TEXT", NULL, "what to be called there" },
    [OPTION_NAMES] = { "names", "A,B", NULL, "what the players are called" },
    [OPTION_NO_ANIMATION] = { "no-animation", NULL, NULL, "show moves at once" },
    [OPTION_NO_SAVE] = { "no-save", NULL, NULL, "do not keep the game" },
    [OPTION_NOTES] = { "notes", "FILE", NULL,
                       "compare it with what was noted while it was played" },
    [OPTION_NOISE] = { "noise", "N", NULL,
                       "what programs are told to draw their random numbers from (0)" },
    [OPTION_OPENINGS] = { "openings", "K", NULL,
                          "begin both games of a pair with the same K random moves" },
    [OPTION_OPEN] = { "open", NULL, NULL,
                      "list the table, and let the first who comes have seat 2" },
    [OPTION_P1] = { "p1", "WHO", PLAYERS, "who plays seat 1, a person if it is not said" },
    [OPTION_P2] = { "p2", "WHO", PLAYERS, "who plays seat 2, a person if it is not said" },
    [OPTION_PAIRS] = { "pairs", "N", NULL,
                       "pairs of games for each two players; seats are exchanged (100)" },
    [OPTION_PLAYER] = { "player", "NAME", NULL, "only games of this player" },
    [OPTION_PLAYERS] = { "players", "A,B,...", NULL,
                         "who takes part, as in --p1; may be given several times" },
    [OPTION_POSITION] = { "position", "MOVES|FILE", NULL,
                          "after these moves, or at the end of this record" },
    [OPTION_PROGRAM_MEMORY] = { "program-memory", "MIB", NULL,
                                "memory for each process of a program, in MiB (1024)" },
    [OPTION_PUBLIC] = { "public", NULL, NULL, "list the table, so that anybody can watch" },
    [OPTION_RECORD] = { "record", "FILE", NULL, "write the record there when the match is over" },
    [OPTION_RESUME] = { "resume", NULL, NULL, "go on with what was done before" },
    [OPTION_ROLE] = { .argument = "WHO", .values = "1 2 toss" }, // the games say the rest
    [OPTION_ROUNDS] = { "rounds", "N", NULL,
                        "play so many rounds; first player or roles alternate" },
    [OPTION_RULES] = { "rules", "RULES", NULL,
                       "book, fair, or KEY=VALUE,...; a preset may be followed by changes" },
    [OPTION_SEAT] = { "as", "SEAT", "1 2", "by what this player knows, who is on turn" },
    [OPTION_SECONDS] = { "seconds", "N", NULL, "give up after so many seconds (600 for a check)" },
    [OPTION_SEED] = { "seed", "N", NULL, "make every random choice reproducible" },
    [OPTION_SIT] = { "as", "WHO", SITTERS, "who plays in your place" },
    [OPTION_SKILL] = { "skill", "GAMES", NULL,
                       "play each so often, the perfect computer against a random one" },
    [OPTION_SPRT] = { "sprt", "ELO0,ELO1,...", NULL,
                      "stop once it is clear by which of these the first player is better; two "
                      "numbers more are the errors (0.05,0.05)" },
    [OPTION_STRICT] = { "strict", NULL, NULL,
                        "end with status 1 if more than 1 % of the games were forfeited" },
    [OPTION_SVG] = { "svg", "FILE", NULL, "draw a picture into this file as well" },
    [OPTION_TAKE] = { "take", NULL, NULL, "take a seat that is open there, and print its link" },
    [OPTION_TRACE] = { "trace", "FILE", NULL,
                       "add what is said to programs (>) and by them (<) to this file, with "
                       "times" },
    [OPTION_UI] = { "ui", "UI", "line full json",
                    "play in lines, on the full screen (the usual one on a terminal), or by "
                    "messages" },
    [OPTION_UNFINISHED] = { "unfinished", NULL, NULL, "only games and matches to go on with" },
    [OPTION_VARY] = { "vary", "KEY=LO..HI", NULL,
                      "let this option take these values; may be given several times" },
    [OPTION_VERBOSE] = { "verbose", NULL, NULL, "say what is done, a line for each task" },
    [OPTION_VERSION] = { "version", NULL, NULL, "say which version this is" },
    [OPTION_WORD] = { "word", NULL, NULL,
                      "ask you for your words for joint draws, instead of drawing them" },
    [OPTION_WORK] = { "work", "URL", NULL,
                      "let others do it, who find it in this PostgreSQL database" },
    [OPTION_WRITE_CONFIG] = { "write-config", NULL, NULL,
                              "print a configuration with all keys and their usual values" },
    [OPTION_YES] = { "yes", NULL, NULL, "do it without asking" },
};

const struct cli_command cli_commands[] = {
    {
        .name = "",
        .operands = "",
        .summary = "Two-player duels on a line of cells; on a terminal, opens a menu",
        .options =
            CLI_OPTIONS(OPTION_UI, OPTION_ASCII, OPTION_NO_ANIMATION, OPTION_COLOR, OPTION_DETAILS),
        .run = command_menu,
        .alone = true,
    },
    {
        .name = "play",
        .operands = "[GAME]",
        .summary = "Play a game, two at one keyboard or against the computer",
        .details = "GAME is a name from 'causeway list', a title, or the beginning of either;\n"
                   "without it, on a terminal, a menu opens. In a pipe, the answers are read from\n"
                   "standard input, one a line. With --ui json the messages of the seat protocol\n"
                   "are, for all people at the table, and are answered the same way:\n"
                   "docs/protocol.md.\n",
        .options = CLI_OPTIONS(OPTION_RULES, OPTION_P1, OPTION_P2, OPTION_NAMES, OPTION_FIRST,
                               OPTION_ROLE, OPTION_ROUNDS, OPTION_DEAL, OPTION_SEED, OPTION_JOINT,
                               OPTION_KEY, OPTION_CLOCK, OPTION_TRACE, OPTION_PROGRAM_MEMORY,
                               OPTION_COACH, OPTION_NO_SAVE, OPTION_COMMITMENTS, OPTION_UI,
                               OPTION_ASCII, OPTION_NO_ANIMATION, OPTION_COLOR),
        .run = command_play,
        .alone = true,
    },
    {
        .name = "resume",
        .operands = "[ID]",
        .summary = "Go on with the newest unfinished game, or with this one",
        .options = CLI_OPTIONS(OPTION_COACH, OPTION_COMMITMENTS, OPTION_UI, OPTION_ASCII,
                               OPTION_NO_ANIMATION, OPTION_COLOR),
        .run = command_resume,
        .alone = true,
    },
    {
        .name = "list",
        .operands = "",
        .summary = "List the games, one line each",
        .options = CLI_OPTIONS(OPTION_JSON),
        .run = command_list,
    },
    {
        .name = "rules",
        .operands = "GAME",
        .summary = "Explain a game's rules, with the options' values in them",
        .options = CLI_OPTIONS(OPTION_RULES, OPTION_JSON),
        .run = command_rules,
    },
    {
        .name = "solve",
        .operands = "GAME",
        .summary = "Say who wins under best play, and with what exact chance",
        .details =
            "Without secrets and chance: the winner, the number of turns and the best moves.\n"
            "With chance: the exact chance. With secrets: a sure win if there is one, else\n"
            "the exact chance, else proved bounds; it always says which. After --seconds N, or\n"
            "Ctrl-C, bounds that were proved by then are told, where players hide things.\n"
            "--position asks for every move of whoever is on turn after these moves, as in\n"
            "'move 2; block 4', or at the end of a record; behind a move stands what came of\n"
            "it (safe, boom, ...) where that is not clear. Where players hide things --as\n"
            "says whose knowledge it is, and the other's hidden moves have no numbers; the\n"
            "answer says whether it is a value, sure, or against one plan of the other's.\n",
        .options = CLI_OPTIONS(OPTION_RULES, OPTION_POSITION, OPTION_SEAT, OPTION_FIRST,
                               OPTION_SECONDS, OPTION_JSON, OPTION_CERTIFICATE),
        .run = command_solve,
        .alone = true,
    },
    {
        .name = "check",
        .operands = "FILE",
        .summary = "Check a proof that 'causeway solve --certificate' wrote",
        .details =
            "The check knows the game's rules and shares nothing else with the solver; the\n"
            "program causeway-check is the same without the solver. - reads standard input.\n",
        .options = CLI_OPTIONS(OPTION_SECONDS),
        .run = command_check,
    },
    {
        .name = "efg",
        .operands = "GAME",
        .summary = "Print the game's whole tree in Gambit's .efg format",
        .options = CLI_OPTIONS(OPTION_RULES, OPTION_FORCE),
        .run = command_efg,
    },
    {
        .name = "balance",
        .operands = "GAME",
        .summary = "Solve many variants of a game and compare them",
        .details =
            "Every --vary lets one option run through its values; --rules fixes the others.\n"
            "Up to 10000 variants are solved on all cores. Depth is how many decisions matter\n"
            "under best play, skill how often the perfect computer player wins against a\n"
            "random one. Marked is the frontier: no other variant is deeper and as even, or\n"
            "as deep and more even (where best play decides the game: longer). What is solved\n"
            "is kept under the cache directory (XDG_CACHE_HOME), for --resume. With --work\n"
            "others solve them, on any number of machines: see 'causeway work --help'.\n",
        .options = CLI_OPTIONS(OPTION_VARY, OPTION_RULES, OPTION_SKILL, OPTION_RESUME, OPTION_CSV,
                               OPTION_JSON, OPTION_SVG, OPTION_WORK, OPTION_COLOR),
        .run = command_balance,
    },
    {
        .name = "engine",
        .operands = "[LEVEL|GAME]",
        .summary = "Play as a program, in the seat protocol",
        .details =
            "Reads what a seat is told on standard input, a line of JSON each, and answers\n"
            "with moves on standard output: docs/protocol.md. LEVEL is random, easy, medium,\n"
            "hard or perfect (the default). --check 'COMMAND' tries the manners of another\n"
            "program, and says as TAP what it does wrong: over all games under book and fair,\n"
            "or over this GAME, or under these --rules. What it writes to standard error is\n"
            "kept in a file, which is named then.\n",
        .options = CLI_OPTIONS(OPTION_CHECK, OPTION_RULES, OPTION_SEED),
        .run = command_engine,
    },
    {
        .name = "tournament",
        .operands = "GAME...",
        .summary = "Let players meet, and say how strong they are",
        .details =
            "Every two players meet in --pairs pairs of games for each game and rules: the\n"
            "same deal twice, with the seats exchanged, and new players for every pair.\n"
            "Players are those of --p1 but human, and may have names, as in\n"
            "Ferris=program:./ferris; a comma in a program's command is written \\,. It prints\n"
            "ratings (Bradley-Terry over all games, with an advantage for the first: see\n"
            "docs/ratings.md), a cross table, what was forfeited, and what decisions gave away by "
            "the\n"
            "solver's values. Where a game can be solved in ten seconds luck is taken out of\n"
            "the scores as well; --luck-adjusted takes any time for that. Games that are alike\n"
            "count once: programs that do not draw need --openings. The same command\n"
            "with --resume goes on after Ctrl-C or worse; it may ask for more pairs. --anew\n"
            "begins again and keeps what was played under another name. With --work others\n"
            "play the pairs, on any number of machines: see 'causeway work --help'.\n",
        .options = CLI_OPTIONS(
            OPTION_PLAYERS, OPTION_GAUNTLET, OPTION_RULES, OPTION_PAIRS, OPTION_JOBS, OPTION_SEED,
            OPTION_NOISE, OPTION_OPENINGS, OPTION_CLOCK, OPTION_SPRT, OPTION_LUCK_ADJUSTED,
            OPTION_RESUME, OPTION_ANEW, OPTION_STRICT, OPTION_INTERIM, OPTION_TRACE,
            OPTION_PROGRAM_MEMORY, OPTION_CSV, OPTION_JSON, OPTION_SVG, OPTION_WORK),
        .run = command_tournament,
    },
    {
        .name = "rate",
        .operands = "FILE...",
        .summary = "Say how strong players are from several tournaments together",
        .details = "Each FILE is the directory of a tournament, or the tournament.jsonl in it. A\n"
                   "player is the same one if it was typed alike and, as a program, calls itself\n"
                   "alike, with the same version. Pairs that are alike count once.\n",
        .options = CLI_OPTIONS(OPTION_CSV, OPTION_JSON, OPTION_SVG),
        .run = command_rate,
    },
    {
        .name = "review",
        .operands = "ID|FILE",
        .summary = "Say of a finished game which moves were good, bad or unlucky",
        .details =
            "Every move with the mover's chance before and after it, judged by what the mover\n"
            "could know: ? gave away at least a twentieth, ?? at least a fifth, or a sure\n"
            "win. Then the turning point. What takes longer than 20 seconds in all is not\n"
            "told, and said so.\n",
        .options = CLI_OPTIONS(OPTION_CHART, OPTION_JSON, OPTION_SVG),
        .run = command_review,
    },
    {
        .name = "learn",
        .operands = "[GAME [LESSON]]",
        .summary = "Learn a game in five short lessons",
        .details = "Without a game it lists all lessons, and which are done. With one it goes on\n"
                   "with the first that is not done. Enter a move as in play ('scan 4', or its\n"
                   "numbers), answer to be told it, rules, or quit.\n",
        .options = CLI_OPTIONS(OPTION_UI, OPTION_ASCII, OPTION_NO_ANIMATION, OPTION_COLOR),
        .run = command_learn,
    },
    {
        .name = "puzzle",
        .operands = "[GAME]",
        .summary = "Find the one best move of a position",
        .details =
            "On a terminal the full screen opens, unless --ui line or the settings say\n"
            "otherwise. In lines enter a move as in play ('scan 4', or its numbers), why for\n"
            "the reason, or quit. Only the first answer counts for your rating, and only\n"
            "without the reason. With --daily, everybody gets the same one on the same day.\n"
            "What was posed before is not posed again, but for --daily and --seed.\n",
        .options = CLI_OPTIONS(OPTION_LEVEL, OPTION_DAILY, OPTION_FIVE, OPTION_SEED, OPTION_UI,
                               OPTION_ASCII, OPTION_NO_ANIMATION, OPTION_COLOR),
        .run = command_puzzle,
    },
    {
        .name = "games",
        .operands = "",
        .summary = "List the stored games, the newest first",
        .options = CLI_OPTIONS(OPTION_GAME, OPTION_PLAYER, OPTION_UNFINISHED, OPTION_JSON),
        .run = command_games,
    },
    {
        .name = "replay",
        .operands = "ID|FILE",
        .summary = "Show a game again, move by move",
        .details =
            "On a terminal, Enter goes on to the next move; in a pipe, or with --all, the\n"
            "game is printed through. An unfinished game is shown as everybody could see it,\n"
            "a finished one with everything; --as shows it to others. What a player still\n"
            "hides is shown to that player alone, at a terminal and after a question.\n",
        .options = CLI_OPTIONS(OPTION_AS, OPTION_ALL, OPTION_COLOR),
        .run = command_replay,
    },
    {
        .name = "stats",
        .operands = "[PLAYER]",
        .summary = "Say who won how often, by game, role and seat",
        .details =
            "With a player also how that one does against each level of computer player, with\n"
            "a rating by the last 100 games of each game; games with a hint, a coach or a\n"
            "move taken back count apart. Computers are players, too: computer:medium.\n",
        .options = CLI_OPTIONS(OPTION_JSON),
        .run = command_stats,
    },
    {
        .name = "export",
        .operands = "[ID]",
        .summary = "Write a stored game to standard output, as lines of JSON",
        .details = "With --as, only what a player or an onlooker could know. While something is\n"
                   "hidden in an unfinished game, --as watch is possible, and what one player has\n"
                   "hidden after a question to that player; never what a computer player has.\n",
        .options = CLI_OPTIONS(OPTION_AS, OPTION_EVERY),
        .run = command_export,
    },
    {
        .name = "import",
        .operands = "FILE",
        .summary = "Check a record from a file and store it",
        .details = "A file called - is standard input. Of a game that is not over it asks before "
                   "it takes\n"
                   "one that would start a program.\n",
        .options = CLI_OPTIONS(OPTION_YES),
        .run = command_import,
    },
    {
        .name = "verify",
        .operands = "ID|FILE",
        .summary = "Check that a game was played by the rules and fits its commitments",
        .details =
            "Every move must be legal, every outcome and the result right, and every\n"
            "commitment opened and matching. Exit status 0 if so, 1 if not. Of a record of\n"
            "one player's knowledge, what can be known from it is checked, and what cannot is\n"
            "said. The commitments are printed as they were shown during play, to be\n"
            "compared. With --notes they are compared with what 'causeway join' noted while\n"
            "the game was played. A file called - is standard input.\n",
        .options = CLI_OPTIONS(OPTION_NOTES, OPTION_COMMITMENTS),
        .run = command_verify,
    },
    {
        .name = "delete",
        .operands = "[ID...]",
        .summary = "Delete stored games, asking first",
        .details = "With --unfinished all games that are not over; with --yes without asking.\n",
        .options = CLI_OPTIONS(OPTION_UNFINISHED, OPTION_YES),
        .run = command_delete,
    },
    {
        .name = "serve",
        .operands = "[--admin COMMAND [WHAT]]",
        .summary = "Let others play here over a network",
        .details = "Answers HTTP on the loopback address, keeps tables in the data directory, and\n"
                   "prints the address to open. Behind a proxy for TLS it can face the world:\n"
                   "docs/http.md. SIGTERM ends it, SIGHUP lets it read its configuration again.\n"
                   "\n"
                   "--admin list, close ID, hide ID, block ADDRESS, unblock ADDRESS, blocked,\n"
                   "drain and metrics are for whoever runs it: they ask the server that uses the\n"
                   "same --config. --admin backup FILE copies its database while it runs.\n",
        .options = CLI_OPTIONS(OPTION_LISTEN, OPTION_DATABASE, OPTION_CONFIG, OPTION_WRITE_CONFIG,
                               OPTION_IMPORT, OPTION_ADMIN),
    },
    {
        .name = "join",
        .operands = "[LINK]",
        .summary = "Play or watch at a table on a server",
        .details =
            "LINK is what 'causeway host' or the server's page gave you. Whoever has it has\n"
            "the seat, and as a word of the command everybody on this machine can read it in\n"
            "the list of processes: better leave it out. It is then read from --link-file,\n"
            "from the environment variable CAUSEWAY_LINK, or asked for (in a pipe: the first\n"
            "line). A link without #TOKEN is for watching or, with --take, to take a seat\n"
            "that is open. A lost connection is made again by itself. Commitments are noted\n"
            "in a private file; 'causeway verify RECORD --notes FILE' compares the record\n"
            "with them. With --ui json the messages of this seat are read and written; a\n"
            "program plays there with --as program:COMMAND.\n",
        .options = CLI_OPTIONS(OPTION_LINK_FILE, OPTION_TAKE, OPTION_NAME, OPTION_SIT, OPTION_WORD,
                               OPTION_RECORD, OPTION_COMMITMENTS, OPTION_UI, OPTION_ASCII,
                               OPTION_NO_ANIMATION, OPTION_COLOR),
    },
    {
        .name = "host",
        .operands = "[URL] GAME",
        .summary = "Make a table on a server, and sit down there",
        .details =
            "URL is the server's address; without it the one of the settings. At a terminal\n"
            "you sit down in the first seat that is a person's; with --links, and in a pipe,\n"
            "only the links are printed. Give each player one: whoever has it has the seat,\n"
            "and 'causeway join' plays there. Of an --open table the link for watching is\n"
            "enough: 'causeway join --take' has seat 2 for whoever comes first. A program\n"
            "plays on its owner's side: 'causeway join --as program:COMMAND'.\n",
        .options = CLI_OPTIONS(OPTION_RULES, OPTION_P1, OPTION_P2, OPTION_NAMES, OPTION_FIRST,
                               OPTION_ROLE, OPTION_ROUNDS, OPTION_CLOCK, OPTION_PUBLIC, OPTION_OPEN,
                               OPTION_HINTS, OPTION_LINKS, OPTION_JSON, OPTION_UI, OPTION_ASCII,
                               OPTION_NO_ANIMATION, OPTION_COLOR),
    },
    {
        .name = "lobby",
        .operands = "[URL]",
        .summary = "List the public tables of a server, to sit down or to watch",
        .details = "URL is the server's address; without it the one of the settings.\n",
        .options = CLI_OPTIONS(OPTION_UI, OPTION_ASCII, OPTION_NO_ANIMATION, OPTION_COLOR),
    },
    {
        .name = "bot",
        .operands = "URL",
        .summary = "Let a program play at a server's open tables",
        .details =
            "Looks at the lobby of the server at URL, takes seats that are open, and lets the\n"
            "program play there, under --name or its own name, until it is stopped. It sits\n"
            "as a program: opponents, lobby and record say so. The seats' links are kept in\n"
            "private files, and the same command goes on with them, after whatever end.\n"
            "docs/bots.md leads from the first line of a player to the lobby.\n",
        .options =
            CLI_OPTIONS(OPTION_SIT, OPTION_GAMES, OPTION_CLOCKS, OPTION_AT_ONCE, OPTION_NAME),
    },
    {
        .name = "work",
        .operands = "URL",
        .summary = "Play or solve what others gave away by --work",
        .details =
            "Takes pairs of 'causeway tournament --work URL' and variants of 'causeway\n"
            "balance --work URL' from a PostgreSQL database, on any number of machines, until\n"
            "it is stopped. What a worker that dies was at is done by another one. The\n"
            "programs of a tournament's players must be here as well, and whoever may write\n"
            "into the database decides which programs run here. URL is\n"
            "postgresql://USER@HOST/DATABASE; a password belongs in the environment\n"
            "(PGPASSWORD) or in ~/.pgpass, not in the URL, which the process list shows.\n",
        .options = CLI_OPTIONS(OPTION_JOBS, OPTION_VERBOSE, OPTION_LIST, OPTION_CANCEL),
    },
    {
        .name = "describe",
        .operands = "READER [WORD...]",
        .summary = "Print the commands and options for bash, zsh or fish completion, or for scdoc",
        .details =
            "What a completion offers comes from here, too: 'describe words -- WORD...' is\n"
            "told what was typed behind causeway, and prints what the last word can become;\n"
            "ids are those of the stored games.\n",
        .run = command_describe,
    },
    { .name = NULL },
};
