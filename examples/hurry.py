#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Hurry, a small player for Causeway: goes as far as it can, looks before it steps where
it can look, and gets in its opponent's way. docs/writing-a-player.md explains it.

    causeway play minefield --p2 'program:python3 examples/hurry.py'
"""
import json
import sys


def say(**message):
    print(json.dumps(message), flush=True)


def spread(numbers, pick):
    """Every other number from the first on, so that there are never three in a row."""
    apart = numbers[::2] + numbers[1::2]
    return sorted(apart[:pick])


def nearest(offer, state, other):
    """The number whose cell is nearest to the opponent."""
    token = state["board"]["tokens"][other - 1][0]
    return min(offer["numbers"],
               key=lambda n: abs(offer["cells"][offer["numbers"].index(n)] - token))


def choose(turn, state):
    offers = {offer["verb"]: offer for offer in turn["offers"]}
    verb, offer = next(iter(offers.items()))
    if "scan" in offers and offer["cells"][0] not in state["board"]["safe"]:
        return f"scan {offer['cells'][0]}"
    if offer["pick"] == 0:
        return verb
    if offer["pick"] > 1:
        return " ".join([verb, *map(str, spread(offer["numbers"], offer["pick"]))])
    if verb == "block":
        return f"block {nearest(offer, state, 3 - turn['seat'])}"
    return f"{verb} {max(offer['numbers'])}"


def main():
    state = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            say(type="hello", name="Hurry in Python", version="1")
        elif message["type"] == "state":
            state = message
        elif message["type"] == "turn" and message["mover"] == message["seat"]:
            say(type="move", n=message["n"], move=choose(message, state))


main()
