#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the files of a release for aarch64, and prints a table:

    emulated_aarch64.py DIST WORKPLACE [--texts=FOLDER] [--count=N] [--sample=N]
        [--only=REGEX]

A system of Debian for arm64, which debootstrap makes below WORKPLACE, has the release
and these sources. In it run the compiler, whose PTX for models, for the suite's texts in
`tt` and for N of a folder's is that of x86-64 to the byte; `cm2tt run`; one of N cases of
kernels against NumPy, on the CPU and, one of 2N, in ptx_emulator; the examples in Java;
those in C; the wheel. QEMU emulates the processor: this is no check of speed. Needs root,
NumPy, debootstrap, qemu-user-static, and that Linux runs programs for aarch64 by it
(binfmt_misc), which the package sets up where there is systemd. By hand, after
tools/release --aarch64; twenty minutes.
"""

import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import time

import environments

MACHINE, SUITE = "aarch64", "bookworm"
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
PACKAGES = "python3-numpy,lld,gcc,libc6-dev,openjdk-17-jdk-headless"
TARGETS = ("sm_80", "sm_90a")
# Compiles all files of the current folder; the program is the first word.
COMPILE = """
for file in *; do
  for target in {targets}; do
    "$0" "$file" --target=$target -o "{out}/$file.$target.ptx" 2>"{out}/$file.$target.txt" ||
      echo "exit code $?" >>"{out}/$file.$target.txt"
  done
done
"""
AHEAD = """
#define ADD_IMPLEMENTATION
#include "add.h"

int main(void) {
  static float x[4096] __attribute__((aligned(16))), y[4096] __attribute__((aligned(16)));
  static float sum[4096] __attribute__((aligned(16)));
  int wrong = 0;
  for (int i = 0; i < 4096; ++i)
    x[i] = i, y[i] = 0.5f * i;
  wrong += add_launch(4, 1, 1, x, y, sum, 4000);
  for (int i = 0; i < 4096; ++i)
    wrong += sum[i] != (i < 4000 ? 1.5f * i : 0);
  printf("%d of 4096 sums are wrong\\n", wrong);
  return wrong != 0;
}
"""
JAVA = ("vector-add 10000", "softmax 64 1000", "matmul 128 128 128", "layer-norm 64 512",
        "attention 128 2")
CM2TT, RUN = "/opt/cm2tt/bin/cm2tt", "python3 -B /source/tests/cases"


class Fault(Exception):
    """A row of the table that is not as it should be."""


def run(system, script):
    """Runs a script in the system; the text that it prints."""
    code, text, _ = system.run(script, user=0)
    if code:
        raise Fault(f"exit code {code}: {' / '.join(text.strip().splitlines()[-3:])[:300]}")
    return text


def read(path):
    with open(path, "rb") as file:
        return file.read()


def found(pattern, text):
    """The last match of a pattern in a text; a fault if there is none."""
    match = re.findall(pattern, text, re.M)
    if not match:
        raise Fault(f"no '{pattern}': {text.strip()[-300:]}")
    return match[-1]


# -- The rows: each prints what was seen, or raises


def version(system, setting):
    own, other = (text.strip() for text in (
        run(system, f"{CM2TT} --version && {CM2TT} --help | sha256sum"),
        subprocess.run(f"{setting.native} --version && {setting.native} --help | sha256sum",
                       shell=True, check=True, text=True, stdout=subprocess.PIPE).stdout))
    if own != other:
        raise Fault(f"{own}, but {other} on {environments.HERE}")
    return own.splitlines()[0]


def inputs(setting):
    """Models and texts, by the names that they have in the system."""
    for path in sorted(glob.glob(f"{ROOT}/examples/babylon/*/model.json")):
        yield path, os.path.basename(os.path.dirname(path)) + ".json"
    for path in sorted(glob.glob(f"{ROOT}/tests/cases/triton/texts/*/*.ttir")):
        yield path, "-".join(path.split(os.sep)[-2:])
    if setting.texts:
        texts = sorted(glob.glob(f"{setting.texts}/*.ttir"))
        for path in texts[:: max(1, len(texts) // setting.count)][: setting.count]:
            yield path, os.path.basename(path)


def share_libdevice(system, setting):
    """Gives the system the library that this computer's program finds, if it finds one;
    the code for a kernel depends on it."""
    text = subprocess.run([setting.native, "doctor", "--json"], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    match = re.search(r'"libdevice": ?"(/[^"]*)"', text)
    if match:
        shutil.copy(match[1], f"{system.root}/work/libdevice.10.bc")


def same_ptx(system, setting):
    share_libdevice(system, setting)
    folder = f"{system.root}/work/ptx"
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("in", MACHINE, environments.HERE):
        os.makedirs(f"{folder}/{name}")
    for path, name in inputs(setting):
        shutil.copy(path, f"{folder}/in/{name}")
    script = COMPILE.format(targets=" ".join(TARGETS), out=f"../{environments.HERE}")
    subprocess.run(["sh", "-c", script, setting.native], cwd=f"{folder}/in", check=True)
    script = COMPILE.format(targets=" ".join(TARGETS), out=f"../{MACHINE}").replace("$0", CM2TT)
    run(system, f"cd ptx/in\n[ ! -e /work/libdevice.10.bc ] || "
        f"export CM2TT_LIBDEVICE=/work/libdevice.10.bc\n{script}")
    mine, other = ({name: read(f"{folder}/{machine}/{name}")
                    for name in sorted(os.listdir(f"{folder}/{machine}"))}
                   for machine in (MACHINE, environments.HERE))
    wrong = [name for name in sorted({*mine, *other}) if mine.get(name) != other.get(name)]
    if wrong:
        raise Fault(f"{len(wrong)} differ: {', '.join(wrong[:5])}")
    images, errors = (sum(name.endswith(suffix) and bool(text) for name, text in mine.items())
                      for suffix in (".ptx", ".txt"))
    return f"{images} PTX of {len(os.listdir(f'{folder}/in'))} files, {errors} texts of errors"


def shell(system, _):
    line = found(r"^\S+ on (.*): [\d.]+ ms", run(
        system, f"{CM2TT} doctor >/dev/null; {CM2TT} run /source/examples/babylon/vector-add/model.json "
        "--grid=98 --arg=random:fp32:100003 --arg=random:fp32:100003:1 --arg=empty:fp32:100003 "
        "--arg=100003 --save=2:sum.npy --timing && python3 -c \"import numpy; "
        "assert abs(numpy.load('sum.npy')).min() > 0\""))
    return line


def models(system, _):
    """The models of the tests' kernels, by the front end there."""
    run(system, "rm -rf /models && java -jar /cm2tt/cm2tt-javac.jar -d /models "
        "/source/tests/cases/kernels/java/*.java")
    return f"{len(glob.glob(f'{system.root}/models/kernels/*.json'))} files"


def run_against_numpy(system, _):
    text = run(system, f"{RUN}/kernels/check_run.py {CM2TT} --models=/models")
    return f"{len(re.findall(': ok$', text, re.M))} of {len(text.splitlines())} ok"


def summary(text):
    """The counts of run.py's table, of all cases and targets."""
    names = found(r"^group +target +(.*)$", text).replace("not run", "left").split()
    counts = [line.split()[2:] for line in text.splitlines() if line.startswith("all ")]
    sums = [sum(int(row[i]) for row in counts if row[i] != "-") for i in range(len(names))]
    return ", ".join(f"{count} {name}" for name, count in zip(names, sums) if count)


def kernels(system, setting):
    text = run(system, f"{RUN}/gpu/run.py {CM2TT} --targets=cpu --linker=/usr/bin/ld.lld "
               f"--models=/models --seeds=0:0 --sample={setting.sample} --at-least=10")
    return summary(text)


def checked(system, _):
    return summary(run(system, f"{RUN}/gpu/run.py {CM2TT} --targets=cpu --linker=/usr/bin/ld.lld "
               "--models=/models --option=--checked --at-least=20 --sample=6 "
               "'--filter=^(memory|print|assert)'"))


def gpu_kernels(system, setting):
    """Kernels for GPUs, in ptx_emulator: it and NumPy run on this computer."""
    done = subprocess.run(
        [sys.executable, "-B", f"{ROOT}/tests/cases/gpu/run.py", f"{system.root}{CM2TT}", "--emulate",
         "--seeds=0:0", f"--sample={2 * setting.sample}", "--at-least=10"],
        env={**os.environ, "QEMU_LD_PREFIX": system.root}, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT)
    if done.returncode:
        raise Fault(done.stdout[-300:])
    return summary(done.stdout)


def c_example(system, _):
    text = run(system, "gcc -Wall -Werror -I/opt/cm2tt/include /source/examples/c-vector-add/main.c "
               "-L/opt/cm2tt/lib -lcm2tt -o /tmp/add && LD_LIBRARY_PATH=/opt/cm2tt/lib /tmp/add "
               "/source/examples/babylon/vector-add/model.json")
    return found(r"^0 of \d+ sums are wrong", text)


def ahead_of_time(system, _):
    """A kernel that is compiled to an object file, and launched by its header."""
    model = "/source/examples/babylon/vector-add/model.json"
    system.write("ahead.c", AHEAD)
    text = run(system, f"cd /tmp && {CM2TT} {model} --target=cpu --emit=obj -o add.o && "
               f"{CM2TT} {model} --target=cpu --emit=header -o add.h && "
               "gcc -O1 -Wall -Werror -I. /work/ahead.c add.o -lm -o ahead && ./ahead")
    return found(r"^0 of \d+ sums are wrong", text)


def java_example(example):
    name, *words = example.split()

    def row(system, _):
        source, = glob.glob(f"{ROOT}/examples/{name}/*.java")
        main = os.path.basename(source).removesuffix(".java")
        text = run(system, f"javac -cp '/cm2tt/*' -d /tmp/o /source/examples/{name}/{main}.java && "
                   f"java -cp '/cm2tt/*:/tmp/o' {main} {' '.join(words)}")
        return text.strip().splitlines()[-1]

    return row


def wheel(system, _):
    text = run(system, "python3 -m zipfile -e /work/*.whl /tmp/wheel && PYTHONPATH=/tmp/wheel python3 -c \""
               "import cm2tt; text = open('/source/tests/cases/triton/texts/3.6/bits-0.ttir').read(); "
               "print(len(cm2tt.compile(text, ['--target=sm_90a']).image), 'bytes of PTX')\"")
    return found(r"^[1-9]\d+ bytes of PTX", text)


ROWS = (
    ("cm2tt --version, --help", version),
    (f"PTX is that of {environments.HERE}", same_ptx),
    ("cm2tt run", shell),
    ("kernels in Java: models", models),
    ("kernels in Java: cm2tt run, NumPy", run_against_numpy),
    ("kernels on the CPU, NumPy", kernels),
    ("kernels on the CPU, checked", checked),
    ("kernels for GPUs, ptx_emulator", gpu_kernels),
    ("C: examples/c-vector-add", c_example),
    ("C: a kernel compiled ahead of time", ahead_of_time),
    *((f"Java: examples/{each.split()[0]}", java_example(each)) for each in JAVA),
    ("wheel", wheel),
)


def prepare(dist, workplace):
    """The system, with the release and the sources."""
    system = environments.System(SUITE, workplace, PACKAGES, "javac", MACHINE)
    system.add_cases(dist)
    system.add_readme(dist)
    shutil.rmtree(f"{system.root}/source", ignore_errors=True)
    for folder in ("examples", "tests"):
        shutil.copytree(f"{ROOT}/{folder}", f"{system.root}/source/{folder}")
    return system


def native_program(dist, workplace):
    """The program for this computer."""
    folder = os.path.join(workplace, "native")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    tarball, = glob.glob(f"{dist}/cm2tt-*-linux-{environments.HERE}.tar.gz")
    subprocess.run(["tar", "xf", tarball, "-C", folder, "--strip-components=1"], check=True)
    return f"{folder}/bin/cm2tt"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("dist")
    parser.add_argument("workplace")
    parser.add_argument("--texts", help="a folder of .ttir files")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--sample", type=int, default=40)
    parser.add_argument("--only", default="")
    setting = parser.parse_args()
    dist, workplace = os.path.abspath(setting.dist), os.path.abspath(setting.workplace)
    system = prepare(dist, workplace)
    setting.native = native_program(dist, workplace)
    failed = 0
    print("| on aarch64, emulated | result | s |\n|---|---|---|", flush=True)
    for name, row in ROWS:
        if not re.search(setting.only, name):
            continue
        start = time.monotonic()
        try:
            result = row(system, setting)
        except Fault as fault:
            failed += 1
            result = f"FAILED: {fault}"
        print(f"| {name} | {result} | {time.monotonic() - start:.0f} |", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
