#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packs the wheel cm2tt-triton from a build of libcm2tt, without a network.

    build_wheel.py BUILD OUTPUT [--platform=TAG]

BUILD is a build folder of CMake, whose version and tools (strip, readelf; of a
cross-compiler as well) are used; the wheel is written to the folder OUTPUT, and its
path is printed. TAG is the platform's: manylinux_2_34 and the machine of the library
by default; linux_x86_64 and so on promise nothing, for a machine like this one. What
a manylinux tag promises is checked: the symbols of glibc, and the other libraries.
Debian's packages, which the build needs, give the licence notices of what is linked.

The same library gives the same bytes: files are sorted, and have the time of
SOURCE_DATE_EPOCH, else 1980, and fixed permissions. This needs no package, as the
format is a zip file of a few texts (PyPA's "Binary distribution format").
"""

import argparse
import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tools", "packaging"))
import notices  # noqa: E402

NAME, PACKAGE = "cm2tt-triton", "cm2tt_triton"
HOME = "https://github.com/cm2tt/cm2tt"
SONAME = "libcm2tt.so.1"
LIBRARY = f"cm2tt/lib/{SONAME}"
START = "cm2tt_triton_start"
# A line of a .pth file that begins with `import` is run when Python starts.
PTH = (f"import os; os.environ.get('CM2TT_TRITON') and __import__('{START}')"
       ".wait_for_triton()\n")  # fmt: skip
GLIBC = "2_34"
MACHINES = {"Advanced Micro Devices X86-64": "x86_64", "AArch64": "aarch64"}
# Libraries that every system of the tag has (PEP 600), beside the loader.
COMMON = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1",
          "libz.so.1"}  # fmt: skip
EARLIEST = 315532800  # 1980-01-01, the first time that a zip file can have


class WheelError(RuntimeError):
    """The wheel cannot be packed."""


def read_cache(build):
    """The variables of a build folder."""
    path = os.path.join(build, "CMakeCache.txt")
    try:
        with open(path, encoding="utf-8") as file:
            return dict(re.findall(r"^(\w+):\w+=(.*)$", file.read(), re.MULTILINE))
    except OSError as error:
        raise WheelError(f"{build} is no build folder: {error}") from error


# -- The library


def output_of(*command):
    environment = {**os.environ, "LC_ALL": "C"}
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE,
                          env=environment).stdout  # fmt: skip


def facts_of(library, readelf):
    """The machine, the newest glibc, and the libraries that the library needs."""
    text = output_of(readelf, "--wide", "--file-header", "--dynamic", "--version-info",
                     library)  # fmt: skip
    machine = re.search(r"Machine:\s+(.*)", text)[1].strip()
    versions = {tuple(map(int, v.split(".")))
                for v in re.findall(r"Name: GLIBC_([\d.]+)", text)}  # fmt: skip
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", text)
    return MACHINES.get(machine, machine), max(versions), needed


def check_platform(platform, facts):
    """Raises if the library is not one for the platform."""
    machine, glibc, needed = facts
    if not platform.endswith("_" + machine):
        raise WheelError(f"{platform}: the library is one for {machine}")
    promised = re.match(r"manylinux_(\d+)_(\d+)_", platform)
    if promised is None:
        return
    most = tuple(map(int, promised.groups()))
    if glibc > most:
        raise WheelError(f"{platform}: the library needs glibc {glibc[0]}.{glibc[1]}")
    others = [name for name in needed
              if name not in COMMON and not name.startswith("ld-linux")]  # fmt: skip
    if others:
        raise WheelError(f"{platform}: the library needs {', '.join(others)}")


def strip(build, cache, target):
    """Writes the library without symbols."""
    source = os.path.join(build, "lib", SONAME)
    if not os.path.isfile(source):
        raise WheelError(f"there is no {source}: expected a build of Cm2ttShared")
    shutil.copyfile(source, target)
    output_of(cache["CMAKE_STRIP"], "--strip-unneeded", target)


# -- Metadata


def with_whole_links(text):
    """A page whose links work outside of the repository."""
    root = f"{HOME}/blob/main/"

    def whole(match):
        path, mark, rest = match[2].partition("#")
        path = os.path.normpath(os.path.join("python", path))
        return f"{match[1]}({root}{path}{mark}{rest})"

    return re.sub(r"(\]\s?)\((?!https?:|#)([^)\s]+)\)", whole, text)


def metadata(version, readme):
    """The file METADATA, with the README as description."""
    classifiers = [
        "Development Status :: 4 - Beta",
        "Environment :: GPU :: NVIDIA CUDA",
        "Intended Audience :: Developers",
        "Operating System :: POSIX :: Linux",
        "Programming Language :: Python :: 3",
        "Programming Language :: Python :: 3 :: Only",
        "Topic :: Software Development :: Compilers",
    ]
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {NAME}",
        f"Version: {version}",
        "Summary: Compiles the kernels of Triton with cm2tt, and tt to PTX",
        f"Project-URL: Homepage, {HOME}",
        "Author: The authors of cm2tt",
        "License-Expression: Apache-2.0 WITH LLVM-exception",
        "License-File: LICENSE",
        f"License-File: {notices.NAME}",
        *(f"Classifier: {each}" for each in classifiers),
        "Requires-Python: >=3.10",
        "Provides-Extra: triton",
        'Requires-Dist: triton<3.10,>=3.6; extra == "triton"',
        "Description-Content-Type: text/markdown",
    ]
    return "\n".join([*lines, "", with_whole_links(readme)])


def record_line(path, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode()
    return f"{path},sha256={digest.rstrip('=')},{len(data)}"


def sources():
    """The modules by their paths in the wheel."""
    found = {f"{START}.py": os.path.join(HERE, f"{START}.py")}
    for package in ("cm2tt", PACKAGE):
        for name in os.listdir(os.path.join(HERE, package)):
            if name.endswith(".py"):
                found[f"{package}/{name}"] = os.path.join(HERE, package, name)
    return found


def read_bytes(path):
    with open(path, "rb") as file:
        return file.read()


def contents(version, platform, machine, library):
    """All files of the wheel: the metadata last, as tools expect."""
    info = f"{PACKAGE}-{version}.dist-info"
    files = {path: read_bytes(source) for path, source in sources().items()}
    files[LIBRARY] = read_bytes(library)
    files[f"{PACKAGE}.pth"] = PTH.encode()
    texts = {
        "METADATA": metadata(version, read_bytes(os.path.join(HERE, "README.md")).decode()),
        "WHEEL": "Wheel-Version: 1.0\nGenerator: cm2tt\nRoot-Is-Purelib: false\n"
                 f"Tag: py3-none-{platform}\n",
        "entry_points.txt": "[console_scripts]\ncm2tt = cm2tt.command:main\n",
        "licenses/LICENSE": read_bytes(os.path.join(HERE, "..", "LICENSE")).decode(),
        f"licenses/{notices.NAME}": notices.text(machine),
    }  # fmt: skip
    described = {f"{info}/{name}": text.encode() for name, text in texts.items()}
    ordered = dict([*sorted(files.items()), *sorted(described.items())])
    record = [record_line(path, data) for path, data in ordered.items()]
    record.append(f"{info}/RECORD,,\n")
    ordered[f"{info}/RECORD"] = "\n".join(record).encode()
    return ordered


def write(path, files):
    """Writes the zip file whole or not at all."""
    moment = max(int(os.environ.get("SOURCE_DATE_EPOCH", EARLIEST)), EARLIEST)
    stamp = time.gmtime(moment)[:6]
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path))
    try:
        with os.fdopen(handle, "wb") as file, zipfile.ZipFile(file, "w") as archive:
            for name, data in files.items():
                entry = zipfile.ZipInfo(name, stamp)
                entry.create_system = 3  # permissions are Unix's
                mode = 0o755 if name == LIBRARY else 0o644
                entry.external_attr = (0o100000 | mode) << 16
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, data, compresslevel=9)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def build_wheel(build, output, platform=None):
    """Packs the wheel; the path of its file."""
    cache = read_cache(build)
    version = cache["CMAKE_PROJECT_VERSION"]
    with tempfile.TemporaryDirectory() as folder:
        library = os.path.join(folder, SONAME)
        strip(build, cache, library)
        facts = facts_of(library, cache["CMAKE_READELF"])
        platform = platform or f"manylinux_{GLIBC}_{facts[0]}"
        check_platform(platform, facts)
        files = contents(version, platform, facts[0], library)
    os.makedirs(output, exist_ok=True)
    path = os.path.join(output, f"{PACKAGE}-{version}-py3-none-{platform}.whl")
    write(path, files)
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("build")
    parser.add_argument("output")
    parser.add_argument("--platform", metavar="TAG")
    given = parser.parse_args()
    try:
        print(build_wheel(given.build, given.output, given.platform))
    except WheelError as error:
        sys.exit(f"build_wheel.py: error: {error}")


if __name__ == "__main__":
    main()
