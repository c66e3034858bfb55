# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""libcm2tt by ctypes: what cm2tt.h declares for compiling.

ctypes releases the interpreter's lock during a call, so several threads compile at
the same time. The library keeps no thread between calls, so a process may fork. A
compilation holds locks of LLVM, which nothing would release in a child: a fork waits
until none runs. The child compiles with a runtime of its own.

The library's static objects are destroyed when the process ends. A daemon thread may
still compile then, so the interpreter waits for the compilations that have begun, and
other threads cannot begin any more.

The library is the environment's CM2TT_LIBRARY, else the one in this package, else the
one of a build in this tree. It is loaded when it is first needed.
"""

import atexit
import contextlib
import ctypes
import functools
import json
import os
import threading
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_uint32, c_void_p

NAME = "libcm2tt.so.1"
NEEDED = (1, 7)  # the version of the interface: cm2tt_compile
COMPILATION_FAILED = 2  # CM2TT_COMPILATION_FAILED

_HERE = os.path.dirname(os.path.abspath(__file__))


class LibraryError(RuntimeError):
    """The library is absent, too old, or a call failed for another reason than its
    input: an option, a variable of the environment, the system."""


class CompileError(RuntimeError):
    """The input cannot be compiled. The text has a line for each diagnostic, with its
    location."""


class Compiled:
    """The result of a compilation."""

    def __init__(self, image, metadata):
        self.image = image
        self.metadata = metadata


class _RuntimeOptions(ctypes.Structure):
    """The beginning of cm2tt_runtime_options, whose size says how much there is."""

    _fields_ = [("size", c_size_t), ("cache_folder", c_char_p)]


def library_path():
    """The path of the library that is used."""
    chosen = os.environ.get("CM2TT_LIBRARY")
    if chosen:
        if not os.path.isfile(chosen):
            raise LibraryError(f"CM2TT_LIBRARY={chosen}: there is no such file")
        return os.path.abspath(chosen)
    packed = os.path.join(_HERE, "lib", NAME)
    if os.path.isfile(packed):
        return packed
    project = os.path.dirname(os.path.dirname(_HERE))
    built = os.path.join(project, "build", "lib", NAME)
    if os.path.isfile(os.path.join(project, "python", "build_wheel.py")):
        if os.path.isfile(built):
            return built
    raise LibraryError(f"there is no {NAME} in {os.path.dirname(packed)}: set"
                       " CM2TT_LIBRARY to its path")  # fmt: skip


def _declare(library, name, result, *arguments):
    function = getattr(library, name)
    function.restype, function.argtypes = result, arguments


@functools.lru_cache(maxsize=None)
def load():
    """The library, with the types of its functions."""
    path = library_path()
    try:
        library = ctypes.CDLL(path)
        library.cm2tt_version.restype = c_uint32
        found = divmod(library.cm2tt_version(), 65536)
    except (OSError, AttributeError) as error:
        raise LibraryError(f"{path} cannot be used: {error}") from error
    if found[0] != NEEDED[0] or found < NEEDED:
        raise LibraryError("{} has version {}.{} of the interface: expected {}.{} or a"
                           " newer {}.x".format(path, *found, *NEEDED, NEEDED[0]))  # fmt: skip
    texts = POINTER(c_char_p)
    _declare(library, "cm2tt_version_text", c_char_p)
    _declare(library, "cm2tt_build_identity", c_char_p)
    _declare(library, "cm2tt_last_error", c_char_p)
    _declare(library, "cm2tt_compile_options", c_char_p)
    _declare(library, "cm2tt_runtime_create", c_int, POINTER(_RuntimeOptions),
             POINTER(c_void_p))  # fmt: skip
    _declare(library, "cm2tt_compile", c_int, c_void_p, c_char_p, c_size_t, c_char_p,
             texts, c_size_t, POINTER(c_void_p))  # fmt: skip
    _declare(library, "cm2tt_compiled_image", c_int, c_void_p, POINTER(c_void_p),
             POINTER(c_size_t))  # fmt: skip
    _declare(library, "cm2tt_compiled_metadata", c_char_p, c_void_p)
    _declare(library, "cm2tt_compiled_destroy", None, c_void_p)
    _declare(library, "cm2tt_main", c_int, c_int, texts)
    return library


def _text(data):
    return data.decode("utf-8", "replace")


def version():
    """The versions of the compiler and of LLVM, for display."""
    return _text(load().cm2tt_version_text())


def build_identity():
    """A text that differs between builds of the compiler, for keys of caches."""
    return _text(load().cm2tt_build_identity())


@functools.lru_cache(maxsize=None)
def option_names():
    """The options of `compile`, such as `--num-warps`, without values."""
    lines = _text(load().cm2tt_compile_options()).splitlines()
    return frozenset(line.rstrip("=") for line in lines)


class _Process:
    """The state of this process."""

    def __init__(self):
        self.changed = threading.Condition()
        self.runtime = None
        self.running = []  # threads that compile
        self.forking = 0  # threads that fork, or wait to
        self.closing = None  # the thread that ends the interpreter

    def is_quiet(self):
        """Whether no other thread compiles. This one may be in a signal handler."""
        own = threading.get_ident()
        return all(thread == own for thread in self.running)

    def begin(self):
        own = threading.get_ident()
        with self.changed:
            self.changed.wait_for(lambda: not self.forking or own in self.running)
            if self.closing not in (None, own):
                raise LibraryError("nothing is compiled while the interpreter ends")
            self.running.append(own)

    def end(self):
        with self.changed:
            self.running.remove(threading.get_ident())
            self.changed.notify_all()

    def close(self):
        with self.changed:
            self.closing = threading.get_ident()
            self.changed.wait_for(self.is_quiet)

    def before_fork(self):
        with self.changed:
            self.forking += 1
            self.changed.wait_for(self.is_quiet)

    def after_fork(self):
        with self.changed:
            self.forking -= 1
            self.changed.notify_all()

    def use_runtime(self):
        """The runtime, which has the compilers of all threads."""
        with self.changed:
            if self.runtime is None:
                library, runtime = load(), c_void_p()
                options = _RuntimeOptions(ctypes.sizeof(_RuntimeOptions), b"")
                if library.cm2tt_runtime_create(byref(options), byref(runtime)):
                    raise LibraryError(_text(library.cm2tt_last_error()))
                self.runtime = runtime
            return self.runtime


class _current:
    process = _Process()


def _renew():
    """A child has one thread, and none of the parent's state."""
    _current.process = _Process()


atexit.register(lambda: _current.process.close())
os.register_at_fork(before=lambda: _current.process.before_fork(),
                    after_in_parent=lambda: _current.process.after_fork(),
                    after_in_child=_renew)  # fmt: skip


@contextlib.contextmanager
def _compiling():
    process = _current.process
    process.begin()
    try:
        yield process.use_runtime()
    finally:
        process.end()


def _array(texts):
    return (c_char_p * len(texts))(*map(os.fsencode, texts))


def compile(text, options=(), name="model"):
    """Compiles a model (JSON, text or MLIR) or `tt`. `options` are those of the command
    line, each in one string; `name` names the text in errors. Raises CompileError, or
    LibraryError for invalid options."""
    library = load()
    data = text.encode() if isinstance(text, str) else bytes(text)
    compiled, given = c_void_p(), _array(options)
    with _compiling() as runtime:
        status = library.cm2tt_compile(runtime, data, len(data), name.encode(), given,
                                       len(given), byref(compiled))  # fmt: skip
        if status:
            kind = CompileError if status == COMPILATION_FAILED else LibraryError
            raise kind(_text(library.cm2tt_last_error()).strip())
        try:
            return _read(library, compiled)
        finally:
            library.cm2tt_compiled_destroy(compiled)


def _read(library, compiled):
    """Copies a result of the library."""
    start, size = c_void_p(), c_size_t()
    library.cm2tt_compiled_image(compiled, byref(start), byref(size))
    image = ctypes.string_at(start, size.value) if size.value else b""
    return Compiled(image, json.loads(library.cm2tt_compiled_metadata(compiled)))


def main(arguments):
    """Runs the command `cm2tt` with the arguments after its name; the exit code. For
    processes that do nothing else."""
    given = _array(["cm2tt", *arguments])
    return load().cm2tt_main(len(given), given)
