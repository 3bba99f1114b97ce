"""How far overlays slide over the skin of a portrait that moves along known paths, smoothed and not.

    python3 Benchmarks/Peers/sliding.py TOOL PHOTO FACE_MODEL

A clip is made of PHOTO for each path, with a camera's noise, tracked by TOOL with one face asked for, where MediaPipe
filters landmarks, and with four, where it does not, and measured by `align --skin`. Writes the table of
Benchmarks/SMOOTHING.md, with the exact truth beside it: how far the middle of the tracked eyes moves off the path.
Needs ffmpeg, numpy and OpenCV, and runs in the project's folder for its avatars.
"""

import json
import os
import subprocess
import sys
import tempfile

import cv2
import numpy as np

FRAMES, NOISE, CRF = 100, 3, "16"
SPANS = (1, 5, 15)
SETTLED = 8  # the frames in which a tracker drifts into place
EYE_CORNERS = (33, 133, 362, 263)


def shake(t, seed):
    return np.sin(t / 17 + seed) + np.sin(t / 29 + 2 * seed) + np.sin(t / 41 + 3 * seed)


# By name: frames a second, and the shift in pixels at a time in milliseconds.
PATHS = {
    "still": (30, lambda t: (0, 0)),
    "a slow sway of 40 px": (30, lambda t: (40 * np.sin(t / 320), 0)),
    "a sway of 60 px in a second": (30, lambda t: (60 * np.sin(t / 160), 0)),
    "a nod of 2 px a frame": (30, lambda t: (0, 6 * np.sin(t / 95))),
    "of 4 px": (30, lambda t: (0, 12 * np.sin(t / 95))),
    "of 7 px": (30, lambda t: (0, 20 * np.sin(t / 95))),
    "of 12 px": (30, lambda t: (0, 35 * np.sin(t / 95))),
    "of 10 px, to and fro in a third of a second": (30, lambda t: (0, 15 * np.sin(t / 50))),
    "of 50 px": (30, lambda t: (0, 60 * np.sin(t / 40))),
    "starts and stops": (30, lambda t: (50 * np.tanh((t - 1500) / 120), 10 * np.tanh((t - 2200) / 80))),
    "a quick rise, 25 frames a second": (25, lambda t: (0, 45 - 90 / (1 + np.exp((1200 - t) / 40)))),
    "steps of 20 px": (30, lambda t: (20 * (900 <= t < 1900), -12 * (t >= 1700))),
    "a shaken camera": (30, lambda t: (shake(t, 1), shake(t, 2))),
}


def make(photo, path, rate, clip):
    height, width = (side // 2 * 2 for side in photo.shape[:2])
    random = np.random.default_rng(1)
    encoder = subprocess.Popen(
        ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "bgr24", "-s", f"{width}x{height}",
         "-r", str(rate), "-i", "-", "-c:v", "libx264", "-crf", CRF, "-pix_fmt", "yuv420p", clip],
        stdin=subprocess.PIPE)
    for index in range(FRAMES):
        dx, dy = path(index * 1000 / rate)
        moved = cv2.warpAffine(
            photo, np.float32([[1, 0, dx], [0, 1, dy]]), (width, height), flags=cv2.INTER_CUBIC,
            borderValue=(128, 128, 128))
        noisy = moved + random.normal(0, NOISE, moved.shape)
        encoder.stdin.write(np.clip(noisy, 0, 255).astype(np.uint8).tobytes())
    encoder.stdin.close()
    if encoder.wait() != 0:
        sys.exit("ffmpeg could not make a clip")


def words(figures):
    return " / ".join("–" if np.isnan(figure) else f"{figure:.2f}" for figure in figures)


def slide(tool, folder, smoothing):
    report = subprocess.run(
        [tool, "align", folder, "--avatar", "dragon", "--skin", "--json", "--summary", "--smoothing", smoothing],
        capture_output=True, check=True)
    metrics = json.loads(report.stdout)["metrics"]
    return words(metrics.get(f"skin{span}Px", np.nan) for span in SPANS)


def truth(folder, path, rate):
    with open(f"{folder}/tracking.jsonl") as file:
        lines = [json.loads(line) for line in file]
    size = (lines[0]["width"], lines[0]["height"])
    errors = {}
    for sample in lines[1:]:
        if sample["faces"]:
            corners = np.array([sample["faces"][0]["landmarks"][index][:2] for index in EYE_CORNERS]) * size
            index = round(sample["timestampMs"] * rate / 1000)
            errors[index] = corners.mean(0) - path(index * 1000 / rate)
    moves = ([errors[i + span] - errors[i] for i in errors if i >= SETTLED and i + span in errors] for span in SPANS)
    return words(np.sqrt(np.mean(np.sum(np.square(move), 1))) for move in moves)


def main():
    tool, photo, model = (os.path.realpath(path) for path in sys.argv[1:4])
    picture = cv2.imread(photo)
    print("| made clip | not filtered, `none` | not filtered, `offline` | filtered, `none` | filtered, `offline` "
          "| the truth of `none`, not filtered |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        clip = f"{folder}/clip.mp4"
        with open(f"{folder}/recording.json", "w") as file:
            json.dump({"video": "clip.mp4", "tracking": "tracking.jsonl"}, file)
        for name, (rate, path) in PATHS.items():
            make(picture, path, rate, clip)
            row, exact = [], ""
            for faces in ("4", "1"):
                subprocess.run(
                    [tool, "track", clip, "-o", f"{folder}/tracking.jsonl", "--overwrite", "--num-faces", faces,
                     "--face-model", model, "--progress", "none"], check=True, capture_output=True)
                row += [slide(tool, folder, smoothing) for smoothing in ("none", "offline")]
                exact = exact or truth(folder, path, rate)
            print(f"| {name} | {' | '.join(row)} | {exact} |", flush=True)


if __name__ == "__main__":
    main()
