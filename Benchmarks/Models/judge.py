#!/usr/bin/env python3
"""Holds frames with models against reference.py.

    judge.py make DIR --files FILES      writes the cases: packages, trackings, a plain clip; FILES: what files.py made
    judge.py render DIR LOOKS --program P    has the program P draw them: LOOKS/NAME.png and NAME.jsonl (the sidecar)
    judge.py judge DIR LOOKS [--only NAME,...] [--sheet FOLDER] [--points 8]

`judge` prints of each case the worst error of a node's origin (px, and its depth's), the decibels inside the overlay
and the bar, and ends with 1 where a case misses one. --sheet writes both pictures and four times their difference.
Needs NumPy, SciPy and ffmpeg; compressed files what reference_gltf.py says.
"""

import argparse
import importlib.util
import json
import math
import os
import shutil
import subprocess
import sys

import numpy as np
from scipy import ndimage as nd

import reference
import reference_shading as shading
from reference_meshes import DATA, png, write_png

spec = importlib.util.spec_from_file_location("surfaces_judge", os.path.join(reference.SURFACES, "judge.py"))
earlier = importlib.util.module_from_spec(spec)
spec.loader.exec_module(earlier)

SIZE, GROUND, POINTS, PICTURE, CUT = (640, 480), "#6a7f8c", 0.005, 42, 38
HEAD, SHAPES = {"name": "head", "occluder": "head"}, {"jawOpen": 0.8, "eyeBlinkLeft": 0.9, "eyeBlinkRight": 0.3,
                                                      "mouthSmileLeft": 0.2, "mouthSmileRight": 0.8,
                                                      "cheekSquintRight": 0.7, "browInnerUp": 0.6}
ANIMATED = {"at": 0.72}


def model(name, **more):
    return {"name": name, "model": name + ".glb"} | more


# Name, layers, (yaw, pitch, roll), what else. The bar is CUT for cut-outs, PICTURE otherwise.
CASES = [
    ("nested", [model("trimesh-nested")], (20, 10, 0), {}),
    ("nested-keep", [model("trimesh-nested", mirror="keep", offset={"x": 0.3, "z": 0.5}, rotation={
        "x": 20, "y": -35, "z": 15})], (20, 0, 10), {"mirror": True}),
    ("nested-mirrored", [model("trimesh-nested")], (-30, 10, 0), {"mirror": True}),
    ("flat", [model("trimesh-flat", anchor="nose")], (0, 0, 0), {}),
    ("colours", [model("trimesh-colours", rotation={"x": 50})], (15, 0, 0), {}),
    ("maps", [model("trimesh-maps")], (-25, 0, 0), {}),
    ("smooth", [model("smooth")], (0, 0, 0), {}),
    ("smooth-landmarks", [model("smooth", rotation={"y": 30}, scaleReference="faceWidth")], (0, 0, 25),
     {"placement": "landmarks"}),
    ("smooth-none", [model("smooth", opacity=0.6)], (0, 20, 0), {"light": "none"}),
    ("wraps", [model("wraps")], (0, 0, 0), {}),
    ("wraps-yaw50", [model("wraps", scale=0.7)], (50, 0, 0), {}),
    ("maps-all", [model("maps")], (10, 0, 0), {}),
    ("dents-tangents", [model("dents-tangents")], (0, 10, 0), {}),
    ("dents-bare-landmarks", [model("dents-bare")], (20, 0, 15), {"placement": "landmarks"}),
    ("dents-back-keep", [model("dents-tangents", rotation={"y": 160}, mirror="keep")], (0, 0, 0), {"mirror": True}),
    ("dents-back", [model("dents-bare", rotation={"y": 200})], (0, 0, 0), {}),
    ("leaves", [model("leaves")], (0, 0, 0), {"bar": CUT}),
    ("glass", [model("glass")], (15, 0, 0), {}),
    ("glass-opacity-landmarks", [model("glass", opacity=0.7, blend="multiply")], (0, 0, -20),
     {"placement": "landmarks"}),
    ("morphs-rest", [model("morphs", morphs="none")], (0, 0, 0), {"shapes": SHAPES}),
    ("morphs-auto", [model("morphs", morphs="auto")], (20, 0, 0), {"shapes": SHAPES}),
    ("morphs-mirrored-tracker", [model("morphs", morphs="auto")], (20, 0, 0), {"shapes": SHAPES, "tracker": True}),
    ("morphs-driven", [model("morphs", morphs="auto", drive=[
        {"blendshape": "jawOpen", "property": "morph.own", "from": [0, 1], "to": [0, 1]},
        {"blendshape": "browInnerUp", "property": "node.head.rotation.y", "from": [0, 1], "to": [0, 60]},
        {"blendshape": "browInnerUp", "property": "node.head.rotation.z", "from": [0, 1], "to": [0, 30]},
        {"blendshape": "jawOpen", "property": "node.head.translation.y", "from": [0.2, 1], "to": [0, 0.02]},
        {"blendshape": "jawOpen", "property": "node.head.scale", "from": [0, 1], "to": [1, 0.7]}])], (0, 0, 0),
     {"shapes": SHAPES}),
    ("skin", [model("skin")], (0, 0, 0), ANIMATED),
    ("skin-twice", [model("skin", speed=2)], (25, 0, 0), ANIMATED),
    ("moves", [model("moves", animation="first", play="once")], (10, 10, 0), ANIMATED),
    ("moves-ping-pong", [model("moves", play="ping-pong", speed=2.2)], (0, 0, 0), ANIMATED),
    ("moves-second", [model("moves", animation="second")], (0, 0, 0), ANIMATED),
    ("moves-none", [model("moves", animation="none")], (0, 0, 0), ANIMATED),
    ("moves-loop-driven", [model("moves", speed=3, drive=[
        {"blendshape": "jawOpen", "property": "node.part1.rotation.x", "to": [0, 50], "from": [0, 1]},
        {"blendshape": "jawOpen", "property": "node.part3.scale", "to": [1, 1.3], "from": [0, 1]},
        {"blendshape": "jawOpen", "property": "offset.y", "to": [0, 0.4], "from": [0, 1]}])], (0, 0, 0),
     ANIMATED | {"shapes": SHAPES}),
    ("quantised", [model("quantised")], (30, 0, 0), {}),
    ("sparse", [model("sparse")], (0, 0, 0), {}),
    ("strides", [model("strides")], (0, 0, 0), {}),
    ("strides-keep-landmarks", [model("strides", mirror="keep", offset={"x": 0.2})], (0, 0, 12),
     {"placement": "landmarks", "mirror": True}),
    ("meshopt", [model("meshopt")], (0, 0, 0), {}),
    ("draco", [model("draco")], (0, 0, 0), {}),
    ("blender-monkey", [model("blender-monkey", morphs="auto")], (10, 0, 0), {"shapes": SHAPES}),
    ("blender-rig", [model("blender-rig")], (0, 0, 0), ANIMATED),
    ("blender-draco", [model("blender-draco", scale=1.3)], (0, 40, 0), {}),
    ("glasses-yaw40", [HEAD, model("glasses")], (40, 0, 0), {}),
    ("hat-landmarks", [HEAD, model("hat")], (-20, 10, 5), {"placement": "landmarks"}),
    ("crown-two-snap", [HEAD, model("crown3d")], (35, 5, 5), {"two": True, "shift": (7, -4), "bar": PICTURE}),
    ("shared-crossing", [
        {"name": "ring", "image": "art.png", "scale": 2.6, "depth": "shared", "surface": {
            "type": "curved", "radius": {"x": 1.75}}},
        model("smooth", offset={"z": -0.15}, opacity=0.8), model("glass", offset={"y": -0.3})], (25, 10, -10), {}),
    ("own-depth", [HEAD, model("trimesh-colours", depth="own", rotation={"x": 20}, offset={"z": -1.5}),
                   model("trimesh-flat", scale=0.5, offset={"x": 1}, anchor="chin")], (0, 0, 0), {}),
    ("occluder-model", [model("trimesh-flat", occluder="model", push=-0.5, anchor="nose"), model("quantised")],
     (0, 0, 0), {}),
]

# The same on a card: items, (tilt, turn, roll), what else; "file" is set from the item's name.
CARDS = [
    ("card-flat", [model("wraps", at=[10, -20, 5])], (0, 0, 0), {}),
    ("card-upright", [model("trimesh-nested", rotation={"x": 90}, scale=0.7)], (-50, 0, 20), {}),
    ("card-two", [model("quantised", at=[-15, 10, 12], scale=0.6), model("strides", at=[20, -10, 15], rotation={
        "x": 60, "y": 10, "z": 30}, scale=0.5)], (-40, 15, -30), {"shift": (6, -5)}),
    ("card-portal", [model("smooth", at=[30, 40, -12], portal=True),
                     model("trimesh-flat", at=[-20, -30, 0], portal=True)], (-30, 25, 0), {}),
    ("card-moves", [model("moves", rotation={"x": 70}, at=[0, 0, 20], play="ping-pong", speed=1.5)], (-35, 0, 0),
     ANIMATED),
]


def chosen(only):
    return [case for case in CASES + CARDS if not only or case[0] in only.split(",")]


def make(folder, files):
    os.makedirs(folder, exist_ok=True)
    subprocess.run(["ffmpeg", "-y", "-v", "error", "-f", "lavfi", "-i",
                    f"color=0x{GROUND[1:]}:s={SIZE[0]}x{SIZE[1]}:r=25:d=2,format=bgr0", "-c:v", "ffv1",
                    os.path.join(folder, "ground.mkv")], check=True)
    for name, layers, angles, more in CASES:
        package = os.path.join(folder, name, "avatar")
        os.makedirs(package, exist_ok=True)
        if any("image" in layer for layer in layers):
            earlier.artwork(package)
        for layer in layers:
            if "model" in layer:
                source = next(path for path in (os.path.join(files, layer["model"]), os.path.join(
                    DATA, "gltf", layer["model"])) if os.path.exists(path))
                shutil.copy(source, package)
        with open(os.path.join(package, "avatar.json"), "w") as file:
            json.dump({"version": 1, "name": {"en": name}, "author": "-", "licence": "CC0-1.0", "layers": layers}, file)
        distance, shift = more.get("distance", 22), more.get("shift", (0, 0))
        faces = [earlier.face(earlier.pose(*angles, distance, -5 if more.get("two") else 0), SIZE, shift)]
        if more.get("two"):
            faces.append(earlier.face(earlier.pose(-angles[0], *angles[1:], distance + 9, 6), SIZE, shift, 2))
        for face in faces:
            face["blendshapes"] = more.get("shapes", {})
        header = {"format": "avatar-tracking/1", "width": SIZE[0], "height": SIZE[1]} | (
            {"mirrored": True} if more.get("tracker") else {})
        with open(os.path.join(folder, name, "tracking.jsonl"), "w") as file:
            times = range(0, int(more.get("at", 0) * 1000) + 201, 40)
            for line in [header] + [{"timestampMs": time, "faces": faces} for time in times]:
                file.write(json.dumps(line) + "\n")


    for name, items, angles, more in CARDS:
        scene = os.path.join(folder, name, "Scenes", "card")
        os.makedirs(scene, exist_ok=True)
        write_png(os.path.join(scene, "card.png"), reference.surfaces.plain("#d8c8a0", (420, 592))[..., :3])
        for item in items:
            shutil.copy(os.path.join(files, item["model"]), scene)
        items = [{"type": "model", "file": item["model"], "shadow": 0} | {
            key: value for key, value in item.items() if key != "model"} for item in items]
        with open(os.path.join(scene, "scene.json"), "w") as file:
            json.dump({"version": 1, "name": {"en": name}, "picture": {
                "name": "card", "image": "card.png", "widthMm": 105},
                "appear": {"fade": 0, "grow": 0}, "items": items}, file)
        matrix = np.eye(4)
        matrix[:3, :3] = reference.turn(*angles) * 0.1
        matrix[:3, 3] = (1, 0, -22)
        header = {"format": "avatar-tracking/1", "width": SIZE[0], "height": SIZE[1], "verticalFieldOfViewDegrees": 63}
        corners = np.array([(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)]) * (52.5, 74, 0)
        image = {"name": "card", "id": 1, "score": 0.9, "matrix": matrix.ravel().tolist()}
        corners = reference.Face(image, header, SIZE).project(corners)[0] + more.get("shift", (0, 0))
        image["corners"] = (corners / SIZE).tolist()
        with open(os.path.join(folder, name, "tracking.jsonl"), "w") as file:
            times = range(0, 2000, 40)
            for line in [header] + [{"timestampMs": time, "faces": [], "images": [image]} for time in times]:
                file.write(json.dumps(line) + "\n")


def have_drawn(folder, looks, program, only):
    os.makedirs(looks, exist_ok=True)
    for name, _, _, more in chosen(only):
        at, out = os.path.join(folder, name), os.path.join(looks, name)
        worn = ["--avatar", at + "/avatar"]
        if os.path.exists(at + "/Scenes"):
            worn = ["--avatar", "none", "--scenes", at + "/Scenes"]
        subprocess.run(
            [program, "snapshot", "--video", os.path.join(folder, "ground.mkv"), "--tracking", at + "/tracking.jsonl",
             *worn, "--smoothing", "none", "--placement", more.get("placement", "matrix"), "--occlude", "none", "--at",
             str(more.get("at", 0)), "--overwrite", "--progress", "none", "--placements", out + ".jsonl", "-o",
             out + ".png"] + (["--light", more["light"]] if "light" in more else [])
            + (["--mirror"] if more.get("mirror") else []), check=False)


def drawn(folder, name, more, grain=8):
    header, samples = reference.surfaces.read_tracking(os.path.join(folder, name, "tracking.jsonl"))
    if "images" in samples[0]:
        return reference.render_card(
            os.path.join(folder, name, "Scenes", "card"), header, samples[0]["images"][0], SIZE,
            reference.surfaces.plain(GROUND, SIZE), grain, 1000 * more.get("at", 0))
    return reference.render(
        os.path.join(folder, name, "avatar"), header, samples[0]["faces"], SIZE,
        reference.surfaces.plain(GROUND, SIZE), more.get("placement", "matrix"), mirror=more.get("mirror", False),
        grain=grain, age=1000 * more.get("at", 0), light=None if more.get("light") == "none" else shading.Studio())


def judge(folder, looks, only, sheet, grain):
    failed = False
    print(f"{'case':28s} {'origins':>8s} {'dB':>7s} {'asked':>6s}")
    for name, _, _, more in chosen(only):
        if not os.path.exists(os.path.join(looks, name + ".png")):
            print(f"{name:28s} no picture")
            failed = True
            continue
        picture, touched, entries = drawn(folder, name, more, grain)
        found, bar = png(os.path.join(looks, name + ".png")), more.get("bar", PICTURE)
        inside = nd.binary_dilation(touched, iterations=1)
        decibels = 10 * math.log10(1 / max(((found - picture)[inside][:, :3] ** 2).mean(), 1e-12))
        outside = np.abs(found - picture)[~inside].max(initial=0)
        with open(os.path.join(looks, name + ".jsonl")) as file:
            ours = json.loads(file.readline())["placements"]
        worst = origins_error(ours, entries)
        good = decibels >= bar and worst <= POINTS and outside < 0.003
        failed |= not good
        print(f"{name:28s} {worst:8.4f} {decibels:7.2f} {bar:6d}  {'' if good else 'MISS'}"
              f"{' outside touched' if outside >= 0.003 else ''}", flush=True)
        if sheet:
            os.makedirs(sheet, exist_ok=True)
            write_png(os.path.join(sheet, name + ".png"), np.concatenate(
                (found[..., :3], picture[..., :3], np.clip(4 * np.abs(found - picture)[..., :3], 0, 1)), 1))
    return failed


def origins_error(ours, wanted):
    """The worst distance, in px or in depth's unit; infinite where a node is missing."""
    def name(entry):
        return entry.get("item") or (entry["face"], entry["layer"])
    ours = {name(e): e.get("points", {}) for e in ours}
    worst = 0.0
    for entry in wanted:
        mine = ours.get(name(entry), {})
        if not isinstance(mine, dict) or set(mine) != set(entry["points"]):
            return math.inf
        worst = max([worst] + [max(math.dist(mine[node][:2], at[:2]), abs(mine[node][2] - at[2]))
                               for node, at in entry["points"].items()])
    return worst


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("verb", choices=("make", "render", "judge"))
    parser.add_argument("folder")
    parser.add_argument("looks", nargs="?")
    parser.add_argument("--files", default="files")
    parser.add_argument("--program", default="avatar-overlay")
    parser.add_argument("--only", default="")
    parser.add_argument("--sheet")
    parser.add_argument("--points", type=int, default=8)
    o = parser.parse_args()
    if o.verb == "make":
        make(o.folder, o.files)
    elif o.looks is None:
        parser.error("LOOKS is missing")
    elif o.verb == "render":
        have_drawn(o.folder, o.looks, o.program, o.only)
    else:
        sys.exit(1 if judge(o.folder, o.looks, o.only, o.sheet, o.points) else 0)


if __name__ == "__main__":
    main()
