# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The checks of a release find what is planted for them, and so do the parts that
make it."""

import importlib.util
import os
import unittest
import unittest.mock

import check_glibc

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def load(path):
    """A script of the project as a module."""
    spec = importlib.util.spec_from_file_location("script", os.path.join(ROOT, path))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class CommandLine(unittest.TestCase):
    generate = load("tools/command-line/generate.py")
    HELP = ("OVERVIEW: do\nit\n\nUSAGE: cm2tt run [options] A\n\nA is 'a'.\n\n.B\n\nOPTIONS:\n"
            "  --a=N    a number,\n           with \\n\n  -o FILE  a file\n  --long-name\n"
            "           what it is\n\nenvironment:\n  CM2TT_A  an a\n           (on)\n\n"
            "exit codes: 0 done\n\nexample:\n  cm2tt run a\n")

    def page(self, text=HELP):
        with unittest.mock.patch.dict(os.environ, SOURCE_DATE_EPOCH="86400"):
            return "\n".join(self.generate.page("run", ["", "run"], "1.2.3", text))

    def test_page(self):
        page = self.page()
        for part in ('.TH CM2TT\\-RUN 1 "1970-01-02" "cm2tt 1.2.3"'.replace("\\-", "-"),
                     "cm2tt\\-run \\- do it", ".B cm2tt run [options] A", "\n\\&.B\n",
                     ".TP\n\\fB\\-\\-a=N\\fR\na number,\nwith \\en\n",
                     ".TP\n\\fB\\-o FILE\\fR\na file", ".SH ENVIRONMENT\n",
                     ".TP\n\\fBCM2TT_A\\fR\nan a\n(on)", ".SH EXIT CODES\n0 done",
                     ".SH EXAMPLE\n", ".EX\n  cm2tt run a\n.EE", "SEE ALSO\n\\fBcm2tt\\fR(1)"):
            self.assertIn(part, page)

    def test_help_of_another_form(self):
        for wrong in ("", "USAGE: a\n\nOPTIONS:\n  --a  b\n", "OVERVIEW: a\n\nUSAGE: b\n",
                      self.HELP.replace("OPTIONS", "Options"), self.HELP.replace("OVERVIEW", "")):
            with self.assertRaisesRegex(SystemExit, "--help: expected OVERVIEW, USAGE and OPTIONS"):
                self.page(wrong)

    def option(self, name="a=", kind="KIND_JOINED", **fields):
        record = {"Prefixes": ["--", "-"], "Name": name, "Kind": {"def": kind}, "Values": None,
                  "MetaVarName": "N", "HelpText": "a [b]: it's\nc\\d", "HelpTextsForVariants": []}
        return self.generate.Option({**record, **fields}, "RunVis", {
            "x": {"Visibilities": [{"def": "RunVis"}], "Text": "of run"},
            "y": {"Visibilities": [{"def": "TuneVis"}], "Text": "of tune"}})

    def test_options(self):
        self.assertEqual(self.option().help, "a [b]: it's c\\d")
        both = [{"def": "y"}, {"def": "x"}]
        self.assertEqual(self.option(HelpTextsForVariants=both).help, "of run")
        self.assertEqual(self.option(HelpTextsForVariants=both[:1]).help[0], "a")
        self.assertEqual(self.option("a", "KIND_FLAG").value, None)
        self.assertEqual(self.option(MetaVarName=None).value, "VALUE")
        self.assertTrue(self.option(MetaVarName="FILE").takes_file)

    def test_shells(self):
        def lines(shell, *options):
            return "\n".join(shell({"": [self.option("z", "KIND_FLAG")], "run": options}))

        zsh, fish, bash = self.generate.zsh, self.generate.fish, self.generate.bash
        self.assertIn("'*--a=[a \\[b\\]\\: it'\\''s c\\\\d]:N: '", lines(zsh, self.option()))
        self.assertIn(":FILE:_files'", lines(zsh, self.option(MetaVarName="FILE")))
        self.assertIn(":N:(x y)'", lines(zsh, self.option(Values="x,y")))
        self.assertIn("-l a -x -d 'a [b]: it\\'s c\\\\d'", lines(fish, self.option()))
        self.assertIn("-l a -r -d", lines(fish, self.option(MetaVarName="FILE")))
        self.assertIn("-l a -x -a 'x y' -d", lines(fish, self.option(Values="x,y")))
        self.assertIn("-s o -r", lines(fish, self.option("o", "KIND_SEPARATE", Prefixes=["-"],
                                                         MetaVarName="FILE")))
        self.assertIn("  --a) values='x y' ;;", lines(bash, self.option(Values="x,y")))
        self.assertIn("options='--a=' files=''", lines(bash, self.option()))
        self.assertIn("options='--a=' files='--a'", lines(bash, self.option(MetaVarName="FILE")))


class Glibc(unittest.TestCase):
    def faults(self, needed, versions, newest=check_glibc.NEWEST):
        lines = [f" 0x01 (NEEDED)  Shared library: [{name}]" for name in needed]
        lines += ["Version definition section '.gnu.version_d'", "  Name: ELSE_9",
                  "Version needs section '.gnu.version_r' contains 1 entries:"]
        lines += [f"  0x0040:   Name: {name}  Flags: none  Version: 4" for name in versions]
        lines += ["Symbol table '.dynsym'", " 1: 0 FUNC GLOBAL UND arc4random@GLIBC_2.36 (3)"]
        return list(check_glibc.faults("\n".join(lines), newest))

    def test_versions(self):
        for right in (["GLIBC_2.2.5"], ["GLIBC_2.34"], ["GLIBC_2.4", "GLIBC_2.17"], ["CM2TT_1"], []):
            self.assertEqual(self.faults(["libc.so.6"], right), [], right)
        for wrong in ("GLIBC_2.35", "GLIBC_2.38", "GLIBC_2.100", "GLIBC_3.0", "GLIBC_2.34.1", "GLIBC_PRIVATE",
                      "GLIBCXX_3.4", "GCC_3.0", "CXXABI_1.3", "LLVM_22.1"):
            self.assertEqual(len(self.faults(["libc.so.6"], ["GLIBC_2.4", wrong])), 1, wrong)
        self.assertEqual(self.faults([], ["GLIBC_2.36"]),
                         ["needs glibc 2.36: arc4random; expected at most 2.34"])
        self.assertEqual(self.faults([], ["GLIBC_2.38"], newest=None), [])

    def test_libraries(self):
        right = ["libc.so.6", "libm.so.6", "libdl.so.2", "ld-linux-x86-64.so.2",
                 "ld-linux-aarch64.so.1", "libcm2tt.so.1", "libpthread.so.0", "librt.so.1"]
        self.assertEqual(self.faults(right, []), [])
        for wrong in ("libstdc++.so.6", "libgcc_s.so.1", "libz.so.1", "libzstd.so.1",
                      "libLLVM.so.22.1", "libcuda.so.1", "libtinfo.so.6", "libc.musl-x86_64.so.1",
                      "libxml2.so.2", "libz3.so.4"):
            self.assertEqual(self.faults([wrong], []), [f"needs {wrong}"])


if __name__ == "__main__":
    unittest.main()
