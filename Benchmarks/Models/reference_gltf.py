"""Reads glTF and poses it: what reference.py draws. No code is shared with the program.

Compressed files need the packages DracoPy and meshoptimizer; nothing else needs more than NumPy and ffmpeg.
"""

import base64
import json
import math
import os
import re
import subprocess
import urllib.parse

import numpy as np

KINDS = {5120: np.int8, 5121: np.uint8, 5122: np.int16, 5123: np.uint16, 5125: np.uint32, 5126: np.float32}
WIDTHS = {"SCALAR": (1, 1), "VEC2": (2, 1), "VEC3": (3, 1), "VEC4": (4, 1), "MAT2": (2, 2), "MAT3": (3, 3),
          "MAT4": (4, 4)}
BLENDSHAPES = """browDownLeft browDownRight browInnerUp browOuterUpLeft browOuterUpRight cheekPuff cheekSquintLeft
cheekSquintRight eyeBlinkLeft eyeBlinkRight eyeLookDownLeft eyeLookDownRight eyeLookInLeft eyeLookInRight eyeLookOutLeft
eyeLookOutRight eyeLookUpLeft eyeLookUpRight eyeSquintLeft eyeSquintRight eyeWideLeft eyeWideRight jawForward jawLeft
jawOpen jawRight mouthClose mouthDimpleLeft mouthDimpleRight mouthFrownLeft mouthFrownRight mouthFunnel mouthLeft
mouthLowerDownLeft mouthLowerDownRight mouthPressLeft mouthPressRight mouthPucker mouthRight mouthRollLower
mouthRollUpper mouthShrugLower mouthShrugUpper mouthSmileLeft mouthSmileRight mouthStretchLeft mouthStretchRight
mouthUpperUpLeft mouthUpperUpRight noseSneerLeft noseSneerRight""".split()


def written(name):
    return re.sub("[^a-z0-9]", "", name.lower())


def driven():
    """The blendshapes whose mean each written name of a morph target takes."""
    names = {}
    for shape in BLENDSHAPES:
        if shape.endswith("Left") and shape[:-4] + "Right" in BLENDSHAPES:
            pair = [shape, shape[:-4] + "Right"]
            stem = written(shape[:-4])
            names |= {stem: pair, stem + "l": pair[:1], stem + "r": pair[1:]}
    return names | {written(shape): [shape] for shape in BLENDSHAPES}


DRIVEN = driven()


def turn(x, y, z):
    """R of the contract, in degrees."""
    x, y, z = math.radians(x), math.radians(y), math.radians(-z)
    about_x = np.array([[1, 0, 0], [0, math.cos(x), -math.sin(x)], [0, math.sin(x), math.cos(x)]])
    about_y = np.array([[math.cos(y), 0, math.sin(y)], [0, 1, 0], [-math.sin(y), 0, math.cos(y)]])
    about_z = np.array([[math.cos(z), -math.sin(z), 0], [math.sin(z), math.cos(z), 0], [0, 0, 1]])
    return about_z @ about_y @ about_x


def quaternion(q):
    x, y, z, w = q / max(np.linalg.norm(q), 1e-30)
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                     [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                     [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])


def slerp(a, b, t):
    dot = float(a @ b)
    if dot < 0:
        b, dot = -b, -dot
    if dot > 1 - 1e-12:
        return a + (b - a) * t
    angle = math.acos(dot)
    return (a * math.sin((1 - t) * angle) + b * math.sin(t * angle)) / math.sin(angle)


def decode_picture(data):
    """8-bit straight RGBA in 0...1."""
    kind = {b"\x89PNG": "png_pipe", b"RIFF": "webp_pipe"}.get(data[:4], "jpeg_pipe")
    picture = subprocess.run(
        ["ffmpeg", "-v", "error", "-f", kind, "-i", "-", "-frames:v", "1", "-vf", "format=rgba", "-sws_flags",
         "accurate_rnd+full_chroma_int+full_chroma_inp", "-f", "image2pipe", "-c:v", "pam", "-"],
        input=data, capture_output=True, check=True).stdout
    head, pixels = picture.split(b"ENDHDR\n", 1)
    size = {key: int(value) for key, value in re.findall(rb"(WIDTH|HEIGHT) (\d+)", head)}
    return np.frombuffer(pixels, np.uint8).reshape(size[b"HEIGHT"], size[b"WIDTH"], 4) / 255.0


class Model:
    def __init__(self, path):
        self.folder = os.path.dirname(path)
        with open(path, "rb") as file:
            data = file.read()
        self.binary = b""
        if data[:4] == b"glTF":
            at, parts = 12, {}
            while at + 8 <= len(data):
                length = int.from_bytes(data[at:at + 4], "little")
                parts.setdefault(data[at + 4:at + 8], data[at + 8:at + 8 + length])
                at += 8 + length
            self.binary, data = parts.get(b"BIN\0", b""), parts[b"JSON"]
        self.raw = json.loads(data)
        self.pictures, self.decoded = {}, {}
        self.nodes = self.raw.get("nodes", [])
        self.parents = {child: i for i, node in enumerate(self.nodes) for child in node.get("children", [])}
        scenes = self.raw.get("scenes", [])
        roots = [i for i in range(len(self.nodes)) if i not in self.parents]
        if scenes:
            roots = scenes[self.raw.get("scene", 0)].get("nodes", [])
        self.drawn, waiting = set(), list(roots)
        while waiting:
            node = waiting.pop()
            self.drawn.add(node)
            waiting += self.nodes[node].get("children", [])
        self.loaded = {}

    # Bytes

    def uri(self, uri):
        if uri.startswith("data:"):
            return base64.b64decode(uri.split(",", 1)[1])
        with open(os.path.join(self.folder, urllib.parse.unquote(uri)), "rb") as file:
            return file.read()

    def view(self, number):
        if number in self.decoded:
            return self.decoded[number]
        view = self.raw["bufferViews"][number]
        packed = view.get("extensions", {}).get("EXT_meshopt_compression")
        source = packed or view
        buffer = self.raw["buffers"][source["buffer"]]
        data = self.uri(buffer["uri"]) if "uri" in buffer else self.binary
        start = source.get("byteOffset", 0)
        data = data[start:start + source["byteLength"]]
        if packed:
            data = unpack(data, packed)
        self.decoded[number] = data
        return data

    def numbers(self, view, kind, shape, count, offset=0, stride=0):
        """count x columns, as stored."""
        columns, rows = shape
        size = np.dtype(kind).itemsize
        # A column of a matrix begins at a multiple of four bytes.
        pitch = size * columns if rows == 1 else -(-size * columns // 4) * 4
        item = size * columns if rows == 1 else pitch * rows
        data = np.frombuffer(self.view(view), np.uint8)
        at = offset + np.arange(count)[:, None] * (stride or item) + np.arange(item)
        picked = data[at].reshape(count, rows, -1)[:, :, :size * columns]
        return np.ascontiguousarray(picked).view(kind).reshape(count, rows * columns)

    def accessor(self, number, whole=False):
        a = self.raw["accessors"][number]
        kind, shape, count = np.dtype(KINDS[a["componentType"]]), WIDTHS[a["type"]], a["count"]
        values = np.zeros((count, shape[0] * shape[1]), kind)
        if "bufferView" in a:
            stride = self.raw["bufferViews"][a["bufferView"]].get("byteStride", 0)
            values = self.numbers(a["bufferView"], kind, shape, count, a.get("byteOffset", 0), stride).copy()
        if "sparse" in a:
            s = a["sparse"]
            i, v = s["indices"], s["values"]
            places = self.numbers(i["bufferView"], KINDS[i["componentType"]], (1, 1), s["count"],
                                  i.get("byteOffset", 0))[:, 0]
            values[places] = self.numbers(v["bufferView"], kind, shape, s["count"], v.get("byteOffset", 0))
        if whole:
            return values.astype(np.int64)
        values = values.astype(float)
        if a.get("normalized"):
            values = np.maximum(values / np.iinfo(kind).max, -1)
        return values

    def picture(self, number, is_linear):
        """Of an image; colours made linear where `is_linear`."""
        key = (number, is_linear)
        if key not in self.pictures:
            image = self.raw["images"][number]
            straight = decode_picture(self.uri(image["uri"]) if "uri" in image else self.view(image["bufferView"]))
            if is_linear:
                c = straight[..., :3]
                straight = straight.copy()
                straight[..., :3] = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
            self.pictures[key] = straight
        return self.pictures[key]

    # Meshes

    def primitive(self, mesh, number):
        """Attributes by name, targets, triangles; None for lines and points."""
        key = (mesh, number)
        if key in self.loaded:
            return self.loaded[key]
        raw = self.raw["meshes"][mesh]["primitives"][number]
        draco = raw.get("extensions", {}).get("KHR_draco_mesh_compression")
        if draco:
            values, order = decompress(self.view(draco["bufferView"]), draco["attributes"])
            for name, v in values.items():
                a = self.raw["accessors"][raw["attributes"][name]]
                if a.get("normalized"):
                    values[name] = np.maximum(v / np.iinfo(KINDS[a["componentType"]]).max, -1)
        else:
            values = {name: self.accessor(a, name == "JOINTS_0") for name, a in raw["attributes"].items()}
            order = (self.accessor(raw["indices"], True)[:, 0] if "indices" in raw
                     else np.arange(len(values["POSITION"])))
        mode, n = raw.get("mode", 4), len(order)
        if mode == 4:
            triangles = order[:n // 3 * 3].reshape(-1, 3)
        elif mode == 5:
            i = np.arange(max(n - 2, 0))[:, None]
            triangles = order[np.where(i % 2, i + [1, 0, 2], i + [0, 1, 2])]
        elif mode == 6:
            i = np.arange(max(n - 2, 0))
            triangles = order[np.stack((i + 1, i + 2, 0 * i), 1)]
        else:
            triangles = None
        targets = [{name: self.accessor(a) for name, a in target.items()} for target in raw.get("targets", [])]
        self.loaded[key] = None if triangles is None else (values, targets, triangles, raw.get("material"))
        return self.loaded[key]

    def target_names(self, mesh):
        raw = self.raw["meshes"][mesh]
        count = max((len(p.get("targets", [])) for p in raw["primitives"]), default=0)
        names = (raw.get("extras") or {}).get("targetNames", [])
        return [names[i] if i < len(names) else None for i in range(count)]

    # Poses

    def seconds(self, name, age, play="loop", speed=1.0):
        """The animation that is played, and its time, for an age in ms."""
        animations = self.raw.get("animations", [])
        if name == "none" or not animations:
            return None, 0.0
        chosen = animations[0] if name is None else next(a for a in animations if a.get("name") == name)
        length = max(self.accessor(s["input"])[-1, 0] for s in chosen["samplers"])
        t = age * speed / 1000
        if length <= 0:
            return chosen, 0.0
        return chosen, {"loop": lambda: t % length, "once": lambda: min(t, length),
                        "ping-pong": lambda: length - abs(t % (2 * length) - length)}[play]()

    def sampled(self, sampler, t, path):
        times, values = self.accessor(sampler["input"])[:, 0], self.accessor(sampler["output"])
        kind, n = sampler.get("interpolation", "LINEAR"), len(times)
        values = values.reshape(n, 3, -1) if kind == "CUBICSPLINE" else values.reshape(n, -1)
        i = int(np.searchsorted(times, t, "right")) - 1
        if i < 0 or i >= n - 1 or kind == "STEP":
            value = values[min(max(i, 0), n - 1)]
            return value[1] if kind == "CUBICSPLINE" else value
        span = times[i + 1] - times[i]
        s = (t - times[i]) / span
        if kind == "CUBICSPLINE":
            a, b = values[i], values[i + 1]
            return ((2 * s**3 - 3 * s**2 + 1) * a[1] + span * (s**3 - 2 * s**2 + s) * a[2]
                    + (3 * s**2 - 2 * s**3) * b[1] + span * (s**3 - s**2) * b[0])
        if path == "rotation":
            return slerp(values[i], values[i + 1], s)
        return values[i] + (values[i + 1] - values[i]) * s

    def pose(self, animation=None, t=0.0, morphs=None, changes=()):
        """What is drawn, in the model's space, and the nodes' origins.

        `morphs`: coefficients of blendshapes, which drive the targets that are so named. `changes`: (name of the
        property, value) of drives: `morph.NAME`, `node.NAME.rotation.x` and so on."""
        state = [{key: np.array(node[key], float) for key in ("translation", "rotation", "scale", "weights", "matrix")
                  if key in node} for node in self.nodes]
        for channel in (animation or {}).get("channels", []):
            target = channel["target"]
            if "node" in target and target["path"] != "pointer":
                state[target["node"]][target["path"]] = self.sampled(
                    animation["samplers"][channel["sampler"]], t, target["path"])
        change = {}
        for name, value in changes:
            change[name] = change.get(name, 1.0) * value if name.endswith(".scale") else change.get(name, 0.0) + value
        worlds = {}

        def world(i):
            if i not in worlds:
                local = self.local(state[i], self.nodes[i].get("name"), change)
                worlds[i] = world(self.parents[i]) @ local if i in self.parents else local
            return worlds[i]
        parts = []
        for i in sorted(self.drawn):
            node = self.nodes[i]
            if "mesh" not in node:
                continue
            mesh = node["mesh"]
            weights = state[i].get("weights", self.raw["meshes"][mesh].get("weights", ()))
            weights = self.weights(mesh, weights, morphs or {}, change)
            skin = None
            if "skin" in node:
                raw = self.raw["skins"][node["skin"]]
                binds = [np.eye(4)] * len(raw["joints"])
                if "inverseBindMatrices" in raw:
                    binds = self.accessor(raw["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
                skin = np.stack([world(joint) @ bind for joint, bind in zip(raw["joints"], binds)])
            for number in range(len(self.raw["meshes"][mesh]["primitives"])):
                part = self.part(mesh, number, weights, world(i), skin)
                if part:
                    parts.append(part)
        origins = [(self.nodes[i].get("name", str(i)), world(i)[:3, 3]) for i in sorted(self.drawn)]
        return joined(parts), origins

    def local(self, state, name, change):
        if "matrix" in state:
            m = state["matrix"].reshape(4, 4).T.copy()
            linear, translation, scale = m[:3, :3], m[:3, 3], np.ones(3)
        else:
            linear = quaternion(state.get("rotation", np.array([0.0, 0, 0, 1])))
            translation, scale = state.get("translation", np.zeros(3)), state.get("scale", np.ones(3))
        of = f"node.{name}."
        turned = turn(*(change.get(of + "rotation." + axis, 0) for axis in "xyz"))
        result = np.eye(4)
        result[:3, :3] = linear @ turned * (scale * change.get(of + "scale", 1.0))
        result[:3, 3] = translation + [change.get(of + "translation." + axis, 0) for axis in "xyz"]
        return result

    def weights(self, mesh, weights, morphs, change):
        names = self.target_names(mesh)
        result = np.zeros(len(names))
        result[:len(weights)] = weights[:len(names)]
        for i, name in enumerate(names):
            shapes = DRIVEN.get(written(name or ""))
            if shapes and morphs:
                result[i] = np.mean([morphs.get(shape, 0.0) for shape in shapes])
            result[i] += change.get(f"morph.{name}", 0.0)
        return result

    def part(self, mesh, number, weights, world, skin):
        found = self.primitive(mesh, number)
        if not found:
            return None
        values, targets, triangles, material = found
        n = len(values["POSITION"])
        moved = {name: values[name].copy() for name in ("POSITION", "NORMAL", "TANGENT") if name in values}
        for weight, target in zip(weights, targets):
            for name in moved:
                if name in target:
                    moved[name][:, :3] += weight * target[name]
        matrices = world[None]
        if skin is not None and "JOINTS_0" in values:
            share = values["WEIGHTS_0"]
            share = share / np.maximum(share.sum(1, keepdims=True), 1e-30)
            matrices = np.einsum("vj,vjrc->vrc", share, skin[values["JOINTS_0"]])
        linear = matrices[:, :3, :3]
        p = np.einsum("vrc,vc->vr", np.broadcast_to(linear, (n, 3, 3)), moved["POSITION"]) + matrices[:, :3, 3]
        is_reversed = skin is None and np.linalg.det(linear[0]) < 0
        result = {"p": p, "uv": np.zeros((n, 4)), "colour": np.ones((n, 4)), "t": np.zeros((n, 4))}
        if "NORMAL" in moved:
            result["n"] = np.einsum("vrc,vc->vr", np.broadcast_to(cofactors(linear), (n, 3, 3)), moved["NORMAL"])
        if "TANGENT" in moved and "NORMAL" in moved:
            t = np.einsum("vrc,vc->vr", np.broadcast_to(linear, (n, 3, 3)), moved["TANGENT"][:, :3])
            result["t"] = np.concatenate((unit(t), moved["TANGENT"][:, 3:]), 1)
        for i in (0, 1):
            if f"TEXCOORD_{i}" in values:
                result["uv"][:, 2 * i:2 * i + 2] = values[f"TEXCOORD_{i}"]
        if "COLOR_0" in values:
            result["colour"][:, :values["COLOR_0"].shape[1]] = values["COLOR_0"]
        if "n" not in result:
            corners = triangles.ravel()
            result = {key: value[corners] for key, value in result.items()}
            triangles = np.arange(len(corners)).reshape(-1, 3)
            a, b, c = (result["p"][triangles[:, i]] for i in range(3))
            result["n"] = np.repeat(np.cross(b - a, c - a) * (-1 if is_reversed else 1), 3, 0)
        result["n"] = unit(result["n"])
        count = len(triangles)
        material = len(self.raw.get("materials", [])) if material is None else material
        return result | {"triangles": triangles, "material": np.full(count, material),
                         "reversed": np.full(count, is_reversed)}


def unit(v):
    return v / np.maximum(np.linalg.norm(v, axis=-1, keepdims=True), 1e-30)


def cofactors(m):
    """The inverse transpose times the size of the determinant."""
    a, b, c = (m[..., i, :] for i in range(3))
    rows = np.stack((np.cross(b, c), np.cross(c, a), np.cross(a, b)), -2)
    return rows * np.where(np.linalg.det(m) < 0, -1.0, 1.0)[..., None, None]


def joined(parts):
    if not parts:
        return None
    start, triangles = 0, []
    for part in parts:
        triangles.append(part["triangles"] + start)
        start += len(part["p"])
    whole = {key: np.concatenate([part[key] for part in parts]) for key in parts[0] if key != "triangles"}
    return whole | {"triangles": np.concatenate(triangles)}


# Compression, by the packages that made it

def unpack(data, how):
    import meshoptimizer
    count, stride = how["count"], how["byteStride"]
    if how["mode"] == "ATTRIBUTES":
        values = meshoptimizer.decode_vertex_buffer(count, stride, data, dtype=f"V{stride}")
        if how.get("filter", "NONE") != "NONE":
            name = {"OCTAHEDRAL": "oct", "QUATERNION": "quat", "EXPONENTIAL": "exp"}[how["filter"]]
            values = getattr(meshoptimizer, "decode_filter_" + name)(values, count, stride)
        return values.tobytes()
    decode = {"TRIANGLES": meshoptimizer.decode_index_buffer, "INDICES": meshoptimizer.decode_index_sequence}
    return decode[how["mode"]](count, stride, data).tobytes()[:count * stride]


def decompress(data, attributes):
    import DracoPy
    mesh = DracoPy.decode(data)
    by_number = {a["unique_id"]: a["data"] for a in mesh.attributes}
    values = {name: np.asarray(by_number[number]) for name, number in attributes.items()}
    return ({name: v.astype(np.int64 if name == "JOINTS_0" else float) for name, v in values.items()},
            np.asarray(mesh.faces).ravel())
