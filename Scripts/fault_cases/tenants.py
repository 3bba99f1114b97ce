"""One tenant floods in every way that its rights allow; another's requests are answered as if it were nearly alone.

Held is, for each flood: none of the other's requests is refused, and its p99 is at most 3 times its p99 alone plus
the longest running time of one of the flood's requests, measured with as many of them at a time as the service
has workers."""

import functools
import http.client
import json
import multiprocessing
import os
import socket
import struct
import subprocess
import threading
import time
import zlib

from . import samples
from .service import expect, form

TIMES_ALONE = 3


class Tenant:
    """A tenant's clients: what they send has its key."""

    def __init__(self, service, name, scopes="frames,renders,avatars:write,scenes:write"):
        self.service = service
        made = subprocess.run(
            [service.process.args[0], "keys", "create", "--data", service.data, "--tenant", name, "--scopes", scopes],
            capture_output=True, text=True, check=True)
        self.fields = {"Authorization": f"Bearer {made.stdout.strip().splitlines()[-1]}"}

    def request(self, method, path, body=None, kind=None, timeout=120):
        fields = dict(self.fields, **({"Content-Type": kind} if kind else {}))
        return self.service.request(method, path, body, fields, timeout)

    def head(self, method, path, fields):
        lines = "".join(f"{name}: {value}\r\n" for name, value in {**self.fields, **fields}.items())
        return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n".encode()


def png(width, height):
    """A picture of one colour: small to send, slow to decode."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(bytes((3 * width + 1) * height), 1)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def game(count, hint_ms):
    """Tracking without a face, a sample every half second, and a session that hints all the time."""
    lines = ['{"format": "avatar-tracking/1", "width": 640, "height": 480}']
    lines += [json.dumps({"timestampMs": 500 * number, "faces": []}) for number in range(count)]
    return [("tracking", "\n".join(lines) + "\n"), ("session", {"mode": "short", "times": {"hintMs": hint_ms}})]


# What floods: a name, what one of its requests is, and how many clients send it.

@functools.cache
def requests():
    """The method, path, body and media type of one request of each flood."""
    def posted(path, parts):
        body, kind = form(parts)
        return "POST", path, body, kind
    large = png(6000, 6000)
    tracking = samples.STILL_TRACKING.replace(b"640", b"6000", 1)
    archive = samples.package("crown")
    return {
        "large pictures": (posted("/v1/frames", [
            ("picture", large), ("tracking", tracking), ("options", {"avatar": "none", "format": "png"})]), 48),
        "large pictures, 96": (posted("/v1/frames", [
            ("picture", large), ("tracking", tracking), ("options", {"avatar": "none", "format": "png"})]), 96),
        "photos alone": (posted("/v1/frames", [
            ("picture", samples.STILL), ("options", {"avatar": "dragon"})]), 48),
        "sessions": (posted("/v1/sessions", game(60, 100)), 30),
        "snapshots of recordings": (posted("/v1/snapshots", samples.render({"avatar": "dragon", "best": True})), 30),
        "comparisons": (posted("/v1/comparisons", [("a", samples.STILL), ("b", samples.recording("turned-head")[0])]), 30),
        "renders": (posted("/v1/renders", samples.render({"avatar": "dragon"})), 30),
        "lists": (("GET", "/v1/renders?limit=100", None, None), 48),
        "packages": (("PUT", "/v1/avatars/mine", archive, "application/zip"), 30),
        "previews": (("GET", "/v1/avatars/dragon/preview.png", None, None), 48),
    }


class Flood:
    """Clients that send one request again and again.

    They run in a process of their own that leaves the cores to whoever else wants them: what is measured is the
    service, not the clients of a machine that has both."""

    def __init__(self, tenant, request, clients):
        self.tenant, self.request, self.ended = tenant, request, multiprocessing.Event()
        self.results, self.counts = multiprocessing.Queue(), {}
        self.process = multiprocessing.Process(target=self.run, args=(clients,), daemon=True)
        self.process.start()

    def run(self, clients):
        os.nice(19)
        threads = [threading.Thread(target=self.send, daemon=True) for _ in range(clients)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
        self.results.put(self.counts)

    def send(self):
        while not self.ended.is_set():
            try:
                status = self.tenant.request(*self.request).status
            except (OSError, http.client.HTTPException):
                status = "closed"
            self.counts[status] = self.counts.get(status, 0) + 1
            if status not in (200, 201, 202):
                time.sleep(0.01)

    def end(self):
        self.ended.set()
        self.counts = self.results.get(timeout=180)
        self.process.join()


class Held:
    """Connections that are opened, given some bytes, and held."""

    def __init__(self, service, count, data):
        self.streams = []
        for _ in range(count):
            stream = socket.create_connection(("127.0.0.1", service.port), timeout=30)
            try:
                stream.sendall(data)
            except OSError:
                pass
            self.streams.append(stream)
        self.counts = {"held": count}

    def end(self):
        for stream in self.streams:
            stream.close()


def held(flooder, kind):
    """The floods of connections that are held."""
    service = flooder.service
    if kind == "idle connections":
        return Held(service, 600, b"")
    if kind == "heads that do not end":
        return Held(service, 600, b"GET /v1/avatars HTTP/1.1\r\nHost: localhost\r\n")
    if kind == "event streams":
        body, media = form(samples.render(samples.SLOW))
        answer = flooder.request("POST", "/v1/renders", body, media)
        expect(answer.status == 202, f"a render of the flood: {answer}")
        return Held(service, 100, flooder.head("GET", f"/v1/renders/{answer.json['id']}/events", {}))
    fields = {"Content-Type": "multipart/form-data; boundary=b", "Content-Length": 30 << 20}
    begun = b"--b\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"p\"\r\n\r\n" + bytes(29 << 20)
    return Held(service, 100, flooder.head("POST", "/v1/frames", fields) + begun)


HELD = ["idle connections", "heads that do not end", "event streams", "bodies that do not end"]


# What the other tenant does.

def frame(tenant):
    body, kind = form(samples.frame({"avatar": "dragon"}))
    return tenant.request("POST", "/v1/frames", body, kind)


def submission(tenant):
    body, kind = form(samples.render({"avatar": "dragon"}))
    return tenant.request("POST", "/v1/renders", body, kind)


def listed(tenant):
    return tenant.request("GET", "/v1/renders?limit=1")


def session(tenant):
    body, kind = form(game(4, 10_000))
    return tenant.request("POST", "/v1/sessions", body, kind)


def listening(tenant):
    """The first event of a render that ended."""
    if not hasattr(tenant, "ended"):
        tenant.ended = submission(tenant).json["id"]
    connection = http.client.HTTPConnection("127.0.0.1", tenant.service.port, timeout=120)
    try:
        connection.request("GET", f"/v1/renders/{tenant.ended}/events", headers=tenant.fields)
        answer = connection.getresponse()
        answer.read1(1)
        return answer
    finally:
        connection.close()


# How often each is asked, alone and beside a flood.
OPERATIONS = {"frame": (frame, 40), "list": (listed, 60), "submission": (submission, 10), "session": (session, 10),
              "events": (listening, 10)}


def timed(operation, tenant, count):
    """The sorted seconds of so many requests one after the other, fewer where they take long, and what was refused."""
    times, refused, end = [], [], time.monotonic() + 20
    for _ in range(count):
        if time.monotonic() > end:
            break
        begun = time.monotonic()
        try:
            status = operation(tenant).status
        except (OSError, http.client.HTTPException) as error:
            status = f"closed ({type(error).__name__})"
        times.append(time.monotonic() - begun)
        if status not in (200, 202):
            refused.append(status)
    return sorted(times), refused


def p99(times):
    return times[min(len(times) - 1, int(0.99 * len(times)))]


def longest(tenant, request, at_a_time=2, rounds=3):
    """The longest running time of a request, with so many at a time; its status."""
    times = []

    def send():
        for _ in range(rounds):
            begun = time.monotonic()
            status = tenant.request(*request).status
            times.append((time.monotonic() - begun, status))
    threads = [threading.Thread(target=send) for _ in range(at_a_time)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return max(seconds for seconds, _ in times), times[0][1]


def measure(start, say, only=None):
    """Rows of flood, operation, p99 alone and beside it, the longest request, what was refused."""
    rows = []
    for number, flood in enumerate([*requests(), *HELD]):
        if only and flood not in only:
            continue
        service = start(
            f"tenants-{number}", "--max-queue", "100000", "--max-queue-per-key", "100000", "--request-seconds", "600",
            "--header-seconds", "60", "--max-connections", "512")
        flooder, other = Tenant(service, "flooder"), Tenant(service, "other")
        # Until then a service that had no keys may take every request for its own.
        time.sleep(1.2)
        tracked = "photos" not in flood or service.get("/health").json.get("tracker", {}).get("available")
        if not tracked:
            say(f"{flood}: no tracker here, not run")
            service.stop()
            continue
        for operation, _ in OPERATIONS.values():
            timed(operation, other, 3)
        alone = {name: p99(timed(operation, other, count)[0]) for name, (operation, count) in OPERATIONS.items()}
        running, status = 0, None
        if flood in requests():
            request, clients = requests()[flood]
            running, status = longest(flooder, request)
            expect(status in (200, 201, 202, 422), f"{flood}: one request is answered {status}")
            raging = Flood(flooder, request, clients)
        else:
            raging = held(flooder, flood)
        time.sleep(2)
        for name, (operation, count) in OPERATIONS.items():
            times, refused = timed(operation, other, count)
            rows.append((flood, name, alone[name], p99(times), running, refused))
            say(f"{flood}: {name}: p99 alone {1000 * alone[name]:.0f} ms, beside it {1000 * p99(times):.0f} ms,"
                f" longest request {1000 * running:.0f} ms, refused {refused}")
        raging.end()
        say(f"{flood}: its own requests {raging.counts}")
        service.lives()
        service.process.kill()
        service.process.wait()
    return rows


def run(start, rng, say):
    only = [name for name in os.environ.get("FLOODS", "").split(",") if name]
    faults = []
    for flood, name, alone, beside, running, refused in measure(start, say, only):
        if refused:
            faults.append(f"{flood}: {len(refused)} of {name} refused: {refused[:3]}")
        if beside > TIMES_ALONE * alone + running:
            faults.append(
                f"{flood}: {name} takes {beside:.3f} s, alone {alone:.3f} s, the flood's longest {running:.3f} s")
    expect(not faults, "\n  ".join(faults))
