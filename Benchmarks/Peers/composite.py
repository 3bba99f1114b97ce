"""One layer on a packed 1280 x 720 frame: our kernels beside OpenCV, Skia, Cairo and pixman.

Every program draws the same premultiplied artwork by the same map, bilinear, source-over, on one
thread; each row names its least time of interleaved rounds.

    composite.py            all programs
    composite.py --opencv   the OpenCV at hand alone, as JSON: how the older one is asked
"""

import json
import os
import subprocess
import sys

import numpy as np

import artwork
import measure
import peer_opencv
import table

WIDTH, HEIGHT = 1280, 720
CENTRE = (WIDTH / 2, HEIGHT / 2)
NANOSECONDS_TARGET = 3.0  # a covered pixel, with AVX2
OLDER_OPENCV = os.path.join(sys.prefix, "opencv4")


def background():
    """An opaque frame with something in it."""
    pixels = np.random.default_rng(1).integers(0, 256, (HEIGHT, WIDTH, 4), np.uint8)
    pixels[..., 3] = 255
    return pixels


def scenes():
    """What is drawn: title, artwork, map. Each covers about 145,000 pixels."""
    result = []
    for picture in (artwork.face(512), artwork.veil(512)):
        quad = artwork.mask_quad(CENTRE, 382)
        result.append((f"{picture.name}, in perspective", picture,
                       artwork.homography(*picture.size, quad)))
        result.append((f"{picture.name}, affine", picture,
                       artwork.turned(picture.size, CENTRE, 380.8 / 512, 12)))
    small = artwork.face(256)
    result.append((f"{small.name}, magnified in perspective", small,
                   artwork.homography(*small.size, artwork.mask_quad(CENTRE, 382))))
    mask = artwork.layer("dragon/mask")
    clear = (mask.straight[..., 3] == 0).mean()
    result.append((f"the dragon's mask, {clear:.0%} of it transparent, in perspective", mask,
                   artwork.homography(*mask.size, artwork.mask_quad(CENTRE, 382))))
    return result


def times(programs, picture, matrix):
    """Seconds a frame, by the programs' names."""
    usable = [p for p in programs if not p.is_affine_only or artwork.is_affine(matrix)]
    return measure.interleaved(
        {p.name: p.bilinear(picture, matrix, background()).run for p in usable})


def older_opencv():
    """The older OpenCV's seconds a frame, by scene; it needs a process of its own."""
    environment = dict(os.environ, PYTHONPATH=OLDER_OPENCV)
    output = subprocess.run(
        [sys.executable, __file__, "--opencv"], env=environment, check=True, capture_output=True)
    return json.loads(output.stdout)


def section(title, picture, matrix, seconds, targets):
    """A scene's table. `targets`: how many times as fast as a program we should be."""
    covered = artwork.area(picture.size, matrix)
    ours = next(iter(seconds))
    rows = []
    for name, value in seconds.items():
        target = next((t for prefix, t in targets.items() if name.startswith(prefix)), None)
        row = [name, f"{value * 1e3:.3f}", f"{value * 1e9 / covered:.2f}"]
        ratio = value / seconds[ours]
        if name == ours:
            row += ["1", f"{NANOSECONDS_TARGET:g} ns",
                    table.at_most(value * 1e9 / covered, NANOSECONDS_TARGET)]
        elif target:
            row += [f"{ratio:.2f}", f"{target:g}", table.at_least(ratio, target)]
        else:
            row += [f"{ratio:.2f}", None, None]
        rows.append(row)
    header = ["", "ms a frame", "ns a covered pixel", "times our time", "target", ""]
    print(f"### {title[0].upper()}{title[1:]}: {picture.size[0]} x {picture.size[1]} on "
          f"{covered / 1e3:.0f}k pixels\n")
    print(table.markdown(header, rows))


def main():
    import ours
    import peer_cairo
    import peer_pixman
    import peer_skia

    programs = [ours.Ours(name) for name in ours.instruction_sets()] + [
        peer_opencv.OpenCV(), peer_skia.Skia(), peer_skia.SkiaImage(), peer_cairo.Cairo(),
        peer_pixman.Pixman()]
    targets = {
        peer_opencv.OpenCV.name: 2, peer_skia.SkiaImage.name: None, peer_skia.Skia.name: 4,
        peer_cairo.Cairo.name: 4, peer_pixman.Pixman.name: 6}
    older = older_opencv()
    print(f"## One layer on packed pixels\n\n{WIDTH} x {HEIGHT}, one thread, bilinear, "
          "source-over of premultiplied artwork; a covered pixel lies within the layer's outline. "
          "Cairo cannot draw in perspective.\n")
    for title, picture, matrix in scenes():
        seconds = times(programs, picture, matrix)
        section(title, picture, matrix, seconds | older[title], targets)


if __name__ == "__main__":
    if "--opencv" in sys.argv:
        opencv = peer_opencv.OpenCV()
        opencv.name += ", for information"
        results = {t: times([opencv], p, m) for t, p, m in scenes()}
        print(json.dumps(results))
    else:
        main()
