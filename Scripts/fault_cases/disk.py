"""No room, a locked database, a damaged one."""

import contextlib
import hashlib
import os
import sqlite3
import subprocess
import threading
import time

from . import samples
from .service import Fault, expect, until

ALLOWED = {"disk_full", "storage_busy", "not_ready"}


@contextlib.contextmanager
def small_disk(folder, megabytes):
    os.makedirs(folder, exist_ok=True)
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "faults", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=False)


class Ballast:
    """A file that takes all the room but so many bytes."""

    def __init__(self, folder):
        self.path = f"{folder}/ballast"

    def fill(self, leaving):
        with open(self.path, "ab", buffering=0) as file:
            part = 1 << 30
            while part >= 4096:
                state = os.statvfs(os.path.dirname(self.path))
                count = min(part, state.f_bavail * state.f_frsize - leaving)
                if count <= 0:
                    return
                try:
                    os.posix_fallocate(file.fileno(), os.fstat(file.fileno()).st_size, count)
                except OSError:
                    # The service writes too, and what cannot be had in full is not had in part.
                    part = count // 2

    def drop(self):
        with contextlib.suppress(FileNotFoundError):
            os.remove(self.path)


def full(start, rng, say, folder):
    """Fills the disk at moments of every kind; what was accepted is told of, and all recovers."""
    counts = {}
    with small_disk(folder, 48) as disk:
        ballast = Ballast(disk)
        service = start("mounted", "--min-free-bytes", "4000000", path=f"{disk}/data")
        for round in range(12):
            accepted = []
            moment = rng.uniform(0, 1.5)
            leaving = rng.choice([0, 4096, 100_000, 1_000_000])
            filler = threading.Timer(moment, ballast.fill, [leaving])
            filler.start()
            end = time.monotonic() + moment + 2
            while time.monotonic() < end:
                tell(counts, accepted, send(service, rng))
            filler.join()
            service.lives()

            def unready():
                # Renders that wait for room give back what they had.
                ballast.fill(0)
                ready = service.get("/health/ready")
                return ready if ready.status == 503 else None

            ready = until(10, unready, "a full disk, and /health/ready is 200")
            expect(ready.json["checks"]["disk"]["status"] == "failed", "ready does not name the disk")
            late = service.post("/v1/renders", samples.render({"avatar": "dragon"}))
            expect(late.status == 507 and late.code == "disk_full", f"a full disk: {late}")
            # What is deleted needs no room.
            for path in ["/v1/avatars/mine0"] + [f"/v1/renders/{id}" for id in accepted[:1]]:
                ballast.fill(0)
                gone = service.delete(path)
                expect(gone.status in (200, 204, 404), f"a full disk, DELETE {path}: {gone}")
            accepted = accepted[1:]
            ballast.drop()
            expect(service.get("/health/ready").status == 200, "it is not ready when there is room")
            for id in accepted:
                job = service.wait(id)
                expect(job["state"] == "done", f"an accepted render: {job}")
                service.delete(f"/v1/renders/{id}")
            after = service.post("/v1/renders", samples.render({"avatar": "dragon"}))
            expect(after.status == 202, f"with room again: {after}")
            expect(service.wait(after.json["id"])["state"] == "done", "with room again: not done")
            service.delete(f"/v1/renders/{after.json['id']}")
        told = ("disk is full", "full disk", "no job begins")
        unexpected = [
            line for line in service.internal_errors() if not any(text in line for text in told)]
        expect(not unexpected, f"the service told: {unexpected[:3]}")
        service.stop()
    say(f"a full disk, 12 times: {counts}")


def send(service, rng):
    what = rng.choice(["render", "snapshot", "frame", "avatar", "preview"])
    if what == "render":
        return what, service.post("/v1/renders", samples.render({"avatar": "dragon"}))
    if what == "avatar":
        return what, service.request(
            "PUT", f"/v1/avatars/mine{rng.randrange(3)}", samples.package(rng.choice(["ox", "pig"])),
            {"Content-Type": "application/zip"})
    if what == "preview":
        return what, service.get(f"/v1/avatars/{rng.choice(samples.AVATARS)}/preview.png")
    return what, service.post(f"/v1/{what}s", samples.frame({"avatar": "dragon"}))


def tell(counts, accepted, sent):
    what, answer = sent
    if answer.status >= 400:
        full = answer.status in (503, 507) and answer.code in ALLOWED
        expect(full or answer.status == 429, f"a full disk, {what}: {answer}")
    if answer.status == 202:
        accepted.append(answer.json["id"])
    counts[f"{what} {answer.status}"] = counts.get(f"{what} {answer.status}", 0) + 1


def locked(start, say):
    """Another process holds the database for ten seconds."""
    service = start("locked")
    job = service.post("/v1/renders", samples.render({"avatar": "dragon"})).json["id"]
    # The service may be writing at that moment: this waits for its turn.
    lock = sqlite3.connect(f"{service.data}/service.sqlite", timeout=30, isolation_level=None)
    lock.execute("BEGIN EXCLUSIVE")
    begun = time.monotonic()
    busy = service.post("/v1/renders", samples.render({"avatar": "dragon"}))
    expect(busy.status == 503 and busy.code == "storage_busy", f"a locked database: {busy}")
    expect(int(busy.headers.get("retry-after", 0)) > 0, "503 without Retry-After")
    frame = service.post("/v1/frames", samples.frame({"avatar": "dragon"}))
    expect(frame.status == 200, f"a frame beside a locked database: {frame}")
    time.sleep(max(0, begun + 10 - time.monotonic()))
    lock.execute("ROLLBACK")
    lock.close()
    after = service.post("/v1/renders", samples.render({"avatar": "dragon"}))
    expect(after.status == 202, f"after the lock: {after}")
    for id in (job, after.json["id"]):
        expect(service.wait(id)["state"] == "done", f"render {id} is not done after the lock")
    service.stop()
    say("a database that another process holds for 10 s: 503, Retry-After, then all is done")


def damaged(start, rng, say):
    """A damaged database at the start: one clear line, an exit code, nothing overwritten."""
    service = start("damaged")
    service.wait(service.post("/v1/renders", samples.render({"avatar": "dragon"})).json["id"])
    service.stop()
    path = f"{service.data}/service.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = open(path, "rb").read()
    cases = {
        "its head is overwritten": b"no database at all".ljust(100) + whole[100:],
        "its end is cut off": whole[: len(whole) // 2],
        "random pages": whole[:4096] + rng.randbytes(len(whole) - 4096),
        "another version": whole[:60] + b"\0\0\0\x63" + whole[64:],
    }
    for name, data in cases.items():
        for suffix in ("-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                os.remove(path + suffix)
        with open(path, "wb") as file:
            file.write(data)
        try:
            start("damaged").kill()
            raise Fault(f"{name}: it starts")
        except Fault as fault:
            words = str(fault)
            expect("the service ended with" in words, words)
            expect(words.count("error:") == 1 and "service.sqlite" in words, f"{name}: {words}")
            expect("ended with -" not in words, f"{name}: {words}")
        found = hashlib.sha256(open(path, "rb").read()).digest()
        expect(found == hashlib.sha256(data).digest(), f"{name}: the file was changed")
        expect(os.listdir(f"{service.data}/jobs"), f"{name}: the renders' files are gone")
    say(f"{len(cases)} kinds of damage to the database: refused, nothing overwritten")


def run(start, rng, say, folder):
    damaged(start, rng, say)
    locked(start, say)
    try:
        full(start, rng, say, f"{folder}/disk")
    except subprocess.CalledProcessError:
        say("SKIPPED: no small disk can be mounted here (it takes root)")
