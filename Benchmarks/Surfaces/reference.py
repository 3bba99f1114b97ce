#!/usr/bin/env python3
"""Draws layers with volume in double precision, from the contract alone.

    reference.py --avatar FOLDER --tracking T.jsonl --size WxH [--frame N | --ms T] [--ground FILE|#RRGGBB|none]
                 [--placement auto|matrix|landmarks] [--no-snap] [--mirror] [--points N] -o OUT.png [--json OUT.json]

Flat, curved and face surfaces, reliefs, occluders, own and shared depth, light: each point of 8 x 8 a pixel is painted
in list order over the ground. It shares no code with the renderer, so that judge.py can hold the two against each
other. `--size` is that of the upright picture. --frame counts the tracking's samples; --ms takes the nearest one.

Not covered: drives, layers with `when`, Lottie, models (all left out: the still state), smoothing, joined samples,
light that matches the clip, shadows, a pose solved from landmarks (a face without matrix is placed by landmarks).
Needs NumPy and ffmpeg.
"""

import argparse
import json
import math
import os

import numpy as np

from reference_meshes import (EYES, KAPPA, POSITIONS, TOPOLOGY, TRIANGLES, UVS, Face, Mesh, Placing, Texture, blended,
                              png, winding, write_png)

PUSH, SAME = 0.6, 0.02         # cm
SHARED_ALPHA = 0.5
STRIP = 1_500_000              # points painted at a time
NAMED = (1, 10, 33, 152, 234, 263, 454, 13, 14)
LIGHT = np.array([0.35, 0.60, 0.72]) / math.sqrt(0.35**2 + 0.60**2 + 0.72**2)
LUMA = np.array([0.2126, 0.7152, 0.0722])


# Surfaces

def energy(n):
    return 0.55 + 0.15 * n[:, 1] + 0.05 * n[:, 2] + 0.55 * np.maximum(0, n @ LIGHT)


def light(points, triangles, strength, sense):
    """The factor at each corner; the cross products are taken anticlockwise, times `sense`."""
    a, b, c = (points[triangles[:, i]] for i in range(3))
    cross = sense * np.cross(b - a, c - a)
    n = np.zeros_like(points)
    for i in range(3):
        np.add.at(n, triangles[:, i], cross)
    n /= np.maximum(np.linalg.norm(n, axis=1, keepdims=True), 1e-30)
    return 1 + strength * (energy(n) / energy(np.array([[0.0, 0, 1]])) - 1)


def grid_triangles(columns, rows, wrap=False):
    """Two a cell: upper left, upper right, lower right; upper left, lower right, lower left."""
    across = columns if wrap else columns + 1
    j, i = (v.ravel() for v in np.mgrid[0:rows, 0:columns])
    left, right = j * across + i, j * across + (i + 1) % across
    upper, lower = (left, right, right + across), (left, right + across, left + across)
    return np.concatenate((np.stack(upper, 1), np.stack(lower, 1)))


def heights(path, columns, rows):
    """g at each corner of the grid: the mean over a cell's size about it, to parts of a pixel."""
    relief = png(path, native=True)
    grey = relief[..., :3] @ LUMA if relief.shape[2] >= 3 else relief[..., 0]
    for axis, cells in ((1, columns), (0, rows)):
        n = grey.shape[axis]
        total = np.concatenate((np.zeros_like(np.take(grey, [0], axis)), np.cumsum(grey, axis)), axis)
        corner = np.arange(cells + 1) / cells * n
        low, high = np.clip(corner - n / cells / 2, 0, n), np.clip(corner + n / cells / 2, 0, n)

        def upto(x):
            i = np.minimum(x.astype(int), n - 1)
            part = np.expand_dims(x - i, 1 - axis)
            return np.take(total, i, axis) * (1 - part) + np.take(total, i + 1, axis) * part
        grey = (upto(high) - upto(low)) / np.expand_dims(high - low, 1 - axis)
    return grey.ravel()


class Layer:
    def __init__(self, raw, folder):
        self.raw, self.name = raw, raw.get("name", "")
        self.kind = raw.get("surface", {}).get("type", "flat")
        self.occluder = raw.get("occluder")
        self.left_out = "model" in raw or "when" in raw or str(raw.get("image", "")).endswith(".json")
        self.texture = None
        if not self.occluder and not self.left_out:
            self.texture = Texture(os.path.join(folder, raw["image"]))
            self.relief = os.path.join(folder, raw["relief"]["image"]) if "relief" in raw else None
        self.lit = raw.get("lit", 1 if "relief" in raw else 0)

    def points(self, px, py, height, k):
        """f of points of the picture, at heights above the sheet; whether beyond 90 degrees."""
        raw, t = self.raw, self.texture
        pivot, offset = raw.get("pivot", {}), raw.get("offset", {})
        scale, r = raw["scale"], math.radians(raw.get("rotation", 0))
        u = k * (px - pivot.get("x", 0.5) * t.width) * scale / t.width
        v = -(py - pivot.get("y", 0.5) * t.height) * scale / t.width
        u, v = u * math.cos(r) + v * math.sin(r), -u * math.sin(r) + v * math.cos(r)
        ox, oy, oz = (offset.get(axis, 0) for axis in "xyz")
        a, b, x, y, z = np.zeros_like(u), np.zeros_like(u), u, v, 0 * u
        if self.kind == "curved":
            surface = raw["surface"]
            radius, anchored = surface.get("radius", {}), surface.get("about", "anchor") == "anchor"
            if anchored:
                u, v = u + ox, v + oy
                ox = oy = 0
            x, y = u, v
            if "x" in radius:
                a = u / radius["x"]
                x, z = radius["x"] * np.sin(a), z + radius["x"] * (np.cos(a) - 1)
            if "y" in radius:
                b = v / radius["y"]
                y, z = radius["y"] * np.sin(b), z + radius["y"] * (np.cos(b) - 1)
        n = np.stack((np.sin(a) * np.cos(b), np.cos(a) * np.sin(b), np.cos(a) * np.cos(b)), 1)
        n /= np.maximum(np.linalg.norm(n, axis=1, keepdims=True), 1e-12)
        f = np.stack((x + ox, y + oy, z + oz), 1) + n * np.reshape(height, (-1, 1))
        return f, (np.abs(a) > math.pi / 2) | (np.abs(b) > math.pi / 2)

    def mesh(self, placing, k):
        if self.kind == "face":
            return self.painted(face_mesh(placing, self.raw["surface"].get("holes", ["eyes", "mouth"]),
                                          self.lit, self.texture))
        t = self.texture
        cells = 64 if self.relief else 32
        short, long = sorted((t.width, t.height))
        other = max(1, math.floor(cells * short / long + 0.5))
        columns, rows = (cells, other) if t.width >= t.height else (other, cells)
        if self.kind == "flat" and not self.relief:
            columns = rows = 1
        j, i = (v.ravel() for v in np.mgrid[0:rows + 1, 0:columns + 1])
        px, py = i / columns * t.width, j / rows * t.height
        height = 0.0
        if self.relief:
            relief = self.raw["relief"]
            height = (heights(self.relief, columns, rows) - relief.get("zero", 0)) * relief["depth"]
        f, beyond = self.points(px, py, height, k)
        anchor, reference = self.raw.get("anchor", "eyes"), self.raw.get("scaleReference", "eyes")
        s, depth, space = placing.place(f, anchor, reference)
        triangles = grid_triangles(columns, rows)
        drawn = ~beyond[triangles].any(1) & (k * winding(s, triangles) > 0)
        if placing.by_matrix:
            near = (depth < 1)[triangles].any(1)
            drawn &= ~(near.any() if columns * rows == 1 else near)
        factor = light(space, triangles, self.lit, -k) if self.lit > 0 else None
        mesh = Mesh(s, depth, triangles, drawn, placing.by_matrix, np.stack((px, py), 1), factor)
        self.sidecar = {"surface": self.kind}
        x, y = np.array([0, t.width, t.width, 0.0]), np.array([0, 0, t.height, t.height], float)
        self.sidecar["corners"] = placing.place(self.points(x, y, 0.0, k)[0], anchor, reference)[0]
        at = [row * (columns + 1) + column for row in (0, rows // 2, rows) for column in (0, columns // 2, columns)]
        self.sidecar["points"] = s[at]
        return self.painted(mesh)

    def painted(self, mesh):
        if self.kind == "face":
            self.sidecar = {"surface": "face", "points": mesh.s[list(NAMED)]}
        mesh.texture, mesh.opacity = self.texture, self.raw.get("opacity", 1)
        mesh.blend = self.raw.get("blend", "normal")
        mesh.shared = self.raw.get("depth", "own") == "shared"
        return mesh

    def occluders(self, placing):
        push = self.raw.get("push", PUSH) * placing.cm
        meshes = [face_mesh(placing, [])] if placing.face.landmarks is not None else []
        if self.occluder == "head":
            j, i = (v.ravel() for v in np.mgrid[0:17, 0:32])
            turn, down = 2 * math.pi * i / 32, math.pi * j / 16
            z = np.sin(down) * np.cos(turn)
            skull = np.stack((7.5 * np.sin(down) * np.sin(turn), 3.5 + 10.2 * np.cos(down),
                              -3.8 + np.where(z >= 0, 7.0, 9.6) * z), 1)
            s, depth, _ = placing.place((skull - POSITIONS[list(EYES)].mean(0)) / KAPPA, "eyes")
            triangles = grid_triangles(32, 16, wrap=True)
            drawn = winding(s, triangles) > 0
            if placing.by_matrix:
                drawn &= ~(depth < 1)[triangles].any(1)
            meshes.append(Mesh(s, depth, triangles, drawn, placing.by_matrix))
        return [(mesh, push) for mesh in meshes]


def face_mesh(placing, holes, lit=0, texture=None):
    s, depth, space = placing.on_face()
    drawn = winding(s, TRIANGLES) < 0
    paths = TOPOLOGY["paths"]
    rings = [paths[name][0]["path"] for name in ("LeftEye", "RightEye") if "eyes" in holes]
    rings += [paths["Lips"][1]["path"]] if "mouth" in holes else []
    for ring in rings:
        drawn &= ~np.isin(TRIANGLES, ring).all(1)
    if placing.by_matrix:
        drawn &= ~(depth < 1)[TRIANGLES].any(1)
    factor = light(space, TRIANGLES, lit, 1) if lit > 0 else None
    texel = UVS * (texture.width, texture.height) if texture else None
    return Mesh(s, depth, TRIANGLES, drawn, placing.by_matrix, texel, factor)


# The picture

def draw(meshes, size, ground, grain=8):
    """`meshes`: per face, its occluders with their push, and its layers. Premultiplied RGBA, and touched pixels."""
    width, height = size
    picture, touched = np.zeros((height, width, 4)), np.zeros((height, width), bool)
    rows = max(1, STRIP // (width * grain * grain))
    for top in range(0, height, rows):
        bottom = min(height, top + rows)
        strip = np.repeat(np.repeat(ground[top:bottom], grain, 0), grain, 1)
        painted = np.zeros(strip.shape[:2], bool)
        for occluders, layers, cm in meshes:
            wrote = np.full(strip.shape[:2], np.inf)
            for mesh, push in occluders:
                r, c, _, _, depth = mesh.visible((0, top * grain, width * grain, bottom * grain), grain)
                wrote[r, c] = np.minimum(wrote[r, c], depth + push)
            for mesh in layers:
                r, c, found, weights, depth = mesh.visible((0, top * grain, width * grain, bottom * grain), grain)
                if mesh.shared:
                    seen = depth < wrote[r, c] + SAME * cm
                    r, c, found, weights, depth = (v[seen] for v in (r, c, found, weights, depth))
                if not len(r):
                    continue
                colour = mesh.colour(found, weights)
                if mesh.shared:
                    solid = colour[:, 3] >= SHARED_ALPHA
                    wrote[r[solid], c[solid]] = np.minimum(wrote[r[solid], c[solid]], depth[solid])
                strip[r, c] = blended(mesh.blend, strip[r, c], colour)
                painted[r, c] |= colour[:, 3] > 0
        cell = (bottom - top, grain, width, grain)
        picture[top:bottom] = strip.reshape(cell + (4,)).mean((1, 3))
        touched[top:bottom] = painted.reshape(cell).any((1, 3))
    return picture, touched


def render(avatar, header, faces, size, ground=None, placement="auto", snap=True, mirror=False, grain=8):
    """Straight RGBA, touched pixels, and the sidecar's placements; `ground`: straight RGBA, or None: transparent."""
    with open(os.path.join(avatar, "avatar.json")) as file:
        layers = [Layer(raw, avatar) for raw in json.load(file)["layers"]]
    width, height = size
    under = np.zeros((height, width, 4)) if ground is None else np.array(ground, float)
    under[..., :3] *= under[..., 3:]
    placings = [Placing(Face(raw, header, size), placement, snap) for raw in faces]
    middle = POSITIONS[list(EYES)].mean(0)[None]
    far = [p.face.project(middle)[1][0] if p.by_matrix else -p.face.eyes()[0] for p in placings]
    meshes, entries = [], []
    for at in np.argsort(far, kind="stable")[::-1]:
        placing, occluders, own = placings[at], [], []
        for layer in layers:
            if layer.left_out or layer.kind == "face" and placing.face.landmarks is None:
                continue
            if layer.occluder:
                occluders += layer.occluders(placing)
                continue
            k = -1 if mirror and layer.raw.get("mirror") == "keep" else 1
            own.append(layer.mesh(placing, k))
            entry = {"face": placing.face.id, "layer": layer.name,
                     "mode": "matrix" if placing.by_matrix else "landmarks"}
            for key, value in layer.sidecar.items():
                if key != "surface" and mirror:
                    value = value * (-1, 1) + (width, 0)
                entry[key] = value if key == "surface" else [[float(x), float(y)] for x, y in value]
            entries.append(entry)
        meshes.append((occluders, own, placing.cm))
    picture, touched = draw(meshes, size, under, grain)
    picture[..., :3] /= np.maximum(picture[..., 3:], 1e-12)
    if mirror:
        picture, touched = picture[:, ::-1], touched[:, ::-1]
    return picture, touched, entries


def read_tracking(path):
    with open(path) as file:
        text = file.read().strip()
    lines = json.loads(text) if text.startswith("[") else [json.loads(line) for line in text.splitlines()]
    return lines[0], lines[1:]


def plain(colour, size):
    """A ground of one colour: #RRGGBB."""
    ground = np.ones((size[1], size[0], 4))
    ground[..., :3] = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return ground


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("avatar", "tracking", "size"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--frame", type=int, default=0)
    parser.add_argument("--ms", type=float)
    parser.add_argument("--ground", default="none")
    parser.add_argument("--placement", default="auto", choices=("auto", "matrix", "landmarks"))
    parser.add_argument("--no-snap", action="store_true")
    parser.add_argument("--mirror", action="store_true")
    parser.add_argument("--points", type=int, default=8)
    parser.add_argument("-o", "--output", required=True)
    parser.add_argument("--json")
    o = parser.parse_args()
    size = tuple(int(v) for v in o.size.split("x"))
    header, samples = read_tracking(o.tracking)
    frame = o.frame if o.ms is None else min(range(len(samples)), key=lambda i: abs(samples[i]["timestampMs"] - o.ms))
    ground = None
    if o.ground != "none":
        ground = plain(o.ground, size) if o.ground.startswith("#") else png(o.ground)
    picture, _, entries = render(o.avatar, header, samples[frame].get("faces", []), size, ground, o.placement,
                                 not o.no_snap, o.mirror, o.points)
    write_png(o.output, picture)
    if o.json:
        with open(o.json, "w") as file:
            json.dump({"frame": frame, "timestampMs": samples[frame]["timestampMs"], "width": size[0],
                       "height": size[1], "placements": entries}, file)


if __name__ == "__main__":
    main()
