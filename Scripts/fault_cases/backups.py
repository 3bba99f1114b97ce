"""kill -9 of a backup, of the service that is backed up, and of a restore: whole, or not there."""

import hashlib
import os
import shutil
import signal
import subprocess
import threading
import time

from . import samples
from .kills import GONE, KINDS, digest, files, undisturbed
from .service import expect, until

# Renders of the source that are not at their end at a time; and of one backup, so that each is soon looked at.
WAITING, AT_ONCE = 3, 2


def tree(folder):
    """What a folder has in it: each file's hash, and where each link leads. Locks and what a killed restore left
    beside the whole are no part of it."""
    found = {}
    for path, folders, names in os.walk(folder):
        if path == folder and ".restoring" in folders:
            folders.remove(".restoring")
        for name in names + [name for name in folders if os.path.islink(f"{path}/{name}")]:
            full = f"{path}/{name}"
            if full in (f"{folder}/service.sqlite.lock", f"{folder}/jobs.lock"):
                continue
            if os.path.islink(full):
                found[os.path.relpath(full, folder)] = os.readlink(full)
            else:
                with open(full, "rb") as file:
                    found[os.path.relpath(full, folder)] = hashlib.sha256(file.read()).hexdigest()
    return found


class Source:
    """The service that is backed up, which gets a new render whenever it has few."""

    def __init__(self, start, rng):
        self.start, self.rng = start, rng
        self.data = None
        self.accepted, self.kills, self.faults = {}, 0, []
        self.begin()
        answer = self.service.request(
            "PUT", "/v1/avatars/mine", samples.package("crown"), {"Content-Type": "application/zip"})
        expect(answer.status in (200, 201), f"an avatar is answered {answer}")

    def begin(self):
        self.service = self.start("source", "--max-queue", "100", "--max-queue-per-key", "100")
        self.data = self.service.data
        self.ended = threading.Event()
        self.wanted = threading.Semaphore(0)
        self.feeder = threading.Thread(target=self.feed, args=(self.service, self.ended, self.wanted))
        self.feeder.start()

    def feed(self, service, ended, wanted):
        """Sends renders, as many as were asked for, while the service lives."""
        while not ended.is_set():
            if not wanted.acquire(timeout=0.05):
                continue
            kind = self.rng.randrange(len(KINDS))
            try:
                answer = service.post("/v1/renders", samples.render(KINDS[kind]))
            except GONE:
                return
            if answer.status == 202:
                self.accepted[answer.json["id"]] = kind
            else:
                self.faults.append(f"a render is answered {answer}")

    def busy(self):
        """Renders that are not at their end."""
        return [job for job in jobs(self.service) if job["state"] in ("queued", "running")]

    def ask(self):
        """Has renders sent, so that some wait, some are rendered, and one may arrive at any moment."""
        until(120, lambda: len(self.busy()) <= WAITING, "the renders do not end")
        for _ in range(AT_ONCE):
            self.wanted.release()

    def end(self, kills):
        self.ended.set()
        if kills:
            self.service.kill()
            self.kills += 1
        self.feeder.join()
        if not kills:
            self.service.stop()
        expect(not self.faults, "; ".join(self.faults[:3]))


def jobs(service):
    """All renders that a service lists."""
    found, cursor = [], ""
    while cursor is not None:
        page = service.get(f"/v1/renders?limit=100{cursor and '&cursor=' + cursor}").json
        found += page["renders"]
        cursor = page["nextCursor"]
    return found


class Backups:
    def __init__(self, start, rng, folder, tool):
        self.start, self.rng, self.tool = start, rng, tool
        self.folder = f"{folder}/backups"
        os.makedirs(self.folder, exist_ok=True)
        self.renders, self.pictures = undisturbed(start)
        self.source = Source(start, rng)
        self.crown = self.frame(self.source.service)
        self.whole = self.restarts = 0

    def frame(self, service):
        answer = service.post("/v1/frames", samples.frame({"avatar": "mine"}))
        expect(answer.status == 200, f"a frame with an avatar of the tenant's own is answered {answer}")
        return digest(answer.body)

    def path(self, name):
        return f"{self.folder}/{name}"

    def begin(self, *words):
        return subprocess.Popen(
            [self.tool, *words, "--progress", "none"], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def run(self, *words):
        """Runs a verb undisturbed; how many seconds it took."""
        begun = time.monotonic()
        process = self.begin(*words)
        error = process.communicate(timeout=120)[1].decode(errors="replace")
        expect(process.returncode == 0, f"{words[0]} ended with {process.returncode}: {error}")
        return time.monotonic() - begun

    def backup_words(self, path):
        return "backup", "--data", self.source.data, "-o", path

    def names(self):
        return set(os.listdir(self.folder))

    def serves(self, data, promised):
        """A restored folder: what was promised before the backup is there, and has the bytes that it would have
        had; a folder that was served is another one afterwards."""
        service = self.start("restored", path=data)
        listed = {job["id"] for job in jobs(service)}
        expect(promised <= listed, f"{data} lacks {sorted(promised - listed)[:3]}")
        unknown = 0
        for id in listed:
            job = service.wait(id)
            expect(job["state"] == "done", f"the restored render {id} ended {job['state']}: {job['error']}")
            if id in self.source.accepted:
                meant = [self.renders[self.source.accepted[id]]]
            else:
                # One whose answer the killed service owed its client.
                unknown, meant = unknown + 1, self.renders
            expect(files(service, id) in meant, f"the restored render {id} has other bytes")
        expect(unknown <= self.source.kills, f"{unknown} renders were not accepted by anybody")
        expect(self.frame(service) == self.crown, "the restored avatar draws other bytes")
        errors = service.internal_errors()
        expect(not errors, f"the restored service told: {errors[:3]}")
        service.stop()

    def kill_backup(self, number, seconds):
        """Kills a backup, or the service meanwhile, at a random moment."""
        name = f"backup-{number}"
        self.source.ask()
        promised = set(self.source.accepted)
        process = self.begin(*self.backup_words(self.path(name)))
        time.sleep(self.rng.uniform(0, 1.1 * seconds))
        kills_service = self.rng.random() < 0.3
        if kills_service:
            self.source.end(kills=True)
        else:
            process.kill()
        error = process.communicate(timeout=120)[1].decode(errors="replace")
        code = process.returncode
        # A backup reads what lies there, whether a service lives or not.
        expect(code == 0 or (code == -signal.SIGKILL and not kills_service), f"backup ended with {code}: {error}")
        left = {entry for entry in self.names() if "backup-" in entry}
        expect(code != 0 or left == {name}, f"a backup that ended leaves {left}")
        expect(left <= {name, f".{name}.partial"}, f"a killed backup leaves {left}")
        if kills_service:
            self.source.begin()
        was_whole = name in left
        self.whole += was_whole
        if not was_whole:
            self.run(*self.backup_words(self.path(name)))
        else:
            # What is left beside it goes with the next backup of the name.
            self.run(*self.backup_words(self.path(name)), "--overwrite") if len(left) > 1 else None
        left = {entry for entry in self.names() if "backup-" in entry}
        expect(left == {name}, f"the next backup leaves {left}")
        self.run("restore", self.path(name), "--data", self.path("restored"))
        self.serves(self.path("restored"), promised)
        shutil.rmtree(self.path("restored"))
        shutil.rmtree(self.path(name))

    def kill_restore(self, seconds, is_there, made):
        """Kills a restore at a random moment, into a folder that is there and empty, or into none."""
        data, backup = self.path("data"), self.path("backup")
        if is_there:
            os.mkdir(data)
        process = self.begin("restore", backup, "--data", data)
        time.sleep(self.rng.uniform(0, 1.1 * seconds))
        process.kill()
        error = process.communicate(timeout=120)[1].decode(errors="replace")
        expect(process.returncode in (0, -signal.SIGKILL), f"restore ended with {process.returncode}: {error}")
        is_whole = os.path.exists(f"{data}/service.sqlite")
        self.whole += is_whole
        if not is_whole:
            expect(process.returncode != 0, "a restore that ended with 0 has restored nothing")
            expect(is_there or not os.path.exists(data), "a killed restore leaves a folder without a database")
            if os.path.exists(f"{data}/.restoring"):
                self.refuses(data)
            self.run("restore", backup, "--data", data)
        expect(tree(data) == made, "the restored folder has other files than one that nobody disturbed")
        others = self.names() - {"data", "backup", "made"}
        expect(not others or is_whole, f"a restore that ended leaves {others}")
        self.serves(data, set())
        shutil.rmtree(data)
        for name in others:
            shutil.rmtree(self.path(name))

    def refuses(self, data):
        """No service begins in a folder whose restore was killed."""
        service = subprocess.run(
            [self.tool, "serve", "--port", "0", "--data", data], capture_output=True, timeout=60)
        expect(
            service.returncode == 65 and b"was interrupted" in service.stderr,
            f"serve of a folder that is half restored: {service.returncode}, {service.stderr[-300:]}")


def run(start, rng, say, folder, tool, kills=20):
    backups = Backups(start, rng, folder, tool)
    source, backup = backups.source, backups.path("first")
    for _ in KINDS:
        source.wanted.release()
    until(60, lambda: len(source.accepted) == len(KINDS), "the renders are not accepted")
    seconds = backups.run(*backups.backup_words(backup))
    shutil.rmtree(backup)
    for number in range(kills):
        backups.kill_backup(number, seconds)
    say(f"{kills} kills while a backup is made of {len(source.accepted)} renders, {source.kills} of the service;"
        f" whole {backups.whole}, each time the restored service has the same bytes")

    source.ask()
    backups.run(*backups.backup_words(backups.path("backup")))
    source.end(kills=False)
    seconds = backups.run("restore", backups.path("backup"), "--data", backups.path("made"))
    made, backups.whole = tree(backups.path("made")), 0
    for number in range(kills):
        backups.kill_restore(seconds, number % 2 == 1, made)
    say(f"{kills} kills of a restore of {len(made)} files; whole {backups.whole}, the next restore"
        " otherwise, and its service has the same bytes")
