#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# How a game is set up on the full screen: names, programs, a clock, a joint draw:
# full_setup.sh CAUSEWAY
. "$(dirname "$0")/full_support.sh"

down() { # times
    for _ in $(seq "$1"); do press Down; done
}

start --no-animation
await "1 Minefield" && press 1 && await "Joint draw +no" && press '?' &&
    await "How the game is to be played" && press Escape && await "Joint draw"
report "? has help" $?
press r && await "Minefield Navigator" && await "detector" && press Escape && await "Joint draw"
report "r has the rule book" $?
column=$(screen | awk '/type a name/ { print index($0, "type a name"); exit }')
press Down BSpace BSpace BSpace BSpace BSpace BSpace BSpace BSpace
await "Player 1 +type a name" &&
    [ "$(screen | awk '/type a name/ { print index($0, "type a name"); exit }')" = "$column" ]
report "an emptied name moves nothing" $?
press r '?' && await "r\? +type a name"
report "where a name is typed they are letters" $?
press C-u && await "Player 1 +type a name" && tm send-keys -l "Annabelle Constantinopolitan" &&
    await "Player 1 +Annabelle Constantinopolitan"
report "a long name is seen as a whole, and Ctrl-U clears it" $?
press C-u A n n && press Up Enter && await "Enter play" && press q y && await "1 Minefield" && press 1

# Not even a word that is being typed can be read.
await "Joint draw" && down 9 && press Right && await "Joint draw +yes" && press Home
press Enter && await "type a word" && tm send-keys -l "walrus" && press Enter &&
    await "Player 2, type a word" && ! scrollback | grep -q walrus && press Enter &&
    await "Enter play"
report "a joint draw is made from words that nobody sees" $?
press c && await "Proof" && press Escape Tab 4 Enter && await "scan 4" && press q y &&
    await "1 Minefield"
report "and has a proof" $?
"$causeway" games --unfinished | awk 'NR == 2 { print $1 }' >"$place/id"
"$causeway" export "$(cat "$place/id")" --as watch | grep -q '"deal":"joint"'
report "which the record has" $?
press 4 && await "Joint draw" && down 9 && press Right Home
press Enter && await "Nothing is drawn in this game"
report "where nothing is drawn, it is refused" $?
down 9 && press Left Up Right Right && await "Clock +60\+1"
report "a clock is chosen" $?
for _ in 1 2 3 4 5 6 7 8; do press Up; done
press Enter && await "Player 1, (1:00|0:5[0-9])" && press q y && await "1 Minefield"
report "and runs" $?

# A program has a limit of memory, which our own with the sanitizers would exceed.
cp "$(dirname "$0")/../examples/hurry.py" "$place/hurry"
press 4 && await "Clock +60" && down 4 && press Left && await "program +type its command: _" &&
    tm send-keys -l "python3 $place/hurry" && await "hurry_" && for _ in 1 2 3 4; do press Up; done
press Enter && await "Enter play" && press 2 Enter 5 Enter && await "P2 (move|block)"
report "a program plays" $?
press q y && await "1 Minefield" && press 4 && await "program +type" && down 4 &&
    tm send-keys -l -- "-no-such-level" && for _ in 1 2 3 4; do press Up; done
press Enter && await "has won|You won|wins|cannot|forfeit"
report "one that fails loses, and says so" $?

start play blockade --clock 1 --names Ann,Bob --no-save --no-animation
await "Ann, 0:0" && await "Bob has won"
report "whose time is over loses without a key" $?
# No clock runs under a covering screen.
start play trap-runner --clock 8 --names Ann,Bob --no-save --no-animation
await "Ann is next" && sleep 9 && press y && await "0 of 3 marked" && press 4 Space 7 Space 9 Space Enter
report "the clock waits for who is to hide something" $?
await "Bob is next" && sleep 9 && press y && await "Bob.*0:0[1-9]" && await "Enter play"
report "and for who comes to the keyboard" $?
finish
