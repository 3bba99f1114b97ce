"""What schemathesis cannot know of our data: pictures, recordings, tracking, cues, avatars and scenes that are real.

A schema says that a part is a picture; random bytes are none, and a random name names no avatar. Here
requests that are meant to be valid get a real one in its place, from the folder CONFORMANCE_DATA. Requests that
are meant to be invalid stay as they were made. Nothing is filtered out, and no answer is looked at.
"""

import hashlib
import io
import json
import os
import pathlib
import zipfile

import schemathesis
from hypothesis import strategies
from schemathesis.transport.serialization import Binary

DATA = pathlib.Path(os.environ["CONFORMANCE_DATA"])


def read(*names):
    return [(DATA / name).read_bytes() for name in names]


PICTURES = read("picture.png", "picture.jpg", "picture.webp")
RECORDINGS = read("clip.mp4", "clip.webm")
(TRACKING,) = read("tracking.jsonl")
(CUES,) = read("cues.jsonl")
# Those of cards, which are all that a single frame takes.
CARD_CUES = b"".join(line for line in CUES.splitlines(True) if b'"cue"' in line)
FIT_PROFILE = {"format": "avatar-fit/1", "all": {"scale": 1.2}}
AVATAR_PACKAGE, CARD = read("avatar.zip", "card.png")
(MANIFEST,) = read("avatar.json")
(PLACEMENTS,) = read("placements.jsonl")
FILES = {
    "picture": PICTURES, "a": PICTURES, "b": PICTURES, "mask": PICTURES[:1], "ground": PICTURES,
    "video": RECORDINGS, "tracking": [TRACKING], "cues": [CUES], "placementsA": [PLACEMENTS], "placementsB": [PLACEMENTS],
}
# What a text of the options may be, where a schema says only how it looks.
TEXTS = {
    "avatar": ["dragon", "bear-hood", "crown", "none"],
    "size": ["96x54", "160x90", "64x64"],
    "filter": ["instant", "comic", "oil", "snow:seed=7"],
    "crop": ["1:1", "4:5", "9:16", "16:9", "64x48"],
    "webhookUrl": ["https://hooks.example.org/overlay"],
    "link": ["https://example.org/s/1"],
    "date": ["2026-02-04", "yesterday"],
    "fitProfile": ["kept"],
}
# The scenes of the service: `fields` has a field with a text and one with a photo.
SCENES = ["fields", "start-of-spring"]
TEXT_FIELDS, PHOTO_FIELDS = ["greeting", "fields:greeting"], ["face", "fields:face"]

# Files as they are; a strategy for each would leave the options beside them untried.
@schemathesis.serializer(
    "image/png", "image/jpeg", "image/webp", "video/mp4", "video/quicktime", "video/x-matroska", "video/webm",
    "application/x-ndjson", "text/plain", "application/octet-stream")
def as_it_is(context, value):
    return {"data": value.data if isinstance(value, Binary) else str(value).encode()}


schemathesis.openapi.media_type("application/zip", strategies.just(AVATAR_PACKAGE))


def scene_package(name):
    """A scene for a picture of its own: of two scenes for one picture the second is refused."""
    manifest = {
        "version": 1, "picture": {"name": f"card of {name}", "image": "card.png", "widthMm": 105},
        "items": [{"name": "card", "type": "art", "image": "card.png", "width": 20, "angle": 0}]}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        # Of one date, so that the same name gives the same bytes.
        for entry, data in (("scene.json", json.dumps(manifest)), ("card.png", CARD)):
            archive.writestr(zipfile.ZipInfo(entry), data)
    return file.getvalue()


def choose(choices, value):
    """The same choice for the same value, so that a failure comes again when it is looked into."""
    return choices[sum(repr(value).encode()) % len(choices)]


def is_meant_to_be_valid(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Takes `format: binary` out, beside which `contentMediaType` says the same: schemathesis makes values of a
    type of its own for it, which it then cannot hold against the form's other keywords."""
    def plain(value):
        if isinstance(value, dict):
            return {k: plain(v) for k, v in value.items() if (k, v) != ("format", "binary")}
        return [plain(item) for item in value] if isinstance(value, list) else value

    for key in ("paths", "components"):
        raw_schema[key] = plain(raw_schema[key])


@schemathesis.hook
def before_call(context, case, kwargs):
    if not is_meant_to_be_valid(case):
        return
    if case.media_type == "application/zip":
        if case.operation.path.startswith("/v1/scenes"):
            case.body = scene_package(case.path_parameters["id"])
            case._record_starting_state()
    if case.operation.path.startswith("/v1/fit-profiles") and case.operation.method.upper() == "PUT":
        case.body = FIT_PROFILE
        case._record_starting_state()
    if case.media_type != "multipart/form-data" or not isinstance(case.body, dict):
        return
    # A case that a hook changed is looked at again, and one with bytes in it then counts as invalid: it
    # would have to be refused. It stays what it was made as.
    case.body = mended(dict(case.body), wears=case.operation.path in WEARING)
    if case.operation.path == "/v1/frames":
        # A manifest of a scene that is drawn; it names files of that one.
        case.body.pop("scene", None)
        if "cues" in case.body:
            case.body["cues"] = Binary(CARD_CUES)
    if "Idempotency-Key" in (case.headers or {}):
        # The same key for another request is refused, as it should be: each request has its own.
        case.headers["Idempotency-Key"] = hashlib.sha256(repr(case.body).encode()).hexdigest()
    case._record_starting_state()


# The forms that name avatars for faces.
WEARING = ["/v1/frames", "/v1/snapshots", "/v1/renders"]


def mended(parts, wears):
    """The parts of a form with real files in them, and options that fit them; an avatar for forms that may
    have one."""
    for name, files in FILES.items():
        if name in parts:
            parts[name] = Binary(choose(files, parts[name]))
    # A filter that names a table needs its part, and a part a filter: the options have neither.
    for name in [name for name in parts if name.startswith("lut:")]:
        del parts[name]
    photos = [parts.pop(name) for name in list(parts) if name.startswith("photo:")]
    for field, photo in zip(PHOTO_FIELDS, photos):
        parts[f"photo:{field}"] = Binary(choose(PICTURES, photo))
    # Files of an edited package have to be those that its manifest names.
    for name in [name for name in parts if name.startswith("file:")]:
        del parts[name]
    if "manifest" in parts and not wears:
        parts["manifest"], parts["avatar"] = json.loads(MANIFEST), "dragon"
    elif "manifest" in parts:
        # It is the dragon's, and the part wins over the options.
        parts["manifest"], parts["avatar"] = json.loads(MANIFEST), ["dragon"]
    elif isinstance(parts.get("avatar"), list):
        parts["avatar"] = [choose(TEXTS["avatar"], name) for name in parts["avatar"]]
    options = parts.get("options")
    if isinstance(options, dict):
        parts["options"] = options = fitting(dict(options), parts)
        if "a" in parts and (options.get("outside") or options.get("region", "all") != "all"):
            parts["mask"] = Binary(PICTURES[0])
            if "outside" in options:
                options["region"] = "inside"
    if "tracking" not in parts:
        # It is replayed from the tracking.
        parts.pop("session", None)
    if isinstance(parts.get("session"), dict):
        parts["session"] = coherent(parts["session"])
    if wears and "a" not in parts and not {"avatar", "avatars"} & {*parts, *(options or {})}:
        parts["avatar"] = ["dragon"]
    if wears and "a" not in parts and "tracking" not in parts and needs_tracking(parts):
        # The service that is held against its document has no tracker.
        parts["tracking"] = Binary(TRACKING)
    return parts


def needs_tracking(parts):
    """Whether a form asks for something that depends on where faces or printed cards are."""
    options = parts.get("options")
    options = options if isinstance(options, dict) else {}
    names = parts.get("avatar") or options.get("avatars") or [options.get("avatar", "none")]
    return (
        any(name != "none" for name in names) or options.get("best") or options.get("annotate")
        or options.get("scenes") or "cues" in parts or any(name.startswith("photo:") for name in parts))


def coherent(session):
    """A session's settings in which no two members contradict each other, or what stands for one that is
    left out."""
    session = {key: dict(value) if isinstance(value, dict) else value for key, value in session.items()}

    def at_most(group, low, high, standards, share=1):
        if low in group or high in group:
            limit = group.setdefault(high, standards[1])
            group[low] = min(group.get(low, standards[0]), limit * share)

    at_most(session.get("teeth", {}), "closedBelow", "openAbove", (0.3, 0.35))
    at_most(session.get("fist", {}), "curledBelow", "openAbove", (0.95, 1.05))
    at_most(session.get("brushing", {}), "baselineMs", "windowMs", (90, 800), 0.5)
    for other, standard in (("faceLostMs", 500), ("handLostMs", 300)):
        at_most(session.get("gaps", {}), "joinMs", other, (250, standard))
    if session.get("endMs") is not None:
        session["endMs"] = max(session["endMs"], session.get("startMs", 0))
    for name in ("canned", "custom"):
        if name in session.get("gestures", {}):
            group = dict(session["gestures"][name])
            if group.get("categoryAllowlist"):
                group.pop("categoryDenylist", None)
            session["gestures"][name] = group
    return session


def coherent_scenes(scenes, parts):
    """Which scenes are drawn, by names of some that are there; without any there is nothing to fill."""
    if scenes.get("folder") == "none":
        for name in [name for name in parts if name.startswith("photo:")]:
            del parts[name]
        return {"folder": "none"}
    for name, values in {"named": None, "fields": TEXT_FIELDS}.items():
        if isinstance(scenes.get(name), list):
            pairs = [text.split("=", 1) for text in scenes[name]]
            scenes[name] = [
                f"{choose(values, pair)}={pair[1]}" if values else f"{pair[0]}={choose(SCENES, pair)}"
                for pair in pairs]
    return scenes


def fitting(options, parts):
    for name, texts in TEXTS.items():
        if name in options:
            options[name] = choose(texts, options[name])
    # A schema cannot know the days of a month, nor what day it is.
    if isinstance(options.get("consent"), dict) and "until" in options["consent"]:
        options["consent"] = {**options["consent"], "until": "2099-12-31"}
    if "avatars" in options:
        options["avatars"] = [choose(TEXTS["avatar"], name) for name in options["avatars"]]
    if isinstance(options.get("card"), dict):
        card = {"name": "", **options["card"]}
        card["name"] = choose(["plain", "brushing", "zodiac"], card["name"])
        options["card"] = {k: choose(TEXTS[k], v) if k in ("link", "date") else v for k, v in card.items()}
    if isinstance(options.get("scenes"), dict):
        options["scenes"] = coherent_scenes(dict(options["scenes"]), parts)
    # The recording has four frames, 0.04 s each.
    for name, end in {"at": 0.12, "start": 0.12, "frame": 3 if "video" in parts else 0}.items():
        if name in options:
            options[name] = min(options[name], end if "video" in parts else 0)
    if "end" in options:
        options["end"] = max(options["end"], options.get("start", 0) + 0.04)
    if "codec" in options:
        options["container"] = "mkv"
    if options.get("overlayOnly") and "picture" in parts:
        # A JPEG, as the picture may be, has no transparency.
        options["format"] = "png"
    return options
