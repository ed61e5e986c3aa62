# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules of Lost Ball for tools/check-certificate --game."""


class LostBall:
    title = "Lost Ball"
    kind = "secrets"
    hides = "throw"
    outcomes = ("plain", "above", "below", "found")
    options = [("length", 3, 63), ("calls", 1, 10)]
    count = 1

    def __init__(self, rules):
        self.length, self.calls = rules
        self.room = range(1, self.length + 1)

    def start(self, first):
        # mover, hides, the yards among which the ball lies, calls left, the Thrower
        return (first, True, 1, self.length, self.calls, first)

    def hidable(self, _):
        return True

    def moves(self, _):
        return [f"call {n}" for n in self.room]

    def hide(self, state):
        return (3 - state[0], False) + state[2:]

    def play(self, state, move, secrets):
        finder, _, low, high, left, thrower = state
        yard, ball = int(move.split(" ")[1]), secrets[thrower - 1].bit_length() - 1
        if yard == ball:
            return (None, finder), "found"
        outcome = "above" if ball > yard else "below"
        if left == 1:
            return (None, thrower), outcome
        if ball > yard:
            low = max(low, yard + 1)
        else:
            high = min(high, yard - 1)
        return (finder, False, low, high, left - 1, thrower), outcome

    def matters(self, state, seat, secret):
        return secret if seat == state[5] else 0


GAMES = {"lost-ball": LostBall}
