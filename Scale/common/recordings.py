"""The recordings of a batch, and the units of work that each of them consists of."""

import dataclasses
import os

from .manifest import Row
from .plans import Plan
from .process import PLAN

# The kinds of units, in their order.
MAKE_PLAN, PART, JOIN = "plan", "part", "join"


@dataclasses.dataclass
class Failure:
    """A unit that failed for good."""

    recording: "Recording"
    what: str
    tries: int
    code: int | None
    why: str
    host: str


@dataclasses.dataclass(eq=False)
class Recording:
    """A clip that is made of parts; without a plan until its row is planned."""

    output: str
    plan: Plan | None = None
    row: Row | None = None
    name: str = ""
    planned_path: str = ""
    done: set[int] = dataclasses.field(default_factory=set)
    frames_done: int = 0
    running: int = 0
    retries: int = 0
    # Units that are neither done nor failed.
    open: int = 0
    failures: list[Failure] = dataclasses.field(default_factory=list)
    # A fault that no unit of it would escape; what has not begun is not begun.
    is_stopped: bool = False
    is_done: bool = False

    @property
    def is_over(self):
        return self.running == 0 and (self.open == 0 or self.is_stopped)

    @property
    def state(self):
        if self.failures:
            return "failed" if self.is_over else "failing"
        if self.is_done:
            return "done"
        if self.plan is None:
            return "planning" if self.running else "waiting"
        if len(self.done) == len(self.plan.frames):
            return "joining"
        return "rendering" if self.running or self.done else "waiting"


@dataclasses.dataclass(eq=False)
class Unit:
    """A verb that is run for a recording; `index` is that of its part."""

    recording: Recording
    kind: str
    index: int = 0
    tries: int = 0

    @property
    def what(self):
        return f"part {self.index}" if self.kind == PART else self.kind


@dataclasses.dataclass(frozen=True)
class Verbs:
    """How the verbs are called."""

    tool: str
    store: str
    overwrite: bool = False
    part_seconds: int | None = None
    threads: int = 1

    def command(self, unit):
        """The command of a unit, and the folder that its relative paths belong to, or None."""
        recording = unit.recording
        if unit.kind == MAKE_PLAN:
            row = recording.row
            return [
                self.tool, "plan", row.recording, "--avatar", row.avatar, "-o", row.output,
                *self._plan_options(row), *row.options], row.folder
        if unit.kind == PART:
            return [
                self.tool, "part", PLAN, str(unit.index), "--store", self.store,
                "--progress", "none"], None
        # A join that was lost may have published its output, which then is our own.
        overwrite = ["--overwrite"] if self.overwrite or unit.tries > 1 else []
        return [
            self.tool, "join", PLAN, "--store", self.store, "-o", recording.output, *overwrite], None

    def _plan_options(self, row):
        """What the row's own options leave open; a verb refuses an option that it has twice."""
        own = {word.split("=")[0] for word in row.options}
        options = []
        if self.overwrite and "--overwrite" not in own:
            options += ["--overwrite"]
        if self.part_seconds and not own & {"--parts", "--part-seconds"}:
            options += ["--part-seconds", str(self.part_seconds)]
        if "--threads" not in own:
            options += ["--threads", str(self.threads)]
        return options


def name_recordings(recordings):
    """Names the recordings by their output's file name, or its path where two have the same name."""
    names = [os.path.basename(recording.output) for recording in recordings]
    for recording, name in zip(recordings, names):
        recording.name = name if names.count(name) == 1 else recording.output
