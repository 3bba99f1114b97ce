"""What a stopwatch says of a whole render beside ffmpeg's plain transcode: wall-clock, CPU and peak
memory with all cores and held to one, without an avatar and with the dragon's mask.

    wall.py TOOL RECORDING

Every figure is the median of the rounds' ratios, each to the mean of the transcodes before and after it;
the transcode runs twice a round, and its own ratio says how far the machine can be trusted.
"""

import os
import pathlib
import statistics
import sys
import tempfile

import measure
import process
import table

ENCODER = ("-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-c:a", "copy")
WALL_PLAIN = 1.00  # times the transcode's wall-clock, without an avatar
WALL_MASK = 1.05  # the same with a mask
CPU = 1.10  # times its CPU time
MEMORY = 1.25  # times its peak memory
ONE_CORE = 1.02  # wall-clock on one core, times the CPU ratio


def held(command, cores):
    """The command on the first cores alone; all of them for nil."""
    return command if cores is None else ["taskset", "-c", f"0-{cores - 1}", *command]


def ratios(transcode, command, cores):
    """Wall, CPU and memory of a command over the transcode's; then the transcode's own wall."""
    found = []
    for _ in range(measure.ROUNDS):
        before = process.run(held(transcode, cores))
        ours = process.run(held(command, cores))
        after = process.run(held(transcode, cores))
        found.append((
            ours.wall / ((before.wall + after.wall) / 2),
            ours.seconds / ((before.seconds + after.seconds) / 2),
            ours.megabytes / max(before.megabytes, after.megabytes), after.wall / before.wall))
    return [statistics.median(figures) for figures in zip(*found)]


def main():
    tool, recording = sys.argv[1], pathlib.Path(sys.argv[2])
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        transcode = ["ffmpeg", "-nostdin", "-y", "-loglevel", "error", "-i",
                     recording / "clip.mp4", *ENCODER, f"{folder}/transcode.mp4"]
        render = [tool, "render", recording, "--placement", "matrix", "--overwrite", "--progress",
                  "none", "-o", f"{folder}/render.mp4", "--avatar"]
        many = str(3 * (os.cpu_count() or 1))
        cases = [
            ("no avatar", [*render, "none"], None, None, WALL_PLAIN),
            ("dragon", [*render, "dragon"], None, None, WALL_MASK),
            (f"dragon, both --threads {many}", [*render, "dragon"], many, None, WALL_MASK),
            ("dragon, --threads 1", [*render, "dragon", "--threads", "1"], None, None, None),
            ("dragon, one core", [*render, "dragon"], None, 1, ONE_CORE),
        ]
        for name, command, threads, cores, target in cases:
            peer = transcode if threads is None else [*transcode[:-1], "-threads", threads, transcode[-1]]
            ours = command if threads is None else [*command, "--threads", threads]
            wall, cpu, memory, spread = ratios(peer, ours, cores)
            bound = target * cpu if cores else target
            rows.append([
                name, f"{wall:.3f}", bound and f"{bound:.2f}", bound and table.at_most(wall, bound),
                f"{cpu:.3f}", table.at_most(cpu, CPU), f"{memory:.2f}",
                table.at_most(memory, MEMORY), f"{spread:.3f}"])
    print("## What a stopwatch says\n")
    print(f"{recording.name} with {os.cpu_count()} cores, over `ffmpeg {' '.join(ENCODER)}` of the same "
          f"round; medians of {measure.ROUNDS} rounds.\n")
    print(table.markdown(
        ["", "wall", "at most", "", "CPU", f"at most {CPU:g}", "peak memory",
         f"at most {MEMORY:g}", "the transcode's wall over itself"], rows))


if __name__ == "__main__":
    main()
