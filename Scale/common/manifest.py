"""Reads the manifest of a batch: a CSV file with a header, and a row for each clip that is to be made."""

import csv
import dataclasses
import io
import os
import shlex

from .faults import MISSING, UNFIT, Fault

COLUMNS = ["recording", "avatar", "options", "output"]
# The manifest has columns of their own for what these say, and the plan's file is the engine's.
REFUSED = {"-o", "--output", "--avatar", "--plan"}


@dataclasses.dataclass
class Row:
    """A clip that is to be made; the paths are absolute, those in `options` relative to `folder`."""

    line: int
    folder: str
    recording: str
    avatar: str
    options: list[str]
    output: str


def read_manifest(path):
    """The rows of a manifest. Its relative paths are relative to its own folder.

    All faults of the file are reported together, each with its line.
    """
    try:
        with open(path, "rb") as file:
            text = file.read().decode("utf-8-sig")
    except FileNotFoundError:
        raise Fault(f"{path}: no manifest there", MISSING) from None
    except OSError as error:
        raise Fault(f"{path}: {error.strerror}", MISSING) from None
    except UnicodeDecodeError as error:
        line = error.object[:error.start].count(b"\n") + 1
        raise Fault(f"{path}:{line}: not UTF-8") from None

    folder = os.path.dirname(os.path.abspath(path))
    faults, rows, outputs = [], [], {}
    records = _records(text, path)
    line, header = next(records, (1, []))
    if sorted(header) != sorted(COLUMNS):
        raise Fault(
            f"{path}:{line}: the header is {','.join(header) or 'missing'}; expected the columns"
            f" {','.join(COLUMNS)}, each once, in any order")
    for line, cells in records:
        where = f"{path}:{line}"
        if len(cells) != len(header):
            faults.append(f"{where}: {len(cells)} cells; expected {len(header)}, as in the header")
            continue
        row = dict(zip(header, cells))
        empty = [name for name in COLUMNS if name != "options" and not row[name].strip()]
        if empty:
            faults.append(f"{where}: no {', no '.join(empty)}")
            continue
        if any("\0" in cell for cell in cells):
            faults.append(f"{where}: a cell has a NUL character")
            continue
        try:
            options = shlex.split(row["options"])
        except ValueError as error:
            faults.append(f"{where}: options {row['options']!r}: {error}")
            continue
        refused = [word for word in options if word.split("=")[0] in REFUSED]
        if refused:
            faults.append(f"{where}: options may not have {refused[0]}; see the other columns")
            continue
        output = os.path.join(folder, row["output"])
        same = outputs.setdefault(os.path.realpath(output), line)
        if same != line:
            faults.append(f"{where}: the output {row['output']} is that of line {same} too")
            continue
        recording = os.path.normpath(os.path.join(folder, row["recording"]))
        rows.append(Row(line, folder, recording, row["avatar"], options, os.path.normpath(output)))
    if faults:
        raise Fault("\n".join(faults))
    if not rows:
        raise Fault(f"{path}: no rows after the header", UNFIT)
    return rows


def _records(text, path):
    """Each record of the file that is not an empty line, with the line at which it begins."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    begins = 1
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise Fault(f"{path}:{begins}: {error}") from None
        if cells:
            yield begins, cells
        begins = reader.line_num + 1
