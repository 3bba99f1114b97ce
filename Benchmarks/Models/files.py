#!/usr/bin/env python3
"""Makes models by independent exporters: trimesh, pygltflib, Blender.

    files.py FOLDER [--only NAME,...]

Needs Python 3.11 with numpy, pillow, scipy, trimesh, pygltflib, DracoPy, meshoptimizer, bpy.
"""

import argparse
import io
import json
import math
import os
import struct

import numpy as np

F, U8, U16, U32, I8, I16 = np.float32, np.uint8, np.uint16, np.uint32, np.int8, np.int16
COMPONENTS = {np.dtype(kind): number for kind, number in ((I8, 5120), (U8, 5121), (I16, 5122), (U16, 5123),
                                                          (U32, 5125), (F, 5126))}
FILES = {}


def file(make):
    FILES[make.__name__.replace("_", "-")] = make
    return make


# Shapes: positions, normals, coordinates, triangles

def wound(nu, nv, place):
    """A grid of nu x nv cells of place(u, v) -> positions, normals; u, v in 0...1."""
    v, u = (w.ravel() for w in np.mgrid[0:1:(nv + 1) * 1j, 0:1:(nu + 1) * 1j])
    p, n = place(u, v)
    j, i = (w.ravel() for w in np.mgrid[0:nv, 0:nu])
    a = j * (nu + 1) + i
    t = np.concatenate((np.stack((a, a + nu + 1, a + nu + 2), 1), np.stack((a, a + nu + 2, a + 1), 1)))
    return p.astype(F), n.astype(F), np.stack((u, v), 1).astype(F), t


def sphere(radius=0.05, nu=48, nv=24):
    def place(u, v):
        n = np.stack((np.sin(math.pi * v) * np.sin(2 * math.pi * u), np.cos(math.pi * v),
                      np.sin(math.pi * v) * np.cos(2 * math.pi * u)), 1)
        return radius * n, n
    return wound(nu, nv, place)


def torus(ring=0.045, tube=0.018, nu=64, nv=32):
    def place(u, v):
        a, b = 2 * math.pi * u, -2 * math.pi * v
        n = np.stack((np.cos(b) * np.sin(a), np.sin(b), np.cos(b) * np.cos(a)), 1)
        return n * tube + ring * np.stack((np.sin(a), 0 * a, np.cos(a)), 1), n
    return wound(nu, nv, place)


def sheet(width=0.08, height=0.08, nu=1, nv=1, bend=0.0):
    def place(u, v):
        x, y = (u - 0.5) * width, (0.5 - v) * height
        n = np.stack((bend * 8 * x / width, 0 * x, 1 + 0 * x), 1)
        return np.stack((x, y, -bend * 4 * x * x / width), 1), n / np.linalg.norm(n, axis=1, keepdims=True)
    return wound(nu, nv, place)


def waves(width=256, height=192, alpha=None):
    y, x = np.mgrid[0:height, 0:width].astype(float)
    u, v = x / width, y / height
    c = np.dstack([0.5 + 0.45 * np.sin(a * u + b * v + d) for a, b, d in ((29, 7, 0), (11, -31, 1), (-17, 23, 2))])
    c[(u > 0.1) & (u < 0.4) & (v > 0.1) & (v < 0.2)] = (1, 0.9, 0.1)
    c[(u > 0.1) & (u < 0.16) & (v > 0.1) & (v < 0.6)] = (0.05, 0.1, 0.5)
    return np.floor(np.dstack((c, np.ones_like(u) if alpha is None else alpha(u, v))) * 255 + 0.5).astype(U8)


def dents(size=256):
    """A map of normals."""
    y, x = np.mgrid[0:size, 0:size] / size * 2 * math.pi
    n = np.dstack((0.5 * np.sin(4 * x) * np.cos(2 * y), 0.4 * np.sin(5 * y + x), np.ones_like(x)))
    n /= np.linalg.norm(n, axis=2, keepdims=True)
    return np.floor((n * 0.5 + 0.5) * 255 + 0.5).astype(U8)


class Build:
    """A file part by part, written by pygltflib."""

    def __init__(self):
        self.raw, self.bytes = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": []}]}, bytearray()

    def add(self, kind, item):
        self.raw.setdefault(kind, []).append(item)
        return len(self.raw[kind]) - 1

    def view(self, data, **more):
        self.bytes += bytes(-len(self.bytes) % 4)
        at = len(self.bytes)
        self.bytes += data
        return self.add("bufferViews", {"buffer": 0, "byteOffset": at, "byteLength": len(data)} | more)

    def accessor(self, values, view=None, **more):
        values = np.ascontiguousarray(values)
        columns = values.reshape(len(values), -1).shape[1]
        kind = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}[columns]
        if view is None:
            # A vertex begins at a multiple of four bytes.
            pad = -values.itemsize * columns % 4 if columns > 1 else 0
            rows = np.pad(values.reshape(len(values), -1).view(U8), ((0, 0), (0, pad)))
            view = self.view(rows.tobytes(), **({"byteStride": rows.shape[1]} if pad else {}))
        item = {"bufferView": view, "componentType": COMPONENTS[values.dtype], "count": len(values), "type": kind}
        if columns < 5:
            item |= {"min": values.reshape(len(values), -1).min(0).tolist(),
                     "max": values.reshape(len(values), -1).max(0).tolist()}
        return self.add("accessors", item | more)

    def texture(self, pixels, form="PNG", **sampler):
        from PIL import Image
        data = io.BytesIO()
        Image.fromarray(pixels).save(data, form, **({"PNG": {}, "WEBP": {"lossless": True}}.get(
            form, {"quality": 95, "subsampling": 0})))
        image = self.add("images", {"bufferView": self.view(data.getvalue()), "mimeType": "image/" + form.lower()})
        item = {"extensions": {"EXT_texture_webp": {"source": image}}} if form == "WEBP" else {"source": image}
        if sampler:
            item["sampler"] = self.add("samplers", sampler)
        return self.add("textures", item)

    def material(self, colour=(1, 1, 1, 1), metal=0.0, rough=0.5, pbr=(), **more):
        return self.add("materials", {"pbrMetallicRoughness": {
            "baseColorFactor": list(colour), "metallicFactor": metal, "roughnessFactor": rough} | dict(pbr)} | more)

    def mesh(self, shape, material=None, targets=(), mesh=(), attributes=()):
        p, n, uv, t = shape
        names = {"POSITION": self.accessor(p), "TEXCOORD_0": self.accessor(uv)}
        if n is not None:
            names["NORMAL"] = self.accessor(n)
        item = {"attributes": names | dict(attributes), "indices": self.accessor(t.ravel().astype(U16))}
        if material is not None:
            item["material"] = material
        if targets:
            item["targets"] = [{key: self.accessor(v.astype(F)) for key, v in target.items()} for target in targets]
        return self.add("meshes", {"primitives": [item]} | dict(mesh))

    def node(self, name, parent=None, **more):
        number = self.add("nodes", {"name": name} | more)
        (self.raw["scenes"][0]["nodes"] if parent is None
         else self.raw["nodes"][parent].setdefault("children", [])).append(number)
        return number

    def animate(self, name, *channels):
        """Channels: node, path, seconds, values, interpolation."""
        samplers, targets = [], []
        for node, path, seconds, values, kind in channels:
            values = np.array(values, F)
            values = values.reshape(-1) if path == "weights" else values.reshape(-1, 4 if path == "rotation" else 3)
            samplers.append({"input": self.accessor(np.array(seconds, F)), "output": self.accessor(values),
                             "interpolation": kind})
            targets.append({"sampler": len(samplers) - 1, "target": {"node": node, "path": path}})
        self.add("animations", {"name": name, "samplers": samplers, "channels": targets})

    def save(self, path):
        import pygltflib
        self.raw["buffers"] = [{"byteLength": len(self.bytes)}] + self.raw.get("buffers", [])
        # Its own writer of GLB would join a fallback buffer to the first.
        text = pygltflib.GLTF2.from_json(json.dumps(self.raw)).to_json().encode()
        chunks = [(b"JSON", text + b" " * (-len(text) % 4)), (b"BIN\0", self.bytes + bytes(-len(self.bytes) % 4))]
        with open(path, "wb") as out:
            out.write(b"glTF" + struct.pack("<II", 2, 12 + sum(8 + len(data) for _, data in chunks)))
            for kind, data in chunks:
                out.write(struct.pack("<I", len(data)) + kind + data)


def about(axis, degrees):
    half = math.radians(degrees) / 2
    return [math.sin(half) * (axis == i) for i in range(3)] + [math.cos(half)]


# trimesh

def trimesh_part(shape, **material):
    import trimesh
    p, n, uv, t = shape
    visual = trimesh.visual.TextureVisuals(uv=uv, material=trimesh.visual.material.PBRMaterial(**material))
    return trimesh.Trimesh(p, t, vertex_normals=n, visual=visual, process=False)


@file
def trimesh_nested(path):
    import trimesh
    scene, move = trimesh.Scene(), trimesh.transformations
    parts = {"a": trimesh.creation.box((0.05, 0.03, 0.04)), "b": trimesh.creation.cylinder(0.015, 0.06),
             "c": trimesh.creation.icosphere(3, 0.025)}
    poses = {"a": (None, np.diag([1.0, 1, 1, 1])), "b": ("a", move.euler_matrix(0.4, 0.7, 0.2)), "c": ("b", np.diag(
        [-1.0, 1.5, 0.7, 1]))}
    for i, (name, part) in enumerate(parts.items()):
        parent, pose = poses[name]
        pose[:3, 3] = (0.02 * i, 0.03 * i, 0.01)
        part.visual = trimesh.visual.TextureVisuals(material=trimesh.visual.material.PBRMaterial(
            baseColorFactor=[200, 90 * i, 60, 255], metallicFactor=0.2 * i, roughnessFactor=0.35))
        scene.add_geometry(part, node_name=name, parent_node_name=parent, transform=pose)
    scene.export(path, include_normals=True)


@file
def trimesh_flat(path):
    import trimesh
    part = trimesh.creation.icosphere(2, 0.05)
    part.visual = trimesh.visual.TextureVisuals(material=trimesh.visual.material.PBRMaterial(
        baseColorFactor=[230, 180, 80, 255], metallicFactor=0.5, roughnessFactor=0.4))
    part.export(path, include_normals=False)


@file
def trimesh_colours(path):
    import trimesh
    p, n, uv, t = torus()
    colours = np.c_[np.floor(uv * 255), 128 + 0 * uv[:, :1], 255 + 0 * uv[:, :1]].astype(U8)
    trimesh.Trimesh(p, t, vertex_normals=n, vertex_colors=colours, process=False).export(path, include_normals=True)


@file
def trimesh_maps(path):
    from PIL import Image
    y, x = np.mgrid[0:64, 0:128]
    maps = np.dstack((0 * x, 40 + x, 255 * ((x // 16 + y // 16) % 2))).astype(U8)
    trimesh_part(sphere(), baseColorTexture=Image.fromarray(waves()), metallicRoughnessTexture=Image.fromarray(maps),
                 metallicFactor=1.0, roughnessFactor=1.0).export(path, include_normals=True)


# pygltflib

@file
def smooth(path):
    b = Build()
    for i, (metal, rough) in enumerate(((1, 0.1), (1, 0.5), (0, 0.2), (0.5, 0.8), (0, 1), (1, 0))):
        m = b.material((1.0, 0.77 - 0.1 * i, 0.34 + 0.1 * i, 1), metal, rough)
        b.node(f"ball{i}", mesh=b.mesh(sphere(0.022), m), translation=[(i % 3 - 1) * 0.048, (i // 3) * 0.048, 0])
    b.save(path)


@file
def wraps(path):
    b = Build()
    b.raw["extensionsUsed"] = ["KHR_texture_transform", "EXT_texture_webp"]
    cases = [({}, {"offset": [0.2, 0.1], "rotation": 0.5, "scale": [2.5, 2]}, "PNG"),
             ({"wrapS": 33648, "wrapT": 33648}, {"scale": [3, 3], "offset": [-1.3, 0.4]}, "JPEG"),
             ({"wrapS": 33071, "wrapT": 33071}, {"scale": [1.8, 1.5], "offset": [-0.4, -0.3], "rotation": -0.3},
              "WEBP"),
             ({"magFilter": 9728, "wrapS": 33071}, {"texCoord": 1, "scale": [0.7, 1]}, "PNG")]
    for i, (sampler, moved, form) in enumerate(cases):
        texture = b.texture(waves(24, 16) if i == 3 else waves()[..., :3], form, **sampler)
        info = {"index": texture, "extensions": {"KHR_texture_transform": moved}}
        m = b.material(pbr={"baseColorTexture": info}, rough=0.9)
        shape = sheet(0.07, 0.055)
        other = b.accessor((shape[2][:, ::-1] * [1.0, 2.0] - [0.0, 0.5]).astype(F))
        b.node(f"sheet{i}", mesh=b.mesh(shape, m, attributes={"TEXCOORD_1": other}),
               translation=[(i % 2 - 0.5) * 0.075, (0.5 - i // 2) * 0.06, 0])
    b.save(path)


@file
def maps(path):
    b = Build()
    b.raw["extensionsUsed"] = ["KHR_materials_emissive_strength"]
    y, x = np.mgrid[0:128, 0:128]
    orm = np.dstack((255 - (x + y) // 2, 40 + (x // 2 + y) % 200, 255 * (np.hypot(x % 32 - 16, y % 32 - 16) < 10)))
    orm = b.texture(orm.astype(U8))
    glow = np.zeros((64, 64, 3), U8)
    glow[::8], glow[:, ::16, 1] = (255, 60, 20), 200
    m = b.material((0.9, 0.8, 0.7, 1), 1, 0.9, {"metallicRoughnessTexture": {"index": orm}},
                   occlusionTexture={"index": orm, "texCoord": 1, "strength": 0.7}, emissiveFactor=[0.3, 0.5, 1],
                   emissiveTexture={"index": b.texture(glow)},
                   extensions={"KHR_materials_emissive_strength": {"emissiveStrength": 1.6}})
    shape = torus()
    b.node("maps", mesh=b.mesh(shape, m, attributes={"TEXCOORD_1": b.accessor(
        np.floor(shape[2] * 65535).astype(U16), normalized=True)}), rotation=about(0, 50))
    b.save(path)


def dented(path, has_tangents, scale):
    b = Build()
    m = b.material((0.8, 0.3, 0.2, 1), 0.1, 0.45, doubleSided=True,
                   normalTexture={"index": b.texture(dents()), "scale": scale})
    for name, shape, place in (("ball", sphere(0.035), -0.04), ("sheet", sheet(0.07, 0.07, 12, 1, 0.4), 0.04)):
        attributes = {}
        if has_tangents:
            p, n, uv, t = shape
            across = np.stack((n[:, 2], 0 * n[:, 0], -n[:, 0]), 1)
            across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-6)
            across[np.abs(across).sum(1) < 0.5] = (1, 0, 0)
            attributes["TANGENT"] = b.accessor(np.c_[across, np.ones(len(p))].astype(F))
        b.node(name, mesh=b.mesh(shape, m, attributes=attributes), translation=[place, 0.02, 0])
    b.save(path)


@file
def dents_tangents(path):
    dented(path, True, 1.0)


@file
def dents_bare(path):
    dented(path, False, 0.6)


@file
def leaves(path):
    b = Build()
    leaf = waves(128, 128, lambda u, v: np.clip(1.3 - 1.6 * np.hypot((u - 0.5) * 2.4, (v - 0.5) * 1.6)
                                                + 0.25 * np.sin(40 * v), 0, 1))
    m = b.material((0.6, 1, 0.5, 0.9), 0, 0.7, {"baseColorTexture": {"index": b.texture(leaf)}}, alphaMode="MASK",
                   alphaCutoff=0.4, doubleSided=True)
    mesh, random = b.mesh(sheet(0.05, 0.07, 6, 1, 0.3), m), np.random.default_rng(3)
    for i in range(24):
        q = random.normal(size=4)
        b.node(f"leaf{i}", mesh=mesh, rotation=(q / np.linalg.norm(q)).tolist(),
               translation=(random.uniform(-1, 1, 3) * (0.06, 0.05, 0.03) + (0, 0.02, 0)).tolist())
    b.save(path)


@file
def glass(path):
    b = Build()
    b.node("core", mesh=b.mesh(sphere(0.018), b.material((0.9, 0.7, 0.2, 1), 1, 0.3)))
    for i, colour in enumerate(((0.9, 0.2, 0.2, 0.4), (0.2, 0.8, 0.3, 0.5), (0.2, 0.3, 0.9, 0.3))):
        m = b.material(colour, 0, 0.2 + 0.2 * i, alphaMode="BLEND", doubleSided=i != 1)
        b.node(f"pane{i}", mesh=b.mesh(sheet(0.09, 0.07, 3, 3), m), rotation=about(1, 25 * i - 20),
               translation=[0.01 * i, 0.008 * i, 0.03 * i - 0.03])
    fade = waves(64, 64, lambda u, v: u)
    m = b.material(pbr={"baseColorTexture": {"index": b.texture(fade)}}, alphaMode="BLEND", rough=0.3)
    b.node("bubble", mesh=b.mesh(sphere(0.03, 32, 16), m), translation=[0.02, -0.01, 0.03])
    b.save(path)


@file
def morphs(path):
    b = Build()
    p, n, uv, t = sphere(0.05, 40, 20)
    names = ["jawOpen", "Eye_Blink-L", "eyeBlinkRight", "mouthSmile", "cheekSquint_R", "own", "bulge"]
    places = ((0, -1, 0.6), (0.5, 0.6, 0.7), (-0.5, 0.6, 0.7), (0, -0.2, 1), (-0.8, 0.1, 0.5), (0, 1, 0), (1, 0, 0))
    targets = []
    for i, place in enumerate(places):
        place = np.array(place) / np.linalg.norm(place)
        near = np.exp(-((n - place)**2).sum(1) / 0.15)[:, None]
        targets.append({"POSITION": near * (0.03 * place if i % 2 else [0, -0.03, 0.01]),
                        "NORMAL": near * 0.3 * np.roll(place, 1)} if i != 6 else {"POSITION": near * 0.03 * place})
    b.node("head", mesh=b.mesh((p, n, uv, t), b.material((0.9, 0.6, 0.5, 1), 0, 0.5), targets, {
        "weights": [0.5, 0, 0, 0, 0, 0.6, 0], "extras": {"targetNames": names}}), weights=[1, 1, 0, 0, 0, 0.4, 0.3])
    b.save(path)


@file
def skin(path):
    b = Build()

    def place(u, v):
        a = 2 * math.pi * u
        n = np.stack((np.sin(a), 0 * a, np.cos(a)), 1)
        return n * 0.018 + np.stack((0 * a, 0.12 * (1 - v), 0 * a), 1), n
    p, n, uv, t = wound(32, 24, place)
    along = np.clip(p[:, 1] / 0.06, 0, 2)
    weights = np.stack([np.maximum(0, 1 - np.abs(along - i)) for i in range(3)] + [0 * along], 1)
    joints = np.tile(np.array([0, 1, 2, 0], U8), (len(p), 1))
    body = b.node("body", translation=[0.3, 0.2, -0.1], scale=[3, -1, 1])
    bones = [b.node("root", translation=[0, -0.02, 0])]
    for i in (1, 2):
        bones.append(b.node(f"bone{i}", bones[-1], translation=[0, 0.06, 0]))
    binds = np.tile(np.eye(4), (3, 1, 1))
    binds[:, 3, 1] = [0, -0.06, -0.12]
    # Stored sums are 2/3: the weights are made to sum to 1.
    b.raw["nodes"][body] |= {"skin": b.add("skins", {"joints": bones, "inverseBindMatrices": b.accessor(
        binds.reshape(3, 16).astype(F))}), "mesh": b.mesh((p, n, uv, t), b.material((0.3, 0.7, 0.9, 1), 0.3, 0.4),
                                                          attributes={
            "JOINTS_0": b.accessor(joints), "WEIGHTS_0": b.accessor((weights * 2 / 3).astype(F))})}
    b.animate("wave", *[(bone, "rotation", [0, 0.5, 1], [about(2, 0), about(2, 40 * i), about(2, -20)], "LINEAR")
                        for i, bone in enumerate(bones)],
              (bones[2], "scale", [0, 1], [[1, 1, 1], [1.6, 1, 1]], "LINEAR"))
    b.save(path)


@file
def moves(path):
    b = Build()
    p, n, uv, t = sheet(0.04, 0.03, 4, 4, 0.5)
    nodes = []
    for i in range(4):
        m = b.material((0.9 - 0.2 * i, 0.3 + 0.2 * i, 0.5, 1), 0.1 * i, 0.6, doubleSided=True)
        more = {} if i < 3 else {"targets": [{"POSITION": np.c_[0 * p[:, :2], p[:, :1]]},
                                             {"POSITION": np.c_[0 * p[:, :2], -p[:, 1:2]]}]}
        nodes.append(b.node(f"part{i}", mesh=b.mesh((p, n if i < 3 else None, uv, t), m, **more),
                            translation=[(i % 2 - 0.5) * 0.06, (i // 2) * 0.05, 0]))
    b.animate("first", (nodes[0], "translation", [0.2, 0.6, 1.2], [
                  [-0.03, 0, 0], [-0.04, 0.01, 0.01], [0, 0, 0]], "STEP"),
              (nodes[1], "rotation", [0, 1], [about(1, -60), [-w for w in about(1, 70)]], "LINEAR"),
              (nodes[2], "translation", [0, 0.5, 1.25], [
                  [0, 0, 0], [-0.03, 0.05, 0], [0.1, 0.05, 0], [0, 0.1, 0], [-0.02, 0.06, 0.02], [0.1, 0, 0],
                  [0, 0, 0], [-0.04, 0.04, 0], [0, 0, 0]], "CUBICSPLINE"),
              (nodes[2], "rotation", [0, 1], [[0, 0, 0, 0], about(2, 0), [0.5, 0, 0, 0], [0, 0.5, 0, 0], about(2, 80),
                                              [0, 0, 0, 0]], "CUBICSPLINE"),
              (nodes[3], "weights", [0.1, 0.9], [0, 1, 1.5, -1], "LINEAR"),
              (nodes[3], "scale", [0, 1], [[1, 1, 1], [1.4, 0.8, 1]], "LINEAR"))
    b.animate("second", (nodes[1], "rotation", [0, 2], [about(0, 0), about(0, 90)], "LINEAR"))
    b.save(path)


@file
def quantised(path):
    b = Build()
    b.raw |= {"extensionsUsed": ["KHR_mesh_quantization", "KHR_texture_transform"],
              "extensionsRequired": ["KHR_mesh_quantization"]}
    p, n, uv, t = torus()
    m = b.material(pbr={"baseColorTexture": {"index": b.texture(waves()), "extensions": {
        "KHR_texture_transform": {"scale": [16.0, 16.0]}}}}, rough=0.6)
    mesh = b.add("meshes", {"primitives": [{"indices": b.accessor(t.ravel().astype(U16)), "material": m, "attributes": {
        "POSITION": b.accessor(np.round(p / 0.07 * 32767).astype(I16), normalized=True),
        "NORMAL": b.accessor(np.round(n * 127).astype(I8), normalized=True),
        "TEXCOORD_0": b.accessor(np.round(uv * 4095).astype(U16), normalized=True)}}]})
    b.node("torus", mesh=mesh, scale=[0.07, 0.07, 0.07], rotation=about(0, 70), translation=[0, 0.03, 0])
    b.save(path)


@file
def sparse(path):
    b = Build()
    p, n, uv, t = sheet(0.1, 0.04, 10, 4)
    m = b.material((0.3, 0.8, 0.6, 1), 0.2, 0.5, doubleSided=True)
    j, i = np.divmod(np.arange(len(p)), 11)
    strip = np.concatenate([np.r_[np.stack((k * 11 + np.arange(11), (k + 1) * 11 + np.arange(11)), 1).ravel(),
                                  (k + 1) * 11 + 10, (k + 1) * 11] for k in range(4)])
    moved = np.nonzero((j == 2) & (i % 2 == 0))[0].astype(U8)
    values = p[moved] + np.array([0, 0, 0.015], F)
    place = b.accessor(p)
    b.raw["accessors"][place]["sparse"] = {
        "count": len(moved), "indices": {"bufferView": b.view(moved.tobytes()), "componentType": 5121},
        "values": {"bufferView": b.view(values.astype(F).tobytes())}}
    b.node("strip", mesh=b.add("meshes", {"primitives": [{"mode": 5, "material": m, "attributes": {
        "POSITION": place}, "indices": b.accessor(strip.astype(U8))}]}), translation=[0, 0.04, 0])
    a = np.arange(13) / 12 * 2 * math.pi
    fan = np.r_[np.zeros((1, 3)), np.stack((0.03 * np.cos(a), 0.03 * np.sin(a), 0.006 * np.cos(6 * a)), 1)].astype(F)
    mesh = b.add("meshes", {"primitives": [{"mode": 6, "material": m, "attributes": {"POSITION": b.accessor(fan)}}]})
    # An accessor without bufferView is zero but for its sparse part.
    zero = b.add("accessors", {"componentType": 5126, "count": len(fan), "type": "VEC3", "sparse": {
        "count": 1, "indices": {"bufferView": b.view(np.array([0], U16).tobytes()), "componentType": 5123},
        "values": {"bufferView": b.view(np.array([0, 0, 0.03], F).tobytes())}}})
    b.raw["meshes"][mesh]["primitives"][0]["targets"] = [{"POSITION": zero}]
    b.raw["meshes"][mesh] |= {"weights": [0.8]}
    b.node("fan", mesh=mesh, translation=[0, -0.02, 0])
    b.node("lines", mesh=b.add("meshes", {"primitives": [{"mode": 1, "attributes": {"POSITION": b.accessor(fan)}}]}))
    b.save(path)


@file
def strides(path):
    b = Build()
    b.raw["extensionsUsed"] = ["KHR_materials_clearcoat", "KHR_materials_unlit"]
    p, n, uv, t = sphere(0.035)
    colours = np.floor(np.c_[uv, uv[:, ::-1]] * 255).astype(U8)
    rows = np.concatenate((p.view(U8), n.view(U8), uv.view(U8), colours, np.zeros((len(p), 4), U8)), 1)
    view, more = b.view(rows.tobytes(), byteStride=40), {}
    for name, values, at in (("POSITION", p, 0), ("NORMAL", n, 12), ("TEXCOORD_0", uv, 24), ("COLOR_0", colours, 32)):
        more[name] = b.accessor(values, view, byteOffset=at, **({"normalized": True} if at == 32 else {}))
    m = b.material((1, 0.9, 0.8, 1), 0.3, 0.4, extensions={"KHR_materials_clearcoat": {"clearcoatFactor": 1}})
    mesh = b.add("meshes", {"primitives": [{"attributes": more, "material": m, "indices": b.accessor(
        t.ravel().astype(U32))}]})
    b.node("ball", mesh=mesh, translation=[-0.04, 0, 0])
    b.node("turned", mesh=mesh, translation=[0.04, 0, 0], scale=[-1, 1.3, 0.8])
    b.node("matrix", b.node("outer", translation=[0, 0.06, 0], rotation=about(2, 30)), mesh=mesh, matrix=[
        0, 0.6, 0, 0, 0.5, 0.2, 0, 0, 0, 0, -0.5, 0, 0, 0, 0.02, 1])
    unlit = b.material((0.2, 0.6, 1, 1), extensions={"KHR_materials_unlit": {}}, doubleSided=True)
    b.node("unlit", mesh=b.mesh(sheet(0.04, 0.03), unlit), rotation=about(1, 160), translation=[0, -0.03, 0.03])
    bare = b.mesh(sheet(0.03, 0.03), None)
    b.node("bare", mesh=bare, translation=[0, -0.06, 0.02], rotation=about(0, -20))
    b.save(path)


@file
def meshopt(path):
    import meshoptimizer
    b = Build()
    b.raw |= {name: ["EXT_meshopt_compression"] for name in ("extensionsUsed", "extensionsRequired")}
    p, n, uv, t = torus()
    meshoptimizer.encode_vertex_version(0)
    meshoptimizer.encode_index_version(1)
    names, views = {}, 0

    def packed(values, count, stride, mode, data):
        nonlocal views
        at = b.view(data)
        item = b.raw["bufferViews"][at]
        item["extensions"] = {"EXT_meshopt_compression": {
            "buffer": 0, "byteOffset": item["byteOffset"], "byteLength": len(data), "byteStride": stride, "mode": mode,
            "count": count}}
        item |= {"buffer": 1, "byteOffset": views, "byteLength": count * stride}
        if mode == "ATTRIBUTES":
            item["byteStride"] = stride
        views += count * stride
        return b.accessor(values, at)
    for name, values in (("POSITION", p), ("NORMAL", n), ("TEXCOORD_0", uv)):
        values = np.ascontiguousarray(values)
        names[name] = packed(values, len(p), values.shape[1] * 4, "ATTRIBUTES",
                             meshoptimizer.encode_vertex_buffer(values, len(p), values.shape[1] * 4))
    order = t.ravel().astype(U32)
    data = meshoptimizer.encode_index_buffer(order, len(order), len(p))
    indices = packed(order, len(order), 4, "TRIANGLES", data)
    b.raw["buffers"] = [{"byteLength": views, "extensions": {"EXT_meshopt_compression": {"fallback": True}}}]
    m = b.material(pbr={"baseColorTexture": {"index": b.texture(waves())}}, rough=0.4)
    b.node("torus", mesh=b.add("meshes", {"primitives": [{"attributes": names, "indices": indices, "material": m}]}),
           rotation=about(0, 60))
    b.save(path)


@file
def draco(path):
    import DracoPy
    b = Build()
    b.raw |= {name: ["KHR_draco_mesh_compression"] for name in ("extensionsUsed", "extensionsRequired")}
    p, n, uv, t = torus()
    data = DracoPy.encode(p, t.astype(U32), quantization_bits=14, tex_coord=uv.astype(float),
                          normals=n.astype(float), tex_coord_quantization_bits=12, normal_quantization_bits=10)
    mesh = DracoPy.decode(data)
    kinds = {0: "POSITION", 1: "NORMAL", 3: "TEXCOORD_0"}
    numbers = {kinds[a["attribute_type"]]: a["unique_id"] for a in mesh.attributes}
    names = {}
    for a in mesh.attributes:
        columns = a["data"].shape[1]
        names[kinds[a["attribute_type"]]] = b.add("accessors", {
            "componentType": 5126, "count": len(a["data"]), "type": f"VEC{columns}",
            "min": a["data"].min(0).tolist(), "max": a["data"].max(0).tolist()})
    indices = b.add("accessors", {"componentType": 5125, "count": mesh.faces.size, "type": "SCALAR"})
    m = b.material(pbr={"baseColorTexture": {"index": b.texture(waves())}}, rough=0.4)
    b.node("torus", mesh=b.add("meshes", {"primitives": [{
        "attributes": names, "indices": indices, "material": m, "extensions": {"KHR_draco_mesh_compression": {
            "bufferView": b.view(data), "attributes": numbers}}}]}), rotation=about(0, 60))
    b.save(path)


# Blender

def blender(path, make, **options):
    import bpy
    bpy.ops.wm.read_factory_settings(use_empty=True)
    make(bpy)
    bpy.ops.export_scene.gltf(filepath=path, export_format="GLB", export_yup=True, **options)


def paint(bpy, part, **values):
    material = bpy.data.materials.new("paint")
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    for name, value in values.items():
        shader.inputs[name.replace("_", " ")].default_value = value
    part.data.materials.append(material)
    return material.node_tree, shader


@file
def blender_monkey(path):
    """Shape keys, tangents, a map of normals, a moved texture."""
    def make(bpy):
        bpy.ops.mesh.primitive_monkey_add(size=0.1, location=(0, -0.02, 0.02))
        part = bpy.context.object
        bpy.ops.object.modifier_add(type="SUBSURF")
        bpy.ops.object.modifier_apply(modifier="Subdivision")
        bpy.ops.object.shade_smooth()
        tree, shader = paint(bpy, part, Metallic=0.2, Roughness=0.45)
        for name, pixels, space in (("colour", waves(), "sRGB"), ("dents", np.dstack(
                (dents(), np.full((256, 256), 255, U8))), "Non-Color")):
            image = bpy.data.images.new(name, pixels.shape[1], pixels.shape[0])
            image.colorspace_settings.name = space
            image.pixels = (pixels[::-1] / 255.0).astype(F).ravel()
            image.pack()
            node = tree.nodes.new("ShaderNodeTexImage")
            node.image = image
            if name == "colour":
                tree.links.new(node.outputs["Color"], shader.inputs["Base Color"])
                moved, coordinates = tree.nodes.new("ShaderNodeMapping"), tree.nodes.new("ShaderNodeUVMap")
                moved.inputs["Rotation"].default_value = (0, 0, 0.4)
                moved.inputs["Scale"].default_value = (2, 1.5, 1)
                moved.inputs["Location"].default_value = (0.1, 0.3, 0)
                tree.links.new(coordinates.outputs["UV"], moved.inputs["Vector"])
                tree.links.new(moved.outputs["Vector"], node.inputs["Vector"])
            else:
                bumps = tree.nodes.new("ShaderNodeNormalMap")
                tree.links.new(node.outputs["Color"], bumps.inputs["Color"])
                tree.links.new(bumps.outputs["Normal"], shader.inputs["Normal"])
        part.shape_key_add(name="Basis")
        for name, place in (("jawOpen", (0, -0.03, -0.02)), ("browInnerUp", (0, -0.02, 0.06))):
            key = part.shape_key_add(name=name)
            for i, vertex in enumerate(part.data.vertices):
                near = math.exp(-sum((a - c)**2 for a, c in zip(vertex.co, place)) / 0.001)
                key.data[i].co.z += (-0.02 if name == "jawOpen" else 0.02) * near
        part.name = "monkey"
    blender(path, make, export_tangents=True)


def tube(bpy):
    bpy.ops.mesh.primitive_cylinder_add(vertices=24, radius=0.016, depth=0.12, location=(0, 0, 0.05))
    part = bpy.context.object
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.subdivide(number_cuts=5)
    bpy.ops.object.mode_set(mode="OBJECT")
    paint(bpy, part, Base_Color=(0.8, 0.5, 0.1, 1), Metallic=0.9, Roughness=0.35)
    return part


@file
def blender_rig(path):
    """An armature that bends a tube."""
    def make(bpy):
        part = tube(bpy)
        bpy.ops.object.armature_add(enter_editmode=True, location=(0, 0, 0))
        rig = bpy.context.object
        bones = rig.data.edit_bones
        bones[0].head, bones[0].tail = (0, 0, -0.01), (0, 0, 0.05)
        tip = bones.new("tip")
        tip.head, tip.tail, tip.parent = (0, 0, 0.05), (0, 0, 0.11), bones[0]
        bpy.ops.object.mode_set(mode="OBJECT")
        part.select_set(True)
        bpy.ops.object.parent_set(type="ARMATURE_AUTO")
        pose = rig.pose.bones["tip"]
        pose.rotation_mode = "XYZ"
        for frame, angle in ((1, 0.0), (13, 0.9), (25, -0.5)):
            pose.rotation_euler = (angle * 0.3, 0, angle)
            pose.keyframe_insert("rotation_euler", frame=frame)
        bpy.context.scene.frame_end = 25
    blender(path, make)


@file
def blender_draco(path):
    blender(path, tube, export_draco_mesh_compression_enable=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("--only", default="")
    o = parser.parse_args()
    os.makedirs(o.folder, exist_ok=True)
    for name, make in FILES.items():
        if not o.only or name in o.only.split(","):
            path = os.path.join(o.folder, name + ".glb")
            make(path)
            print(f"{name:16s} {os.path.getsize(path):8d} bytes", flush=True)


if __name__ == "__main__":
    main()
