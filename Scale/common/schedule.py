"""Which unit of work is next: the order, the retries, and when a recording's parts can be joined."""

import collections
import heapq
import itertools
import random

from .faults import Fault
from .plans import parse_plan
from .recordings import JOIN, MAKE_PLAN, PART, Failure, Unit
from .verdicts import Verdict, meaning, verdict

# The longest pause before another try, in seconds.
LONGEST_PAUSE = 60.0


class Schedule:
    """The units of a batch, each handed out until it is done, has failed for good, or ran out of tries.

    It knows no engine and no clock: whoever drives it says what time it is, in seconds.
    """

    def __init__(self, recordings, tries=5, pause=2.0, plans_only=False):
        """`tries` of each unit in all; `pause` is that before the second, in seconds."""
        self.recordings, self.tries, self.pause = recordings, tries, pause
        self.plans_only = plans_only
        self._ready = collections.deque()
        self._later, self._order = [], itertools.count()
        for recording in recordings:
            if recording.plan is None:
                self._add(Unit(recording, MAKE_PLAN))
            else:
                self._planned(recording)

    @property
    def is_over(self):
        return all(recording.is_over for recording in self.recordings)

    @property
    def failures(self):
        return [failure for recording in self.recordings for failure in recording.failures]

    def take(self, now):
        """The next unit that can begin now, or None."""
        while self._later and self._later[0][0] <= now:
            self._ready.append(heapq.heappop(self._later)[2])
        while self._ready:
            unit = self._ready.popleft()
            if unit.recording.is_stopped:
                continue
            unit.tries += 1
            unit.recording.running += 1
            return unit
        return None

    def ended(self, unit, outcome, now):
        """Takes in how a unit that was handed out ended."""
        recording = unit.recording
        recording.running -= 1
        result = verdict(outcome.code)
        if result is Verdict.AGAIN and unit.tries < self.tries and not recording.is_stopped:
            recording.retries += 1
            pause = min(LONGEST_PAUSE, self.pause * 4 ** (unit.tries - 1))
            # Not all at one time when a store is back.
            due = now + pause * random.uniform(0.75, 1.25)
            heapq.heappush(self._later, (due, next(self._order), unit))
            return
        recording.open -= 1
        if result is not Verdict.DONE:
            why = outcome.said or meaning(outcome.code)
            self._fail(unit, outcome.code, why, outcome.host)
            recording.is_stopped = recording.is_stopped or result is Verdict.NEVER
        elif unit.kind == MAKE_PLAN:
            self._keep_plan(unit, outcome)
        elif unit.kind == JOIN:
            recording.is_done = True
        else:
            recording.done.add(unit.index)
            recording.frames_done += recording.plan.frames[unit.index]
            self._join_if_whole(recording)

    def _keep_plan(self, unit, outcome):
        recording = unit.recording
        try:
            recording.plan = parse_plan(outcome.output, recording.planned_path)
            with open(recording.planned_path, "wb") as file:
                file.write(outcome.output)
        except (Fault, OSError) as error:
            self._fail(unit, outcome.code, str(error), outcome.host)
            return
        self._planned(recording)

    def _planned(self, recording):
        if self.plans_only:
            recording.is_done = True
            return
        for index in range(len(recording.plan.frames)):
            self._add(Unit(recording, PART, index))

    def _join_if_whole(self, recording):
        if len(recording.done) == len(recording.plan.frames):
            # Before the parts of other recordings: what is finished can be used.
            self._add(Unit(recording, JOIN), first=True)

    def _add(self, unit, first=False):
        unit.recording.open += 1
        if first:
            self._ready.appendleft(unit)
        else:
            self._ready.append(unit)

    def _fail(self, unit, code, why, host):
        unit.recording.failures.append(
            Failure(unit.recording, unit.what, unit.tries, code, why, host))
