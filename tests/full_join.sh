#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A table on a server, on the full screen, in a real terminal: full_join.sh CAUSEWAY
. "${0%/*}/full_support.sh"
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
base=http://127.0.0.1:$port
printf 'listen = 127.0.0.1:%s\nlog = none\naway_seconds = 1\n' "$port" >"$place/serve.conf"
trap 'kill $serving $other 2>/dev/null; tm kill-server 2>/dev/null; rm -rf "$place"' EXIT
other=

serve() {
    "$causeway" serve --config "$place/serve.conf" >"$place/serve.out" &
    serving=$!
    for _ in $(seq 200); do
        grep -q Open "$place/serve.out" && return
        sleep 0.02
    done
}

link() { sed -n "s/^Seat $1: //p" "$place/links"; }

serve
"$causeway" host "$base" pathfinder --names Ann,Ben >"$place/links"
link 1 >"$place/one"
link 2 >"$place/two"

# Seat 2 plays on the screen; seat 1 is a pipe that types when it is told to.
mkfifo "$place/keys"
"$causeway" join --ui line --link-file "$place/one" <"$place/keys" >"$place/said" 2>&1 &
other=$!
exec 3>"$place/keys"
start "join --link-file '$place/two' --no-animation"
await 'Ann is thinking'
report "while somebody elsewhere decides, that is said" $?
echo 'move 1' >&3
await 'Choose an action|your turn|Move forward'
report "what happened elsewhere is shown, and it is one's turn" $?
await 'Enter play' && ! shows 'h hint'
report "N12: no hint is offered at a table without hints" $?
tm send-keys '?'
await 'The moves of this game'
tm send-keys q
await 'Move forward'
report "help can be read meanwhile" $?

kill -9 $serving
wait $serving 2>/dev/null
tm send-keys r
await 'Pathfinder'
tm send-keys q
await 'connection is lost'
report "a lost connection is said" $?
serve
connected() { ! shows 'connection is lost'; }
until_true connected && await 'Move forward' && connected
report "and is made again by itself" $?

# A server that is there and does not answer: the screen stays alive, and the move comes once.
kill -STOP $serving
tm send-keys 1 Enter
await 'Sending, [1-9]'
report "what is being sent is said" $?
tm send-keys '?'
await 'The moves of this game'
tm send-keys q
await 'Sending'
report "and keys work meanwhile" $?
tm send-keys Escape
await 'has not answered'
report "it need not be waited for" $?
tm send-keys 1 Enter
await 'Sending'
kill -CONT $serving
until_true grep -q 'Ben moves 1' "$place/said"
[ "$(grep -c 'Ben moves 1' "$place/said")" = 1 ]
report "a move by keys reaches the other" $?

echo undo >&3
await 'Ann would like to take a move back'
report "the other asks for consent" $?
tm send-keys n
await 'Ann is thinking'
report "and is refused" $?
tm send-keys u
await 'Ann is asked whether you may take a move back'
report "what one waits for is said" $?
printf 'no\nno\n' >&3 # the first where a move was asked for
await 'Ann declines'
report "and that it is refused" $?
! shows 'U redo'
report "N12: what was not taken back cannot be made again" $?
echo resign >&3
echo yes >&3
await 'Ben'
await 'again'
report "the other gives up, which is shown at once" $?
exec 3>&-
tm send-keys q
await 'Write the record'
tm send-keys no Enter
ended 0
report "the end, with the offer of the record" $?

# In lines, at a terminal.
"$causeway" host "$base" pathfinder --names Ann,Ben >"$place/links"
link 1 >"$place/one"
link 2 >"$place/two"
"$causeway" join --as random --link-file "$place/one" >"$place/said" 2>&1 &
other=$!
start "join --ui line"
await 'The link'
tm send-keys -l "$(link 2)"
tm send-keys Enter
await 'Your choice'
report "line mode at a terminal" $?
! scrollback | grep -q "$(link 2 | sed 's/.*#//' | cut -c1-20)"
report "the link is asked for, and not shown" $?
tm send-keys 'move 1' Enter
await 'moved to position 19'
await 'Ann moves|Ann places'
report "shows what the other does" $?
tm send-keys 'quit' Enter
ended 0 && await 'same link goes on'
report "and can be left, to go on later" $?
kill $other
other=
"$causeway" host "$base" minefield --first 1 --names Ann,Ben >"$place/links"
link 1 >"$place/one"
link 2 >"$place/two"
"$causeway" join --ui line --link-file "$place/one" <"$place/keys" >/dev/null 2>&1 &
other=$!
exec 3>"$place/keys"
start "join --ui line --link-file '$place/two'"
await 'Waiting for Ann'
report "who is waited for is said" $?
! scrollback | grep -q 'contribution'
report "and of the joint draw nothing, unless it is asked for" $?
tm send-keys 'board' Enter
await 'Current Board'
report "meanwhile the board can be looked at" $?
tm send-keys 'resign' Enter
await 'Give this round up'
tm send-keys 'yes' Enter
await 'Enter to leave, again'
report "and the round given up" $?
exec 3>&-
kill $other
mkfifo "$place/acts"
"$causeway" join --ui json --link-file "$place/one" <"$place/acts" >"$place/json" 2>&1 &
other=$!
exec 3>"$place/acts"
printf '%s\n' '{"type":"hello"}' '{"type":"ready"}' >&3
until_true grep -q '"offer"' "$place/json"
tm send-keys Enter
await 'Ann would like to play again. Agree'
report "nobody leaves without having read that the other would play again" $?
tm send-keys no Enter
await 'Ben declines'
until_true grep -q 'Ben declines' "$place/json"
report "which is refused, and both are told" $?
exec 3>&-
tm send-keys Enter
await 'Write the record'
tm send-keys 'no' Enter
ended 0
report "which ends it" $?

# Whoever makes a table at a terminal sits down there, and reads whom to send which link.
start "host --no-animation '$base' blockade --names Ann,Ben"
await 'Waiting for Ben' && await 'Send Ben this link:' && await 'http:.*#' && await 'Ann \(you\)'
report "host sits down, and shows the link to send" $?
tm send-keys q y
ended 0 && await 'To come back'
report "and says how to come back" $?
# While Ann thinks, her clock runs for Ben and for who watches, too.
"$causeway" host --links --clock 120+5 "$base" blockade --names Ann,Ben >"$place/links"
link 1 >"$place/one"
link 2 >"$place/two"
sed -n 's/^To watch: //p' "$place/links" >"$place/watch"
"$causeway" join --ui json --link-file "$place/one" <"$place/acts" >"$place/json" 2>&1 &
other=$!
exec 3>"$place/acts"
echo '{"type":"hello"}' >&3
start "join --no-animation --link-file '$place/two'"
await 'Ann is thinking' && await 'Ann, 1:[0-5][0-9]' && await 'Ben.*2:00'
report "the clock of who thinks elsewhere runs" $?
tm send-keys q y
ended 0 && await 'your clock goes on'
report "N12: who leaves is told that the clock goes on" $?
start "join --no-animation --link-file '$place/watch'"
await 'Ann, 1:5[0-8]|Ann, 1:[0-4][0-9]'
report "for a watcher, too" $?
# In lines a word asks for both clocks, and what the other wants is told at once.
start "join --ui line --link-file '$place/watch'"
await 'Waiting for Ann' && tm send-keys where Enter && await 'Time left: Ann [0-9.]+ s, Ben 120.0 s'
report "who watches in lines can ask for both clocks" $?
start "join --ui line --link-file '$place/two'"
await 'Waiting for Ann' && tm send-keys where Enter && await 'Time left: you 120.0 s, Ann [0-9.]+ s'
report "and who waits" $?
printf '%s\n' '{"type":"move","move":"move 1"}' '{"type":"move","move":"block 5"}' >&3
await 'Enter the number of spaces'
report "it is one's own turn" $?
until_true grep -q '"type":"turn","seat":1,"n":4' "$place/json"
echo '{"type":"undo"}' >&3
await 'Ann would like to take a move back. Agree'
report "an offer is told while one's own question stands open" $?
tm send-keys no Enter && await 'Ben declines'
report "and is answered there" $?
start "join --no-animation --link-file '$place/watch'"
await 'Ben is thinking'
echo '{"type":"undo"}' >&3
await 'Ann would like to take a move back'
report "a watcher on the screen reads what is asked for" $?
exec 3>&-
kill $other
other=

# Who watches somebody against a computer has neither won nor lost.
"$causeway" host --links "$base" blockade --names Ann,Rex --p2 easy >"$place/links"
link 1 >"$place/one"
sed -n 's/^To watch: //p' "$place/links" >"$place/watch"
start "join --no-animation --link-file '$place/watch'"
await 'Ann' && printf 'move 1\nresign\nyes\n' |
    "$causeway" join --ui line --link-file "$place/one" >/dev/null 2>&1
await 'Rex has won' && await 'leave' && ! shows 'You (won|lost)' && ! shows 'again'
report "a watcher on the screen reads who has won" $?
tm send-keys q
"$causeway" join --ui line --link-file "$place/watch" </dev/null >"$place/said" 2>&1
grep -q 'Rex' "$place/said" &&
    ! grep -qE 'You (won|lost)' "$place/said"
report "in lines, too" $?

# On the screen an offer is read once, and is gone in the game that comes of it.
"$causeway" host --links "$base" blockade --names Ann,Ben >"$place/links"
link 1 >"$place/one"
link 2 >"$place/two"
"$causeway" join --ui json --link-file "$place/one" <"$place/acts" >"$place/json" 2>&1 &
other=$!
exec 3>"$place/acts"
echo '{"type":"hello"}' >&3
start "join --no-animation --link-file '$place/two'"
await 'Ann is thinking' && printf '%s\n' '{"type":"resign"}' '{"type":"ready"}' >&3
await 'Ann would like to play again. Agree' && ! shows 'Ann offers' && tm send-keys y
await 'Welcome to Blockade' && ! shows 'Ann offers|Ann would like'
report "what was offered is not said any more in the game that comes of it" $?
exec 3>&-
kill $other
other=

# A watcher in lines follows a rematch, and who asks for one reads it when the other has gone.
"$causeway" host --links "$base" blockade --names Ann,Ben >"$place/links"
link 1 >"$place/one"
link 2 >"$place/two"
sed -n 's/^To watch: //p' "$place/links" >"$place/watch"
mkfifo "$place/more"
"$causeway" join --ui json --link-file "$place/one" <"$place/acts" >"$place/json" 2>&1 &
other=$!
"$causeway" join --ui json --link-file "$place/two" <"$place/more" >"$place/json2" 2>&1 &
ben=$!
exec 3>"$place/acts" 4>"$place/more"
echo '{"type":"hello"}' >&3
echo '{"type":"hello"}' >&4
start "join --ui line --link-file '$place/watch'"
await 'Waiting for Ann' && echo '{"type":"resign"}' >&3
await 'Enter leaves; another match is followed' && tm send-keys where Enter && await 'Ann is on|Ann on'
report "a watcher in lines stays when the match is over" $?
echo '{"type":"ready"}' >&4
await 'Ben offers to play again' && echo '{"type":"accept"}' >&3
await 'The match is played again' && await 'Waiting for (Ann|Ben)'
report "and follows a rematch" $?
tm send-keys quit Enter
ended 0
report "until the watcher leaves" $?
exec 4>&-
kill $ben
start "join --ui line --link-file '$place/two'"
await 'Enter the number|Waiting for Ann' && echo '{"type":"resign"}' >&3
await 'Enter to leave, again' && exec 3>&- && kill $other
await 'Ann is away' && tm send-keys again Enter &&
    await 'Ann has not said whether to play again, and may not come back'
report "who asks for a rematch when the other has gone reads that, in lines" $?
tm send-keys quit Enter
await 'Write the record' && tm send-keys no Enter && ended 0
report "and can leave" $?
start "join --no-animation --link-file '$place/two'"
await 'Ann is away and has not said whether to play again: q leaves'
report "on the screen, too" $?
tm send-keys q

"$causeway" host "$base" blockade --names Ann,Ben --open >"$place/links"
lists() { # the server makes its list anew every second or so
    "$causeway" lobby "$base" </dev/null | grep -q 'Blockade Runner, Ann against Ben (the seat is free)'
}
until_true lists
report "the lobby lists public tables" $?
link 1 >"$place/one"
printf '%s\n' '{"type":"hello"}' |
    "$causeway" join --ui json --link-file "$place/one" >"$place/json" 2>"$place/errors"
grep -q '"type":"hello"' "$place/json" && grep -q '"type":"state"' "$place/json"
report "join --ui json speaks the protocol" $?

# With the server gone one need not wait, and reads both: that no answer came, and why.
"$causeway" host --links "$base" blockade --names Ann,Ben --first 1 >"$place/links"
link 1 >"$place/one"
link 2 >"$place/two"
echo '{"type":"hello"}' | "$causeway" join --ui json --link-file "$place/two" >"$place/json" 2>&1
start "join --no-animation --link-file '$place/one'"
await 'Enter play'
kill -KILL $serving
tm send-keys 1 Enter
await 'Sending'
tm send-keys Escape
await 'it is tried again' && shows 'has not answered'
report "who waits no longer for a server that is gone reads that, and that it is tried again" $?
tm send-keys q y
ended 0
report "N1: and can leave" $?
# In lines, too: it is said, and Ctrl-C leaves, with a word on the table.
serve
open_pane "TERM=xterm-256color LC_ALL=C.UTF-8 PS1='shell> ' bash --norc -i"
await 'shell>' && tm send-keys "'$causeway' join --ui line --link-file '$place/one'" Enter
await 'Enter the number'
kill -STOP $serving
tm send-keys 1 Enter
await 'The server does not answer; it is tried again. Ctrl-C leaves, the table'
report "N1: in lines it is said that a move is still being sent" $?
tm send-keys C-c
back() { screen | grep -v '^$' | tail -n 1 | grep -q '^shell> *$'; }
until_true back
report "N1: and Ctrl-C leaves at once" $?
kill -CONT $serving
finish
