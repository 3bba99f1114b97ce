"""kill -9 at any moment: nothing accepted is lost, nothing half is served, nothing stays behind."""

import hashlib
import http.client
import json
import os
import random
import signal
import threading
import time

from . import samples
from .service import Service, expect, until

KINDS = [
    {"avatar": "dragon"}, {"avatar": "monkey", "container": "mkv"},
    {"avatar": "pig", "container": "webm", "mirror": True},
    {"avatar": "crown", "start": 0.05, "end": 0.2}, {"avatar": "ox", "size": "320x240"},
]
FILES = ("output", "poster", "placements")
GONE = (OSError, http.client.HTTPException)


def digest(data):
    return hashlib.sha256(data).hexdigest()


def files(service, id):
    """What each file of a render is answered with: its hash, or the problem's code."""
    found = {}
    for name in FILES:
        answer = service.get(f"/v1/renders/{id}/{name}")
        found[name] = digest(answer.body) if answer.status == 200 else answer.code
    return found


def undisturbed(start):
    """The bytes that a run gives which nobody disturbs."""
    service = start("calm")
    ids = [service.post("/v1/renders", samples.render(kind)).json["id"] for kind in KINDS]
    for id in ids:
        expect(service.wait(id)["state"] == "done", f"undisturbed render {id} is not done")
    renders = [files(service, id) for id in ids]
    pictures = {
        path: digest(service.post(path, samples.frame({"avatar": "dragon"})).body)
        for path in ("/v1/frames", "/v1/snapshots")}
    service.stop()
    return renders, pictures


class Mix:
    """Clients that do everything at once, and remember what they were promised."""

    def __init__(self, rng, renders, pictures):
        self.rng, self.renders, self.pictures = rng, renders, pictures
        self.lock = threading.Lock()
        self.asked = {}      # key -> kind
        self.accepted = {}   # key -> id
        self.cancelling, self.deleted = set(), set()
        self.counts, self.faults, self.crashes = {}, [], {}

    def act(self, service, rng):
        with self.lock:
            keys = list(self.accepted)
            todo = rng.choices(
                ["submit", "repeat", "frame", "snapshot", "cancel", "delete", "file", "events"],
                [5, 2, 3, 1, 1, 1, 4, 1])[0]
            key = rng.choice(keys) if keys else None
        if key is None and todo not in ("frame", "snapshot"):
            todo = "submit"
        getattr(self, todo)(service, rng, key)
        with self.lock:
            self.counts[todo] = self.counts.get(todo, 0) + 1

    def submit(self, service, rng, _=None, key=None):
        key = key or f"key-{rng.getrandbits(64):x}"
        with self.lock:
            kind = self.asked.setdefault(key, rng.randrange(len(KINDS)))
        answer = service.post(
            "/v1/renders", samples.render(KINDS[kind]), {"Idempotency-Key": key})
        if answer.status == 429:
            return
        expect(answer.status == 202, f"a render is answered {answer}")
        id = answer.json["id"]
        with self.lock:
            known = self.accepted.get(key)
            fresh = known is None or known == id or known in self.deleted
            self.accepted[key] = id
        expect(fresh, f"the same key gives {known} and then {id}")

    def repeat(self, service, rng, key):
        if self.accepted[key] not in self.deleted:
            self.submit(service, rng, key=key)

    def frame(self, service, rng, _):
        self.picture(service, "/v1/frames")

    def snapshot(self, service, rng, _):
        self.picture(service, "/v1/snapshots")

    def picture(self, service, path):
        answer = service.post(path, samples.frame({"avatar": "dragon"}))
        expect(answer.status == 200, f"{path} is answered {answer}")
        expect(digest(answer.body) == self.pictures[path], f"{path} gives other bytes")

    def cancel(self, service, rng, key):
        with self.lock:
            id = self.accepted[key]
            self.cancelling.add(id)
            # At its end already, the same request removes it.
            self.deleted.add(id)
        answer = service.delete(f"/v1/renders/{id}")
        expect(answer.status in (200, 404), f"DELETE is answered {answer}")

    delete = cancel

    def file(self, service, rng, key):
        id, kind = self.accepted[key], self.asked[key]
        name = rng.choice(FILES)
        answer = service.get(f"/v1/renders/{id}/{name}")
        if answer.status == 200:
            expect(digest(answer.body) == self.renders[kind][name], f"{name} of {id} is not whole")
        else:
            gone = id in self.deleted and answer.code == "job_not_found"
            expect(gone or answer.code == "output_not_ready", f"{name} of {id}: {answer}")

    def events(self, service, rng, key):
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=10)
        try:
            connection.request("GET", f"/v1/renders/{self.accepted[key]}/events")
            answer = connection.getresponse()
            if answer.status != 200:
                expect(answer.status in (404, 429), f"events: {answer.status}")
                return
            for line in answer:
                if line.startswith(b"data:"):
                    json.loads(line[5:])
                    break
        finally:
            connection.close()

    def client(self, service, seed, ended):
        rng = random.Random(seed)
        while not ended.is_set():
            try:
                self.act(service, rng)
            except GONE:
                if ended.wait(0.05):
                    return
            except Exception as fault:  # told by the main thread
                self.faults.append(f"{type(fault).__name__}: {fault}")
                return


def one_kill(service, mix, rng):
    """Lets four clients work, kills the service at a random moment, now and then a worker before."""
    ended = threading.Event()
    clients = [
        threading.Thread(target=mix.client, args=(service, rng.getrandbits(32), ended))
        for _ in range(4)]
    for client in clients:
        client.start()
    workers = 0
    if rng.random() < 0.4:
        time.sleep(rng.uniform(0.1, 1.0))
        # Of renders only: a snapshot whose worker was killed is answered so, and nothing is lost.
        for worker in service.workers("render")[:1]:
            try:
                id = os.path.basename(os.readlink(f"/proc/{worker}/cwd"))
                # After the third crash of a worker its render fails, as documented.
                if mix.crashes.get(id, 0) < 2:
                    mix.crashes[id] = mix.crashes.get(id, 0) + 1
                    os.kill(worker, signal.SIGKILL)
                    workers = 1
            except (FileNotFoundError, ProcessLookupError):
                pass
    time.sleep(rng.uniform(0.02, 4))
    service.kill()
    ended.set()
    for client in clients:
        client.join()
    return workers


def at_the_end(service, mix):
    """Every promise was kept."""
    rng = random.Random(1)
    for key in [key for key in mix.asked if key not in mix.accepted]:
        until(120, lambda: (mix.submit(service, rng, key=key), key in mix.accepted)[1],
              f"key {key} is never accepted", 0.5)
    for key, id in mix.accepted.items():
        answer = service.get(f"/v1/renders/{id}")
        if id in mix.deleted:
            if answer.status == 404:
                continue
        else:
            expect(answer.status == 200, f"accepted render {id} is lost: {answer}")
        job = service.wait(id)
        if job["state"] == "cancelled" and id in mix.deleted:
            expect(files(service, id)["output"] == "output_not_ready", f"{id} has files")
            continue
        expect(job["state"] == "done", f"render {id} ended {job['state']}: {job['error']}")
        expect(files(service, id) == mix.renders[mix.asked[key]], f"render {id} has other bytes")
    nothing_stays(service, mix)


def nothing_stays(service, mix):
    listed, cursor = {}, ""
    while cursor is not None:
        page = service.get(f"/v1/renders?limit=100{cursor and '&cursor=' + cursor}").json
        listed.update((job["id"], job["state"]) for job in page["renders"])
        cursor = page["nextCursor"]
    unexpected = set(listed) - set(mix.accepted.values()) - mix.deleted
    expect(not unexpected, f"renders that no client was promised: {unexpected}")
    folders = set(os.listdir(f"{service.data}/jobs"))
    kept = {id for id, state in listed.items() if state != "cancelled"}
    expect(folders == kept, f"folders without render {folders - kept}, without folder {kept - folders}")
    for id in folders:
        attempts = [name for name in os.listdir(f"{service.data}/jobs/{id}") if name.isdigit()]
        expect(len(attempts) <= 1, f"{id} keeps what attempts left that were killed: {attempts}")
    for name in ["incoming", "attempts"]:
        until(10, lambda: not os.listdir(f"{service.data}/{name}"), f"{name} is not empty")
    spool = os.listdir(f"{service.data}/spool")
    kept = [name for name in spool if name not in (".ready", "packages")]
    expect(len(kept) <= 1, f"the spool keeps {spool}")


def run(start, rng, say, kills=50):
    renders, pictures = undisturbed(start)
    mix, workers = Mix(rng, renders, pictures), 0
    for number in range(kills):
        service = start("killed", "--max-queue", "20")
        workers += one_kill(service, mix, rng)
        # Files of a request whose render was not in the database yet when the service was killed.
        errors = [error for error in service.internal_errors() if "were moved to set-aside" not in error]
        expect(not errors, f"the service told: {errors[:3]}")
        expect(not mix.faults, "; ".join(mix.faults[:3]))
    service = start("killed", "--max-queue", "1000", "--max-queue-per-key", "1000")
    at_the_end(service, mix)
    expect(not mix.faults, "; ".join(mix.faults[:3]))
    service.stop()
    say(f"{kills} kills of the service, {workers} of workers, {len(mix.accepted)} renders accepted,"
        f" actions {mix.counts}")
    orderly(start, say)


def orderly(start, say):
    """A stop with a deadline, a worker that is killed, one that hangs."""
    service = start("orderly", "--stop-seconds", "1")
    slow = service.post("/v1/renders", samples.render(samples.SLOW)).json["id"]
    until(60, lambda: service.workers("render"), "the render does not begin")
    begun = time.monotonic()
    service.stop()
    took = time.monotonic() - begun
    expect(took < 10, f"a stop within 1 s took {took:.1f} s")
    service = start("orderly")
    until(60, lambda: service.workers("render"), "what was handed back does not begin")
    os.kill(service.workers("render")[0], signal.SIGKILL)
    expect(service.wait(slow)["state"] == "done", "a render whose worker was killed is not done")
    once = files(service, slow)
    again = service.post("/v1/renders", samples.render(samples.SLOW)).json["id"]
    service.wait(again)
    expect(files(service, again) == once, "the second run of a render has other bytes")
    service.stop()
    service = start("hanging", "--job-seconds", "6")
    id = service.post("/v1/renders", samples.render(samples.SLOW)).json["id"]
    os.kill(until(60, lambda: service.workers("render"), "no worker")[0], signal.SIGSTOP)
    begun = time.monotonic()
    job = service.wait(id)
    took = time.monotonic() - begun
    expect((job["error"] or {}).get("code") == "time_limit", f"a stopped worker: {job}")
    expect(took < 12 and not service.workers(), f"a stopped worker lives on after {took:.1f} s")
    service.stop()
    say(f"a stop hands back, a killed worker's render is done, a stopped one fails in {took:.1f} s")
