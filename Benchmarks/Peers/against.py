"""Two builds of the tool against each other: CPU time of whole commands, as the median of the ratios of
rounds in which both take their turn. The earlier build runs twice a round: how far its own ratio is
from 1 is how far the machine can be trusted.

usage: against.py TOOL_BEFORE TOOL_AFTER RECORDING [ROUNDS]
"""

import pathlib
import statistics
import sys
import tempfile

from process import run
from table import markdown


def commands(recording, folder):
    """The commands by name, each with how often it runs in a turn."""
    clip = ["--overwrite", "--progress", "none", "-o", folder / "clip.mp4"]
    picture = ["--overwrite", "-o", folder / "picture.png"]
    render, snapshot = ["render", recording], ["snapshot", recording]
    return {
        "render, no avatar": (1, render + ["--avatar", "none"] + clip),
        "render, dragon": (1, render + ["--avatar", "dragon"] + clip),
        "render 100 frames, dragon, mirrored, snow": (
            1, render + ["--frames", "0-99", "--avatar", "dragon", "--mirror", "--filter", "snow"] + clip),
        "overlay alone of 100 frames, pig, FFV1": (
            1, render + ["--frames", "0-99", "--avatar", "pig", "--overlay-only", "--overwrite",
                         "--progress", "none", "-o", folder / "overlay.mkv"]),
        "40 pictures, ox": (
            1, render + ["--frames", "0-39", "--avatar", "ox", "--overwrite", "--progress", "none",
                         "-o", folder / "%03d.png"]),
        "snapshot": (8, snapshot + ["--at", "1", "--avatar", "dragon"] + picture),
        "snapshot --best": (1, snapshot + ["--best", "--avatar", "dragon"] + picture),
        "inspect": (1, ["inspect", recording]),
        "align": (1, ["align", recording, "--avatar", "dragon"]),
        "avatars lint": (8, ["avatars", "lint"]),
    }


def main():
    before, after, recording = sys.argv[1:4]
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 5
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, (times, words) in commands(recording, pathlib.Path(folder)).items():
            def seconds(tool):
                return sum(run([tool] + words).seconds for _ in range(times)) / times

            first, again, other = [], [], []
            for turn in range(rounds):
                order = [(first, before), (other, after), (again, before)]
                for figures, tool in order if turn % 2 == 0 else reversed(order):
                    figures.append(seconds(tool))
            ratios = [b / a for a, b in zip(first, other)]
            spread = [b / a for a, b in zip(first, again)]
            rows.append([
                name, f"{statistics.median(first):.3f}", f"{statistics.median(ratios):.3f}",
                f"{statistics.median(spread):.3f} ({min(spread):.2f} to {max(spread):.2f})",
            ])
    print(markdown(["command", "before, CPU s", "after / before", "before / before"], rows))


if __name__ == "__main__":
    main()
