"""The real service as a process, and what a client and an operator see of it."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import time
import uuid


class Fault(Exception):
    """Something that must not be."""


def expect(condition, words):
    if not condition:
        raise Fault(words)


def until(seconds, condition, words, pause=0.05):
    """Waits until a condition holds; its value."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        expect(time.monotonic() < end, f"{words}: not within {seconds} s")
        time.sleep(pause)


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        try:
            return json.loads(self.body)
        except ValueError:
            return {}

    @property
    def code(self):
        """The problem's code; None where the answer is no problem."""
        kind = self.headers.get("content-type", "")
        return self.json.get("code") if kind.startswith("application/problem+json") else None

    def __str__(self):
        return f"{self.status} {self.body[:200]!r}"


class Service:
    """One run of `avatar-overlay serve` over a data folder."""

    def __init__(self, tool, data, *options, environment=None, log=None):
        self.data = data
        self.log_path = log or f"{data}.log"
        self.log = open(self.log_path, "ab")
        self.log_start = self.log.tell()
        # Settings of the machine's own would be other ones than those that are meant.
        clean = {name: value for name, value in os.environ.items()
                 if not name.startswith("AVATAR_OVERLAY_")}
        environment = dict(clean, **(environment or {}))
        self.process = subprocess.Popen(
            [tool, "serve", "--port", "0", "--data", data, "--rate-per-minute", "1000000",
             "--rate-burst", "1000000", "--isolation", "required", *options],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.log,
            env=environment)
        self.pid = self.process.pid
        self.port = int(until(60, self.listening, "the service does not listen").group(1))

    def text(self):
        with open(self.log_path, "rb") as log:
            log.seek(self.log_start)
            return log.read().decode(errors="replace")

    def listening(self):
        if self.process.poll() is not None:
            raise Fault(f"the service ended with {self.process.returncode}: {self.text()[-600:]}")
        return re.search(r"listening on http://127\.0\.0\.1:(\d+)", self.text())

    # Ending it

    def kill(self):
        """kill -9, and the check that its workers go with it."""
        self.process.kill()
        self.process.wait()
        until(5, lambda: not self.workers(), f"workers outlive the service: {self.workers()}")

    def stop(self, seconds=60):
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=seconds)
        expect(code == 0, f"a stopped service ended with {code}")
        until(5, lambda: not self.workers(), "workers outlive the service")

    def lives(self):
        expect(self.process.poll() is None, f"the service died: {self.process.returncode}")
        answer = self.get("/health/live")
        expect(answer.status == 200, f"/health/live: {answer}")

    def workers(self, verb=""):
        """The ids of its workers, by the parent that their command line names."""
        found, word = [], f"--parent={self.pid}".encode()
        for name in os.listdir("/proc"):
            if not name.isdigit():
                continue
            try:
                with open(f"/proc/{name}/cmdline", "rb") as file:
                    words = file.read().split(b"\0")
                with open(f"/proc/{name}/stat") as file:
                    state = file.read().rsplit(")", 1)[1].split()[0]
            except OSError:
                continue
            if word in words and state not in "ZX" and verb.encode() in words + [b""]:
                found.append(int(name))
        return found

    def internal_errors(self):
        """What the operator was told that must not be: 5xx of its own, and unexpected errors."""
        bad = [line for line in self.text().splitlines() if line.startswith(("error:", "Fatal"))]
        return [line for line in bad if "ended by signal 9" not in line]

    # Talking to it

    def request(self, method, path, body=None, headers=None, timeout=90):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            fields = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, fields, answer.read())
        finally:
            connection.close()

    def get(self, path, **more):
        return self.request("GET", path, **more)

    def delete(self, path):
        return self.request("DELETE", path)

    def post(self, path, parts, headers=None, **more):
        body, kind = form(parts)
        return self.request("POST", path, body, {"Content-Type": kind, **(headers or {})}, **more)

    def raw(self, data, timeout=60, half_close=False):
        """Sends bytes as they are; the answer, None where the connection is closed without one."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout) as stream:
            try:
                for piece in [data] if isinstance(data, bytes) else data:
                    stream.sendall(piece)
                if half_close:
                    stream.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # It may have answered and closed before all was sent.
            answer = http.client.HTTPResponse(stream)
            try:
                answer.begin()
                fields = {name.lower(): value for name, value in answer.getheaders()}
                return Answer(answer.status, fields, answer.read())
            except (http.client.HTTPException, ConnectionError):
                return None

    def job(self, id):
        return self.get(f"/v1/renders/{id}").json

    def wait(self, id, seconds=300):
        """Waits for a render's end; its description."""
        def ended():
            job = self.job(id)
            return job if job.get("state") in ("done", "failed", "cancelled") else None
        return until(seconds, ended, f"render {id} does not end", 0.1)


def form(parts):
    """Parts as multipart/form-data: the body and its media type."""
    boundary = uuid.uuid4().hex
    pieces = []
    for name, value in parts:
        if isinstance(value, (dict, list)):
            value = json.dumps(value).encode()
        if isinstance(value, str):
            value = value.encode()
        file = "" if name in ("options", "avatar") else f'; filename="{name}"'
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n'
        pieces += [head.encode(), value, b"\r\n"]
    pieces.append(f"--{boundary}--\r\n".encode())
    return b"".join(pieces), f"multipart/form-data; boundary={boundary}"
