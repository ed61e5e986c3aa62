#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Windows of all sizes, terminals of many kinds, and all ways to be stopped:
# full_window.sh CAUSEWAY
. "$(dirname "$0")/full_support.sh"

by_enter() {
    if [ "$1" = mark ]; then press Right Space; else press Enter; fi
}

for terminal in xterm-256color xterm screen linux vt100; do
    start play blockade --no-animation
    await "choose" && press 2 Enter 9 Enter && await "Player 1 wins"
    report "$terminal: a game is played" $?
    press q
    ended 0 && grep -q ' echo ' "$end.stty"
    report "$terminal: the terminal is as before" $?
done
terminal=dumb
start play blockade
await "Enter the number of spaces"
report "a dumb terminal plays in lines" $?
terminal=

locale=C start play blockade --no-animation
await '\+--' && ! screen | LC_ALL=C grep -q '[^ -~]'
report "a locale without UTF-8 gets ASCII" $?
start play pathfinder --ascii --no-animation
await '\+--' && ! screen | LC_ALL=C grep -q '[^ -~]'
report "so does --ascii" $?
start play blockade --no-animation --color never
await choose && ! tm capture-pane -p -e | grep -q '\[[34]8;5'
report "--color never has no colours" $?
start play blockade --no-animation
await choose && tm capture-pane -p -e | grep -q '48;5;74'
report "else there are" $?

open_pane "TERM=xterm-256color LC_ALL=C.UTF-8 NO_COLOR=1 '$causeway' play blockade --no-save"
await choose && ! tm capture-pane -p -e | grep -q '\[[34]8;5'
report "NO_COLOR has none" $?

# A terminal with true colours shows the palette's own.
cat >"$place/direct.src" <<'END'
causeway-direct|xterm with direct colours,
	RGB, colors#0x1000000, pairs#0x7FFFF, op=\E[39;49m,
	setab=\E[%?%p1%{8}%<%t4%p1%d%e48\:2\:\:%p1%{65536}%/%d\:%p1%{256}%/%{255}%&%d\:%p1%{255}%&%d%;m,
	setaf=\E[%?%p1%{8}%<%t3%p1%d%e38\:2\:\:%p1%{65536}%/%d\:%p1%{256}%/%{255}%&%d\:%p1%{255}%&%d%;m,
	use=xterm-256color,
END
tic -x -o "$place/terminfo" "$place/direct.src"
terminal="causeway-direct TERMINFO='$place/terminfo'"
start play blockade --no-animation
await choose && tm capture-pane -p -e | grep -q '48;2;86;180;233'
report "true colours are shown" $?
terminal=

for size in "40 12" "80 24" "200 50" "41 60"; do
    cols=${size% *} rows=${size#* }
    start play pathfinder --p2 easy --no-animation
    await "Enter play" && play_on by_enter
    report "a game is played at $size" $?
done
cols=20 rows=5
start play pathfinder
await "small: 20"
report "a window that is too small is told so" $?
tm resize-window -x 80 -y 24
await "Enter play"
report "and shows the game when it has grown" $?
cols= rows=

# Sizes at random, every few milliseconds, during a whole game.
start play minefield --seed 3 --no-animation
await "Enter play"
(
    for _ in $(seq 150); do
        tm resize-window -x $((RANDOM % 120 + 1)) -y $((RANDOM % 40 + 1))
        sleep 0.005
    done
) &
storm=$!
while kill -0 $storm 2>/dev/null; do
    for key in Right Enter Tab h a; do tm send-keys $key; done
done
wait $storm
tm resize-window -x 1 -y 1
tm resize-window -x 80 -y 24
await "Enter play|a again" && play_on by_enter
report "a storm of sizes harms nothing" $?

pid() { tm list-panes -F '#{pane_pid}' | xargs ps -o pid= --ppid; }

for signal in HUP TERM; do
    start play blockade --no-animation
    await "Enter play" && kill -$signal $(pid)
    ended $((128 + $(kill -l $signal))) && grep -q ' echo ' "$end.stty"
    report "SIG$signal ends it and restores the terminal" $?
done
start play blockade --no-animation
await "Enter play" && kill -SEGV $(pid)
ended 139 && grep -q ' echo ' "$end.stty" && ! screen | grep -q "Blockade Runner,"
report "so does a crash" $?

start play blockade --no-animation
await "Enter play" && tm resize-window -x 1500 -y 24
await '^ {380,520}[^ ]' && ! screen | grep -qE '^ {600}'
report "of a window that grows beyond 1000 columns so many are used" $?
tm resize-window -x 80 -y 24
await "^.{0,60}Enter play"
report "and all of it when it shrinks again" $?

start play blockade --no-animation
await "Enter play" && press 2 Enter C-c && await "Leave Causeway" && press n && await "choose"
report "Ctrl-C asks, and no goes on" $?
press C-c y
ended 0 && await "causeway resume"
report "yes leaves, and tells how to go on" $?
"$causeway" games --unfinished | grep -q blockade
report "and the game is kept" $?

# In a shell with job control.
open_pane "TERM=xterm-256color LC_ALL=C.UTF-8 PS1='shell> ' bash --norc -i"
await 'shell>' && tm send-keys "'$causeway' play blockade --no-animation" Enter
await "Enter play" && press 2 C-z && await "Stopped"
report "Ctrl-Z stops it" $?
tm send-keys "fg" Enter
await "Enter play" && press Enter && await "to 2"
report "and fg goes on" $?
tm send-keys q
tm send-keys y
await 'shell>'
report "the shell has its terminal back" $?

start play blockade --no-animation
await "Enter play"
ticks() { cut -d ' ' -f 14,15 "/proc/$(pid | tr -d ' ')/stat"; }
idle() { # for a second; the first one may still have something to paint
    for _ in 1 2 3 4 5 6; do
        before=$(ticks)
        sleep 1
        [ "$before" = "$(ticks)" ] && return 0
    done
    return 1
}
idle
report "idle, it uses no processor time" $?

if command -v strace >/dev/null; then
    causeway="strace' -o '$place/trace' -e trace=read,write -s 0 '$causeway"
    start play pathfinder --p2 human --no-animation
    await "Enter play" && press 3 Enter Tab 17 Enter h Right 3 Enter '?' Escape r Escape
    # Between two reads of keys at most one write to the terminal, of at most 4096 bytes. Before
    # the first there may be more: what is being worked out is said.
    awk '/^read\(0/ { writes = 0; keys++ }
         /^write\(1/ { n++; if ((keys && ++writes > 1) || $NF > 4096) bad = 1; if ($NF > most) most = $NF }
         END { print "# the largest of " n " writes: " most " bytes"; exit bad || n < 8 }' "$place/trace"
    report "a key leads to one write of at most 4096 bytes" $?
fi
finish
