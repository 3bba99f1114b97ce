"""The order of work, and what follows from how a unit ended."""

import os
import tempfile
import unittest

from common.manifest import Row
from common.plans import read_plan
from common.process import Outcome
from common.recordings import Recording, Verbs
from common.schedule import Schedule

PLAN = os.path.join(os.path.dirname(__file__), "data", "clip.plan.json")
# Longer than any pause.
LATER = 1000.0


def planned(output="/out/a.mp4"):
    return Recording(output, read_plan(PLAN), name=output)


def taken(schedule, now=0.0):
    units = []
    while unit := schedule.take(now):
        units.append(unit)
    return units


class ScheduleTests(unittest.TestCase):
    def test_all_parts_and_then_the_join(self):
        schedule = Schedule([planned()])
        units = taken(schedule)
        self.assertEqual([unit.what for unit in units], [f"part {index}" for index in range(6)])
        for unit in units[:5]:
            schedule.ended(unit, Outcome(0), 0)
        self.assertEqual(taken(schedule), [])
        schedule.ended(units[5], Outcome(0), 0)
        join, = taken(schedule)
        self.assertEqual(join.what, "join")
        self.assertFalse(schedule.is_over)
        schedule.ended(join, Outcome(0), 0)
        self.assertTrue(schedule.is_over)
        self.assertEqual(schedule.failures, [])
        self.assertTrue(schedule.recordings[0].is_done)

    def test_what_is_tried_again_and_what_is_not(self):
        for code, is_tried in [(74, True), (-9, True), (137, True), (None, True), (130, True),
                               (65, False), (64, False), (66, False), (70, False), (73, False), (1, False)]:
            schedule = Schedule([planned()])
            unit = schedule.take(0)
            schedule.ended(unit, Outcome(code), 0)
            again = unit in taken(schedule, LATER)
            self.assertEqual(again, is_tried, code)
            self.assertEqual(bool(schedule.failures), not is_tried, code)

    def test_a_pause_before_each_further_try_grows(self):
        schedule = Schedule([planned()], pause=2.0)
        first, *rest = taken(schedule)
        schedule.ended(first, Outcome(74), 100)
        self.assertEqual(taken(schedule, 101), [])
        self.assertEqual(taken(schedule, 103), [first])
        schedule.ended(first, Outcome(74), 200)
        self.assertEqual(taken(schedule, 205), [])
        self.assertEqual(taken(schedule, 211), [first])

    def test_tries_are_limited_and_counted(self):
        schedule = Schedule([planned()], tries=3)
        parts = taken(schedule)
        for number in range(3):
            schedule.ended(parts[2], Outcome(74, "the store is away", host="n7"), 0)
            self.assertEqual(taken(schedule, LATER), [parts[2]] if number < 2 else [])
        failure, = schedule.failures
        self.assertEqual(
            (failure.what, failure.tries, failure.code, failure.why, failure.host),
            ("part 2", 3, 74, "the store is away", "n7"))
        # Parts that others would miss are still made; a join is not tried.
        for part in parts[:2] + parts[3:]:
            schedule.ended(part, Outcome(0), 0)
        self.assertEqual(taken(schedule, LATER), [])
        self.assertTrue(schedule.is_over)
        self.assertEqual(schedule.recordings[0].state, "failed")

    def test_a_fault_for_good_stops_its_recording_alone(self):
        bad, good = planned("/out/bad.mp4"), planned("/out/good.mp4")
        schedule = Schedule([bad, good])
        first, second = schedule.take(0), schedule.take(0)
        schedule.ended(first, Outcome(65, "edited"), 0)
        rest = taken(schedule)
        self.assertEqual({unit.recording for unit in rest}, {good})
        # One that was tried meanwhile is not tried again.
        schedule.ended(second, Outcome(74), 0)
        self.assertEqual(taken(schedule, LATER), [])
        for unit in rest:
            schedule.ended(unit, Outcome(0), 0)
        join, = taken(schedule)
        schedule.ended(join, Outcome(0), 0)
        self.assertTrue(schedule.is_over)
        self.assertEqual((bad.is_done, good.is_done), (False, True))

    def test_the_join_of_one_recording_comes_before_parts_of_the_next(self):
        schedule = Schedule([planned("/out/a.mp4"), planned("/out/b.mp4")])
        for _ in range(6):
            schedule.ended(schedule.take(0), Outcome(0), 0)
        unit = schedule.take(0)
        self.assertEqual((unit.what, unit.recording.output), ("join", "/out/a.mp4"))

    def test_a_row_is_planned_and_its_plan_kept(self):
        with tempfile.TemporaryDirectory() as folder, open(PLAN, "rb") as file:
            content = file.read()
            recording = Recording(
                "/out/a.mp4", row=Row(2, folder, "/a", "ox", [], "/out/a.mp4"),
                planned_path=f"{folder}/a.json")
            schedule = Schedule([recording])
            unit = schedule.take(0)
            self.assertEqual((unit.what, schedule.take(0)), ("plan", None))
            schedule.ended(unit, Outcome(0, output=content), 0)
            self.assertEqual(len(taken(schedule)), 6)
            with open(f"{folder}/a.json", "rb") as kept:
                self.assertEqual(kept.read(), content)

    def test_output_that_is_no_plan_fails_its_recording(self):
        for output in [b"", b"{}", b"[1]", b"\xff", b'{"format": "avatar-overlay-plan", "version": 2}',
                       b'{"format": "avatar-overlay-plan", "version": 1, "parts": [], "inputs": []}']:
            recording = Recording(
                "/out/a.mp4", row=Row(2, "/", "/a", "ox", [], "/out/a.mp4"), planned_path="/nowhere/a.json")
            schedule = Schedule([recording])
            schedule.ended(schedule.take(0), Outcome(0, output=output), 0)
            self.assertTrue(schedule.is_over, output)
            self.assertEqual(len(schedule.failures), 1, output)

    def test_a_row_is_planned_by_its_own_options_first(self):
        verbs = Verbs("avatar-overlay", "/store", part_seconds=4, threads=3)
        for options, expected in [
                ([], ["--part-seconds", "4", "--threads", "3"]),
                (["--parts", "9"], ["--threads", "3", "--parts", "9"]),
                (["--threads=1", "--mirror"], ["--part-seconds", "4", "--threads=1", "--mirror"])]:
            row = Row(2, "/folder", "/a", "ox", options, "/out/a.mp4")
            schedule = Schedule([Recording(row.output, row=row)])
            command, folder = verbs.command(schedule.take(0))
            self.assertEqual(command[:7], [
                "avatar-overlay", "plan", "/a", "--avatar", "ox", "-o", "/out/a.mp4"])
            self.assertEqual((command[7:], folder), (expected, "/folder"))

    def test_only_a_join_that_may_have_published_its_output_replaces_it(self):
        verbs = Verbs("avatar-overlay", "/store")
        schedule = Schedule([planned()])
        for unit in taken(schedule):
            schedule.ended(unit, Outcome(0), 0)
        join = schedule.take(0)
        self.assertNotIn("--overwrite", verbs.command(join)[0])
        schedule.ended(join, Outcome(None), 0)
        self.assertIs(schedule.take(LATER), join)
        self.assertIn("--overwrite", verbs.command(join)[0])
