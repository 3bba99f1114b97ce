"""The avatar that is judged, a flat square on the eyes, and the canonical places of landmarks."""

import json
import os
import re
import struct
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SIDE = 2.3  # eye distances


def package(out):
    """Writes the avatar; answers the folder to look it up in."""
    folder = os.path.join(out, "avatars", "square")
    os.makedirs(folder, exist_ok=True)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + b"\xff\x00\x00\x80" * 64) * 64
    with open(os.path.join(folder, "square.png"), "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 64, 8, 6, 0, 0, 0))
                   + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
    with open(os.path.join(folder, "avatar.json"), "w") as file:
        json.dump({"version": 1, "name": {"en": "Square"}, "author": "-", "licence": "CC0-1.0", "tags": [],
                   "layers": [{"name": "square", "image": "square.png", "anchor": "eyes", "scale": SIDE}]}, file)
    return os.path.dirname(folder)


def canonical(numbers):
    """The places of landmarks from the middle of the eyes, x right, y down, and depths, in eye distances."""
    folder = os.path.join(ROOT, "Sources", "Face", "FaceModel")
    for name in sorted(os.listdir(folder)):
        text = open(os.path.join(folder, name)).read()
        found = re.search(r"coordinates: \[[^\]]*\]\s*=\s*\[(.*?)\]", text, re.DOTALL)
        if found:
            values = [float(x) for x in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", found[1])]
            break
    vertices = [values[3 * n:3 * n + 3] for n in numbers]
    return ([[v[0] / 6.302291, -(v[1] - 2.624618) / 6.302291] for v in vertices],
            [(v[2] - 3.465663) / 6.302291 for v in vertices])
