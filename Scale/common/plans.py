"""Reads a plan as `avatar-overlay plan` writes it, as far as an engine needs it."""

import dataclasses
import json
import os

from .faults import MISSING, UNFIT, Fault

FORMAT, VERSION = "avatar-overlay-plan", 1


@dataclasses.dataclass
class Plan:
    """A plan: its file, its parts' numbers of frames and threads, and the paths that it names."""

    path: str
    content: bytes
    frames: list[int]
    output: str
    inputs: list[str]
    threads: int


def parse_plan(content, path):
    """The plan of a file's content; `path` is for messages and for the copies that workers make."""
    try:
        stated = json.loads(content)
        if stated["format"] != FORMAT or stated["version"] != VERSION:
            raise Fault(
                f"{path}: format {stated['format']!r}, version {stated['version']!r};"
                f" expected {FORMAT!r}, version {VERSION}; make it again with avatar-overlay plan")
        frames = [last - first + 1 for first, last in (part["frames"] for part in stated["parts"])]
        if not frames or min(frames) < 1:
            raise ValueError("no parts, or one without frames")
        output = os.path.join(stated["folder"], stated["request"]["output"])
        inputs = [entry["path"] for entry in stated["inputs"]]
        if not all(isinstance(name, str) and name for name in [output, *inputs]):
            raise ValueError("a path that is no text")
        return Plan(path, content, frames, output, inputs, int(stated["threads"]))
    except (KeyError, TypeError, ValueError) as error:
        raise Fault(
            f"{path}: not a plan of avatar-overlay plan ({type(error).__name__}: {error})") from None


def read_plan(path):
    """The plan in a file."""
    path = os.path.abspath(path)
    try:
        with open(path, "rb") as file:
            return parse_plan(file.read(), path)
    except FileNotFoundError:
        raise Fault(f"{path}: no plan there; avatar-overlay plan makes one", MISSING) from None
    except OSError as error:
        raise Fault(f"{path}: {error.strerror}", UNFIT) from None
