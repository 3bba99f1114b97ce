#!/usr/bin/env python3
"""Makes brook.glb: the brook of the card's lower half, with carp under thin ice."""

import numpy as np

import brook as B
import paper as P

HERE = P.pathlib.Path(__file__).resolve().parent
LOW, HIGH = (-52.5, -74.0), (52.5, 0.0)

# The opening: under the bank that is printed, within the frame with its cut corners.
size = np.round((np.array(HIGH) - LOW) * B.PIXELS).astype(int)
x, y = np.meshgrid(LOW[0] + (np.arange(size[0]) + 0.5) / B.PIXELS, HIGH[1] - (np.arange(size[1]) + 0.5) / B.PIXELS)
bank = np.interp(x, [-49, -42, -35, -28, -22, -15, -8, 0, 5, 10, 17, 25, 30, 36, 41, 49], [
    -18.6, -18.2, -17.2, -16.6, -17.1, -16.7, -15.8, -17.1, -15.6, -15.2, -14.4, -14.2, -15.2, -14.2, -14.6, -15.8])
frame = np.maximum(np.maximum(abs(x) - 48.6, -70.2 - y), (abs(x) - y - 113.1) / 2**0.5)
brook = B.Brook(HERE.parent / "card.png", LOW, HIGH, (y < bank) & (frame < 0),
                (HERE.parent / "meadow.png", (-14.1, 6.5), 60.8))
brook.banks((-3.5, -8, -13, -18), (1.6, 3.4, 5.6, 8.2), ("#d3eaf3", "#8fc3da", "#4a97b4", "#256a8a"))
brook.bed(-23, "#075673", "#2590ac", "#8fe3e6")
brook.stones(41, ("#6f8fa3", "#8aa3ad", "#b59b6b", "#5d7f78", "#a9b7bd"), (1.4, 4.2))
brook.weeds([(-34, -60), (-39, -30), (38, -58), (30, -24), (-12, -64), (40, -38), (-22, -24)],
    ("#7fae4a", "#a8c54a", "#4f9a6b"), 13)
brook.koi_texture([("#fbf1e2", "#d9342b", "", 4), ("#f2a52c", "#d8491f", "#fbe3a0", 8),
    ("#fdf8ee", "#1c2c46", "#d9342b", 12),
                   ("#fbeee0", "#e2562b", "", 18), ("#f5b73a", "#f08a1d", "", 5)])
# The first two are as long as the printed ones.
brook.koi("Carp 1", 0, 43, "#f26a3c", B.circling((7, -43), (24, 13), -11, 0.05, 0.15), 5)
brook.koi("Carp 2", 1, 32, "#e8692b", B.circling((-14, -42), (21, 13), -13, 0.45, -0.15, True), 6)
brook.koi("Carp 3", 2, 23, "#f3c8a6", B.circling((20, -40), (17, 16), -16, 0.62, 0.1), 7)
brook.koi("Carp 4", 3, 18, "#f28a55", B.circling((-8, -36), (28, 12), -18, 0.75, 0.0), 8)
brook.koi("Carp 5", 4, 15, "#f6bb55", B.circling((-24, -52), (13, 9), -7, 0.2, 0.4), 8)
brook.surface(-1.2, "#7cc3d0")
brook.ice(-1.0, 6.5)
brook.write(HERE.parent / "brook.glb", 60)
