"""The table of `snapshot` beside other programs: CPU time of cold starts, and the files they write.

    snapshot_table.py TOOL RECORDING [ROUNDS]

Every process is a new one, with its files in the page cache; rounds are interleaved. The peers get
the decoded frame as a PNG and the layers' homographies worked out; ours gets the tracking.
"""

import math
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

from PIL import Image, ImageChops, ImageStat

import snapshot_scene

TARGET_MS = 60
HERE = pathlib.Path(__file__).parent


def cpu(command, environment=None):
    """A process's CPU time, user and system, in ms."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [str(part) for part in command], stdin=subprocess.DEVNULL, capture_output=True,
        env={**os.environ, **(environment or {})}, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"{command[0]} failed: {done.stderr.decode(errors='replace')}")
    return 1000 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def magick(scene, out):
    """ImageMagick's command: level 1 and the "up" filter, as ours."""
    command = ["convert", scene["frame"]]
    for layer in scene["layers"]:
        width, height = layer["size"]
        points = zip(((0, 0), (width, 0), (width, height), (0, height)), layer["corners"])
        pairs = " ".join(f"{x},{y} {u},{v}" for (x, y), (u, v) in points)
        command += ["(", layer["file"], "-alpha", "set", "-virtual-pixel", "transparent",
                    "-filter", "Triangle", "+distort", "Perspective", pairs, ")"]
    return command + ["-flatten", "-alpha", "off", "-quality", "12", out]


def programs(tool, recording, avatar, scene, folder):
    """Name, command, environment and output of each program."""
    def ours(name, arguments):
        out = folder / f"{name.replace(' ', '-')}.png"
        return (name, [tool, "snapshot", *arguments, "--avatar", avatar, "-o", out, "--overwrite"],
                {}, out)

    python = [sys.executable, "-I"]
    still = ["--video", scene["frame"], "--tracking", folder / "still.jsonl"]
    rows = [ours("avatar-overlay, the same still", still)]
    rows += [ours(f"avatar-overlay, {what}", [recording, "--at", second]) for what, second in (
        ("the clip's first frame", "0"), ("a key frame, 3.04 s", "3.04"),
        ("50 pictures behind one, 2 s", "2"))]
    for name, script in (("Pillow", "snapshot_pillow.py"), ("skia-python", "snapshot_skia.py")):
        out = folder / f"{name}.png"
        rows.append((name, [*python, HERE / script, folder / "scene.json", out], {}, out))
    out = folder / "magick.png"
    one_thread = {"MAGICK_THREAD_LIMIT": "1"}
    rows.append(("ImageMagick", magick(scene, str(out)), one_thread, out))
    return rows


def likeness(path, other):
    """The PSNR of two pictures, in dB."""
    with Image.open(path) as one, Image.open(other) as two:
        squares = ImageStat.Stat(ImageChops.difference(one.convert("RGB"), two.convert("RGB"))).sum2
        mean = sum(squares) / (3 * one.width * one.height)
    return "same" if mean == 0 else f"{10 * math.log10(255 ** 2 / mean):.1f} dB"


def table(tool, recording, avatar, rounds):
    """Prints the table of one avatar."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        scene = snapshot_scene.make(tool, recording, avatar, 0, folder)
        rows = programs(tool, recording, avatar, scene, folder)
        times = {row[0]: [] for row in rows}
        for _ in range(rounds):
            for title, command, environment, _ in rows:
                times[title].append(cpu(command, environment))
        print(f"\n{avatar}, {len(scene['layers'])} layers:\n")
        print("| program | CPU ms, least | median | PNG kB | against ours on the still | target |")
        print("|---|---|---|---|---|---|")
        for title, _, _, out in rows:
            least = min(times[title])
            mark = "reached" if least <= TARGET_MS else "**not reached**"
            like, target = likeness(rows[0][3], out), ""
            if title.startswith("avatar-overlay"):
                # Frames of the clip are other pictures.
                like, target = "", f"at most {TARGET_MS}: {mark}"
            print(f"| {title} | {least:.0f} | {statistics.median(times[title]):.0f} | "
                  f"{out.stat().st_size / 1000:.0f} | {like} | {target} |")


def parts(tool, clip, rounds):
    """Prints what no snapshot can do without."""
    nothing = ["-frames:v", "1", "-f", "null", "-"]
    rows = [("avatar-overlay --version: the program and its libraries are loaded",
             [tool, "--version"]),
            ("ffmpeg -version: likewise", ["ffmpeg", "-version"])]
    rows += [(f"ffmpeg -ss {second}: likewise, and one frame decoded",
              ["ffmpeg", "-threads", "1", "-ss", second, "-i", clip, "-threads", "1", *nothing])
             for second in ("0", "3.04", "2")]
    print("\n| for comparison | CPU ms, least |\n|---|---|")
    for title, command in rows:
        print(f"| {title} | {min(cpu(command) for _ in range(rounds)):.0f} |")


def main(tool, recording, rounds="10"):
    recording = pathlib.Path(recording)
    print(f"One {recording.name} frame of 1280 x 720 to PNG, cold start of the process, {rounds} "
          "interleaved rounds. Pillow warps bilinearly and writes zlib level 1; skia-python draws\n"
          "with linear mipmaps; ImageMagick distorts with a triangle filter and writes level 1; "
          "they read the frame and the layers as PNG.")
    for avatar in ("dragon", "pig"):
        table(tool, recording, avatar, int(rounds))
    parts(tool, recording / "clip.mp4", int(rounds))


main(*sys.argv[1:])
