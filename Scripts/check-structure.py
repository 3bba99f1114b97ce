#!/usr/bin/env python3
"""Holds the package against its own plan: `Package.swift` against the imports, streets and names.

Fails, with a line for each fault, where
- a target imports a target of the package that it does not declare,
- a target declares one that it does not import,
- an arrow goes up: a street imports from one that comes after it,
- tests do not lie in the street of what they test,
- a type bears its module's name, or two modules have a type of one name,
- the README's table of streets leaves out a room, or names one that is not there.

usage: check-structure.py [SWIFT]
"""

import json
import pathlib
import re
import subprocess
import sys
from collections import defaultdict

# Each street knows only itself and those before it.
STREETS = [
    "Ground", "Face", "Pixels", "Avatar", "Video", "Engine", "Demo", "Proof", "Service", "Tool",
]
# What every test may use, of no street.
SHARED_BY_TESTS = {"TestSupport", "AllocationCounter"}

IMPORT = re.compile(
    r"^(?:@[\w()]+\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+"
    r"(?:(?:struct|class|enum|protocol|typealias|func|var|let)\s+)?(\w+)",
    re.MULTILINE,
)
# A type at the top level that the rest of its module can see.
TYPE = re.compile(
    r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|final|indirect|nonisolated)\s+)*"
    r"(?:struct|class|enum|protocol|actor|typealias)\s+(\w+)",
    re.MULTILINE,
)
# A row of the README's table: a street, and its rooms between backticks.
ROW = re.compile(r"^\| `(\w+)` \| (.*) \|$", re.MULTILINE)
README = pathlib.Path("README.md")


class Room:
    """A target: its street, what it declares, what it imports, the types that it makes."""

    def __init__(self, target):
        self.name = target["name"]
        self.kind = target["type"]
        self.path = pathlib.Path(target.get("path") or f"Sources/{self.name}")
        self.declared = {
            (entry.get("byName") or entry.get("target") or [""])[0]
            for entry in target["dependencies"]
        }
        left_out = [self.path / name for name in target.get("exclude", [])]
        files = [
            file for file in sorted(self.path.rglob("*.swift"))
            if not any(file.is_relative_to(other) for other in left_out)
        ]
        texts = [file.read_text() for file in files]
        self.imported = {name for text in texts for name in IMPORT.findall(text)}
        self.types = {name for text in texts for name in TYPE.findall(text)}
        self.is_swift = bool(files)

    @property
    def street(self):
        parts = self.path.parts
        return parts[1] if len(parts) > 2 and parts[1] in STREETS else None

    @property
    def is_test(self):
        return self.path.parts[0] == "Tests"


def dependency_faults(room, rooms):
    ours = room.imported & rooms.keys()
    # An executable is run, not imported.
    wanted = {name for name in room.declared if rooms[name].kind != "executable"}
    for name in sorted(ours - room.declared):
        yield f"{room.name} imports {name}, which Package.swift does not declare for it"
    for name in sorted(wanted - ours):
        yield f"{room.name} declares {name}, which it does not import"


def street_faults(room, rooms):
    if room.street is None:
        if room.name not in SHARED_BY_TESTS:
            yield f"{room.name} lies in no street: {room.path}"
        return
    for name in sorted(room.imported & rooms.keys()):
        other = rooms[name]
        if room.is_test or other.street is None:
            continue
        if STREETS.index(other.street) > STREETS.index(room.street):
            yield (
                f"{room.name} ({room.street}) imports {name} ({other.street}): "
                "a street knows only itself and those before it"
            )
    subject = rooms.get(room.name.removesuffix("Tests"))
    if room.kind == "test" and subject and subject.street != room.street:
        yield f"{room.name} lies in {room.street}, what it tests in {subject.street}"


def name_faults(rooms):
    makers = defaultdict(list)
    for room in rooms.values():
        if room.is_test:
            continue
        if room.name in room.types:
            yield f"the module {room.name} has a type of its own name; rename the type"
        for name in room.types:
            makers[name].append(room.name)
    for name, modules in sorted(makers.items()):
        if len(modules) > 1:
            yield f"{' and '.join(sorted(modules))} each have a type {name}; rename all but one"


def table_faults(rooms):
    text = README.read_text()
    named = {street: set(re.findall(r"`([\w-]+)`", row)) for street, row in ROW.findall(text)}
    there = defaultdict(set)
    for room in rooms.values():
        if room.street and not room.is_test:
            there[room.street].add(room.name)
    for street in STREETS:
        for name in sorted(there[street] - named.get(street, set())):
            yield f"{README} leaves {name} out of the row of {street}; say there what it holds"
        for name in sorted(named.get(street, set()) - there[street]):
            yield f"{README} names {name} in the row of {street}, where there is no such room"


def main():
    swift = sys.argv[1] if len(sys.argv) > 1 else "swift"
    dump = subprocess.run([swift, "package", "dump-package"], capture_output=True, text=True)
    if dump.returncode != 0:
        print(f"error: Package.swift cannot be read:\n{dump.stderr}", file=sys.stderr)
        return 1
    rooms = {target["name"]: Room(target) for target in json.loads(dump.stdout)["targets"]}
    faults = [
        fault
        for room in rooms.values() if room.is_swift
        for find in (dependency_faults, street_faults)
        for fault in find(room, rooms)
    ]
    faults += name_faults(rooms)
    faults += table_faults(rooms)
    for fault in faults:
        print(f"error: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
