#!/usr/bin/env python3
"""Draws models on faces and cards in double precision, from the contract alone.

    reference.py --avatar FOLDER --tracking T.jsonl --size WxH [--frame N | --ms T] [--ground FILE|#RRGGBB|none]
                 [--placement auto|matrix|landmarks] [--no-snap] [--mirror] [--points N]
                 [--light studio|none|match:A,X,Y,Z,R,G,B] -o OUT.png [--json OUT.json]

Reads, poses, places and lights glTF, and draws it among the layers that ../Surfaces/reference.py draws: each point of
8 x 8 a pixel, textures looked up at each. It shares no code with the program, so that judge.py can hold the two against
each other. `match`: the factor at a normal n is (A + (X, Y, Z).n) (R, G, B).

Not covered: what ../Surfaces/reference.py leaves out, except for drives of models and faces' blendshapes.
Needs NumPy and ffmpeg.
"""

import argparse
import importlib.util
import json
import math
import os
import re
import sys

import numpy as np

import reference_shading as shading
from reference_gltf import BLENDSHAPES, Model, cofactors, turn, unit

SURFACES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Surfaces")
sys.path.append(SURFACES)
spec = importlib.util.spec_from_file_location("surfaces", os.path.join(SURFACES, "reference.py"))
surfaces = importlib.util.module_from_spec(spec)
spec.loader.exec_module(surfaces)

from reference_meshes import EYES, KAPPA, POSITIONS, Face, Placing, blended, png, winding, write_png  # noqa: E402

SAME, SHARED_ALPHA = surfaces.SAME, surfaces.SHARED_ALPHA
STRIP = 600_000                # points painted at a time


class Drawing:
    """A posed model in S."""

    def __init__(self, model, posed, s, depth, space, linear, perspective, k=1):
        """`space`: in S's axes, the camera at 0; `linear`: what takes the model's directions there."""
        raw = model.raw.get("materials", [])
        self.materials = [shading.Material(model, m) for m in raw + [{}]]
        self.posed, self.s, self.depth, self.space, self.perspective = posed, s, depth, space, perspective
        self.normals = unit(posed["n"] @ cofactors(linear).T)
        self.tangents = np.concatenate((unit(posed["t"][:, :3] @ linear.T), posed["t"][:, 3:]), 1)
        triangles, front = posed["triangles"], np.where(posed["reversed"], k, -k)
        with np.errstate(invalid="ignore"):
            wound = winding(s, triangles) * front
        is_double = np.array([m.double for m in self.materials])[posed["material"]]
        drawn = (wound > 0) | (is_double & (wound < 0))
        if perspective:
            drawn &= ~(depth < 1)[triangles].any(1)
        self.triangles, self.material, self.is_back = triangles[drawn], posed["material"][drawn], (wound < 0)[drawn]
        self.near = 1 / np.where(np.abs(depth) < 1e-9, 1e-9, depth) if perspective else -depth
        modes = np.array([m.mode for m in self.materials])[self.material]
        self.is_blend, self.is_mask = modes == "BLEND", modes == "MASK"
        self.opacity, self.blend, self.shared, self.light = 1.0, "normal", True, shading.Studio()
        # Heights above the print and the card's outline in S, which shows what is below.
        self.portal = None

    def points(self, chosen, box, grain):
        """Places, triangles, weights and depths of points of the triangles that are chosen."""
        numbers = np.nonzero(chosen)[0]
        y, x, t = shading.fragments(self.s, self.triangles[numbers], box, grain)
        t = numbers[t]
        w, depth = shading.weighted(self.s, self.near, self.triangles, y, x, t, grain, self.perspective)
        if self.portal:
            height, quad = self.portal
            p = np.stack((x + 0.5, y + 0.5), 1) / grain
            sides = [shading.cross((quad[(i + 1) % 4] - quad[i])[None], p - quad[i]) for i in range(4)]
            kept = ((height[self.triangles[t]] * w).sum(1) >= 0) | (np.min(sides, 0) >= 0)
            y, x, t, w, depth = (v[kept] for v in (y, x, t, w, depth))
        return y - box[1], x - box[0], t, w, depth

    def nearest(self, box, grain):
        """Of the opaque points and those that a mask leaves, the nearest."""
        y, x, t, w, depth = self.points(~self.is_blend, box, grain)
        kept = np.ones(len(t), bool)
        for number in np.unique(self.material[t[self.is_mask[t]]]):
            of = np.nonzero(self.material[t] == number)[0]
            m, corners = self.materials[number], self.triangles[t[of]]
            uv, colour = (shading.between(self.posed[key], corners, w[of]) for key in ("uv", "colour"))
            kept[of] = m.base_colour(uv, colour)[:, 3] >= m.cutoff
        place = y * (box[2] - box[0]) + x
        order = np.lexsort((depth, place))
        order = order[kept[order]]
        first = np.r_[True, place[order][1:] != place[order][:-1]] if len(order) else np.zeros(0, bool)
        order = order[first]
        return y[order], x[order], t[order], w[order], depth[order]

    def colours(self, t, w):
        result = np.zeros((len(t), 4))
        for number in np.unique(self.material[t]):
            of = np.nonzero(self.material[t] == number)[0]
            for begin in range(0, len(of), 50_000):
                part = of[begin:begin + 50_000]
                result[part] = shading.shaded(self, self.materials[number], t[part], w[part], self.light)
        return result

    def paint(self, strip, painted, wrote, box, grain, cm):
        limit = wrote + SAME * cm if self.shared else np.full(wrote.shape, np.inf)
        group, front = np.zeros(strip.shape), np.full(wrote.shape, np.inf)
        y, x, t, w, depth = self.nearest(box, grain)
        front[y, x] = depth
        seen = depth < limit[y, x]
        y, x, t, w, depth = (v[seen] for v in (y, x, t, w, depth))
        group[y, x] = self.colours(t, w)
        if self.shared and self.opacity >= SHARED_ALPHA:
            wrote[y, x] = np.minimum(wrote[y, x], depth)
        y, x, t, w, depth = self.points(self.is_blend, box, grain)
        seen = (depth < limit[y, x]) & (depth <= front[y, x])
        y, x, t, w = (v[seen] for v in (y, x, t, w))
        if len(t):
            rank = np.empty(len(self.triangles), int)
            rank[np.argsort(-self.depth[self.triangles].mean(1), kind="stable")] = np.arange(len(rank))
            place = y * (box[2] - box[0]) + x
            order = np.lexsort((rank[t], place))
            y, x, t, w, place = (v[order] for v in (y, x, t, w, place))
            colour = self.colours(t, w)
            colour[:, :3] *= colour[:, 3:]
            begins = np.r_[0, np.nonzero(np.diff(place))[0] + 1]
            number = np.arange(len(place)) - np.repeat(begins, np.diff(np.r_[begins, len(place)]))
            for i in range(number.max() + 1):
                of = number == i
                group[y[of], x[of]] = blended("normal", group[y[of], x[of]], colour[of])
        y, x = np.nonzero(group[..., 3] > 0)
        strip[y, x] = blended(self.blend, strip[y, x], group[y, x] * self.opacity)
        painted[y, x] = True


def draw(faces, size, ground, grain=8):
    """`faces`: per face, its occluders with their push, its layers, a cm. Premultiplied RGBA, and touched pixels."""
    width, height = size
    picture, touched = np.zeros((height, width, 4)), np.zeros((height, width), bool)
    picture[:] = ground
    corners = [mesh.s[mesh.triangles.ravel()] for _, layers, _ in faces for mesh in layers if len(mesh.triangles)]
    if not corners:
        return picture, touched
    left, first = (max(0, math.floor(min(c[:, i].min() for c in corners))) for i in (0, 1))
    right, last = (min(size[i], math.ceil(max(c[:, i].max() for c in corners))) for i in (0, 1))
    if right <= left:
        return picture, touched
    width, rows = right - left, max(1, STRIP // ((right - left) * grain * grain))
    for top in range(first, last, rows):
        bottom = min(last, top + rows)
        box = (left * grain, top * grain, right * grain, bottom * grain)
        strip = np.repeat(np.repeat(ground[top:bottom, left:right], grain, 0), grain, 1)
        painted = np.zeros(strip.shape[:2], bool)
        for occluders, layers, cm in faces:
            wrote = np.full(strip.shape[:2], np.inf)
            for mesh, push in occluders:
                r, c, depth = (v for i, v in enumerate(
                    mesh.nearest(box, grain) if isinstance(mesh, Drawing) else mesh.visible(box, grain))
                    if i in (0, 1, 4))
                wrote[r, c] = np.minimum(wrote[r, c], depth + push)
            for mesh in layers:
                if isinstance(mesh, Drawing):
                    mesh.paint(strip, painted, wrote, box, grain, cm)
                else:
                    picture_points(mesh, strip, painted, wrote, box, grain, cm)
        cell = (bottom - top, grain, width, grain)
        picture[top:bottom, left:right] = strip.reshape(cell + (4,)).mean((1, 3))
        touched[top:bottom, left:right] = painted.reshape(cell).any((1, 3))
    return picture, touched


def picture_points(mesh, strip, painted, wrote, box, grain, cm):
    r, c, found, weights, depth = mesh.visible(box, grain)
    if mesh.shared:
        seen = depth < wrote[r, c] + SAME * cm
        r, c, found, weights, depth = (v[seen] for v in (r, c, found, weights, depth))
    if not len(r):
        return
    colour = mesh.colour(found, weights)
    if mesh.shared:
        solid = colour[:, 3] >= SHARED_ALPHA
        wrote[r[solid], c[solid]] = np.minimum(wrote[r[solid], c[solid]], depth[solid])
    strip[r, c] = blended(mesh.blend, strip[r, c], colour)
    painted[r, c] |= colour[:, 3] > 0


# Models on faces

def blendshapes(raw, header):
    """The subject's own sides."""
    found = raw.get("blendshapes") or {}
    if header.get("mirrored"):
        swapped = {name: re.sub("(Left|Right)$", lambda side: {"Left": "Right", "Right": "Left"}[side[0]], name)
                   for name in found}
        found = {swapped[name] if swapped[name] in BLENDSHAPES else name: found[name] for name in found}
    return found


def coefficient(drive, shapes):
    value = shapes.get(drive.get("blendshape", drive.get("signal")), 0.0)
    (a, b), (c, d) = drive.get("from", (0, 1)), drive["to"]
    return c + (d - c) * min(max((value - a) / (b - a), 0), 1)


def posed(model, raw, shapes, age, k):
    """A pose with the nodes' origins, how the layer or item turns it, and what its drives make of its own places."""
    seconds = model.seconds(raw.get("animation"), age, raw.get("play", "loop"), raw.get("speed", 1))
    own = {"offset.x": 0.0, "offset.y": 0.0, "offset.z": 0.0, "rotation": 0.0, "scale": raw.get("scale", 1),
           "opacity": raw.get("opacity", 1)}
    changes = []
    for drive in raw.get("drive", ()):
        name, value = drive["property"], coefficient(drive, shapes)
        if name in own:
            own[name] = own[name] * value if name in ("scale", "opacity") else own[name] + value
        else:
            changes.append((name, value))
    rotation = raw.get("rotation", 0)
    angles = [rotation.get(axis, 0) for axis in "xyz"] if isinstance(rotation, dict) else [0, 0, rotation]
    angles[2] += own["rotation"]
    pose = model.pose(*seconds, shapes if raw.get("morphs", "auto") == "auto" else None, changes)
    return *pose, turn(*angles) @ np.diag([k, 1, 1]), own


def laid(model, pose, origins, place, perspective, k):
    """A drawing, and its nodes' origins in S with their depths. `place`: points of the model -> S, depth, S's axes."""
    # The map into S's axes is affine: what it does to directions shows at four points.
    corners = place(np.concatenate((np.zeros((1, 3)), np.eye(3))))[2]
    drawing = Drawing(model, pose, *place(pose["p"]), (corners[1:] - corners[0]).T, perspective, k)
    at, far, _ = place(np.array([p for _, p in origins]))
    return drawing, {name: [float(x), float(y), float(z)] for (name, _), (x, y), z in zip(origins, at, far)}


def place_model(model, raw, placing, shapes, age, k=1, light=shading.Studio()):
    """A layer on a face."""
    pose, origins, turned, own = posed(model, raw, shapes, age, k)
    linear = turned * (own["scale"] * 100 / KAPPA)
    offset = np.array([raw.get("offset", {}).get(axis, 0) + own["offset." + axis] for axis in "xyz"])
    drawing, points = laid(model, pose, origins, lambda p: placing.place(
        p @ linear.T + offset, raw.get("anchor", "eyes"), raw.get("scaleReference", "eyes")), placing.by_matrix, k)
    drawing.opacity, drawing.blend = own["opacity"], raw.get("blend", "normal")
    drawing.shared, drawing.light = raw.get("depth", "shared") == "shared", light
    return drawing, points


def render_card(folder, header, image, size, ground, grain=8, age=0.0, light=shading.Studio()):
    """A scene's models on its card, whose matrix the tracking has; other items are left out."""
    with open(os.path.join(folder, "scene.json")) as file:
        scene = json.load(file)
    face, width = Face({"matrix": image["matrix"]}, header, size), scene["picture"]["widthMm"]
    quad = face.to_s(np.array(image["corners"]) * (header["width"], header["height"]))
    height = width * np.divide(*png(os.path.join(folder, scene["picture"]["image"])).shape[:2])
    mm = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * (width / 2, height / 2)
    rows = [row for (x, y), (u, v) in zip(mm, quad) for row in (
        [x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y])]
    homography = np.append(np.linalg.solve(np.array(rows), quad.ravel()), 1).reshape(3, 3)
    items = []
    for raw in scene["items"]:
        model, at = Model(os.path.join(folder, raw["file"])), np.array(raw.get("at", (0, 0, 0)), float)
        pose, origins, turned, own = posed(model, raw, {}, age, 1)
        linear, foot = turned * 1000 * own["scale"], at * (1, 1, 0)
        glued = homography @ (*foot[:2], 1)
        glued = glued[:2] / glued[2] - face.project(foot[None])[0][0]

        def place(p):
            m = p @ linear.T + at
            s, depth = face.project(m)
            return s + glued, depth, face.in_s_axes(face.camera_points(m))
        drawing, points = laid(model, pose, origins, place, True, 1)
        drawing.opacity, drawing.light = own["opacity"], light
        if raw.get("portal"):
            drawing.portal = (pose["p"] @ linear.T + at)[:, 2], quad
        items.append((face.project(at[None])[1][0], drawing, {"item": raw["name"], "points": points}))
    items.sort(key=lambda item: -item[0])
    under = np.array(ground, float)
    picture, touched = draw([([], [item[1] for item in items], 1.0)], size, under, grain)
    return picture, touched, [item[2] for item in items]


def render(avatar, header, faces, size, ground=None, placement="auto", snap=True, mirror=False, grain=8, age=0.0,
           light=shading.Studio()):
    """Straight RGBA, touched pixels, and the sidecar's placements; `ground`: straight RGBA, or None: transparent."""
    with open(os.path.join(avatar, "avatar.json")) as file:
        raws = json.load(file)["layers"]
    models = {raw["model"]: Model(os.path.join(avatar, raw["model"])) for raw in raws if "model" in raw}
    layers = [surfaces.Layer(raw, avatar) for raw in raws]
    width, height = size
    under = np.zeros((height, width, 4)) if ground is None else np.array(ground, float)
    under[..., :3] *= under[..., 3:]
    placings = [(Placing(Face(raw, header, size), placement, snap), blendshapes(raw, header)) for raw in faces]
    middle = POSITIONS[list(EYES)].mean(0)[None]
    far = [p.face.project(middle)[1][0] if p.by_matrix else -p.face.eyes()[0] for p, _ in placings]
    drawn, entries = [], []
    for at in np.argsort(far, kind="stable")[::-1]:
        (placing, shapes), occluders, own = placings[at], [], []
        for layer, raw in zip(layers, raws):
            k = -1 if mirror and raw.get("mirror") == "keep" else 1
            if "model" in raw:
                drawing, points = place_model(models[raw["model"]], raw, placing, shapes, age, k, light)
                if "occluder" in raw:
                    occluders.append((drawing, raw.get("push", surfaces.PUSH) * placing.cm))
                    continue
                if mirror:
                    points = {name: [width - x, y, z] for name, (x, y, z) in points.items()}
                own.append(drawing)
                entries.append({"face": placing.face.id, "layer": layer.name, "points": points,
                                "mode": "matrix" if placing.by_matrix else "landmarks"})
            elif layer.occluder:
                occluders += layer.occluders(placing)
            elif not layer.left_out and (layer.kind != "face" or placing.face.landmarks is not None):
                own.append(layer.mesh(placing, k))
        drawn.append((occluders, own, placing.cm))
    picture, touched = draw(drawn, size, under, grain)
    picture[..., :3] /= np.maximum(picture[..., 3:], 1e-12)
    if mirror:
        picture, touched = picture[:, ::-1], touched[:, ::-1]
    return picture, touched, entries


def light(said):
    kind, _, numbers = said.partition(":")
    if kind != "match":
        return {"studio": shading.Studio(), "none": None}[kind]
    a, *rest = (float(v) for v in numbers.split(","))
    along, colour = np.array(rest[:3]), np.array(rest[3:])
    return shading.Match(lambda n: np.clip((a + n @ along)[:, None] * colour, 0.05, 4))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("avatar", "tracking", "size"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--frame", type=int, default=0)
    parser.add_argument("--ms", type=float)
    parser.add_argument("--ground", default="none")
    parser.add_argument("--placement", default="auto", choices=("auto", "matrix", "landmarks"))
    parser.add_argument("--light", default=shading.Studio(), type=light)
    parser.add_argument("--no-snap", action="store_true")
    parser.add_argument("--mirror", action="store_true")
    parser.add_argument("--points", type=int, default=8)
    parser.add_argument("--age", type=float, help="of the layers, in ms; default: the time of the sample")
    parser.add_argument("-o", "--output", required=True)
    parser.add_argument("--json")
    o = parser.parse_args()
    size = tuple(int(v) for v in o.size.split("x"))
    header, samples = surfaces.read_tracking(o.tracking)
    frame = o.frame if o.ms is None else min(range(len(samples)), key=lambda i: abs(samples[i]["timestampMs"] - o.ms))
    sample, ground = samples[frame], None
    if o.ground != "none":
        ground = surfaces.plain(o.ground, size) if o.ground.startswith("#") else png(o.ground)
    picture, _, entries = render(
        o.avatar, header, sample.get("faces", []), size, ground, o.placement, not o.no_snap, o.mirror, o.points,
        sample["timestampMs"] if o.age is None else o.age, o.light)
    write_png(o.output, picture)
    if o.json:
        with open(o.json, "w") as file:
            json.dump({"frame": frame, "timestampMs": sample["timestampMs"], "width": size[0], "height": size[1],
                       "placements": entries}, file)


if __name__ == "__main__":
    main()
