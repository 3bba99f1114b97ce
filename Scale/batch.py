#!/usr/bin/env python3
"""Renders recordings in parts on this machine alone, some processes at a time.

Whoever has a cluster uses ray/render.py or slurm/submit.py; both have the same arguments. See
Documentation/many-machines.md.
"""

from common.batch import add_reports, main, number, parser, perform
from common.local import LocalEngine


def run():
    options = parser(__doc__)
    options.add_argument(
        "--processes", type=number(1, 1024), metavar="N",
        help="at a time: as many as there are cores for by default")
    add_reports(options)
    arguments = options.parse_args()
    return perform(arguments, lambda: LocalEngine(arguments.processes, arguments.cpus))


if __name__ == "__main__":
    main(run)
