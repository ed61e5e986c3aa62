#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Two people at one keyboard: after every key nothing of a secret is on the screen
# or in the scrollback, but while its owner sets it: full_secrets.sh CAUSEWAY
. "$(dirname "$0")/full_support.sh"

# Marks are stars; the move as text would have the numbers side by side.
clean() { ! scrollback | grep -E '\*|(trap|mine) [0-9]|4 7 9|4, 7, and 9' >/dev/null; }

watched() { # keys: after each of them there must be nothing to see
    for key; do
        press "$key"
        clean || return 1
    done
}

# The other person never sees the owner's marks, whatever is pressed.
hide() { # who, numbers...
    await "$1 is next" && clean || return 1
    press Enter Space 4 x
    await "$1 is next" && clean || return 1
    press y
    await "of 3 marked" || return 1
    shift
    for cell; do press "$cell" Space; done
    await "Enter hides them" && await '\*.*\*.*\*' && press Enter
}

for terminal in xterm-256color vt100 linux; do
    start play trap-runner --names Ann,Bob --no-animation
    hide Ann 4 7 9
    report "$terminal: Ann hides traps" $?
    await "Bob is next" && clean
    report "$terminal: they are covered at once" $?
    watched 4 Enter y Right Left 3
    report "$terminal: Bob sees nothing of them" $?
    watched '?' Escape r Escape
    report "$terminal: not in the help or the rules" $?
    watched u && await "It cannot be taken back" && clean
    report "$terminal: they are not Bob's to take back" $?
    watched 3 Enter && press 1 Enter && await "has won" && scrollback | grep -q '\*'
    report "$terminal: the end reveals them" $?
done

terminal=xterm-256color
start play number-mines --names Ann,Bob --no-animation
hide Ann 4 7 9
report "Ann hides mines" $?
await "Bob is next" && clean && hide Bob 5 8 10
report "Bob hides mines" $?
await "Ann is next" && clean && watched y 2 Enter
report "nobody sees them while Ann moves" $?
press s
await "Bob is next" && clean && press y && await "this is what you have hidden" &&
    await '\*B' && ! screen | grep -q '\*A'
report "Bob looks at his own, after a hand-over" $?
press x
await "Enter play" && clean
report "they are covered again" $?
press h
await "Bob is next" && clean
report "a hint is given to its reader alone" $?
press y
await "Any key" && press x
watched 1 Enter
report "nothing is left of it" $?
tm resize-window -x 100 -y 30 && watched Right && tm resize-window -x 50 -y 14 && watched Left
report "not after a resize" $?
press q y
ended 0 && ! scrollback | grep -q '\*'
report "nor when the game is left" $?

start play number-mines --names Ann,Bob --no-animation
hide Ann 4 7 9
await "Bob is next" && kill -HUP $(tm list-panes -F '#{pane_pid}' | xargs ps -o pid= --ppid)
ended 129 && start resume --no-animation && await "Bob is next" && clean && watched y Right
report "a game that is taken up again asks for no secret twice and shows none" $?
press q y

# In the middle of hiding, whatever happens to the window and the program.
for terminal in xterm-256color vt100; do
    start play number-mines --names Ann,Bob --no-animation
    await "Ann is next" && press y 4 Space 7 Space
    tm resize-window -x 60 -y 20
    tm resize-window -x 80 -y 24
    press C-c y
    ended 0 && clean
    report "$terminal: what was marked is gone when the program is left" $?
done

# Painted anew or in another window, a screen may reach the scrollback.
disturb() {
    press C-l
    tm resize-window -x 60 -y 20
    sleep 0.1
    tm resize-window -x 80 -y 24
    await "$1"
}

for terminal in xterm-256color vt100 linux; do
    start play number-mines --names Ann,Bob --no-animation
    await "Ann is next" && press y 4 Space 7 Space 9 Space && disturb "Enter hides them" &&
        press Enter && await "Bob is next" && clean
    report "$terminal: nothing is left after Ctrl-L and a resize" $?
    press y 5 Space 8 Space 10 Space Enter
    await "Ann is next" && press y s && await "Ann is next" && press y &&
        disturb "this is what you have hidden" && press x && await "Enter play" && clean
    report "$terminal: nor after a look at what is hidden" $?

    open_pane "TERM=$terminal LC_ALL=C.UTF-8 PS1='shell> ' bash --norc -i"
    await 'shell>' && tm send-keys "'$causeway' play number-mines --no-animation" Enter
    await "is next" && press y 4 Space 7 Space && disturb "2 of 3 marked" && press C-z &&
        await "Stopped" && clean
    report "$terminal: nothing is left when the program is stopped" $?
    tm send-keys fg Enter
    await "Enter shows it again" && clean && press Enter && await "2 of 3 marked" && press 9 Space && await "Enter hides them" && press Enter &&
        await "is next" && clean
    report "$terminal: it goes on where it was" $?
    press y 5 Space && await "1 of 3 marked" && kill -SEGV $(pgrep -P $(tm list-panes -F '#{pane_pid}'))
    await 'Segmentation' && clean && ! scrollback | grep -qF '$<'
    report "$terminal: nothing is left after a crash" $?
done
finish
