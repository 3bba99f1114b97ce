"""Artwork at its size or larger: the largest difference from the formula in float64."""

import numpy as np

import artwork
import ours
import peer_cairo
import peer_opencv
import peer_pixman
import peer_skia
import table
import truth

SIZE = 512
TARGET = 1.0  # levels


def cases():
    """Name, artwork, map."""
    def turned(name, picture, scale, degrees):
        picture = picture.with_margin(2)
        return name, picture, artwork.turned(picture.size, (255.7, 256.2), scale, degrees)

    veil, mask = artwork.veil(128).with_margin(2), artwork.layer("monkey/muzzle").with_margin(2)
    return [
        turned("veil, as it is, moved by part of a pixel", artwork.veil(320), 1, 0),
        turned("dragon's jaw, as it is, turned", artwork.layer("dragon/jaw"), 1, 20),
        turned("lines, 1.5 times larger, turned", artwork.lines(256), 1.5, 35),
        turned("zone plate, 8 times larger", artwork.zone_plate(60, 2), 8, 10),
        turned("veil, 1.2 by 5 times larger, turned", artwork.veil(80), (1.2, 5), 50),
        ("veil, larger in perspective", veil,
         artwork.homography(*veil.size, [(40, 30), (470, 60), (500, 480), (15, 500)])),
        ("monkey's muzzle, larger in strong perspective", mask,
         artwork.homography(*mask.size, [(-200, -300), (700, -250), (470, 500), (60, 505)])),
    ]


def main():
    programs = [ours.Ours(ours.instruction_sets()[0]), peer_cairo.Cairo(), peer_skia.Skia(),
                peer_opencv.OpenCV(), peer_pixman.Pixman()]
    ground = np.random.default_rng(2).integers(0, 256, (SIZE, SIZE, 4), np.uint8)
    ground[..., 3] = 255
    rows = []
    for name, picture, matrix in cases():
        layer = truth.middle(picture, matrix, SIZE, SIZE)
        expected = truth.over(layer, ground.astype(np.float64))
        row = [name]
        for program in programs:
            if program.is_affine_only and not artwork.is_affine(matrix):
                row.append("cannot")
                continue
            drawing = program.bilinear(picture, matrix, ground)
            drawing.run()
            largest = np.abs(drawing.pixels - expected).max()
            row.append(f"{largest:.2f}")
            if program is programs[0]:
                row.append(table.at_most(largest, TARGET))
        rows.append(row)
    us, *peers = (program.name for program in programs)
    print("## Exactness of magnified artwork\n")
    print("The largest difference of a channel, in levels, from bilinear interpolation and "
          "source-over of premultiplied artwork in float64; half a level is rounding.\n")
    print(table.markdown(["", us, f"at most {TARGET:g}", *peers], rows))


if __name__ == "__main__":
    main()
