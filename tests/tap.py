# SPDX-License-Identifier: GPL-3.0-or-later
"""What scripts in Python share: results as TAP, and waiting."""
import time

number = 0


def wait_for(condition, seconds=60):
    """What the condition gives when it holds, or at last."""
    until = time.monotonic() + seconds
    while not (found := condition()) and time.monotonic() < until:
        time.sleep(0.01)
    return found


def report(good, what, findings=""):
    global number
    number += 1
    print(f"{'ok' if good else 'not ok'} {number} - {what}")
    if not good:
        print("\n".join("# " + line for line in str(findings).splitlines()))


def finish():
    print(f"1..{number}")
