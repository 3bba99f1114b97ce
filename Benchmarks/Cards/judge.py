#!/usr/bin/env python3
"""Holds tracked cards against the truth of make_clips.py.

    python3 Benchmarks/Cards/judge.py CLIPS TRACKS [--only NAME,...] [--json FILE]
    python3 Benchmarks/Cards/judge.py CLIPS TRACKS --frames NAME OUT.png

CLIPS has NAME.truth.jsonl of each clip, TRACKS its tracking, NAME.jsonl. The first form prints a
table and whether each goal is met. The second draws the worst frames of a clip, with the truth in
green and what was tracked in red; it also needs CLIPS/NAME.mp4 and ffmpeg.

Needs NumPy, --frames also Pillow. README.md says what the columns mean.
"""

import argparse
import glob
import hashlib
import json
import math
import os
import subprocess
import sys

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

REACH = 40.0          # px, mean distance of the corners up to which an entry is of a card
ERROR_VISIBLE = 0.2   # the share of a card that must be visible for its error to count
FOUND_VISIBLE = 0.25  # and for it to have to be found
FOUND_WIDTH = 64.0    # px
FOUND_BLUR = 12.0     # px
LOST_MS = 2000.0      # an id has to be kept for so long
ABSENT_VISIBLE = 0.05  # a card that is less visible has left the picture
POINT_MM = 50.0       # the point above the card
UNKNOWN_FOV = 63.0    # where a tracking's header does not say
PLACES = {  # clips with their own goal: a corner error in px, and the share of frames within it
    "small90": (0.4, 0.95), "small64": (0.3, 0.85), "tilted70": (0.35, 0.95),
    "near-wide": (0.25, 0.95), "screen": (0.2, 0.95), "blurred": (0.6, 0.85)}


# Geometry. Points are in pixels, continuous.

def intrinsics(width, height, fov):
    focal = height / 2 / math.tan(math.radians(fov) / 2)
    return focal, width / 2, height / 2


def project(matrix, point, camera):
    focal, cx, cy = camera
    x, y, z = (matrix @ [*point, 1.0])[:3]
    if z > -1e-6:
        return np.array([np.nan, np.nan])
    return np.array([cx + focal * x / -z, cy - focal * y / -z])


def crossing(corners):
    """Where the diagonals cross: the middle of the card in perspective."""
    def line(a, b):
        return np.cross([*a, 1.0], [*b, 1.0])
    x, y, w = np.cross(line(corners[0], corners[2]), line(corners[1], corners[3]))
    return np.array([x / w, y / w]) if abs(w) > 1e-9 else corners.mean(0)


def is_flipped(corners):
    """Whether the corners run anticlockwise in the picture."""
    x, y = corners[:, 0], corners[:, 1]
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) < 0


def matrix_of(entry):
    values = entry.get("matrix")
    if not isinstance(values, list) or len(values) != 16:
        return None
    matrix = np.array(values, float).reshape(4, 4)
    return matrix if np.isfinite(matrix).all() else None


def normal_error(truth, found):
    a, b = truth[:3, 2], found[:3, 2]
    cosine = a @ b / (np.linalg.norm(a) * np.linalg.norm(b) + 1e-12)
    return math.degrees(math.acos(min(1.0, max(-1.0, cosine))))


def point_error(card, entry, true_camera, camera):
    """How far a point above the card's middle is from where it should be, in px.

    A flipped card's matrix takes (-x, y, z); x is 0 here, so nothing changes.
    """
    above, foot = (0.0, 0.0, POINT_MM), (0.0, 0.0, 0.0)
    wanted = project(card["matrix"], above, true_camera)
    shift = project(entry["matrix"], above, camera) - project(entry["matrix"], foot, camera)
    return float(np.hypot(*(crossing(entry["corners"]) + shift - wanted)))


# Reading.

def file_hash(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def read_truth(path):
    with open(path) as file:
        head, *frames = [json.loads(line) for line in file]
    size = [head["width"], head["height"]]
    for frame in frames:
        for card in frame["cards"]:
            card["corners"] = np.array(card["corners"]) * size
            card["matrix"] = np.array(card["matrix"]).reshape(4, 4)
    return head, frames


def read_track(path, frames, fps):
    """The header, and the entries of each frame of the truth."""
    head, entries, times = {}, [[] for _ in frames], [frame["timestampMs"] for frame in frames]
    late = 0
    with open(path) as file:
        for number, line in enumerate(file):
            if not line.strip():
                continue
            try:
                value = json.loads(line)
            except ValueError:
                break  # an unfinished last line
            if number == 0 and "format" in value:
                head = value
                continue
            if not value.get("images"):
                continue
            moment = value["timestampMs"] + head.get("timeOffsetMs", 0)
            n = int(np.clip(round(moment * fps / 1000), 0, len(times) - 1))
            if abs(times[n] - moment) > 500 / fps:
                late += 1
                continue
            size = [head["width"], head["height"]]
            scale = [1, 1] if head.get("coordinates") == "pixels" else size
            for image in value["images"]:
                corners = np.array(image["corners"], float) * scale
                entries[n].append({
                    "name": image["name"], "id": image.get("id"), "corners": corners,
                    "matrix": matrix_of(image), "score": image.get("score")})
    return head, entries, late


# Judging.

def match(cards, entries):
    """Pairs of a card and an entry of its name, the closest middles first; and what is left."""
    pairs = sorted(
        (float(np.hypot(*(card["corners"].mean(0) - entry["corners"].mean(0)))), i, j)
        for i, card in enumerate(cards) for j, entry in enumerate(entries)
        if card["name"] == entry["name"] and distance(card, entry) <= REACH)
    matched, taken = {}, set()
    for _, i, j in pairs:
        if i not in matched and j not in taken:
            matched[i] = j
            taken.add(j)
    return matched, [j for j in range(len(entries)) if j not in taken]


def distance(card, entry):
    value = float(np.hypot(*(card["corners"] - entry["corners"]).T).mean())
    return value if math.isfinite(value) else math.inf


def must_be_found(card):
    return (card["visible"] >= FOUND_VISIBLE and card["widthPx"] >= FOUND_WIDTH
            and card["blurPx"] <= FOUND_BLUR)


def judge(truth_path, track_path):
    """All figures of a clip."""
    head, frames = read_truth(truth_path)
    track_head, entries, late = read_track(track_path, frames, head["fps"])
    fov = track_head.get("verticalFieldOfViewDegrees")
    true_camera = intrinsics(head["width"], head["height"], head["verticalFieldOfViewDegrees"])
    camera = intrinsics(head["width"], head["height"], fov or UNKNOWN_FOV)
    result = {
        "clip": head["clip"], "category": head["category"], "frames": len(frames),
        "errors": [], "normals": [], "points": [], "expected": 0, "found": 0, "within": [],
        "wrong": [], "ghosts": [], "bare": 0, "entries": 0, "late": late,
        "idChanges": [], "idsOfTwo": [], "delays": [],
        "fov": fov, "fovError": None if fov is None else fov - head["verticalFieldOfViewDegrees"],
        "rows": []}
    limit = PLACES.get(head["clip"], (0, 0))[0]
    last, owners, offsets, sightings = {}, {}, {}, {}
    for frame, found in zip(frames, entries):
        n, moment, cards = frame["frame"], frame["timestampMs"], frame["cards"]
        matched, left = match(cards, found)
        result["entries"] += len(found)
        result["bare"] += sum(entry["matrix"] is None for entry in found)
        for j in left:
            near = [card["name"] for card in cards if distance(card, found[j]) <= REACH
                    and card["name"] != found[j]["name"]]
            result["wrong" if near else "ghosts"].append([n, found[j]["name"]])
        present = {card["instance"] for card in cards if card["visible"] >= ABSENT_VISIBLE}
        for sight in sightings.values():
            sight["here"] = sight["here"] and sight["instance"] in present
        for i, card in enumerate(cards):
            instance = card["instance"]
            expected = must_be_found(card)
            result["expected"] += expected
            entry = found[matched[i]] if i in matched else None
            sight = sightings.get(instance)
            if expected and (sight is None or not sight["here"]):
                if sight is not None and sight["delay"] is None:
                    result["delays"].append([sight["since"], None])
                sight = sightings[instance] = {
                    "instance": instance, "here": True, "since": n, "delay": None}
            row = {"frame": n, "instance": instance, "expected": expected, "error": None}
            result["rows"].append(row)
            if entry is None:
                if expected and limit:
                    result["within"].append(False)
                continue
            error = distance(card, entry)
            row["error"] = error
            result["found"] += expected
            if expected and limit:
                result["within"].append(error <= limit)
            if sight is not None and sight["here"] and sight["delay"] is None:
                sight["delay"] = n - sight["since"]
                result["delays"].append([sight["since"], sight["delay"]])
            if card["visible"] >= ERROR_VISIBLE:
                result["errors"].append(error)
                offsets.setdefault(instance, []).append(entry["corners"] - card["corners"])
                if entry["matrix"] is not None:
                    result["normals"].append(normal_error(card["matrix"], entry["matrix"]))
                    result["points"].append(point_error(card, entry, true_camera, camera))
            if entry["id"] is not None:
                before = last.get(instance)
                if before and before[0] != entry["id"] and moment - before[1] < LOST_MS:
                    result["idChanges"].append([n, before[0], entry["id"]])
                last[instance] = entry["id"], moment
                owners.setdefault(entry["id"], set()).add(instance)
    for sight in sightings.values():
        if sight["delay"] is None:
            result["delays"].append([sight["since"], None])
    result["idsOfTwo"] = sorted(key for key, value in owners.items() if len(value) > 1)
    parts = [np.array(values) - np.mean(values, 0) for values in offsets.values()]
    if parts:
        moves = np.concatenate([part.reshape(-1, 2) for part in parts])
        result["jitter"] = float(np.sqrt((moves ** 2).sum(1).mean()))
    if "swapFrame" in head:
        result["swap"] = judge_swap(head, frames, entries)
    return result


def judge_swap(head, frames, entries):
    """Frames with the old name after the swap, and in which frame after it the new one is there."""
    since = head["swapFrame"]
    old = sum(any(entry["name"] == head["oldName"] for entry in found)
              for found in entries[since:])
    there = None
    for n in range(since, len(frames)):
        cards = frames[n]["cards"]
        if match(cards, [e for e in entries[n] if e["name"] == head["newName"]])[0]:
            there = n - since
            break
    return {"old": old, "new": there}


# Figures.

def percentile(values, percent):
    values = [value for value in values if value is not None and math.isfinite(value)]
    return float(np.percentile(values, percent)) if values else math.nan


def mean(values):
    return float(np.mean(values)) if len(values) else math.nan


def figures(results):
    """A line of the table, of one clip or of several."""
    def joined(key):
        return [value for result in results for value in result[key]]

    expected = sum(result["expected"] for result in results)
    errors = joined("errors")
    delays = [delay for _, delay in joined("delays")]
    within = joined("within") if len(results) == 1 else []
    return {
        "frames": sum(result["frames"] for result in results),
        "mean": mean(errors), "p50": percentile(errors, 50), "p95": percentile(errors, 95),
        "max": percentile(errors, 100),
        "found": 100 * sum(result["found"] for result in results) / expected
        if expected else math.nan,
        "within": 100 * mean(within),
        "wrong": len(joined("wrong")), "ghosts": len(joined("ghosts")),
        "idchg": len(joined("idChanges")), "id2": len(joined("idsOfTwo")),
        "delay": math.nan if not delays else
        math.inf if None in delays else max(delays),
        "normal": percentile(joined("normals"), 50),
        "pt50": percentile(joined("points"), 50), "pt95": percentile(joined("points"), 95),
        "fov": results[0]["fovError"] if len(results) == 1 and results[0]["fovError"] is not None
        and expected else math.nan,
        "jitter": results[0].get("jitter", math.nan)
        if len(results) == 1 and results[0]["clip"] == "still" else math.nan,
        "bare": sum(result["bare"] for result in results)}


COLUMNS = {
    "frames": "d", "mean": ".3f", "p50": ".3f", "p95": ".3f", "max": ".2f", "found": ".1f",
    "within": ".1f", "wrong": "d", "ghosts": "d", "idchg": "d", "id2": "d", "delay": ".0f",
    "normal": ".2f", "pt50": ".2f", "pt95": ".2f", "fov": "+.2f", "jitter": ".3f", "bare": "d"}


def cell(value, form):
    if isinstance(value, float) and math.isnan(value):
        return "-"
    if isinstance(value, float) and math.isinf(value):
        return "never"
    return format(value, form)


def print_line(name, line):
    print(f"{name:11s}" + "".join(f"{cell(line[key], form):>7s}" for key, form in COLUMNS.items()))


def goals(results):
    """Each goal: what it is, whether it is met (None: nothing to judge), and what was found."""
    cards = [result for result in results if result["category"] == "card"]
    others = [result for result in results if result["category"] == "no-card"]
    judged = cards + others
    by_name = {result["clip"]: result for result in results}
    lines = []

    def goal(text, met, found):
        lines.append({"goal": text, "met": met, "found": found})

    def at_most(text, value, limit, form=".3f", note=""):
        known = not math.isnan(value)
        goal(text, value <= limit if known else None,
             (cell(value, form) if known else "nothing") + note)

    whole = figures(cards) if cards else None
    if whole:
        at_most("corner error, mean <= 0.13 px", whole["mean"], 0.13)
        at_most("corner error, median <= 0.11 px", whole["p50"], 0.11)
        at_most("corner error, 95th percentile <= 0.28 px", whole["p95"], 0.28)
        means = [(mean(result["errors"]) if result["errors"] else math.inf, result["clip"])
                 for result in cards]
        value, name = max(means)
        at_most("corner error, worst clip's mean <= 0.25 px", value, 0.25, note=f" ({name})")
        goal("found >= 99 %", whole["found"] >= 99, cell(whole["found"], ".2f"))
        value, name = min((figures([result])["found"], result["clip"]) for result in cards
                          if result["expected"])
        goal("found, worst clip >= 85 %", value >= 85, f"{value:.1f} ({name})")
    for name, (limit, share) in PLACES.items():
        within = by_name[name]["within"] if name in by_name else []
        value = mean(within)
        goal(f"{name}: {share:.0%} within {limit} px", value >= share if within else None,
             f"{100 * value:.1f} %" if within else "nothing")
    count = sum(result["entries"] for result in others)
    goal("no ghost in the no-card clips", count == 0 if others else None,
         listed([(r["clip"], n, name) for r in others for n, name in r["ghosts"] + r["wrong"]]))
    for key, text in (("wrong", "no wrong name"), ("idChanges", "no identity change")):
        found = [(r["clip"], *item) for r in cards for item in r[key]]
        goal(text, not found if cards else None, listed(found))
    found = [(r["clip"], key) for r in cards for key in r["idsOfTwo"]]
    goal("no id for two cards", not found if cards else None, listed(found))
    swap = by_name.get("swapped", {}).get("swap")
    goal("swapped: no old name after the swap", swap["old"] == 0 if swap else None,
         f"{swap['old']} frames" if swap else "nothing")
    goal("swapped: the new one by the third frame",
         swap["new"] is not None and swap["new"] <= 2 if swap else None,
         (f"frame {swap['new']} after the swap" if swap["new"] is not None else "never")
         if swap else "nothing")
    slow = [(r["clip"], since, "never" if delay is None else f"+{delay}")
            for r in cards for since, delay in r["delays"]
            if delay is None or delay > (10 if r["clip"] == "blurred" else 2)]
    goal("there by the second frame in sight (blurred: tenth)", not slow if cards else None,
         listed(slow))
    if whole:
        at_most("normal, median <= 0.2 degrees", whole["normal"], 0.2)
    jitter = by_name["still"].get("jitter", math.nan) if "still" in by_name else math.nan
    at_most("still: jitter <= 0.03 px RMS", jitter, 0.03, ".4f")
    if whole:
        plain = [result for result in cards if result["clip"] != "mirrored"]
        if plain:
            at_most("point 5 cm above, median <= 0.35 px", figures(plain)["pt50"], 0.35)
        at_most("point 5 cm above, 95th percentile <= 1.1 px", whole["pt95"], 1.1)
    if "mirrored" in by_name:
        at_most("mirrored: point 5 cm above, median <= 0.4 px",
                figures([by_name["mirrored"]])["pt50"], 0.4)
    # A card of 64 pixels tells a lens by tenths of a pixel: its clip is shown in the table, and is no goal.
    off = [(r["clip"], "none" if r["fovError"] is None else f"{r['fovError']:+.2f}")
           for r in cards if r["clip"] != "small64" and (r["fovError"] is None
           or abs(r["fovError"]) > (2.0 if r["clip"] == "near-wide" else 1.5))]
    goal("field of view within 1.5 degrees (near-wide: 2)", not off if cards else None,
         listed(off))
    bare = sum(result["bare"] for result in judged)
    goal("every entry with its matrix", bare == 0 if judged else None, f"{bare} without")
    return lines


def listed(items, most=6):
    if not items:
        return "none"
    text = ", ".join(":".join(str(part) for part in item) for item in items[:most])
    return f"{len(items)}: {text}" + (", ..." if len(items) > most else "")


def clean(value):
    """Without what JSON cannot hold."""
    if isinstance(value, dict):
        return {key: clean(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [clean(item) for item in value]
    if isinstance(value, np.bool_):
        return bool(value)
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def check_sources(options, names):
    """Says where the clips are not of today's cards, or a tracking is not of its clip."""
    changed, stale = set(), []
    for name in names:
        with open(os.path.join(options.clips, name + ".truth.jsonl")) as file:
            head = json.loads(file.readline())
        for card, wanted in head.get("pictures", {}).items():
            path = os.path.join(options.cards, card, "card.png")
            if os.path.exists(path) and file_hash(path) != wanted:
                changed.add(card)
        video = os.path.join(options.clips, name + ".mp4")
        with open(os.path.join(options.tracks, name + ".jsonl")) as file:
            first = file.readline()
        try:
            given = json.loads(first).get("source", {}).get("sha256")
        except (ValueError, AttributeError):
            given = None
        if given and os.path.exists(video) and given != file_hash(video):
            stale.append(name)
    if changed:
        print(f"NOTE: the clips were made with other pictures than {options.cards} has now: "
              f"{', '.join(sorted(changed))}. Make them again, or track with CLIPS/cards.")
    if stale:
        print(f"NOTE: tracked from another clip of this name: {', '.join(stale)}. "
              "Track them again.")


# Pictures of the worst frames.

def write_sheet(options):
    from PIL import Image, ImageDraw
    name, out = options.frames
    truth_path = os.path.join(options.clips, name + ".truth.jsonl")
    track_path = os.path.join(options.tracks, name + ".jsonl")
    head, frames = read_truth(truth_path)
    _, entries, _ = read_track(track_path, frames, head["fps"])
    result = judge(truth_path, track_path)
    badness = {}
    for row in result["rows"]:
        value = row["error"] if row["error"] is not None else 1e3 if row["expected"] else 0
        badness[row["frame"]] = max(badness.get(row["frame"], 0), value)
    for n, _ in result["ghosts"] + result["wrong"]:
        badness[n] = badness.get(n, 0) + 1e4
    worst = sorted(sorted(badness, key=lambda n: -badness[n])[:8])
    if not worst:
        sys.exit(f"{name}: nothing to show")
    width, height = head["width"], head["height"]
    picked = "+".join(f"eq(n\\,{n})" for n in worst)
    data = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", os.path.join(options.clips, name + ".mp4"), "-vf",
         f"select={picked}", "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgb24",
         "-"], capture_output=True, check=True).stdout
    pictures = np.frombuffer(data, np.uint8).reshape(-1, height, width, 3)
    tile_w, tile_h = 800, 600
    sheet = Image.new("RGB", (tile_w * 4, tile_h * ((len(worst) + 3) // 4)))
    for place, (n, picture) in enumerate(zip(worst, pictures)):
        cards, found = frames[n]["cards"], entries[n]
        points = np.concatenate([item["corners"] for item in [*cards, *found]])
        points = np.clip(points, [-width * 0.2, -height * 0.2], [width * 1.2, height * 1.2])
        low, high = points.min(0) - 20, points.max(0) + 20
        scale = min(tile_w / (high[0] - low[0]), tile_h / (high[1] - low[1]), 4.0)
        middle = (low + high) / 2
        origin = middle - np.array([tile_w, tile_h]) / 2 / scale
        tile = Image.fromarray(picture).transform(
            (tile_w, tile_h), Image.AFFINE, (1 / scale, 0, origin[0], 0, 1 / scale, origin[1]),
            Image.BICUBIC)
        draw = ImageDraw.Draw(tile)
        for items, colour in ((cards, (0, 255, 0)), (found, (255, 40, 40))):
            for item in items:
                corners = [tuple((corner - origin) * scale) for corner in item["corners"]]
                draw.line(corners + corners[:1], fill=colour, width=1)
                draw.ellipse(
                    (corners[0][0] - 4, corners[0][1] - 4, corners[0][0] + 4, corners[0][1] + 4),
                    outline=colour)
        words = [f"frame {n}"]
        words += [f"{card['name']} visible {card['visible']:.2f} tilt {card['tiltDegrees']:.0f} "
                  f"blur {card['blurPx']:.1f}" for card in cards]
        words += [f"tracked {entry['name']} id {entry['id']} score {entry['score']}"
                  for entry in found]
        words += [f"error {row['error']:.3f}" if row["error"] is not None else "not found"
                  for row in result["rows"] if row["frame"] == n]
        for line, text in enumerate(words):
            draw.text((7, 6 + 13 * line), text, fill=(0, 0, 0))
            draw.text((6, 5 + 13 * line), text, fill=(255, 255, 0))
        sheet.paste(tile, ((place % 4) * tile_w, place // 4 * tile_h))
    sheet.save(out)


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clips", metavar="CLIPS", help="the folder of make_clips.py")
    parser.add_argument("tracks", metavar="TRACKS", help="the folder of the trackings")
    parser.add_argument("--only", metavar="NAME,...", help="only these clips")
    parser.add_argument("--json", metavar="FILE", help="write all figures to a file")
    parser.add_argument(
        "--frames", nargs=2, metavar=("NAME", "OUT.png"), help="draw a clip's worst frames")
    parser.add_argument(
        "--cards", metavar="DIR", default=os.path.join(ROOT, "Scenes"),
        help="the cards, to see whether they changed (default: Scenes in the repository)")
    return parser.parse_args()


def main():
    options = parse_arguments()
    if options.frames:
        write_sheet(options)
        return
    names = sorted(
        os.path.basename(path)[:-len(".truth.jsonl")]
        for path in glob.glob(os.path.join(glob.escape(options.clips), "*.truth.jsonl")))
    if options.only:
        names = [name for name in names if name in options.only.split(",")]
    tracked = [name for name in names
               if os.path.exists(os.path.join(options.tracks, name + ".jsonl"))]
    if not tracked:
        sys.exit("no clip with a tracking")
    check_sources(options, tracked)
    print(f"{'clip':11s}" + "".join(f"{key:>7s}" for key in COLUMNS))
    results = []
    for name in tracked:
        result = judge(
            os.path.join(options.clips, name + ".truth.jsonl"),
            os.path.join(options.tracks, name + ".jsonl"))
        results.append(result)
        print_line(name, figures([result]))
        if result["late"]:
            print(f"{'':11s}  NOTE: {result['late']} samples are at no frame's time")
    cards = [result for result in results if result["category"] == "card"]
    if cards:
        print_line("all", figures(cards))
    ghosts = [(r["clip"], *item) for r in cards for item in r["ghosts"]]
    print(f"\nghosts in clips with cards (no goal): {listed(ghosts)}")
    lines = goals(results)
    for line in lines:
        word = "-   " if line["met"] is None else "PASS" if line["met"] else "MISS"
        print(f"{word} {line['goal']}: {line['found']}")
    missing = [name for name in names if name not in tracked]
    if missing:
        print(f"NOTE: not tracked: {', '.join(missing)}")
    if options.json:
        with open(options.json, "w") as file:
            json.dump(clean({
                "clips": {result["clip"]: {**figures([result]), **{
                    key: result[key] for key in (
                        "wrong", "ghosts", "idChanges", "idsOfTwo", "delays", "swap", "fov",
                        "rows") if key in result}} for result in results},
                "all": figures(cards) if cards else None, "goals": lines}), file, indent=1)


if __name__ == "__main__":
    main()
