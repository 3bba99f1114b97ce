"""Whole programs: their CPU time and peak memory."""

import dataclasses
import os
import subprocess
import sys
import tempfile
import time


@dataclasses.dataclass
class Usage:
    """What a process used, its threads included."""

    seconds: float  # CPU, user and system
    megabytes: float  # resident at most
    wall: float  # seconds from its start to its end


def run(command):
    """Runs a command to its end; shows what it said and stops where it fails."""
    start = time.monotonic()
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            [str(part) for part in command], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            log.seek(0)
            sys.exit(f"{command[0]} failed: {log.read().decode(errors='replace')}")
    return Usage(
        usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, time.monotonic() - start)


def interleaved(commands, rounds):
    """The least CPU seconds of each command, by name, of rounds in which all take their turn."""
    best = dict.fromkeys(commands, float("inf"))
    for _ in range(rounds):
        for name, command in commands.items():
            best[name] = min(best[name], run(command).seconds)
    return best
