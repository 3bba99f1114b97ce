"""What is sent: the recordings of Golden/recordings, and avatars packed from Avatars."""

import io
import os
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
AVATARS = ("dragon", "monkey", "pig", "crown", "ox")


def recording(name):
    """A recording's media and tracking."""
    folder = f"{ROOT}/Golden/recordings/{name}"
    media = next(file for file in os.listdir(folder) if file.startswith(("clip", "picture")))
    with open(f"{folder}/{media}", "rb") as file, open(f"{folder}/tracking.jsonl", "rb") as track:
        return file.read(), track.read()


CLIP, CLIP_TRACKING = recording("opening-mouth")
STILL, STILL_TRACKING = recording("straight-head")


def render(options):
    """The parts of a render."""
    return [("video", CLIP), ("tracking", CLIP_TRACKING), ("options", options)]


def snapshot(options):
    return [("picture", STILL), ("tracking", STILL_TRACKING), ("options", options)]


# Of one picture a frame takes one sample: the header and the first line of the still's tracking.
frame = snapshot

# A render that takes two seconds and more, to be caught at work, and not to be over within the second that a
# stop leaves it.
SLOW = {"avatar": "dragon", "size": "2560x2560", "container": "webm"}


def package(name):
    """An avatar of the repository as an archive, the same bytes every time."""
    folder, file = f"{ROOT}/Avatars/{name}", io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, _, names in sorted(os.walk(folder)):
            for entry in sorted(names):
                full = os.path.join(path, entry)
                info = zipfile.ZipInfo(os.path.relpath(full, folder), (2020, 1, 1, 0, 0, 0))
                info.compress_type = zipfile.ZIP_DEFLATED
                with open(full, "rb") as data:
                    archive.writestr(info, data.read())
    return file.getvalue()
