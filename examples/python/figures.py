#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two figures of docs/balance.md, computed again: what the rules `fair` of Trap Runner and the book of
Minefield Navigator are worth to Player 1. Each is proved, and the proof is checked by the library."""
import causeway

for slug, rules in ("trap-runner", "fair"), ("minefield", "book"):
    answer = causeway.Rules(slug, rules).start().solve()
    print(f"{causeway.Game(slug).title}, {rules}: {answer.value} ({answer.kind.name.lower()})")
    causeway.check(answer.certificate())
