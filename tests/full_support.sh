# SPDX-License-Identifier: GPL-3.0-or-later
# For the tests of the full screen: a program in a pane of a tmux of its own, on a
# private socket. To be sourced; speaks TAP.
command -v tmux >/dev/null || { echo "1..0 # skip there is no tmux"; exit 0; }
[ -x "$1" ] || { echo "Bail out! there is no program $1"; exit 1; }
causeway=$(realpath "$1")
number=0
server=0
place=$(mktemp -d "${TMPDIR:-/tmp}/causeway-full-XXXXXX")
unset TMUX NO_COLOR
export TMUX_TMPDIR="$place" XDG_CONFIG_HOME="$place/config" CAUSEWAY_DATA="$place/data"
export XDG_CACHE_HOME="$place/cache" # what was solved before would be known at once
# As somebody likes it who wants no surprises.
mkdir -p "$XDG_CONFIG_HOME/causeway"
printf '%s\n' 'name = Player 1' 'opponent = human' 'rules = book' 'animation = fast' \
    >"$XDG_CONFIG_HOME/causeway/settings"
# Curses keeps memory for itself; tests without a terminal look for leaks of ours.
export ASAN_OPTIONS=detect_leaks=0
trap 'tm kill-server 2>/dev/null; rm -rf "$place"' EXIT

tm() { tmux -L "causeway-test-$$-$server" -f /dev/null "$@"; }

report() { # what should be, status
    number=$((number + 1))
    if [ "$2" = 0 ]; then echo "ok $number - $1"; else
        echo "not ok $number - $1"
        screen | sed 's/^/# /'
    fi
}

finish() { echo "1..$number"; }

# A pane in a server of its own, which does not wait for the end of the last one.
open_pane() { # command
    tm kill-server 2>/dev/null
    server=$((server + 1))
    tm new-session -d -x "${cols:-80}" -y "${rows:-24}" "$1"
    tm set-option -g history-limit 5000
}

# Starts the program; `terminal`, `cols`, `rows` and `locale` may be set before.
start() { # arguments of the program
    end=$place/end-$((server + 1)) # an older program may still be ending
    open_pane "TERM=${terminal:-xterm-256color} LC_ALL=${locale:-C.UTF-8} '$causeway' $*; status=\$?; \
         stty -a >'$end.stty'; echo \$status >'$end'; exec sleep 600"
}

screen() { tm capture-pane -p; }
scrollback() { tm capture-pane -p -S -; }

until_true() { # command, for a minute at most
    for _ in $(seq 2000); do
        "$@" && return 0
        sleep 0.025
    done
    return 1
}

shows() { screen | grep -qE -- "$1"; } # pattern
await() { until_true shows "$1"; }

# Until the program has ended, with this status.
ended() { # status
    until_true [ -s "$end" ]
    [ "$(cat "$end" 2>/dev/null)" = "$1" ]
}

state() { tm capture-pane -p -e \; display-message -p '#{cursor_x},#{cursor_y}'; }

# Sends something, and waits until the screen has changed, if it does.
send() { # arguments of send-keys
    before=$(state)
    tm send-keys "$@"
    for _ in 1 2 3 4 5 6 7 8; do
        [ "$(state)" != "$before" ] && break
        sleep 0.02
    done
}

press() { # keys, as tmux names them
    for key; do send "$key"; done
}

# Clicks on a place; column and row count from 1.
click() { # column, row
    send -l "$(printf '\033[<0;%d;%dM\033[<0;%d;%dm' "$1" "$2" "$1" "$2")"
}

# Turns the wheel by a notch: 64 away from oneself, which is up, 65 towards oneself.
wheel() { # 64 or 65
    send -l "$(printf '\033[<%d;5;5M' "$1")"
}

# Where the pattern, which must be plain ASCII, stands: "column row", both from 1.
# Columns are counted in characters.
find_text() { # pattern
    screen | LC_ALL=C.UTF-8 awk -v wanted="$1" '(at = index($0, wanted)) { print at, NR; exit }'
}

click_text() { # pattern
    set -- $(find_text "$1")
    [ $# = 2 ] && click "$1" "$2"
}

# Plays to the end of the match whatever the focus offers, with this command to
# choose it: true if the end came.
play_on() { # command that acts on the focus
    for _ in $(seq 1000); do
        shown=$(screen)
        case $shown in
        *"a again"*) return 0 ;;
        *"press y when"*) press y ;;
        *"marked. Enter hides them"*) press Enter ;;
        *" marked."*) "$1" mark ;;
        *"Enter play"*) "$1" play ;;
        *) sleep 0.05 ;;
        esac
    done
    return 1
}
