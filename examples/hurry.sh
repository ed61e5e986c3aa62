#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Hurry, a small player for Causeway, with nothing but a shell: goes as far as it can and
# looks before it steps where it can look. docs/writing-a-player.md explains it.
#
#     causeway play minefield --p2 'program:sh examples/hurry.sh'
set -u

# What stands behind "KEY": in $line, up to the next comma or bracket.
after() {
    rest=${line#*\"$1\":}
    [ "$rest" != "$line" ] || return 1
    value=${rest%%[,\]\}]*}
    value=${value#\"}
    value=${value%\"}
}

# The first list behind "KEY": in $line, with blanks for commas.
list_after() {
    rest=${line#*\"$1\":\[}
    value=$(printf '%s' "${rest%%]*}" | tr ',' ' ')
}

# Every other one of the numbers, then the rest, up to $pick.
spread() {
    odd='' even='' turn=0
    for number in $numbers; do
        if [ $turn = 0 ]; then odd="$odd $number"; else even="$even $number"; fi
        turn=$((1 - turn))
    done
    set -- $odd $even
    while [ "$pick" -gt 0 ]; do
        move="$move $1"
        pick=$((pick - 1))
        shift
    done
}

last() {
    for number in $numbers; do :; done
    move="$move $number"
}

# Looks at a step, then takes it.
looked=no
choose() {
    after verb && move=$value
    after pick && pick=$value
    list_after numbers && numbers=$value
    list_after cells && ahead=$value
    if [ "$pick" = 0 ] && [ $looked = no ] && [ "${line#*\"verb\":\"scan\"}" != "$line" ]; then
        looked=yes
        move="scan $ahead"
        return
    fi
    looked=no
    if [ "$pick" -gt 1 ]; then spread; elif [ "$pick" = 1 ]; then last; fi
}

while IFS= read -r line; do
    after type || continue
    case $value in
    hello) echo '{"type":"hello","name":"Hurry in a shell","version":"1"}' ;;
    turn)
        after seat && seat=$value
        after mover && [ "$value" = "$seat" ] || continue
        after n && n=$value
        choose
        printf '{"type":"move","n":%s,"move":"%s"}\n' "$n" "$move"
        ;;
    esac
done
