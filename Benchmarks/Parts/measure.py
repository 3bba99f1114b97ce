#!/usr/bin/env python3
"""What a render in parts costs, and how long it takes on N workers.

    measure.py TOOL RECORDING [--avatar NAME] [--part-seconds S] [--copies N] [--overhead SECONDS]

Each part is made by a process of its own, one after the other, and its processor time is measured; so are the
whole render and the join. Then a clock is simulated on which N workers take the parts in order, each as soon as it
is free, with so many seconds of an engine's overhead a part (0 for the machine's own processes; what Ray and Slurm
take, `Scale`'s --report tells). A worker is one processor. `--copies` repeats the parts: a recording that is so
many times as long.
"""

import argparse
import heapq
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time


def run(*words):
    """Runs a command; gives its processor time and its wall-clock time, in seconds."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, time.monotonic() - start


def simulated(costs, workers, overhead):
    """When the last part is done, on a clock that is only counted."""
    free = [0.0] * workers
    for cost in costs:
        heapq.heapreplace(free, free[0] + overhead + cost)
    return max(free)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool")
    parser.add_argument("recording")
    parser.add_argument("--avatar", default="dragon")
    parser.add_argument("--part-seconds", default="2")
    parser.add_argument("--copies", type=int, default=1)
    parser.add_argument("--overhead", type=float, default=0)
    asked = parser.parse_args()
    tool, recording = os.path.abspath(asked.tool), os.path.abspath(asked.recording)
    folder = tempfile.mkdtemp(prefix="parts-")
    os.chdir(folder)
    os.mkdir("store")
    try:
        whole, _ = run(tool, "render", recording, "--avatar", asked.avatar, "-o", "whole.mp4", "--threads", "2")
        run(tool, "plan", recording, "--avatar", asked.avatar, "-o", "joined.mp4", "--part-seconds",
            asked.part_seconds, "--plan", "plan.json")
        with open("plan.json") as file:
            plan = json.load(file)
        costs, estimates = [], [part["cost"] / 1e6 for part in plan["parts"]]
        for number in range(len(plan["parts"])):
            costs.append(run(tool, "part", "plan.json", str(number), "--store", "store")[0])
        join, _ = run(tool, "join", "plan.json", "--store", "store")
        sizes = os.path.getsize("joined.mp4") / os.path.getsize("whole.mp4")
    finally:
        os.chdir("/")
        shutil.rmtree(folder)

    total = sum(costs)
    print(f"{len(costs)} parts: {total:.2f} s of a processor, the whole render {whole:.2f} s (ratio {total / whole:.2f});"
          f" join {join:.2f} s; size {sizes:.3f} of the whole's")
    spread = [cost / estimate for cost, estimate in zip(costs, estimates)]
    mean = sum(spread) / len(spread)
    print(f"a part's time to its estimate: {min(spread) / mean:.2f} to {max(spread) / mean:.2f} of the mean")
    costs = costs * asked.copies
    join = join * asked.copies
    print(f"\n| workers | {len(costs)} parts and the join take | times as fast as one worker | of N |\n|---|---|---|---|")
    one = simulated(costs, 1, asked.overhead)
    for workers in (1, 2, 4, 8, 64):
        parts = simulated(costs, workers, asked.overhead)
        print(f"| {workers} | {parts + join:.1f} s | {(one + join) / (parts + join):.2f}"
              f" | {one / parts / workers:.2f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
