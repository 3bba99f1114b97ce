#!/usr/bin/env python3
"""Renders recordings in parts on a Slurm cluster: an array job for each, and a dependent job that joins it.

  Scale/slurm/submit.py PLAN.json --store /shared/parts --limit 50
  Scale/slurm/submit.py --manifest /shared/recordings.csv --store /shared/parts --wait

Only parts that the store does not have are submitted, so the same command goes on after a failure.
Rows of a manifest are planned on this machine first. Options for sbatch, such as a partition, come from
Slurm's own variables (SBATCH_PARTITION, SBATCH_TIMELIMIT) or --sbatch. See
Documentation/many-machines.md.
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from common.batch import (  # noqa: E402
    main, number, parser, wanted_recordings, wanted_verbs, work)
from common.local import LocalEngine  # noqa: E402
from common.schedule import Schedule  # noqa: E402
from common.tables import Progress, failure_lines, table  # noqa: E402
from jobs import array_specifications, longest_array, store_status, submitted_job  # noqa: E402
from submitted import FILE, JOIN_LOG, folder_of_logs, wait_for  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent


def submit(recording, verbs, arguments, longest):
    """Submits a recording's array jobs and its join. Returns its folder of logs and a row of the table."""
    plan = recording.plan
    logs = folder_of_logs(plan.path)
    pattern = str(logs).replace("%", "%%")
    state = store_status(verbs.tool, plan.path, verbs.store, False)
    missing = sorted({*state["missing"], *state["damaged"]})
    tries, arrays = str(arguments.tries), []
    given = [f"--cpus-per-task={arguments.cpus}", *arguments.sbatch]
    for offset, tasks in array_specifications(missing, longest):
        limit = f"%{arguments.limit}" if arguments.limit else ""
        arrays.append(submitted_job([
            *given, f"--job-name={recording.name}", f"--array={tasks}{limit}",
            f"--output={pattern}/parts-{offset}+%a.log", HERE / "part.sh",
            verbs.tool, plan.path, verbs.store, str(offset), tries]))
    dependency = [
        f"--dependency=afterok:{':'.join(arrays)}", "--kill-on-invalid-dep=yes"] if arrays else []
    join = submitted_job([
        *arguments.sbatch, f"--job-name=join-{recording.name}", *dependency,
        f"--output={pattern}/{JOIN_LOG}", HERE / "join.sh",
        verbs.tool, plan.path, verbs.store, recording.output, tries,
        *(["--overwrite"] if verbs.overwrite else [])])
    (logs / FILE).write_text(json.dumps({
        "recording": recording.name, "tool": verbs.tool, "plan": plan.path, "store": verbs.store,
        "output": recording.output, "arrays": arrays, "join": join}, indent=1) + "\n")
    return logs, [recording.name, state["parts"], len(missing), ",".join(arrays) or "-", join, logs]


def run():
    options = parser(__doc__)
    options.add_argument(
        "--limit", type=number(1, 1_000_000), metavar="N",
        help="parts of a recording at a time: what the cluster allows by default")
    options.add_argument(
        "--sbatch", action="append", default=[], metavar="=--OPTION=VALUE",
        help="an option for all jobs, such as --sbatch=--partition=short; may be repeated")
    options.add_argument("--wait", action="store_true", help="wait for the end, and tell what failed")
    arguments = options.parse_args()
    verbs, recordings = wanted_verbs(arguments), wanted_recordings(arguments)
    longest, failures = longest_array(), []
    if arguments.manifest:
        planning = Schedule(recordings, arguments.tries, plans_only=True)
        work(planning, verbs, LocalEngine(), Progress(sys.stderr))
        failures = planning.failures
    folders, rows = [], []
    for recording in recordings:
        if recording.plan and not recording.failures:
            folder, row = submit(recording, verbs, arguments, longest)
            folders.append(folder)
            rows.append(row)
    print("\n".join(table(
        ["recording", "parts", "submitted", "array jobs", "join", "logs and job numbers"], rows)))
    if arguments.wait:
        return wait_for(folders, failures, len(recordings))
    if failures:
        print("\n".join(["", "not planned:", *failure_lines(failures)]), file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    main(run, "what is submitted stays in Slurm's queue; status.py tells how far it is")
