# SPDX-License-Identifier: GPL-3.0-or-later
"""Exact values of small variants by other means than the program's.

Open games: minimax. Chance: the deals are counted. Secrets: a double oracle over pure
strategies. A pure strategy is what to hide and what to do after each history; the matrix of
pure strategies is solved by a simplex method in whole numbers, both players' best replies
to the other's mixture join the matrix, and when neither gets more than the matrix's value
that is the game's. The rules are those of tools/check-certificate.
"""
from fractions import Fraction
from math import gcd


class Open:
    """Worth is (won by seat 1, turns until the end)."""

    def __init__(self, game):
        self.game, self.known = game, {}

    def prefer(self, seat):
        """What a seat wants most: to win, soon; else to lose late."""
        def key(worth):
            won, turns = worth
            for_one = (won, -turns if won else turns)
            return for_one if seat == 1 else (-for_one[0], -for_one[1])
        return key

    def after(self, state, move):
        new = self.game.play(state, move, 0)
        won, turns = self.worth(new)
        return won, turns + (new[0] != state[0])

    def worth(self, state):
        if state[0] is None:
            return int(state[1] == 1), 0
        if state not in self.known:
            results = [self.after(state, move) for move in self.game.moves(state)]
            self.known[state] = max(results, key=self.prefer(state[0]))
        return self.known[state]


class Chance:
    """Worth is the number of deals that seat 1 wins."""

    def __init__(self, game):
        self.game, self.known = game, {}

    def after(self, state, move, deals):
        groups = {}
        for deal in deals:
            groups.setdefault(self.game.play(state, move, deal), []).append(deal)
        return sum(self.worth(new, group) for new, group in groups.items())

    def worth(self, state, deals):
        if state[0] is None:
            return len(deals) if state[1] == 1 else 0
        if state not in self.known:
            results = [self.after(state, move, deals) for move in self.game.moves(state)]
            self.known[state] = max(results) if state[0] == 1 else min(results)
        return self.known[state]


def solve_matrix(wins):
    """The value and both mixtures of a matrix of 0 and 1, whose rows want much, columns little."""
    rows, columns = len(wins), len(wins[0])
    # Columns' program: as much as possible in all, and no row gets more than 1 of it.
    # One is added to every entry, so that the value is above 0.
    table = [[entry + 1 for entry in row] + [int(i == j) for j in range(rows)] + [1]
             for i, row in enumerate(wins)]
    goal = [-1] * columns + [0] * rows + [0]
    basis, scale, pivots = list(range(columns, columns + rows)), 1, 0
    while min(goal[:-1]) < 0:
        # The steepest way; Bland's, which never goes in circles, if that takes long.
        pivots += 1
        enter = (goal.index(min(goal[:-1])) if pivots < 1000 else
                 next(j for j, entry in enumerate(goal) if entry < 0))
        leave = min((Fraction(row[-1], row[enter]), basis[i], i)
                    for i, row in enumerate(table) if row[enter] > 0)[2]
        pivot = table[leave][enter]
        for row in [*(row for i, row in enumerate(table) if i != leave), goal]:
            factor = row[enter]
            if factor or pivot != scale:
                row[:] = [(a * pivot - factor * b) // scale for a, b in zip(row, table[leave])]
        basis[leave], scale = enter, pivot
    # Weights are whole numbers over the same total.
    mixed = [0] * (columns + rows)
    for i, variable in enumerate(basis):
        mixed[variable] = table[i][-1]
    return Fraction(scale, goal[-1]) - 1, goal[columns:-1], mixed[:columns]


class Pure:
    """What to hide, and a move for every history that was thought of."""

    def __init__(self, mask):
        self.mask, self.plan = mask, {}

    def move(self, history, legal):
        return self.plan.get(history, legal[-1])


class Secrets:
    def __init__(self, game, first, subsets):
        self.game = game
        state = game.start(first)
        self.hiders = []
        while state[1]:
            self.hiders.append(state[0])
            state = game.hide(state)
        self.state = state
        self.masks = [mask for mask in subsets(game.room, game.count) if game.hidable(mask)]

    def secrets(self, seat, own, other):
        return (own, other) if seat == 1 else (other, own)

    def wins(self, one, two):
        """Whether seat 1 wins when both play so."""
        state, history = self.state, ()
        while state[0] is not None:
            legal = self.game.moves(state)
            move = (one if state[0] == 1 else two).move(history, legal)
            state, hit = self.game.play(state, move, (one.mask, two.mask))
            history += ((move, hit),)
        return int(state[1] == 1)

    def reply(self, seat, mixture):
        """The best pure strategy against a mixture of the other's, and what it wins."""
        best = None
        for mask in self.masks if seat in self.hiders else [0]:
            pure = Pure(mask)
            won = self.reply_from(self.state, (), seat, pure, mixture)
            if best is None or won > best[0]:
                best = won, pure
        return best

    def reply_from(self, state, history, seat, pure, mixture):
        if state[0] is None:
            return sum(weight for _, weight in mixture) if state[1] == seat else 0
        legal = self.game.moves(state)
        if state[0] != seat:
            return self.divide(state, history, seat, pure, [
                (other, weight, other.move(history, legal)) for other, weight in mixture])
        best = None
        for move in legal:
            won = self.divide(state, history, seat, pure, [
                (other, weight, move) for other, weight in mixture])
            if best is None or won > best:
                best, pure.plan[history] = won, move
        return best

    def divide(self, state, history, seat, pure, moved):
        groups = {}
        for other, weight, move in moved:
            new, hit = self.game.play(state, move, self.secrets(seat, pure.mask, other.mask))
            groups.setdefault((move, hit, new), []).append((other, weight))
        return sum(self.reply_from(new, (*history, (move, hit)), seat, pure, group)
                   for (move, hit, new), group in groups.items())

    def value(self):
        sides = [self.reply(1, [(self.any(2), 1)])[1]], []
        sides[1].append(self.reply(2, [(sides[0][0], 1)])[1])
        wins = [[self.wins(sides[0][0], sides[1][0])]]
        while True:
            value, rows, columns = solve_matrix(wins)
            one = self.reply(1, [pair for pair in zip(sides[1], columns) if pair[1]])
            two = self.reply(2, [pair for pair in zip(sides[0], rows) if pair[1]])
            won = Fraction(one[0], sum(columns)), Fraction(two[0], sum(rows))
            if won == (value, 1 - value):
                return value
            if won[0] > value:
                sides[0].append(one[1])
                wins.append([self.wins(one[1], column) for column in sides[1]])
            if won[1] > 1 - value:
                sides[1].append(two[1])
                for row, pure in zip(wins, sides[0]):
                    row.append(self.wins(pure, two[1]))

    def any(self, seat):
        return Pure(self.masks[0] if seat in self.hiders else 0)


class Sure:
    """What holds in every case: a seat wins, whatever the other does, from secrets of both
    that it cannot tell apart."""

    def __init__(self, game, subsets):
        self.game, self.known = game, {}
        self.masks = [mask for mask in subsets(game.room, game.count) if game.hidable(mask)]

    def wins(self, state, pairs, seat):
        if state[0] is None:
            return state[1] == seat
        key = state, pairs, seat
        if key not in self.known:
            self.known[key] = self.search(state, pairs, seat)
        return self.known[key]

    def search(self, state, pairs, seat):
        if not state[1]:
            results = (self.wins_by(state, pairs, seat, move) for move in self.game.moves(state))
            return any(results) if state[0] == seat else all(results)
        if state[0] == seat:
            return any(self.wins_by(state, pairs, seat, mask) for mask in self.masks)
        hidden = frozenset(self.with_mask(pair, state[0], mask)
                           for pair in pairs for mask in self.masks)
        return self.wins(self.game.hide(state), hidden, seat)

    @staticmethod
    def with_mask(pair, seat, mask):
        return (mask, pair[1]) if seat == 1 else (pair[0], mask)

    def wins_by(self, state, pairs, seat, move):
        """After a move, or what the mover hides."""
        if state[1]:
            return self.wins(self.game.hide(state),
                             frozenset(self.with_mask(pair, state[0], move) for pair in pairs), seat)
        groups = {}
        for pair in pairs:
            groups.setdefault(self.game.play(state, move, pair)[0], set()).add(pair)
        return all(self.wins(new, frozenset(group), seat) for new, group in groups.items())

    def loses_hiding(self, state, pairs):
        """Whoever hides something now: whatever it is, since the other is not shown it."""
        seat = state[0]
        hidden = frozenset(self.with_mask(pair, seat, mask) for pair in pairs for mask in self.masks)
        others = {pair[2 - seat] for pair in hidden}
        return all(self.wins(self.game.hide(state), frozenset(
            pair for pair in hidden if pair[2 - seat] == other), 3 - seat) for other in others)

    def loses_by(self, state, pairs, own, move):
        """The mover, with this secret: the other wins in each case, without knowing the secret."""
        seat = state[0]
        others = {pair[2 - seat] for pair in pairs if pair[seat - 1] == own}
        return all(self.wins_by(state, frozenset(pair for pair in pairs if pair[2 - seat] == other),
                                3 - seat, move) for other in others)


def eliminate(row, source, enter):
    """A variable leaves a row by means of the row that has it for its basis."""
    factor, pivot = row.get(enter), source[enter]
    if not factor:
        return
    common = gcd(factor, pivot)
    factor, pivot = factor // common, pivot // common
    if pivot != 1:
        for name in row:
            row[name] *= pivot
    for name, entry in source.items():
        left = row.get(name, 0) - factor * entry
        if left:
            row[name] = left
        else:
            del row[name]
    if pivot != 1:
        common = gcd(*row.values())
        for name in row if common != 1 else ():
            row[name] //= common


def maximise(goal, rows, names):
    """The most of a sum over numbers that are not negative, when no row (a sum, and what it may
    be at most, which is 0 or more) is exceeded; and the numbers. A simplex in whole numbers; each
    row is what is not 0 of it, at any scale."""
    basis = [("slack", i) for i in range(len(rows))]
    table = [{name: factor for name, factor in [*terms.items(), (slack, 1), ("most", most)] if factor}
             for (terms, most), slack in zip(rows, basis)]
    order = {name: i for i, name in enumerate([*names, *basis])}
    aim, pivots = {"aim": 1, **{name: -factor for name, factor in goal.items() if factor}}, 0
    while falls := [(factor, order[name], name) for name, factor in aim.items() if factor < 0]:
        # The steepest way; Bland's, which never goes in circles, if that takes long.
        pivots += 1
        enter = min(falls)[2] if pivots < 60 else min(falls, key=lambda fall: fall[1])[2]
        leave = min((Fraction(row.get("most", 0), row[enter]), order[basis[i]], i)
                    for i, row in enumerate(table) if row.get(enter, 0) > 0)[2]
        for row in [*(row for i, row in enumerate(table) if i != leave), aim]:
            eliminate(row, table[leave], enter)
        basis[leave] = enter
    found = dict.fromkeys(names, Fraction(0))
    found |= {name: Fraction(row.get("most", 0), row[name]) for row, name in zip(table, basis) if name in found}
    return Fraction(aim.get("most", 0), aim["aim"]), found


class TooMany(Exception):
    pass


class Place:
    """Where play can have come to, as both saw it. `last` has for each thing that the planner
    may have hidden its last own choice, a number; `after` the places behind each move."""

    def __init__(self, state, last, others):
        self.state, self.last, self.others, self.after = state, last, others, {}


class Plans:
    """All best plans of a seat, the planner: those that guarantee what the game is worth, and
    make their longest moves where these win whatever is hidden. A plan says how often its own
    choices lead to each of them (the sequence form). What a replier wins by a pure reply is
    then a sum of such numbers, a set of choices; of two sets of which one has all of the
    other's, one counts. A best plan is one that loses no more than the value to any reply."""

    MANY, CHOICES = 150, 200

    def __init__(self, game, first, subsets, planner, value=None):
        start = Secrets(game, first, subsets)
        self.game, self.planner, self.value = game, planner, value  # the replier's
        self.replier = 3 - planner
        self.masks = start.masks
        self.hidden = {seat: start.masks if seat in start.hiders else [0] for seat in (1, 2)}
        self.decided, self.found, self.count, self.flows, self.cuts = {}, {}, 0, [], set()
        last = {mask: self.choice() for mask in self.hidden[planner]}
        self.flows.append(("all", list(last.values())))
        self.root = self.grow(start.state, last, frozenset(self.hidden[self.replier]))

    def choice(self):
        self.count += 1
        if self.count > self.CHOICES:
            raise TooMany
        return self.count - 1

    def pair(self, own, other):
        """Secrets of both, from the planner's and the replier's."""
        return (own, other) if self.planner == 1 else (other, own)

    def winner(self, state):
        """Who wins whatever is hidden, by making the longest move again and again."""
        if state[0] is None:
            return state[1]
        if state not in self.decided:
            results = []
            for move in self.game.moves(state):
                after = {self.game.play(state, move, self.pair(own, other))[0]
                         for own in self.hidden[self.planner] for other in self.hidden[self.replier]}
                winners = {self.winner(new) for new in after}
                results.append(winners.pop() if len(winners) == 1 else None)
            lost = all(result == 3 - state[0] for result in results)
            self.decided[state] = 3 - state[0] if lost else state[0] if results[-1] == state[0] else None
        return self.decided[state]

    def grow(self, state, last, others):
        place = Place(state, last, others)
        place.winner = self.winner(state)
        if place.winner:
            return place
        own = state[0] == self.planner
        moves = self.game.moves(state)
        chosen = {mask: {move: self.choice() for move in moves} for mask in last} if own else None
        for mask in chosen or ():
            self.flows.append((last[mask], list(chosen[mask].values())))
        for move in moves:
            behind = {mask: chosen[mask][move] for mask in last} if own else last
            groups = {}
            for mask in last:
                for other in others:
                    groups.setdefault(self.game.play(state, move, self.pair(mask, other)), set()).add((mask, other))
            place.after[move] = {}
            for (new, hit), pairs in groups.items():
                place.after[move][hit] = self.grow(
                    new, {mask: behind[mask] for mask, _ in pairs}, frozenset(other for _, other in pairs))
        return place

    # Replies, as sets of the planner's choices after which they win.

    @staticmethod
    def most(sets):
        kept = []
        for one in sorted(set(sets), key=lambda bits: -bits.bit_count()):
            if not any(one & other == one for other in kept):
                kept.append(one)
        if len(kept) > Plans.MANY:
            raise TooMany
        return kept

    def together(self, parts):
        sums = [0]
        for part in parts:
            if len(sums) * len(part) > 20 * Plans.MANY:
                raise TooMany
            sums = self.most([one | other for one in sums for other in part])
        return sums

    def behind(self, place, move, other):
        """The places behind a move, when the replier has hidden this."""
        return [after for after in place.after[move].values() if other in after.others]

    def by(self, place, move, other):
        return self.together([self.replies(after, other) for after in self.behind(place, move, other)])

    def replies(self, place, other):
        key = id(place), other
        if key not in self.found:
            if place.winner:
                won = place.winner == self.replier
                self.found[key] = [sum(1 << choice for choice in place.last.values()) if won else 0]
            elif place.state[0] == self.replier:
                self.found[key] = self.most([one for move in place.after for one in self.by(place, move, other)])
            else:
                self.found[key] = self.together([self.by(place, move, other) for move in place.after])
        return self.found[key]

    # Best plans, as all that keep to the rows; those of replies are added as they are needed.

    def bits(self, bits, factor=1):
        return {i: factor for i in range(bits.bit_length()) if bits >> i & 1}

    def rows(self):
        for whole, parts in self.flows:
            for sign in (1, -1):
                yield {**dict.fromkeys(parts, sign), whole: -sign}, 0
        for cut in self.cuts:
            yield {**self.bits(cut, self.value.denominator), "all": -self.value.numerator}, 0

    def best_reply(self, place, other, plan):
        """What it wins against a plan, and its set."""
        if place.winner:
            bits = sum(1 << choice for choice in place.last.values()) if place.winner == self.replier else 0
            return sum(plan[choice] for choice in place.last.values()) if bits else 0, bits
        results = []
        for move in place.after:
            parts = [self.best_reply(after, other, plan) for after in self.behind(place, move, other)]
            results.append((sum(won for won, _ in parts), sum(bits for _, bits in parts)))
        if place.state[0] == self.replier:
            return max(results)
        return sum(won for won, _ in results), sum(bits for _, bits in results)

    def extreme(self, goal, rows):
        """The most of the goal over all best plans, at any scale that the rows allow."""
        names = [*range(self.count), "all", "least"]
        while True:
            worth, plan = maximise(goal, [*self.rows(), *rows], names)
            new = set()
            for other in self.hidden[self.replier]:
                won, bits = self.best_reply(self.root, other, plan)
                if won > self.value * plan["all"]:
                    new.add(bits)
            if not new:
                return worth
            self.cuts |= new

    def range(self, place, sets):
        """The least and the most that the best of these replies wins, as a share of how often
        the plan comes to the place; None if no best plan does."""
        comes = dict.fromkeys(place.last.values(), 1) if place else {"all": 1}
        if not self.extreme(comes, [({"all": 1}, 1)]):
            return None
        scale = comes, 1
        lost = [({"least": 1, **self.bits(bits)}, comes) for bits in sets]
        rows = []
        for terms, less in lost:
            row = dict(terms)
            for name in less:
                row[name] = row.get(name, 0) - 1
            rows.append((row, 0))
        least = 1 - self.extreme({"least": 1}, [*rows, scale])
        return least, max(self.extreme(self.bits(bits), [scale]) for bits in sets)
