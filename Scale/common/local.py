"""The engine of one machine: so many processes at a time."""

import concurrent.futures
import contextlib
import os
import subprocess
import threading
import time

from .process import run

# How long a process has to end by itself, in seconds.
GRACE_SECONDS = 5


class LocalEngine:
    """Runs units in threads that each wait for one process."""

    def __init__(self, processes=None, cpus=1):
        """`processes` at a time; by default as many as there are cores for, of `cpus` each."""
        self.processes = processes or max(1, len(os.sched_getaffinity(0)) // cpus)
        self._threads = concurrent.futures.ThreadPoolExecutor(self.processes)
        self._running = {}
        self._children, self._lock = set(), threading.Lock()

    def __str__(self):
        return f"{self.processes} processes at a time here"

    @property
    def has_room(self):
        return len(self._running) < self.processes

    def start(self, unit, command, folder, plan):
        future = self._threads.submit(run, command, plan, folder, self._started)
        self._running[future] = unit

    def wait(self, seconds):
        """What ended, with its outcome, after at most so many seconds."""
        if not self._running:
            time.sleep(seconds)
        ended, _ = concurrent.futures.wait(
            self._running, seconds, concurrent.futures.FIRST_COMPLETED)
        return [(self._running.pop(future), future.result()) for future in ended]

    def stop(self):
        """Ends what still runs. A process that is killed leaves nothing behind: no need to wait long."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            children = [child for child in self._children if child.poll() is None]
        for child in children:
            child.terminate()
        for child in children:
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(GRACE_SECONDS)
            child.kill()

    def _started(self, process):
        with self._lock:
            self._children = {child for child in self._children if child.poll() is None}
            self._children.add(process)
