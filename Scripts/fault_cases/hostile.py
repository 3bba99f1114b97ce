"""Bodies and heads that mean no good: each is answered by a 4xx with a code, or the work is done."""

import collections
import concurrent.futures
import functools
import io
import json
import random
import struct
import time
import zipfile
import zlib

from . import samples
from .service import Fault, expect, form

# What the documents promise for a service that has no room or no time.
DOCUMENTED = {(503, "storage_busy"), (503, "interrupted"), (507, "disk_full")}
FORM = {"Content-Type": "multipart/form-data; boundary=b"}


def request(method, path, body=b"", headers=None, length=None):
    fields = {"Host": "localhost", "Connection": "close", **(headers or {})}
    if length is not False:
        fields["Content-Length"] = len(body) if length is None else length
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode("latin-1") + body


def posted(path, parts):
    body, kind = form(parts)
    return request("POST", path, body, {"Content-Type": kind})


def flipped(rng, data, most=40):
    """Bytes changed, left out, doubled or cut off."""
    data = bytearray(data)
    how = rng.randrange(4)
    if how == 0:
        del data[rng.randrange(len(data)):]
    for _ in range(rng.randint(1, most)):
        if not data:
            break
        place = rng.randrange(len(data))
        if how == 1:
            del data[place:place + rng.randint(1, 16)]
        elif how == 2:
            data[place:place] = rng.randbytes(rng.randint(1, 16))
        else:
            data[place] = rng.choice([0, 0xFF, 0x7F, 0x80, rng.randrange(256)])
    return bytes(data)


# Pictures

def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


@functools.cache
def zeros(count):
    """So many zeros, packed."""
    return zlib.compress(bytes(count), 9)


def png(rng):
    width, height = rng.choice([(50000, 50000), (2**31 - 1, 2**31 - 1), (30000, 1), (0, 5), (6000, 6000)])
    head = struct.pack(">IIBBBBB", width, height, rng.choice([1, 8, 16, 3]), rng.choice([0, 2, 3, 6, 9]), 0, 0,
                       rng.choice([0, 1]))
    pixels = zeros(rng.choice([100, 1_000_000, 20_000_000]))
    text = chunk(b"zTXt", b"a\0\0" + zeros(20_000_000)) if rng.random() < 0.3 else b""
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + text + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def jpeg(rng):
    size = struct.pack(">HH", *rng.choice([(65535, 65535), (65500, 10), (0, 0), (20000, 20000)]))
    frame = b"\xff" + rng.choice([b"\xc0", b"\xc2", b"\xc9"]) + b"\0\x11\x08" + size + b"\3\1\x22\0\2\x11\1\3\x11\1"
    scans = b"\xff\xda\0\x0c\3\1\0\2\x11\3\x11\0\x3f\0" + rng.randbytes(200)
    return b"\xff\xd8" + frame + scans * rng.choice([1, 500]) + b"\xff\xd9"


def webp(rng):
    side = rng.choice([16383, 0x3FFF, 1])
    bits = (side - 1) | (side - 1) << 14
    data = rng.choice([b"VP8L", b"VP8 ", b"VP8X"])
    body = b"\x2f" + struct.pack("<I", bits) + rng.randbytes(30)
    length = rng.choice([len(body), 0xFFFFFFFF, 0])
    return b"RIFF" + struct.pack("<I", 0xFFFFFFF0) + b"WEBP" + data + struct.pack("<I", length) + body


def bad_picture(rng):
    data = rng.choice([png, jpeg, webp, lambda rng: flipped(rng, samples.STILL)])(rng)
    tracking, path = samples.STILL_TRACKING, rng.choice(["/v1/frames", "/v1/snapshots", "/v1/comparisons"])
    if path == "/v1/comparisons":
        return posted(path, [("a", data), ("b", samples.STILL)])
    return posted(path, [("picture", data), ("tracking", tracking), ("options", {"avatar": "dragon"})])


# Recordings and tracking

def bad_clip(rng):
    data = flipped(rng, rng.choice(CLIPS), rng.choice([1, 5, 200]))
    path = rng.choice(["/v1/renders", "/v1/snapshots"])
    options = {"avatar": "dragon", "at": 0} if path == "/v1/snapshots" else {"avatar": "dragon"}
    return posted(path, [("video", data), ("tracking", samples.CLIP_TRACKING), ("options", options)])


CLIPS = [samples.CLIP]


def bad_tracking(rng):
    text = samples.STILL_TRACKING
    number = rng.choice([b"NaN", b"Infinity", b"-Infinity", b"1e999", b"-1e999", b"1e-999", b"null", b"\"1\"",
                         b"9" * 400, b"0x10", b"[1]", b"true"])
    places = [i for i in range(len(text) - 2) if text[i:i + 1] in b":," and text[i + 1:i + 2].isdigit()]
    place = rng.choice(places)
    end = place + 1
    while text[end:end + 1] and text[end:end + 1] in b"0123456789.eE+-":
        end += 1
    changed = rng.choice([
        text[:place + 1] + number + text[end:], flipped(rng, text), b"[" * 100_000, b'{"a":' * 100_000,
        b'"' + b"a" * 10_000_000 + b'"', b"\0" * 1000, text.replace(b"\n", b"\0\n"), text * 200, b"",
        b"\xff\xfe" + text, zlib.compress(text), bytes(10_000_000)])
    path = rng.choice(["/v1/frames", "/v1/snapshots", "/v1/renders"])
    media = ("video", samples.CLIP) if path == "/v1/renders" else ("picture", samples.STILL)
    return posted(path, [media, ("tracking", changed), ("options", {"avatar": "dragon"})])


# Options

URLS = ["http://169.254.169.254/latest/meta-data", "http://127.0.0.1:22", "http://[::1]/", "file:///etc/passwd",
        "gopher://x/", "http://2130706433/", "http://0x7f.1/", "http://localhost", "https://a@b/", "https://a\\b/",
        "http://127.0.0.1.nip.io/", "https://" + "a" * 5000, "//x", "", "http://[::ffff:127.0.0.1]/"]
PATHS = ["../../etc/passwd", "/etc/passwd", "..", ".packages/x", "dragon/../../x", "dragon\0x", "~root", "-rf", "%2e%2e",
         "a" * 100_000, "C:\\x", "\u202edragon"]


@functools.cache
def options():
    """Options as texts; packed once, since some are long."""
    values = [
        *[{"avatar": path} for path in PATHS], *[{"avatar": "dragon", "webhookUrl": url} for url in URLS],
        {"avatars": ["dragon"] * 17}, {"avatars": ["dragon"] * 100_000}, {"avatar": "dragon", "size": "8193x1"},
        {"avatar": "dragon", "size": "99999999999999999999x1"}, {"avatar": {"a": []}}, [], 1, None,
        {"avatar": "dragon", "start": 1e308}, {"avatar": "dragon", "crf": -1}, {"avatar": "dragon", "crf": 1.5},
        {"avatar": "dragon", "filter": "snow:seed=99999999999999999999999"}, {"avatar": "dragon", "quality": 0},
        {"avatar": "dragon", "x" * 100_000: 1}, {str(n): n for n in range(100_000)},
        {"avatar": "dragon", "crop": "0x0"}, {"avatar": "dragon", "card": {"name": "../plain"}},
        {"avatar": "dragon", "card": {"name": "plain", "title": "\u202e" * 10_000}},
        {"avatar": "dragon", "tracking": {"size": "1x1", "rotationDegrees": 45}}]
    return [json.dumps(value).encode() for value in values]


def bad_options(rng):
    text = rng.choice(options())
    text = rng.choice([
        text, text, text, flipped(rng, text) if len(text) < 10_000 else text, b"[" * 100_000, b'{"a":' * 100_000,
        b'{"avatar":"' + b"a" * 10_000_000 + b'"}', b"{\"avatar\":\"\\ud800\"}", b"\xef\xbb\xbf" + text,
        b'{"avatar":"dragon","avatar":"ox"}', b'{"avatar":"dragon","size":1e999}', b"\0" + text])
    path = rng.choice(["/v1/frames", "/v1/snapshots", "/v1/renders"])
    make = samples.render if path == "/v1/renders" else samples.frame
    return posted(path, [(name, text if name == "options" else data) for name, data in make({})])


# Avatar packages

@functools.cache
def zip_bomb(kind):
    """An archive of one manifest that unpacks to 100 MB, or of so many empty files."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        if not kind:
            archive.writestr("avatar.json", bytes(100_000_000))
        for number in range(kind):
            archive.writestr(f"{number}.png", b"")
    return file.getvalue()


CROWN = samples.package("crown")


def bad_package(rng):
    whole = CROWN
    kind = rng.randrange(8)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        manifest = zipfile.ZipFile(io.BytesIO(whole)).read("avatar.json")
        if kind == 1:
            archive.writestr("avatar.json", manifest)
            archive.writestr(rng.choice(["../../evil.png", "/etc/evil", "a/../../b.png", "a\\..\\b", "\1.png"]), b"x")
        elif kind == 3:
            archive.writestr("avatar.json", manifest)
            for name in zipfile.ZipFile(io.BytesIO(whole)).namelist()[1:]:
                archive.writestr(name, png(rng))
        elif kind == 4:
            link = zipfile.ZipInfo("avatar.json")
            link.external_attr = 0o120777 << 16
            archive.writestr(link, "/etc/passwd")
        elif kind == 5:
            archive.writestr("avatar.json", rng.choice([b"[" * 100_000, b"{", b"\0", flipped(rng, manifest), b"1e999"]))
    body = {
        0: zip_bomb(0), 2: zip_bomb(rng.choice([3000, 20_000])), 6: flipped(rng, whole),
        7: b"PK\3\4" + rng.randbytes(1000)}.get(kind, file.getvalue())
    name = rng.choice(["mine", "mine", "dragon", "..", "%2e%2e%2fx", "a" * 65, "none"])
    return request("PUT", f"/v1/avatars/{name}", body, {"Content-Type": "application/zip"})


# The protocol

def bad_form(rng):
    good, _ = form(samples.frame({"avatar": "dragon"}))
    boundary = good[2:34].decode()
    path = rng.choice(["/v1/frames", "/v1/snapshots", "/v1/renders", "/v1/comparisons"])
    kind = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
    body = rng.choice([
        good[:rng.randrange(len(good))], good.replace(b"name=", b"nmae="), good.replace(b"\r\n", b"\n"),
        flipped(rng, good), b"--" * 100_000, f"--{boundary}\r\n".encode() * 10_000, b"", b"\0" * 100_000,
        f"--{boundary}\r\n".encode() + b"A: " + b"b" * 1_000_000, good + good, good[:-4],
        good.replace(b'name="picture"', b'name="../../x"'), good.replace(b'filename="picture"', b'filename="/etc/x"'),
        f'--{boundary}\r\nContent-Disposition: form-data; name="avatar"\r\n\r\nx\r\n'.encode() * 5000])
    if rng.random() < 0.2:
        kind = {"Content-Type": rng.choice([
            "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=" + "x" * 5000,
            "application/json", "", "multipart/form-data; boundary=\"", "text/plain; boundary=x"])}
    return request("POST", path, body, kind)


def bad_length(rng):
    body, kind = form(samples.frame({"avatar": "dragon"}))
    kind = {"Content-Type": kind}
    length = rng.choice([len(body) + 1000, len(body) // 2, -1, "1e3", "0x10", 2**63, 2**64, 10**30, "1, 2", "", "+5"])
    return "half", request("POST", rng.choice(["/v1/frames", "/v1/renders"]), body, kind, length)


def bad_chunks(rng):
    head = request("POST", "/v1/frames", b"", {**FORM, "Transfer-Encoding": "chunked"}, False)
    return "half", head + rng.choice([
        b"zz\r\nhello\r\n0\r\n\r\n", b"ffffffffffffffff\r\nx", b"-1\r\nx", b"5\r\nhelloXX0\r\n\r\n", b"5;" + b"a" * 100_000,
        b"0\r\n" + b"A: b\r\n" * 10_000 + b"\r\n", b"\0\0\0", b"1\r\nx\r\n" * 10_000, rng.randbytes(1000)])


def bad_head(rng):
    many = "".join(f"X-{n}: {'v' * 50}\r\n" for n in range(rng.choice([100, 2000])))
    return "half", rng.choice([
        b"GET /health HTTP/1.1\r\n" + many.encode() + b"\r\n", b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n",
        b"\0" * 1000, b"GET / HTTP/9.9\r\n\r\n", b"G" * 100_000, rng.randbytes(500), b"GET /v1/\0 HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"POST /v1/frames HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET /health HTTP/1.1\r\nHost: a\r\nA : b\r\n\r\n", b"GET /health HTTP/1.1\r\n folded: x\r\n\r\n",
        b"GET http://evil/health HTTP/1.1\r\nHost: a\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"POST /v1/frames HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET /v1/renders?limit=" + b"9" * 1000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET /health HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + b"\xff" * 100 + b"\r\n\r\n"])


def bad_path(rng):
    id = rng.choice(["../../service.sqlite", "%2e%2e%2f%2e%2e", "..%2fowner", "a" * 32, "A" * 32, "0" * 10_000, "%00",
                     "%ff%fe", "%zz", "....//", "'; DROP TABLE job; --".replace(" ", "%20"), "%F0%9F%92%A3"])
    path = rng.choice(["/v1/renders/{}", "/v1/renders/{}/output", "/v1/renders/{}/events", "/v1/avatars/{}",
                       "/v1/avatars/{}/preview.png", "/v1/avatars/{}/avatar.json", "/problems/{}", "/{}",
                       "/v1/renders?cursor={}", "/v1/renders?limit={}"]).format(id)
    method = rng.choice(["GET", "GET", "DELETE", "PATCH", "OPTIONS", "FOO"])
    if method == "DELETE" and "/" not in path[1:]:
        method = "GET"
    return request(method, path, b"", {}, False)


def slow(rng):
    """A body or head whose bytes come one by one, longer than anybody waits."""
    body, kind = form(samples.frame({"avatar": "dragon"}))
    data = request("POST", "/v1/frames", body, {"Content-Type": kind})
    count = rng.choice([10, 100, 400])

    def pieces():
        yield data[:count]
        for byte in data[count:count + 60]:
            time.sleep(0.25)
            yield bytes([byte])
    return "slow", pieces()


MAKERS = [(bad_picture, 16), (bad_clip, 14), (bad_tracking, 14), (bad_options, 16), (bad_package, 12), (bad_form, 12),
          (bad_length, 5), (bad_chunks, 5), (bad_head, 6), (bad_path, 8), (slow, 1)]


def judge(service, name, made):
    """Sends what was made; what came of it, and the render that was accepted."""
    mode, data = made if isinstance(made, tuple) else ("whole", made)
    began = time.monotonic()
    answer = service.raw(data, timeout=120, half_close=mode == "half")
    took = time.monotonic() - began
    shown = repr(data[:300]) if isinstance(data, bytes) else "a slow body"
    expect(took < 100, f"{name}: answered after {took:.0f} s")
    if answer is None:
        # A connection that speaks no HTTP, or whose client has gone, gets no answer.
        expect(mode in ("half", "slow"), f"{name}: no answer to {shown}")
        return "closed", None
    if answer.status >= 400:
        known = answer.status < 500 or (answer.status, answer.code) in DOCUMENTED
        expect(known, f"{name}: {answer} to {shown}")
        expect(answer.code, f"{name}: {answer.status} without a code: {answer} to {shown}")
        return f"{answer.status} {answer.code}", None
    return str(answer.status), answer.json.get("id") if answer.status == 202 else None


def run(start, rng, say, count=1000):
    CLIPS[:] = clips(start)
    service = start(
        "hostile", "--max-queue", "10000", "--max-queue-per-key", "10000", "--header-seconds", "3",
        "--request-seconds", "5", "--idle-seconds", "5", "--job-seconds", "60")
    weights = [weight for _, weight in MAKERS]
    seeds = [rng.getrandbits(48) for _ in range(count)]
    results, accepted, faults = collections.Counter(), [], []

    def one(seed):
        rng = random.Random(seed)
        maker = rng.choices([maker for maker, _ in MAKERS], weights)[0]
        name = f"{maker.__name__} (body {seed})"
        try:
            result = judge(service, name, maker(rng))
            expect(service.process.poll() is None, f"{name}: the service died")
        except (Fault, OSError) as fault:
            faults.append(f"{name}: {fault}" if isinstance(fault, OSError) else str(fault))
            result = "fault", None
        return maker.__name__, result
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        for name, (result, id) in pool.map(one, seeds):
            results[result] += 1
            if id:
                accepted.append(id)
    print(*faults, sep="\n  ") if faults else None
    expect(not faults, f"{len(faults)} of {count} bodies, {faults[0] if faults else ''}")
    ends = collections.Counter()
    for id in accepted:
        job = service.wait(id)
        code = (job["error"] or {}).get("code", "")
        ends[f"{job['state']} {code}".strip()] += 1
        expect(code not in ("internal", "worker_crashed"), f"a damaged clip: {job}")
    service.lives()
    errors = service.internal_errors()
    expect(not errors, f"the service told: {errors[:5]}")
    service.stop()
    say(f"{count} bodies: {dict(results.most_common())}; renders that were accepted: {dict(ends)}")


def clips(start):
    """The clip in every container, to be damaged."""
    service = start("clips")
    found = [samples.CLIP]
    for container in ("mp4", "mov", "webm"):
        answer = service.post("/v1/renders", samples.render({"avatar": "none", "container": container}))
        expect(answer.status == 202, f"a clip: {answer}")
        service.wait(answer.json["id"])
        found.append(service.get(f"/v1/renders/{answer.json['id']}/output").body)
    service.stop()
    return found
