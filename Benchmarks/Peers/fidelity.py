"""Shrunk artwork beside the truth and beside what the peers make of it, in ten cases.

    fidelity.py [SHEET.png]    also puts all pictures on a contact sheet
"""

import concurrent.futures
import sys

import numpy as np
from PIL import Image

import artwork
import ours
import peer_cairo
import peer_opencv
import peer_pixman
import peer_skia
import quality
import table
import truth

SIZE = 360
CENTRE = (SIZE / 2 + 0.3, SIZE / 2 - 0.2)  # not on the grid of pixels
GROUND = (60, 110, 160, 255)
MARGIN = 32  # transparent texels around artwork: as much as any program's widest filter needs
AHEAD = 2  # dB above the best peer


def tilted(picture, width, far, depth):
    """A quad of which the far side is so much shorter: strong perspective."""
    x, y = CENTRE
    quad = [(x - far / 2, y - depth / 2), (x + far / 2 - 6, y - depth / 2 + 5),
            (x + width / 2, y + depth / 2), (x - width / 2 + 4, y + depth / 2 - 3)]
    return artwork.homography(*picture.size, quad)


def turned(picture, shrink, degrees):
    """A map that shrinks, by one factor or by one an axis, and turns."""
    scale = tuple(1 / s for s in shrink) if isinstance(shrink, tuple) else 1 / shrink
    return artwork.turned(picture.size, CENTRE, scale, degrees)


# Name, artwork, map, and what the map takes. Zone plates have a ring a pixel at the rim, so half of
# their radius can be seen and half should be grey.
CASES = (
    ("dragon's mask, 1.5 times", lambda: artwork.layer("dragon/mask"), turned, 1.5, 8),
    ("zone plate, 2 times", lambda: artwork.zone_plate(640, 2), turned, 2, 30),
    ("monkey's fur, 3 times", lambda: artwork.layer("monkey/fur"), turned, 3, 17),
    ("lines, 5 times", lambda: artwork.lines(1024), turned, 5, 45),
    ("bear's hood, 8 times", lambda: artwork.layer("bear-hood/hood"), turned, 8, 5),
    ("zone plate, 20 times", lambda: artwork.zone_plate(2048, 20), turned, 20, 33),
    ("shark's body, 6 by 1.5 times", lambda: artwork.layer("shark-hat/body"), turned, (6, 1.5), 25),
    ("lines, 3 by 12 times", lambda: artwork.lines(1024), turned, (3, 12), 60),
    ("dragon's mane, 1.7 to 8 times", lambda: artwork.layer("dragon/mane"), tilted, 350, 75, 170),
    ("lines, 3 to 15 times", lambda: artwork.lines(1024), tilted, 350, 70, 200),
)


def pictures(drawers, picture, matrix, background):
    """What the programs draw: by program, then by variant."""
    result = {}
    for program in drawers:
        if program.is_affine_only and not artwork.is_affine(matrix):
            continue
        result[program.name] = {}
        for variant, drawing in program.best(picture, matrix, background).items():
            drawing.run()
            result[program.name][variant] = drawing.pixels.copy()
    return result


def best(decibels, wanted=lambda variant: True):
    """The PSNR, the program and the variant of the highest PSNR."""
    return max((score, name, variant) for name, variants in decibels.items()
               for variant, score in variants.items() if wanted(variant))


def is_named(variant):
    """Whether it is a filter by which a peer is named in the target: Cairo's BEST, Skia's linear
    mipmaps, OpenCV's LINEAR after AREA, and of pixman the cubic that Cairo's BEST uses."""
    return variant in ("BEST", "linear mipmaps", "cubic", "bilinear") or variant.startswith("AREA")


def programs():
    """Ours first."""
    return [ours.Ours(ours.instruction_sets()[0]), peer_cairo.Cairo(), peer_skia.Skia(),
            peer_opencv.OpenCV(), peer_pixman.Pixman()]


def examine(number):
    """A case's lines of both tables, and its strip of pictures: the truth, then all programs."""
    name, make, place, *shape = CASES[number]
    picture = make().with_margin(MARGIN)
    matrix = place(picture, *shape)
    background = np.full((SIZE, SIZE, 4), GROUND, np.uint8)
    drawn = pictures(programs(), picture, matrix, background)
    layer = truth.mean(picture, matrix, SIZE, SIZE)
    mask = layer[..., 3] > 0
    expected = truth.over(layer, background.astype(np.float64))
    rounded = np.rint(expected)
    decibels = {
        name: {variant: quality.psnr(pixels, expected, mask)
               for variant, pixels in variants.items()}
        for name, variants in drawn.items()}
    chosen = {name: best({name: decibels[name]}) for name in drawn}
    similarity = {name: quality.ssim(drawn[name][variant], expected, mask)
                  for name, (_, _, variant) in chosen.items()}
    us, *peers = drawn

    summary = [name, f"{quality.psnr(rounded, expected, mask):.1f}", f"{chosen[us][0]:.1f}"]
    for wanted in (is_named, lambda variant: True):
        score, program, _ = best({peer: decibels[peer] for peer in peers}, wanted)
        ahead = chosen[us][0] - score
        summary += [f"{score:.1f}, {program.split()[0]}", f"{ahead:+.1f}",
                    table.at_least(ahead, AHEAD)]
    most_similar = max(similarity[peer] for peer in peers)
    summary += [f"{similarity[us]:.4f}", f"{most_similar:.4f}",
                table.at_least(similarity[us], most_similar)]

    detail, strip = [name], [rounded[..., :3].astype(np.uint8)]
    for program in (program.name for program in programs()):
        if program not in drawn:
            detail.append("cannot")
            strip.append(np.full((SIZE, SIZE, 3), 255, np.uint8))
            continue
        score, _, variant = chosen[program]
        detail.append(f"{score:.1f} / {similarity[program]:.4f}"
                      + (f", {variant}" if variant else ""))
        strip.append(drawn[program][variant][..., :3])
    return summary, detail, np.hstack(strip)


def main():
    # Nothing is timed here, so all cores may help.
    with concurrent.futures.ProcessPoolExecutor() as pool:
        summary, details, strips = zip(*pool.map(examine, range(len(CASES))))
    if len(sys.argv) > 1:
        Image.fromarray(np.vstack(strips)).save(sys.argv[1])
    print("## Fidelity of shrunk artwork\n")
    print("PSNR in dB and SSIM over the pixels that the layer covers, against the mean of "
          f"{truth.SAMPLES} x {truth.SAMPLES} samples a pixel of the bilinear interpolant in "
          "float64. \"At most\" is the truth itself, rounded to 8 bit. \"Named\" are the filters "
          "Cairo BEST, Skia linear mipmaps, OpenCV LINEAR after the best AREA, pixman cubic; of "
          "\"any\" the best of all that a peer has, Cairo GOOD and pixman's box among them.\n")
    print(table.markdown(
        ["", "at most", "ours", "best named", "ahead", f"by {AHEAD} dB", "best of any", "ahead",
         f"by {AHEAD} dB", "our SSIM", "best of any", "not lower"], summary))
    print("PSNR / SSIM of all, and the filter that was a program's best.\n")
    print(table.markdown(["", *(p.name for p in programs())], details))


if __name__ == "__main__":
    main()
