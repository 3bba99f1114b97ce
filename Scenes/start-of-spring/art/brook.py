"""A brook under a card's print: what make.py of a scene builds with its own outline, colours and fish.

Millimetres in the card's space: x right, y up, z out of the print. The print is cut open along the brook. Below are
sheets of paper, each with a smaller opening than the one above, then the bed. The item is a portal, so the card's
outline hides what would be seen beside it.
"""

import numpy as np

import paper as P
from paper import G, placed, sheet

LOOP, FRAMES = 6.0, 72
TIMES = np.arange(FRAMES + 1) * LOOP / FRAMES
PIXELS = 4  # a millimetre, of the sheets' textures


def smooth_noise(x, y, scale, seed):
    """Noise of about -1...1 from a few waves, `scale` millimetres long."""
    random = np.random.default_rng(seed)
    total = 0
    for _ in range(7):
        turn, k = random.uniform(0, 6.28), 6.28 / scale * random.uniform(0.6, 1.5)
        total = total + np.sin((x * np.cos(turn) + y * np.sin(turn)) * k + random.uniform(0, 6.28))
    return total / 3


def distance(inside, reach):
    """How many pixels each pixel of a mask is from the nearest one that is not in it, at most `reach`."""
    height, width = inside.shape
    columns = np.arange(width)
    left = np.maximum.accumulate(np.where(inside, -reach, columns), 1)
    right = np.minimum.accumulate(np.where(inside, width + reach, columns)[:, ::-1], 1)[:, ::-1]
    row = np.minimum(np.minimum(columns - left, right - columns), reach).astype(float)
    best = np.full(inside.shape, float(reach) ** 2)
    for dy in range(-reach, reach + 1):
        moved = np.full(inside.shape, float(reach))
        moved[max(0, -dy):height - max(0, dy)] = row[max(0, dy):height + min(0, dy)]
        best = np.minimum(best, moved ** 2 + dy * dy)
    return np.sqrt(best)


def blurred(values, times=1):
    for _ in range(times):
        for axis in (0, 1):
            padded = np.concatenate([values.take([0], axis), values, values.take([-1], axis)], axis)
            n = values.shape[axis]
            values = (padded.take(range(n), axis) + 2 * values + padded.take(range(2, n + 2), axis)) / 4
    return values


class Brook:
    """Collects the model. `low`, `high`: the corners of the sheets; `cut`: the opening's mask, from above."""

    def __init__(self, card, low, high, cut, patch=None):
        self.model, self.low, self.high = G.Model(), np.array(low, float), np.array(high, float)
        self.channels, self.cut = [], cut
        columns, rows = np.round((self.high - self.low) * PIXELS).astype(int)
        self.x, self.y = np.meshgrid(self.low[0] + (np.arange(columns) + 0.5) / PIXELS,
                                     self.high[1] - (np.arange(rows) + 0.5) / PIXELS)
        # Signed, in millimetres: above 0 in the opening.
        self.inside = (distance(cut, 90) - distance(~cut, 60)) / PIXELS
        self.paper = self.model.material("paper", texture=self.model.texture(P.fibre()), roughness=0.92)
        self.print(card, patch)

    def quad(self, name, z, material, top=None):
        """A sheet whose texture fills the corners; its upper part is left out above `top`."""
        v = 0 if top is None else max(0, (self.high[1] - top) / (self.high[1] - self.low[1]))
        y = self.high[1] - v * (self.high[1] - self.low[1])
        return self.rectangle(name, z, material, self.low, (self.high[0], y), v)

    def rectangle(self, name, z, material, low, high, v=0.0, parent=None, at=(0, 0, 0)):
        (x0, y0), (x1, y1) = low, high
        part = G.Surface([(x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z)], [[0, 1, 2], [0, 2, 3]], material,
                         np.tile([0, 0, 1.0], (4, 1)), [(0, 1), (1, 1), (1, v), (0, v)])
        return self.model.node(name, P.model_mesh(self.model, name, [part]), parent, np.array(at) / 1000)

    def masked(self, name, colours, alpha):
        pixels = np.round(np.dstack([np.clip(colours, 0, 1) * 51, np.clip(alpha, 0, 1) * 51])) * 5
        pixels[alpha <= 0, :3] = pixels[alpha > 0, :3].mean(0).round()
        texture = self.model.texture(pixels, "clamp")
        return self.model.material(name, texture=texture, roughness=0.92, alpha="MASK")

    def print(self, card, patch):
        """The card's own print, cut open, on white paper that shows at the cut. `patch`: a picture that another item
        lays on the print, its middle and its width."""
        alpha = 0.5 - self.inside * PIXELS / 3
        colours = P.printed(card, self.low, self.high, PIXELS) / 255
        if patch:
            picture, at, wide = P.read_png(patch[0]) / 255, patch[1], patch[2]
            scale = picture.shape[1] / wide
            column, row = ((self.x - at[0]) * scale + picture.shape[1] / 2,
                (at[1] - self.y) * scale + picture.shape[0] / 2)
            on = (column >= 0) & (column < picture.shape[1]) & (row >= 0) & (row < picture.shape[0])
            over = picture[row[on].astype(int), column[on].astype(int)]
            colours[on] += over[:, 3:] * (over[:, :3] - colours[on])
        # The cut's edge is light, as of paper with a white core.
        edge = np.clip(1.2 + self.inside * 2.2, 0, 1)[..., None] * 0.75
        self.quad("Print", 0.15, self.masked("print", colours * (1 - edge) + edge, alpha))
        core = self.masked("core", np.ones_like(colours) * (0.86, 0.90, 0.90), alpha)
        for z in (-0.2, -0.55):
            self.quad("Core", z, core, self.high[1] - 1)

    def banks(self, depths, insets, tones, seed=5):
        """Sheets that step down into the brook: shaded under the one above, with a light cut edge each."""
        above, last, top = 0 * self.x, 0.0, self.y[self.cut].max()
        for k, (z, inset, tone) in enumerate(zip(depths, insets, tones)):
            wobble = smooth_noise(self.x, self.y, 17 - 2 * k, seed + k) * min(0.9, inset * 0.35)
            edge = self.inside - inset - wobble
            alpha = 0.5 - edge * PIXELS / 3
            hidden = np.clip((above - self.inside + 1.1) / 2.4, 0, 1)
            shade = 1 - 0.52 * hidden - 0.05 * np.clip(smooth_noise(self.x, self.y * 3, 6, seed + 20 + k), 0, 1)
            colours = P.colour(tone) * shade[..., None]
            light = np.clip(1 + edge / 0.45, 0, 1)[..., None] ** 2 * 0.6 * (1 - 0.6 * hidden[..., None])
            colours = colours * (1 - light) + light * (0.93, 0.97, 0.95)
            # Only as far up as is seen under the sheet above: a camera beyond the card's upper edge sees no more.
            end, last = top + 1 + 1.2 * (last - z), z
            top = self.y[self.cut].max() - 0.6 * inset
            self.end = top - 0.2 * inset + 7
            self.quad(f"Bank {k}", z, self.masked(f"bank {k}", colours, alpha), end)
            core = self.masked(f"bank core {k}", np.ones_like(colours) * (P.colour(tone) * 0.5 + 0.18), alpha)
            self.quad(f"Bank core {k}", z - 0.4, core, end)
            above = inset + wobble

    def bed(self, z, deep, shallow, light):
        """The bed: darker to the middle, with nets of light on it."""
        t = np.clip(self.inside / 11, 0, 1)[..., None] ** 0.8
        mottle = smooth_noise(self.x, self.y, 7, 31) * 0.06 + smooth_noise(self.x, self.y, 2.2, 32) * 0.04
        colours = (P.colour(shallow) * (1 - t) + P.colour(deep) * t) * (1 + mottle)[..., None]
        net = 0
        for seed, scale in ((41, 9.0), (42, 6.0)):
            bent = smooth_noise(self.x, self.y, scale * 1.6, seed + 5) * scale * 0.22
            net = net + np.exp(-abs(smooth_noise(self.x + bent, self.y - bent, scale, seed)) * 9)
        colours = colours + np.clip(net, 0, 1.4)[..., None] * (P.colour(light) - colours) * 0.2
        shade = np.clip(0.55 + 0.45 * np.clip(self.inside / 4, 0, 1), 0, 1)[..., None]
        colours = np.clip(colours * shade, 0, 1)[:colours.shape[0] // 2 * 2, :colours.shape[1] // 2 * 2]
        colours = sum(colours[i::2, j::2] for i in (0, 1) for j in (0, 1)) / 4
        texture = self.model.texture(np.round(colours * 85) * 3, "clamp")
        self.quad("Bed", z, self.model.material("bed", texture=texture, roughness=0.9), self.end)
        self.floor = z

    def within(self, x, y):
        """How far inside the opening a place is, in millimetres."""
        i = int(np.clip((self.high[1] - y) * PIXELS, 0, self.inside.shape[0] - 1))
        return self.inside[i, int(np.clip((x - self.low[0]) * PIXELS, 0, self.inside.shape[1] - 1))]

    def stones(self, count, tones, sizes, seed=9):
        """Stones of stacked paper; larger ones at the banks."""
        random, parts, taken = np.random.default_rng(seed), [], []
        while len(taken) < count:
            x, y = random.uniform(self.low + 1, self.high - 1)
            depth = self.within(x, y)
            size = random.uniform(*sizes) * np.clip(1.35 - depth / 16, 0.5, 1.35)
            if depth < -1 or random.random() > np.exp(-max(depth, 0) / 10) + 0.14 or any(
                    np.hypot(x - a, y - b) < 0.75 * (size + r) for a, b, r in taken):
                continue
            taken.append((x, y, size))
            tone = G.hex_colour(tones[random.integers(len(tones))]) * random.uniform(0.85, 1.08)
            turn, z = G.rotation(z=random.uniform(0, 360)), self.floor - 0.1
            for k in range(3 if size > 2.6 else 2 if size > 1.6 else 1):
                shrink, high = 1 - 0.28 * k, 0.45 + 0.14 * size
                ring = P.blob((size * shrink, size * shrink * 0.72), 0.16, int(random.integers(1 << 30)),
                    12 if size > 1.6 else 8)
                top = np.clip(tone * (0.74 + 0.16 * k), 0, 1)
                parts += placed(sheet(ring, high, top, top * 0.62 + 0.34, back=False), turn, (x, y, z))
                z += high
        self.model.node("Stones", P.model_mesh(self.model, "stones", parts))

    def weeds(self, places, tones, long, flow=(1, 0.25), seed=17):
        """Tufts of water plants that bend with the stream and sway."""
        random = np.random.default_rng(seed)
        leaf = self.model.material("weed", texture=0, roughness=0.9, double=True)
        flow = np.array([*flow, 0.0]) / np.hypot(*flow)
        for i, (x, y) in enumerate(places):
            parts = []
            for _ in range(7):
                s, height = np.linspace(0, 1, 8), long * random.uniform(0.55, 1.0)
                turn, lean, width = random.uniform(0, 6.28), random.uniform(0.5, 1.1), random.uniform(0.35, 0.7)
                axis = np.array([np.cos(turn), np.sin(turn), 0])
                path = axis * 0.8 + s[:, None] ** 1.6 * (flow * lean + axis * 0.3) * height * 0.75 + np.outer(
                    s * height * (1 - 0.3 * lean * s), [0, 0, 1.0])
                path += np.outer(np.sin(s * 7 + turn) * s * 0.5, np.cross(flow, [0, 0, 1]))
                across = np.cross(np.gradient(path, axis=0), [0.2, -0.4, 1.0])
                across /= np.linalg.norm(across, axis=1, keepdims=True)
                w = (width * np.sin(np.pi * np.clip(0.12 + 0.88 * s, 0, 1)) ** 0.7)[:, None]
                tone = G.hex_colour(tones[random.integers(len(tones))])
                shade = np.repeat((tone * (0.5 + 0.5 * s[:, None]))[:, None], 2, 1)
                points = np.stack([path - across * w, path + across * w], 1)
                parts.append(G.grid(points, leaf, colours=shade, uv=points[..., :2] * P.TILE))
            node = self.model.node(f"Weed {i}", P.model_mesh(self.model, f"weed {i}", parts), None,
                                   np.array((x, y, self.floor)) / 1000)
            swing = 2 * np.pi * TIMES[::3] / LOOP
            swing = 7 * np.sin(2 * swing + 2.3 * i) + 3 * np.sin(swing)
            self.channels.append((node, "rotation", TIMES[::3], P.turns(np.cross([0, 0, 1], flow), TIMES[::3], swing),
                "LINEAR"))

    def surface(self, z, tint, seed=3):
        """The water's surface: a tint, and two drawings of ripples that drift against each other."""
        alpha = np.clip(0.5 + self.inside * PIXELS / 2, 0, 1)
        for k, (count, strength) in enumerate(((46, 0.8), (30, 0.5))):
            random = np.random.default_rng(seed + k)
            d = P.Drawing(self.x.shape[1], self.x.shape[0], (*P.colour(tint), 0.0))
            d.pixels[..., 3] = 0.0 if k else 0.09 * alpha
            margin = (0.8 + 1.5 * k) * PIXELS
            for _ in range(count):
                x, y = random.uniform(0, self.x.shape[1]), random.uniform(0, self.x.shape[0])
                half, rise = random.uniform(1.2, 4.2) * PIXELS, random.uniform(0.5, 1.1) * PIXELS
                if not (0 < y < self.x.shape[0] and self.inside[int(y), int(x)] * PIXELS > margin):
                    continue
                u = np.clip((d.x - x) / half, -1.2, 1.2)
                bow = d.y - y + rise * 0.9 * (1 - u * u)
                thick = 0.28 * PIXELS * (1 - u * u)
                d.fill(np.maximum(abs(bow) - thick, (abs(u) - 1) * half),
                    "#ffffff" if random.random() < 0.7 else "#7cc3d0",
                       strength * alpha)
            d.pixels[..., 3] = np.where(d.pixels[..., 3] > 1 / 255, d.pixels[..., 3] * alpha, 0)
            d.pixels[d.pixels[..., 3] == 0, :3] = P.colour(tint)
            material = self.model.material(f"water {k}", texture=self.model.texture(d.bytes(4), "clamp"),
                roughness=0.25,
                                           alpha="BLEND")
            node = self.quad(f"Water {k}", z - 0.5 * k, material, self.y[self.cut].max() + 1)
            turn = 2 * np.pi * TIMES[::6] / LOOP + k * np.pi
            self.channels.append((node, "translation", TIMES[::6], np.c_[
                0.8 * np.cos(turn), 0.35 * np.sin(turn), 0 * turn] / 1000, "LINEAR"))

    def ice(self, z, width, seed=23):
        """Thin ice along the banks, with cracks and bubbles, and a broken edge to the open water."""
        random = np.random.default_rng(seed)
        seeds = random.uniform(self.low, self.high, (110, 2))
        reach = np.stack([np.hypot(self.x - a, self.y - b) for a, b in seeds])
        near, cell = np.partition(reach, 1, 0), np.argmin(reach, 0)
        crack = near[1] - near[0]
        depth = np.array([self.within(a, b) for a, b in seeds])[cell]
        keep = np.clip(0.5 + np.where(depth < width, crack - 0.25, -1) * PIXELS, 0, 1) * np.clip(
            0.5 + self.inside * PIXELS, 0, 1)
        tone = np.array([random.uniform(0.42, 0.66) for _ in seeds])[cell]
        d = P.Drawing(self.x.shape[1], self.x.shape[0], G.hex_colour("#dff1f8"))
        d.pixels[..., 3] = tone + 0.4 * np.exp(-crack / 0.5)
        d.pixels[..., :3] += (np.exp(-crack / 0.35) * 0.5)[..., None] * (1 - d.pixels[..., :3])
        for _ in range(46):  # Hair cracks.
            a = random.uniform((0, 0), (d.x.shape[1], d.x.shape[0]))
            turn = random.uniform(0, 6.28)
            for _ in range(4):
                b = a + random.uniform(6, 15) * np.array([np.cos(turn), np.sin(turn)])
                d.fill(d.segment(a, b) - 0.55, "#ffffff", 0.8)
                a, turn = b, turn + random.normal(0, 0.7)
        for _ in range(130):  # Bubbles, in strings.
            x, y, r = random.uniform(0, d.x.shape[1]), random.uniform(0, d.x.shape[0]), random.uniform(0.7, 2.6)
            d.line(d.disc(x, y, r), 0.9, "#ffffff", 0.9).fill(d.disc(x - r * 0.3, y - r * 0.3, r * 0.3), "#ffffff", 0.8)
        d.pixels[..., 3] = np.where(keep > 0.01, np.clip(d.pixels[..., 3], 0, 0.92) * keep, 0)
        d.pixels[d.pixels[..., 3] == 0, :3] = 1
        texture = self.model.texture(np.round(d.bytes(4) / 4) * 4 * (255 / 252), "clamp")
        self.quad("Ice", z, self.model.material("ice", texture=texture, roughness=0.3, alpha="BLEND"),
                  self.y[self.cut].max() + 1)

    # Fish

    def koi_texture(self, patterns):
        """One row a fish, from nose to tail; the back in the middle of a row, the belly at its edges."""
        width, height, rows = 256, 96, []
        for k, (ground, patch, second, seed) in enumerate(patterns):
            random = np.random.default_rng(seed)
            d = P.Drawing(width, height, G.hex_colour(ground))
            back = abs(d.y - height / 2) / (height / 2)
            for tone, number in ((patch, 5), (second, 3)):
                for _ in range(number if tone else 0):
                    x, y = random.uniform(20, 235), height / 2 + random.normal(0, 13)
                    a, b = random.uniform(12, 27), random.uniform(10, 19)
                    ripple = 1 + 0.22 * np.sin(np.arctan2((d.y - y) / b, (d.x - x) / a) * 3 + random.uniform(0, 6))
                    shape = (np.hypot((d.x - x) / a, (d.y - y) / b) / ripple - 1) * 10
                    d.fill(shape - 1.1, P.INK, 0.85).fill(shape, tone)
            for row in range(9):  # Scales.
                for column in range(26):
                    x, y = 66 + column * 7 + (row % 2) * 3.5, height / 2 + (row - 4) * 7
                    arc = np.maximum(abs(np.hypot(d.x - x, d.y - y) - 4.2) - 0.45, x + 0.8 - d.x)
                    d.fill(arc, P.INK, 0.32)
            d.pixels[..., :3] *= (1 - 0.30 * back ** 2)[..., None]
            d.line(np.hypot(d.x - 30, (d.y - height / 2) * 0.72) - 28, 1.6, P.INK, 0.8 * (d.x > 42))  # Gills.
            d.fill(d.segment((8, height / 2), (20, height / 2)) - 0.7, P.INK, 0.5)
            for side in (-1, 1):
                eye = height / 2 + side * 12.5
                d.fill(np.hypot((d.x - 27) * 1.35, d.y - eye) - 6.2, P.INK).fill(np.hypot((d.x - 27) * 1.35,
                    d.y - eye) - 5, "#ffffff")
                d.fill(np.hypot((d.x - 26) * 1.35, d.y - eye) - 3.2, P.INK).fill(d.disc(25, eye - 1.2, 0.9), "#ffffff")
            rows.append(d.bytes())
        self.skins = len(rows)
        self.koi_skin = self.model.material("koi", texture=self.model.texture(np.concatenate(rows), "clamp"),
            roughness=0.55)
        d = P.Drawing(64, 64)
        d.pixels[..., 3] = 0.95 - 0.3 * d.x / 64
        for k in range(7):
            d.fill(d.segment((-6, 32 + (k - 3) * 3), (64, 32 + (k - 3) * 10.5)) - 0.8, P.INK, 0.7)
        d.fill(np.minimum(32 - abs(d.y - 32), 64 - d.x) - 1.4, P.INK, 0.9)
        self.koi_fin = self.model.material("fin", texture=self.model.texture(d.bytes(4), "clamp"), roughness=0.6,
            alpha="BLEND",
                                           double=True)
        d = P.Drawing(64, 32, (*(P.INK * 0.6), 0.0))
        d.pixels[..., 3] = 0.5 * np.clip(1 - np.hypot((d.x - 32) / 31, (d.y - 16) / 15), 0, 1) ** 0.8
        self.shadow = self.model.material("shadow", texture=self.model.texture(d.bytes(4), "clamp"), roughness=1.0,
            alpha="BLEND")

    JOINTS = np.array([0.22, 0.06, -0.08, -0.21, -0.33, -0.44, -0.56])  # parts of the length, the nose at 0.5

    def koi(self, name, row, length, fins, path, beat=6):
        """A fish along `path` (places and headings in radians at TIMES); its tail beats `beat` times a loop."""
        t = np.array([0, 0.02, 0.06, 0.12, 0.19, 0.27, 0.36, 0.46, 0.56, 0.66, 0.76, 0.86, 0.94, 1])
        half = np.interp(t, [0, 0.02, 0.06, 0.12, 0.2, 0.3, 0.42, 0.55, 0.7, 0.85, 1],
                         [0.006, 0.04, 0.066, 0.086, 0.102, 0.112, 0.112, 0.098, 0.07, 0.042, 0.024])
        tall = half * np.interp(t, [0, 0.3, 1], [0.85, 1.05, 1.5])
        angle = np.linspace(0, 2 * np.pi, 13) - np.pi / 2  # from the belly, round by the right, over the back
        x = 0.5 - t * 0.94
        points = np.stack([x[:, None] + 0 * angle, -half[:, None] * np.cos(angle), tall[:, None] * np.sin(angle)],
            -1) * length
        uv = np.stack([t[:, None] * 0.985 + 0.0075 + 0 * angle, (row + 0.02 + 0.96 * np.linspace(0, 1,
            13)[None] + 0 * t[:, None])
                       / self.skins], -1)
        body = G.grid(points, self.koi_skin, uv=uv)
        hull = G.Surface(body.points + body.normals * 0.0085 * length, body.triangles[:, ::-1], self.paper,
            -body.normals,
                         body.points[:, :2] * P.TILE, P.INK)
        parts = [body, hull]
        tone = G.hex_colour(fins)

        def fin(root, tip_a, tip_b, curl, tones=(1, 1)):
            """A fan from an edge on the body (two ends) to two tips."""
            s, a = np.linspace(0, 1, 4)[:, None, None], np.linspace(0, 1, 6)[None, :, None]
            root, tips = np.array(root, float), np.array([tip_a, tip_b], float)
            base, end = root[0] * (1 - a) + root[1] * a, tips[0] * (1 - a) + tips[1] * a
            middle = root.mean(0)
            reach = np.linalg.norm(tips - middle, axis=1).mean()
            end = middle + (end - middle) / np.linalg.norm(end - middle, axis=2, keepdims=True) * (
                reach * (1 - 0.07 * (np.arange(6)[None, :, None] % 2)))
            fan = base + (end - base) * s + np.array([0, 0, 1.0]) * curl * s * s
            shade = tone * (tones[0] + (tones[1] - tones[0]) * s) + 0 * a
            parts.append(G.grid(fan * length, self.koi_fin, colours=shade, uv=np.concatenate([s + 0 * a, a + 0 * s],
                -1)))

        for y in (1, -1):
            fin([(0.25, y * 0.10, -0.02), (0.17, y * 0.108, -0.02)], (0.25, y * 0.35, 0.0), (-0.03, y * 0.29, 0.0),
                0.03)
            fin([(-0.06, y * 0.085, -0.03), (-0.12, y * 0.07, -0.03)], (-0.13, y * 0.23, -0.03),
                (-0.29, y * 0.15, -0.03), 0.0)
            fin([(-0.41, 0, 0), (-0.45, y * 0.012, 0.0)], (-0.76, y * 0.2, 0.03), (-0.63, y * 0.02, 0.0), 0.02)
        fin([(0.12, 0, 0.11), (-0.14, 0, 0.095)], (0.02, 0.02, 0.2), (-0.24, -0.02, 0.15), 0.0, (0.95, 0.95))

        at = self.JOINTS * length
        for part in parts:
            f = np.interp(-part.points[:, 0], -at, np.arange(7.0))
            low = np.minimum(f.astype(int), 5)
            part.joints = np.c_[low, low + 1, 0 * low, 0 * low]
            part.weights = np.c_[1 - (f - low), f - low, 0 * f, 0 * f]
            part.uv = part.points[:, :2] * P.TILE if part.uv is None else part.uv
        joined = P.joined(parts)
        places, heading = path
        lead = self.model.node(name, None, None, places[0] / 1000, G.quaternion((0, 0, 1), np.degrees(heading[0])))
        joints, parent = [], lead
        for j in range(7):
            parent = self.model.node(f"{name} joint {j}", None, parent, ((at[j] - (at[j - 1] if j else 0)) / 1000, 0,
                0))
            joints.append(parent)
        rest = np.tile(np.eye(4), (7, 1, 1))
        rest[:, 0, 3] = at / 1000
        self.model.node(f"{name} body", self.model.mesh(name, joined), None, skin=self.model.skin(joints, rest))
        # The body follows the path's curve, and a wave runs down it.
        step = np.linalg.norm(np.gradient(places[:, :2], axis=0), axis=1)
        bend = np.gradient(np.unwrap(heading)) / np.maximum(step, 1e-6)
        bend = np.convolve(np.r_[bend[-6:-1], bend, bend[1:6]], np.ones(11) / 11, "valid")[:len(TIMES)]
        wave = 2 * np.pi * beat * TIMES / LOOP
        for j in range(7):
            swing = np.array([3.0, 3.5, 5, 7, 9, 12, 14])[j] * np.sin(wave - 0.75 * j + row)
            curve = 0 if j == 0 else np.degrees(np.clip(bend, -1.5 / length, 1.5 / length)) * (at[j] - at[j - 1])
            self.channels.append((joints[j], "rotation", TIMES, P.turns((0, 0, 1), TIMES, swing + curve), "LINEAR"))
        self.channels.append((lead, "translation", TIMES, places / 1000, "LINEAR"))
        self.channels.append((lead, "rotation", TIMES, np.array(
            [G.quaternion((0, 0, 1), np.degrees(h)) for h in heading]), "LINEAR"))
        self.rectangle(f"{name} shadow", 0, self.shadow, (-0.62 * length, -0.2 * length),
            (0.5 * length, 0.2 * length), 0, lead,
                  (-0.1 * length, -0.1 * length, self.floor + 1.6 - places[:, 2].mean()))

    def floating(self, parts, name, path, spin):
        """What drifts on the water; it comes and goes at the loop's ends."""
        node = self.model.node(name, P.model_mesh(self.model, name, parts))
        self.channels.append((node, "translation", TIMES[::4], path[::4] / 1000, "LINEAR"))
        self.channels.append((node, "rotation", TIMES[::4], P.turns((0, 0, 1), TIMES[::4], spin * np.sin(
            2 * np.pi * TIMES[::4] / LOOP)), "LINEAR"))
        grown = np.clip(np.minimum(TIMES, LOOP - TIMES) / 0.7, 0.01, 1)
        self.channels.append((node, "scale", TIMES[::4], np.repeat(grown[::4, None], 3, 1), "LINEAR"))

    def write(self, path, back=0):
        """`back`: how many millimetres below the print the item lies, so that flat items are drawn after it."""
        self.model.animation("Swim", self.channels)
        if back:
            scene = self.model.file["scenes"][0]
            below = list(scene["nodes"])
            root = self.model.node("Brook", translation=(0, 0, back / 1000))
            self.model.file["nodes"][root]["children"], scene["nodes"] = below, [root]
        self.model.write(path)


def circling(centre, radii, z, phase, turn=0.0, clockwise=False, bob=0.8):
    """A closed way round an ellipse, once a loop."""
    t = 2 * np.pi * (TIMES / LOOP + phase) * (-1 if clockwise else 1)
    c, s = np.cos(turn), np.sin(turn)
    a, b = radii[0] * np.cos(t), radii[1] * np.sin(t) + radii[1] * 0.18 * np.sin(2 * t)
    places = np.c_[centre[0] + a * c - b * s, centre[1] + a * s + b * c, z + bob * np.sin(t)]
    ahead = np.gradient(np.concatenate([places[-2:-1], places, places[1:2]]), axis=0)[1:-1]
    return places, np.unwrap(np.arctan2(ahead[:, 1], ahead[:, 0]))


def holding(place, heading, z, phase, along=3.0, across=1.0):
    """A fish that holds its place against the stream, now a little ahead, now back."""
    t = 2 * np.pi * (TIMES / LOOP + phase)
    u, v = along * np.sin(t), across * np.sin(2 * t + 1)
    c, s = np.cos(heading), np.sin(heading)
    places = np.c_[place[0] + u * c - v * s, place[1] + u * s + v * c, z + 0.5 * np.sin(t + 1)]
    return places, heading + 0.16 * np.cos(2 * t + 1)


def passing(begin, end, z, weave=1.2):
    """A fish that crosses from under one bank to under another; at the loop's ends it is out of sight."""
    t = TIMES / LOOP
    begin, end = np.array(begin, float), np.array(end, float)
    length = np.linalg.norm(end - begin)
    along = (end - begin) / length
    places = begin + (end - begin) * t[:, None] + np.outer(weave * np.sin(4 * np.pi * t), [-along[1], along[0]])
    heading = np.arctan2(along[1], along[0]) + weave * 4 * np.pi / length * np.cos(4 * np.pi * t)
    return np.c_[places, np.full(len(t), z)], heading
