# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles cases: by cm2tt, then by ptxas for a GPU, by a linker for a CPU."""

import concurrent.futures
import ctypes
import dataclasses
import json
import os
import re
import shutil
import subprocess
import time

import numpy as np

import case as cases_api
from options import with_less

COMPILE_SECONDS = 1200  # what takes longer hangs
LINKED = 64  # kernels in one library: loading many small ones is slow


@dataclasses.dataclass
class Build:
    """A case compiled for a target."""

    status: str = "ok"
    message: str = ""
    image: str = ""  # a cubin, PTX where there is no ptxas, or a library
    metadata: dict = None
    registers: int = None
    spills: int = None
    seconds: float = 0.0


def is_cpu(target):
    return target.split(":")[0] == "cpu"


def find_ptxas(named):
    places = [named, os.environ.get("PTXAS"), shutil.which("ptxas"),
              "/usr/local/cuda/bin/ptxas"]  # fmt: skip
    try:
        import triton

        folder = os.path.dirname(triton.__file__)
        places.append(f"{folder}/backends/nvidia/bin/ptxas")
    except ImportError:
        pass
    return next((p for p in places if p and os.path.isfile(p)), None)


def find_linker(named):
    """LLVM's linker, which the compiler itself is linked with."""
    places = [named, shutil.which("ld.lld"), shutil.which("ld.lld-22"),
              "/usr/lib/llvm-22/bin/ld.lld"]  # fmt: skip
    for place in places:
        if place and os.path.isfile(place):
            return place
    raise FileNotFoundError("there is no ld.lld: name it by --linker")


def run_program(command):
    try:
        return subprocess.run(
            command, capture_output=True, text=True, timeout=COMPILE_SECONDS,
            check=False
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", f"over {COMPILE_SECONDS} s")
    except OSError as error:
        return subprocess.CompletedProcess(command, 127, "", str(error))


def source_of(one, base):
    """The file to compile."""
    if one.source is not None:
        return one.source
    path = f"{base}.{one.suffix}"
    with open(path, "w") as file:
        file.write(one.text())
    return path


def lacking(one, metadata):
    """The abilities of a launcher that the arguments of a case do not suit."""
    if not any("recipe" in p or "positive" in p for p in metadata["parameters"]):
        return set()
    arguments = one.make(np.random.default_rng(one.seed))
    return cases_api.unsuited(
        metadata, cases_api.flatten(arguments, metadata["parameters"])
    )


def compile_case(one, target, setting, without=frozenset()):
    """Runs cm2tt and, for a GPU, ptxas; for arguments that the code does not suit, again
    as for a launcher that does not have the abilities `without`."""
    base = os.path.join(
        setting.folder, f"{cases_api.symbol(one.name)}.{target}"
    )
    build = Build()
    try:
        source = source_of(one, base)
    except Exception as error:
        build.status, build.message = "ERROR", f"test: {error!r}"
        return build
    build.image = base + (".o" if is_cpu(target) else ".ptx")
    command = [
        setting.cm2tt, source, "-o", build.image, f"--target={target}",
        f"--metadata={base}.json", "--color=never",
        *with_less([*one.options, *setting.option], without),
    ]  # fmt: skip
    if not is_cpu(target):
        command += with_less(one.options_90 if architecture(target) >= 90 else (), without)
        command += [f"--num-warps={one.warps}", f"--num-stages={one.stages}"]
    begin = time.perf_counter()
    done = run_program(command)
    build.seconds = time.perf_counter() - begin
    refusal = one.refusal(target)
    if done.returncode != 0:
        text = done.stderr.strip()
        build.message = f"exit {done.returncode}: {text[:400]}"
        expected = done.returncode == 1 and refusal and re.search(refusal, text)
        build.status = "refused" if expected else "ERROR"
        return build
    if refusal:
        build.status = "ERROR"
        build.message = f"test: it compiles, but was to be refused: {refusal}"
        return build
    with open(f"{base}.json") as file:
        build.metadata = json.load(file)
    if (found := lacking(one, build.metadata)) - without:
        return compile_case(one, target, setting, without | found)
    return build if is_cpu(target) else assemble(build, base, target, setting)


def assemble(build, base, target, setting):
    if setting.ptxas is None:
        return build
    name = setting.assemble_for or target
    if target == "sm_90a":
        name = target
    done = run_program(
        [setting.ptxas, "-v", f"--gpu-name={name}", f"{base}.ptx", "-o",
         f"{base}.cubin"]
    )  # fmt: skip
    if done.returncode != 0:
        build.status = "FAILED"
        build.message = f"ptxas: {(done.stderr + done.stdout)[:400]}"
        return build
    build.image = f"{base}.cubin"
    used = re.search(r"Used (\d+) registers", done.stderr)
    spilled = re.search(r"(\d+) bytes spill stores", done.stderr)
    build.registers = int(used.group(1)) if used else None
    build.spills = int(spilled.group(1)) if spilled else None
    return build


# -- Libraries of kernels for a CPU


def system_libraries():
    """The C library and its mathematics, all that a kernel may call."""
    ctypes.CDLL("libm.so.6")
    with open("/proc/self/maps") as maps:
        paths = {line.split()[-1] for line in maps if ".so" in line}
    wanted = ("/libc.so.", "/libm.so.")
    return sorted(p for p in paths if any(w in p for w in wanted))


def link(builds, library, setting):
    """Links objects; if they cannot be linked together, one by one."""
    objects = [build.image for build in builds]
    done = run_program(
        [setting.linker, "-shared", "-z", "defs", "-o", library, *objects,
         *system_libraries()]
    )  # fmt: skip
    if done.returncode == 0:
        for build in builds:
            build.image = library
    elif len(builds) == 1:
        builds[0].status = "FAILED"
        builds[0].message = f"linker: {done.stderr[:400]}"
    else:
        for i, build in enumerate(builds):
            link([build], f"{library}.{i}", setting)


def symbol_of(build):
    return build.metadata.get("symbol", build.metadata["name"])


def link_all(builds, setting):
    """Puts the kernels for the CPU into libraries; in none are two of a name."""
    libraries = [[]]
    for build in builds:
        name = symbol_of(build)
        same = any(name == symbol_of(b) for b in libraries[-1])
        if same or len(libraries[-1]) >= LINKED:
            libraries.append([])
        libraries[-1].append(build)
    with concurrent.futures.ThreadPoolExecutor(setting.jobs) as pool:
        for i, group in enumerate(libraries):
            path = os.path.join(setting.folder, f"kernels{i}.so")
            pool.submit(link, group, path, setting)


def compile_all(cases, targets, setting):
    """Build by (name, target), in parallel."""
    builds = {}
    with concurrent.futures.ThreadPoolExecutor(setting.jobs) as pool:
        futures = {
            pool.submit(compile_case, one, target, setting): (name, target)
            for target in targets
            for name, one in cases.items()
            if can_compile(one, target)
        }
        for future in concurrent.futures.as_completed(futures):
            builds[futures[future]] = future.result()
    ours = [b for (_, t), b in builds.items() if is_cpu(t) and b.metadata]
    if ours:
        link_all(ours, setting)
    return builds


def can_compile(one, target):
    if is_cpu(target):
        return one.is_for_cpu
    return architecture(target) >= one.architectures


def architecture(target):
    """The number of a GPU's target."""
    return int(re.search(r"\d+", target).group())
