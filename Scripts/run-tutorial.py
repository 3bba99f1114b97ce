#!/usr/bin/env python3
"""Does what a tutorial says, in an empty folder or that of the tutorial before, so that the document's pictures are those
of its reader.

usage: run-tutorial.py TUTORIAL.md FOLDER

A block whose preceding line ends with the name of a file and a colon is written to that file; commands of console blocks
are run by bash, with `avatar-overlay` from PATH. Ends with 1 where a command's exit code is not the one that its comment
states, else 0. What talks to a service is left out: it makes no picture. Tests/Tool/DocumentExamplesTests/TutorialTests
also compares what is shown.
"""

import pathlib
import re
import subprocess
import sys


def blocks(text):
    """The fenced blocks: language, lines, and the file that the line before names, or None."""
    named, language, lines = None, None, []
    for line in text.splitlines():
        if line.startswith("```"):
            if language is None:
                language, lines = line[3:], []
            else:
                yield language, lines, named
                language, named = None, None
        elif language is not None:
            lines.append(line)
        elif line.strip():
            match = re.search(r"`([^`]+)`:$", line)
            named = match and match[1]


def commands(lines):
    """The commands of a console block, over as many lines as each takes."""
    command = None
    for line in lines:
        if line.startswith("$ "):
            command = line[2:]
        elif command is not None:
            command += "\n" + line
        if command is not None and not line.endswith("\\"):
            yield command
            command = None


def main():
    document, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for language, lines, named in blocks(document.read_text()):
        if named:
            path = folder / named
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(lines) + "\n")
        elif language == "console":
            for command in commands(lines):
                if command.startswith(("curl ", "avatar-overlay serve")):
                    continue
                expected = re.search(r"#.*\bexit ([0-9]+)", command)
                print("$", command, flush=True)
                code = subprocess.run(["bash", "-c", command], cwd=folder).returncode
                if code != int(expected[1] if expected else 0):
                    sys.exit(f"{document}: exit code {code}: {command}")


main()
