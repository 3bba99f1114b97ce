"""Pillow's snapshot: warps a scene's layers onto its frame and writes a PNG.

    snapshot_pillow.py SCENE.json OUT.png

Layers are premultiplied ("RGBa") and warped bilinearly, in the box that they cover only.
"""

import json
import sys

from PIL import Image


def main(scene_path, out_path):
    with open(scene_path, encoding="utf-8") as file:
        scene = json.load(file)
    frame = Image.open(scene["frame"]).convert("RGBA")
    for layer in scene["layers"]:
        left, top, right, bottom = layer["box"]
        a, b, c, d, e, f, g, h, i = layer["inverse"]
        # From the box's own pixels.
        c, f, i = (a * left + b * top + c, d * left + e * top + f, g * left + h * top + i)
        warped = Image.open(layer["file"]).convert("RGBa").transform(
            (right - left, bottom - top), Image.Transform.PERSPECTIVE,
            [v / i for v in (a, b, c, d, e, f, g, h)], Image.Resampling.BILINEAR)
        frame.alpha_composite(warped.convert("RGBA"), (left, top))
    frame.convert("RGB").save(out_path, compress_level=1)


main(*sys.argv[1:])
