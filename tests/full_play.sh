#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Whole matches on the full screen, in a real terminal: by keys, by clicks, and
# against the computer: full_play.sh CAUSEWAY
. "$(dirname "$0")/full_support.sh"
turn=0

# Another key each time, so that all ways to choose are used.
by_keys() { # mark or play
    turn=$((turn + 1))
    if [ "$1" = mark ]; then
        press Right Space
    else
        case $((turn % 4)) in
        0) press Right Enter ;;
        1) press 1 Enter ;;
        2) press Tab Home Enter ;;
        3) press End Enter ;;
        esac
    fi
}

# The sign under the focused cell belongs to it; so does its number above it.
by_clicks() { # mark or play
    if [ "$1" = play ]; then
        click_text '^'
        return
    fi
    case $(screen) in
    *"0 of 3 marked"*) click_text ' 3  ' ;;
    *"1 of 3 marked"*) click_text ' 5  ' ;;
    *) click_text ' 7  ' ;;
    esac
}

for game in minefield pathfinder trap-runner blockade number-mines; do
    start play $game --seed 7 --no-animation
    await "Enter play|press y" && play_on by_keys
    report "$game is played by keys" $?
    press v
    await "Chances over the game|cannot" && press Escape
    report "$game is reviewed" $?
    press a
    await "Enter play|press y"
    report "$game: again" $?
    press q y
    ended 0 && [ "$("$causeway" games --unfinished 2>&1 | grep -c "$game")" = 0 ]
    report "$game: nothing is kept of a game in which nobody moved" $?

    # By clicks on what has the focus the line is walked cell by cell.
    [ $game = pathfinder ] && rules=length=9,obstacles=1 || rules=book
    start play $game --rules $rules --seed 8 --no-animation
    await "Enter play|press y" && play_on by_clicks
    report "$game is played by mouse" $?
    click_text 'q leave'
    ended 0
    report "$game is left by mouse" $?

    start play $game --seed 9 --p2 easy
    await "Enter play" && play_on by_keys
    report "$game is played against the computer, with animation" $?
done

start play trap-runner --rounds 2 --seed 5 --p1 easy --p2 easy
await "next round" && press Enter && await "other begins|swap roles" && await "of 2 rounds"
report "two computers play two rounds" $?

start --no-animation
await "Leave"
report "the menu opens" $?
press 4
await "played by"
report "a game is set up" $?
press Down BSpace Z Up Enter
await "Player Z"
report "a name is typed" $?
press 2 Enter && await "moves 2" && press q y
await "u Unfinished games" && press u && await "> ?Blockade Runner +1 move"
report "the game is among the unfinished" $?
press Enter
await "Player Z"
report "and goes on" $?
press 9 Enter
counted() { # on one of the pages
    for _ in 1 2 3 4; do
        screen | grep -qE "$1" && return 0
        press PageDown
    done
    return 1
}
await "Player Z wins" && press o s && await "finished game" && counted "Player Z +1 +1 +0"
report "it is counted when it is over" $?
press Escape 4
await "Player Z.*type"
report "the last choices are remembered" $?
press Down A n n && await "Ann +type"
report "a name that is typed takes the place of the old one" $?
press Down Down Down Down Down 2 0 0 0 Down && await "'2000' rounds are not possible.*1 to 1000" &&
    press 1 2 Down && await "Rounds +12 "
report "a number counts when it is complete, or is refused" $?
press Escape && await "a Play again +Blockade Runner" && press a && await "Enter play" &&
    await "Player Z" && press q y && await "a Play again" && press 4 && await "played by"
report "what was played last is played again with one key" $?
press C-c
await "Leave Causeway" && press n && await "played by" && press C-c y && ended 0
report "Ctrl-C asks" $?

start play trap-runner --no-save --names Ann,Bob --no-animation
await "press y" && press y 4 Space 7 Space 9 Space Enter y c && await Proof &&
    await '^ ?[0-9a-f]{64}$'
report "a commitment is shown whole" $?
press Escape && await "Enter play" && press 3 Enter 1 Enter && await "has won" && press c &&
    await "it fits" && await "opened: trap 4 7 9" &&
    await '^ ?[0-9a-f]{64}$'
report "and opened at the end, beside the commitment" $?
# As it is copied from the window: the lines from the command to its end, blanks at their ends gone.
screen | sed 's/ *$//' >"$place/proof"
sed -n '/printf %s/,/sha256sum/p' "$place/proof" | sh >"$place/sum" 2>&1
[ "$(cut -d ' ' -f 1 "$place/sum")" = "$(grep -oE '^ ?[0-9a-f]{64}$' "$place/proof" | tr -d ' ')" ]
report "the command, copied from 80 columns, gives the number shown" $?

# Both keys are there before the program has seen the first.
start play minefield --no-save --deal 3,6,9 --names Ann,Bob --no-animation
await "Enter play" && tm send-keys Enter Enter && await "1 P1 move" && press Tab 4 Enter &&
    await "2 P2 scan 4 safe"
report "two taps of Enter do not play for both" $?

# What a computer prepares takes its time, and is said at once. All that the program writes is kept.
open_pane "read -r _; exec env TERM=xterm-256color '$causeway' play number-mines --no-save --p2 perfect \
    --rules fair --no-animation"
tm pipe-pane "cat >'$place/written'" && tm send-keys Enter && await "0 of 4 marked" &&
    grep -q "Perfect prepares" "$place/written"
report "that a computer prepares is said at once" $?

large="--no-save --p2 perfect --rules length=12,mines=4,lives=2 --no-animation"
start play number-mines $large
await "Perfect prepares. Esc leaves" && press Escape && ended 0 && ! scrollback | grep -q marked
report "it can be left while it does, by Esc" $?
start play number-mines $large
await "Perfect prepares. Esc leaves" && press C-c && ended 0 && ! scrollback | grep -q marked
report "and by Ctrl-C" $?

# The settings choose the opponent, and how to choose otherwise is said.
XDG_CONFIG_HOME=$place/other start play blockade --no-animation
await "Against medium: --p2 human" && press 1 Enter && await "block" && ! shows "Against medium:"
report "who plays is said, until the first move" $?

mkdir -p "$place/lines/causeway" && printf '%s\n' 'name = Eve' 'ui = line' >"$place/lines/causeway/settings"
XDG_CONFIG_HOME=$place/lines start play blockade
await "You are Eve, against Medium" && scrollback | grep -q "Against medium: --p2 human"
report "so it is where the settings want lines" $?

start play pathfinder --no-save --names Ann,Bob --no-animation
await "Enter play" && press 3 Enter && await "P1 move 3" && press u && await "U redo" && press U &&
    await "P1 move 3" && press u u && await "nothing to take back" && press U && await "P1 move 3"
report "a move is taken back and made again" $?

press '?' && await "The moves of this game" && await "^ {20,}more of them, Esc closes it" && press Escape &&
    await "Enter play"
report "N21: in help the second line of a key's text stands under the first" $?
press x && await "Give this round up" && press y && await "has won" && press '?' &&
    await "The round is over" && await "v +a review of all moves" && ! shows "choose a cell" && ! shows "0%"
report "N21: ? on the last page tells what can be done there" $?

XDG_CONFIG_HOME=$place/lines start play blockade --ui full --p1 easy --p2 human --no-animation
await "Easy" && await "P2  Eve"
report "one's own name is the person's, wherever that one sits" $?

start play blockade --first toss --names Ann,Bob --no-animation
await "The toss: (Ann|Bob) goes first"
report "the toss is told" $?

# In the smallest window two people are handed the keyboard as in any other.
cols=40 rows=12
start play trap-runner --no-save --names "'Annabelle Constantinopolitan,Ben'" --no-animation
await "press y" && press y && await "0 of 3 marked" && press 4 Space 7 Space 9 Space Enter &&
    await "Ben is next" && press y && await "Enter play" && press 3 Enter && await "R run 3|runs to|safe"
report "at 40x12 the keyboard is handed over" $?
start play trap-runner --ui line --no-save --names Ann,Ben
await "Ann, press Enter when Ben has looked" && press Enter && await "not shown" &&
    tm send-keys -l "4 7 9" && press Enter && await "Enter your move" && tm send-keys 3 Enter &&
    await "You are safe"
report "in lines, too" $?
cols= rows=

start play blockade --ui line
await "Enter the number of spaces"
report "--ui line plays in lines" $?
finish
