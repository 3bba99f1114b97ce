"""Everything at once for a quarter of an hour: the service's memory, descriptors and threads stay where they are."""

import os
import random
import statistics
import threading
import time

from . import samples
from .clients import usage
from .kills import Mix, files, undisturbed
from .service import expect

# The growth from the second third to the last one that counts as none; the allocator's own noise is below it.
MEGABYTES = 8


class LongMix(Mix):
    """What clients do when nothing is killed, and what they do wrong."""

    EXTRA = ["compare", "avatars", "refused", "replace"]

    def act(self, service, rng):
        if rng.random() < 0.7:
            return super().act(service, rng)
        todo = rng.choice(self.EXTRA)
        getattr(self, todo)(service, rng)
        with self.lock:
            self.counts[todo] = self.counts.get(todo, 0) + 1

    def compare(self, service, rng):
        answer = service.post("/v1/comparisons", [("a", samples.STILL), ("b", samples.STILL)])
        expect(answer.status == 200, f"a comparison is answered {answer}")

    def avatars(self, service, rng):
        name = rng.choice(samples.AVATARS)
        for path in ("/v1/avatars", f"/v1/avatars/{name}", f"/v1/avatars/{name}/preview.png", "/metrics", "/"):
            answer = service.get(path)
            expect(answer.status == 200, f"{path} is answered {answer}")

    def refused(self, service, rng):
        picture, at = samples.STILL, rng.randrange(len(samples.STILL))
        bad = picture[:at] + rng.randbytes(rng.randrange(200)) + picture[at + 100:]
        parts = [("picture", bad), ("tracking", samples.STILL_TRACKING[: rng.randrange(2000)]),
                 ("options", {"avatar": rng.choice(["dragon", "dargon", "", "x" * 70])})]
        answer = service.post(rng.choice(["/v1/frames", "/v1/snapshots"]), parts)
        expect(answer.status == 200 or 400 <= answer.status < 500, f"a bad picture is answered {answer}")

    def replace(self, service, rng):
        """An own avatar in place of its former self: textures that were kept have to go."""
        answer = service.request(
            "PUT", "/v1/avatars/own", samples.package(rng.choice(samples.AVATARS)),
            {"Content-Type": "application/zip"})
        expect(answer.status in (200, 201), f"an avatar is answered {answer}")
        answer = service.post("/v1/frames", samples.frame({"avatar": "own"}))
        expect(answer.status == 200, f"a frame with an own avatar is answered {answer}")


def run(start, rng, say):
    minutes = float(os.environ.get("AVATAR_OVERLAY_SOAK_MINUTES", 15))
    mix, ended = LongMix(rng, *undisturbed(start)), threading.Event()
    service = start("soak")
    clients = [
        threading.Thread(target=mix.client, args=(service, rng.getrandbits(32), ended)) for _ in range(4)]
    for client in clients:
        client.start()
    seen, begun = [], time.monotonic()
    while time.monotonic() < begun + 60 * minutes and not mix.faults:
        time.sleep(1)
        seen.append(usage(service))
        if len(seen) % 60 == 0:
            say(f"{len(seen) // 60} min, {sum(mix.counts.values())} actions: {seen[-1]}")
    ended.set()
    for client in clients:
        client.join()
    expect(not mix.faults, "; ".join(mix.faults[:3]))
    third = len(seen) // 3
    parts = {name: [statistics.median(use[name] for use in part) for part in
                    (seen[:third], seen[third:2 * third], seen[2 * third:])]
             for name in ("megabytes", "descriptors", "threads", "spooled")}
    say(f"{minutes:g} minutes, {mix.counts}; medians of the thirds {parts}")
    grown = parts["megabytes"][2] - parts["megabytes"][1]
    expect(grown < MEGABYTES, f"memory grows by {grown} MB from the second third to the last")
    for name in ("descriptors", "threads"):
        expect(parts[name][2] <= parts[name][1] + 4, f"{name} grow: {parts[name]}")
    errors = service.internal_errors()
    expect(not errors, f"the service told: {errors[:3]}")
    at_rest(service, mix, random.Random(1))
    service.stop()


def at_rest(service, mix, rng):
    """What was accepted is done, and has the bytes that it would have had alone."""
    for key in rng.sample(sorted(mix.accepted), min(40, len(mix.accepted))):
        id = mix.accepted[key]
        if id not in mix.deleted:
            expect(service.wait(id)["state"] == "done", f"render {id} is not done")
            expect(files(service, id) == mix.renders[mix.asked[key]], f"render {id} has other bytes")
