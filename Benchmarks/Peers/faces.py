"""Many layers, and one layer at many sizes: time should follow the pixels that are covered."""

import numpy as np

import artwork
import measure
import ours
import table

FORMATS = ("rgba", "yuv420p")
SIZE = (1280, 720)
SCALE = 0.5
# The middle of each face, and its layers with how far below the middle they lie.
FACES = (
    ((250, 200), (("dragon/mane", 0), ("dragon/mask", 10), ("dragon/snout", 60))),
    ((960, 190), (("sheep/fleece", -20), ("sheep/mask", 10), ("sheep/horns", -40))),
    ((330, 540), (("monkey/fur", -10), ("monkey/mask", 0), ("monkey/jaw", 70))),
    ((980, 520), (("ox/horns", -60), ("ox/mask", 0), ("ox/muzzle", 60))),
)
# Bytes that are written before each frame, as decoding and encoding it would: more than the caches.
OTHER_WORK = 64 << 20
SIDES = (50, 100, 200, 300, 400, 500, 600)
SHRINK = 1.35
TARGET = 0.15


def twelve(format, compositor):
    """Seconds of twelve layers drawn one after the other; the sum of each drawn alone; and that sum
    where each is drawn again and again, so that the caches hold it."""
    frame = ours.Frame(format, *SIZE)
    runs = []
    for (x, y), layers in FACES:
        for path, below in layers:
            picture = artwork.layer(path)
            width, height = (SCALE * side for side in picture.size)
            quad = [(x + dx * width * 0.5, y + below + dy * height * 0.5 * (1 + 0.05 * dx))
                    for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            matrix = artwork.homography(*picture.size, quad)
            runs.append(compositor.layer(picture, matrix, frame))

    other_memory = np.zeros(OTHER_WORK, np.uint8)
    together, alone = np.full(len(runs), np.inf), np.full(len(runs), np.inf)
    for _ in range(5 * measure.ROUNDS):
        np.add(other_memory, 1, out=other_memory)
        together = np.minimum(together, [measure.once(run) for run in runs])
        for i, run in enumerate(runs):
            np.add(other_memory, 1, out=other_memory)
            alone[i] = min(alone[i], measure.once(run))
    repeated = measure.interleaved(dict(enumerate(runs)))
    return together.sum(), alone.sum(), sum(repeated.values())


def sizes(format, compositor):
    """Covered pixels and seconds of one layer at many sizes."""
    covered, runs = [], {}
    for side in SIDES:
        picture = artwork.face(round(SHRINK * side))
        quad = artwork.mask_quad((SIZE[0] / 2, SIZE[1] / 2), side)
        matrix = artwork.homography(*picture.size, quad)
        covered.append(artwork.area(picture.size, matrix))
        runs[side] = compositor.layer(picture, matrix, ours.Frame(format, *SIZE))
    return np.array(covered), np.array(list(measure.interleaved(runs).values()))


def main():
    compositor = ours.Ours(ours.instruction_sets()[0])
    print("## Four faces with three layers each\n")
    print("Against the sum of the twelve layers drawn alone; 1280 x 720, one thread, the fastest "
          "kernels. Before each frame the caches are filled with other things, as decoding and "
          "encoding do; \"repeated\" is the sum without that.\n")
    rows = []
    for format in FORMATS:
        together, alone, repeated = twelve(format, compositor)
        rows.append([format, f"{together * 1e3:.3f}", f"{alone * 1e3:.3f}",
                     f"{together / alone:.3f}", table.at_most(abs(together / alone - 1), TARGET),
                     f"{repeated * 1e3:.3f}"])
    print(table.markdown(
        ["format", "ms a frame", "ms alone, summed", "ratio", f"within {TARGET:.0%}",
         "ms repeated, summed"], rows))

    print("One layer at many sizes, and how far each is from the straight line through all (a "
          "fixed time a layer, and a time a covered pixel).\n")
    rows = []
    for format in FORMATS:
        covered, seconds = sizes(format, compositor)
        # Least squares of relative errors.
        terms = np.stack([np.ones_like(covered), covered], axis=1) / seconds[:, None]
        (fixed, slope), *_ = np.linalg.lstsq(terms, np.ones_like(seconds), rcond=None)
        for side, pixels, value in zip(SIDES, covered, seconds):
            away = value / (fixed + slope * pixels) - 1
            rows.append([format, f"{side}", f"{pixels:.0f}", f"{value * 1e3:.4f}",
                         f"{value * 1e9 / pixels:.2f}", f"{away:+.1%}",
                         table.at_most(abs(away), TARGET)])
    print(table.markdown(
        ["format", "side", "pixels covered", "ms", "ns a covered pixel", "from the line",
         f"within {TARGET:.0%}"], rows))


if __name__ == "__main__":
    main()
