"""Times: CPU time of this thread, the least of rounds in which everything takes its turn."""

import os
import time

ROUNDS = int(os.environ.get("ROUNDS", "3"))


def once(run):
    """Seconds that a function takes."""
    start = time.thread_time_ns()
    run()
    return (time.thread_time_ns() - start) * 1e-9


def interleaved(runs, rounds=10 * ROUNDS, repeats=3):
    """Seconds that each function takes at least; by the names that they are given by.

    Interleaved, so that another program's load falls on all of them; the least, because that load
    only ever adds.
    """
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(rounds):
        for name, run in runs.items():
            for _ in range(repeats):
                best[name] = min(best[name], once(run))
    return best
