"""One frame of a recording as a scene that any program can draw: a still, and placed layers."""

import json
import math
import pathlib
import subprocess


def homography(width, height, corners):
    """The map from a picture's pixels to its corners (from the top left, clockwise), row by row.

    P. S. Heckbert, "Fundamentals of Texture Mapping and Image Warping", 1989, 2.2.3.
    """
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    sx, sy = x0 - x1 + x2 - x3, y0 - y1 + y2 - y3
    dx1, dy1, dx2, dy2 = x1 - x2, y1 - y2, x3 - x2, y3 - y2
    determinant = dx1 * dy2 - dx2 * dy1
    g = (sx * dy2 - dx2 * sy) / determinant
    h = (dx1 * sy - sx * dy1) / determinant
    square = [x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h, 1]
    return [v / (width, height, 1)[i % 3] for i, v in enumerate(square)]


def inverse(m):
    """The inverse of a homography, up to a factor."""
    a, b, c, d, e, f, g, h, i = m
    return [e * i - f * h, c * h - b * i, b * f - c * e, f * g - d * i, a * i - c * g,
            c * d - a * f, d * h - e * g, b * g - a * h, a * e - b * d]


def box(corners, width, height):
    """The pixels of the frame that corners enclose: left, top, right, bottom."""
    xs, ys = zip(*corners)
    return [max(0, math.floor(min(xs))), max(0, math.floor(min(ys))),
            min(width, math.ceil(max(xs))), min(height, math.ceil(max(ys)))]


def picture_size(path):
    """The size in a PNG's header."""
    header = path.read_bytes()[16:24]
    return int.from_bytes(header[:4], "big"), int.from_bytes(header[4:], "big")


def make(tool, recording, avatar, second, folder):
    """Writes frame.png, still.jsonl (its tracking) and scene.json; gives the scene."""
    clip = recording / json.loads((recording / "recording.json").read_text())["video"]
    still = folder / "frame.png"
    subprocess.run(
        [tool, "snapshot", recording, "--avatar", "none", "--at", str(second), "-o", still,
         "--overwrite"], check=True, capture_output=True)
    sidecar = folder / "placements.jsonl"
    subprocess.run(
        [tool, "snapshot", recording, "--avatar", avatar, "--at", str(second), "--smoothing", "none",
         "-o", folder / "ours.png", "--placements", sidecar, "--overwrite"],
        check=True, capture_output=True)
    record = json.loads(sidecar.read_text())
    write_tracking(recording / "tracking.jsonl", record["timestampMs"], folder / "still.jsonl")
    layers = {layer["name"]: layer for layer in json.loads(
        pathlib.Path(f"Avatars/{avatar}/avatar.json").read_text())["layers"]}
    placed = []
    for placement in record["placements"]:
        layer = layers[placement["layer"]]
        if placement["opacity"] != 1 or layer.get("blend", "normal") != "normal":
            raise SystemExit(f"{placement['layer']} is not drawn plainly; choose another second")
        file = pathlib.Path(f"Avatars/{avatar}") / layer["image"]
        width, height = picture_size(file)
        matrix = homography(width, height, placement["corners"])
        placed.append({
            "file": str(file), "size": [width, height], "corners": placement["corners"],
            "homography": matrix, "inverse": inverse(matrix),
            "box": box(placement["corners"], record["width"], record["height"])})
    scene = {"frame": str(still), "clip": str(clip), "layers": placed}
    (folder / "scene.json").write_text(json.dumps(scene))
    return scene


def write_tracking(path, milliseconds, out):
    """The sample at a time as the tracking of a still."""
    with open(path, encoding="utf-8") as file:
        header = json.loads(next(file))
        samples = (json.loads(line) for line in file)
        sample = min(samples, key=lambda s: abs(s["timestampMs"] - milliseconds))
    header["timeOffsetMs"] = sample["timestampMs"] = 0
    out.write_text(json.dumps(header) + "\n" + json.dumps(sample) + "\n")
