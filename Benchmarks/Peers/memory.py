"""Peak memory of rendering a short and a long clip: it should not grow.

    memory.py TOOL SAMPLE    the sample recording is put together over and over
"""

import json
import pathlib
import sys
import tempfile

import process
import table

SECONDS = (10, 120)
SAMPLE_SECONDS = 12
GROWTH_TARGET = 1.1


def lengthen(sample, seconds, folder):
    """The sample over and over, with tracking to match."""
    times = -(-seconds // SAMPLE_SECONDS)
    clip = folder / f"clip{seconds}.mp4"
    process.run(["ffmpeg", "-nostdin", "-y", "-loglevel", "error", "-stream_loop", times - 1, "-i",
                 sample / "clip.mp4", "-t", seconds, "-c", "copy", clip])
    header, *lines = (sample / "tracking.jsonl").read_text().splitlines()
    samples = [json.loads(line) for line in lines]
    with open(folder / f"clip{seconds}.jsonl", "w", encoding="utf-8") as tracking:
        tracking.write(header + "\n")
        for i in range(times):
            for entry in samples:
                moved = entry["timestampMs"] + 1000 * SAMPLE_SECONDS * i
                tracking.write(json.dumps({**entry, "timestampMs": moved}) + "\n")
    return clip


def main():
    tool, sample = sys.argv[1], pathlib.Path(sys.argv[2])
    megabytes = {}
    with tempfile.TemporaryDirectory() as folder:
        for seconds in SECONDS:
            clip = lengthen(sample, seconds, pathlib.Path(folder))
            megabytes[seconds] = process.run(
                [tool, "render", clip, "--avatar", "dragon", "-o", f"{folder}/render.mp4",
                 "--overwrite", "--progress", "none"]).megabytes
    short, long = SECONDS
    growth = megabytes[long] / megabytes[short]
    print("## Memory\n\nThe sample recording, 1280 x 720, with the dragon's mask.\n")
    print(table.markdown(
        ["clip", "peak MB", f"growth, at most {GROWTH_TARGET:g} times", ""],
        [[f"{short} s", f"{megabytes[short]:.0f}", None, None],
         [f"{long} s", f"{megabytes[long]:.0f}", f"{growth:.2f}",
          table.at_most(growth, GROWTH_TARGET)]]))


if __name__ == "__main__":
    main()
