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


def cases():
    """Name, artwork, map."""
    def turned(name, picture, shrink, degrees):
        picture = picture.with_margin(MARGIN)
        scale = tuple(1 / s for s in shrink) if isinstance(shrink, tuple) else 1 / shrink
        return name, picture, artwork.turned(picture.size, CENTRE, scale, degrees)

    def in_perspective(name, picture, *shape):
        picture = picture.with_margin(MARGIN)
        return name, picture, tilted(picture, *shape)

    layer, lines = artwork.layer, artwork.lines
    # A ring a pixel at the rim, so half of the radius can be seen and half should be grey.
    plate = artwork.zone_plate
    return [
        turned("dragon's mask, 1.5 times", layer("dragon/mask"), 1.5, 8),
        turned("zone plate, 2 times", plate(640, 2), 2, 30),
        turned("monkey's fur, 3 times", layer("monkey/fur"), 3, 17),
        turned("lines, 5 times", lines(1024), 5, 45),
        turned("bear's hood, 8 times", layer("bear-hood/hood"), 8, 5),
        turned("zone plate, 20 times", plate(2048, 20), 20, 33),
        turned("shark's body, 6 by 1.5 times", layer("shark-hat/body"), (6, 1.5), 25),
        turned("lines, 3 by 12 times", lines(1024), (3, 12), 60),
        in_perspective("dragon's mane, 1.7 to 8 times", layer("dragon/mane"), 350, 75, 170),
        in_perspective("lines, 3 to 15 times", lines(1024), 350, 70, 200),
    ]


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


def assess(drawn, expected, mask):
    """By program and variant: PSNR and SSIM."""
    return {
        name: {variant: (quality.psnr(pixels, expected, mask), quality.ssim(pixels, expected, mask))
               for variant, pixels in variants.items()}
        for name, variants in drawn.items()}


def best(scores, wanted=lambda variant: True):
    """The decibels, the similarity, the program and the variant of the highest PSNR."""
    return max((*score, name, variant) for name, variants in scores.items()
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
    name, picture, matrix = cases()[number]
    background = np.full((SIZE, SIZE, 4), GROUND, np.uint8)
    drawn = pictures(programs(), picture, matrix, background)
    layer = truth.mean(picture, matrix, SIZE, SIZE)
    mask = layer[..., 3] > 0
    expected = truth.over(layer, background.astype(np.float64))
    rounded = np.rint(expected)
    scores = assess(drawn, expected, mask)
    us, *peers = scores
    ours_psnr, ours_ssim = scores[us][""]
    peers = {name: scores[name] for name in peers}
    summary = [name, f"{quality.psnr(rounded, expected, mask):.1f}", f"{ours_psnr:.1f}"]
    for wanted in (is_named, lambda variant: True):
        decibels, _, program, _ = best(peers, wanted)
        ahead = ours_psnr - decibels
        summary += [f"{decibels:.1f}, {program.split()[0]}", f"{ahead:+.1f}",
                    table.at_least(ahead, AHEAD)]
    most_similar = max(score[1] for variants in peers.values() for score in variants.values())
    summary += [f"{ours_ssim:.4f}", f"{most_similar:.4f}",
                table.at_least(ours_ssim, most_similar)]

    detail, strip = [name], [rounded[..., :3].astype(np.uint8)]
    for program in programs():
        if program.name not in scores:
            detail.append("cannot")
            strip.append(np.full((SIZE, SIZE, 3), 255, np.uint8))
            continue
        decibels, similarity, _, variant = best({program.name: scores[program.name]})
        detail.append(f"{decibels:.1f} / {similarity:.4f}" + (f", {variant}" if variant else ""))
        strip.append(drawn[program.name][variant][..., :3])
    return summary, detail, np.hstack(strip)


def main():
    # Nothing is timed here, so all cores may help.
    with concurrent.futures.ProcessPoolExecutor() as pool:
        summary, details, strips = zip(*pool.map(examine, range(len(cases()))))
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
