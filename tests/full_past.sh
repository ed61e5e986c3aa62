#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The games that are kept, on the full screen: the list and its filters, a game looked at
# again and played on, export, delete: full_past.sh CAUSEWAY
. "$(dirname "$0")/full_support.sh"
cd "$place" # where games are written to

play_four() {
    start play blockade --names Ann,Bob --no-animation
    await "Enter play" && press 2 Enter 9 Enter && await "Ann wins" && press q && ended 0 || return
    start play blockade --names "'Player 1,Robin'" --p2 easy --seed 3 --rules fair --no-animation
    await "Enter play" && press x && await "Give this round up" && press y && await "You lost" &&
        press q && ended 0 || return
    start play trap-runner --names Ann,Bob --no-animation
    await "Ann is next" && press y 4 Space 7 Space 9 Space Enter && await "Bob is next" && press y &&
        await "Enter play" && press 3 Enter 1 Enter && await "has won" && press q && ended 0 || return
    start play trap-runner --names Ann,Bob --no-animation
    await "Ann is next" && press y 1 Space 3 Space 5 Space Enter && await "Bob is next" && press q y &&
        ended 0
}
play_four
report "four games are played" $?

start --no-animation
await "g Finished games" && press g && await "3 games" && await "Robin .easy.: Robin won"
report "the finished ones are listed" $?
press g g g && await "Trap Runner, 1 game" && press g && await "Blockade Runner, 2 games" &&
    press g && for _ in $(seq 20); do # past those that nobody has played, and more may have been added
        shows " 3 games" && break
        press g
    done && await " 3 games"
report "by game" $?
press o && await "against (Bob|Ann), 2 games" && press o o && await "against easy, 1 game" && press o
await " 3 games"
report "by opponent" $?
press w && await "won, 0 games" && await "There is no such game" && press w &&
    await "lost, 1 game" && press w && await " 3 games"
report "by result" $?
press u && await "Unfinished games +1 game" && await "Trap Runner +1 move" &&
    ! screen | grep -qE '1 3 5|\*'
report "and those that are not finished" $?
press e && await "Write it to which file"
tm send-keys BSpace BSpace BSpace BSpace BSpace BSpace BSpace BSpace BSpace BSpace BSpace BSpace \
    BSpace BSpace BSpace BSpace BSpace BSpace BSpace BSpace BSpace BSpace BSpace BSpace
tm send-keys -l "$place/open.watch"
press Enter && await "The game is in" && grep -q '"as":"watch"' "$place/open.watch" &&
    grep -q '"move":"trap",' "$place/open.watch" && ! grep -q '"nonce"' "$place/open.watch"
report "an unfinished one is written without what is hidden" $?

press u && await "Finished games" && press Enter && await "move 3 of 3" && await "Chance to win|cannot"
await '\*' && await "trap 4 7 9"
report "a game is shown again, with all that was hidden" $?
press Left Left && await "move 1 of 3" && await "1. Ann: trap 4 7 9"
report "back" $?
press Right && await "move 2 of 3" && press Home && await "move 0 of 3" && ! screen | grep -q '\*' &&
    press End && await "move 3 of 3"
report "on, to the first and to the last" $?
press v && await "Chances over the game|not known" && press Escape && await "move 3 of 3"
report "the whole review" $?
press p && await "The game is over here"
report "nobody plays on from the end" $?
press Left p && await "Enter play" && await "Ann, Trapper, medium" && press 1 Enter &&
    await "a again"
report "it is played on against the computer" $?
press q && await "move 2 of 3" && press Escape && await " 3 games"
report "which is not kept" $?

press d && await "Delete game .* for good" && press n && await " 3 games" && press d y &&
    await " 2 games"
report "one is deleted, after a question" $?
press e && await "Write it to which file" && press C-c && await " 2 games" && press e Enter &&
    await "The game is in .*jsonl now" && press e Enter && await "cannot be written: File exists"
report "one is written to a file, and nothing is overwritten" $?
"$causeway" verify ./*.jsonl >/dev/null
report "which is sound" $?
press Escape q
ended 0
report "back to the menu" $?

for size in "80 24" "40 12"; do
    cols=${size% *} rows=${size#* }
    start --no-animation
    await "Causeway" && press s && await "Player 1: 1 finished game" &&
        await "AGAINST THE COMPUTER" && await "^ +(easy)? +1 +0 +1 .* 0 %"
    report "one's own score at $size" $?
done
finish
