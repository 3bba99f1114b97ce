"""Writes the table of one tenant's requests alone and beside another's flood, in every way that its rights allow.

usage: measure.py TOOL     The floods are those of Scripts/fault_cases/tenants.py, which `Scripts/faults.sh tenants`
                           holds to their limit.
"""

import os
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, f"{ROOT}/Scripts")

from fault_cases import tenants  # noqa: E402
from fault_cases.service import Service  # noqa: E402


def main():
    tool = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:

        def start(name, *options):
            return Service(tool, f"{folder}/{name}", "--avatars", f"{ROOT}/Avatars", *options)
        rows = tenants.measure(start, lambda words: print(words, file=sys.stderr, flush=True))
    names = list(tenants.OPERATIONS)
    print("| flood | its longest request, ms | " + " | ".join(f"{name}, alone / beside" for name in names) + " | refused |")
    print("|---|---|" + "---|" * len(names) + "---|")
    for flood in dict.fromkeys(row[0] for row in rows):
        mine = {row[1]: row for row in rows if row[0] == flood}
        cells = [f"{1000 * mine[name][2]:.0f} / {1000 * mine[name][3]:.0f}" for name in names]
        refused = sum(len(row[5]) for row in mine.values())
        longest = 1000 * next(iter(mine.values()))[4]
        print(f"| {flood} | {longest:.0f} | " + " | ".join(cells) + f" | {refused} |")


main()
