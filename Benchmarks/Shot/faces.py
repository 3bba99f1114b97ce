#!/usr/bin/env python3
"""Makes clips of faces in a known light, and holds the light that is found on them against it.

    python3 Benchmarks/Shot/faces.py make RECORDINGS CLIPS
    python3 Benchmarks/Shot/faces.py render CLIPS LOOKS TOOL
    python3 Benchmarks/Shot/faces.py judge CLIPS LOOKS

`make` changes the light of real recordings, in linear light: the whole frame's level and tint, that of the skin
alone, and light from a side, by the normals of the canonical face under the tracked matrix, drawn into the frame.
Each clip is a folder of CLIPS that is a recording, with `truth.json`.

`render` draws a flat grey layer on each face with TOOL, once with `--light match` and once with `--light none`, and
writes what the layer's pixels are multiplied by, as a level and a direction, to LOOKS/NAME.jsonl: a line a frame with
`timeMs`, `level`, `direction` [x right, y up], `colour` [r, g, b] of luminance 1. `judge` takes that of any program.

The figures are those of "Bars: Face". Needs NumPy and ffmpeg.
"""

import argparse
import glob
import json
import os
import subprocess
import tempfile

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LUMINANCE = np.array([0.2126, 0.7152, 0.0722])
FRAMES = 30
# The recordings, and the first of the frames that are taken, in all of which the face is seen whole.
BASES = {"expressions": 0, "gesture": 0, "phone-portrait": 0, "winks": 0}
# Light from a side: 0.7 + direction . normal.
AMBIENT = 0.7
SIDES = {
    "left": (-0.5, 0), "right": (0.5, 0), "above": (0, 0.5), "below": (0, -0.4), "upper-left": (-0.35, 0.35),
    "upper-right": (0.3, 0.4),
}
TINTS = {"warm": (1.2, 1.0, 0.7), "cool": (0.8, 1.0, 1.2)}
GAINS = {"dark": 0.5, "darker": 0.25}
STEP, STEP_AT = 0.6, 15
NOISE = 2.0
# Up to this direction by its level, a recording's own light is called even.
EVEN = 0.3
# Loops of landmarks: the face's outline, and what of it is no skin.
OVAL = (10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149,
        150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109)
FEATURES = (
    (33, 7, 163, 144, 145, 153, 154, 155, 133, 173, 157, 158, 159, 160, 161, 246),
    (263, 249, 390, 373, 374, 380, 381, 382, 362, 398, 384, 385, 386, 387, 388, 466),
    (61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 409, 270, 269, 267, 0, 37, 39, 40, 185),
)
# The grey layer: sRGB of its pixels, and its edges' angle by the rules of "Light: On a face".
GREY, EDGE = 110, np.pi / 3


def linear(signal):
    return np.where(signal <= 0.04045, signal / 12.92, ((signal + 0.055) / 1.055) ** 2.4)


LIGHT = linear(np.arange(256) / 255)


def encoded(light):
    """8-bit levels, with the rounding error spread by a fixed pattern so that dark frames keep their means."""
    light = np.clip(light, 0, 1)
    signal = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    pattern = np.random.default_rng(7).random(signal.shape[:2])[..., None]
    return np.clip(signal * 255 + pattern, 0, 255).astype(np.uint8)


def read(path, width, height, first=0, count=FRAMES):
    """Frames of a clip as R'G'B' of 8 bit, upright."""
    data = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", path, "-vf",
         f"select=between(n\\,{first}\\,{first + count - 1}),scale={width}:{height}", "-vsync", "passthrough",
         "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], stdout=subprocess.PIPE, check=True).stdout
    return np.frombuffer(data, np.uint8).reshape(-1, height, width, 3)


def write(folder, name, frames, samples, truth):
    """Writes a clip as a recording."""
    path = os.path.join(folder, name)
    os.makedirs(path, exist_ok=True)
    height, width = frames[0].shape[:2]
    colours = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"]
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", "25",
         "-i", "-", "-vf", "scale=out_color_matrix=bt709:out_range=tv", "-c:v", "libx264", "-crf", "8", "-pix_fmt",
         "yuv420p", *colours, os.path.join(path, "clip.mp4")],
        input=b"".join(frame.tobytes() for frame in frames), check=True)
    header = {"format": "avatar-tracking/1", "width": width, "height": height}
    lines = [header] + [{**sample, "timestampMs": 40.0 * index} for index, sample in enumerate(samples)]
    with open(os.path.join(path, "tracking.jsonl"), "w", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    for file_name, value in (
        ("recording.json", {"video": "clip.mp4", "tracking": "tracking.jsonl"}), ("truth.json", truth)):
        with open(os.path.join(path, file_name), "w", encoding="utf-8") as file:
            json.dump(value, file)


class Mesh:
    """The canonical face: its triangles and the normals of its vertices."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            face = json.load(file)
        points, self.triangles = np.array(face["positions"]).reshape(-1, 3), np.array(face["triangles"]).reshape(-1, 3)
        a, b, c = (points[self.triangles[:, corner]] for corner in range(3))
        normals = np.zeros_like(points)
        for corner in range(3):
            np.add.at(normals, self.triangles[:, corner], np.cross(b - a, c - a))
        self.normals = normals / np.linalg.norm(normals, axis=1, keepdims=True)

    def drawn(self, face, width, height):
        """The normals of the pixels of a face, posed, and which pixels those are."""
        points = places(face, width, height)
        normals = self.normals @ turn(face).T
        picture, mask = np.zeros((height, width, 3)), np.zeros((height, width), bool)
        for corners in self.triangles:
            p, q, r = points[corners]
            area = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
            # Seen from the front corners run anticlockwise, where y points up.
            if area >= -1e-9:
                continue
            left, top = np.maximum(np.floor(points[corners].min(0)).astype(int), 0)
            right, bottom = np.minimum(np.ceil(points[corners].max(0)).astype(int) + 1, (width, height))
            if left >= right or top >= bottom:
                continue
            x, y = np.meshgrid(np.arange(left, right) + 0.5, np.arange(top, bottom) + 0.5)
            first = ((q[0] - x) * (r[1] - y) - (q[1] - y) * (r[0] - x)) / area
            second = ((r[0] - x) * (p[1] - y) - (r[1] - y) * (p[0] - x)) / area
            inside = (first >= 0) & (second >= 0) & (first + second <= 1)
            parts = np.stack([first, second, 1 - first - second], -1)
            picture[top:bottom, left:right][inside] = (parts @ normals[corners])[inside]
            mask[top:bottom, left:right] |= inside
        length = np.linalg.norm(picture, axis=2, keepdims=True)
        return picture / np.maximum(length, 1e-9), mask


def places(face, width, height):
    return np.array(face["landmarks"])[:, :2] * (width, height)


def turn(face):
    matrix = np.array(face["matrix"], float).reshape(4, 4)
    if np.abs(matrix[3, :3]).max() > 1e-6:
        matrix = matrix.T
    return matrix[:3, :3] / np.linalg.norm(matrix[:3, 0])


def inside(loop, width, height):
    """Which pixels lie within a closed line, by the even-odd rule."""
    x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    found = np.zeros((height, width), bool)
    for a, b in zip(loop, np.roll(loop, -1, 0)):
        if a[1] != b[1]:
            found ^= ((a[1] > y) != (b[1] > y)) & (x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0])
    return found


def skin(face, width, height):
    points = places(face, width, height)
    mask = inside(points[list(OVAL)], width, height)
    for loop in FEATURES:
        mask &= ~inside(points[list(loop)], width, height)
    return mask


def make(recordings, clips):
    mesh = Mesh(os.path.join(os.path.dirname(recordings.rstrip("/")), "data", "canonical_face.json"))
    for base, first in BASES.items():
        folder = os.path.join(recordings, base)
        with open(os.path.join(folder, "tracking.jsonl"), encoding="utf-8") as file:
            header, *samples = (json.loads(line) for line in file)
        width, height = header["width"], header["height"]
        frames = read(glob.glob(os.path.join(folder, "clip.*"))[0], width, height, first)
        samples = samples[first:first + len(frames)]
        faces = [sample["faces"][0] for sample in samples]
        light = [LIGHT[frame] for frame in frames]

        def clip(name, change, **truth):
            changed = [encoded(change(index, picture)) for index, picture in enumerate(light)]
            write(clips, f"{base}-{name}", changed, samples, {"base": base, "kind": name, **truth})

        clip("base", lambda _, picture: picture)
        for name, gain in GAINS.items():
            clip(name, lambda _, picture: picture * gain, gain=gain)
        for name, tint in TINTS.items():
            # As bright as before, and dark enough that no channel burns out that did not.
            clip(name, lambda _, picture: picture * tint / max(tint), tint=tint)
        clip("step", lambda index, picture: picture * (STEP if index >= STEP_AT else 1), gain=STEP, at=STEP_AT)
        masks = [skin(face, width, height)[..., None] for face in faces]
        clip("skin", lambda index, picture: np.where(masks[index], picture * 0.5, picture), skin=0.5)
        drawn = [mesh.drawn(face, width, height) for face in faces]
        for name, side in SIDES.items():
            def lit(index, picture):
                normals, mask = drawn[index]
                factor = np.where(mask, AMBIENT + normals[..., :2] @ np.array(side), AMBIENT)
                return picture * np.maximum(factor, 0.02)[..., None]
            clip(name, lit, direction=side, ambient=AMBIENT)
        noise = np.random.default_rng(11)
        still = np.clip(frames[0] + noise.normal(0, NOISE, (FRAMES, *frames[0].shape)) + 0.5, 0, 255)
        write(clips, f"{base}-still", list(still.astype(np.uint8)), samples[:1] * FRAMES,
              {"base": base, "kind": "still"})


# The layer's places that are looked at, in parts of its half sides, and their normals before the head's pose.
GRID = np.array([(s, t) for t in np.linspace(-0.7, 0.7, 8) for s in np.linspace(-0.7, 0.7, 8)])


def render(clips, looks, tool):
    os.makedirs(looks, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        avatar = os.path.join(folder, "grey")
        os.makedirs(avatar)
        subprocess.run(
            ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", f"color=0x{GREY:02x}{GREY:02x}{GREY:02x}:s=128x128",
             "-frames:v", "1", "-pix_fmt", "rgba", os.path.join(avatar, "grey.png")], check=True)
        manifest = {"version": 1, "name": {"en": "Grey"}, "layers": [
            {"name": "grey", "image": "grey.png", "anchor": "nose", "scale": 1.6, "offset": {"x": 0, "y": 0, "z": 0}}]}
        with open(os.path.join(avatar, "avatar.json"), "w", encoding="utf-8") as file:
            json.dump(manifest, file)
        for path in sorted(glob.glob(os.path.join(clips, "*", "truth.json"))):
            recording = os.path.dirname(path)
            with open(os.path.join(recording, "tracking.jsonl"), encoding="utf-8") as file:
                header, *samples = (json.loads(line) for line in file)
            shown = {}
            for light in ("match", "none"):
                out, sidecar = (os.path.join(folder, f"{light}.{ending}") for ending in ("mkv", "jsonl"))
                subprocess.run(
                    [tool, "render", recording, "--avatar", avatar, "--placement", "matrix", "--smoothing", "none",
                     "--light", light, "--codec", "ffv1", "--placements", sidecar, "--overwrite", "-o", out],
                    check=True, stdout=subprocess.DEVNULL)
                shown[light] = read(out, header["width"], header["height"])
            with open(sidecar, encoding="utf-8") as file:
                placed = [json.loads(line)["placements"][0] for line in file]
            name = os.path.basename(recording)
            with open(os.path.join(looks, f"{name}.jsonl"), "w", encoding="utf-8") as file:
                for index, (sample, placement) in enumerate(zip(samples, placed)):
                    look = measured(shown["match"][index], shown["none"][index], sample, placement)
                    file.write(json.dumps({"timeMs": 40.0 * index, **look}) + "\n")
            print(name, flush=True)


def measured(match, none, sample, placement):
    """The light on a layer: linear pixels by those without light, fitted as a level and a direction."""
    corners = np.array(placement["corners"], float)  # from the upper left, clockwise
    s, t = (GRID.T + 1) / 2
    upper = corners[0] + np.outer(s, corners[1] - corners[0])
    lower = corners[3] + np.outer(s, corners[2] - corners[3])
    x, y = (upper + (lower - upper) * t[:, None]).astype(int).T
    factor = LIGHT[match[y, x]] / LIGHT[none[y, x]]
    a, b = GRID[:, 0] * EDGE, -GRID[:, 1] * EDGE
    normals = np.stack([np.sin(a) * np.cos(b), np.cos(a) * np.sin(b), np.cos(a) * np.cos(b)], 1)
    normals = normals / np.linalg.norm(normals, axis=1, keepdims=True) @ turn(sample["faces"][0]).T
    equations = np.c_[np.ones(len(normals)), normals[:, :2]]
    level, *direction = np.linalg.lstsq(equations, factor @ LUMINANCE, rcond=None)[0]
    colour = factor.mean(0)
    return {"level": float(level), "direction": [float(part) for part in direction],
            "colour": [float(part) for part in colour / (colour @ LUMINANCE)]}


def judge(clips, looks):
    found, truths = {}, {}
    for path in sorted(glob.glob(os.path.join(clips, "*", "truth.json"))):
        name = os.path.basename(os.path.dirname(path))
        with open(path, encoding="utf-8") as file:
            truths[name] = json.load(file)
        with open(os.path.join(looks, f"{name}.jsonl"), encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        found[name] = {key: np.array([line[key] for line in lines]) for key in ("level", "direction", "colour")}
    rows = {key: [] for key in ("level", "skin", "white", "direction", "strength", "side", "alone", "step", "still")}
    print(f"{'clip':28}{'level':>8}{'white':>8}{'angle':>8}{'p95':>8}{'strength':>16}")
    for name, truth in truths.items():
        base, own = found[f"{truth['base']}-base"], found[name]
        if truth["kind"] == "still":
            rows["still"].append(np.abs(own["level"] / own["level"].mean() - 1).max() * 100)
            print(f"{name:28}{rows['still'][-1]:7.2f}%")
            continue
        level = own["level"] / base["level"]
        if truth["kind"] in GAINS:
            rows["level"].append(np.abs(level / truth["gain"] - 1).max() * 100)
            print(f"{name:28}{rows['level'][-1]:7.1f}%")
        elif truth["kind"] == "skin":
            rows["skin"].append(np.abs(level - 1).max() * 100)
            print(f"{name:28}{rows['skin'][-1]:7.1f}%")
        elif truth["kind"] in TINTS:
            colour = own["colour"] / base["colour"] / np.array(truth["tint"])
            rows["white"].append(np.abs(colour / colour[:, 1:2] - 1).max() * 100)
            print(f"{name:28}{'':8}{rows['white'][-1]:7.1f}%")
        elif "direction" in truth:
            # The recording's own light is multiplied: of the product, what is linear in the normal.
            side = np.array(truth["direction"])
            whole = base["level"][:, None] * side + truth["ambient"] * base["direction"]
            angles = angle(own["direction"], whole)
            strength = length(own["direction"]) / own["level"] / length(whole) * base["level"] * truth["ambient"]
            rows["side"].append(np.abs(level / truth["ambient"] - 1).max() * 100)
            rows["direction"] += [angles]
            rows["strength"] += [strength]
            if np.median(length(base["direction"]) / base["level"]) < EVEN:
                rows["alone"] += [angle(own["direction"], side)]
            print(f"{name:28}{rows['side'][-1]:7.1f}%{'':8}{np.median(angles):8.1f}{np.quantile(angles, 0.95):8.1f}"
                  f"{strength.min():9.2f}...{strength.max():4.2f}")
        elif truth["kind"] == "step":
            late = np.abs(level / np.where(np.arange(len(level)) >= truth["at"], truth["gain"], 1) - 1) > 0.1
            rows["step"].append(int(late.sum()))
            print(f"{name:28}{'frames late':>12}{rows['step'][-1]:4}")
    steady = [np.quantile(np.abs(np.diff(own["level"])) / own["level"].mean(), 0.95) * 100
              for name, own in found.items() if name.endswith("-base")]
    angles, strength = np.concatenate(rows["direction"]), np.concatenate(rows["strength"])
    alone = np.concatenate(rows["alone"])
    print(f"\nlevel, worst             {max(rows['level']):6.1f} %   (at most 10)")
    print(f"level under a side light, worst {max(rows['side']):.1f} %")
    print(f"skin halved, worst       {max(rows['skin']):6.1f} %   (at most 15)")
    print(f"white balance, worst     {max(rows['white']):6.1f} %   (at most 10)")
    print(f"direction, median        {np.median(angles):6.1f} deg (at most 20)")
    print(f"direction, p95           {np.quantile(angles, 0.95):6.1f} deg (at most 25)")
    print(f"  of the made light alone, the own one even: {np.median(alone):.1f}, p95 {np.quantile(alone, 0.95):.1f}")
    print(f"strength                 {strength.min():6.2f} to {strength.max():.2f} (0.3 to 1.5)")
    print(f"step, frames late        {max(rows['step']):6d}     (at most 3)")
    print(f"constant light, worst    {max(rows['still']):6.2f} %   (at most 0.5)")
    print(f"real clips, p95 a frame  {max(steady):6.2f} %   (at most 1.5)")


def length(vectors):
    return np.maximum(np.linalg.norm(vectors, axis=-1), 1e-9)


def angle(a, b):
    return np.degrees(np.arccos(np.clip((a * b).sum(-1) / length(a) / length(b), -1, 1)))


def main():
    parser = argparse.ArgumentParser(description="Makes and judges clips of faces in a known light.")
    verbs = parser.add_subparsers(dest="verb", required=True)
    for verb, names in (("make", ("recordings", "clips")), ("render", ("clips", "looks", "tool")),
                        ("judge", ("clips", "looks"))):
        parts = verbs.add_parser(verb)
        for name in names:
            parts.add_argument(name)
    arguments = parser.parse_args()
    if arguments.verb == "make":
        make(arguments.recordings, arguments.clips)
    elif arguments.verb == "render":
        render(arguments.clips, arguments.looks, os.path.abspath(arguments.tool))
    else:
        judge(arguments.clips, arguments.looks)


if __name__ == "__main__":
    main()
