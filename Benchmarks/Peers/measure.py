"""Times: CPU time of this thread, the least of rounds in which everything takes its turn."""

import os
import time

ROUNDS = int(os.environ.get("ROUNDS", "3"))


def interleaved(runs, rounds=10 * ROUNDS, repeats=3):
    """Seconds that each function takes at least; by the names that they are given by.

    Interleaved, so that another program's load falls on all of them; the least, because that load
    only ever adds.
    """
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(rounds):
        for name, run in runs.items():
            for _ in range(repeats):
                start = time.thread_time_ns()
                run()
                best[name] = min(best[name], time.thread_time_ns() - start)
    return {name: nanoseconds * 1e-9 for name, nanoseconds in best.items()}
