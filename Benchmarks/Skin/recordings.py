#!/usr/bin/env python3
"""Judges the correction on real recordings.

    python3 Benchmarks/Skin/recordings.py TOOL RUNNER RECORDINGS OUT [--only NAME,...]

TOOL is avatar-overlay, RUNNER the program of this folder (README.md). Needs NumPy, OpenCV and FFmpeg.
"""

import argparse
import json
import os
import re
import subprocess

import numpy as np

from judge import SPANS, Judge
from square import canonical, package

HERE = os.path.dirname(os.path.abspath(__file__))


def sides(clip):
    text = subprocess.run(["ffmpeg", "-hide_banner", "-i", clip, "-frames:v", "1", "-f", "null", "-"],
                          capture_output=True, text=True).stderr
    return [int(x) for x in re.findall(r"Video: wrapped_avframe.* (\d+)x(\d+)", text)[0]]


def frames(clip, width, height):
    raw = subprocess.run(["ffmpeg", "-v", "error", "-i", clip, "-fps_mode", "passthrough", "-f", "rawvideo",
                          "-pix_fmt", "gray", "-"], capture_output=True, check=True).stdout
    return np.frombuffer(raw, np.uint8).reshape(-1, height, width)


def placements(tool, folder, out, name, smoothing):
    path = os.path.join(out, f"{name}-{smoothing}.jsonl")
    if not os.path.exists(path):
        clip = os.path.join(out, "overlay.mov")
        subprocess.run([tool, "render", folder, "--avatar", "square", "--avatars", package(out),
                        "--overlay-only", "--codec", "prores4444", "--smoothing", smoothing, "--placements", path,
                        "-o", clip, "--overwrite"], check=True, capture_output=True)
        os.remove(clip)
    with open(path) as file:
        return [json.loads(line) for line in file]


def quads(lines):
    return [{p["face"]: p["corners"] for p in line["placements"] if p["opacity"] > 0} for line in lines]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("tool", "runner", "recordings", "out"):
        parser.add_argument(name)
    parser.add_argument("--only", default="")
    parser.add_argument("--force", action="store_true", help="correct where the clip does not allow it too")
    parser.add_argument("--ways", default="none,offline,stuck", help="which placements to judge")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    numbers = [int(x) for x in subprocess.check_output([options.runner]).split()]
    seeds, depths = canonical(numbers)
    judge = Judge(seeds, depths)
    for name in sorted(os.listdir(options.recordings)):
        folder = os.path.join(options.recordings, name)
        clips = [os.path.join(folder, f"clip.{e}") for e in ("mp4", "mov", "mkv")]
        clip = next((c for c in clips if os.path.exists(c)), None)
        if clip is None or (options.only and name not in options.only.split(",")):
            continue
        width, height = sides(clip)
        pictures = frames(clip, width, height)
        raw, smooth = (placements(options.tool, folder, options.out, name, s) for s in ("none", "offline"))
        with open(os.path.join(folder, "tracking.jsonl")) as file:
            samples = [json.loads(line) for line in file]
        samples = [s for s in samples if s.get("faces")]
        times = np.array([s["timestampMs"] for s in samples])
        lines = []
        for a, b in zip(raw, smooth):
            ms = a["timestampMs"]
            nearest = int(np.argmin(abs(times - ms)))
            faces, both = [], quads([a, b])
            points = [np.array([[p["x"] * width, p["y"] * height] if isinstance(p, dict) else
                                [p[0] * width, p[1] * height] for p in f["landmarks"]])[numbers]
                      for f in samples[nearest]["faces"] if f.get("landmarks")]
            for face in sorted(set(both[0]) & set(both[1])):
                middle = np.mean(both[1][face], 0)
                own = min(points, key=lambda p: np.hypot(*(p.mean(0) - middle)))
                faces.append({"id": face, "raw": both[0][face], "smoothed": both[1][face], "seeds": own.tolist(),
                              "isSample": bool(abs(times[nearest] - ms) <= 0.5)})
            lines.append(json.dumps({"ms": ms, "faces": faces}))
        path = os.path.join(options.out, f"{name}.faces.jsonl")
        with open(path, "w") as file:
            file.write("\n".join(lines) + "\n")
        run = subprocess.run([options.runner, str(width), str(height), path] + ["force"] * options.force,
                             input=pictures[:len(lines)].tobytes(), capture_output=True, check=True)
        print(run.stderr.decode().strip())
        stuck = [dict(q) for q in quads(smooth)]
        with open(os.path.join(options.out, f"{name}.stuck.jsonl"), "wb") as file:
            file.write(run.stdout)
        for line in run.stdout.splitlines():
            entry = json.loads(line)
            stuck[entry["frame"]][entry["id"]] = entry["corners"]
        for label, placed in (("none", quads(raw)), ("offline", quads(smooth)), ("stuck", stuck)):
            if label not in options.ways.split(","):
                continue
            squares, counts = dict.fromkeys(SPANS, 0.0), 0
            for face in sorted({f for frame in placed for f in frame}):
                figures = judge.judge(pictures, [frame.get(face) for frame in placed])
                counts += 1
                for k in SPANS:
                    squares[k] += figures[k] ** 2
            text = " / ".join(f"{(squares[k] / max(counts, 1)) ** 0.5:.2f}" for k in SPANS)
            print(f"{name:16} {label:8} {text}", flush=True)


if __name__ == "__main__":
    main()
