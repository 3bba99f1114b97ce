#!/usr/bin/env python3
"""Draws a folder of Lottie files by this project and by ThorVG, and lists where the two differ most.

usage: folder.py FILES [PICTURES] [--frames 3] [--side 512] [--worst 40]
  Each .json below FILES is drawn at some frames, evenly over its time, SIDE pixels long, in a process of its own.
  The table has a line for each file, the one that differs most first: of its worst frame the mean difference (levels
  of 255, of the channel that differs most), the pixels that differ by more than a quarter of the range, and the mean
  difference of the outermost row and column of each side; then what is not drawn here. Files that are refused follow.
  PICTURES gets NAME.png for each line: this project's, ThorVG's, and the difference.

The public suites of Lottie files may not be copied into this repository; any folder of them will do. Needs the library
of `Benchmarks` (`swift build -c release --package-path Benchmarks --product bench-bridge`; LIBRARY names another one),
and numpy, pillow and thorvg-python from PyPI.
"""
import argparse
import ctypes
import multiprocessing
import os
import pathlib
import sys

import numpy
from PIL import Image

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARY = os.environ.get("LIBRARY", str(ROOT / "Benchmarks/.build/release/libbench-bridge.so"))
# Levels of 255 from which on a pixel counts as different, and seconds that a file may take.
QUARTER, PATIENCE = 64, 120


class Ours:
    """This project's reader and drawing."""

    def __init__(self, path):
        self.library = ctypes.CDLL(LIBRARY)
        self.library.bench_lottie.restype = ctypes.c_void_p
        self.library.bench_lottie_draw.restype = ctypes.c_bool
        text, words = pathlib.Path(path).read_bytes(), ctypes.create_string_buffer(400)
        handle = self.library.bench_lottie(text, ctypes.c_ssize_t(len(text)), words, ctypes.c_ssize_t(len(words)))
        self.words = words.value.decode(errors="replace")
        self.handle = ctypes.c_void_p(handle) if handle else None

    def frames(self):
        return self.library.bench_lottie_frames(self.handle)

    def size(self, side):
        size = (ctypes.c_ssize_t * 2)()
        self.library.bench_lottie_size(self.handle, ctypes.c_ssize_t(side), size)
        return size[0], size[1]

    def draw(self, frame, width, height):
        """Colours multiplied by alpha."""
        pixels = numpy.zeros((height, width, 4), numpy.uint8)
        place = pixels.ctypes.data_as(ctypes.c_void_p)
        numbers = (ctypes.c_ssize_t(number) for number in (frame, width, height))
        if not self.library.bench_lottie_draw(self.handle, *numbers, place):
            return None
        pixels = pixels.astype(numpy.int32)
        pixels[:, :, :3] = pixels[:, :, :3] * pixels[:, :, 3:] // 255
        return pixels


class ThorVG:
    """ThorVG's drawing, which fills the picture."""

    def __init__(self, path, width, height):
        import thorvg_python
        # With more threads than 0 its pixels differ.
        engine = thorvg_python.Engine(threads=0)
        self.canvas = thorvg_python.SwCanvas(engine)
        self.canvas.set_target(width, height)
        self.animation = thorvg_python.LottieAnimation(engine)
        picture = self.animation.get_picture()
        picture.load(path)
        _, own_width, own_height = picture.get_size()
        # It keeps the proportion: the picture is stretched by less than a pixel.
        scale = max(width / own_width, height / own_height)
        picture.set_size(own_width * scale, own_height * scale)
        self.canvas.add(picture)

    def draw(self, frame):
        self.animation.set_frame(float(frame))
        self.canvas.update()
        self.canvas.draw(True)
        self.canvas.sync()
        return numpy.asarray(self.canvas.get_pillow()).astype(numpy.int32)


def compared(path, count, side, answer):
    """Sends the figures of the frame that differs most, with its pictures; or why there are none."""
    ours = Ours(path)
    if not ours.handle:
        return answer.send((None, f"refused: {ours.words}"))
    width, height = ours.size(side)
    frames = ours.frames()
    try:
        other = ThorVG(path, width, height)
    except Exception as error:
        return answer.send((None, f"not read by ThorVG: {error}"))
    worst = None
    for frame in sorted({min(frames * (2 * n + 1) // (2 * count), frames - 1) for n in range(count)}):
        one, two = ours.draw(frame, width, height), other.draw(frame)
        if one is None:
            return answer.send((None, "read and not drawn"))
        far = numpy.abs(one - two).max(axis=2)
        border = numpy.concatenate([far[0], far[-1], far[:, 0], far[:, -1]])
        figures = (far.mean(), (far > QUARTER).mean() * 100, border.mean())
        if worst is None or figures[0] > worst[0][0]:
            worst = (figures, frame, one, two, far)
    answer.send((worst, ours.words))


def sheet(one, two, far):
    """Both over grey, and where they differ, side by side."""
    def over(pixels):
        return (pixels[:, :, :3] + 128 * (255 - pixels[:, :, 3:]) // 255).clip(0, 255)
    white = numpy.repeat((255 - far)[:, :, None], 3, axis=2)
    return Image.fromarray(numpy.concatenate([over(one), over(two), white], axis=1).astype(numpy.uint8))


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("files", type=pathlib.Path)
    parser.add_argument("pictures", type=pathlib.Path, nargs="?")
    parser.add_argument("--frames", type=int, default=3)
    parser.add_argument("--side", type=int, default=512)
    parser.add_argument("--worst", type=int, default=40)
    options = parser.parse_args()
    paths = sorted(options.files.rglob("*.json"))
    drawn, left = [], []
    for path in paths:
        name = str(path.relative_to(options.files).with_suffix(""))
        receiver, sender = multiprocessing.Pipe(False)
        process = multiprocessing.Process(
            target=compared, args=(str(path), options.frames, options.side, sender))
        process.start()
        sender.close()
        result, words = None, "the process that draws ended"
        try:
            if receiver.poll(PATIENCE):
                result, words = receiver.recv()
        except EOFError:
            pass
        process.kill()
        process.join()
        if result is None:
            left.append((name, words))
            continue
        figures, frame, *pictures = result
        drawn.append((figures, frame, name, words))
        if options.pictures:
            target = options.pictures / f"{name}.png"
            target.parent.mkdir(parents=True, exist_ok=True)
            sheet(*pictures).save(target)
    drawn.sort(reverse=True)
    print(f"{len(drawn)} of {len(paths)} files drawn by both; those that differ most:")
    print(f"{'file':40} {'frame':>6} {'mean':>7} {'> 1/4':>8} {'border':>7}  not drawn here")
    for (mean, share, border), frame, name, words in drawn[: options.worst]:
        print(f"{name[-40:]:40} {frame:6} {mean:7.2f} {share:6.2f} % {border:7.2f}  {words}")
    if drawn:
        means, shares, borders = zip(*(figures for figures, *_ in drawn))
        print(
            f"{'median':40} {'':6} {numpy.median(means):7.2f} {numpy.median(shares):6.2f} % {numpy.median(borders):7.2f}")
    for name, words in left:
        print(f"{name[-40:]:40} {words}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main()
