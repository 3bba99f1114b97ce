"""Limits on both sides, a running render cancelled, a webhook: through the service itself."""

import hashlib
import hmac
import http.client
import http.server
import json
import os
import signal
import statistics
import subprocess
import threading
import time

from . import samples
from .service import expect, until


def two_faces():
    """The still's sample with its face twice."""
    lines = samples.STILL_TRACKING.splitlines()
    for number, line in enumerate(lines):
        sample = json.loads(line)
        if "faces" in sample:
            sample["faces"] *= 2
            lines[number] = json.dumps(sample).encode()
    return b"\n".join(lines) + b"\n"


def both_sides(start, say):
    """Each limit is just met by one service, and passed by one in the other."""
    package = samples.package("crown")
    service = start("plain")
    layers = len(service.get("/v1/avatars/dragon").json["layers"])
    service.stop()
    # name, met exactly, one less, what is sent, the code over it
    faces = [("picture", samples.STILL), ("tracking", two_faces()), ("options", {"avatar": "dragon"})]
    frame = samples.frame({"avatar": "dragon"})
    render = samples.render({"avatar": "dragon"})
    cases = [
        ("--max-faces", 2, 1, lambda s: s.post("/v1/frames", faces), "too_many_faces"),
        ("--max-layers", layers, layers - 1, lambda s: s.post("/v1/frames", frame), "too_many_layers"),
        ("--max-clip-seconds", 0.24, 0.23, lambda s: s.post("/v1/renders", render), "recording_too_long"),
        ("--max-clip-pixels", 2500, 2499, lambda s: s.post("/v1/renders", render), "recording_too_large"),
        ("--max-clip-frames", 6, 5, lambda s: s.post("/v1/renders", render), "recording_too_long"),
        ("--max-avatar-bytes", len(package), len(package) - 1,
         lambda s: s.request("PUT", "/v1/avatars/mine", package, {"Content-Type": "application/zip"}),
         "body_too_large"),
    ]
    for name, met, less, send, code in cases:
        service = start("met", name, str(met))
        answer = send(service)
        expect(answer.status in (200, 201, 202), f"{name} {met} is just met, and: {answer}")
        service.stop()
        service = start("passed", name, str(less))
        answer = send(service)
        renders = answer.code in (code, "over_limit")
        expect(400 <= answer.status < 500 and renders, f"{name} {less} is passed, and: {answer}")
        service.stop()
    say(f"{len(cases)} limits on both sides")


def streams(start, say, limit=3):
    service = start("streams", "--max-event-streams", str(limit))
    id = service.post("/v1/renders", samples.render(samples.SLOW)).json["id"]
    held = []
    for number in range(limit + 1):
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=30)
        connection.request("GET", f"/v1/renders/{id}/events")
        answer = connection.getresponse()
        wanted = 200 if number < limit else 429
        expect(answer.status == wanted, f"event stream {number + 1} of {limit}: {answer.status}")
        held.append((connection, answer))
    expect(held[-1][1].headers["Retry-After"], "429 without Retry-After")
    held[0][1].close()
    held[0][0].close()
    until(30, lambda: hear(service, id), "a place that was given up is not free")
    service.delete(f"/v1/renders/{id}")
    events = held[1][1].read()
    expect(b'"cancelled"' in events, "a stream does not tell that its render was cancelled")
    service.stop()
    say(f"event streams up to {limit}, the next 429")


def hear(service, id):
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=30)
    connection.request("GET", f"/v1/renders/{id}/events")
    status = connection.getresponse().status
    connection.close()
    return status == 200


def lanes(start, say, limit=2):
    """Recordings that stall and wait leave pictures alone; one more is refused."""
    service = start(
        "lanes", "--recording-workers", "1", "--max-waiting-recordings", str(limit),
        "--snapshot-seconds", "3600")
    recording, answers = samples.render({"avatar": "dragon", "at": 0}), []
    send = lambda: answers.append(service.post("/v1/snapshots", recording).status)
    held = [threading.Thread(target=send, daemon=True) for _ in range(1 + limit)]
    held[0].start()

    def stalled():
        # Those that were stopped: one that comes meanwhile would go on.
        workers = service.workers("snapshot")
        for worker in workers:
            os.kill(worker, signal.SIGSTOP)
        return workers
    until(30, stalled, "no worker for a snapshot", 0.001)
    for thread in held[1:]:
        thread.start()
    gauge = f"\navatar_overlay_recording_waiting {limit}\n".encode()
    until(30, lambda: gauge in service.get("/metrics").body, f"{limit} recordings do not wait")
    for path in ("/v1/frames", "/v1/snapshots"):
        answer = service.post(path, samples.frame({"avatar": "dragon"}))
        expect(answer.status == 200, f"{path} while recordings wait: {answer}")
    for path in ("/v1/snapshots", "/v1/renders"):
        answer = service.post(path, samples.render({"avatar": "dragon"}))
        expect(answer.code == "server_busy" and answer.headers.get("retry-after"),
               f"{path} with {limit} that wait: {answer}")
    expect(not answers, f"recordings that stall are answered: {answers}")
    for worker in service.workers("snapshot"):
        os.kill(worker, signal.SIGCONT)
    for thread in held:
        thread.join(60)
    expect(answers == [200] * len(held), f"recordings that waited: {answers}")
    service.stop()
    say(f"recordings wait up to {limit}, the next 429; pictures do not wait for them")


def cancelling(start, say):
    """DELETE of a running render: its worker and its files are gone within a second."""
    service, times = start("cancelling"), []
    for _ in range(5):
        id = service.post("/v1/renders", samples.render(samples.SLOW)).json["id"]
        until(60, lambda: service.job(id)["progress"]["frame"] > 0, "it does not begin", 0.02)
        begun = time.monotonic()
        answer = service.delete(f"/v1/renders/{id}")
        expect(answer.json["state"] == "cancelled", f"DELETE: {answer}")
        folder = f"{service.data}/jobs/{id}"
        until(30, lambda: not service.workers() and not os.path.exists(folder), "it goes on", 0.01)
        times.append(time.monotonic() - begun)
    middle = statistics.median(times)
    expect(middle < 1, f"cancelling takes {sorted(times)} s")
    service.stop()
    say(f"running renders cancelled within {min(times):.2f} to {max(times):.2f} s")


def webhook(start, say):
    """The end of a render is told to a receiver that the operator allows, and signed."""
    heard = []

    class Receiver(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            heard.append((self.headers["AvatarOverlay-Signature"], body))
            # The first attempt fails, so that there is a second.
            self.send_response(204 if len(heard) > 1 else 500)
            self.end_headers()

        def log_message(self, *_):
            pass
    receiver = http.server.HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{receiver.server_port}/hook"
    service = start("webhook", "--webhook-hosts", f"http://127.0.0.1:{receiver.server_port} private")
    other = service.post("/v1/renders", samples.render({"avatar": "ox", "webhookUrl": url + "/../x:1@y"}))
    elsewhere = service.post(
        "/v1/renders", samples.render({"avatar": "ox", "webhookUrl": "http://127.0.0.1:1/"}))
    expect(elsewhere.code == "webhook_not_allowed", f"a webhook elsewhere: {elsewhere}")
    answer = service.post("/v1/renders", samples.render({"avatar": "dragon", "webhookUrl": url}))
    id = answer.json["id"]
    if other.status == 202:
        service.wait(other.json["id"])
    service.wait(id)
    of_it = lambda: [one for one in heard if json.loads(one[1])["data"]["id"] == id]
    until(60, lambda: len(heard) > 1 and of_it(), "nobody is told")
    signature, body = of_it()[-1]
    event = json.loads(body)
    expect(event["type"] == "render.done" and event["data"]["state"] == "done", f"told: {event}")
    secret = subprocess.run(
        [service.process.args[0], "keys", "signing", "--data", service.data, "--tenant", "local"],
        capture_output=True, text=True, check=True).stdout.strip().splitlines()[-1]
    fields = dict(field.split("=", 1) for field in signature.split(","))
    code = hmac.new(secret.encode(), fields["t"].encode() + b"." + body, hashlib.sha256).hexdigest()
    expect(hmac.compare_digest(code, fields["v1"]), f"the signature {signature} does not fit")
    receiver.shutdown()
    service.stop()
    say(f"a webhook after {len(heard)} attempts, its signature fits")


def avatars(start, say):
    """Own packages go when nothing names them; a render that was accepted keeps its own."""
    service = start("own", "--concurrent-jobs", "0")
    put = lambda name: service.request(
        "PUT", "/v1/avatars/mine", samples.package(name), {"Content-Type": "application/zip"})
    expect(put("ox").status == 201, "an avatar is not taken")
    id = service.post("/v1/renders", samples.render({"avatar": "mine"})).json["id"]
    expect(put("pig").status == 200, "an avatar is not replaced")
    kept = lambda: [name for _, _, names in os.walk(f"{service.data}/avatars") for name in names
                    if name.endswith(".zip")]
    until(10, lambda: len(kept()) == 1, "a package that was replaced stays")
    service.kill()
    service = start("own")
    expect(len(kept()) == 1, f"a package that nothing names stays: {kept()}")
    expect(service.wait(id)["state"] == "done", "a render lost the avatar that was replaced")
    expect(service.get("/v1/avatars/mine").status == 200, "the avatar in its place is gone")
    service.stop()
    say("own avatars: what was replaced goes, what a render wears stays")


def run(start, rng, say):
    both_sides(start, say)
    streams(start, say)
    lanes(start, say)
    cancelling(start, say)
    webhook(start, say)
    avatars(start, say)
