#!/usr/bin/env python3
"""Tells how far recordings are that slurm/submit.py submitted, and what failed.

The exit code is 0 if all of them are done or under way, and 1 if one failed.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from common.batch import Parser, main  # noqa: E402
from submitted import Submitted, failure_lines, state_lines  # noqa: E402


def run():
    options = Parser(description=__doc__)
    options.add_argument(
        "folders", nargs="+", metavar="FOLDER", help="of logs, as submit.py named it: PLAN.json.slurm")
    submitted = [Submitted(folder) for folder in options.parse_args().folders]
    for one in submitted:
        one.look()
    print("\n".join([*state_lines(submitted), *failure_lines(submitted)]))
    return 1 if any(one.state == "failed" for one in submitted) else 0


if __name__ == "__main__":
    main(run)
