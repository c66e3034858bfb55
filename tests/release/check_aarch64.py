# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is written for each processor works on aarch64, as far as it links no library of
LLVM: the registers of a kernel's fault, and what stands in for a newer glibc.

    check_aarch64.py SOURCE LLVM_INCLUDE [--compiler=NAME] [--emulator=COMMAND]

Compiles sources of the folder SOURCE with their unit tests and GoogleTest, whose
sources Debian's package has, by Debian's cross-compiler, and runs the program by QEMU.
All else that is released for aarch64 is tested by hand (emulated_aarch64.py). Exits
with 77 if there is no cross-compiler, no QEMU or no GoogleTest.
"""

import argparse
import concurrent.futures
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import run_tests  # noqa: E402

SOURCES = (
    "compiler/driver/FaultHandlers.cpp",
    "runtime/lib/Cpu/KernelGuard.cpp",
    "runtime/lib/OldGlibc/OldGlibc.cpp",
    "tests/unit/runtime/Cpu/GuardedCallTest.cpp",
    "tests/unit/runtime/OldGlibc/OldGlibcTest.cpp",
)
GOOGLETEST = "/usr/src/googletest/googletest"
TESTS = ("src/gtest-all.cc", "src/gtest_main.cc")
FOLDERS = ("compiler/include", "lowering/include", "runtime/lib/Cpu")
LIBRARIES = "/usr/aarch64-linux-gnu"
OPTIONS = ("-std=c++17", "-Wall", "-Wextra", "-Werror", "-pthread", "-ffunction-sections",
           "-fdata-sections",
           # Each file would refer to a symbol of LLVM's library.
           "-DLLVM_DISABLE_ABI_BREAKING_CHECKS_ENFORCING=1")  # fmt: skip


def commands(setting, folder):
    """The commands that compile the files, and the objects."""
    options = [*OPTIONS, "-isystem", setting.llvm_include, f"-I{GOOGLETEST}",
               "-isystem", f"{GOOGLETEST}/include"]  # fmt: skip
    options += [f"-I{os.path.join(setting.source, each)}" for each in FOLDERS]
    files = [(os.path.join(setting.source, each), "-O2") for each in SOURCES]
    files += [(os.path.join(GOOGLETEST, each), "-O0") for each in TESTS]
    for file, level in files:
        target = os.path.join(folder, os.path.basename(file) + ".o")
        yield [setting.compiler, *options, level, "-c", file, "-o", target], target


def run(command):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}exit code {done.returncode}")
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("source")
    parser.add_argument("llvm_include")
    parser.add_argument("--compiler", default="aarch64-linux-gnu-g++")
    parser.add_argument("--emulator", default=f"qemu-aarch64-static -L {LIBRARIES}")
    setting = parser.parse_args()
    emulator = setting.emulator.split()
    for needed in (setting.compiler, *emulator[:1], f"{GOOGLETEST}/{TESTS[0]}"):
        if not shutil.which(needed) and not os.path.isfile(needed):
            print(f"skipped: there is no {needed}")
            return run_tests.SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        todo = list(commands(setting, folder))
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            list(pool.map(run, (command for command, _ in todo)))
        program = os.path.join(folder, "tests")
        run([setting.compiler, "-pthread", "-static-libstdc++", "-static-libgcc",
             "-Wl,--gc-sections", *(target for _, target in todo), "-o", program])
        text = run([*emulator, program])
    print(text)
    code, why = run_tests.verdict(0, text, may_skip=False)
    if code:
        sys.exit(why)
    return 0


if __name__ == "__main__":
    sys.exit(main())
