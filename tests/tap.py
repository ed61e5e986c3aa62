# SPDX-License-Identifier: GPL-3.0-or-later
"""What scripts in Python share: results as TAP."""
number = 0


def report(good, what, findings=""):
    global number
    number += 1
    print(f"{'ok' if good else 'not ok'} {number} - {what}")
    if not good:
        print("\n".join("# " + line for line in str(findings).splitlines()))


def finish():
    print(f"1..{number}")
