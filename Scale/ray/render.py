#!/usr/bin/env python3
"""Renders recordings in parts on a Ray cluster: a task for each part, and one that joins them.

As a driver on a machine of the cluster, or as a job:

  python Scale/ray/render.py PLAN.json --store /shared/parts
  ray job submit --working-dir Scale -- \\
      python ray/render.py --manifest /shared/recordings.csv --store /shared/parts

Paths are absolute, and all nodes see the same files there. See Documentation/many-machines.md.
"""

# This folder is called ray too: with an __init__.py it would be what is imported here.
import os
import pathlib
import socket
import sys
import time

import ray

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from common import process  # noqa: E402
from common.batch import add_reports, main, parser, perform  # noqa: E402
from common.faults import NOT_INSTALLED, USAGE, Fault  # noqa: E402
from common.process import Outcome  # noqa: E402

# Workers get the code with the task, so that nothing has to be installed on them beside the program.
ray.cloudpickle.register_pickle_by_value(process)

# Tasks that wait in Ray's queue; the autoscaler sees them as what is asked for.
WAITING_TASKS = 1000


class RayEngine:
    """Runs units as Ray tasks, spread over the nodes.

    Ray's own retries are off: the schedule tries a lost unit again, as it does one whose store was
    away, counts both against the same limit, and shows them.
    """

    def __init__(self, address, cpus):
        check_reachable(address if address != "auto" else os.environ.get("RAY_ADDRESS", ""))
        try:
            ray.init(address=address, log_to_driver=False, logging_level="error")
        except ConnectionError as error:
            raise Fault(
                f"no Ray cluster found ({error}); start one with ray start --head, or name it with"
                " --address", NOT_INSTALLED) from None
        self._run = ray.remote(
            num_cpus=cpus, max_retries=0, scheduling_strategy="SPREAD")(process.run)
        self._running = {}

    def __str__(self):
        nodes = sum(node["Alive"] for node in ray.nodes())
        return f"{nodes} nodes with {ray.cluster_resources().get('CPU', 0):g} cores"

    @property
    def has_room(self):
        return len(self._running) < WAITING_TASKS

    def start(self, unit, command, folder, plan):
        reference = self._run.options(name=f"{unit.recording.name} {unit.what}").remote(
            command, plan, folder)
        self._running[reference] = unit

    def wait(self, seconds):
        """What ended, with its outcome, after at most so many seconds."""
        if not self._running:
            time.sleep(seconds)
            return []
        references = list(self._running)
        # Waits for the first, and then takes all that have ended.
        ended, _ = ray.wait(references, num_returns=1, timeout=seconds)
        if ended:
            ended, _ = ray.wait(references, num_returns=len(references), timeout=0)
        return [(self._running.pop(reference), outcome(reference)) for reference in ended]

    def stop(self):
        """Leaves the cluster, which ends the tasks that are still running."""
        ray.shutdown()


def check_reachable(address):
    """Refuses an address that nothing listens at: Ray itself would try for many minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), timeout=10).close()
    except OSError as error:
        raise Fault(f"{address}: no Ray cluster there ({error})", NOT_INSTALLED) from None


def outcome(reference):
    """How a task ended; a lost worker or node is an outcome too."""
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        return Outcome(70, f"the task itself failed: {error.cause!r}")
    except ray.exceptions.RuntimeEnvSetupError as error:
        return Outcome(69, first_sentence(error))
    except ray.exceptions.RayError as error:
        return Outcome(None, f"{type(error).__name__}: {first_sentence(error)}")


def first_sentence(error):
    """The first sentence of what an error says; Ray goes on with advice about its own commands."""
    line = (str(error).strip().splitlines() or [""])[0]
    return line.split(". ")[0]


def run():
    options = parser(__doc__)
    options.add_argument(
        "--address", default="auto", help="of the cluster; the one of this machine by default")
    add_reports(options)
    arguments = options.parse_args()
    named = [*arguments.plans, arguments.manifest, arguments.output, arguments.plans_folder]
    if "://" not in arguments.store:
        named.append(arguments.store)
    for path in named:
        if path and not os.path.isabs(path):
            raise Fault(f"{path}: not an absolute path; tasks run in other folders", USAGE)
    return perform(arguments, lambda: RayEngine(arguments.address, arguments.cpus))


if __name__ == "__main__":
    main(run)
