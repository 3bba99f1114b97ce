"""Where the CPU time of a render with the dragon's mask goes, by samples of `perf` on one core: what of the job
is drawing, what all that is ours, and what the codecs take.

    share.py RECORDING TOOL...

Several builds of the tool take their turns, a column each: the medians of the rounds, in percent of the job.
"""

import collections
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

import measure
import process
import table

# The first pattern that a function's name holds says what it belongs to.
TOOL = [
    ("sampling", r"^ck_\w*sample_"),
    ("source-over and blocks", r"^over_|^ck_draw_|^ck_blocks_|^ck_blend"),
    ("cells", r"^ck_cells_|^ck_find_coverage"),
    ("tiles and regions", r"Compositing"),
    ("textures", r"^ck_|^unfilter_"),
    ("reading and placing faces", r"[Tt]racking|simdjson|9FaceModel|9Placement|8Geometry"),
    ("the rest of the tool, Swift's runtime", ""),
]
LIBRARIES = [
    ("copying and clearing memory", r"libc\.so.* __mem"),
    ("PNG and JSON libraries", r"libpng|libdeflate|libz\.|libsimdjson"),
    ("the rest of the tool, Swift's runtime", r"libswift|libFoundation|lib_Foundation"),
    ("x264", r"libx264"),
    ("libavcodec", r"libavcodec"),
    ("the kernel", r"kernel"),
    ("other libraries", ""),
]
DRAWING = ["sampling", "source-over and blocks", "cells"]
MASK = [*DRAWING, "tiles and regions", "textures"]
OURS = [name for name, _ in TOOL] + [name for name, _ in LIBRARIES[:2]]


def part(library, function, tool):
    """What a sample's function belongs to."""
    rules, text = (TOOL, function) if library == tool else (LIBRARIES, f"{library} {function}")
    return next(name for name, pattern in rules if re.search(pattern, text))


def shares(tool, recording, work):
    """The parts of one render, in percent of all its samples."""
    samples = work / "samples"
    process.run([
        "taskset", "-c", "0", "perf", "record", "-q", "-F", "5000", "-o", samples,
        tool, "render", recording, "--avatar", "dragon", "--placement", "matrix",
        "--overwrite", "--progress", "none", "-o", work / "render.mp4"])
    report = subprocess.run(
        ["perf", "report", "-i", samples, "--no-children", "--no-demangle", "-t", "|",
         "--sort", "dso,symbol", "-F", "period,dso,symbol"],
        check=True, capture_output=True, text=True).stdout
    found = collections.Counter()
    for line in report.splitlines():
        columns = [column.strip() for column in line.split("|")]
        if len(columns) >= 3 and columns[0].isdigit():
            # The function's name follows "[.] ", or "[k] " in the kernel.
            found[part(columns[1], columns[2][4:], pathlib.Path(tool).name)] += int(columns[0])
    return {name: 100 * period / found.total() for name, period in found.items()}


def main():
    recording, tools = pathlib.Path(sys.argv[1]), sys.argv[2:]
    if shutil.which("perf") is None:
        sys.exit("share.py: perf is missing; apt-get install linux-perf")
    with tempfile.TemporaryDirectory() as folder:
        rounds = [[shares(tool, recording, pathlib.Path(folder)) for tool in tools]
                  for _ in range(measure.ROUNDS)]

    def row(title, names):
        sums = [[sum(share.get(name, 0) for name in names) for share in of_tool]
                for of_tool in zip(*rounds)]
        return [title, *(f"{statistics.median(of_tool):.2f}" for of_tool in sums)]

    names = dict.fromkeys(name for name, _ in TOOL + LIBRARIES)
    print(f"{recording.name}, percent of a render's CPU time; medians of {measure.ROUNDS} rounds.\n")
    print(table.markdown(["", *tools], [
        *(row(name, [name]) for name in names),
        row("**drawing**: sampling, source-over, cells", DRAWING),
        row("**the mask**: drawing, tiles, textures", MASK),
        row("**ours**: all but codecs, kernel and other libraries", OURS)]))


if __name__ == "__main__":
    main()
