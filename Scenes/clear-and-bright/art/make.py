#!/usr/bin/env python3
"""Makes brook.glb: the card's river, cut open: a clear brook with carp, stones and water plants under pear petals."""

import pathlib
import sys

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "start-of-spring" / "art"))
import brook as B  # noqa: E402
import paper as P  # noqa: E402
from paper import G, placed, sheet  # noqa: E402

LOW, HIGH = (-52.5, -74.0), (52.5, -12.0)
# The river's banks as printed, from its left end to the bridge.
UPPER = [(-53, -53), (-48.5, -51.4), (-40, -49), (-32.5, -46.6), (-23, -43.4), (-14.5, -41), (-5, -39.4), (3.5, -38),
    (12, -36.4), (19.5, -34.6), (26, -32)]
LOWER = [(-53, -64.6), (-48.5, -64.2), (-38, -62.4), (-28.5, -60), (-17, -56.8), (-6.5, -54), (4, -50.8), (13.5, -48),
    (24, -45), (33, -42)]

size = np.round((np.array(HIGH) - LOW) * B.PIXELS).astype(int)
x, y = np.meshgrid(LOW[0] + (np.arange(size[0]) + 0.5) / B.PIXELS, HIGH[1] - (np.arange(size[1]) + 0.5) / B.PIXELS)
curve = lambda points: np.interp(x, *G.spline(points, 200).T)
middle, half = (curve(UPPER) + curve(LOWER)) / 2, (curve(UPPER) - curve(LOWER)) / 2
river = (abs(y - middle) < half) & (x > -48.3) & (np.clip(x - 9, 0, None) ** 2 / 144 + ((y - middle) / half) ** 4 < 1)
# What is printed over the river stays: blossoms, cakes, steam. Water and its glints are blue, or lie within the blue.
print_ = P.printed(HERE.parent / "card.png", LOW, HIGH, B.PIXELS) / 255
blue = (print_[..., 2] > print_[..., 0] + 0.035) & (print_[..., 2] > print_[..., 1] - 0.06)
kept = river & ~blue & ((x < 6) | (x > 13.5) & (y < -42))  # Not the steam, which is thin.
grown = B.blurred(kept.astype(float), 5) > 0.62  # Glints and petals are thin: they go.
for _ in range(40):
    grown = (B.blurred(grown.astype(float), 1) > 0.01) & kept
brook = B.Brook(HERE.parent / "card.png", LOW, HIGH, river & ~grown)
# What hangs over the river makes no bank below.
brook.inside = (B.distance(river, 60) - B.distance(~river, 60)) / B.PIXELS
brook.banks((-2.2, -4.6, -7.2), (0.7, 1.5, 2.4), ("#8fbf74", "#5f9a7c", "#3f8a86"))
brook.bed(-11, "#3f97a0", "#86b9a4", "#e6f6ea")
brook.stones(70, ("#9fb0a8", "#c9b78f", "#8c9bb0", "#b7a7c9", "#7f9a86"), (0.8, 2.2))
brook.weeds([(-44, -61), (-33, -49), (-20, -57), (-6, -41.5), (5, -49), (15, -37.5), (-26, -59.5)],
    ("#7db356", "#a9cf6a", "#4f9a5d"), 6,
            (-1, -0.3))
brook.koi_texture([("#fdf3e6", "#e0452f", "", 4), ("#f6a933", "#e2562b", "#fbe3a0", 8),
    ("#fffaf0", "#24384a", "#e0452f", 12),
                   ("#fbeee0", "#e86a3a", "", 18), ("#fbc24a", "#f6962b", "", 5)])
UP = np.arctan2(12, 60)  # The stream comes from the right; the fish face it.
brook.koi("Carp 1", 0, 13.5, "#f58a5c", B.holding((-29, -54), UP, -4.4, 0.1, 2.5, 0.6), 6)
brook.koi("Carp 2", 1, 11, "#f09038", B.holding((-8, -48.6), UP + 0.1, -5.4, 0.45, 3.2, 0.8), 7)
brook.koi("Carp 3", 2, 11.5, "#f3cdb0", B.passing((-66, -64), (72, -25), -6.6, 0.7), 9)
brook.koi("Carp 4", 3, 9.5, "#f5a27a", B.holding((9, -43.5), UP, -4.2, 0.75, 2.4, 0.7), 8)
brook.koi("Carp 5", 4, 8.5, "#f8c46a", B.passing((78, -26), (-64, -59), -8, 0.8), 10)
brook.surface(-1.2, "#d5eef0")
half = np.linspace(0, np.pi, 8)
petal = np.r_[np.c_[np.cos(half) * 0.9 + 0.0, np.sin(half) * 1.05], [(-0.75, -0.7), (0, -1.2), (0.75, -0.7)]]
petal = petal * np.where(abs(petal[:, :1]) < 0.25, (1, 0.82), (1, 1))
random = np.random.default_rng(11)
for i in range(9):
    begin = random.uniform((-46, -0.5), (22, 0.5))
    drift = B.TIMES / B.LOOP * random.uniform(9, 13)
    along = begin[0] - drift
    middle = (np.interp(along, *np.array(UPPER).T) + np.interp(along, *np.array(LOWER).T)) / 2 + random.uniform(-4, 4)
    parts = placed(sheet(petal * random.uniform(0.8, 1.05), 0.12, "#fffdf8", "#f3e3ee", material=brook.paper),
                   G.rotation(z=random.uniform(0, 360)))
    brook.floating(parts, f"Petal {i}", np.c_[along, middle + 0.5 * np.sin(2 * np.pi * B.TIMES / B.LOOP + i),
        0 * along - 1.05], 40)
brook.write(HERE.parent / "brook.glb")
