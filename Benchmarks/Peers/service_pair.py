"""Measures `/v1/frames` of two binaries in turns, and prints how the second is to the first.

usage: service_pair.py BASE TOOL LOADER

A round measures both, one right after the other; every other round the second goes first, so that a machine that
slows down favours neither. A ratio is of the two figures of one round. Its spread over the `ROUNDS` is what the
machine does by itself: a ratio whose spread has 1 in it shows no difference.
"""

import os
import statistics
import sys
import tempfile

from service_frame import Frame
from service_load import CORES, SECONDS, ours_at

BASE, TOOL, LOADER = sys.argv[1:4]
ROUNDS = int(os.environ.get("ROUNDS", 6))
# What is measured, the loader's name of it, and how its figures are written.
MEASURES = [
    ("CPU ms a frame", "cpuMs", ".3f"), ("frames a second", "perSecond", ".0f"), ("p50 ms", "p50Ms", ".2f"),
    ("p99 ms", "p99Ms", ".2f"), ("bytes a frame", "bytesPerAnswer", ".0f"),
]


def main():
    with tempfile.TemporaryDirectory() as folder:
        request = Frame(TOOL, os.environ["SAMPLE"], folder).request()
        base = ours_at(LOADER, "base", BASE, folder, request)
        tool = ours_at(LOADER, "tool", TOOL, folder, request)
        for number in range(ROUNDS):
            for contender in (base, tool) if number % 2 == 0 else (tool, base):
                contender.results.append(contender.run(folder))
            print(f"round {number + 1} of {ROUNDS}", file=sys.stderr, flush=True)
        print(f"`/v1/frames`, 640 x 480 JPEG in and out, the dragon; {CORES} cores with the loader on them; the medians"
              f" of {ROUNDS} rounds of {SECONDS:g} s in turns,\nand of their ratios, tool : base, with the least and"
              " the greatest.\n")
        print("| | base | tool | ratio | least | greatest |\n|---|---|---|---|---|---|")
        for name, key, style in MEASURES:
            pairs = [(one[key], other[key]) for one, other in zip(base.results, tool.results)]
            middles = [format(statistics.median(figures), style) for figures in zip(*pairs)]
            ratios = [other / one for one, other in pairs]
            print(f"| {name} | {middles[0]} | {middles[1]} | {statistics.median(ratios):.3f} | {min(ratios):.3f}"
                  f" | {max(ratios):.3f} |")


main()
