"""Does a batch on an engine: what is asked for, the loop, and the report at its end.

An engine has `has_room`, `start(unit, command, folder, plan)`, `wait(seconds)` and `stop()`;
`LocalEngine` is one.
"""

import argparse
import json
import os
import signal
import sys
import time

from .faults import INTERRUPTED, USAGE, Fault
from .manifest import read_manifest
from .plans import read_plan
from .recordings import MAKE_PLAN, Recording, Verbs, name_recordings
from .schedule import Schedule
from .tables import Progress, failure_lines


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line and the exit code for usage."""

    def error(self, message):
        raise Fault(f"{message}; see --help", USAGE)


def parser(description, epilog=None):
    """The options that all engines have."""
    options = Parser(
        description=description, epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    options.add_argument("plans", nargs="*", metavar="PLAN.json", help="of avatar-overlay plan")
    options.add_argument(
        "--manifest", metavar="CSV",
        help="recordings to plan first: columns recording, avatar, options, output")
    options.add_argument(
        "--store", required=True, metavar="DIR|s3://BUCKET/PREFIX", help="where parts are kept")
    options.add_argument("-o", "--output", help="of the only plan, instead of the one that it names")
    options.add_argument("--overwrite", action="store_true", help="replace outputs that exist")
    options.add_argument(
        "--skip-existing", action="store_true", help="leave out recordings whose output exists")
    options.add_argument(
        "--part-seconds", type=number(1, 86_400), metavar="N", help="length of parts, for --manifest")
    options.add_argument(
        "--cpus", type=number(1, 64), default=1, metavar="N",
        help="cores of a part, and the threads that --manifest plans for: %(default)s by default")
    options.add_argument(
        "--plans-folder", metavar="DIR",
        help="where plans of --manifest are written: plans beside it by default")
    options.add_argument(
        "--tool", default="avatar-overlay", help="the program, on the machines that render")
    options.add_argument(
        "--tries", type=number(1, 100), default=5, metavar="N",
        help="of each part in all, where another try makes sense: %(default)s by default")
    return options


def number(least, most):
    """A parser of whole numbers in a range."""

    def parse(text):
        if not text.isdecimal() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number from {least} to {most}")
        return int(text)

    return parse


def wanted_recordings(arguments):
    """The recordings that the arguments ask for, without those that are left out."""
    if bool(arguments.plans) == bool(arguments.manifest):
        raise Fault("name either plans or --manifest; see --help", USAGE)
    if arguments.output and len(arguments.plans) != 1:
        raise Fault("-o is for one plan; plans and manifests name outputs themselves", USAGE)
    if arguments.manifest:
        folder = os.path.abspath(
            arguments.plans_folder
            or os.path.join(os.path.dirname(os.path.abspath(arguments.manifest)), "plans"))
        recordings = [
            Recording(row.output, row=row) for row in read_manifest(arguments.manifest)]
        os.makedirs(folder, exist_ok=True)
        for recording in recordings:
            # By the line too: outputs of two folders may have the same name.
            name = f"{recording.row.line}-{os.path.basename(recording.output)}.json"
            recording.planned_path = os.path.join(folder, name)
    else:
        plans = [read_plan(path) for path in arguments.plans]
        recordings = [
            Recording(os.path.abspath(arguments.output or plan.output), plan) for plan in plans]
        outputs = [os.path.realpath(recording.output) for recording in recordings]
        for recording, output in zip(recordings, outputs):
            if outputs.count(output) > 1:
                raise Fault(f"two plans have the output {recording.output}", USAGE)
        tell_threads(plans, arguments.cpus)
    name_recordings(recordings)
    there = [recording for recording in recordings if os.path.lexists(recording.output)]
    if there and arguments.skip_existing:
        print(f"{len(there)} left out: their outputs exist", file=sys.stderr)
        return [recording for recording in recordings if recording not in there]
    if there and not arguments.overwrite:
        raise Fault("\n".join(
            f"{recording.output} exists; --overwrite replaces it, --skip-existing leaves it out"
            for recording in there), 73)
    return recordings


def tell_threads(plans, cpus):
    """Notes plans whose parts have more threads than they are given cores."""
    for plan in plans:
        if plan.threads > cpus:
            print(
                f"note: {plan.path}: parts have {plan.threads} threads and are given --cpus {cpus};"
                " many parts at a time are fastest with --threads 1 in the plan", file=sys.stderr)


def wanted_verbs(arguments):
    """How the verbs are called, by the arguments."""
    store = arguments.store if "://" in arguments.store else os.path.abspath(arguments.store)
    return Verbs(
        arguments.tool, store, arguments.overwrite, arguments.part_seconds, arguments.cpus)


def work(schedule, verbs, engine, progress):
    """Runs all units on the engine. Returns how each ended, for the report."""
    ended = []
    try:
        while not schedule.is_over:
            while engine.has_room and (unit := schedule.take(time.monotonic())):
                command, folder = verbs.command(unit)
                plan = unit.recording.plan
                engine.start(unit, command, folder, plan and (plan.path, plan.content))
            # Short, since a unit may be due again before one that runs has ended.
            for unit, outcome in engine.wait(0.2):
                schedule.ended(unit, outcome, time.monotonic())
                ended.append((unit, unit.tries, outcome))
            progress.show(schedule.recordings)
        progress.show(schedule.recordings, is_last=True)
    finally:
        engine.stop()
    return ended


def add_reports(options):
    """The options about what is told, for engines that wait until all is done."""
    options.add_argument(
        "--every", type=number(1, 3600), metavar="SECONDS",
        help="how often the table of progress is written: 1 on a terminal, else 10")
    options.add_argument("--report", metavar="FILE", help="write every try of every unit, as JSON")


def perform(arguments, make_engine):
    """Does the batch; the exit code is 0, or 1 if anything failed."""
    verbs, recordings = wanted_verbs(arguments), wanted_recordings(arguments)
    engine, begun = make_engine(), time.monotonic()
    print(f"recordings: {len(recordings)}; {engine}", file=sys.stderr)
    schedule = Schedule(recordings, arguments.tries)
    ended = work(schedule, verbs, engine, Progress(sys.stderr, arguments.every))
    if arguments.report:
        write_report(arguments.report, schedule, ended, time.monotonic() - begun)
    return tell_end(schedule.recordings, schedule.failures)


def tell_end(recordings, failures):
    """Writes what failed, and why. The exit code is 0, or 1 if anything failed."""
    done = sum(recording.is_done for recording in recordings)
    if failures:
        print("\n".join(["", "failed:", *failure_lines(failures)]), file=sys.stderr)
    print(f"{done} of {len(recordings)} recordings done", file=sys.stderr)
    return 0 if done == len(recordings) else 1


def write_report(path, schedule, ended, seconds):
    """Writes a JSON file with every try of every unit: what measurements are made of."""
    units = [
        {"recording": unit.recording.output, "unit": unit.kind,
         "part": None if unit.kind != "part" else unit.index, "try": tries, "exit": outcome.code,
         "host": outcome.host, "seconds": round(outcome.seconds, 3), "said": outcome.said}
        for unit, tries, outcome in ended]
    done = [recording.output for recording in schedule.recordings if recording.is_done]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"seconds": round(seconds, 3), "done": done, "tries": units}, file, indent=1)
        file.write("\n")


def main(body, interrupted_words="parts that are done stay, and the same command goes on from there"):
    """Runs a program's body and exits: with its code, or with one line for each fault."""

    def interrupted(*_):
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, interrupted)
    try:
        sys.exit(body())
    except Fault as fault:
        for line in str(fault).splitlines():
            print(f"error: {line}", file=sys.stderr)
        sys.exit(fault.code)
    except KeyboardInterrupt:
        print(f"error: interrupted; {interrupted_words}", file=sys.stderr)
        sys.exit(INTERRUPTED)
