"""The points of triangles, and the light on them: what reference.py stands on. No code is shared with the program."""

import math

import numpy as np

from reference_gltf import unit

CHUNK = 500_000                # points at a time
L = np.array([0.35, 0.60, 0.72]) / math.sqrt(0.35**2 + 0.60**2 + 0.72**2)
BOXES = [(np.array(d) / math.hypot(*d), k, w) for d, k, w in (
    ((0.25, 0.75, 0.60), 10, 2.2), ((-0.85, 0.25, 0.45), 8, 1.3), ((0.95, 0, 0.30), 16, 0.9))]


def encoded(v):
    return np.where(v <= 0.0031308, v * 12.92, 1.055 * np.maximum(v, 1e-9) ** (1 / 2.4) - 0.055)


def fragments(s, triangles, box, grain):
    """Places (row, column in points) inside a box (x0, y0, x1, y1; in points), and which triangle has them.

    A point on an edge that two triangles share belongs to one of them."""
    p = s[triangles] * grain - 0.5
    low = np.maximum(np.ceil(p.min(1)), box[:2]).astype(np.int32)
    high = np.minimum(np.floor(p.max(1)) + 1, box[2:]).astype(np.int32)
    across = np.maximum(high - low, 0)
    area = cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0])
    count = across.prod(1, dtype=np.int64) * (area != 0)
    chosen = np.nonzero(count)[0]
    total = np.cumsum(count[chosen])
    found, begin = [], 0
    while begin < len(chosen):
        base = total[begin - 1] if begin else 0
        end = max(begin + 1, int(np.searchsorted(total, base + CHUNK, "right")))
        these = chosen[begin:end]
        n = count[these]
        local = np.repeat(np.arange(len(these), dtype=np.int32), n)
        at = (np.arange(len(local)) - np.repeat(np.cumsum(n) - n, n)).astype(np.int32)
        y, x = np.divmod(at, across[these, 0][local])
        y, x = y + low[these, 1][local], x + low[these, 0][local]
        for i in range(3):
            a, b = p[these, i], p[these, (i + 1) % 3]
            # Neighbours compute a shared edge from the same end.
            swap = (a[:, 0] > b[:, 0]) | ((a[:, 0] == b[:, 0]) & (a[:, 1] > b[:, 1]))
            a, b = np.where(swap[:, None], b, a), np.where(swap[:, None], a, b)
            d, other = b - a, swap ^ (area[these] < 0)
            e = d[local, 0] * (y - a[local, 1]) - d[local, 1] * (x - a[local, 0])
            inside = np.where(other[local], e < 0, e >= 0)
            local, y, x = local[inside], y[inside], x[inside]
        found.append((y, x, these[local]))
        begin = end
    return [np.concatenate(v) for v in zip(*found)] if found else [np.zeros(0, int)] * 3


def weighted(s, near, triangles, y, x, t, grain, perspective):
    """The weights of the corners at points, and the depth there; `near`: 1 / depth, or minus the depth."""
    corners = s[triangles[t]]
    p = np.stack((x + 0.5, y + 0.5), 1) / grain
    w = np.stack([cross(corners[:, (i + 2) % 3] - corners[:, (i + 1) % 3], p - corners[:, (i + 1) % 3])
                  for i in range(3)], 1)
    w /= w.sum(1, keepdims=True)
    n = near[triangles[t]]
    at = (w * n).sum(1)
    return (w * n / at[:, None], 1 / at) if perspective else (w, -at)


def between(values, corners, w):
    return sum(values[corners[:, i]] * w[:, i:i + 1] for i in range(3))


def cross(a, b):
    return a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]


# Textures

class Sampler:
    """A picture on a surface: how a textureInfo of the file is looked up."""

    def __init__(self, model, info, is_linear):
        texture = model.raw["textures"][info["index"]]
        webp = texture.get("extensions", {}).get("EXT_texture_webp", {})
        self.texels = model.picture(webp.get("source", texture.get("source")), is_linear)
        sampler = model.raw.get("samplers", [])[texture["sampler"]] if "sampler" in texture else {}
        self.wraps = sampler.get("wrapS", 10497), sampler.get("wrapT", 10497)
        self.nearest = sampler.get("magFilter") == 9728
        moved = info.get("extensions", {}).get("KHR_texture_transform", {})
        self.set = moved.get("texCoord", info.get("texCoord", 0))
        (sx, sy), r, offset = moved.get("scale", (1, 1)), moved.get("rotation", 0), moved.get("offset", (0, 0))
        self.matrix = np.array([[sx * math.cos(r), sy * math.sin(r)], [-sx * math.sin(r), sy * math.cos(r)]])
        self.offset = np.array(offset, float)

    def coordinates(self, uv):
        return uv[..., 2 * self.set:2 * self.set + 2] @ self.matrix.T + self.offset

    def place(self, i, axis):
        n = self.texels.shape[1 - axis]
        if self.wraps[axis] == 33071:
            return np.clip(i, 0, n - 1)
        if self.wraps[axis] == 33648:
            i = i % (2 * n)
            return np.where(i < n, i, 2 * n - 1 - i)
        return i % n

    def at(self, uv):
        q = self.coordinates(uv) * (self.texels.shape[1], self.texels.shape[0])
        if self.nearest:
            i = np.floor(q).astype(int)
            return self.texels[self.place(i[:, 1], 1), self.place(i[:, 0], 0)]
        q = q - 0.5
        i = np.floor(q).astype(int)
        f = q - i
        x0, x1, y0, y1 = (self.place(i[:, axis] + more, axis) for axis in (0, 1) for more in (0, 1))
        fx, fy = f[:, :1], f[:, 1:]
        return ((self.texels[y0, x0] * (1 - fx) + self.texels[y0, x1] * fx) * (1 - fy)
                + (self.texels[y1, x0] * (1 - fx) + self.texels[y1, x1] * fx) * fy)


class Material:
    def __init__(self, model, raw):
        pbr = raw.get("pbrMetallicRoughness", {})
        extensions = raw.get("extensions", {})
        self.colour = np.array(pbr.get("baseColorFactor", (1, 1, 1, 1)), float)
        self.metal, self.rough = pbr.get("metallicFactor", 1.0), pbr.get("roughnessFactor", 1.0)
        strength = extensions.get("KHR_materials_emissive_strength", {}).get("emissiveStrength", 1.0)
        self.emissive = np.array(raw.get("emissiveFactor", (0, 0, 0)), float) * strength
        self.mode, self.cutoff = raw.get("alphaMode", "OPAQUE"), raw.get("alphaCutoff", 0.5)
        self.double, self.unlit = raw.get("doubleSided", False), "KHR_materials_unlit" in extensions
        normal, occlusion = raw.get("normalTexture"), raw.get("occlusionTexture")
        self.normal_scale = (normal or {}).get("scale", 1.0)
        self.strength = (occlusion or {}).get("strength", 1.0)

        def sampler(info, is_linear=False):
            return Sampler(model, info, is_linear) if info else None
        self.base = sampler(pbr.get("baseColorTexture"), True)
        self.metallic = sampler(pbr.get("metallicRoughnessTexture"))
        self.normal, self.occlusion = sampler(normal), sampler(occlusion)
        self.emission = sampler(raw.get("emissiveTexture"), True)

    def base_colour(self, uv, colour):
        base = self.colour * colour
        return base * self.base.at(uv) if self.base else base


# Light

class Studio:
    def energy(self, n):
        return (0.55 + 0.15 * n[:, 1] + 0.05 * n[:, 2] + 0.55 * np.maximum(0, n @ L))[:, None]

    def mirror(self, r, alpha):
        total = 0.36 + 0.20 * r[:, 1] + 0.05 * r[:, 2]
        for d, k, w in BOXES:
            q = 1 / (1 / k + alpha**2 / 2)
            total = total + (w * q / k * np.exp(q * (r @ d - 1)) * (1 - np.exp(-2 * q)) / (1 - math.exp(-2 * k)))
        return total[:, None]

    key = 0.55


class Match(Studio):
    """`factor`: shot.md's at normals."""

    def __init__(self, factor):
        self.energy, self.key = factor, 0.0

    def mirror(self, r, alpha):
        return Studio.mirror(self, r, alpha) * self.energy(r)


def lit(light, base, metal, rough, ao, emissive, n, v):
    """Linear colour, before it is clamped."""
    alpha = np.maximum(rough, 0.045) ** 2
    rough = np.maximum(rough, 0.045)
    along = (n * v).sum(1)
    nv = np.maximum(along, 1e-4)
    r = 2 * along[:, None] * n - v
    f0 = 0.04 + (base - 0.04) * metal[:, None]
    q = rough[:, None] * (-1, -0.0275, -0.572, 0.022) + (1, 0.0425, 1.04, -0.04)
    t = np.minimum(q[:, 0] ** 2, 2 ** (-9.28 * nv)) * q[:, 0] + q[:, 1]
    sx, sy = -1.04 * t + q[:, 2], 1.04 * t + q[:, 3]
    out = (base * (1 - metal[:, None]) * 0.96 * ao[:, None] * light.energy(n)
           + (f0 * sx[:, None] + sy[:, None]) * ao[:, None] * light.mirror(r, alpha) + emissive)
    if light.key:
        h = unit(v + L)
        nl, nh, vh = np.maximum(n @ L, 0), (n * h).sum(1), (v * h).sum(1)
        a2 = alpha**2
        d = a2 / (math.pi * (nh**2 * (a2 - 1) + 1) ** 2)
        g = 0.5 / np.maximum(nl * np.sqrt(nv**2 * (1 - a2) + a2) + nv * np.sqrt(nl**2 * (1 - a2) + a2), 1e-30)
        fresnel = f0 + (1 - f0) * (1 - vh[:, None]) ** 5
        out = out + math.pi * light.key * (nl * d * g)[:, None] * fresnel
    return out


def shaded(drawing, material, t, w, light):
    """Encoded straight RGBA of points of one material; `light`: None is unlit."""
    posed, corners = drawing.posed, drawing.triangles[t]

    def at(values):
        return between(values, corners, w)
    uv = at(posed["uv"])
    colour = material.base_colour(uv, at(posed["colour"]))
    base = colour[:, :3]
    if light is None or material.unlit:
        out = base
    else:
        n = unit(at(drawing.normals))
        if material.normal:
            n = mapped(drawing, material, t, n, uv, at(drawing.tangents))
        n = np.where(drawing.is_back[t][:, None], -n, n)
        v = unit(-at(drawing.space)) if drawing.perspective else np.broadcast_to([0.0, 0, 1], n.shape)
        one = np.ones(len(t))
        data = material.metallic.at(uv) if material.metallic else np.ones((len(t), 4))
        ao = 1 + material.strength * (material.occlusion.at(uv)[:, 0] - 1) if material.occlusion else one
        emissive = material.emissive * (material.emission.at(uv)[:, :3] if material.emission else 1)
        out = lit(light, base, np.clip(material.metal * data[:, 2], 0, 1), np.clip(material.rough * data[:, 1], 0, 1),
                  ao, emissive, n, v)
    alpha = np.clip(colour[:, 3:], 0, 1) if material.mode == "BLEND" else np.ones((len(t), 1))
    return np.concatenate((encoded(np.clip(out, 0, 1)), alpha), 1)


def mapped(drawing, material, t, n, uv, tangent):
    """The normal by the material's normal texture."""
    corners = drawing.triangles[t]
    q = material.normal.coordinates(drawing.posed["uv"][corners])
    e1, e2 = (drawing.space[corners[:, i]] - drawing.space[corners[:, 0]] for i in (1, 2))
    d1, d2 = q[:, 1] - q[:, 0], q[:, 2] - q[:, 0]
    area = cross(d1, d2)[:, None]
    sense = np.where(area < 0, -1.0, 1.0)
    along_u = (e1 * d2[:, 1:] - e2 * d1[:, 1:]) * sense
    along_v = (e2 * d1[:, :1] - e1 * d2[:, :1]) * sense
    has = (np.abs(tangent[:, :3]).sum(1) > 0)[:, None]
    x = np.where(has, tangent[:, :3], along_u)
    x = unit(x - n * (n * x).sum(1, keepdims=True))
    y = np.cross(n, x)
    side = np.where((y * along_v).sum(1, keepdims=True) > 0, -1.0, 1.0)
    y = y * np.where(has, np.where(tangent[:, 3:] < 0, -1.0, 1.0), side)
    s = material.normal.at(uv)[:, :3] * 2 - 1
    s[:, :2] *= material.normal_scale
    turned = unit(x * s[:, :1] + y * s[:, 1:2] + n * s[:, 2:])
    return np.where(has | (area != 0), turned, n)
