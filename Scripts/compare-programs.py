#!/usr/bin/env python3
"""Compares what two programs make of the same input, byte by byte: before and after a change that changes no output.

usage: compare-programs.py BEFORE AFTER RECORDING...

Each recording (a folder, a clip with its tracking beside it, a still) is rendered as a clip, as a part of one, as
numbered pictures, as a contact sheet, as a snapshot and as a share card, and measured. Exit code, files, standard output
and standard error have to be the same. Exit 1 where they differ. Calls that fail alike in both are counted too.
"""

import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Both programs have the same avatars, scenes and share cards.
PACKAGES = {f"AVATAR_OVERLAY_{name.upper()}": str(ROOT / name) for name in ("Avatars", "Scenes", "Cards")}

# What is asked of each recording; {in} is the recording, files are made in the working folder.
CALLS = [
    "inspect {in} --json",
    "render {in} --avatar dragon -o a.mp4",
    "render {in} --avatar dragon --mirror --annotate all --placements a.jsonl -o a.mkv",
    "render {in} --avatar bear-hood --filter comic --replay live --smoothing none -o b.mp4",
    "render {in} --avatar sheep --occlude hands --overlay-only -o c.webm",
    "render {in} --avatar crown --size x180 --end 2 -o f/%04d.png",
    "render {in} --avatar ox --replay both --fit pad --size 320x320 --end 1 -o d.mp4",
    "render {in} --avatar ox --parts 3 --end 2 -o e.mp4",
    "snapshot {in} --avatar dragon -o a.png",
    "snapshot {in} --avatar dragon --best --mirror -o a.jpg",
    "snapshot {in} --avatar pig --card zodiac -o card.png",
    "snapshot {in} --avatar pig --sheet 3x3 -o sheet.png",
    "align {in} --avatar dragon --json",
    "session run {in}",
]


def outcome(program, call, folder):
    """Exit code and digests of everything that a call makes."""
    made = subprocess.run(
        [program, *call.split(" ")], cwd=folder, env=os.environ | PACKAGES, capture_output=True,
        timeout=900)
    digests = {"exit code": str(made.returncode)}
    for name, text in [("standard output", made.stdout), ("standard error", made.stderr)]:
        # Progress is by the clock.
        text = re.sub(rb"(?m)^frame \d+(?: of|,) .*\n", b"", text.replace(folder.encode(), b""))
        digests[name] = hashlib.sha256(text).hexdigest()
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.is_file():
            name = str(path.relative_to(folder))
            digests[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return digests, made


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    before, after = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:3])
    compared = differing = failed = 0
    for recording in map(lambda path: str(pathlib.Path(path).resolve()), sys.argv[3:]):
        for template in CALLS:
            call = template.replace("{in}", recording)
            results = []
            for program in (before, after):
                with tempfile.TemporaryDirectory() as folder:
                    pathlib.Path(folder, "f").mkdir()
                    results.append(outcome(program, call, folder))
            (old, _), (new, made) = results
            compared += 1
            failed += made.returncode not in (0, 65)
            wrong = sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name))
            if wrong:
                differing += 1
                print(f"{call}: {', '.join(wrong[:5])} differ")
                print(f"  {made.stderr.decode(errors='replace').strip()[-300:]}")
    print(f"{compared} calls, {differing} differ, {failed} failed")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
