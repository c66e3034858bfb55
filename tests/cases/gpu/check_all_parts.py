#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of all_parts.py: no failure, and nothing that did not run, is a success.

    check_all_parts.py
"""

import contextlib
import io
import json
import os
import sys
import tempfile
import time
import types
import unittest

import all_parts
from all_parts import Counts, Part

JUNIT = """
[         {} tests skipped         ]
[         8 tests started         ]
[         {} tests aborted         ]
[         {} tests successful      ]
[         {} tests failed          ]
"""


class Parts(unittest.TestCase):
    """Parts of a line of Python, run as those of all.sh are."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.setting = types.SimpleNamespace(
            folder=self.folder.name, logs=self.folder.name,
            deadline=time.monotonic() + 60,
        )  # fmt: skip

    def tearDown(self):
        self.folder.cleanup()

    def run_line(self, line, count, limit=20, **more):
        """The row of a part whose program is a line of Python."""
        part = Part("part", [sys.executable, "-c", line], count, limit, **more)
        return all_parts.run_part(part, self.setting)

    def run_checks(self, text, code=0, **more):
        line = f"print({text!r}); raise SystemExit({code})"
        return self.run_line(line, all_parts.count_checks, **more)

    def test_passes(self):
        row = self.run_checks("7 checks, 0 failures")
        self.assertEqual((row.counts, row.problem), (Counts(7, 0, 0), ""))

    def test_failures_count(self):
        row = self.run_checks("7 checks, 2 failures", 1)
        self.assertEqual((row.counts, row.problem), (Counts(5, 2, 0), "2 failed"))

    def test_exit_code_counts(self):
        self.assertIn("exit 3", self.run_checks("7 checks, 0 failures", 3).problem)
        self.assertIn("exit 77", self.run_checks("skipped: no GPU", 77).problem)

    def test_nothing_is_a_failure(self):
        self.assertIn("nothing ran", self.run_checks("0 checks, 0 failures").problem)
        self.assertIn("no result", self.run_checks("other words").problem)
        row = self.run_line("pass", all_parts.count_lines("^ok"))
        self.assertIn("nothing ran", row.problem)

    def test_reasons(self):
        """The line of an output with the reason is shown."""
        self.assertEqual(all_parts.reason(""), "no output")
        self.assertEqual(all_parts.reason("one\ntwo\n\n"), "two")
        text = "a() Assumption failed: needs a GPU\n\n[ 0 tests failed ]\n"
        self.assertIn("needs a GPU", all_parts.reason(text))
        text = "Exception in thread: no GPU\n\tat Launch.main(Launch.java:73)\n"
        self.assertIn("no GPU", all_parts.reason(text))

    def test_missing_program(self):
        part = Part("part", ["/no/such/program"], all_parts.count_checks, 5)
        self.assertTrue(all_parts.run_part(part, self.setting).problem)

    def test_hang(self):
        """Also what the program started is stopped."""
        line = (
            "import subprocess, time;"
            "subprocess.Popen(['sleep', '60']); time.sleep(60)"
        )
        row = self.run_line(line, all_parts.count_checks, limit=1)
        self.assertLess(row.seconds, 20)
        self.assertIn("stopped after 1 s", row.problem)

    def test_no_time_is_left(self):
        self.setting.deadline = time.monotonic() - 100
        row = self.run_line("import time; time.sleep(60)", all_parts.count_checks)
        self.assertIn("stopped after 1 s", row.problem)

    def test_skips_need_an_allowance(self):
        line = f"print({JUNIT.format(1, 2, 5, 0)!r})"
        row = self.run_line(line, all_parts.count_junit)
        self.assertEqual((row.counts, row.problem), (Counts(5, 0, 3), "3 skipped"))
        row = self.run_line(line, all_parts.count_junit, may_skip=True)
        self.assertEqual(row.problem, "")

    def test_junit_failures(self):
        row = self.run_line(f"print({JUNIT.format(0, 0, 7, 1)!r})", all_parts.count_junit)
        self.assertEqual(row.problem, "1 failed")

    def test_results_of_earlier_runs_are_none(self):
        path = f"{self.folder.name}/part.json"
        with open(path, "w") as file:
            json.dump([{"status": "ok"}], file)
        row = self.run_line("pass", all_parts.count_cases(path))
        self.assertIn("no result", row.problem)

    def counted(self, count, content):
        path = os.path.join(self.folder.name, "counted.json")
        with open(path, "w") as file:
            json.dump(content, file)
        return count(path)("")

    def test_cases(self):
        statuses = ["ok", "ok", "WRONG", "not run", "ERROR", "refused", "skipped"]
        rows = [{"status": status} for status in statuses]
        self.assertEqual(self.counted(all_parts.count_cases, rows), Counts(2, 3, 2))

    def test_cases_after_an_exception(self):
        line = "print('Traceback (most recent call last):')"
        path = f"{self.folder.name}/other.json"
        with open(path, "w") as file:
            json.dump([{"status": "ok"}], file)
        row = self.run_line(line, all_parts.count_cases(path))
        self.assertIn("an exception", row.problem)

    def test_googletest(self):
        tests = [
            {"status": "RUN", "result": "COMPLETED"},
            {"status": "RUN", "result": "COMPLETED", "failures": [{}]},
            {"status": "RUN", "result": "SKIPPED"},
            {"status": "NOTRUN", "result": "SUPPRESSED"},
        ]
        content = {"testsuites": [{"testsuite": tests}]}
        self.assertEqual(
            self.counted(all_parts.count_googletest, content), Counts(1, 1, 1)
        )

    def test_launch_table(self):
        part = all_parts.launch_part(self.setting, "cpu")
        text = "arguments   C\n        1     150     180        30   4\n"
        self.assertEqual(part.count(text), Counts(1, 0, 0))

    def test_samples_are_different(self):
        names = [f"a/{i}" for i in range(100)]
        first, second = (all_parts.sample(names, 10, start) for start in (0, 3))
        self.assertEqual(len(set(first)), 10)
        self.assertFalse(set(first) & set(second))
        self.assertEqual(len(set(all_parts.sample(names, 500, 7))), 100)

    def test_no_gpu_is_a_failure(self):
        """With nothing but the folder, each part fails; so does the whole."""
        text = io.StringIO()
        arguments = [
            self.folder.name, f"--logs={self.folder.name}/logs",
            "--only=^(c|cpp|java-gpu|launch-cpu)$",
        ]  # fmt: skip
        with contextlib.redirect_stdout(text):
            self.assertEqual(all_parts.main(arguments), 1)
        self.assertIn("4 parts, 4 failed", text.getvalue())
        with contextlib.redirect_stdout(text):
            self.assertEqual(all_parts.main([*arguments[:2], "--only=^none$"]), 1)


if __name__ == "__main__":
    unittest.main()
