#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The whole kernels of java/, run on the JVM by the debug runner, against the same
kernels compiled for the CPU by `cm2tt run`.

    check_debug.py build/bin/cm2tt cm2tt-lang.jar [--jdk=FOLDER] [--filter=REGEX]

The kernels are compiled as they stand, with the imports of the proof of concept
changed to those of the kernel language. Results are equal bit for bit where the
case allows its reference no error; elsewhere, where sums come in another order
or functions are computed otherwise, they are no farther apart than the case's
bound and two units of the type's last place. See NARROWED for the one exception.
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", ".."))
import folders  # noqa: E402

folders.use("cases/gpu", "oracles/elements")

import numpy as np  # noqa: E402

import case as cases_api  # noqa: E402
import cases_java  # noqa: E402
import formats  # noqa: E402
import java_models  # noqa: E402
import selection  # noqa: E402

# Kernels that combine a tile of a narrow type with a number which is known at run
# time only. Compiled, that is computed in the number's type, float; on the JVM,
# where all numbers count as constants, in the tile's: each of some operations
# rounds to half a unit of the last place of what is no larger than the results.
NARROWED = "LayerNorm-forward-b?f16"
NARROW_UNITS = 4


class Run:
    """One case: its arguments, and the files that both ways read and write."""

    def __init__(self, one, folder):
        self.name, self.grid, self.kernel = one.name, one.grid, one.kernel
        self.arguments = one.make(np.random.default_rng(one.seed))
        self.stem = os.path.join(folder, cases_api.symbol(one.name))

    def arrays(self):
        for index, argument in enumerate(self.arguments):
            if isinstance(argument, cases_api.Array):
                yield index, argument

    def words(self):
        """The kernel's parameters as RunKernels takes them."""
        given = iter(enumerate(self.arguments))
        for entry in self.kernel.signature:
            if not isinstance(entry, str):
                yield str(entry).lower()
                continue
            index, argument = next(given)
            if isinstance(argument, cases_api.Array):
                yield f"@{argument.element}:{self.stem}.{index}.bin"
            else:
                yield str(argument.value)

    def line(self):
        """For the JVM; the arrays' files are written."""
        for index, array in self.arrays():
            array.values.tofile(f"{self.stem}.{index}.bin")
        head = [self.kernel.file, self.kernel.method, *map(str, self.grid)]
        return "\t".join([*head, *self.words()])

    def on_jvm(self, index, array):
        stored = np.fromfile(f"{self.stem}.{index}.bin", array.values.dtype)
        return stored.reshape(array.values.shape)

    def on_cpu(self, cm2tt):
        """The contents of the arrays after `cm2tt run`, by their index."""
        with open(f"{self.stem}.json", "w") as file:
            file.write(self.kernel(self.kernel.method))
        grid = ",".join(map(str, self.grid))
        command = [cm2tt, "run", f"{self.stem}.json", "--target=cpu", f"--grid={grid}"]
        for index, argument in enumerate(self.arguments):
            if isinstance(argument, cases_api.Scalar):
                command.append(f"--arg={argument.value}")
                continue
            path = f"{self.stem}.{index}.npy"
            np.save(path, argument.values)
            type_ = cases_java.word(argument.element)
            kind = f":{type_}" if type_ in ("bf16", "fp8e4nv", "fp8e5") else ""
            command += [f"--arg=@{path}{kind}", f"--save={index}:{path}.out"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"exit {done.returncode}: {done.stderr.strip()}")
        return {
            index: self.loaded(f"{self.stem}.{index}.npy.out", array)
            for index, array in self.arrays()
        }

    @staticmethod
    def loaded(path, array):
        stored = np.load(path)
        if stored.dtype != array.values.dtype:  # of types that NumPy lacks
            stored = stored.view(array.values.dtype)
        return stored.reshape(array.values.shape)


def difference(array, jvm, cpu, units):
    """The error, or None; and the distance of both, in units of the allowed:
    0 if they are the same bit for bit. `units` is the number of units in the last place
    of the largest number that are allowed."""
    kind = np.dtype(f"u{jvm.dtype.itemsize}")
    if (jvm.view(kind) == cpu.view(kind)).all():
        return None, 0.0
    if array.bound is None or array.bound.exact or not formats.is_float(array.element):
        places = np.argwhere(jvm.view(kind) != cpu.view(kind))
        first = tuple(places[0])
        text = f"{len(places)} differ, first at {first}: {jvm[first]}"
        return f"{text}, on the CPU {cpu[first]}", 0.0
    a, b = formats.decode(jvm, array.element), formats.decode(cpu, array.element)
    relative = array.bound.relative + 2 * formats.FLOATS[array.element].epsilon
    limit = array.bound.absolute + relative * np.abs(b)
    limit += units * formats.FLOATS[array.element].epsilon * np.abs(b).max()
    same = (a == b) | (np.isnan(a) & np.isnan(b))
    with np.errstate(all="ignore"):
        ratio = np.where(same, 0, np.abs(a - b) / limit)
    worst = np.unravel_index(np.argmax(ratio), ratio.shape)
    if ratio[worst] <= 1:
        return None, float(ratio[worst])
    return f"too far apart at {worst}: {a[worst]}, on the CPU {b[worst]}", 0.0


def compare(run, cpu):
    """One word for a case, and whether it is well."""
    worst = 0.0
    for index, array in run.arrays():
        narrow = re.search(NARROWED, run.name) and array.element != "f32"
        units = NARROW_UNITS if narrow else 0
        problem, ratio = difference(array, run.on_jvm(index, array), cpu[index], units)
        if problem:
            return f"argument {index}: {problem}", False
        worst = max(worst, ratio)
    return f"within {worst:.2g} of the bound" if worst else "equal", True


def tool(setting, name):
    """A program of the JDK; the path's if none is given."""
    return os.path.join(setting.jdk, "bin", name) if setting.jdk else name


def compile_kernels(setting, folder, kernels):
    """The kernels' files and their runner as classes, and models, in the folder."""
    runner = os.path.join(HERE, "debug", "RunKernels.java")
    quick = [f"-J{option}" for option in java_models.QUICK]
    command = [tool(setting, "javac"), *quick, "--release", "17", "-processorpath",
               setting.plugin, "-Xlint:all", "-Werror", "-cp", setting.jar,
               "-d", folder, runner, *kernels]  # fmt: skip
    subprocess.run(command, check=True)
    java_models.FOLDER = folder


def run_on_jvm(setting, folder, runs):
    """Runs all, and gives a line for each: how long it took, or an error."""
    jobs = os.path.join(folder, "jobs")
    with open(jobs, "w") as file:
        file.writelines(run.line() + "\n" for run in runs)
    path = os.pathsep.join([setting.jar, folder])
    command = [tool(setting, "java"), "-XX:+UseSerialGC", "-cp", path]
    command += ["kernels.RunKernels", jobs]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.splitlines()


def run_both(setting, folder, runs, kernels):
    """For each run: it, the future result of the CPU, and what the JVM says."""
    compile_kernels(setting, folder, kernels)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jvm = pool.submit(run_on_jvm, setting, folder, runs)
        cpu = [pool.submit(run.on_cpu, setting.cm2tt) for run in runs]
    return list(zip(runs, cpu, jvm.result()))


def asked(setting, cases):
    """The cases of the names asked for, of which there is one at least."""
    found = [one for one in cases if re.search(setting.filter, one.name)]
    if not found:
        sys.exit(f"error: no case has a name like '{setting.filter}'")
    first, step = setting.sample
    return found[first % len(found) :: step]


def check(setting, folder):
    runs = [Run(one, folder) for one in asked(setting, cases_java.cases())]
    asked_for = {f"{run.kernel.file}.java" for run in runs}
    files = sorted(asked_for & set(os.listdir(cases_java.JAVA)))
    sources = [os.path.join(cases_java.JAVA, name) for name in files]
    failures = 0
    for run, cpu, line in run_both(setting, folder, runs, sources):
        try:
            text, good = compare(run, cpu.result())
        except RuntimeError as failed:
            text, good = str(failed), False
        good = good and not line.startswith("error")
        print(f"{run.name} ({line}): {text}")
        failures += not good
    print(f"{len(runs) - failures} of {len(runs)} agree")
    return 1 if failures else 0


def run_check(usage, check):
    """The command line, and the check in a folder of its own."""
    parser = argparse.ArgumentParser(description=usage)
    parser.add_argument("cm2tt")
    parser.add_argument("jar", help="cm2tt-lang.jar, or a folder of its classes")
    parser.add_argument("plugin", help="cm2tt-javac.jar, which makes the models")
    parser.add_argument("--jdk", default="", help="the folder of the JDK to take")
    parser.add_argument("--filter", default="", help="a regex of cases' names")
    parser.add_argument("--sample", type=selection.sample_of, default=(0, 1),
                        help="N or N:FIRST, every Nth case; FIRST may be `any`")  # fmt: skip
    setting = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return check(setting, folder)


if __name__ == "__main__":
    sys.exit(run_check(__doc__, check))
