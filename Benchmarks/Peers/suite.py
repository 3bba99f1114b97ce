"""A suite of 200 still cases: how long `verify` takes where all is well, and where all failed.

    suite.py TOOL RECORDING    on as many cores as there are
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import process
import table

CASES = 200
TARGET_SECONDS = 30
AVATARS = ("ox", "dragon", "sheep", "monkey", "pig", "bear-hood", "shark-hat", "crown")
SECONDS = 7.5  # of the recording, over which the cases are spread


def write_suite(folder, recording, mirror):
    """Each avatar at 25 times, at the recording's own size."""
    cases = [
        {"name": f"{AVATARS[i % len(AVATARS)]}/{i:03}", "avatar": AVATARS[i % len(AVATARS)],
         "at": round(SECONDS * i / CASES, 3)} for i in range(CASES)]
    suite = {"format": "golden-suite/1", "avatars": str(pathlib.Path("Avatars").resolve()),
             "defaults": {"recording": str(recording.resolve()), "mirror": mirror},
             "cases": cases}
    (folder / "golden.json").write_text(json.dumps(suite))


def verify(tool, folder, expected):
    """Wall and CPU seconds of a run that must end with the expected code."""
    before, start = os.times(), time.monotonic()
    code = subprocess.run([tool, "verify", folder, "--progress", "none"],
                          capture_output=True, check=False).returncode
    wall, after = time.monotonic() - start, os.times()
    if code != expected:
        sys.exit(f"verify ended with {code}, not {expected}")
    cpu = (after.children_user + after.children_system
           - before.children_user - before.children_system)
    return wall, cpu


def main():
    tool, recording = sys.argv[1], pathlib.Path(sys.argv[2])
    rounds = int(os.environ.get("ROUNDS", "3"))
    os.environ.pop("CI", None)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_suite(folder, recording, mirror=False)
        missing = verify(tool, folder, 1)
        process.run([tool, "approve", folder, "--all"])
        passed = min(verify(tool, folder, 0) for _ in range(rounds))
        write_suite(folder, recording, mirror=True)
        failed = verify(tool, folder, 1)
    print(f"## A suite of {CASES} still cases\n")
    print(f"`verify` of the recording `{recording.name}` with eight avatars at its own size, by as many"
          f" jobs as there are processors ({os.cpu_count()}).\n")
    print(table.markdown(
        ["all cases", "seconds", "CPU seconds", f"at most {TARGET_SECONDS} s"],
        [["pass", f"{passed[0]:.1f}", f"{passed[1]:.1f}",
          table.at_most(passed[0], TARGET_SECONDS)],
         ["are missing", f"{missing[0]:.1f}", f"{missing[1]:.1f}", None],
         ["fail, and are explained", f"{failed[0]:.1f}", f"{failed[1]:.1f}", None]]))


if __name__ == "__main__":
    main()
