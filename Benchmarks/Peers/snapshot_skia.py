"""Skia's snapshot: draws a scene's layers onto its frame and writes a PNG.

    snapshot_skia.py SCENE.json OUT.png

Raster surface, linear sampling with linear mipmaps; the PNG is as Skia's encoder makes it, whose
level skia-python does not let one choose.
"""

import json
import sys

import skia


def main(scene_path, out_path):
    with open(scene_path, encoding="utf-8") as file:
        scene = json.load(file)
    frame = skia.Image.open(scene["frame"])
    surface = skia.Surface.MakeRaster(
        skia.ImageInfo.MakeN32(frame.width(), frame.height(), skia.kOpaque_AlphaType))
    sampling = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)
    with surface as canvas:
        canvas.drawImage(frame, 0, 0)
        for layer in scene["layers"]:
            canvas.save()
            canvas.concat(skia.Matrix(layer["homography"]))
            canvas.drawImage(skia.Image.open(layer["file"]), 0, 0, sampling)
            canvas.restore()
    surface.makeImageSnapshot().save(out_path, skia.kPNG)


main(*sys.argv[1:])
