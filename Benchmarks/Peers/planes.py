"""One layer straight into the planes of a video frame: every instruction set, every format.

No peer draws on Y'CbCr; what they come to by way of BGRA is in `composite.py`, without the two
conversions.
"""

import artwork
import measure
import ours
import table

FORMAT = "yuv420p"
# Measured beside that one, by the names of `Sources/BenchBridge/Frame.swift`.
OTHER_FORMATS = (
    "yuv422p", "yuv444p", "nv12", "yuv420p10", "yuv422p10", "yuv444p10", "p010", "rgba", "bgra",
    "rgb", "bgr")
# Name, width and height, the layer's side, milliseconds at most with the fastest kernels.
SIZES = (("720p", (1280, 720), 382, 0.6), ("1080p", (1920, 1080), 572, 1.3))
SHRINK = 1.35


def prepared(format, size, side, picture, instruction_set):
    """A function that draws a picture in the middle of a frame, and the pixels that it covers."""
    quad = artwork.mask_quad((size[0] / 2, size[1] / 2), side)
    matrix = artwork.homography(*picture.size, quad)
    draw = ours.Ours(instruction_set).layer(picture, matrix, ours.Frame(format, *size))
    return draw, artwork.area(picture.size, matrix)


def rows(name, size, side, target):
    """Lines of the table: a picture each, with every instruction set."""
    pictures = [make(round(SHRINK * side)) for make in (artwork.face, artwork.veil)]
    pictures.append(artwork.layer("dragon/mask"))
    for picture in pictures:
        runs = {}
        for instruction_set in ours.instruction_sets():
            runs[instruction_set], covered = prepared(
                FORMAT, size, side, picture, instruction_set)
        seconds = measure.interleaved(runs)
        for i, (instruction_set, value) in enumerate(seconds.items()):
            yield [name, picture.name, f"{covered / 1e3:.0f}k", instruction_set,
                   f"{value * 1e3:.3f}", f"{value * 1e9 / covered:.2f}",
                   f"{target:g} ms" if i == 0 else None,
                   table.at_most(value * 1e3, target) if i == 0 else None]


def formats():
    """Lines of the other table: a format each, with the fastest kernels, at the first size."""
    _, size, side, _ = SIZES[0]
    picture, fastest = artwork.face(round(SHRINK * side)), ours.instruction_sets()[0]
    draws = {format: prepared(format, size, side, picture, fastest)
             for format in (FORMAT, *OTHER_FORMATS)}
    seconds = measure.interleaved({format: draw for format, (draw, _) in draws.items()})
    for format, value in seconds.items():
        yield [format, f"{value * 1e3:.3f}", f"{value * 1e9 / draws[format][1]:.2f}",
               f"{value / seconds[FORMAT]:.2f}"]


def main():
    print("## Straight into a video frame\n")
    print(f"{FORMAT}, one thread; the layer in slight perspective, shrunk {SHRINK:g} times (the "
          "dragon's mask as it is, its transparent pixels counted as covered).\n")
    print(table.markdown(
        ["frame", "layer", "pixels covered", "kernels", "ms a frame", "ns a covered pixel",
         "at most", ""], [row for size in SIZES for row in rows(*size)]))
    print(f"Other formats: the mostly opaque layer at {SIZES[0][0]}, the fastest kernels.\n")
    print(table.markdown(
        ["format", "ms a frame", "ns a covered pixel", f"times {FORMAT}"], formats()))


if __name__ == "__main__":
    main()
