#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The module cm2tt: results, errors, threads, forks, the end of the interpreter, the
command. Neither Triton nor a GPU is needed.

    check_library.py LIBRARY PROJECT

LIBRARY is libcm2tt. Not here: the options and their errors (CApiCompileTest), the
same results as the program (check_same.py), the wheel (check_wheel.py).
"""

import concurrent.futures
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

LIBRARY, PROJECT = (os.path.abspath(each) for each in sys.argv[1:3])
os.environ["CM2TT_LIBRARY"] = LIBRARY
os.environ["PYTHONPATH"] = os.path.join(PROJECT, "python")
sys.path.insert(0, os.environ["PYTHONPATH"])

import cm2tt  # noqa: E402
from cm2tt import library  # noqa: E402

SCALE = """\
#loc = loc("kernel.py":3:0)
module {
  tt.func public @scale(%out: !tt.ptr<f32> loc("kernel.py":3:10)) {
    %at = tt.make_range {end = SIZE : i32, start = 0 : i32} : tensor<SIZExi32> loc(#at)
    %to = tt.splat %out : !tt.ptr<f32> -> tensor<SIZEx!tt.ptr<f32>> loc(#at)
    %ps = tt.addptr %to, %at : tensor<SIZEx!tt.ptr<f32>>, tensor<SIZExi32> loc(#at)
    %x = tt.load %ps : tensor<SIZEx!tt.ptr<f32>> loc(#at)
    %y = arith.mulf %x, %x : tensor<SIZExf32> loc(#at)
    tt.store %ps, %y : tensor<SIZEx!tt.ptr<f32>> loc(#at)
    tt.return loc(#loc)
  } loc(#loc)
} loc(#loc)
#at = loc("kernel.py":7:9)
"""


def scale(size):
    """A kernel on tiles of a size."""
    return SCALE.replace("SIZE", str(size))


SIZES = (64, 128, 256, 512, 1024, 2048)


def compile_all(_=None):
    """The images of the kernel for all sizes."""
    return [cm2tt.compile(scale(size)).image for size in SIZES]


def run_python(program, **variables):
    """Runs a program of Python."""
    environment = {**os.environ, **variables}
    return subprocess.run([sys.executable, "-B", "-c", program], env=environment,
                          capture_output=True, text=True, check=False)  # fmt: skip


class Results(unittest.TestCase):
    def test_ptx(self):
        compiled = cm2tt.compile(scale(256), ["--target=sm_90a", "--num-warps=8"])
        self.assertIn(b".target sm_90a", compiled.image)
        self.assertIn(b".entry scale", compiled.image)
        self.assertEqual(compiled.metadata["numWarps"], 8)
        self.assertEqual(compiled.metadata["name"], "scale")

    def test_lines(self):
        self.assertIn(b"kernel.py", cm2tt.compile(scale(256)).image)
        plain = cm2tt.compile(scale(256), ["--no-line-info"]).image
        self.assertNotIn(b".loc", plain)

    def test_stages(self):
        for stage, text in (("tt", b"tt.func"), ("ttg", b"#ttg.linear"),
                            ("llvm", b"define"), ("ptx", b".entry")):  # fmt: skip
            self.assertIn(text, cm2tt.compile(scale(64), [f"--emit={stage}"]).image)

    def test_object_file(self):
        given = ["--target=cpu", "--emit=obj"]
        self.assertEqual(cm2tt.compile(scale(64), given).image[:4], b"\x7fELF")

    def test_bytes(self):
        text = scale(64)
        self.assertEqual(cm2tt.compile(text.encode()).image, cm2tt.compile(text).image)

    def test_code_model(self):
        path = os.path.join(PROJECT, "examples", "babylon", "vector-add", "model.json")
        with open(path, encoding="utf-8") as file:
            self.assertIn(b".entry add", cm2tt.compile(file.read()).image)

    def test_names(self):
        self.assertIn("--num-warps", cm2tt.option_names())
        self.assertIn("LLVM", cm2tt.version())
        self.assertTrue(cm2tt.build_identity())

    def test_no_temporary_files_and_no_programs(self):
        program = "import cm2tt; print(len(cm2tt.compile(open(0).read()).image) > 99)"
        done = subprocess.run(
            [sys.executable, "-B", "-c", program], input=scale(64), text=True,
            env={**os.environ, "TMPDIR": "/no/such/folder", "PATH": "", "HOME": "/dev"},
            capture_output=True, check=False,
        )  # fmt: skip
        self.assertEqual((done.stdout, done.stderr), ("True\n", ""))


class Errors(unittest.TestCase):
    def check(self, kind, expected, *given, **named):
        with self.assertRaises(kind) as raised:
            cm2tt.compile(*given, **named)
        self.assertIn(expected, str(raised.exception))

    def test_syntax(self):
        self.check(cm2tt.CompileError, "model:1:11: error: ", "tt.func @f(")
        self.check(cm2tt.CompileError, "a b.ttir:1:11: error: ", "tt.func @f(",
                   name="a b.ttir")  # fmt: skip
        self.check(cm2tt.CompileError, "error: ", "")
        self.check(cm2tt.CompileError, "error: ", "\0")
        self.check(cm2tt.CompileError, "error: ", b"\xff\xfe")

    def test_places_in_python(self):
        self.check(cm2tt.CompileError, "kernel.py:7:9: error: ",
                   scale(256).replace("arith.mulf", "arith.muli"))  # fmt: skip
        self.check(cm2tt.CompileError, "kernel.py:7:9: error: ",
                   scale(256).replace("end = 256", "end = 128"))  # fmt: skip
        self.check(cm2tt.CompileError, "kernel.py:", scale(1 << 24))

    def test_options(self):
        self.check(cm2tt.LibraryError, "unknown option '--none'", scale(64), ["--none"])
        self.check(cm2tt.LibraryError, "expected no value", scale(64), ["--no-ftz=1"])
        self.check(cm2tt.CompileError, "sm_1", scale(64), ["--target=sm_1"])
        self.check(cm2tt.CompileError, "power of two", scale(64), ["--num-warps=3"])

    def test_variables(self):
        done = run_python("import cm2tt; cm2tt.compile('')", CM2TT_WITHOUT="maybe")
        self.assertIn("CM2TT_WITHOUT: 'maybe'", done.stderr)

    def test_an_error_is_that_of_its_thread(self):
        def fail(at):
            with self.assertRaises(cm2tt.CompileError) as raised:
                cm2tt.compile("tt.func @f(", name=f"text{at}")
            return str(raised.exception).startswith(f"text{at}:1:11: error: ")

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            self.assertTrue(all(pool.map(fail, range(64))))
        self.assertTrue(cm2tt.compile(scale(64)).image)


class Libraries(unittest.TestCase):
    def check(self, expected, path):
        done = run_python("import cm2tt; cm2tt.version()", CM2TT_LIBRARY=path)
        self.assertIn(expected, done.stderr)

    def test_none(self):
        path = "/no/such/libcm2tt.so.1"
        self.check(f"CM2TT_LIBRARY={path}: there is no such file", path)

    def test_no_library(self):
        self.check(f"{__file__} cannot be used: ", __file__)

    def test_another_library(self):
        with open("/proc/self/maps", encoding="utf-8") as file:
            libc = next(line.split()[-1] for line in file if "/libc.so" in line)
        self.check(f"{libc} cannot be used: ", libc)

    def test_versions(self):
        for needed in ((1, 99), (2, 0)):
            done = run_python("from cm2tt import library\n"
                              f"library.NEEDED = {needed}\nlibrary.load()")  # fmt: skip
            self.assertIn(f"of the interface: expected {needed[0]}.{needed[1]} or a newer"
                          f" {needed[0]}.x", done.stderr)  # fmt: skip

    def test_none_is_packed(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(os.path.join(PROJECT, "python", "cm2tt"),
                            os.path.join(folder, "cm2tt"))  # fmt: skip
            done = run_python("import cm2tt; cm2tt.version()", CM2TT_LIBRARY="",
                              PYTHONPATH=folder)  # fmt: skip
        self.assertIn("set CM2TT_LIBRARY to its path", done.stderr)

    def test_two_versions(self):
        """Two copies of the library, with state of their own, in one process."""
        expected = compile_all()
        with tempfile.TemporaryDirectory() as folder:
            other = os.path.join(folder, library.NAME)
            shutil.copyfile(LIBRARY, other)
            first = library.load()
            os.environ["CM2TT_LIBRARY"] = other
            library.load.cache_clear()
            library._renew()
            try:
                self.assertNotEqual(library.load()._handle, first._handle)
                self.assertEqual(compile_all(), expected)
            finally:
                os.environ["CM2TT_LIBRARY"] = LIBRARY
                library.load.cache_clear()
                library._renew()
        self.assertEqual(compile_all(), expected)


class Threads(unittest.TestCase):
    def test_same_results(self):
        expected = compile_all()
        for count in (2, 5, 16):
            with concurrent.futures.ThreadPoolExecutor(count) as pool:
                for found in pool.map(compile_all, range(2 * count)):
                    self.assertEqual(found, expected)

    def test_small_stacks(self):
        found = []
        before = threading.stack_size(128 * 1024)
        thread = threading.Thread(target=lambda: found.append(compile_all()))
        thread.start()
        threading.stack_size(before)
        thread.join()
        self.assertEqual(found, [compile_all()])

    def test_compilers_are_replaced(self):
        """More kernels than one compiler compiles."""
        for size in (64, 128) * 40:
            self.assertTrue(cm2tt.compile(scale(size)).image)


class Forks(unittest.TestCase):
    def test_after_import(self):
        self.assertEqual(self.fork(), 0)

    def test_after_compiling(self):
        compile_all()
        self.assertEqual(self.fork(), 0)

    def test_while_threads_compile(self):
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            running = [pool.submit(compile_all) for _ in range(8)]
            self.assertEqual([self.fork() for _ in range(4)], [0] * 4)
            for each in running:
                each.result()

    def test_in_a_signal_handler(self):
        """It may interrupt this thread before a result is read."""
        statuses, read = [], library._read

        def read_later(*given):
            library._read = read
            statuses.append(self.fork())
            return read(*given)

        library._read = read_later
        self.assertTrue(cm2tt.compile(scale(64)).image)
        self.assertEqual(statuses, [0])

    def test_pools(self):
        expected = compile_all()
        for method in ("fork", "spawn"):
            context = multiprocessing.get_context(method)
            with context.Pool(2) as pool:
                self.assertEqual(pool.map(compile_all, range(2)), [expected] * 2)

    @staticmethod
    def fork():
        """The exit status of a child that compiles."""
        child = os.fork()
        if child == 0:
            code = 1
            try:
                code = 0 if all(compile_all()) else 1
            finally:
                os._exit(code)
        return os.waitpid(child, 0)[1]


class Ends(unittest.TestCase):
    """The interpreter ends while threads compile. The last function at exit prints how
    many compilations run: none may, as the library's static objects are destroyed next."""

    PROGRAM = f"""
import atexit, sys, threading
atexit.register(lambda: print(len(cm2tt.library._current.process.running)))
import cm2tt
small, text = {scale(64)!r}, {scale(8192)!r}
begun = threading.Semaphore(0)
def compile_on(_=None):
    while True:
        begun.release()
        try:
            cm2tt.compile(text, ["--target=sm_90a", "--num-warps=1"])
        except cm2tt.LibraryError as error:
            assert str(error) == "nothing is compiled while the interpreter ends"
            return
threads = [threading.Thread(target=compile_on, daemon=True) for _ in range(4)]
for thread in threads:
    thread.start()
for _ in range(8):
    begun.acquire()
"""

    def check(self, end, code=0):
        for _ in range(2):
            done = run_python(self.PROGRAM + end)
            self.assertEqual((done.returncode, done.stderr), (code, ""))
            self.assertEqual(set(done.stdout.split()), {"0"})

    def test_at_the_last_line(self):
        self.check("")

    def test_by_exit(self):
        self.check("sys.exit(3)", 3)

    def test_functions_at_exit_compile(self):
        self.check("atexit.register(lambda: cm2tt.compile(small))")

    def test_in_a_child(self):
        self.check("import os\nchild = os.fork()\n"
                   "cm2tt.compile(small)\n"
                   "if child:\n    assert os.waitpid(child, 0)[1] == 0")  # fmt: skip


class Command(unittest.TestCase):
    def run_command(self, *arguments, text="", **variables):
        return subprocess.run([sys.executable, "-B", "-m", "cm2tt", *arguments],
                              env={**os.environ, **variables}, input=text, text=True,
                              capture_output=True, check=False)  # fmt: skip

    def test_version(self):
        done = self.run_command("--version")
        self.assertEqual((done.returncode, done.stdout), (0, f"cm2tt {cm2tt.version()}\n"))

    def test_compiles(self):
        done = self.run_command("-", "--target=sm_90a", text=scale(256))
        self.assertEqual(done.returncode, 0, done.stderr)
        expected = cm2tt.compile(scale(256), ["--target=sm_90a"], name="<stdin>").image
        self.assertEqual(done.stdout, expected.decode())

    def test_other_commands(self):
        done = self.run_command("run", "--help")
        self.assertIn("cm2tt run", done.stdout)

    def test_exit_codes(self):
        self.assertEqual(self.run_command("-", text="tt.func @f(").returncode, 1)
        done = self.run_command("--none")
        self.assertEqual(done.returncode, 2)
        self.assertIn("unknown option '--none'", done.stderr)
        done = self.run_command(CM2TT_LIBRARY="/no/such/library")
        self.assertEqual(done.returncode, 3)
        self.assertIn("cm2tt: error: CM2TT_LIBRARY=/no/such/library", done.stderr)

    def test_arguments_that_are_no_text(self):
        name = os.fsdecode(b"/no/such/\xff.json")
        done = subprocess.run([sys.executable, "-B", "-m", "cm2tt", name], check=False,
                              capture_output=True)  # fmt: skip
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"cannot read '/no/such/", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
