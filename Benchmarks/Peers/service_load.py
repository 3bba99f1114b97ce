"""Loads an HTTP server with one request again and again, and measures its CPU: what the service's benchmarks share."""

import json
import os
import signal
import socket
import subprocess
import sys
import time

SECONDS = float(os.environ.get("DURATION", 6))
CORES = os.cpu_count()
TICKS = os.sysconf("SC_CLK_TCK")


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def family(pid):
    """A process and its descendants."""
    found = [pid]
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children") as file:
                for child in file.read().split():
                    found += family(int(child))
    except FileNotFoundError:
        pass
    return found


def cpu(pid):
    """Seconds of user and system time of a process and its descendants."""
    total = 0
    for each in family(pid):
        try:
            with open(f"/proc/{each}/stat") as file:
                fields = file.read().rsplit(")", 1)[1].split()
                total += int(fields[11]) + int(fields[12])
        except FileNotFoundError:
            pass
    return total / TICKS


def wait_for(port):
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), 0.2).close()
            return
        except OSError:
            time.sleep(0.05)
    sys.exit(f"nothing listens at port {port}")


def multipart(parts):
    boundary = "----avatar-overlay-benchmark"
    body = b""
    for name, filename, kind, data in parts:
        body += (
            f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="{filename}"\r\n'
            f"Content-Type: {kind}\r\n\r\n").encode() + data + b"\r\n"
    return f"multipart/form-data; boundary={boundary}", body + f"--{boundary}--\r\n".encode()


def post(path, parts):
    kind, body = multipart(parts)
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {kind}\r\nAccept: image/jpeg\r\n"
        f"Content-Length: {len(body)}\r\n\r\n")
    return head.encode() + body


def load(loader, port, request, folder, connections, rate=None):
    """What the loader found in `SECONDS`; `rate` requests a second, due at even times, or as many as go."""
    path = f"{folder}/request"
    with open(path, "wb") as file:
        file.write(request)
    words = [loader, str(port), path, str(connections), str(SECONDS)] + ([str(rate)] if rate else [])
    result = json.loads(subprocess.run(words, check=True, capture_output=True).stdout)
    if result["notOK"] or result["broken"] or not result["answers"]:
        sys.exit(f"port {port} does not answer as it should: {result}")
    return result


class Contender:
    """A server that is started anew for each measurement, alone."""

    def __init__(self, loader, name, command, request, environment=None):
        self.loader, self.name, self.command, self.request = loader, name, command, request
        self.environment = {**os.environ, **(environment or {})}
        self.results = []

    def run(self, folder, rate=None):
        """What the loader found, and `cpuMs`: user and system time an answer, children included."""
        port = free_port()
        command = [word.replace("{port}", str(port)) for word in self.command]
        with open(f"{folder}/log", "w") as log:
            # A group of its own: thumbor's first process ends without its children.
            process = subprocess.Popen(
                command, env=self.environment, stdout=log, stderr=log, cwd=folder, start_new_session=True)
            try:
                wait_for(port)
                time.sleep(1)
                load(self.loader, port, self.request, folder, 2)  # what is kept is kept now
                before = cpu(process.pid)
                result = load(self.loader, port, self.request, folder, 2 * CORES if rate is None else 32, rate)
                result["cpuMs"] = 1000 * (cpu(process.pid) - before) / result["answers"]
                return result
            finally:
                process.terminate()
                process.wait(20)
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass


def ours_at(loader, name, tool, folder, request):
    """The service of a binary, over a data folder of its own."""
    data = f"{folder}/data-{name}"
    return Contender(
        loader, name, [tool, "serve", "--port", "{port}", "--data", data, "--log", "none"], request,
        {"AVATAR_OVERLAY_AVATARS": os.environ["AVATARS"]})
