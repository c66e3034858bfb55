# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of what runs the suite: run_tests.py, and the table of skipped tests."""

import os
import sys
import tempfile
import unittest

import check_skips

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import run_tests  # noqa: E402

GOOGLE = "[==========] 3 tests from 1 test suite ran. (0 ms total)\n[  PASSED  ] 3 tests.\n"
GOOGLE_SKIPPED = (
    "[  PASSED  ] 2 tests.\n[  SKIPPED ] 1 test, listed below:\n[  SKIPPED ] A.B\n"
)
ALL_SKIPPED = "[  PASSED  ] 0 tests.\n[  SKIPPED ] 2 tests, listed below:\n"
LIT = (
    "Testing Time: 0.1s\n\nTotal Discovered Tests: 323\n"
    "  Excluded: 277 (85.76%)\n  Passed  :  46 (14.24%)\n"
)
LIT_SKIPPED = (
    "Total Discovered Tests: 323\n  Excluded   : 321 (99.38%)\n  Unsupported:   2 (0.62%)\n"
)
JUNIT = """[         9 tests found           ]
[         {} tests skipped         ]
[         9 tests started         ]
[         {} tests aborted         ]
[         {} tests successful      ]
[         0 tests failed          ]
"""


class RunTests(unittest.TestCase):
    def expect(self, code, text, may_skip=False, ended=0, why=""):
        found, said = run_tests.verdict(ended, text, may_skip)
        self.assertEqual(found, code, said)
        self.assertIn(why, said)

    def test_all_passed(self):
        for text in (GOOGLE, LIT, JUNIT.format(0, 0, 9)):
            self.expect(0, text)
            self.expect(0, text, may_skip=True)

    def test_skipped_without_leave(self):
        for text in (GOOGLE_SKIPPED, LIT_SKIPPED, ALL_SKIPPED, JUNIT.format(0, 1, 8),
                     JUNIT.format(1, 0, 8)):  # fmt: skip
            self.expect(1, text, why="were skipped that may not be")

    def test_skipped_with_leave(self):
        for text in (ALL_SKIPPED, LIT_SKIPPED, JUNIT.format(0, 9, 0)):
            self.expect(run_tests.SKIPPED, text, may_skip=True)

    def test_skipped_in_part(self):
        for text in (GOOGLE_SKIPPED, JUNIT.format(0, 1, 8)):
            self.expect(1, text, may_skip=True, why="but not the other")

    def test_nothing_ran(self):
        for text in ("", "[==========] 0 tests ran.\n[  PASSED  ] 0 tests.\n",
                     "Total Discovered Tests: 9\n  Excluded: 9\n",
                     JUNIT.format(0, 0, 0)):  # fmt: skip
            self.expect(1, text, why="no test ran")
            self.expect(1, text, may_skip=True, why="no test ran")

    def test_failures(self):
        self.expect(1, GOOGLE, ended=1)
        self.expect(1, ALL_SKIPPED, ended=1, may_skip=True)
        self.expect(1, GOOGLE, ended=-11, why="signal 11")


class Skips(unittest.TestCase):
    def test_both_lists_are_equal(self):
        tests = {"gpu": True, "unit": False, "cm2tt-a-17": True}
        both = {"gpu": "a GPU", "cm2tt-a-*": "a JDK"}
        self.assertEqual(list(check_skips.check(tests, both)), [])
        found = list(check_skips.check(tests, {"gpu": "a GPU"}))
        self.assertEqual(len(found), 1)
        self.assertIn("cm2tt-a-17 may be skipped", found[0])
        found = list(check_skips.check(tests, {**both, "unit": "never"}))
        self.assertEqual(len(found), 1)
        self.assertIn("unit, which no test matches", found[0])

    def test_a_build_without_java(self):
        both = {"gpu": "a GPU", "cm2tt-a-*": "a JDK"}
        self.assertEqual(list(check_skips.check({"gpu": True}, both)), [])

    def test_rows(self):
        with tempfile.NamedTemporaryFile("w", suffix=".md") as file:
            file.write(f"`a` | no\n{check_skips.HEADING}\n\n| tests | without |\n"
                       "|---|---|\n| `a`, `b-*` | a GPU |\n\n## More\n| `c` | d |\n")
            file.flush()
            self.assertEqual(dict(check_skips.rows(file.name)),
                             {"a": "a GPU", "b-*": "a GPU"})


if __name__ == "__main__":
    unittest.main()
