#!/usr/bin/env python3
"""Scores how well an avatar's mask is cut out under a hand, against the hand's exact alpha.

    python3 Benchmarks/Occlusion/judge.py TOOL CLIPS

CLIPS is a folder that make_clips.py has written. TOOL renders each clip's overlay alone, with
`--occlude none` (alpha a0) and `--occlude hands` (a1). The mask is where a0 is at least 4 of 255;
there 1 - a1/a0 is the share that is cut out, and the truth is the hand's alpha.

    free      the mean cut share where the truth is at least 0.5; 1 is right
    torn      the alpha that is cut out where the truth is below 0.1, in % of the mask's; 0 is right
    far       the same, only farther than 0.03 widths of the face from any truth of 0.1 or more
    flicker   the mean change of (cut share - truth) since the frame before, where both frames have
              the mask, in %

Frames count in which the hand covers at least 1 % of the mask; README.md says what the columns are.
Renders are kept in the system's temporary folder and removed. Needs ffmpeg and numpy.
"""

import argparse
import glob
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
F = np.float32

MASK = 4            # the least alpha of the mask, of 255
HAND = 0.5          # from this truth on it is the hand's
NO_HAND = 0.1       # below this truth it is not
NEAR_HAND = 26      # the same, of 255
DISTANCE = 0.03     # what is far from the hand, in widths of the face
COVERED = 0.01      # the least part of the mask that the hand covers in a frame that counts
RIGHT, LEFT = 234, 454  # landmarks at the face's sides
WORST = 10

# The table's columns and how they are printed.
COLUMNS = {
    "frames": "d", "hands": "d", "free50": ".3f", "free5": ".3f", "freemean": ".3f", "half": "d",
    "free5h": ".3f", "halfh": "d", "torn50": ".2f", "torn95": ".2f", "far95": ".2f",
    "farmax": ".2f", "flick": ".2f", "flickmax": ".2f", "idlemax": ".2f",
}


class Box:
    """A rectangle of a frame: rows from top, columns from left, to before bottom and right."""

    def __init__(self, top, bottom, left, right):
        self.top, self.bottom, self.left, self.right = top, bottom, left, right

    @classmethod
    def around(cls, mask):
        rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
        return cls(rows[0], rows[-1] + 1, columns[0], columns[-1] + 1)

    def grown(self, by, height, width):
        return Box(
            max(0, self.top - by), min(height, self.bottom + by),
            max(0, self.left - by), min(width, self.right + by))

    def common(self, other):
        """What lies in both, or None."""
        both = Box(
            max(self.top, other.top), min(self.bottom, other.bottom),
            max(self.left, other.left), min(self.right, other.right))
        return both if both.bottom > both.top and both.right > both.left else None

    def within(self, outer):
        """The slices of this rectangle in an array that holds the outer one."""
        return np.s_[
            self.top - outer.top:self.bottom - outer.top,
            self.left - outer.left:self.right - outer.left]

    @property
    def slices(self):
        return np.s_[self.top:self.bottom, self.left:self.right]


def size_of(path):
    text = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream=width,height",
         "-of", "csv=p=0", path], capture_output=True, text=True, check=True).stdout
    return [int(value) for value in text.strip().split("\n")[0].split(",")[:2]]


def frames_of(path, width, height, filters=None, pixel_format="gray"):
    """A video's frames, one after the other."""
    channels = {"gray": 1, "rgb24": 3}[pixel_format]
    shape = (height, width) if channels == 1 else (height, width, channels)
    size = width * height * channels
    process = subprocess.Popen(
        ["ffmpeg", "-v", "error", "-threads", "1", "-i", path]
        + (["-vf", filters] if filters else [])
        + ["-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", pixel_format, "-"],
        stdout=subprocess.PIPE)
    try:
        while True:
            data = process.stdout.read(size)
            if len(data) < size:
                break
            yield np.frombuffer(data, np.uint8).reshape(shape)
    finally:
        process.stdout.close()
        process.wait()


def write_png(path, picture):
    height, width = picture.shape[:2]
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24",
         "-s", f"{width}x{height}", "-i", "-", "-frames:v", "1", path],
        input=picture.tobytes(), check=True)


def dilate(mask, radius):
    """What lies within a radius of the mask."""
    whole = int(radius)
    height, width = mask.shape
    result = np.zeros_like(mask)
    if not mask.any():
        return result
    sums = np.zeros((height, width + 2 * whole + 1), np.int32)
    sums[:, whole + 1:whole + 1 + width] = np.cumsum(mask, 1)
    sums[:, whole + 1 + width:] = sums[:, whole + width:whole + width + 1]
    for dy in range(-whole, whole + 1):
        half = int(np.sqrt(max(0, radius * radius - dy * dy)))
        first, last = whole - half, whole + half + 1
        row = (sums[:, last:last + width] - sums[:, first:first + width]) > 0
        if dy >= 0:
            result[dy:] |= row[:height - dy]
        else:
            result[:dy] |= row[-dy:]
    return result


def render(options, clip, occlude, path, *more):
    """Renders the overlay alone."""
    done = subprocess.run(
        [options.tool, "render", clip, "--avatar", options.avatar, "--avatars", options.avatars,
         "--overlay-only", "--occlude", occlude, "--codec", "ffv1", "-o", path, "--overwrite",
         "--progress", "none", *more], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{clip}: render --occlude {occlude}: {done.stderr.strip()}")


def read_tracking(clip):
    """The face's width in each sample, in pixels, and whether there is a hand."""
    with open(os.path.join(clip, "tracking.jsonl")) as file:
        head, *samples = [json.loads(line) for line in file]
    width, height = head["width"], head["height"]
    face_widths = np.full(len(samples), np.nan)
    hands = np.zeros(len(samples), bool)
    for i, sample in enumerate(samples):
        found = []
        for face in sample.get("faces", []):
            right, left = face["landmarks"][RIGHT], face["landmarks"][LEFT]
            found.append(np.hypot((right[0] - left[0]) * width, (right[1] - left[1]) * height))
        if found:
            face_widths[i] = max(found)
        hands[i] = bool(sample.get("hands"))
    face_widths[np.isnan(face_widths)] = np.nanmedian(face_widths)
    return face_widths, hands


def measure(a0, a1, truth):
    """One frame, on the mask's rectangle; None without a mask to speak of."""
    mask = a0 >= MASK
    area = float(a0[mask].sum()) / 255
    if area < 1:
        return None
    truth = truth.astype(F) / 255
    full = np.where(mask, a0, 0).astype(F)
    cut = np.where(mask, 1 - np.minimum(a1, a0) / np.maximum(full, 1), 0).astype(F)
    hand, no_hand = mask & (truth >= HAND), mask & (truth < NO_HAND)
    lost = cut * full / 255
    return {
        "cover": float((truth * full).sum() / 255 / area),
        "free": float(cut[hand].mean()) if hand.any() else None,
        "torn": 100 * float(lost[no_hand].sum()) / area,
        "lost": lost,
        "no_hand": no_hand,
        "area": area,
        "error": np.where(mask, cut - truth, 0),
        "mask": mask,
    }


def measure_far(found, box, truth, face_width):
    """What is torn far from the hand; the hand beside the mask's rectangle counts, too."""
    radius = max(1, DISTANCE * face_width)
    around = box.grown(int(radius) + 1, *truth.shape)
    near = dilate(truth[around.slices] >= NEAR_HAND, radius)[box.within(around)]
    return 100 * float(found["lost"][found["no_hand"] & ~near].sum()) / found["area"]


def measure_flicker(found, box, before):
    """How much the error changed since the frame before; None where there is none."""
    if before is None:
        return None
    last, last_box = before
    common = box.common(last_box)
    if common is None:
        return None
    here, there = common.within(box), common.within(last_box)
    both = found["mask"][here] & last["mask"][there]
    change = np.abs(found["error"][here] - last["error"][there])[both].sum()
    return 100 * float(change) / max(1, int(found["mask"].sum()))


def judge(options, clip):
    """A clip's name and its rows, one a frame that has a mask."""
    name = os.path.basename(clip)
    truth_path = os.path.join(clip, "truth.mkv")
    face_widths, hands = read_tracking(clip)
    rows, before = [], None
    with tempfile.TemporaryDirectory(prefix="judge-") as folder:
        plain, cut = os.path.join(folder, "none.mkv"), os.path.join(folder, "hands.mkv")
        render(options, clip, "none", plain)
        render(options, clip, "hands", cut)
        size = size_of(plain)
        if size != size_of(truth_path):
            raise SystemExit(f"{clip}: the render's size is not that of the truth")
        videos = zip(
            frames_of(plain, *size, "alphaextract"), frames_of(cut, *size, "alphaextract"),
            frames_of(truth_path, *size))
        for i, (a0, a1, truth) in enumerate(videos):
            sample = min(i, len(hands) - 1)
            mask, found = a0 >= MASK, None
            if mask.any():
                box = Box.around(mask)
                found = measure(a0[box.slices], a1[box.slices], truth[box.slices])
            if found is None:
                before = None
                continue
            rows.append({
                "clip": name,
                "frame": i,
                "over": found["cover"] >= COVERED,
                "cover": found["cover"],
                "free": found["free"],
                "torn": found["torn"],
                "far": measure_far(found, box, truth, face_widths[sample]),
                "flicker": measure_flicker(found, box, before),
                "hand": bool(hands[sample]),
                "fw": float(face_widths[sample]),
            })
            before = found, box
    return name, rows


def values(rows, key):
    return np.array([row[key] for row in rows if row[key] is not None], float)


def percentile(array, percent):
    return float(np.percentile(array, percent)) if len(array) else float("nan")


def mean(array):
    return float(array.mean()) if len(array) else float("nan")


def figures(rows):
    """A line of the table."""
    over = [row for row in rows if row["over"]]
    free = values(over, "free")
    free_hand = values([row for row in over if row["hand"]], "free")
    torn, far, flicker = values(over, "torn"), values(over, "far"), values(over, "flicker")
    return {
        "frames": len(over),
        "hands": sum(row["hand"] for row in over),
        "free50": percentile(free, 50),
        "free5": percentile(free, 5),
        "freemean": mean(free),
        "half": int((free < 0.5).sum()),
        "free5h": percentile(free_hand, 5),
        "halfh": int((free_hand < 0.5).sum()),
        "torn50": percentile(torn, 50),
        "torn95": percentile(torn, 95),
        "far95": percentile(far, 95),
        "farmax": percentile(far, 100),
        "flick": mean(flicker),
        "flickmax": percentile(flicker, 100),
        "idlemax": max([row["torn"] for row in rows if not row["over"]], default=0.0),
    }


def print_line(name, line):
    cells = (f"{format(line[key], form):>9s}" for key, form in COLUMNS.items())
    print(f"{name:28s}" + "".join(cells), flush=True)


def worst_of(rows):
    """The worst frames by what is not freed, the same with a tracked hand, and by what is far."""
    over = [row for row in rows if row["over"]]
    by_free = sorted(
        [row for row in over if row["free"] is not None], key=lambda row: row["free"])
    by_far = sorted(over, key=lambda row: -row["far"])
    with_hand = [row for row in by_free if row["hand"]]
    return {"free": by_free[:WORST], "freehand": with_hand[:WORST], "far": by_far[:WORST]}


def print_worst(worst):
    def words(tag, key, note=""):
        return ", ".join(
            f"{row['clip']}:{row['frame']} {row[key]:.2f}{'' if row['hand'] else note}"
            for row in worst[tag])

    print("worst free:", words("free", "free", " (no hand)"))
    print("worst free with a hand:", words("freehand", "free"))
    print("worst far: ", words("far", "far"))


def write_pictures(options, clip, numbers, prefix):
    """Three pictures of each frame side by side: the mask as cut, as it should be, the errors."""
    first, last = min(numbers), max(numbers)
    with tempfile.TemporaryDirectory(prefix="judge-") as folder:
        plain, cut = os.path.join(folder, "none.mkv"), os.path.join(folder, "hands.mkv")
        render(options, clip, "none", plain, "--frames", f"{first}-{last}")
        render(options, clip, "hands", cut, "--frames", f"{first}-{last}")
        size = size_of(plain)

        def selected(path, since, filters="", pixel_format="gray"):
            terms = "+".join(f"eq(n\\,{number - since})" for number in numbers)
            return frames_of(path, *size, f"select={terms}{filters}", pixel_format)

        videos = zip(
            numbers,
            selected(os.path.join(clip, "clip.mp4"), 0, "", "rgb24"),
            selected(os.path.join(clip, "truth.mkv"), 0),
            selected(plain, first, ",alphaextract"),
            selected(plain, first, ",format=bgra", "rgb24"),
            selected(cut, first, ",alphaextract"),
            selected(cut, first, ",format=bgra", "rgb24"))
        for number, frame, truth, a0, colours0, a1, colours1 in videos:
            frame = frame.astype(F)
            alpha = (a1 / 255)[..., None]
            as_cut = colours1 * alpha + frame * (1 - alpha)
            ideal = (a0 / 255)[..., None] * (1 - truth / 255)[..., None]
            as_should_be = colours0 * ideal + frame * (1 - ideal)
            mask = a0 >= MASK
            share = np.where(mask, 1 - np.minimum(a1, a0) / np.maximum(a0, 1.0), 0)
            error = np.where(mask, share - truth / 255, 0)[..., None]
            errors = (
                frame * 0.45 + np.maximum(error, 0) * [200, 0, 0]
                + np.maximum(-error, 0) * [0, 60, 230])
            picture = np.clip(np.hstack([as_cut, as_should_be, errors]), 0, 255)
            write_png(f"{prefix}-{number:03d}.png", picture.astype(np.uint8))


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", metavar="TOOL", help="the avatar-overlay that is judged")
    parser.add_argument("clips", metavar="CLIPS", help="the folder of make_clips.py's clips")
    parser.add_argument("--avatar", metavar="NAME", default="pig", help="(default: pig)")
    parser.add_argument(
        "--avatars", metavar="DIR", default=os.path.join(ROOT, "Avatars"),
        help="the avatars' folder (default: Avatars in the repository)")
    parser.add_argument(
        "--only", metavar="A,B", help="only the clips whose name contains one of these, as 01,07")
    parser.add_argument("--json", metavar="FILE", help="write all figures of all frames to a file")
    parser.add_argument(
        "--pictures", metavar="DIR", help="write pictures of the worst frames into a folder")
    parser.add_argument(
        "--jobs", metavar="N", type=int, default=2, help="clips judged at once (default: 2)")
    return parser.parse_args()


def find_clips(options):
    wanted = options.only.split(",") if options.only else [""]
    return [
        clip for clip in sorted(glob.glob(os.path.join(glob.escape(options.clips), "*")))
        if any(part in os.path.basename(clip) for part in wanted)
        and os.path.exists(os.path.join(clip, "truth.mkv"))
        and os.path.exists(os.path.join(clip, "tracking.jsonl"))]


def main():
    options = parse_arguments()
    clips = find_clips(options)
    if not clips:
        sys.exit("no clips")
    print(f"{'clip':28s}" + "".join(f"{key:>9s}" for key in COLUMNS))
    table, all_rows = {}, []
    with ProcessPoolExecutor(options.jobs) as pool:
        for name, rows in pool.map(judge, [options] * len(clips), clips):
            table[name] = figures(rows)
            print_line(name, table[name])
            all_rows += rows
    table["all"] = figures(all_rows)
    print_line("all", table["all"])
    worst = worst_of(all_rows)
    print_worst(worst)
    if options.json:
        with open(options.json, "w") as file:
            json.dump({
                "tool": options.tool, "avatar": options.avatar, "clips": table,
                "frames": all_rows}, file, indent=1)
    if options.pictures:
        os.makedirs(options.pictures, exist_ok=True)
        for tag, rows in worst.items():
            for name in sorted({row["clip"] for row in rows}):
                numbers = sorted({row["frame"] for row in rows if row["clip"] == name})
                write_pictures(
                    options, os.path.join(options.clips, name), numbers,
                    os.path.join(options.pictures, f"{tag}-{name}"))


if __name__ == "__main__":
    main()
