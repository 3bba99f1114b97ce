"""Writes glTF models (.glb) from arrays: what the make.py of an avatar or a scene builds its model with.

Lengths are metres, y up, z to the front; colours are sRGB, 0...1, and become linear in the file. Positions are rounded
to a micrometre, so that the same script writes the same bytes on every machine.
"""

import json
import pathlib
import struct
import zlib

import numpy as np
from gltf_shapes import (  # noqa: F401 (what models are built with comes from here, too)
    Surface, frames, grid, join, lathe, openness, quaternion, quaternion_of, rotation, smooth_normals, spline, tube)

FLOAT, UINT16, UINT32 = 5126, 5123, 5125
KINDS = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}


def linear(colour):
    """The linear light of an sRGB colour, alpha as it is."""
    colour = np.array(colour, dtype=float)
    rgb = colour[..., :3]
    colour[..., :3] = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return colour


def hex_colour(text):
    return np.array([int(text[i:i + 2], 16) / 255 for i in (1, 3, 5)])


def png(pixels):
    """The PNG file of an array of bytes (height, width, 1, 3 or 4)."""
    pixels = np.ascontiguousarray(pixels, dtype=np.uint8)
    height, width, channels = pixels.shape
    rows = pixels.reshape(height, -1)
    # Each row as its difference from the one above: painted textures become half as large.
    changes = np.diff(rows, axis=0, prepend=np.zeros_like(rows[:1]))
    rows = np.concatenate([np.full((height, 1), 2, np.uint8), changes], 1)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, {1: 0, 3: 2, 4: 6}[channels], 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows.tobytes(), 9))
            + chunk(b"IEND", b""))


class Model:
    """Collects what a file holds, by index, and writes it."""

    def __init__(self):
        self.data = bytearray()
        self.file = {"asset": {"version": "2.0", "generator": "Avatar Overlay"}, "scene": 0, "scenes": [{"nodes": []}]}

    def _add(self, key, value):
        self.file.setdefault(key, []).append(value)
        return len(self.file[key]) - 1

    def _view(self, data, target=None):
        self.data += b"\0" * (-len(self.data) % 4)
        view = {"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data)}
        self.data += data
        return self._add("bufferViews", view | ({"target": target} if target else {}))

    def accessor(self, values, component=FLOAT, target=None, bounds=False, normalised=False):
        values = np.asarray(values)
        values = values.reshape(len(values), -1)
        kind = {FLOAT: "<f4", UINT16: "<u2", UINT32: "<u4"}[component]
        if component == FLOAT:
            values = np.round(values.astype(float), 6) + 0.0
        values = values.astype(kind)
        entry = {"bufferView": self._view(values.tobytes(), target), "componentType": component, "count": len(values),
                 "type": KINDS[values.shape[1]]}
        if normalised:
            entry["normalized"] = True
        if bounds:
            entry |= {"min": values.min(0).tolist(), "max": values.max(0).tolist()}
        return self._add("accessors", entry)

    def texture(self, pixels, wrap="repeat", nearest=False):
        """A texture of bytes (height, width, 3 or 4) or of a PNG, JPEG or WebP file's path."""
        mime = "image/png"
        if isinstance(pixels, (str, pathlib.Path)):
            data = pathlib.Path(pixels).read_bytes()
            mime = "image/jpeg" if data[:2] == b"\xff\xd8" else mime
        else:
            data = png(pixels)
        image = self._add("images", {"bufferView": self._view(data), "mimeType": mime})
        mode = {"repeat": 10497, "clamp": 33071, "mirror": 33648}[wrap]
        sampler = self._add("samplers", {"wrapS": mode, "wrapT": mode} | (
            {"magFilter": 9728, "minFilter": 9728} if nearest else {"magFilter": 9729, "minFilter": 9987}))
        return self._add("textures", {"source": image, "sampler": sampler})

    def material(self, name, colour=(1, 1, 1), metallic=0.0, roughness=0.6, alpha="OPAQUE", cutoff=0.5, double=False,
                 emissive=None, texture=None, metallic_roughness=None, normal=None, normal_scale=1, occlusion=None,
                 emissive_texture=None, unlit=False):
        """`colour` is sRGB with or without alpha; textures are indices of `texture`."""
        colour = linear(colour)
        base = {"baseColorFactor": [round(float(x), 5) for x in (*colour[:3], colour[3] if len(colour) > 3 else 1)],
                "metallicFactor": metallic, "roughnessFactor": roughness}
        if texture is not None:
            base["baseColorTexture"] = {"index": texture}
        if metallic_roughness is not None:
            base["metallicRoughnessTexture"] = {"index": metallic_roughness}
        entry = {"name": name, "pbrMetallicRoughness": base}
        if alpha != "OPAQUE":
            entry["alphaMode"] = alpha
        if alpha == "MASK":
            entry["alphaCutoff"] = cutoff
        if double:
            entry["doubleSided"] = True
        if emissive is not None:
            entry["emissiveFactor"] = [round(float(x), 5) for x in linear(emissive)]
        if emissive_texture is not None:
            entry["emissiveTexture"] = {"index": emissive_texture}
        if normal is not None:
            entry["normalTexture"] = {"index": normal, "scale": normal_scale}
        if occlusion is not None:
            entry["occlusionTexture"] = {"index": occlusion}
        if unlit:
            entry["extensions"] = {"KHR_materials_unlit": {}}
            self.file["extensionsUsed"] = ["KHR_materials_unlit"]
        return self._add("materials", entry)

    def mesh(self, name, surfaces):
        """A mesh of one primitive for each surface; all have the targets that any of them has, by their names."""
        targets = sorted({target for surface in surfaces for target in surface.morphs})
        primitives = []
        for surface in surfaces:
            attributes = {"POSITION": self.accessor(surface.points, target=34962, bounds=True),
                          "NORMAL": self.accessor(np.round(surface.normals, 4), target=34962)}
            if surface.uv is not None:
                attributes["TEXCOORD_0"] = self.accessor(np.round(surface.uv, 5), target=34962)
            if surface.colours is not None:
                colours = np.ones((len(surface.points), 4))
                colours[:, :surface.colours.shape[1]] = linear(np.clip(surface.colours, 0, 1))
                attributes["COLOR_0"] = self.accessor(np.round(colours * 65535), UINT16, 34962, normalised=True)
            if surface.joints is not None:
                attributes["JOINTS_0"] = self.accessor(surface.joints, UINT16, 34962)
                attributes["WEIGHTS_0"] = self.accessor(surface.weights, target=34962)
            small = len(surface.points) < 65536
            primitive = {"attributes": attributes, "material": surface.material, "indices": self.accessor(
                surface.triangles.reshape(-1, 1), UINT16 if small else UINT32, 34963)}
            if targets:
                primitive["targets"] = [self._target(surface, target) for target in targets]
            primitives.append(primitive)
        mesh = {"name": name, "primitives": primitives}
        if targets:
            mesh |= {"weights": [0] * len(targets), "extras": {"targetNames": targets}}
        return self._add("meshes", mesh)

    def _target(self, surface, name):
        delta = surface.morphs.get(name, np.zeros_like(surface.points))
        moved = smooth_normals(surface.points + delta, surface.triangles) - smooth_normals(
            surface.points, surface.triangles)
        return {"POSITION": self.accessor(delta, target=34962, bounds=True),
                "NORMAL": self.accessor(np.round(moved, 4), target=34962)}

    def node(self, name, mesh=None, parent=None, translation=None, rotation=None, scale=None, skin=None):
        """`rotation` is a quaternion (x, y, z, w) or a 3 x 3 matrix; without `parent` the node is a root."""
        entry = {"name": name}
        if mesh is not None:
            entry["mesh"] = mesh
        if skin is not None:
            entry["skin"] = skin
        if translation is not None:
            entry["translation"] = [round(float(x), 6) for x in translation]
        if rotation is not None:
            rotation = quaternion_of(rotation) if np.shape(rotation) == (3, 3) else rotation
            entry["rotation"] = [round(float(x), 6) for x in rotation]
        if scale is not None:
            entry["scale"] = [round(float(x), 6) for x in np.broadcast_to(scale, 3)]
        index = self._add("nodes", entry)
        (self.file["scenes"][0]["nodes"] if parent is None
         else self.file["nodes"][parent].setdefault("children", [])).append(index)
        return index

    def skin(self, joints, matrices):
        """`matrices` are the joints' transforms (n, 4, 4) in the mesh's space at rest."""
        inverse = np.linalg.inv(np.asarray(matrices, float)).transpose(0, 2, 1).reshape(-1, 16)
        return self._add("skins", {"joints": list(joints), "inverseBindMatrices": self.accessor(inverse)})

    def animation(self, name, channels):
        """Channels are (node, "translation" | "rotation" | "scale" | "weights", seconds, values, interpolation)."""
        samplers, entries = [], []
        for node, path, times, values, interpolation in channels:
            values = np.asarray(values, float)
            values = values.reshape(-1, 1) if path == "weights" else values
            entries.append({"sampler": len(samplers), "target": {"node": node, "path": path}})
            samplers.append({"input": self.accessor(np.reshape(times, (-1, 1)), bounds=True),
                             "output": self.accessor(values), "interpolation": interpolation})
        return self._add("animations", {"name": name, "samplers": samplers, "channels": entries})

    def write(self, path):
        """Writes the file, and states its size and triangles."""
        if not self.file["scenes"][0]["nodes"]:
            raise ValueError("the model has no node")
        self.data += b"\0" * (-len(self.data) % 4)
        self.file["buffers"] = [{"byteLength": len(self.data)}]
        text = json.dumps(self.file, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 4)
        size = 12 + 8 + len(text) + 8 + len(self.data)
        pathlib.Path(path).write_bytes(
            struct.pack("<4sII", b"glTF", 2, size) + struct.pack("<I4s", len(text), b"JSON") + text
            + struct.pack("<I4s", len(self.data), b"BIN\0") + bytes(self.data))
        triangles = sum(
            self.file["accessors"][primitive["indices"]]["count"] // 3
            for node in self.file["nodes"] if "mesh" in node
            for primitive in self.file["meshes"][node["mesh"]]["primitives"])
        print(f"{path}: {triangles} triangles, {size} bytes")


def painted(model, name, points, paint, size):
    """A material with the paint of a surface over points (rows, columns, 3), and the points' texture coordinates.

    The texture is that of the left half, for both."""
    rows, columns = points.shape[:2]
    middle, (width, height) = columns // 2, size
    at_row, at_column = np.linspace(0, rows - 1, height), np.linspace(middle, columns - 1, width)
    by_rows = np.apply_along_axis(lambda v: np.interp(at_row, range(rows), v), 0, points)
    colour, gold = paint(np.apply_along_axis(lambda v: np.interp(at_column, range(columns), v), 1, by_rows))
    base = model.texture(np.round(np.clip(colour, 0, 1) * 51) * 5, "mirror")
    shine = np.stack([0 * gold, 0.42 - 0.1 * gold, gold], -1)[::2, ::2]
    shine = model.texture(np.round(shine * 15) * 17, "mirror")
    u = abs(np.arange(columns) - middle) / (columns - 1 - middle)
    uv = np.stack(np.broadcast_arrays(u, np.arange(rows)[:, None] / (rows - 1)), -1)
    uv = (uv * [width - 1, height - 1] + 0.5) / [width, height]
    return model.material(name, metallic=1, roughness=1, texture=base, metallic_roughness=shine), uv
