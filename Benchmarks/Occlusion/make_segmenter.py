#!/usr/bin/env python3
"""Makes a model of the shape of MediaPipe's selfie_multiclass_256x256.tflite, for tests.

It knows classes by their colours alone: blue is hair, green is body skin, red is face skin, and whatever
is none of them is background. A single convolution of 1 x 1 makes the six classes of the three colours, and
MediaPipe makes confidences of them by softmax. The file is a FlatBuffer, written here by hand after the
schemas of TensorFlow Lite (schema.fbs) and of MediaPipe's metadata (metadata_schema.fbs,
image_segmenter_metadata_schema.fbs), with the labels in a zip archive behind it, as its metadata want it.

usage: make_segmenter.py MODEL [LABEL ...]
  LABEL  names of the classes, other than those of the selfie model; so many dots for classes without names
"""

import struct
import sys
import zipfile

SIDE = 256
LABELS = ["background", "hair", "body-skin", "face-skin", "clothes", "others (accessories)"]


class Table:
    """A table: of each slot its type, as `struct` names it or `*` for an offset, and its value."""

    def __init__(self, **slots):
        self.slots = {int(name[1:]): value for name, value in slots.items()}


class Vector:
    """A vector of numbers, by their type, or of tables and texts (`*`)."""

    def __init__(self, kind, items, align=4):
        (self.kind, self.items, self.align) = (kind, items, align)


class Writer:
    """Writes what refers to something before it, so that all offsets lead forward."""

    def __init__(self, root, identifier):
        self.bytes = bytearray(8)
        self.bytes[4:8] = identifier.encode()
        self.later = [(0, root)]
        while self.later:
            place, value = self.later.pop(0)
            found = self.add(value)
            struct.pack_into("<I", self.bytes, place, found - place)

    def pad(self, to, behind=0):
        while (len(self.bytes) + behind) % to:
            self.bytes.append(0)

    def add(self, value):
        if isinstance(value, Table):
            return self.table(value)
        if isinstance(value, str):
            self.pad(4)
            place = len(self.bytes)
            self.bytes += struct.pack("<I", len(value.encode())) + value.encode() + b"\0"
            return place
        return self.vector(value)

    def vector(self, vector):
        self.pad(vector.align, behind=4)
        place = len(self.bytes)
        self.bytes += struct.pack("<I", len(vector.items))
        for item in vector.items:
            if vector.kind == "*":
                self.later.append((len(self.bytes), item))
                self.bytes += bytes(4)
            else:
                self.bytes += struct.pack("<" + vector.kind, item)
        return place

    def table(self, table):
        # All members are numbers of at most four bytes or offsets, so each has a word of its own.
        count = max(table.slots, default=-1) + 1
        offsets = [0] * count
        for number, slot in enumerate(sorted(table.slots)):
            offsets[slot] = 4 + 4 * number
        size = 4 + 4 * len(table.slots)
        self.pad(4, behind=4 + 2 * count)
        start = len(self.bytes)
        self.bytes += struct.pack(f"<HH{count}H", 4 + 2 * count, size, *offsets)
        place = len(self.bytes)
        self.bytes += struct.pack("<i", place - start) + bytes(size - 4)
        for slot, (kind, value) in table.slots.items():
            if kind == "*":
                self.later.append((place + offsets[slot], value))
            else:
                struct.pack_into("<" + kind, self.bytes, place + offsets[slot], value)
        return place


def tables(*items):
    return ("*", Vector("*", list(items)))


def numbers(kind, *items):
    return ("*", Vector(kind, list(items)))


def metadata(has_labels):
    """What MediaPipe has to know of the model: how colours become numbers, the labels, the softmax."""
    image = Table(
        _0=("*", "image"),
        _3=("*", Table(_0=("B", 2), _1=("*", Table(_0=("b", 1))))),
        _4=tables(Table(
            _0=("B", 1),
            _1=("*", Table(_0=numbers("f", 0.0, 0.0, 0.0), _1=numbers("f", 255.0, 255.0, 255.0))))),
        _5=("*", Table(_0=numbers("f", 1.0, 1.0, 1.0), _1=numbers("f", 0.0, 0.0, 0.0))))
    masks = Table(
        _0=("*", "segmentation_masks"),
        _3=("*", Table(_0=("B", 2), _1=("*", Table(_0=("b", 2))))))
    if has_labels:
        masks.slots[6] = tables(Table(_0=("*", "labels.txt"), _2=("b", 2)))
    softmax = Writer(Table(_0=("b", 2), _1=("*", "1.0.0")), "V001").bytes
    graph = Table(
        _2=tables(image), _3=tables(masks),
        _9=tables(Table(
            _0=("*", "SEGMENTER_METADATA"), _1=("*", Vector("B", softmax, align=16)))))
    model = Table(_0=("*", "colours"), _3=tables(graph), _7=("*", "1.5.0"))
    return Writer(model, "M001").bytes


def model(classes, has_labels):
    # Parts of red, green and blue, and what is added.
    known = [(0, 0, 0, 0), (-40, -40, 40, -10), (-40, 40, -40, -10), (40, -40, -40, -10)]
    rows = (known + [(0, 0, 0, -60)] * classes)[:classes]
    weights = b"".join(struct.pack("<3f", *row[:3]) for row in rows)
    biases = b"".join(struct.pack("<f", row[3]) for row in rows)

    def tensor(name, buffer, *shape):
        return Table(
            _0=numbers("i", *shape), _1=("b", 0), _2=("I", buffer), _3=("*", name))

    def buffer(data):
        return Table(_0=("*", Vector("B", data, align=16)))

    convolution = Table(
        _0=("I", 0), _1=numbers("i", 0, 1, 2), _2=numbers("i", 3), _3=("B", 1),
        _4=("*", Table(
            _0=("b", 0), _1=("i", 1), _2=("i", 1), _3=("b", 0), _4=("i", 1), _5=("i", 1))))
    graph = Table(
        _0=tables(
            tensor("image", 0, 1, SIDE, SIDE, 3), tensor("weights", 1, classes, 1, 1, 3),
            tensor("biases", 2, classes), tensor("masks", 0, 1, SIDE, SIDE, classes)),
        _1=numbers("i", 0), _2=numbers("i", 3), _3=tables(convolution), _4=("*", "main"))
    whole = Table(
        _0=("I", 3), _1=tables(Table(_0=("b", 3), _2=("i", 1), _3=("i", 3))), _2=tables(graph),
        _3=("*", "classes by their colours"),
        _4=tables(Table(), buffer(weights), buffer(biases), buffer(metadata(has_labels))),
        _6=tables(Table(_0=("*", "TFLITE_METADATA"), _1=("I", 3))))
    return Writer(whole, "TFL3").bytes


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    labels = sys.argv[2:] or LABELS
    has_labels = set(labels) != {"."}
    with open(sys.argv[1], "wb") as file:
        file.write(model(len(labels), has_labels))
    if not has_labels:
        return
    with zipfile.ZipFile(sys.argv[1], "a", zipfile.ZIP_STORED) as archive:
        # One moment, so that the same labels give the same bytes.
        archive.writestr(zipfile.ZipInfo("labels.txt"), "\n".join(labels) + "\n")


if __name__ == "__main__":
    main()
