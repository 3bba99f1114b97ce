#!/usr/bin/env python3
"""The same mask drawn by our meshes and by OSMesa's llvmpipe: CPU time and pictures.

usage: osmesa.py [ROUNDS] [FOLDER]

Builds osmesa.c and Meshes/main.swift into FOLDER (.build/bench-meshes). In each round both draw a slow turn of 120
frames, one after the other. The table has the least CPU ms a frame (user and system, all threads; llvmpipe draws in the
caller's thread), and the median of the rounds' ratios. The pictures of three frames are compared inside the mask with
ours, and with the truth: the mean of 8 x 8 times the pixels, by OSMesa. Of each, the least PSNR counts. The program
ends with 1 where a picture has under 30 dB to ours.
Needs NumPy, a C compiler, Swift, and Debian's libosmesa6-dev.
"""

import math
import os
import pathlib
import shutil
import statistics
import subprocess
import sys

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TARGETS = {
    "Pixels": "CAnimation CHEIF CJPEG CKernels CPNG CTurboJPEG CWebP Compositing Imaging",
    "Ground": "CLoading Files Geometry KernelDispatch Problems",
}
FRAMES, SHOWN, SCALE, LEAST = 120, (0, 15, 28), 8, 30
PLAIN = {"LP_NUM_THREADS": "0"}
# Name, program, how many times as large, what else the environment has.
WAYS = [
    ("ours, 16 points a pixel", "meshes", None, {}),
    ("OSMesa, 4 samples a pixel, trilinear", "osmesa", 1, PLAIN),
    ("the same with anisotropy 16", "osmesa", 1, {**PLAIN, "ANISOTROPY": "16"}),
    ("OSMesa, 2 x 2 times the pixels (16 samples), without their averaging", "osmesa", 2, PLAIN),
]


def build(folder):
    """The paths of both programs."""
    sources = folder / "Sources"
    (sources / "meshes").mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "Meshes/Package.swift", folder)
    shutil.copy(HERE / "Meshes/main.swift", sources / "meshes")
    for layer, names in TARGETS.items():
        for name in names.split():
            link = sources / name
            link.unlink(missing_ok=True)
            link.symlink_to(ROOT / "Sources" / layer / name)
    subprocess.run(["swift", "build", "-c", "release", "--package-path", folder], check=True, stdout=sys.stderr)
    subprocess.run(
        ["cc", "-std=gnu17", "-O2", "-Wall", "-Wextra", "-Werror", HERE / "osmesa.c", "-lOSMesa", "-lm",
         "-o", folder / "osmesa"], check=True)
    return {"meshes": folder / ".build/release/meshes", "osmesa": folder / "osmesa"}


def run(program, frames, picture, shown, scale, more):
    """CPU ms a frame, and what the program says of itself."""
    words = [program, str(frames), picture, str(shown)] + ([str(scale)] if scale else [])
    line = subprocess.run(words, check=True, capture_output=True, text=True, env={**os.environ, **more}).stdout
    return float(line.split("\t")[0]), line.split("\t")[1].strip()


def pixels(path):
    """The values of a PPM file."""
    _, size, _, values = path.read_bytes().split(b"\n", 3)
    width, height = map(int, size.split())
    return np.frombuffer(values, np.uint8).reshape(height, width, 3).astype(float)


def decibels(a, b):
    """PSNR where either picture is not ground."""
    inside = (a != 128).any(2) | (b != 128).any(2)
    error = ((a - b)[inside] ** 2).mean()
    return math.inf if error == 0 else 10 * math.log10(255**2 / error)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    folder = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ROOT / ".build/bench-meshes").resolve()
    programs = build(folder)
    times = [[] for _ in WAYS]
    for turn in range(rounds):
        for number, (_, program, scale, more) in list(enumerate(WAYS))[:: 1 if turn % 2 == 0 else -1]:
            spent, what = run(programs[program], FRAMES, folder / "timed.ppm", 0, scale, more)
            times[number].append(spent)
            if turn == 0:
                print(what, file=sys.stderr)
    to_ours, to_truth = [[] for _ in WAYS], [[] for _ in WAYS]
    for shown in SHOWN:
        run(programs["osmesa"], 1, folder / f"{shown}-truth.ppm", shown, SCALE, PLAIN)
        truth, ours = pixels(folder / f"{shown}-truth.ppm"), None
        for number, (_, program, scale, more) in enumerate(WAYS):
            path = folder / f"{shown}-{number}.ppm"
            run(programs[program], 1, path, shown, scale, more)
            picture = pixels(path)
            ours = picture if ours is None else ours
            to_ours[number].append(decibels(picture, ours))
            to_truth[number].append(decibels(picture, truth))
    print("| | CPU ms a frame | times ours (range) | dB to ours | dB to the truth |\n|---|---|---|---|---|")
    for number, (name, *_) in enumerate(WAYS):
        ratios = [b / a for a, b in zip(times[0], times[number])]
        beside = f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})" if number else ""
        alike = f"{min(to_ours[number]):.1f}" if number else ""
        print(f"| {name} | {min(times[number]):.2f} | {beside} | {alike} | {min(to_truth[number]):.1f} |")
    return 0 if min(map(min, to_ours[1:])) >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
