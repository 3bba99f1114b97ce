"""The engine of one machine, with real processes."""

import os
import tempfile
import time
import unittest

from common.local import LocalEngine


class LocalEngineTests(unittest.TestCase):
    def ended(self, engine):
        while not (found := engine.wait(5)):
            pass
        return found

    def test_so_many_at_a_time(self):
        engine = LocalEngine(2)
        with tempfile.TemporaryDirectory() as folder:
            for number in range(2):
                self.assertTrue(engine.has_room)
                engine.start(number, ["sh", "-c", "until [ -e gate ]; do sleep 0.01; done"], folder, None)
            self.assertFalse(engine.has_room)
            self.assertEqual(engine.wait(0.01), [])
            os.mkdir(f"{folder}/gate")
            numbers = []
            while len(numbers) < 2:
                numbers += [unit for unit, outcome in self.ended(engine) if outcome.code is not None]
        self.assertEqual(sorted(numbers), [0, 1])
        self.assertTrue(engine.has_room)
        engine.stop()

    def test_what_runs_is_ended(self):
        engine = LocalEngine(1)
        engine.start("unit", ["sleep", "600"], None, None)
        while not engine._children:
            time.sleep(0.01)
        engine.stop()
        (_, outcome), = self.ended(engine)
        self.assertEqual(outcome.code, -15)

    def test_waiting_without_work_waits(self):
        engine, begun = LocalEngine(1), time.monotonic()
        self.assertEqual(engine.wait(0.05), [])
        self.assertGreaterEqual(time.monotonic() - begun, 0.05)
        engine.stop()
