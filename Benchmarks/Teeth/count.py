#!/usr/bin/env python3
"""Counts what `teethVisible` says of the samples of labelled clips that `make_mouths.py` made, as a table.

    count.py OUT AVATAR-OVERLAY
"""
import json
import subprocess
import sys


def count(out, tool):
    json.dump({"teeth": {"signal": "teethVisible"}}, open(f"{out}/teeth.json", "w"))
    print("| clip | samples with teeth: shown, not, unseen | without: shown, not, unseen | gate passed at |")
    print("|---|---|---|---|")
    for entry in json.load(open(f"{out}/labels.json"))["recordings"]:
        trace = f"{out}/signals.jsonl"
        said = subprocess.run(
            [tool, "session", "run", f"{out}/{entry['name']}", "--session", f"{out}/teeth.json", "--signals",
             trace, "--overwrite"], stdout=subprocess.PIPE, text=True).stdout
        tally = {True: [0, 0, 0], False: [0, 0, 0]}
        for line in map(json.loads, open(trace)):
            time, share = line["timestampMs"], line["teethVisible"]
            if any(abs(time - end) < 100 for span in entry["teeth"] for end in span):
                continue  # Where a span begins and ends, a person does not agree with another.
            has = any(span[0] <= time <= span[1] for span in entry["teeth"])
            tally[has][2 if share is None else 0 if share >= 0.35 else 1] += 1
        passed = said.split("teeth ")[1].split(",")[0].replace("passed at ", "") if "teeth " in said else said
        row = [", ".join(map(str, tally[has])) for has in (True, False)]
        print(f"| {entry['name']} | {row[0]} | {row[1]} | {passed} |")


if len(sys.argv) != 3:
    sys.exit(__doc__)
count(*sys.argv[1:])
