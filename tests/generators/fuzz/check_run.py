# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run.py and seeds.py, without clang: seeds of each target, what is an error, and
the table that a run ends with.

    check_run.py build/bin/cm2tt
"""

import contextlib
import io
import os
import pathlib
import stat
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import run  # noqa: E402
import seeds  # noqa: E402

CM2TT = None
LOG = """#7 INITED cov: 10 ft: 20 corp: 3/9Kb exec/s: 0 rss: 80Mb
#4211: cov: 1234 ft: 5678 corp: 90 exec/s: 3 oom/timeout/crash: 0/0/1
"""
# Stands for a fuzzer: logs, leaves an input that it fails on, and fails again
# when it is run with this input.
FUZZER = """#!/bin/sh
for last; do
  case $last in -artifact_prefix=*) prefix=${last#*=} ;; esac
done
if [ -n "$prefix" ]; then
  echo '#12: cov: 3 ft: 4 corp: 5 exec/s: 0'
  FINDING
else
  echo 'WRONG: bad' >&2
  exit 1
fi
"""


class Seeds(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_each_target(self):
        for target in run.TARGETS:
            count, _ = seeds.write(run.ROOT, target, self.folder / target, CM2TT)
            self.assertGreater(count, 10, target)
            self.assertEqual(len(list((self.folder / target).iterdir())), count)

    def test_models_as_tiles(self):
        model = (run.ROOT / "tests/generators/fuzz/seeds/models/Rows-argmax.cm").read_text()
        [text] = seeds.as_tiles([model, "no model"], CM2TT)
        self.assertTrue(text.startswith("// fuzz: "))
        self.assertIn("tt.reduce", text)

    def test_missing_folder(self):
        for target in run.TARGETS:
            with self.assertRaisesRegex(seeds.MissingSeeds, "no folder"):
                seeds.write(self.folder, target, self.folder / "out", CM2TT)

    def test_empty_folder(self):
        (self.folder / "tests").mkdir()
        with self.assertRaisesRegex(seeds.MissingSeeds, "no .cm in tests"):
            list(seeds.texts_of(self.folder, ["tests"], [".cm"]))

    def test_variants(self):
        (self.folder / "a.mlir").write_text(
            "tt.func @a() {\n  %x = f\n}\n\n// VARIANT: b\n%x = g\n\n// -----\n\nlast\n")
        [first, second, last] = seeds.texts_of(self.folder, ["."], [".mlir"])
        self.assertEqual([text.split() for text in (first, second, last)], [
            ["tt.func", "@a()", "{", "%x", "=", "f", "}"],
            ["tt.func", "@b()", "{", "%x", "=", "g", "}"], ["last"]])

    def test_missing_program(self):
        with self.assertRaisesRegex(seeds.MissingSeeds, "build it"):
            seeds.write(run.ROOT, "FuzzText", self.folder, self.folder / "cm2tt")


class Run(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.build = pathlib.Path(folder.name)

    def run_with(self, finding):
        """Exit code and output of a run of two targets."""
        def build(folder, target):
            program = folder / target
            program.write_text(FUZZER.replace("FINDING", finding))
            program.chmod(program.stat().st_mode | stat.S_IXUSR)
            return program

        arguments = ["run.py", "FuzzJson", "FuzzTtgPtx", f"--build={self.build}",
                     f"--cm2tt={CM2TT}"]
        out = io.StringIO()
        with mock.patch.object(run, "build", build), \
                mock.patch.object(sys, "argv", arguments), \
                contextlib.redirect_stdout(out), \
                contextlib.redirect_stderr(out):
            try:
                code = run.main()
            except SystemExit as end:
                code = end.code
        return code, out.getvalue()

    def test_findings(self):
        code, out = self.run_with("echo x > ${prefix}crash-1")
        self.assertEqual(code, 1)
        self.assertIn("1 x WRONG: bad", out)
        rows = [line.split() for line in out.splitlines()[-3:]]
        self.assertEqual(rows[0], ["target", "seconds", "executions", "findings"])
        self.assertEqual([row[0] for row in rows[1:]], ["FuzzJson", "FuzzTtgPtx"])
        self.assertEqual([row[2:] for row in rows[1:]], [["12", "1"]] * 2)

    def test_no_findings(self):
        code, out = self.run_with("true")
        self.assertEqual(code, 0)
        self.assertEqual(out.splitlines()[-1].split()[2:], ["12", "0"])

    def test_missing_seeds(self):
        with mock.patch.object(run, "ROOT", self.build):
            code, out = self.run_with("true")
        self.assertEqual(code, 2)
        self.assertIn("run.py: no folder tests/cases/importer", out)

    def test_fuzzer_that_does_not_run(self):
        with mock.patch.object(sys.modules[__name__], "FUZZER", "#!/bin/sh\n"):
            code, out = self.run_with("true")
        self.assertEqual(code, 2)
        self.assertIn("FuzzJson has not run", out)

    def test_summary(self):
        self.assertEqual(run.summarize(LOG), ("4211", "1234", "5678", "90"))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    CM2TT = os.path.abspath(sys.argv.pop(1))
    unittest.main()
