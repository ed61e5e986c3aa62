#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Lessons and puzzles on the full screen, and moves typed as text: full_learn.sh CAUSEWAY
. "$(dirname "$0")/full_support.sh"

type_move() { # text
    press :
    await "Move.*:" && tm send-keys -l "$1" && press Enter
}

start --no-animation
await "l Learn" && press l && await "Minefield Navigator 1 +- " && press Enter &&
    await "Lesson 1: A race where all is known"
report "a lesson begins" $?
press a && await "The answer: move" && press Tab && type_move "scan 2" && await "No\."
report "what is wrong is said to be" $?
type_move "jump" && await "jump"
report "what is no move, too" $?
type_move "move" && await "And now" && press Enter && await "Lesson done"
report "a lesson is done" $?
press Enter && await "Lesson 2: Leaping" && press Escape && await "Navigator 1 +done"
report "which is remembered" $?
press End && await ">Number Mines 5" && wheel 64 && await ">Number Mines 4" && wheel 65 && wheel 65 &&
    await ">Number Mines 5" && press Escape && await "p Puzzles"
report "back to the menu" $?

solve() {
    press w
    await "The answer: " || return 1
    answer=$(screen | sed -n 's/.*The answer: \([a-z0-9 ]*\)\..*/\1/p' | head -1)
    type_move "$answer" && await "Right: $answer"
}

press p && await "Puzzle of the day, level [1-4] of [34]" && await "to move\\. " && solve
report "the puzzle of the day is solved" $?
await "begin anew|in a row +begin|row begin"
report "with help the days in a row do not count" $?
press n && await " Puzzle, level" && solve && press Escape
report "another one" $?
await "p Puzzles" && press p && await " Puzzle, level" && press d && await "Puzzle of the day" &&
    press g && await "Minefield Navigator.* Puzzle, level" && press l && await "level"
report "of a day, a game or a level" $?
# What is typed while a puzzle is looked for is taken up when it is there.
tm send-keys n t && await "Up Down scroll"
report "no key is lost while a puzzle is looked for" $?
press Escape && await "l level" && press '?' &&
    await "Every puzzle is found" && press Escape && await "l level" && press r &&
    await "Up Down scroll" && await "Minefield Navigator" && press End && await "100%" && wheel 64 &&
    await " 9[0-9]%| [1-8][0-9]%" && wheel 65 && await "100%" && press Home && await " 0%" && press Escape && await "l level" &&
    press Escape && await "p Puzzles"
report "with its words, help and rules" $?
cols=40 rows=12
for page in l p; do
    start --no-animation
    # What has the focus may happen to be right.
    await "Causeway" && press $page && await "begin|answer" && press Enter && await "answer|next puzzle"
    report "in a small window: $page" $?
done
cols= rows=

start play minefield --no-save --deal 3,6,9 --names Ann,Bob --no-animation
await "Enter play" && type_move "scan 4" && await "P1 scan 4 safe" && type_move 7 && await "cannot|Enter"
report "a move is typed as text" $?
type_move "scan 99" && await "99" && type_move "fly 3" && await "fly" && await "Enter play"
report "what cannot be played is explained" $?
start play trap-runner --names Ann,Bob --no-animation
await "Ann is next" && press y && await "of 3 marked" && type_move "trap 4 7 9" && await "Bob is next" &&
    ! scrollback | grep -qE '4 7 9|\*'
report "a secret typed as text is covered like any other" $?

# Somebody who is new is offered a small game with the coach, once.
XDG_CONFIG_HOME=$place/new start --no-animation
await "New here" && press Enter && await "6 steps, 2 mines" && await "Mole" &&
    await "race over hidden mines. Enter plays, . helps" && press q y &&
    await "Learn" && press Escape && await "Causeway: duels"
report "who is new plays a small game at once, and then learns" $?
press C-c && await "Leave Causeway" && press C-c && ended 0
report "Ctrl-C twice leaves" $?
XDG_CONFIG_HOME=$place/new start --no-animation
await "Causeway: duels" && ! shows "New here"
report "and is not asked again" $?
# After a wrong answer what is asked, and what may be hidden, is still to be read.
start puzzle trap-runner --level 1 --no-animation
await "traps? (are|is) on .*" && press w && await "The answer: run" &&
    wrong=$(screen | grep -q 'answer: run 1\.' && echo 2 || echo 1) && type_move "run $wrong" &&
    await "No: run $wrong is safe in" && shows "traps? (are|is) on " && shows "which\?"
report "a wrong answer leaves the question where it is" $?

# Enter goes on to the next puzzle once one is solved, on the full screen of the command, too.
start puzzle blockade --level 1 --no-animation
await "Blockade Runner.*Puzzle, level 1" && solve && await "Enter next puzzle" && press Enter &&
    await "Enter answer" && await "Puzzle, level 1"
report "Enter goes on to the next puzzle" $?
start learn blockade --no-animation
await "Blockade Runner.*Lesson 1|Lesson 1: Shut the door" && press Escape
report "N20: learn opens on the full screen at a terminal" $?
finish
