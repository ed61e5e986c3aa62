# The whole truth of a match, for debugging: gdb -x tools/truth.gdb build/causeway
# then, in a frame that has a match:  truth match
# The program itself has no way to print this.
define truth
  set $match = $arg0
  printf "%s: first %u, mover %u, winner %u\n", $match->variant.game->slug, $match->first, $match->state.open[0], $match->state.open[1]
  printf "options:"
  set $i = 0
  while $match->variant.game->options[$i].key
    printf " %s=%u", $match->variant.game->options[$i].key, $match->variant.rules.value[$i]
    set $i = $i + 1
  end
  printf "\n"
  set $i = 0
  while $i < $match->count
    set $event = &$match->log[$i]
    printf "%3u. seat %u: %s {", $i + 1, $event->seat, $match->variant.game->verbs[$event->move.verb].name
    set $n = 0
    while $n < 64
      if ($event->move.set >> $n) & 1
        printf " %u", $n
      end
      set $n = $n + 1
    end
    printf " } outcome %u\n", $event->outcome
    set $i = $i + 1
  end
  printf "open block, then the secret blocks of nobody, seat 1, seat 2 and chance:\n"
  output/x $match->state
  printf "\n"
end
document truth
truth MATCH: all that a struct match * holds, hidden things included.
end
