"""How processes end, and that none outlives who started it."""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from common.process import PLAN, run

SCALE = pathlib.Path(__file__).parents[1]


class ProcessTests(unittest.TestCase):
    def test_exit_codes_output_and_last_words(self):
        outcome = run(["sh", "-c", "echo plan; echo 'error: why' >&2; echo after >&2; exit 65"])
        self.assertEqual((outcome.code, outcome.output, outcome.said), (65, b"plan\n", "why"))
        self.assertEqual(outcome.host, os.uname().nodename)

    def test_a_signal_is_negative(self):
        self.assertEqual(run(["sh", "-c", "kill -9 $$"]).code, -9)

    def test_a_program_that_is_missing(self):
        outcome = run(["/nowhere/avatar-overlay", "part"])
        self.assertEqual(outcome.code, 69)
        self.assertIn("/nowhere/avatar-overlay", outcome.said)

    def test_only_the_end_of_what_is_said_is_kept(self):
        outcome = run([
            "sh", "-c", "yes noise | head -c 3000000 >&2; printf '\\377\\nerror: \\377 end\\n' >&2"])
        self.assertEqual(outcome.said, "\ufffd end")

    def test_the_plan_is_a_file_with_its_content_here(self):
        with tempfile.TemporaryDirectory() as folder:
            there = f"{folder}/clip.json"
            for content in [b"same", b"other"]:
                pathlib.Path(there).write_bytes(content)
                outcome = run(["sh", "-c", 'cat "$0"; echo " $0"', PLAN], (there, b"same"))
                text, path = outcome.output.decode().split()
                self.assertEqual(text, "same")
                self.assertEqual(path == there, content == b"same")
                self.assertEqual(os.path.basename(path), "clip.json")

    def test_a_process_dies_with_who_started_it(self):
        with tempfile.TemporaryDirectory() as folder:
            parent = subprocess.Popen(
                [sys.executable, "-c", "from common.process import run;"
                 f"run(['sh', '-c', 'cd {folder}; echo $$ > new; mv new pid; exec sleep 600'])"],
                cwd=SCALE)
            while not os.path.exists(f"{folder}/pid"):
                self.assertIsNone(parent.poll())
                time.sleep(0.01)
            child = int(pathlib.Path(f"{folder}/pid").read_text())
            os.kill(child, 0)
            parent.send_signal(signal.SIGKILL)
            parent.wait()
            # Not forever: a process that lives on is the fault that is looked for.
            for _ in range(500):
                try:
                    if " Z " in pathlib.Path(f"/proc/{child}/stat").read_text():
                        return
                except FileNotFoundError:
                    return
                time.sleep(0.01)
            os.kill(child, signal.SIGKILL)
            self.fail("the process lives on")
