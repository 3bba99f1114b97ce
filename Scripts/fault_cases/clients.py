"""Clients that go in the middle: nothing of them stays."""

import concurrent.futures
import gc
import os
import socket
import struct
import time

from . import samples
from .service import expect, form, until


def usage(service):
    """Descriptors, threads, resident megabytes and spooled files of the service."""
    process = f"/proc/{service.pid}"
    with open(f"{process}/status") as file:
        status = dict(line.split(":", 1) for line in file)
    spooled = sum(len(files) for _, _, files in os.walk(f"{service.data}/spool"))
    return {
        "descriptors": len(os.listdir(f"{process}/fd")), "threads": int(status["Threads"]),
        "megabytes": int(status["VmRSS"].split()[0]) // 1024, "spooled": spooled,
        "workers": len(service.workers()),
    }


def vanish(stream, rng):
    """Closes a connection, half of the time by a reset."""
    if rng.random() < 0.5:
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    stream.close()


def head(method, path, fields):
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n".encode()


def leave(service, rng, id):
    """One client: sends some of a request, reads some of its answer, and is gone."""
    kind = rng.choice(["upload", "upload", "frame", "answer", "events", "snapshot"])
    stream = socket.create_connection(("127.0.0.1", service.port), timeout=30)
    try:
        if kind in ("upload", "frame", "snapshot"):
            path = {"upload": "/v1/renders", "frame": "/v1/frames", "snapshot": "/v1/snapshots"}[kind]
            parts = samples.render({"avatar": "dragon"}) if kind == "upload" else samples.frame(
                {"avatar": "dragon"})
            body, media = form(parts)
            # A render that is sent whole is accepted, and that is no client that has gone.
            count = rng.randrange(len(body) if kind == "upload" else len(body) + 1)
            stream.sendall(
                head("POST", path, {"Content-Type": media, "Content-Length": len(body)})
                + body[:count])
            if rng.random() < 0.3:
                time.sleep(rng.uniform(0, 0.2))
        elif kind == "answer":
            file = rng.choice([f"/v1/renders/{id}/output", "/openapi.json", "/v1/avatars/dragon/preview.png"])
            stream.sendall(head("GET", file, {}))
            stream.recv(rng.choice([1, 100, 1000]))
        else:
            stream.sendall(head("GET", f"/v1/renders/{id}/events", {}))
            if rng.random() < 0.8:
                stream.recv(100)
    except OSError:
        pass
    vanish(stream, rng)
    return kind


def wave(service, rng, id, count):
    seeds = [rng.getrandbits(32) for _ in range(count)]
    kinds = {}
    import random
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        for kind in pool.map(lambda seed: leave(service, random.Random(seed), id), seeds):
            kinds[kind] = kinds.get(kind, 0) + 1
    return kinds


def run(start, rng, say, count=1000):
    service = start("gone")
    id = service.post("/v1/renders", samples.render({"avatar": "dragon"})).json["id"]
    service.wait(id)
    # One that waits, so that its events have no end by themselves.
    stalled = service.post("/v1/renders", samples.render(samples.SLOW)).json["id"]
    wave(service, rng, stalled, 150)
    service.wait(stalled)
    calm(service, None)
    before = usage(service)
    kinds = wave(service, rng, id, count)
    calm(service, before)
    after = usage(service)
    grown = after["megabytes"] - before["megabytes"]
    expect(grown < 64, f"memory grows by {grown} MB: {before}, {after}")
    service.lives()
    errors = service.internal_errors()
    expect(not errors, f"the service told: {errors[:3]}")
    service.stop()
    gc.collect()
    say(f"{count} clients that go: {kinds}; before {before}, after {after}")


def calm(service, before):
    """Waits until nothing of the clients is left."""
    def quiet():
        now = usage(service)
        limit = before or {"descriptors": 60, "threads": 60}
        return (now["spooled"] <= 1 and now["workers"] == 0
                and now["descriptors"] <= limit["descriptors"] + 4
                and now["threads"] <= limit["threads"] + 4)
    end = time.monotonic() + 60
    while not quiet():
        expect(time.monotonic() < end, f"before {before}, and after a minute {usage(service)}")
        time.sleep(0.2)
