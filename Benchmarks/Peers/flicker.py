"""Does a texture that turns and shrinks keep its brightness?

Of every frame the light of the whole layer, on black, is set beside what it should be: that of the
artwork, divided by how much smaller it is drawn.
"""

import numpy as np

import artwork
import ours
import peer_cairo
import peer_opencv
import peer_pixman
import peer_skia
import table

SIZE = 560
FRAMES = 60
SHRINK = (1.2, 12)
TARGET = 0.005
LUMINANCE = np.array([0.2126, 0.7152, 0.0722])  # of BT.709, on encoded values


def frames(picture):
    """Maps and how much each shrinks: half a turn, along a path between the pixels."""
    for i in range(FRAMES):
        along = i / (FRAMES - 1)
        shrink = SHRINK[0] * (SHRINK[1] / SHRINK[0]) ** along
        centre = (SIZE / 2 + 7.3 * along, SIZE / 2 - 5.1 * along)
        yield artwork.turned(picture.size, centre, 1 / shrink, 180 * along), shrink


def programs():
    """By name, what draws artwork by a map that shrinks it so many times."""
    def filtered(program, variant):
        return lambda *scene: program.best(*scene[:3])[variant]

    def halved(picture, matrix, ground, shrink):
        factor = 2 ** int(np.log2(shrink))
        return opencv.after_area(picture, matrix, ground, factor, factor)

    us, opencv = ours.Ours(ours.instruction_sets()[0]), peer_opencv.OpenCV()
    cairo, skia, pixman = peer_cairo.Cairo(), peer_skia.Skia(), peer_pixman.Pixman()
    return {
        us.name: filtered(us, ""),
        f"{cairo.name}, GOOD": filtered(cairo, "GOOD"),
        f"{cairo.name}, BEST": filtered(cairo, "BEST"),
        f"{skia.name}, linear mipmaps": filtered(skia, "linear mipmaps"),
        f"{opencv.name}, AREA to a power of two": halved,
        f"{pixman.name}, linear box": filtered(pixman, "linear box"),
    }


def variation(draw, picture):
    """The largest relative brightness less the smallest."""
    light = (picture.exact[..., :3] @ LUMINANCE).sum()
    relative = []
    for matrix, shrink in frames(picture):
        drawing = draw(picture, matrix, np.zeros((SIZE, SIZE, 4), np.uint8), shrink)
        drawing.run()
        drawn = (drawing.pixels[..., :3] @ LUMINANCE).sum()
        relative.append(drawn * shrink**2 / light)
    return max(relative) - min(relative)


def main():
    pictures = [p.with_margin(32) for p in (
        artwork.layer("dragon/mask"), artwork.zone_plate(512, 2), artwork.lines(512))]
    rows = []
    for i, (name, draw) in enumerate(programs().items()):
        values = [variation(draw, picture) for picture in pictures]
        rows.append([name, *(f"{value:.2%}" for value in values),
                     table.at_most(max(values), TARGET) if i == 0 else None])
    print("## Flicker\n")
    print(f"How far the brightness of a layer varies over {FRAMES} frames in which it turns by "
          f"180 degrees and shrinks {SHRINK[0]:g} to {SHRINK[1]:g} times.\n")
    print(table.markdown(["", *(p.name for p in pictures), f"at most {TARGET:.1%}"], rows))


if __name__ == "__main__":
    main()
