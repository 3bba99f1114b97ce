"""Uses a client that openapi-python-client generated: every kind of body and answer that the service has.

usage: render.py URL KEY FOLDER

The folder has what a client sends: picture.jpg, tracking.jsonl, clip.mp4, clip.jsonl and avatar.zip. The module
`overlay_client` is the generated package. Nothing here writes a header, a part or a path by hand.
"""

import io
import json
import pathlib
import sys
import time

from overlay_client import AuthenticatedClient
from overlay_client.api.avatars import delete_avatar, get_avatar_preview, put_avatar
from overlay_client.api.pictures import create_comparison, create_frame, create_snapshot
from overlay_client.api.renders import (
    create_render, create_session, get_render, get_render_output, get_render_placements,
)
from overlay_client.models import (
    CreateComparisonBody, CreateFrameBody, CreateRenderBody, CreateSessionBody, CreateSnapshotBody,
    FrameOptions, Problem, Render, RenderOptions, SnapshotOptions,
)
from overlay_client.types import File

url, key, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
client = AuthenticatedClient(base_url=url, token=key, timeout=120)


def file(name, media_type="application/octet-stream"):
    return File(io.BytesIO((folder / name).read_bytes()), name, media_type)


def answer(response, status=200):
    """What was answered, by the type that the document has for the status."""
    assert response.status_code == status, f"{response.status_code}: {response.content[:500]!r}"
    return response.parsed


# A picture, with options as a model: a binary part in, a binary answer out.
frame = answer(create_frame.sync_detailed(client=client, body=CreateFrameBody(
    picture=file("picture.jpg", "image/jpeg"), tracking=file("tracking.jsonl"),
    options=FrameOptions(avatar="dragon", format_="png", size="320x180"))))
assert isinstance(frame, File) and frame.payload.read(4) == b"\x89PNG", frame
frame.payload.seek(0)
print("a frame is a PNG")

# The short way: a part for each avatar.
short = answer(create_frame.sync_detailed(client=client, body=CreateFrameBody(
    picture=file("picture.jpg", "image/jpeg"), tracking=file("tracking.jsonl"), avatar=["dragon"])))
assert short.payload.read(2) == b"\xff\xd8"
print("a frame of the part avatar is a JPEG")

same = answer(create_comparison.sync_detailed(client=client, body=CreateComparisonBody(
    a=File(io.BytesIO(frame.payload.read()), "a.png", "image/png"), b=file("other.png", "image/png"))))
assert same.verdict in ("passed", "failed", "mismatch"), same
print(f"a comparison: {same.verdict}")

snapshot = answer(create_snapshot.sync_detailed(client=client, body=CreateSnapshotBody(
    video=file("clip.mp4", "video/mp4"), tracking=file("clip.jsonl"),
    options=SnapshotOptions(avatar="dragon", frame=1, format_="jpeg"))))
assert snapshot.payload.read(2) == b"\xff\xd8"
print("a snapshot of a clip is a JPEG")

# JSON Lines as an answer.
log = answer(create_session.sync_detailed(client=client, body=CreateSessionBody(tracking=file("clip.jsonl"))))
events = [json.loads(line) for line in log.splitlines()]
assert events[0]["format"] == "avatar-session-events/1", events[:1]
print(f"a session has {len(events)} lines")

# A job: its states are models, its files binary.
render = answer(create_render.sync_detailed(
    client=client, idempotency_key="check-clients", body=CreateRenderBody(
        video=file("clip.mp4", "video/mp4"), tracking=file("clip.jsonl"),
        options=RenderOptions(avatar="dragon", mirror=True))), 202)
assert isinstance(render, Render) and render.progress.frame == 0
end = time.monotonic() + 120
while render.state not in ("done", "failed", "cancelled"):
    assert time.monotonic() < end, render
    time.sleep(0.1)
    render = answer(get_render.sync_detailed(render.id, client=client))
assert render.state == "done", render
clip = answer(get_render_output.sync_detailed(render.id, client=client))
assert clip.payload.read(8)[4:] == b"ftyp"
placements = answer(get_render_placements.sync_detailed(render.id, client=client))
assert len(placements.splitlines()) == render.progress.frame_count, placements[:200]
print(f"a render of {render.progress.frame} frames is an MP4")

# A package as a body of its own.
uploaded = answer(put_avatar.sync_detailed("mine", client=client, body=file("avatar.zip")), 201)
assert uploaded.id == "mine" and not uploaded.built_in, uploaded
preview = answer(get_avatar_preview.sync_detailed("mine", client=client))
assert preview.payload.read(4) == b"\x89PNG"
answer(delete_avatar.sync_detailed("mine", client=client), 204)
print("a package is uploaded, shown and removed")

# A problem is a model too.
problem = answer(create_frame.sync_detailed(client=client, body=CreateFrameBody(
    picture=file("picture.jpg", "image/jpeg"), avatar=["dragn"])), 422)
assert isinstance(problem, Problem) and problem.code == "unknown_avatar", problem
print(f"a problem: {problem.code}")
