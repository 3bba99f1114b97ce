"""One layer straight into the planes of a video frame: every instruction set, every format.

No peer draws on Y'CbCr; what they come to by way of BGRA is in `composite.py`, without the two
conversions.
"""

import artwork
import measure
import ours
import table

FORMATS = ("yuv420p",)
# Name, width and height, the layer's side, milliseconds at most with the fastest kernels.
SIZES = (("720p", (1280, 720), 382, 0.6), ("1080p", (1920, 1080), 572, 1.3))
SHRINK = 1.35


def rows(format, name, size, side, target):
    """Lines of the table: a picture each, with every instruction set."""
    pictures = [make(round(SHRINK * side)) for make in (artwork.face, artwork.veil)]
    pictures.append(artwork.layer("dragon/mask"))
    for picture in pictures:
        quad = artwork.mask_quad((size[0] / 2, size[1] / 2), side)
        matrix = artwork.homography(*picture.size, quad)
        covered = artwork.area(picture.size, matrix)
        runs = {}
        for instruction_set in ours.instruction_sets():
            frame = ours.Frame(format, *size)
            runs[instruction_set] = ours.Ours(instruction_set).layer(picture, matrix, frame)
        seconds = measure.interleaved(runs)
        for i, (instruction_set, value) in enumerate(seconds.items()):
            yield [format, name, picture.name, f"{covered / 1e3:.0f}k", instruction_set,
                   f"{value * 1e3:.3f}", f"{value * 1e9 / covered:.2f}",
                   f"{target:g} ms" if i == 0 else None,
                   table.at_most(value * 1e3, target) if i == 0 else None]


def main():
    print("## Straight into a video frame\n")
    print(f"One thread; the layer in slight perspective, shrunk {SHRINK:g} times (the dragon's "
          "mask as it is, its transparent pixels counted as covered).\n")
    print(table.markdown(
        ["format", "frame", "layer", "pixels covered", "kernels", "ms a frame",
         "ns a covered pixel", "at most", ""],
        [row for format in FORMATS for size in SIZES for row in rows(format, *size)]))


if __name__ == "__main__":
    main()
