"""The manifest of a batch: what is read, and every fault with its line."""

import os
import tempfile
import unittest

from common.faults import Fault
from common.manifest import read_manifest

HEADER = "recording,avatar,options,output\n"


class ManifestTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "recordings.csv")

    def tearDown(self):
        self.folder.cleanup()

    def read(self, text):
        with open(self.path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        return read_manifest(self.path)

    def fault(self, text):
        with self.assertRaises(Fault) as raised:
            self.read(text)
        self.assertEqual(raised.exception.code, 65)
        return str(raised.exception).replace(self.folder.name + "/", "")

    def test_paths_are_relative_to_the_manifest(self):
        row, = self.read(HEADER + "clips/a,dragon,,out/a.mp4\n")
        self.assertEqual(row.recording, f"{self.folder.name}/clips/a")
        self.assertEqual(row.output, f"{self.folder.name}/out/a.mp4")
        self.assertEqual(row.options, [])

    def test_quoting_and_the_order_of_columns(self):
        row, = self.read(
            'output,options,avatar,recording\r\n"/out/a, b.mp4","--text ""two words"" --mirror",ox,/a\r\n')
        self.assertEqual(row.output, "/out/a, b.mp4")
        self.assertEqual(row.options, ["--text", "two words", "--mirror"])

    def test_a_byte_order_mark_and_empty_lines_are_no_fault(self):
        rows = self.read("\ufeff" + HEADER + "\n/a,ox,,/a.mp4\n\n/b,ox,,/b.mp4\n")
        self.assertEqual([row.line for row in rows], [3, 5])

    def test_lines_count_those_inside_of_quotes(self):
        self.assertIn(
            "recordings.csv:4: no avatar", self.fault(HEADER + '"/a\nb",ox,,/a.mp4\n/c,,,/c.mp4\n'))

    def test_unknown_missing_and_repeated_columns(self):
        for header in ["recording,avatar,output\n", HEADER.replace("\n", ",speed\n"),
                       "recording,avatar,avatar,options,output\n", "", "Recording,avatar,options,output\n"]:
            self.assertIn("recordings.csv:1: the header", self.fault(header + "/a,ox,,/a.mp4\n"))

    def test_each_fault_is_told_with_its_line(self):
        told = self.fault(
            HEADER + "/a,ox,/a.mp4\n/b,ox,,/b.mp4,\n/c,,,/c.mp4\n /d ,ox,'x,/d.mp4\n,ox,,\n").splitlines()
        self.assertEqual([line.split(": ")[0] for line in told], [f"recordings.csv:{n}" for n in range(2, 7)])
        self.assertIn("3 cells; expected 4", told[0])
        self.assertIn("5 cells; expected 4", told[1])
        self.assertIn("no avatar", told[2])
        self.assertIn("No closing quotation", told[3])
        self.assertIn("no recording, no output", told[4])

    def test_two_rows_with_one_output(self):
        os.mkdir(f"{self.folder.name}/out")
        os.symlink("out", f"{self.folder.name}/link")
        for other in ["out/a.mp4", "out/../out/a.mp4", f"{self.folder.name}/out/a.mp4", "link/a.mp4"]:
            shown = other.removeprefix(self.folder.name + "/")
            self.assertIn(
                f"recordings.csv:4: the output {shown} is that of line 2 too",
                self.fault(HEADER + f"/a,ox,,out/a.mp4\n/c,ox,,c.mp4\n/b,ox,,{other}\n"))

    def test_options_that_other_columns_are_for(self):
        for options in ["-o x.mp4", "--mirror --avatar=ox", "--plan x"]:
            self.assertIn(
                "recordings.csv:2: options may not have",
                self.fault(HEADER + f"/a,ox,{options},/a.mp4\n"))

    def test_hostile_files(self):
        self.assertIn(
            "recordings.csv:3: not UTF-8",
            self.fault(HEADER.encode() + b"/a,ox,,/a.mp4\n\xff,ox,,/b\n"))
        self.assertIn("recordings.csv:2: a cell has a NUL", self.fault(HEADER + "/a\0b,ox,,/a.mp4\n"))
        self.assertIn("recordings.csv:2: unexpected end of data", self.fault(HEADER + '"/a,ox,,/a.mp4\n'))
        self.assertIn("recordings.csv:2: field larger", self.fault(HEADER + "x" * 200_000 + ",ox,,/a.mp4\n"))
        self.assertIn("no rows", self.fault(HEADER))

    def test_a_manifest_that_is_not_there(self):
        with self.assertRaises(Fault) as raised:
            read_manifest(self.path)
        self.assertEqual(raised.exception.code, 66)
