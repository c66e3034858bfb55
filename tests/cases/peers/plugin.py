# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A pytest plugin that lets cm2tt compile the kernels of a test suite.

run.py loads it; the environment has its options:

CM2TT_PEERS_COMPILER  cm2tt or triton
CM2TT_PEERS_OUTCOMES  a file of lines OUTCOME, SECONDS, TEST, CAUSE, separated
                      by tabs; a line is appended when a test ends, so a time
                      limit loses nothing
CM2TT_PEERS_DONE      a file of such lines: these tests are not run. It does not
                      change, as all workers must collect the same tests.
CM2TT_PEERS_TUNING    quick: a tuner times each configuration by one launch
CM2TT_PEERS_CONFIGURATIONS  the most configurations that a tuner tries, chosen by
                      the names of the test and of the kernel; absent: all
CM2TT_PEERS_GPUS      numbers of GPUs, separated by commas, of which each worker
                      uses one; absent: all workers use all that are visible
CM2TT_PEERS_WAIT      the most seconds that a test without memory waits for the
                      tests of other workers; absent: 12
CM2TT_PEERS_TEXTS     a folder for each text that cm2tt compiles, with its
                      options and cm2tt's error; absent: none is kept
CM2TT_PEERS_ONLY      a file of tests, one a line: no others are run; absent: all
CM2TT_PEERS_SPREAD    on: the first case of each function runs before the second
                      of any, so that a time limit leaves out few functions
CM2TT_PEERS_SET       variables for the environment of each process, as JSON;
                      {worker} in a value is the name of the process

A worker whose GPU context is lost ends after it has reported the test, so one
bad kernel fails one test. pytest-xdist starts another worker. Workers share the
memory of a GPU: they free what PyTorch keeps after each test, and a test without
memory runs again later.
"""

import collections
import gc
import hashlib
import json
import os
import random
import re
import sys
import time
import zlib

import pytest
from _pytest.runner import runtestprotocol

OUTCOMES = os.environ["CM2TT_PEERS_OUTCOMES"]
DONE = os.environ["CM2TT_PEERS_DONE"]
TEXTS = os.environ.get("CM2TT_PEERS_TEXTS")
CONFIGURATIONS = int(os.environ.get("CM2TT_PEERS_CONFIGURATIONS", 0))
# Errors after which CUDA refuses every call of the process.
LOST = re.compile(r"illegal (memory|instruction)|misaligned address"
                  r"|unspecified launch|device-side assert|invalid program counter")
NO_MEMORY = re.compile(r"out.of.mem|CUBLAS_STATUS_ALLOC_FAILED", re.IGNORECASE)
ATTEMPTS = 8  # of a test without memory
WAIT = float(os.environ.get("CM2TT_PEERS_WAIT", 12))
LOCATION = re.compile(
    r'\s*loc\((?:[^()"]|"[^"]*"|\((?:[^()"]|"[^"]*"|\([^()]*\))*\))*\)')
# Marks of a worker's name in the values of CM2TT_PEERS_SET.
WORKER = "{worker}"
OPTIONS = ("num_warps", "num_stages", "num_ctas", "maxnreg", "enable_fp_fusion")


def without_locations(text):
    """The text of a module, in the form of the corpus."""
    lines = LOCATION.sub("", text).split("\n")
    return "\n".join(line for line in lines
                     if line.strip() and not line.startswith("#loc"))


def keep_text(text, options, error):
    """Writes a text, its options and what became of it, once."""
    text = without_locations(text)
    facts = {name: getattr(options, name) for name in OPTIONS}
    digest = hashlib.sha256((text + json.dumps(facts)).encode()).hexdigest()[:12]
    stem = os.path.join(TEXTS, digest)
    if os.path.exists(f"{stem}.json"):
        return
    with open(f"{stem}.ttir", "w", encoding="utf-8") as file:
        file.write(text)
    with open(f"{stem}.json", "w", encoding="utf-8") as file:
        json.dump({**facts, "error": error}, file)


def keep_texts():
    """Makes the back end keep each text that it compiles."""
    from cm2tt_triton import compiling

    os.makedirs(TEXTS, exist_ok=True)
    compile_module = compiling.compile_module

    def compile_and_keep(text, metadata, options, capability):
        error = None
        try:
            return compile_module(text, metadata, options, capability)
        except Exception as failure:
            error = str(failure)[:1000]
            raise
        finally:
            keep_text(text, options, error)

    compiling.compile_module = compile_and_keep


def time_once(function, *_, quantiles=None, **__):
    """In place of triton.testing.do_bench, which launches for 0.1 s and more: the
    milliseconds of one launch after a first one, once for each quantile."""
    import torch

    function()
    events = [torch.cuda.Event(enable_timing=True) for _ in range(2)]
    events[0].record()
    function()
    events[1].record()
    torch.cuda.synchronize()
    elapsed = events[0].elapsed_time(events[1])
    return [elapsed] * len(quantiles) if quantiles else elapsed


def tune_quickly():
    """Tests that tune compile and run every configuration all the same."""
    import triton.testing

    triton.testing.do_bench = time_once


def sample_configurations(count):
    """Other tests of a kernel try other configurations, a test always the same."""
    from triton.runtime.autotuner import Autotuner

    prune = Autotuner.prune_configs

    def sample(self, kwargs):
        configs = list(prune(self, kwargs))
        test = os.environ.get("PYTEST_CURRENT_TEST", "").split(" ")[0]
        chosen = random.Random(zlib.crc32(f"{test} {self.base_fn.__name__}".encode()))
        return chosen.sample(configs, min(count, len(configs)))

    Autotuner.prune_configs = sample


def set_environment():
    """Sets the variables that differ between processes. This happens before the
    conftest.py of a library, which may read them, is loaded."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    for name, value in json.loads(os.environ.get("CM2TT_PEERS_SET", "{}")).items():
        os.environ[name] = value.replace(WORKER, worker)


def use_one_gpu(gpus):
    """Lets the driver, which this process has not called yet, show one GPU."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    os.environ["CUDA_VISIBLE_DEVICES"] = gpus[int(worker[2:]) % len(gpus)]


set_environment()
if os.environ.get("CM2TT_PEERS_GPUS"):
    use_one_gpu(os.environ["CM2TT_PEERS_GPUS"].split(","))


def pytest_configure(config):
    config.lost = False
    if os.environ.get("CM2TT_PEERS_TUNING") == "quick":
        tune_quickly()
    if CONFIGURATIONS:
        sample_configurations(CONFIGURATIONS)
    if os.environ["CM2TT_PEERS_COMPILER"] == "cm2tt":
        import cm2tt_triton  # noqa: F401  # replaces Triton from here on

        if TEXTS:
            keep_texts()


def spread_cases(items):
    """The items in an order that begins with the first case of each function."""
    counts = collections.Counter()
    ranks = []
    for item in items:
        function = item.nodeid.split("[")[0]
        ranks.append(counts[function])
        counts[function] += 1
    return [items[i] for i in sorted(range(len(items)), key=ranks.__getitem__)]


def pytest_collection_modifyitems(config, items):
    """Drops the tests that an earlier run has an outcome of, and those that were
    not asked for."""
    with open(DONE, encoding="utf-8") as file:
        dropped = {line.split("\t")[2] for line in file if line.count("\t") >= 3}
    if os.environ.get("CM2TT_PEERS_ONLY"):
        with open(os.environ["CM2TT_PEERS_ONLY"], encoding="utf-8") as file:
            dropped |= {item.nodeid for item in items} - set(file.read().split("\n"))
    config.hook.pytest_deselected(
        items=[item for item in items if item.nodeid in dropped])
    items[:] = [item for item in items if item.nodeid not in dropped]
    if os.environ.get("CM2TT_PEERS_SPREAD") == "on":
        items[:] = spread_cases(items)


def cause_of(report):
    """The line that says why a test did not pass."""
    if isinstance(report.longrepr, tuple):
        return str(report.longrepr[2])
    crash = getattr(report.longrepr, "reprcrash", None)
    text = crash.message if crash else str(report.longrepr or "")
    return re.sub(r"\s+", " ", text)[:400]


class _Reported:
    """Tests whose outcome this process has written."""

    names = set()


@pytest.hookimpl(trylast=True)
def pytest_runtest_logreport(report):
    """Appends the outcome; in the process that controls the workers."""
    if "PYTEST_XDIST_WORKER" in os.environ or report.nodeid in _Reported.names:
        return
    if report.when in ("setup", "teardown") and report.outcome == "passed":
        return
    _Reported.names.add(report.nodeid)
    cause = "" if report.outcome == "passed" else cause_of(report)
    with open(OUTCOMES, "a", encoding="utf-8") as file:
        file.write(f"{report.outcome}\t{report.duration:.2f}\t"
                   f"{report.nodeid}\t{cause}\n")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    yield
    if call.excinfo and LOST.search(str(call.excinfo.value)):
        item.config.lost = True


def free_memory():
    """Returns what PyTorch keeps of the GPU's memory: other processes need it. Returns
    the error of the test's kernels that only this call reports, or nothing."""
    torch = sys.modules.get("torch")
    if not torch or not torch.cuda.is_initialized():
        return None
    gc.collect()
    try:
        torch.cuda.empty_cache()
    except RuntimeError as error:
        return str(error)
    return None


def fail(reports, error):
    """Reports the error as that of the test."""
    for report in reports:
        if report.when == "call":
            report.outcome, report.longrepr = "failed", error


def lacks_memory(reports):
    return any(report.failed and NO_MEMORY.search(cause_of(report))
               for report in reports)


def run_with_memory(item, nextitem):
    """The reports of a test, which is run again while it lacks memory. A worker
    that found none in the end may hold it itself: it is lost."""
    for attempt in range(ATTEMPTS):
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
        if item.config.lost:
            break
        error = free_memory()
        if error:
            fail(reports, error)
            item.config.lost = True
            break
        if not lacks_memory(reports):
            break
        if attempt + 1 < ATTEMPTS:
            time.sleep(random.uniform(WAIT / 3, WAIT))
        else:
            item.config.lost = True
    return reports


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    hooks, place = item.ihook, item.location
    hooks.pytest_runtest_logstart(nodeid=item.nodeid, location=place)
    for report in run_with_memory(item, nextitem):
        hooks.pytest_runtest_logreport(report=report)
    hooks.pytest_runtest_logfinish(nodeid=item.nodeid, location=place)
    if item.config.lost and "PYTEST_XDIST_WORKER" in os.environ:
        time.sleep(0.5)  # the report is on its way
        os._exit(1)
    return True
