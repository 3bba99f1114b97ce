"""Slurm's commands, as far as submit.py and status.py need them."""

import json
import subprocess

from common.faults import NOT_INSTALLED, Fault
from common.process import last_words


def answer(command):
    """What a command prints; a fault where it fails."""
    command = [str(word) for word in command]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise Fault(f"{command[0]}: no such program on this machine", NOT_INSTALLED) from None
    if done.returncode:
        words = last_words(done.stderr) or f"ended with {done.returncode}"
        raise Fault(f"{command[0]}: {words}", done.returncode if done.returncode > 63 else 74)
    return done.stdout


def store_status(tool, plan, store, is_quick):
    """What the store has of a plan, as `avatar-overlay status --json` tells it.

    Quickly, the parts' files are not read: damage is not noticed.
    """
    quick = ["--quick"] if is_quick else []
    return json.loads(answer([tool, "status", plan, "--store", store, "--json", *quick]))


def submitted_job(arguments):
    """Submits a job, and returns its number."""
    return answer(["sbatch", "--parsable", *arguments]).strip().split(";")[0]


def longest_array():
    """Slurm's MaxArraySize: the numbers of an array's tasks are below it."""
    for line in answer(["scontrol", "show", "config"]).splitlines():
        name, _, value = line.partition("=")
        if name.strip() == "MaxArraySize":
            return int(value)
    raise Fault("scontrol show config states no MaxArraySize", 70)


def array_specifications(parts, longest):
    """For each array job that the parts need: what is added to its tasks' numbers, and these as `0-5,7`."""
    chunks = {}
    for part in sorted(parts):
        chunks.setdefault(part // longest * longest, []).append(part % longest)
    for offset, tasks in chunks.items():
        ranges = []
        for task in tasks:
            if ranges and task == ranges[-1][1] + 1:
                ranges[-1][1] = task
            else:
                ranges.append([task, task])
        yield offset, ",".join(
            str(first) if first == last else f"{first}-{last}" for first, last in ranges)


def tasks_in_queue(jobs):
    """The states of the tasks of jobs that Slurm still has to do: a list of (job, state)."""
    if not jobs:
        return []
    rows = []
    # One at a time: squeue refuses a list with a job that it has forgotten.
    for job in jobs:
        try:
            text = answer(["squeue", "--noheader", "--array", "--format=%T", "--jobs", job])
        except Fault as fault:
            if "Invalid job id" not in str(fault):
                raise
            continue
        rows += [(job, state) for state in text.split()]
    return rows
