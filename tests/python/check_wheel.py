#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The wheel: its contents, its metadata, equal bytes; what it does where it is
unpacked. Without a network; pip is not needed, but used if this Python has pip.

    check_wheel.py BUILD SMALL PROJECT

BUILD is the build folder; SMALL is another library of it, which stands for libcm2tt
where only the format matters.
"""

import base64
import contextlib
import csv
import email
import hashlib
import importlib.util
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

BUILD, SMALL, PROJECT = (os.path.abspath(each) for each in sys.argv[1:4])
sys.path.insert(0, os.path.join(PROJECT, "python"))

import build_wheel  # noqa: E402

MOST_BYTES = 40 << 20
MACHINE = os.uname().machine
LOCAL = f"linux_{MACHINE}"  # promises nothing
TEXT = "tt.func public @f(%p: !tt.ptr<f32>) { tt.return }"
# A program that compiles without Triton.
COMPILE = f"import cm2tt; print(cm2tt.compile({TEXT!r}).image.count(b'.entry'))"


def unpack(wheel, folder):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
        for entry in archive.infolist():
            os.chmod(os.path.join(folder, entry.filename), entry.external_attr >> 16)


def run_python(program, **variables):
    """Runs a program in the environment of a user without this project."""
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith(("CM2TT", "PYTHON"))}  # fmt: skip
    return subprocess.run([sys.executable, "-B", "-c", program], capture_output=True,
                          env={**environment, **variables}, text=True, check=False)  # fmt: skip


class Folders(unittest.TestCase):
    """A test with a folder of its own, and a build folder with the small library."""

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.build = self.path("build")
        os.makedirs(os.path.join(self.build, "lib"))
        shutil.copy(os.path.join(BUILD, "CMakeCache.txt"), self.build)
        shutil.copyfile(SMALL, os.path.join(self.build, "lib", build_wheel.SONAME))

    def path(self, name):
        return os.path.join(self.folder, name)

    def make(self, name, platform=LOCAL):
        return build_wheel.build_wheel(self.build, self.path(name), platform)


class Format(Folders):
    def setUp(self):
        super().setUp()
        self.wheel = self.make("dist")
        with zipfile.ZipFile(self.wheel) as archive:
            self.assertIsNone(archive.testzip())
            self.entries = archive.infolist()
            self.files = {entry.filename: archive.read(entry) for entry in self.entries}
        self.info = next(name.split("/")[0] for name in self.files if "dist-info" in name)

    def test_name(self):
        version = build_wheel.read_cache(BUILD)["CMAKE_PROJECT_VERSION"]
        self.assertEqual(os.path.basename(self.wheel),
                         f"cm2tt_triton-{version}-py3-none-{LOCAL}.whl")  # fmt: skip
        self.assertEqual(self.info, f"cm2tt_triton-{version}.dist-info")
        self.assertEqual(os.listdir(self.path("dist")), [os.path.basename(self.wheel)])

    def test_contents(self):
        names = set(self.files)
        for name in ("cm2tt/__init__.py", "cm2tt/lib/libcm2tt.so.1", "cm2tt_triton.pth",
                     "cm2tt_triton/__init__.py", "cm2tt_triton_start.py"):  # fmt: skip
            self.assertIn(name, names)
        for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE"):
            self.assertIn(f"{self.info}/{name}", names)
        tops = {name.split("/")[0] for name in names}
        self.assertEqual(tops, {"cm2tt", "cm2tt_triton", "cm2tt_triton.pth",
                                "cm2tt_triton_start.py", self.info})  # fmt: skip
        self.assertFalse([name for name in names if "__pycache__" in name])

    def test_all_modules_are_packed(self):
        for folder, _, names in os.walk(os.path.join(PROJECT, "python")):
            for name in names:
                if name.endswith(".py") and name != "build_wheel.py":
                    path = os.path.relpath(os.path.join(folder, name),
                                           os.path.join(PROJECT, "python"))  # fmt: skip
                    self.assertIn(path, self.files)

    def test_record(self):
        rows = list(csv.reader(io.StringIO(self.files[f"{self.info}/RECORD"].decode())))
        self.assertEqual([row[0] for row in rows], [e.filename for e in self.entries])
        for name, digest, size in rows[:-1]:
            data = self.files[name]
            expected = base64.urlsafe_b64encode(hashlib.sha256(data).digest())
            self.assertEqual(digest, "sha256=" + expected.decode().rstrip("="))
            self.assertEqual(int(size), len(data))
        self.assertEqual(rows[-1], [f"{self.info}/RECORD", "", ""])

    def test_metadata(self):
        fields = email.message_from_bytes(self.files[f"{self.info}/METADATA"])
        self.assertEqual(fields["Name"], "cm2tt-triton")
        self.assertEqual(fields["License-Expression"], "Apache-2.0 WITH LLVM-exception")
        self.assertEqual(fields["Requires-Python"], ">=3.10")
        self.assertIn("Operating System :: POSIX :: Linux", fields.get_all("Classifier"))
        page = fields.get_payload()
        self.assertTrue(page.startswith("# cm2tt for Python and Triton\n"))
        links = re.findall(r"\]\(([^)]*)\)", page)
        self.assertTrue(links and all(link.startswith("https://") for link in links))
        for link in links:
            path = link.split("/blob/main/")[1].split("#")[0]
            self.assertTrue(os.path.exists(os.path.join(PROJECT, path)), path)
        wheel = email.message_from_bytes(self.files[f"{self.info}/WHEEL"])
        self.assertEqual((wheel["Tag"], wheel["Root-Is-Purelib"]),
                         (f"py3-none-{LOCAL}", "false"))  # fmt: skip

    def test_permissions_and_order(self):
        for entry in self.entries:
            mode = 0o755 if entry.filename.endswith(".so.1") else 0o644
            self.assertEqual(entry.external_attr >> 16, 0o100000 | mode)
            self.assertEqual(entry.date_time, (1980, 1, 1, 0, 0, 0))
        names = [entry.filename for entry in self.entries]
        self.assertEqual(names, sorted(names, key=lambda n: (
            ".dist-info" in n, n.endswith("RECORD"), n)))  # fmt: skip

    def test_symbols_are_stripped(self):
        library = self.path("library")
        with open(library, "wb") as file:
            file.write(self.files[build_wheel.LIBRARY])
        sections = build_wheel.output_of("readelf", "--wide", "--sections", library)
        self.assertNotIn(".symtab", sections)
        self.assertIn(".dynsym", sections)


class Bytes(Folders):
    """Equal wheels in other surroundings."""

    def digest(self, name):
        with open(self.make(name), "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()

    def test_again(self):
        self.assertEqual(self.digest("first"), self.digest("second"))
        self.assertEqual(self.digest("first"), self.digest("first"))

    def test_surroundings(self):
        expected, before, mask = self.digest("first"), os.getcwd(), os.umask(0o077)
        try:
            os.chdir("/")
            os.environ["TZ"], os.environ["LC_ALL"] = "Asia/Tokyo", "tr_TR.UTF-8"
            os.utime(os.path.join(self.build, "lib", build_wheel.SONAME), (1e9, 1e9))
            self.assertEqual(self.digest("second"), expected)
        finally:
            os.chdir(before)
            os.umask(mask)
            del os.environ["TZ"], os.environ["LC_ALL"]
        self.assertEqual(os.stat(self.make("second")).st_mode & 0o777, 0o644)

    def test_time(self):
        expected = self.digest("first")
        for moment, is_equal in (("1700000000", False), ("0", True)):
            os.environ["SOURCE_DATE_EPOCH"] = moment
            try:
                self.assertEqual(self.digest(moment) == expected, is_equal)
            finally:
                del os.environ["SOURCE_DATE_EPOCH"]


class Refusals(Folders):
    def check(self, expected, build=None, platform=LOCAL):
        with self.assertRaises(build_wheel.WheelError) as raised:
            build_wheel.build_wheel(build or self.build, self.path("dist"), platform)
        self.assertIn(expected, str(raised.exception))
        self.assertFalse(os.path.exists(self.path("dist")))

    def test_machine(self):
        other = "aarch64" if MACHINE == "x86_64" else "x86_64"
        for kind in ("linux", "manylinux_2_34"):
            self.check(f"the library is one for {MACHINE}", platform=f"{kind}_{other}")

    def test_glibc(self):
        facts = (MACHINE, (2, 36), ["libc.so.6", "ld-linux-x86-64.so.2"])
        for tag, is_fine in (("2_34", False), ("2_35", False), ("2_36", True),
                             ("2_40", True), ("3_0", True)):  # fmt: skip
            platform = f"manylinux_{tag}_{MACHINE}"
            if is_fine:
                build_wheel.check_platform(platform, facts)
            else:
                with self.assertRaisesRegex(build_wheel.WheelError,
                                            "the library needs glibc 2.36"):  # fmt: skip
                    build_wheel.check_platform(platform, facts)
        self.check("the library needs glibc 2.", platform=f"manylinux_2_1_{MACHINE}")

    def test_other_libraries(self):
        facts = (MACHINE, (2, 17), ["libc.so.6", "libzstd.so.1", "libLLVM.so.22"])
        with self.assertRaisesRegex(build_wheel.WheelError,
                                    "the library needs libzstd.so.1, libLLVM.so.22"):  # fmt: skip
            build_wheel.check_platform(f"manylinux_2_34_{MACHINE}", facts)
        build_wheel.check_platform(LOCAL, facts)

    def test_no_build(self):
        self.check(f"{self.folder} is no build folder", self.folder)

    def test_no_library(self):
        os.remove(os.path.join(self.build, "lib", build_wheel.SONAME))
        self.check("expected a build of Cm2ttShared")

    def test_command(self):
        done = subprocess.run([sys.executable, "-B", build_wheel.__file__, self.folder,
                               self.path("dist")], capture_output=True, text=True,
                              check=False)  # fmt: skip
        self.assertEqual(done.returncode, 1)
        self.assertIn("build_wheel.py: error: ", done.stderr)


class Start(Folders):
    """CM2TT_TRITON, with modules that stand for Triton and cm2tt_triton."""

    def setUp(self):
        super().setUp()
        site = self.path("site")
        unpack(self.make("dist"), site)
        shutil.rmtree(os.path.join(site, "cm2tt_triton"))
        for name, text in (
            ("triton", "__version__ = '3.6.0'\nprint('triton')"),
            ("cm2tt_triton", "import triton\nprint('on', triton.__version__)"),
        ):
            os.mkdir(os.path.join(site, name))
            with open(os.path.join(site, name, "__init__.py"), "w") as file:
                file.write(text)
        self.site = site

    def check(self, expected, program="import triton", **variables):
        begin = f"import site; site.addsitedir({self.site!r}); "
        done = run_python(begin + program, **variables)
        self.assertEqual(done.stdout.split(), expected, done.stderr)
        return done

    def test_on(self):
        self.check(["triton", "on", "3.6.0"], CM2TT_TRITON="on")

    def test_off(self):
        self.check(["triton"])
        self.check(["triton"], CM2TT_TRITON="off")
        self.check(["triton"], CM2TT_TRITON="")

    def test_another_value(self):
        done = self.check(["triton"], CM2TT_TRITON="yes")
        self.assertIn("CM2TT_TRITON=yes: expected on or off", done.stderr)

    def test_once(self):
        self.check(["triton", "on", "3.6.0"], CM2TT_TRITON="on",
                   program="import triton, cm2tt_triton, triton")  # fmt: skip
        self.check(["triton", "on", "3.6.0"], CM2TT_TRITON="on",
                   program="import cm2tt_triton, triton")  # fmt: skip

    def test_nothing_is_imported_before(self):
        self.check(["False"], "import sys; print('cm2tt_triton' in sys.modules)",
                   CM2TT_TRITON="on")  # fmt: skip
        self.check(["False"], "import sys; print('cm2tt_triton_start' in sys.modules)")

    def test_the_module_is_the_usual_one(self):
        self.check(["triton", "on", "3.6.0", "SourceFileLoader", "True"],
                   "import triton, sys; print(type(triton.__spec__.loader).__name__,"
                   " triton.__spec__.origin == triton.__file__)", CM2TT_TRITON="on")  # fmt: skip

    def test_no_triton(self):
        shutil.rmtree(os.path.join(self.site, "triton"))
        done = self.check([], CM2TT_TRITON="on")
        self.assertIn("No module named 'triton'", done.stderr)

    def test_an_error_is_seen(self):
        path = os.path.join(self.site, "cm2tt_triton", "__init__.py")
        with open(path, "w") as file:
            file.write("raise RuntimeError('Triton 3.5, expected 3.6 to 3.9')")
        done = self.check(["triton"], CM2TT_TRITON="on")
        self.assertIn("RuntimeError: Triton 3.5, expected", done.stderr)


class Whole(unittest.TestCase):
    """The wheel with libcm2tt."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.wheel = build_wheel.build_wheel(BUILD, cls.folder, LOCAL)
        cls.site = os.path.join(cls.folder, "a site")
        unpack(cls.wheel, cls.site)

    def test_size(self):
        size = os.path.getsize(self.wheel)
        print(f"{size / 2**20:.1f} MiB packed")
        self.assertLess(size, MOST_BYTES)

    def test_compiles(self):
        done = run_python(COMPILE, PYTHONPATH=self.site)
        self.assertEqual(done.stdout, "1\n", done.stderr)

    def test_uses_its_library(self):
        done = run_python("import cm2tt; print(cm2tt.library_path())",
                          PYTHONPATH=self.site)  # fmt: skip
        self.assertEqual(done.stdout.strip(),
                         os.path.join(self.site, "cm2tt", "lib", build_wheel.SONAME))  # fmt: skip

    def test_command(self):
        with zipfile.ZipFile(self.wheel) as archive:
            name = next(n for n in archive.namelist() if n.endswith("entry_points.txt"))
            script = re.search(r"^cm2tt = ([\w.]+):(\w+)$", archive.read(name).decode(),
                               re.MULTILINE)  # fmt: skip
        done = run_python(f"import sys; from {script[1]} import {script[2]};"
                          "sys.argv = ['cm2tt', '--version'];"
                          f"sys.exit({script[2]}())", PYTHONPATH=self.site)  # fmt: skip
        self.assertRegex(done.stdout, r"^cm2tt \d+\.\d+\.\d+ \(LLVM ")
        self.assertEqual(done.returncode, 0)

    def test_pip(self):
        """Where there is a pip: install, run the script, uninstall."""
        if importlib.util.find_spec("pip") is None:
            print("this Python has no pip")
            return
        target = os.path.join(self.folder, "prefix")
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install",
               "--quiet", "--no-index", "--no-deps", "--ignore-installed",
               "--root-user-action=ignore", f"--prefix={target}"]  # fmt: skip
        subprocess.run([*pip, self.wheel], check=True)
        found = {name: folder for folder, _, names in os.walk(target) for name in names}
        site, script = found["cm2tt_triton.pth"], os.path.join(found["cm2tt"], "cm2tt")
        done = subprocess.run([script, "--version"],
                              env={**os.environ, "PYTHONPATH": site}, text=True,
                              capture_output=True, check=False)  # fmt: skip
        self.assertIn("LLVM", done.stdout, done.stderr)
        done = run_python(COMPILE, PYTHONPATH=site)
        self.assertEqual(done.stdout, "1\n", done.stderr)


if __name__ == "__main__":
    with contextlib.suppress(KeyError):
        del os.environ["SOURCE_DATE_EPOCH"]
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
