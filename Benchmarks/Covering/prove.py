#!/usr/bin/env python3
"""Looks for faces that are not covered, with detectors that know nothing of what was covered.

  prove.py TOOL RECORDINGS CLIPS OUT [TRACKER OPTIONS ...]

Each clip is rendered with --cover faces in each style. OpenCV's Haar cascades (Debian's opencv-data) look at every
frame of the covered clip, and at the same frames with all that was covered, and as much again around it, painted out:
what they find there is no face, and the same hit in the covered clip is none either. `track --min-face 24` looks at the
covered clip too. A hit beside the cover where the cascades find nothing in the clip as it was is none either. A face that is found counts as uncovered where at least a fifth of it lies beside what was covered; one
that lies in it is counted apart: what a detector takes for a face there is made of averages.
"""
import glob
import json
import os
import subprocess
import sys

import cv2
import numpy

CASCADES = ["haarcascade_frontalface_alt2.xml", "haarcascade_frontalface_default.xml", "haarcascade_profileface.xml"]
FOLDERS = ["/usr/share/opencv4/haarcascades", "/usr/share/opencv/haarcascades"]


def frames(path):
    if path.endswith(".png"):
        return [cv2.imread(path)]
    clip = cv2.VideoCapture(path)
    found = []
    while True:
        there, frame = clip.read()
        if not there:
            return found
        found.append(frame)


def cascades():
    folder = next(f for f in FOLDERS if os.path.exists(f))
    return [cv2.CascadeClassifier(f"{folder}/{name}") for name in CASCADES]


def hits(detectors, frame):
    """What the cascades find, in pixels of the frame; one wider than 640 pixels is looked at in 640."""
    scale = min(1, 640 / frame.shape[1])
    small = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else frame
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    found = []
    for detector in detectors:
        found += [tuple(map(int, box)) for box in detector.detectMultiScale(grey, 1.1, 3, minSize=(24, 24))]
    flipped = detectors[2].detectMultiScale(cv2.flip(grey, 1), 1.1, 3, minSize=(24, 24))
    found += [(grey.shape[1] - x - w, y, w, h) for x, y, w, h in ([tuple(map(int, b)) for b in flipped])]
    return [tuple(int(side / scale) for side in box) for box in found]


def overlap(a, b):
    w = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    h = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return w * h / (a[2] * a[3] + b[2] * b[3] - w * h) if w > 0 and h > 0 else 0


def beside(box, mask):
    """Which part of a box is not covered."""
    x, y, w, h = box
    part = mask[max(0, y):y + h, max(0, x):x + w]
    return 1 - part.mean() if part.size else 1


def judge(box, mask):
    return "uncovered" if beside(box, mask) > 0.2 else "within"


def run(*words):
    return subprocess.run(words, capture_output=True, text=True)


def main(tool, recordings, clips, out, *options):
    os.makedirs(out, exist_ok=True)
    detectors = cascades()
    sources = [(os.path.basename(os.path.dirname(p)), os.path.dirname(p), p) for p in sorted(glob.glob(f"{recordings}/*/clip.*"))]
    sources += [(os.path.basename(p), p, p) for p in sorted(glob.glob(f"{clips}/*.mkv"))]
    print(f"{'clip':16} {'style':9} {'frames':>6} {'covered':>7} | cascades: {'before':>6} {'false':>5} {'within':>6} "
          f"{'UNCOVERED':>9} | tracker: {'before':>6} {'within':>6} {'UNCOVERED':>9}")
    worst = 0
    for name, recording, path in sources:
        is_still = path.endswith(".png")
        plain = None
        for style in ["blur", "pixelate", "solid"]:
            result = f"{out}/{name}-{style}{'.png' if is_still else '.mkv'}"
            ending = [] if is_still else ["--codec", "ffv1", "--pixel-format", "yuv444p"]
            arguments = ["render", recording, "--avatar", "none", "--progress", "none", "--overwrite", *ending]
            done = run(tool, *arguments, "--cover", "faces", "--cover-style", style, "--cover-report", f"{result}.json",
                       "-o", result, *options)
            if done.returncode:
                print(f"{name:16} {style:9} refused ({done.returncode}): {done.stderr.strip().splitlines()[-1]}")
                assert not os.path.exists(result)
                continue
            if plain is None:
                same = f"{out}/{name}-plain{'.png' if is_still else '.mkv'}"
                assert run(tool, *arguments, "-o", same).returncode == 0
                plain = frames(same)
                before = [hits(detectors, frame) for frame in plain]
            covered = frames(result)
            assert len(covered) == len(plain)
            masks = [(numpy.abs(a.astype(int) - b).max(2) > 0) for a, b in zip(plain, covered)]
            masks = [cv2.morphologyEx(m.astype(numpy.uint8), cv2.MORPH_CLOSE, numpy.ones((9, 9))) for m in masks]
            tracking = f"{out}/t.jsonl"
            seen = {}
            for label, clip in [("before", f"{out}/{name}-plain"), ("after", f"{out}/{name}-{style}")]:
                if label == "before" and style != "blur":
                    continue
                clip += ".png" if is_still else ".mkv"
                done = run(tool, "track", clip, "--min-face", "24", "--num-faces", "16", "--overwrite", "-o", tracking,
                           "--progress", "none", *options)
                assert done.returncode == 0, done.stderr
                lines = [json.loads(line) for line in open(tracking)]
                width, height = lines[0]["width"], lines[0]["height"]
                seen[label] = []
                for line in lines[1:]:
                    boxes = []
                    for face in line.get("faces", []):
                        points = numpy.array(face["landmarks"])[:, :2] * (width, height)
                        low, high = points.min(0), points.max(0)
                        boxes.append(tuple(map(int, (*low, *(high - low)))))
                    seen[label].append(boxes)
            counts = {"before": 0, "false": 0, "within": 0, "uncovered": 0}
            for index, (a, b, mask) in enumerate(zip(plain, covered, masks)):
                counts["before"] += len(before[index])
                found = hits(detectors, b)
                if not found:
                    continue
                painted = b.copy()
                painted[cv2.dilate(mask, numpy.ones((31, 31))) > 0] = (110, 110, 110)
                false = hits(detectors, painted)
                for box in found:
                    # Nor is a hit beside the cover a face where the clip as it was has none: the cover's edge made it.
                    is_new = beside(box, mask) > 0.2 and not any(overlap(box, other) > 0.3 for other in before[index])
                    if is_new or any(overlap(box, other) > 0.5 for other in false):
                        counts["false"] += 1
                    else:
                        verdict = judge(box, mask)
                        counts[verdict] += 1
                        if verdict == "uncovered":
                            cv2.imwrite(f"{out}/{name}-{style}-hit-{index}.png",
                                        cv2.rectangle(b.copy(), box[:2], (box[0] + box[2], box[1] + box[3]), (0, 0, 255)))
            tracked_before = sum(map(len, seen["before"])) if style == "blur" else tracked_before
            tracked = {"before": tracked_before, "within": 0, "uncovered": 0}
            for boxes, mask in zip(seen["after"], masks):
                for box in boxes:
                    tracked[judge(box, mask)] += 1
            worst += counts["uncovered"] + tracked["uncovered"]
            print(f"{name:16} {style:9} {len(plain):6} {sum(m.any() for m in masks):7} |           {counts['before']:6} "
                  f"{counts['false']:5} {counts['within']:6} {counts['uncovered']:9} |          {tracked['before']:6} "
                  f"{tracked['within']:6} {tracked['uncovered']:9}", flush=True)
    return 1 if worst else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
