#!/usr/bin/env python3
"""Checks the structure of the package: `Package.swift` against imports, layers and names.

Fails, with a line for each fault, where
- a target imports a target of the package that it does not declare,
- a target declares one that it does not import,
- a target imports one of a layer above its own,
- targets of several layers import a C library,
- tests are not in the layer of the target that they test,
- a type has its module's name, or two modules have a type of the same name,
- the table of `how-it-works.md` lacks a target, has it in another layer, or names one that does not exist,
- folders of a target, or one and the files beside it, depend on each other in a circle: a type of one is named in
  the other, and back,
- standard output is written elsewhere than in the one file whose writing is checked,
- a source or a test says nobody, somebody, whoever or anybody instead of naming the actor.

usage: check-structure.py [SWIFT]
"""

import json
import pathlib
import re
import subprocess
import sys
from collections import defaultdict

# A layer depends only on itself and on those before it.
LAYERS = [
    "Ground", "Face", "Pixels", "Avatar", "Video", "Engine", "Demo", "Proof", "Service", "Tool",
]
# What every test may use, in no layer.
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
# The table of layers and targets.
TABLE = pathlib.Path("Documentation/how-it-works.md")
# A row of it: a layer alone, or targets between backticks, in its first two columns.
ROW = re.compile(r"^\| (?:\*\*(\w+)\*\*|(`[^|]*)) \|([^|]*)\|", re.MULTILINE)
# Where standard output is written, and a failure of that is an error; and who takes the stream for worker
# processes, whose messages it carries.
WRITER = pathlib.Path("Sources/Tool/Terminal/StandardStreams.swift")
TAKERS = {
    pathlib.Path("Sources/Engine/Tracker/Automatic/AutomaticTracking.swift"),
    pathlib.Path("Sources/Ground/Isolation/WorkerOutput.swift"),
}
# What writes standard output, or names it.
PRINTING = re.compile(
    r"(?<![\w.])(?:debugPrint|print|dump|puts|putchar|putc|fputs|fwrite|vprintf|printf)\("
    r"|FileHandle\s*\.\s*standardOutput|\bSTDOUT_FILENO\b|(?<![\w.])stdout\b|/dev/(?:stdout|fd/1)\b"
    r"|(?<![\w.])(?:Foundation\.|Glibc\.)?write\(\s*1\s*,")
# What names no type: comments, and literals without interpolation.
WORDS = re.compile(r'//[^\n]*|"[^"\\\n]*"')

# Words for an actor that has a name: caller, client, operator, worker, thread, reader.
NAMELESS = re.compile(r"\b(?:nobody|somebody|whoever|anybody)\b", re.IGNORECASE)
# The files whose texts are checked for them.
WRITTEN = {".swift", ".c", ".cpp", ".h", ".py", ".js", ".css", ".html"}


class Target:
    """A target: its layer, the targets that it declares and imports, its types at the top level."""

    def __init__(self, stated):
        self.name = stated["name"]
        self.kind = stated["type"]
        self.path = pathlib.Path(stated.get("path") or f"Sources/{self.name}")
        self.declared = {
            (entry.get("byName") or entry.get("target") or [""])[0]
            for entry in stated["dependencies"]
        }
        left_out = [self.path / name for name in stated.get("exclude", [])]
        files = [
            file for file in sorted(self.path.rglob("*.swift"))
            if not any(file.is_relative_to(other) for other in left_out)
        ]
        texts = [file.read_text() for file in files]
        # What is read of each file, by its place in the target.
        self.texts = {file.relative_to(self.path): text for file, text in zip(files, texts)}
        self.imported = {name for text in texts for name in IMPORT.findall(text)}
        self.types = {name for text in texts for name in TYPE.findall(text)}
        self.is_swift = bool(files)

    @property
    def layer(self):
        parts = self.path.parts
        return parts[1] if len(parts) > 2 and parts[1] in LAYERS else None

    @property
    def is_test(self):
        return self.path.parts[0] == "Tests"


def dependency_faults(target, targets):
    ours = target.imported & targets.keys()
    # An executable is run, not imported.
    wanted = {name for name in target.declared if targets[name].kind != "executable"}
    for name in sorted(ours - target.declared):
        yield f"{target.name} imports {name}, which Package.swift does not declare for it"
    for name in sorted(wanted - ours):
        yield f"{target.name} declares {name}, which it does not import"


def layer_faults(target, targets):
    if target.layer is None:
        if target.name not in SHARED_BY_TESTS:
            yield f"{target.name} is in no layer: {target.path}"
        return
    for name in sorted(target.imported & targets.keys()):
        other = targets[name]
        if target.is_test or other.layer is None:
            continue
        if LAYERS.index(other.layer) > LAYERS.index(target.layer):
            yield (
                f"{target.name} ({target.layer}) imports {name} ({other.layer}): "
                "a layer depends only on itself and on those before it"
            )
    subject = targets.get(target.name.removesuffix("Tests"))
    if target.kind == "test" and subject and subject.layer != target.layer:
        yield f"{target.name} is in {target.layer}, and the target that it tests in {subject.layer}"


def library_faults(targets):
    users = defaultdict(lambda: defaultdict(list))
    for target in targets.values():
        for name in target.imported & targets.keys():
            if not target.is_test and not targets[name].is_swift:
                users[name][target.layer].append(target.name)
    for name, layers in sorted(users.items()):
        if len(layers) > 1:
            found = " and ".join(sorted(other for group in layers.values() for other in group))
            yield f"{name} is imported by {found}, which are in several layers; one layer imports it"


def name_faults(targets):
    makers = defaultdict(list)
    for target in targets.values():
        if target.is_test:
            continue
        if target.name in target.types:
            yield f"the module {target.name} has a type of its own name; rename the type"
        for name in target.types:
            makers[name].append(target.name)
    for name, modules in sorted(makers.items()):
        if len(modules) > 1:
            yield f"{' and '.join(sorted(modules))} each have a type {name}; rename all but one"


def table_faults(targets):
    named, there, layer = defaultdict(set), defaultdict(set), None
    sections = re.split(r"^## ", TABLE.read_text(), flags=re.MULTILINE)
    table = next((text for text in sections if f"| **{LAYERS[0]}** |" in text), "")
    for heading, swift, native in ROW.findall(table):
        layer = heading or layer
        named[layer] |= set(re.findall(r"`([\w-]+)`", swift + native))
    for target in targets.values():
        if target.layer and not target.is_test:
            there[target.layer].add(target.name)
    for layer in LAYERS:
        for name in sorted(there[layer] - named[layer]):
            yield f"{TABLE} lacks {name} among the targets of {layer}; add it there"
        for name in sorted(named[layer] - there[layer]):
            yield f"{TABLE} names {name} among those of {layer}; that layer has no such target"


def folders(file):
    """The folders that a file is in, from the outermost; the files beside the innermost's folders are one more."""
    return [str(folder) for folder in reversed(file.parents)][1:] + [str(file.parent / "*.swift")]


def folder_uses(target):
    """Which folders name types of which others beside them, with an example of each."""
    makers = defaultdict(set)
    for file, text in target.texts.items():
        for name in TYPE.findall(text):
            makers[name].add(file)
    uses = defaultdict(dict)
    for file, text in target.texts.items():
        for name in set(re.findall(r"\b[A-Z]\w*", WORDS.sub("", text))) & makers.keys():
            # A type of several makers is one that each of them has for itself, or for a platform.
            if len(makers[name]) > 1:
                continue
            pairs = zip(folders(file), folders(next(iter(makers[name]))))
            one, two = next((pair for pair in pairs if pair[0] != pair[1]), (None, None))
            if one:
                uses[one].setdefault(two, f"{file.name} names {name}")
    return uses


def circle_faults(targets):
    for target in targets.values():
        uses = {} if target.is_test else folder_uses(target)
        reached = {}
        for folder in uses:
            found, open_ends = set(), [folder]
            while open_ends:
                new = uses.get(open_ends.pop(), {}).keys() - found
                found |= new
                open_ends += new
            reached[folder] = found
        for folder in sorted(uses):
            for other in sorted(uses[folder]):
                if folder in reached.get(other, ()):
                    example = uses[folder][other]
                    yield f"{target.name}: {folder} and {other} depend on each other: {example}"


def output_faults(targets):
    for target in targets.values():
        if target.is_test:
            continue
        for file, text in target.texts.items():
            path = target.path / file
            if path == WRITER or path in TAKERS:
                continue
            for number, line in enumerate(text.splitlines(), 1):
                found = PRINTING.search(WORDS.sub('""', line))
                if found:
                    yield (
                        f"{path}:{number}: {found.group().rstrip('(')} writes standard output, and a full disk or"
                        f" a closed pipe would go unnoticed; use StandardStreams.result ({WRITER.name})")


def word_faults():
    files = [file for folder in ("Sources", "Tests") for file in sorted(pathlib.Path(folder).rglob("*"))]
    for file in files:
        if file.suffix not in WRITTEN:
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            for found in NAMELESS.findall(line):
                yield f"{file}:{number}: \"{found}\"; name the actor: caller, client, operator, worker, thread"


def main():
    swift = sys.argv[1] if len(sys.argv) > 1 else "swift"
    dump = subprocess.run([swift, "package", "dump-package"], capture_output=True, text=True)
    if dump.returncode != 0:
        print(f"error: Package.swift cannot be read:\n{dump.stderr}", file=sys.stderr)
        return 1
    targets = {stated["name"]: Target(stated) for stated in json.loads(dump.stdout)["targets"]}
    faults = [
        fault
        for target in targets.values() if target.is_swift
        for find in (dependency_faults, layer_faults)
        for fault in find(target, targets)
    ]
    faults += library_faults(targets)
    faults += name_faults(targets)
    faults += table_faults(targets)
    faults += circle_faults(targets)
    faults += output_faults(targets)
    faults += word_faults()
    for fault in faults:
        print(f"error: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
