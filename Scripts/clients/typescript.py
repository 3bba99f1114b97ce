"""Looks at a client that openapi-generator made for TypeScript: files have to be `Blob`, both ways.

usage: typescript.py FOLDER
"""

import pathlib
import re
import sys

text = "\n".join(file.read_text() for file in sorted(pathlib.Path(sys.argv[1]).glob("*.ts")))
# The members of a request, by its operation.
parts = {
    "CreateFrame": ["picture", "tracking"],
    "CreateSnapshot": ["picture", "video", "tracking", "cues"],
    "CreateComparison": ["a", "b", "mask", "placementsA", "placementsB", "ground"],
    "CreateSession": ["tracking"],
    "CreateRender": ["video", "tracking", "cues"],
    "PutAvatar": ["body"],
    "PutScene": ["body"],
}
faults = []
for operation, names in parts.items():
    found = re.search(rf"interface {operation}Request {{(.*?)}}", text, re.DOTALL)
    members = dict(re.findall(r"(\w+)\??: ([^;]+);", found[1])) if found else {}
    faults += [
        f"{operation}: {name} is {members.get(name)}, expected Blob"
        for name in names if members.get(name) != "Blob"
    ]
# Answers that are files, and one of JSON Lines.
answers = {
    "createFrame": "Blob", "createSnapshot": "Blob", "getRenderOutput": "Blob", "getAvatarPreview": "Blob",
    "createSession": "string", "getRenderPlacements": "string",
}
for operation, expected in answers.items():
    found = re.search(rf"async {operation}\(.*?\): Promise<([\w ]+?)( \| null \| undefined *)?>", text)
    if not found or found[1] != expected:
        faults.append(f"{operation} answers {found and found[1]}, expected {expected}")
print(f"{sum(map(len, parts.values()))} parts and {len(answers)} answers, {len(faults)} faults")
print("\n".join(faults))
sys.exit(1 if faults else 0)
