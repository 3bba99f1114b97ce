"""How far a flat layer slides over the skin, by OpenCV's DIS flow: RMS in px over 1, 5 and 15 frames.

Seeds lie on brow, bridge, temples and cheekbones, laid out by the layer's quad. Frame i + k is brought over
frame i (k = 1: by whole pixels; else by the chain of single steps), the rest is DIS flow there and back. What
the quads carry less what the picture shows is fitted by shift, turn, growth and parallax, with Tukey's weights.
"""

import cv2
import numpy as np

SPANS = (1, 5, 15)


class Judge:
    def __init__(self, seeds, depths):
        """seeds: places in eye distances from the middle of the eyes, x right, y down; depths likewise."""
        self.seeds, self.depths = np.asarray(seeds, float), np.asarray(depths, float)
        x, y = self.seeds.T
        self.weights = 1 / (1 + x * x / 3 + (y + 0.1) ** 2 / 0.5)
        self.flow = cv2.DISOpticalFlow_create(cv2.DISOPTICAL_FLOW_PRESET_MEDIUM)
        self.flow.setFinestScale(0)
        self.flow.setVariationalRefinementIterations(10)

    def fit(self, moves, valid):
        """The moves as shift + spin place + slide depth, in complex numbers."""
        z = self.seeds[valid, 0] + 1j * self.seeds[valid, 1]
        a = np.stack([np.ones_like(z), z, self.depths[valid].astype(complex)], 1)
        m = moves[valid, 0] + 1j * moves[valid, 1]
        base, w = self.weights[valid], self.weights[valid]
        for _ in range(8):
            s = np.sqrt(w)[:, None]
            p = np.linalg.lstsq(a * s, m * s[:, 0], rcond=None)[0]
            left = abs(m - a @ p)
            part = left / (4.685 * max(np.median(left) / 1.18, 0.02))
            w = base * np.where(part < 1, (1 - part ** 2) ** 2, 0) + 1e-9
        return p

    def moved(self, first, second, points, map_):
        """Where points of the first picture are in the second, `map_` (2 x 3) says about where."""
        low = np.floor(points.min(0) - 40).astype(int)
        high = np.ceil(points.max(0) + 40).astype(int)
        w, h = (high - low).tolist()
        if w > 1500 or h > 1500:
            return None
        crop = np.array([[1, 0, low[0]], [0, 1, low[1]], [0, 0, 1]], float)
        def window(picture, m):
            whole = (np.vstack([m, [0, 0, 1]]) @ crop)[:2]
            exact = np.allclose(whole[:, :2], np.eye(2)) and np.allclose(whole, np.round(whole))
            return cv2.warpAffine(
                picture, whole, (w, h), borderMode=cv2.BORDER_REPLICATE,
                flags=(cv2.INTER_NEAREST if exact else cv2.INTER_CUBIC) | cv2.WARP_INVERSE_MAP)
        a, b = window(first, np.eye(3)[:2]), window(second, map_)
        there, back = self.flow.calc(a, b, None), self.flow.calc(b, a, None)
        at = points - low
        def sample(flow, p):
            x, y = p[:, 0].astype(np.float32)[None], p[:, 1].astype(np.float32)[None]
            return cv2.remap(flow, x, y, cv2.INTER_LINEAR)[0]
        f = sample(there, at)
        b = sample(back, at + f)
        height, width = first.shape
        end = (points + f) @ map_[:, :2].T + map_[:, 2]
        inside = lambda p: (p > 2).all(1) & (p[:, 0] < width - 2) & (p[:, 1] < height - 2)
        valid = (np.hypot(*(f + b).T) < max(0.5, 0.004 * (points[:, 0].max() - points[:, 0].min()) / 2))
        valid &= inside(points) & inside(end)
        return (end, valid) if valid.sum() >= 12 else None

    def judge(self, pictures, quads):
        """pictures: grey frames; quads: of each frame, a face's four corners (square, 2.3 wide) or None."""
        side = 2.3
        unit = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * np.float32(side / 2)
        maps = [None if q is None else cv2.getPerspectiveTransform(unit, np.asarray(q, np.float32))
                for q in quads]
        def lay(m, p):
            return cv2.perspectiveTransform(np.asarray(p, float)[None], m)[0]
        found = {k: [] for k in SPANS}
        steps = {}
        place = [None if m is None else lay(m, self.seeds) for m in maps]
        for i in range(len(quads) - 1):
            if maps[i] is None or maps[i + 1] is None:
                continue
            shift = np.round(lay(maps[i + 1], [[0, 0]])[0] - lay(maps[i], [[0, 0]])[0])
            m = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
            seen = self.moved(pictures[i], pictures[i + 1], place[i], m)
            if seen is None:
                continue
            end, valid = seen
            p = self.fit(end - place[i], valid)
            eye = np.linalg.norm(lay(maps[i], [[0.5, 0]])[0] - lay(maps[i], [[-0.5, 0]])[0])
            middle = complex(*lay(maps[i], [[0, 0]])[0])
            spin = 1 + p[1] / eye
            steps[i] = (spin, middle + p[0] - spin * middle)
            found[1].append(abs(self.fit(place[i + 1] - end, valid)[0]))
        for k in SPANS[1:]:
            for i in range(len(quads) - k):
                if any(j not in steps for j in range(i, i + k)) or maps[i + k] is None:
                    continue
                spin, move = 1 + 0j, 0j
                for j in range(i, i + k):
                    spin, move = steps[j][0] * spin, steps[j][0] * move + steps[j][1]
                m = np.array([[spin.real, -spin.imag, move.real], [spin.imag, spin.real, move.imag]])
                seen = self.moved(pictures[i], pictures[i + k], place[i], m)
                if seen is not None:
                    end, valid = seen
                    found[k].append(abs(self.fit(place[i + k] - end, valid)[0]))
        return {k: (float(np.sqrt(np.mean(np.square(v)))) if v else float("nan")) for k, v in found.items()}
