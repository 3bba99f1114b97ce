#!/usr/bin/env python3
"""Tries to break the service: see Scripts/faults.sh.

usage: faults.py TOOL [CASE...]     cases: kills backups disk clients hostile framing limits
memory tenants soak; all but the last two, which take long, without any
"""

import os
import random
import shutil
import sys
import tempfile
import time

from fault_cases import backups, clients, disk, framing, hostile, kills, limits, memory, soak, tenants
from fault_cases.samples import ROOT
from fault_cases.service import Fault, Service

CASES = ["limits", "framing", "hostile", "clients", "memory", "disk", "kills", "backups"]
MODULES = {
    "limits": limits, "framing": framing, "hostile": hostile, "clients": clients, "memory": memory, "tenants": tenants,
    "kills": kills, "soak": soak}


def main():
    tool, wanted = os.path.abspath(sys.argv[1]), sys.argv[2:] or CASES
    unknown = set(wanted) - {"disk", "backups", *MODULES}
    if unknown:
        sys.exit(f"error: no case is called {sorted(unknown)[0]!r}; there are {', '.join(CASES)}, tenants and soak")
    seed = int(os.environ.get("AVATAR_OVERLAY_CHECK_SEED", time.time()))
    folder = tempfile.mkdtemp(prefix="avatar-overlay-faults-")
    running = []

    def start(name, *options, path=None, environment=None):
        data = path or f"{folder}/{name}"
        # Not where the data are: a disk that is full would cut lines short.
        service = Service(
            tool, data, "--avatars", f"{ROOT}/Avatars", *options, environment=environment,
            log=f"{folder}/{name}.log")
        running.append(service)
        return service

    failed = []
    for name in wanted:
        begun, rng = time.monotonic(), random.Random(f"{seed} {name}")
        say = lambda words: print(f"  {words}", flush=True)
        print(f"{name} (seed {seed})", flush=True)
        try:
            if name == "disk":
                disk.run(start, rng, say, folder)
            elif name == "backups":
                backups.run(start, rng, say, folder, tool, int(os.environ.get("BACKUP_KILLS", 20)))
            elif name == "kills":
                kills.run(start, rng, say, int(os.environ.get("KILLS", 50)))
            else:
                MODULES[name].run(start, rng, say)
            print(f"{name}: passed, {time.monotonic() - begun:.0f} s", flush=True)
        except Fault as fault:
            print(f"error: {name}: {fault}", flush=True)
            failed.append(name)
        finally:
            for service in running:
                if service.process.poll() is None:
                    service.process.kill()
                    service.process.wait()
            running.clear()
    if failed:
        print(f"logs and data: {folder}", file=sys.stderr)
        sys.exit(1)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
