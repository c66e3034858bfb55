#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels on one GPU by cm2tt, by Triton, and by the libraries of the machine, in one
run.

    gpu.py [--only=matmul,softmax] [--filter=REGEX]
        [--bars] [--budget=SECONDS] [--quick] [--rows] [--json=FILE] [--from=FILE]

The same functions in Python Triton (gpu_kernels.py, gpu_product_kernels.py,
gpu_split_kernels.py, gpu_training_kernels.py, gpu_application_kernels.py), with the
same arguments, launcher and tuning space (gpu_cases.py and the modules that it names),
are compiled by cm2tt through python/cm2tt_triton and by Triton 3.6. Everything is
compiled first, in parallel.
Then each configuration runs on poisoned outputs, is checked against a reference and
timed; the best of each compiler and kernel and each function of PyTorch (cuBLAS,
cuBLASLt, cuDNN, FlashAttention, compiled functions), whose results are checked too, are
timed again, in rounds of random order; so is the best tile of each compiler with the
warps and stages that it takes by itself (`untuned`). Times are medians, with the L2 cache flushed
before each run, and without the host's time for a launch (gpu_timing.py).
Pallas kernels of JAX follow in a process of their own (gpu_jax.py). A peer that is
missing or fails is named with its error below the tables.

`--flags=A` `--flags="A B"` adds configurations of cm2tt: each list of options, such as
--without=persistent, with each configuration. Options that the library does not have
are left out, with a note.

`--bars` measures what has a bar in gpu_cases.py, and prints the table of the bars:
`plain` is the best of kernels by pointers, `any` of kernels by descriptors too,
each as a multiple of the best peer. `--from=FILE` repeats a run that wrote FILE, with
the few fastest configurations of each compiler and kernel in it (`--finalists`);
`gpu_tables.py` prints the medians of several runs. On a machine with N GPUs, N processes
share the work: process I runs with CUDA_VISIBLE_DEVICES=I and `--shard=I/N`.

`--list` prints the names, of which `--filter` selects those that a regular expression
matches: '^matmul fp16', '^attention', '^decode', '^descriptors host', '^persistent',
'^scaled', '^sort', '^topk', '^(uniform|normal|fill)', '^transpose', '^application' are
groups that run alone. All of them together need a larger `--budget`.

A process of its own runs the kernels; when it crashes or hangs, that is noted,
and a new one goes on with the next configuration. The tables come last:
speed, registers and memory, and how long `tt` takes to PTX. A figure whose best
configuration spills registers is marked: it says what the compiler makes of this
kernel in this tuning space, not what it can do.

Not here: tables (gpu_tables.py).
"""

import argparse
import collections
import concurrent.futures
import contextlib
import json
import multiprocessing
import os
import random
import re
import select
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "python"))
sys.path.insert(0, HERE)

import gpu_no_device  # noqa: E402
import gpu_tables  # noqa: E402
from gpu_tables import COMPILERS, UNTUNED  # noqa: E402

SILENCE = 90  # seconds after which a kernel hangs
ROUNDS = 10  # how often the best are timed again, unless --rounds says it
FINALISTS, AGAIN = 3, 3  # configurations that are timed more often to find the best
CLOSE = 1.15  # times the best time of a compiler: other kernels are not repeated
LONG, SHORT = 25, 15  # milliseconds that one figure takes; SHORT with --quick
JAX_SHARE = 0.25  # of the time
COMPILED = {  # whose compile times are shown, in which configuration
    "vector add": 0, "softmax": 1, "layer norm": 0, "matmul fp16 8192x8192": 0,
    "attention": 1,
}  # fmt: skip


def every_workload(quick):
    import gpu_applications
    import gpu_attention
    import gpu_cases
    import gpu_matmuls
    import gpu_products
    import gpu_tiles
    import gpu_training

    for module in (gpu_cases, gpu_matmuls, gpu_attention, gpu_training, gpu_products,
                   gpu_tiles, gpu_applications):  # fmt: skip
        yield from map(gpu_cases.with_given_flags, module.workloads(quick))


def chosen(options):
    wanted = [w for w in options.only.split(",") if w]
    workloads = [
        w
        for w in every_workload(options.quick)
        if re.search(options.filter, w.name)
        and (w.bar or not options.bars)
        and (not wanted or any(text in w.name for text in wanted))
    ]
    if options.earlier:
        workloads = fastest_of(workloads, options.earlier, options.finalists)
    first, step = map(int, options.shard.split("/"))
    return workloads[first::step]


def fastest_of(workloads, path, count):
    """The workloads that a run measured; the tuning space is the `count` fastest
    configurations of each entrant that is close to the best of its compiler."""
    with open(path) as file:
        rows = {case["name"]: case["rows"] for case in json.load(file)["cases"]}
    workloads = [workload for workload in workloads if workload.name in rows]
    for workload in workloads:
        known = {str(config): config for config in workload.configs}
        times = collections.defaultdict(list)
        for row in rows[workload.name]:
            if "ms" in row and row["config"] in known:
                entrant = known[row["config"]].entrant(row["by"])
                times[entrant].append((row["ms"], row["config"]))
        best = collections.defaultdict(lambda: float("inf"))
        for entrant, found in times.items():
            by = entrant.split()[0]
            best[by] = min(best[by], *(ms for ms, _ in found))
        kept = {
            name
            for entrant, found in times.items()
            for ms, name in sorted(found)[:count]
            if ms <= CLOSE * best[entrant.split()[0]]
        }
        workload.configs = [known[name] for name in known if name in kept]
    return [workload for workload in workloads if workload.configs]


@contextlib.contextmanager
def scope(compiler, flags=()):
    """A context in which kernels are compiled, or called, by a compiler."""
    import cm2tt_triton

    with cm2tt_triton.enabled(compiler == "cm2tt"), cm2tt_triton.flags(*flags):
        yield


# -- Compiling in parallel


def compile_one(job):
    """Fills Triton's cache on disk; runs in a pool's process."""
    name, index, compiler, quick = job
    if not hasattr(compile_one, "known"):
        compile_one.known = {w.name: w for w in every_workload(quick)}
        gpu_no_device.allow_compiling()
    workload = compile_one.known[name]
    config = workload.configs[index]
    try:
        with scope(compiler, config.flags):
            config.kernel(workload).warmup(
                *config.arguments(workload), grid=(1,), **config.options()
            )
    except Exception as error:
        return job, str(error)[:300] or repr(error)
    return job, None


def kind_of(argument):
    """The properties of an argument that a compiled kernel depends on."""
    if isinstance(argument, int):
        return argument == 1, argument % 16 == 0
    if isinstance(argument, float):
        return "float"
    if hasattr(argument, "block_shape"):  # a tensor descriptor
        return str(argument.base.dtype), tuple(argument.block_shape)
    return str(argument)


def compile_all(workloads, options):
    """The number of kernels, and errors by (workload, configuration,
    compiler). Sizes that Triton does not tell apart are compiled once."""
    import cm2tt_triton

    same, errors = collections.defaultdict(list), {}
    for workload in workloads:
        for index, config in enumerate(workload.configs):
            unknown = cm2tt_triton.unknown_flags(config.flags)
            if unknown:
                errors[workload.name, index, "cm2tt"] = f"no option {unknown[0]}"
                continue
            kinds = tuple(kind_of(a) for a in config.arguments(workload))
            kernel = config.kernel(workload).__name__
            for compiler in config.compilers():
                constants = str(config.options())
                key = (kernel, constants, config.flags, compiler, kinds)
                same[key].append((workload.name, index, compiler))
    jobs = [(*names[0], options.quick) for names in same.values()]
    alike = {names[0]: names for names in same.values()}
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(options.jobs, context) as pool:
        for job, error in pool.map(compile_one, jobs):
            if error:
                errors |= {name: error for name in alike[job[:3]]}
    return len(jobs), errors


# -- Measuring, in a process of its own


def tell(**event):
    print(json.dumps(event), file=tell.pipe, flush=True)


def facts(kernel):
    """The properties of a kernel that ptxas and the driver report."""
    return {"registers": kernel.n_regs, "spills": kernel.n_spills,
            "shared": kernel.metadata.shared}  # fmt: skip


def milliseconds(run, rep):
    """The median of runs that take about `rep` milliseconds together."""
    if not hasattr(milliseconds, "timer"):
        from gpu_timing import Timer

        milliseconds.timer = Timer()
    return milliseconds.timer.milliseconds(run, 10, rep)


def launcher(workload, data, config):
    run, options = config.kernel(workload)[config.grid(data)], config.options()
    arguments = config.arguments(data)
    return lambda: run(*arguments, **options)


def try_config(workload, data, config, compiler, rep):
    """Runs, checks and times one configuration."""
    import torch

    import gpu_cases

    for out in data.outputs:
        gpu_cases.poison(out)
    run = launcher(workload, data, config)
    with scope(compiler, config.flags):
        kernel = run()
        torch.cuda.synchronize()
        data.check()
        ms = milliseconds(run, rep)
    return {"ms": ms, **facts(kernel)}


def leave_if_lost(error):
    """Ends the process if the GPU's context does not survive the error."""
    import torch

    try:
        torch.cuda.synchronize()
    except Exception:
        tell(event="fatal", error=error)
        os._exit(1)


def checked_peer(data, make):
    """A peer's function, whose results have been checked."""
    import torch

    with scope("peer"):
        run = make()
        result = run()
        torch.cuda.synchronize()
        if data.compare:
            data.compare(*(result if isinstance(result, (tuple, list)) else [result]))
    return run


def ready_peers(workload, data, skip):
    """Functions of PyTorch by name, and errors of those that fail."""
    peers = {"torch": lambda: data.torch} if data.torch else {}
    ready, failed = {}, {}
    for name, make in {**peers, **data.peers}.items():
        key = [workload.name, -1, name]
        if skip.get(json.dumps(key)):
            failed[name] = skip[json.dumps(key)]
            continue
        tell(event="begin", key=key)
        try:
            ready[name] = checked_peer(data, make)
        except Exception as error:
            failed[name] = " ".join(str(error).split())[:200] or repr(error)
            leave_if_lost(failed[name])
    return ready, failed


def final_rounds(workload, data, best, peers, rep, rounds):
    """The best of each compiler and kernel, and peers, round by round. A card is warmer
    after some than after others: the order of a round is random, the same in each run."""
    entrants = {}
    for name, (compiler, index) in best.items():
        config = workload.configs[index]
        entrants[name] = launcher(workload, data, config), (compiler, config.flags)
    entrants |= {name: (run, ("peer",)) for name, run in peers.items()}
    samples, order = collections.defaultdict(list), random.Random(0)
    for _ in range(rounds):
        for name in order.sample(list(entrants), len(entrants)):
            run, by = entrants[name]
            with scope(*by):
                samples[name].append(milliseconds(run, rep))
    return {name: statistics.median(s) for name, s in samples.items()}


def measure_config(workload, data, index, compiler, skip, rep):
    """A row, with the milliseconds of a configuration or an error."""
    config = workload.configs[index]
    row = {"config": str(config), "by": compiler}
    key = [workload.name, index, compiler]
    if skip.get(json.dumps(key)):
        return {**row, "error": skip[json.dumps(key)]}
    tell(event="begin", key=key)
    try:
        row.update(try_config(workload, data, config, compiler, rep))
    except Exception as error:
        row["error"] = str(error)[:300] or repr(error)
        leave_if_lost(row["error"])
    return row


def measure_configs(workload, data, skip, rep):
    """A row for each configuration and compiler, and those that run: entrant to a
    list of compiler, configuration and row."""
    rows, found = [], collections.defaultdict(list)
    for index, config in enumerate(workload.configs):
        for compiler in config.compilers():
            row = measure_config(workload, data, index, compiler, skip, rep)
            rows.append(row)
            if "ms" in row:
                found[config.entrant(compiler)].append((compiler, index, row))
    return rows, found


def measure_untuned(workload, data, best, skip, rep):
    """Rows and entrants of the best tile of each compiler, with the warps and stages
    that it takes by itself."""
    rows, entrants = [], {}
    for compiler in COMPILERS:
        if compiler not in best:
            continue
        index = len(workload.configs)
        config = workload.configs[best[compiler][1]]
        workload.configs.append(config.untuned(compiler))
        row = measure_config(workload, data, index, compiler, skip, rep)
        rows.append(row)
        if "ms" in row:
            entrants[f"{compiler} {UNTUNED}"] = compiler, index, row
    return rows, entrants


def choose_best(workload, data, found, rep, count):
    """The best of each entrant. Its fastest configurations are timed again, in random
    order: the first one of all was timed on a cool card."""
    best, order = {}, random.Random(0)
    for name, places in found.items():
        places.sort(key=lambda place: place[2]["ms"])
        finalists = places[:count]
        for _ in range(AGAIN if len(finalists) > 1 else 0):
            for compiler, index, row in order.sample(finalists, len(finalists)):
                config = workload.configs[index]
                with scope(compiler, config.flags):
                    run = launcher(workload, data, config)
                    row.setdefault("again", []).append(milliseconds(run, rep))
        best[name] = min(finalists, key=lambda place: statistics.median(
            place[2].get("again", [place[2]["ms"]])))  # fmt: skip
    return best


def measure(workload, skip, rep, finalists=FINALISTS, rounds=ROUNDS):
    import torch

    torch.manual_seed(0)
    tell(event="begin", key=[workload.name, -1, "data"])
    data = workload.prepare()
    rows, found = measure_configs(workload, data, skip, rep)
    tell(event="begin", key=[workload.name, -1, "finalists"])
    best = choose_best(workload, data, found, rep, finalists)
    more, untuned = measure_untuned(workload, data, best, skip, rep)
    rows, best = rows + more, best | untuned
    peers, failed = ready_peers(workload, data, skip)
    tell(event="begin", key=[workload.name, -1, "final"])
    places = {name: found[:2] for name, found in best.items()}
    final = final_rounds(workload, data, places, peers, rep, rounds)
    winners = {name: found[2] for name, found in best.items()}
    return {"rows": rows, "final": final, "best": winners, "failed": failed}


def copy_speed():
    import torch

    x = torch.empty(1 << 31, dtype=torch.uint8, device="cuda")
    y = torch.empty_like(x)
    ms = milliseconds(lambda: y.copy_(x), 100)
    return 2 * x.numel() / ms / 1e6


def compile_times(workload, index):
    """Milliseconds from `tt` to PTX, of both, alone on the machine."""
    from triton import knobs

    times, config = {}, workload.configs[index]
    for compiler in ("cm2tt", "triton"):
        samples = []

        def listen(src, metadata, metadata_group, times, cache_hit, to=samples):
            to.append(dict(times.lowering_stages))

        knobs.compilation.listener = listen
        knobs.compilation.always_compile = True
        try:
            for _ in range(5):
                workload.kernel.device_caches.clear()
                with scope(compiler):
                    workload.kernel.warmup(
                        *config.arguments(workload), grid=(1,),
                        **config.options(),
                    )
        except Exception as error:
            times[compiler] = str(error)[:100]
            continue
        finally:
            knobs.compilation.listener = None
            knobs.compilation.always_compile = False
            workload.kernel.device_caches.clear()
        stages = ("ttgir", "llir", "ptx")
        times[compiler] = statistics.median(
            sum(s.get(stage, 0) for stage in stages) / 1e3 for s in samples
        )
        times[f"{compiler} ptxas"] = statistics.median(
            s["cubin"] / 1e3 for s in samples
        )
    return times


def introduce(workloads):
    """Tells of the device, and how long a kernel of each kind compiles."""
    import torch
    import triton

    tell(event="device", name=torch.cuda.get_device_name(),
         torch=torch.__version__, triton=triton.__version__,
         copy=copy_speed())  # fmt: skip
    timed = set()
    for workload in workloads:
        families = (f for f in COMPILED if workload.name.startswith(f))
        family = next(families, None)
        if family and family not in timed:
            timed.add(family)
            index = COMPILED[family]
            config = workload.configs[index]
            name = f"{workload.name} {config}"
            times = compile_times(workload, index)
            tell(event="times", name=name, times=times)


def worker(options):
    """Measures the workloads from `--begin` on; events go to the parent."""
    tell.pipe = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    import torch

    import gpu_products

    with open(options.skip) as file:
        skip = json.load(file)
    gpu_products.allocate_scratch()
    workloads = chosen(options)
    if not options.again:
        introduce([] if options.bars or options.earlier else workloads)
    for place, workload in enumerate(workloads):
        if place < options.begin:
            continue
        if time.time() > options.deadline:
            tell(event="note", text=f"{workload.name}: no time left")
            continue
        try:
            result = measure(workload, skip, SHORT if options.quick else LONG,
                             options.finalists, options.rounds)  # fmt: skip
        except Exception as error:
            leave_if_lost(str(error))
            tell(event="note", text=f"{workload.name}: {error!r}"[:300])
            result = {"rows": [], "final": {}, "best": {}, "failed": {}}
        figures = {"unit": workload.unit, "work": workload.work,
                   "ceiling": workload.ceiling, "bar": workload.bar}  # fmt: skip
        tell(event="done", place=place, name=workload.name, **figures, **result)
        torch.cuda.empty_cache()
    tell(event="end")


class Bench:
    """The parent: starts workers, keeps what they tell."""

    def __init__(self, options, errors):
        self.options, self.begin = options, 0
        self.results = {"device": {}, "times": {}, "cases": [], "notes": []}
        self.skip = {json.dumps(k): e for k, e in errors.items()}

    def run(self):
        while self.run_worker():
            pass

    def run_worker(self):
        """One process; whether another one is needed."""
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(self.skip, file)
            file.flush()
            process = subprocess.Popen(
                [sys.executable, os.path.abspath(__file__), "--worker",
                 f"--only={self.options.only}",
                 f"--filter={self.options.filter}", f"--begin={self.begin}",
                 f"--skip={file.name}", f"--deadline={self.options.deadline}",
                 *(["--quick"] if self.options.quick else []),
                 *([f"--from={self.options.earlier}"] if self.options.earlier else []),
                 f"--shard={self.options.shard}", f"--rounds={self.options.rounds}",
                 f"--finalists={self.options.finalists}",
                 *(["--bars"] if self.options.bars else []),
                 *(["--again"] if self.results["device"] else [])],
                stdout=subprocess.PIPE, text=True,
            )  # fmt: skip
            key, why = None, ""
            while True:
                ready, _, _ = select.select([process.stdout], [], [], SILENCE)
                line = process.stdout.readline() if ready else ""
                if not line:
                    break
                event = json.loads(line)
                if event["event"] == "end":
                    process.wait()
                    return False
                if event["event"] == "begin":
                    key = event["key"]
                why = event.get("error", why)
                self.keep(event)
            if ready:
                time.sleep(2)  # it is ending by itself
            code = process.poll()
            process.kill()
            process.wait()
        return self.after_crash(key, why or (
            f"crashed ({code})" if ready else f"hangs ({SILENCE} s)"))

    def after_crash(self, key, why):
        note = f"{key}: {why}" if key else f"before any kernel: {why}"
        self.results["notes"].append(note)
        print("#", note, flush=True)
        if key is None or json.dumps(key) in self.skip:
            self.begin += 1  # not again, for any failure
        else:
            self.skip[json.dumps(key)] = why
        return self.begin < self.options.count

    def keep(self, event):
        kind = event.pop("event")
        if kind == "device":
            self.results["device"] = event
        elif kind == "times":
            self.results["times"][event["name"]] = event["times"]
        elif kind == "note":
            self.results["notes"].append(event["text"])
        elif kind == "done":
            self.begin = event.pop("place") + 1
            self.results["cases"].append(event)
            print(f"# {event['name']}: {event['final']}", flush=True)
            self.save()

    def save(self):
        if self.options.json:
            with open(self.options.json, "w") as file:
                json.dump(self.results, file, indent=1)

    def run_jax(self, workloads, until):
        """Adds the times of JAX's kernels to those of the cases that ran, as multiples
        of a library's time in the same process (gpu_jax.py)."""
        cases = {case["name"]: case for case in self.results["cases"]}
        wanted = {w.name: w.jax for w in workloads if w.jax and w.name in cases}
        if not wanted:
            return
        for name, found in gpu_jax_results(wanted, until):
            final = cases[name]["final"]
            names = found.get("yardstick", {}).get("names", ())
            library = min((final[n] for n in names if n in final), default=None)
            if "error" in found:
                cases[name]["failed"]["jax"] = found["error"]
            elif library is None:
                cases[name]["failed"]["jax"] = "no time of " + " or ".join(names)
            else:
                final["jax"] = found["ms"] / found["yardstick"]["ms"] * library
                cases[name]["best"]["jax"] = {
                    "config": found["config"], "by CUPTI": found["ms"],
                    "library by CUPTI": found["yardstick"]["ms"],
                }  # fmt: skip
        self.save()


def gpu_jax_results(wanted, until):
    """Pairs of a workload's name and the line of gpu_jax.py about it. The process is
    started again for those that follow one that ends it."""
    rest = dict(wanted)
    while rest:
        lines, why = run_gpu_jax(rest, until)
        begun = None
        for line in lines:
            if "begin" in line:
                begun = line["begin"]
            else:
                begun = None
                rest.pop(line["name"])
                yield line["name"], line
        lost = [begun] if begun and time.time() < until else list(rest)
        for name in lost:
            rest.pop(name)
            yield name, {"error": why}


def run_gpu_jax(wanted, until):
    """The lines that one process prints, and how it ended."""
    seconds = max(until - time.time(), 1)
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            [sys.executable, os.path.join(HERE, "gpu_jax.py")], text=True,
            stdin=subprocess.PIPE, stdout=out, stderr=errors,
        )  # fmt: skip
        try:
            process.communicate(json.dumps(wanted), timeout=seconds)
            errors.seek(0)
            last = (errors.read().strip().splitlines() or [""])[-1]
            why = f"ended with {process.returncode}: {last}"[:200]
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            why = "no time left"
        out.seek(0)
        text = out.read()
    whole = text[: text.rfind("\n") + 1]
    return [json.loads(line) for line in whole.splitlines()], why


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--only", default="", help="parts of names, by commas")
    parser.add_argument("--filter", default="", metavar="REGEX",
                        help="found in the names")  # fmt: skip
    parser.add_argument("--rows", action="store_true",
                        help="show the speed of each configuration")  # fmt: skip
    parser.add_argument("--quick", action="store_true", help="fewer sizes")
    parser.add_argument("--json", help="where all figures go")
    parser.add_argument("--from", metavar="FILE", dest="earlier",
                        help="only the best configurations of an earlier --json")  # fmt: skip
    parser.add_argument("--finalists", type=int, default=FINALISTS, metavar="N",
                        help="configurations that are timed more often")  # fmt: skip
    parser.add_argument("--rounds", type=int, default=ROUNDS, metavar="N",
                        help="how often the best are timed")  # fmt: skip
    parser.add_argument("--shard", default="0/1", metavar="I/N",
                        help="each N-th workload, from the I-th on")  # fmt: skip
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--only-compile", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--budget", "--time-limit", type=float, default=520,
                        metavar="SECONDS", dest="budget",
                        help="after these no case is begun")  # fmt: skip
    parser.add_argument("--bars", action="store_true",
                        help="what has a bar, and the table of bars alone")  # fmt: skip
    parser.add_argument("--flags", action="append", metavar="OPTIONS",
                        help="options of cm2tt to try, in place of the usual ones")  # fmt: skip
    parser.add_argument("--no-jax", action="store_true", help="no kernels of JAX")
    for flag in ("--worker", "--again"):
        parser.add_argument(flag, action="store_true", help="internal")
    for name, kind in (("--begin", int), ("--deadline", float), ("--skip", str)):
        parser.add_argument(name, type=kind, help="internal")
    return parser.parse_args()


def main():
    options = parse_arguments()
    if options.worker:
        return worker(options)
    start = time.time()
    until = start + options.budget
    if options.flags is not None:
        import gpu_cases

        os.environ[gpu_cases.GIVEN] = ";".join(options.flags)
    workloads = chosen(options)
    is_jax = not options.no_jax and any(w.jax for w in workloads)
    options.deadline = until - (JAX_SHARE * options.budget if is_jax else 0)
    options.count = len(workloads)
    if options.list:
        for workload in workloads:
            print(f"{workload.name}: {', '.join(map(str, workload.configs))}")
        return 0
    count, errors = compile_all(workloads, options)
    print(f"# {count} kernels compiled in {time.time() - start:.1f} s, "
          f"{len(errors)} failed", flush=True)  # fmt: skip
    if options.only_compile:
        for key, error in errors.items():
            print(key, error)
        return 0
    bench = Bench(options, errors)
    bench.run()
    if is_jax:
        bench.run_jax(workloads, until)
    bench.save()
    gpu_tables.print_all(bench.results, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
