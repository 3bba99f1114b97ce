"""Floods of bodies and of large pictures: memory stays within its budget, and goes back after them."""

import threading
import time

from . import samples, tenants
from .clients import usage
from .service import expect, until

# The service's memory budget of bodies and what else 100 connections may hold beside it, in megabytes.
BUDGET, BESIDE = 256, 128
# What memory may be after a flood, as a multiple of what it was, and the noise of the allocator in megabytes.
AFTER, NOISE = 1.5, 16


def settled(service, limit):
    """Waits until memory is back within a limit; the last figure."""
    end = time.monotonic() + 60
    while usage(service)["megabytes"] > limit and time.monotonic() < end:
        time.sleep(0.5)
    return usage(service)["megabytes"]


def warmed(start, name):
    """A service that has done its work a few times, and its megabytes."""
    service = start(name)
    for _ in range(20):
        expect(service.post("/v1/frames", samples.frame({"avatar": "dragon"})).status == 200, "a frame is refused")
    large = tenants.requests()["large pictures"][0]
    expect(service.request(large[0], large[1], large[2], {"Content-Type": large[3]}).status == 200, "a large picture")
    time.sleep(3)
    return service, usage(service)["megabytes"]


def unfinished(start, say):
    """100 bodies of 30 MiB that do not end: a part is kept, on the disk, or refused."""
    service, before = warmed(start, "bodies")
    peak, ended = [before], threading.Event()

    def watch():
        while not ended.is_set():
            peak.append(usage(service)["megabytes"])
            time.sleep(0.05)
    watcher = threading.Thread(target=watch)
    watcher.start()
    local = type("Local", (), {"service": service, "head": staticmethod(
        lambda method, path, fields: tenants.Tenant.head(NO_KEY, method, path, fields))})
    flood = tenants.held(local, "bodies that do not end")
    for _ in range(10):
        answer = service.post("/v1/frames", samples.frame({"avatar": "dragon"}))
        expect(answer.status == 200, f"a frame beside bodies that do not end: {answer}")
    ended.set()
    watcher.join()
    flood.end()
    expect(max(peak) < before + BUDGET + BESIDE, f"memory grows from {before} to {max(peak)} MB")
    after = settled(service, AFTER * before + NOISE)
    expect(after <= AFTER * before + NOISE, f"memory was {before} MB, and is {after} MB after the flood")
    until(30, lambda: usage(service)["spooled"] == 0, "spooled files stay")
    service.lives()
    service.stop()
    say(f"100 bodies of 30 MiB that do not end: {before} MB before, at most {max(peak)}, {after} after")


class NO_KEY:
    fields = {}


def pictures(start, say):
    """48 clients that send pictures of 36 million pixels."""
    service, before = warmed(start, "pictures")
    method, path, body, kind = tenants.requests()["large pictures"][0]
    statuses = []

    def send():
        for _ in range(4):
            statuses.append(service.request(method, path, body, {"Content-Type": kind}, 300).status)
    clients = [threading.Thread(target=send) for _ in range(48)]
    for client in clients:
        client.start()
    peak = before
    while any(client.is_alive() for client in clients):
        peak = max(peak, usage(service)["megabytes"])
        time.sleep(0.05)
    expect(set(statuses) <= {200, 429}, f"large pictures are answered {set(statuses)}")
    after = settled(service, AFTER * before + NOISE)
    expect(after <= AFTER * before + NOISE, f"memory was {before} MB, and is {after} MB after the flood")
    service.stop()
    say(f"{len(statuses)} pictures of 36 million pixels: {before} MB before, at most {peak}, {after} after")


def run(start, rng, say):
    unfinished(start, say)
    pictures(start, say)
