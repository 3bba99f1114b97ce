"""What was submitted for a recording, and what became of it: its jobs, its logs, its part of the store."""

import collections
import json
import pathlib
import re
import sys
import time

from common import tables
from common.faults import MISSING, Fault
from common.process import last_words
from jobs import store_status, tasks_in_queue

# In a recording's folder of logs: what was submitted, and the log of its join.
FILE, JOIN_LOG = "jobs.json", "join.log"
# How often --wait looks, in seconds.
INTERVAL = 5
# How the job scripts end a log, be it of a success.
ENDING = re.compile(r"^(part \d+|join): exit (\d+), try (\d+) of \d+, on (.*)$")


def folder_of_logs(plan):
    """The folder for the logs of a plan's jobs, empty; a fault while its jobs are in the queue."""
    folder = pathlib.Path(f"{plan}.slurm")
    folder.mkdir(exist_ok=True)
    if (folder / FILE).exists():
        before = Submitted(folder)
        jobs = [*before.arrays, before.join]
        if tasks_in_queue(jobs):
            raise Fault(
                f"{plan}: still in the queue as jobs {', '.join(jobs)}; wait for them, or scancel them", 73)
    for file in [folder / FILE, *folder.glob("*.log")]:
        file.unlink(missing_ok=True)
    return folder


class Submitted:
    """A recording that was submitted. `state` is empty until `look`."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        try:
            stated = json.loads((self.folder / FILE).read_text())
        except FileNotFoundError:
            raise Fault(f"{folder}: not a folder of slurm/submit.py: no {FILE}", MISSING) from None
        self.name, self.output = stated["recording"], stated["output"]
        self.tool, self.plan, self.store = stated["tool"], stated["plan"], stated["store"]
        self.arrays, self.join = stated["arrays"], stated["join"]
        self.state, self.store_state, self.queue = "", {}, collections.Counter()

    @property
    def is_over(self):
        return self.state in ("done", "failed")

    def look(self):
        """Asks the queue and the store."""
        tasks = tasks_in_queue([*self.arrays, self.join])
        self.queue = collections.Counter(state for _, state in tasks)
        self.store_state = store_status(self.tool, self.plan, self.store, True)
        if tasks:
            self.state = "rendering" if any(job != self.join for job, _ in tasks) else "joining"
        else:
            # Not by the output: with --overwrite it was there before.
            end = self.end(self.folder / JOIN_LOG)
            self.state = "done" if end and end[1] == "0" else "failed"

    def end(self, log):
        """What a log is of, exit code, tries, node, and what was said before; None while it has no end."""
        lines = log.read_text(errors="replace").rstrip().splitlines() if log.exists() else []
        match = ENDING.match(lines[-1]) if lines else None
        if not match:
            return None
        said = [line for line in lines if not ENDING.match(line)]
        return *match.groups(), last_words("\n".join(said))

    def failures(self):
        """Rows of what failed and why, from the ends of the logs."""
        ends = [self.end(log) for log in sorted(self.folder.glob("*.log"))]
        rows = [[self.name, *end] for end in ends if end and end[1] != "0"]
        jobs = ",".join([*self.arrays, self.join])
        return rows or [[
            self.name, "", "", "", "", f"cancelled, or over a limit of Slurm: see sacct -j {jobs}"]]


def state_lines(submitted):
    """The table of how far recordings are."""
    return tables.table(
        ["recording", "state", "parts", "done", "running", "waiting"],
        [[one.name, one.state, one.store_state["parts"], one.store_state["done"],
          one.queue["RUNNING"], one.queue["PENDING"]] for one in submitted])


def failure_lines(submitted):
    """The table of what failed; no lines if nothing did."""
    rows = [row for one in submitted if one.state == "failed" for row in one.failures()]
    if not rows:
        return []
    return ["", "failed:", *tables.table(["recording", "what", "exit", "tries", "on", "why"], rows)]


def wait_for(folders, failures, count):
    """Waits until all are over. The exit code is 0, or 1 if one failed, or failed to be planned."""
    submitted = [Submitted(folder) for folder in folders]
    shown, begun = [], time.monotonic()
    while True:
        for one in submitted:
            if not one.is_over:
                one.look()
        lines = state_lines(submitted)
        if lines != shown:
            print("\n".join([f"after {time.monotonic() - begun:.0f} s", *lines]), file=sys.stderr)
            shown = lines
        if all(one.is_over for one in submitted):
            break
        time.sleep(INTERVAL)
    if failures:
        print("\n".join(["", "not planned:", *tables.failure_lines(failures)]), file=sys.stderr)
    for line in failure_lines(submitted):
        print(line, file=sys.stderr)
    done = sum(one.state == "done" for one in submitted)
    print(f"{done} of {count} recordings done", file=sys.stderr)
    return 0 if done == count else 1
