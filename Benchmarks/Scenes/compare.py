#!/usr/bin/env python3
"""Holds a placements sidecar against the reference's: entries of scenes by frame and place in the list.

    compare.py OURS.jsonl REFERENCE.jsonl [--corner-px 0.02] [--opacity 1e-6] [--show 10]

Prints a line a kind of item (its name up to the first number) with the largest difference of corners
and opacity. Exit status 1 where an entry lacks, stands elsewhere or differs by more, 2 where a file
has no frames. Needs Python alone.
"""

import argparse
import json
import re
import sys


def read(path):
    frames = {}
    with open(path, encoding="utf-8") as file:
        for line in filter(str.strip, file):
            raw = json.loads(line)
            if "frame" in raw:
                frames[raw["frame"]] = raw
    return frames


def kind(entry):
    return ("particles: " if "box" in entry else "") + (
        re.split(r"[-_ ]?\d", entry["item"])[0] or entry["item"]
    )


def difference(a, b):
    """(corners in px, opacity, what else differs) of two entries."""
    for key in ("image", "scene", "item"):
        if a.get(key) != b.get(key):
            return 0.0, 0.0, f"{key} {a.get(key)!r} instead of {b.get(key)!r}"
    if ("box" in a) != ("box" in b):
        return 0.0, 0.0, "box in one alone"
    if "box" in a:
        if a["count"] != b["count"]:
            return 0.0, 0.0, f"count {a['count']} instead of {b['count']}"
        return max(abs(x - y) for x, y in zip(a["box"], b["box"], strict=True)), 0.0, None
    corners = max(
        abs(x - y) for p, q in zip(a["corners"], b["corners"], strict=True) for x, y in zip(p, q, strict=True)
    )
    return corners, abs(a["opacity"] - b["opacity"]), None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("ours")
    parser.add_argument("reference")
    parser.add_argument("--corner-px", type=float, default=0.02)
    parser.add_argument("--opacity", type=float, default=1e-6)
    parser.add_argument("--show", type=int, default=10, help="the first so many faults are named")
    a = parser.parse_args()
    ours, reference = read(a.ours), read(a.reference)
    if not ours or not reference:
        print("no frames")
        return 2
    kinds, faults = {}, []
    for frame in sorted(ours.keys() | reference.keys()):
        if frame not in ours or frame not in reference:
            faults.append(f"frame {frame}: in one file alone")
            continue
        one, two = ours[frame], reference[frame]
        for key in ("width", "height"):
            if one[key] != two[key]:
                faults.append(f"frame {frame}: {key} {one[key]} instead of {two[key]}")
        if abs(one["timestampMs"] - two["timestampMs"]) > 0.01:
            faults.append(f"frame {frame}: time {one['timestampMs']} instead of {two['timestampMs']}")
        mine = [p for p in one["placements"] if "item" in p]
        theirs = [p for p in two["placements"] if "item" in p]
        if [(p["image"], p["item"]) for p in mine] != [(p["image"], p["item"]) for p in theirs]:

            def named(entries):
                return " ".join(f"{p['image']}/{p['item']}" for p in entries) or "none"

            faults.append(f"frame {frame}: entries {named(mine)} instead of {named(theirs)}")
            continue
        for place, (p, q) in enumerate(zip(mine, theirs)):
            corners, opacity, other = difference(p, q)
            found = kinds.setdefault(kind(q), [0, 0.0, 0.0, 0])
            found[0] += 1
            found[1], found[2] = max(found[1], corners), max(found[2], opacity)
            if other is None and not corners <= a.corner_px:
                other = f"corners differ by {corners:.4f} px"
            if other is None and not opacity <= a.opacity:
                other = f"opacity differs by {opacity:.2e}"
            if other is not None:
                found[3] += 1
                faults.append(f"frame {frame}, place {place}, {q['image']}/{q['item']}: {other}")
    print(f"{'kind':28}{'entries':>9}{'corners px':>12}{'opacity':>11}{'differ':>8}")
    for name, (count, corners, opacity, differ) in sorted(kinds.items()):
        print(f"{name:28}{count:9}{corners:12.5f}{opacity:11.1e}{differ:8}")
    for fault in faults[: a.show]:
        print(fault)
    print(f"{len(reference)} frames, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
