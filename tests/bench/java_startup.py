#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times a Java program that runs one kernel on the CPU, from exec to its result.

    java_startup.py build/jars [--jdk=FOLDER]... [--runs=N] [-- OPTION ...]

Prints a table for each JDK, by default those below /usr/lib/jvm: medians in
milliseconds, where nothing is cached, where the native libraries are unpacked, and
where the kernel is in the disk cache too. The columns:

    JVM      from exec to main
    load     finds the native libraries, unpacks or checks them, and loads them
    model    reads the kernel's model and compares it with its class
    memory   opens the device, and copies the arguments
    compile  compiles the kernel, or reads it from the disk cache
    launch   launches it, and copies the result
    all      from exec to the result

Options after -- are those of the JVM, such as -XX:SharedArchiveFile. The files are in
the system's cache of files in any case. Run it by hand on a machine with nothing else
to do.
"""

import argparse
import glob
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

PHASES = ["JVM", "load", "model", "memory", "compile", "launch"]
SOURCE = """
import io.github.cm2tt.lang.*;
import io.github.cm2tt.runtime.*;

public class Startup {
    @Kernel
    static void add(Ptr x, Ptr y, Ptr out, int n, @Constant int BLOCK) {
        var offsets = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK);
        var mask = offsets.lt(n);
        out.add(offsets).store(x.add(offsets).load(mask).add(y.add(offsets).load(mask)), mask);
    }

    public static void main(String[] arguments) {
        long main = System.currentTimeMillis();
        long[] times = new long[6];
        times[0] = System.nanoTime();
        Cm2ttRuntime.version();
        times[1] = System.nanoTime();
        KernelFunction add = KernelFunction.of(Startup.class, "add").constant("BLOCK", 1024);
        times[2] = System.nanoTime();
        Device device = Device.cpu();
        try (var x = device.copyOf(new float[] {1, 2, 3}); var y = device.copyOf(new float[] {10, 20, 30});
                var out = device.allocate(ElementType.FP32, 3)) {
            times[3] = System.nanoTime();
            add = add.on(device);
            add.prepare(x, y, out, 3);
            times[4] = System.nanoTime();
            add.launch(Grid.of(1), x, y, out, 3);
            float[] result = out.copyTo(new float[3]);
            times[5] = System.nanoTime();
            System.out.println(result[2] + " " + main);
        }
        for (int i = 1; i < 6; i++) {
            System.out.println(times[i] - times[i - 1]);
        }
    }
}
"""  # fmt: skip


def run(command, cache):
    """One process: the milliseconds of its phases, and until its result."""
    environment = dict(os.environ, CM2TT_CACHE_DIR=cache)
    started = time.time()
    # JDK 24 and newer warn of native code.
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               text=True, env=environment)  # fmt: skip
    first = process.stdout.readline().split()
    total = time.time() - started
    rest = process.stdout.read().split()
    if process.wait() != 0 or first[:1] != ["33.0"]:
        sys.exit("it fails: " + " ".join(command))
    return [float(first[1]) - 1e3 * started, *(int(each) / 1e6 for each in rest), 1e3 * total]


def forget(cache, kept):
    """Empties the cache, but for one of its folders."""
    for name in os.listdir(cache) if os.path.isdir(cache) else []:
        path = os.path.join(cache, name)
        if name != kept:
            (shutil.rmtree if os.path.isdir(path) else os.remove)(path)


def measure(command, cache, runs):
    """The medians by what is cached, from interleaved runs."""
    samples = {"nothing": [], "libraries": [], "kernel too": []}
    for _ in range(runs):
        forget(cache, None)
        samples["nothing"].append(run(command, cache))
        forget(cache, "native")
        samples["libraries"].append(run(command, cache))
        samples["kernel too"].append(run(command, cache))
    return {
        name: [statistics.median(column) for column in zip(*rows)]
        for name, rows in samples.items()
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("jars")
    parser.add_argument("options", nargs="*", help="given to java")
    parser.add_argument("--jdk", action="append", help="default: all of /usr/lib/jvm")
    parser.add_argument("--runs", type=int, default=11)
    args = parser.parse_args()
    found = {os.path.realpath(os.path.dirname(os.path.dirname(java)))
             for java in glob.glob("/usr/lib/jvm/*/bin/java")}  # fmt: skip
    jars = os.path.join(os.path.abspath(args.jars), "*")
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "Startup.java")
        with open(source, "w", encoding="utf-8") as file:
            file.write(SOURCE)
        subprocess.run(["javac", "--release=17", "-cp", jars, "-d", folder, source],
                       check=True)  # fmt: skip
        print(f"{'JDK':24}{'cached':12}" + "".join(f"{each:>9}" for each in [*PHASES, "all"]))
        for jdk in args.jdk or sorted(found):
            java = [os.path.join(jdk, "bin", "java"), *args.options]
            rows = measure([*java, "-cp", f"{jars}:{folder}", "Startup"],
                           os.path.join(folder, "cache"), args.runs)  # fmt: skip
            for name, row in rows.items():
                print(f"{os.path.basename(jdk):24}{name:12}"
                      + "".join(f"{each:9.0f}" for each in row), flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
