"""Heads and bodies whose end a proxy and a server might see at different places (RFC 9112): each is answered by one
400 with a code, the connection is closed, and what follows is never taken for a request."""

import re
import socket
import time

from .service import expect

# What must not run: a request in the body of another one.
SMUGGLED = b"GET /problems/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"
GOOD = b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"


def post(fields, body=SMUGGLED, version=b"HTTP/1.1", target=b"/v1/frames", host=b"Host: localhost\r\n"):
    return b"POST " + target + b" " + version + b"\r\n" + host + fields + b"\r\n" + body


LENGTH = b"Content-Length: %d\r\n" % len(SMUGGLED)
CHUNKED = b"Transfer-Encoding: chunked\r\n"


def chunks(data):
    return post(b"Content-Type: multipart/form-data; boundary=b\r\n" + CHUNKED, data + SMUGGLED)


ATTACKS = {
    "space before the colon of a length": post(b"Content-Length : %d\r\n" % len(SMUGGLED)),
    "space before the colon of an encoding": post(b"Transfer-Encoding : chunked\r\n", b"0\r\n\r\n" + SMUGGLED),
    "tab before the colon": post(b"Content-Length\t: %d\r\n" % len(SMUGGLED)),
    "folded length": post(b"Content-Length:\r\n %d\r\n" % len(SMUGGLED)),
    "folded encoding": post(b"Transfer-Encoding:\r\n chunked\r\n", b"0\r\n\r\n" + SMUGGLED),
    "folded other field": post(b"X-A: b\r\n c\r\n" + LENGTH),
    "field of blanks before the first": b"GET /health/live HTTP/1.1\r\n X: y\r\nHost: localhost\r\n\r\n" + SMUGGLED,
    "bare CR in a value": post(b"X-A: b\rContent-Length: 0\r\n" + LENGTH),
    "bare CR that ends a line": post(b"X-A: b\r" + LENGTH),
    "NUL after a value": post(b"Content-Length: %d\0\r\n" % len(SMUGGLED)),
    "NUL in a name": post(b"Content\0-Length: 5\r\n"),
    "control character in a value": post(b"X-A: \x01\r\n" + LENGTH),
    "lines that end with LF": post(b"", b"").replace(b"\r\n", b"\n") + SMUGGLED,
    "one line that ends with LF": post(b"X-A: b\n" + LENGTH),
    "encoding in HTTP/1.0": post(CHUNKED, b"0\r\n\r\n" + SMUGGLED, b"HTTP/1.0"),
    "two lengths": post(LENGTH + b"Content-Length: 5\r\n"),
    "two equal lengths": post(LENGTH + LENGTH),
    "list of lengths": post(b"Content-Length: 5, 5\r\n"),
    "length with a sign": post(b"Content-Length: +5\r\n"),
    "negative length": post(b"Content-Length: -5\r\n"),
    "length of hexadecimal digits": post(b"Content-Length: 0x5\r\n"),
    "empty length": post(b"Content-Length:\r\n"),
    "length and encoding": post(LENGTH + CHUNKED, b"0\r\n\r\n" + SMUGGLED),
    "encoding after identity": post(b"Transfer-Encoding: identity, chunked\r\n", b"0\r\n\r\n" + SMUGGLED),
    "encoding before identity": post(b"Transfer-Encoding: chunked, identity\r\n", b"0\r\n\r\n" + SMUGGLED),
    "two encodings": post(CHUNKED + CHUNKED, b"0\r\n\r\n" + SMUGGLED),
    "unknown encoding": post(b"Transfer-Encoding: xchunked\r\n", b"0\r\n\r\n" + SMUGGLED),
    "quoted encoding": post(b"Transfer-Encoding: \"chunked\"\r\n", b"0\r\n\r\n" + SMUGGLED),
    "vertical tab before an encoding": post(b"Transfer-Encoding: \x0bchunked\r\n", b"0\r\n\r\n" + SMUGGLED),
    "no colon": post(b"Content-Length 5\r\n"),
    "empty name": post(b": 5\r\n" + LENGTH),
    "no Host": post(LENGTH, host=b""),
    "two Hosts": post(b"Host: other\r\n" + LENGTH),
    "bad Host": post(LENGTH, host=b"Host: a b\r\n"),
    "two blanks in the first line": b"GET  /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n" + SMUGGLED,
    "blank after the version": b"GET /health/live HTTP/1.1 \r\nHost: localhost\r\n\r\n" + SMUGGLED,
    "control character in the target": b"GET /health\x01 HTTP/1.1\r\nHost: localhost\r\n\r\n" + SMUGGLED,
    "size of a chunk over 64 bits": chunks(b"10000000000000005\r\nhello\r\n0\r\n\r\n"),
    "largest size of a chunk": chunks(b"ffffffffffffffff\r\nhello"),
    "negative size of a chunk": chunks(b"-1\r\nhello\r\n0\r\n\r\n"),
    "size of a chunk with 0x": chunks(b"0x5\r\nhello\r\n0\r\n\r\n"),
    "blank before the size of a chunk": chunks(b" 5\r\nhello\r\n0\r\n\r\n"),
    "chunks whose lines end with LF": chunks(b"5\nhello\n0\n\n"),
    "one line of a chunk that ends with LF": chunks(b"5\nhello\r\n0\r\n\r\n"),
    "bare CR after the size of a chunk": chunks(b"5\rhello\r\n0\r\n\r\n"),
    "nothing after a chunk": chunks(b"5\r\nhello0\r\n\r\n"),
    "other bytes after a chunk": chunks(b"5\r\nhelloXX0\r\n\r\n"),
    "empty size of a chunk": chunks(b"\r\nhello\r\n0\r\n\r\n"),
    "LF in an extension of a chunk": chunks(b"5;a\nb\r\nhello\r\n0\r\n\r\n"),
    "trailer that is folded": chunks(b"0\r\nX: y\r\n z\r\n\r\n"),
    "trailer with a blank before its colon": chunks(b"0\r\nX : y\r\n\r\n"),
}


def exchanged(service, data, pieces=None):
    """All that comes back until the connection is closed, or 5 s of silence; whether it was closed."""
    answer = b""
    with socket.create_connection(("127.0.0.1", service.port), timeout=5) as stream:
        try:
            for piece in pieces or [data]:
                stream.sendall(piece)
                if pieces:
                    time.sleep(0.001)
        except OSError:
            pass  # Answered and closed before all was sent.
        try:
            while True:
                some = stream.recv(65536)
                if not some:
                    return answer, True
                answer += some
        except TimeoutError:
            return answer, False
        except OSError:
            return answer, True


def statuses(answer):
    """The statuses of the answers, and whether what was hidden in one was answered."""
    return re.findall(rb"HTTP/1\.1 (\d{3}) ", answer) + [b"smuggled"] * (b"smuggled" in answer)


def check(service, name, data, before=(), pieces=None):
    answer, closed = exchanged(service, data, pieces)
    found = statuses(answer)
    wanted = [b"200"] * len(before) + [b"400"]
    expect(found == wanted, f"{name}: answered {found}, not {wanted}: {answer[-400:]!r}")
    expect(answer.count(b'"code"') == 1, f"{name}: not one problem with a code: {answer[-400:]!r}")
    expect(closed, f"{name}: the connection stays open")


def run(start, rng, say):
    service = start("framing")
    for name, data in ATTACKS.items():
        check(service, name, data)
        check(service, f"{name}, behind two good requests", GOOD + GOOD + data, (GOOD, GOOD))
        cuts = sorted(rng.randrange(len(data)) for _ in range(6))
        pieces = [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)]) if a < b]
        check(service, f"{name}, in pieces", data, pieces=pieces)
    service.lives()
    errors = service.internal_errors()
    expect(not errors, f"the service told: {errors[:3]}")
    service.stop()
    say(f"{len(ATTACKS)} heads and bodies, alone, behind good requests, in pieces: one 400 each, and closed")
