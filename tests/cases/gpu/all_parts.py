# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The parts that all.sh runs: their commands, their results, the table.

    all_parts.py FOLDER [--seconds=N] [--logs=DIR] [--only=REGEX] ...

Parts run at the same time, but for those that measure, which run alone after
them. Each has a time limit, so that one that hangs leaves time for the others.
A part has failed if its program says so, if it ran nothing, if one of its
tests failed, or if tests were skipped for which it has no allowance.
"""

import argparse
import collections
import contextlib
import dataclasses
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "..", "..", ".."))
CONSOLE = "org.junit.platform.console.ConsoleLauncher"
TOOLKIT = os.environ.get("CUDA_HOME", "/usr/local/cuda")
TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")


@dataclasses.dataclass
class Counts:
    """The numbers of tests of a part that passed, failed and were skipped."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0


@dataclasses.dataclass
class Part:
    """One program, and how its output is counted."""

    name: str
    command: list
    count: object  # a function of the output's text that returns Counts
    limit: float  # seconds
    environment: dict = dataclasses.field(default_factory=dict)
    runs_alone: bool = False
    may_skip: bool = False


@dataclasses.dataclass
class Result:
    """A row of the table."""

    name: str
    counts: Counts
    seconds: float
    problem: str  # empty if the part passed


# -- What programs print


def count_cases(path):
    """Counts the rows that run.py writes as JSON."""

    def count(text):
        # Cases that a thread of run.py did not finish would look like compiled ones.
        if "Traceback (most recent call last)" in text:
            raise ValueError("an exception ended a thread")
        with open(path) as file:
            statuses = collections.Counter(row["status"] for row in json.load(file))
        skipped = statuses["skipped"] + statuses["refused"]
        passed = statuses["ok"]
        return Counts(passed, statuses.total() - passed - skipped, skipped)

    return count


def count_googletest(path):
    """Counts the tests that a GoogleTest program writes as JSON."""

    def count(_):
        found = Counts()
        with open(path) as file:
            suites = json.load(file)["testsuites"]
        for test in (test for suite in suites for test in suite["testsuite"]):
            if test.get("failures"):
                found.failed += 1
            elif test["result"] == "SKIPPED":
                found.skipped += 1
            elif test["status"] == "RUN":
                found.passed += 1
        return found

    return count


def count_junit(text):
    """Counts by the summary of JUnit's console."""

    def number(what):
        found = re.search(rf"\[\s*(\d+) tests {what}\s*\]", text)
        if not found:
            raise ValueError("there is no summary of JUnit")
        return int(found.group(1))

    return Counts(
        number("successful"), number("failed"),
        number("aborted") + number("skipped"),
    )  # fmt: skip


def count_checks(text):
    """Counts by the last line of CApiTest."""
    found = re.search(r"^(\d+) checks, (\d+) failures$", text, re.M)
    if not found:
        raise ValueError("there is no number of checks")
    checks, failures = map(int, found.groups())
    return Counts(checks - failures, failures)


def count_lines(passed, failed="(?!)"):
    """Counts lines by regexes."""

    def count(text):
        return Counts(
            len(re.findall(passed, text, re.M)), len(re.findall(failed, text, re.M))
        )

    return count


# -- The parts


def sample(names, count, first):
    """A number of the names, evenly spread; others for another first."""
    count = min(count, len(names))
    return [names[(i * len(names) // count + first) % len(names)] for i in range(count)]


def listed(setting, *options):
    """The names of the cases that run.py would run."""
    command = [sys.executable, "-B", f"{HERE}/run.py", setting.cm2tt, "--list"]
    done = subprocess.run([*command, *options], capture_output=True, text=True)
    names = [n for n in done.stdout.split("\n") if re.fullmatch(r"\S+/\S+", n)]
    if done.returncode != 0 or not names:
        raise RuntimeError(f"run.py lists no cases: {done.stdout}{done.stderr}")
    return names


def cases_part(setting, name, limit, *options):
    """A run of run.py. It stops itself before the limit, so that it reports."""
    path = f"{setting.logs}/{name}.json"
    command = [
        sys.executable, "-B", f"{HERE}/run.py", setting.cm2tt, f"--json={path}",
        f"--time-limit={limit - 20}", *options,
    ]  # fmt: skip
    return Part(name, command, count_cases(path), limit)


def sanitizer_parts(setting):
    """Each tool of compute-sanitizer on other small cases."""
    try:
        names = listed(setting, "--sanitizer-subset")
    except RuntimeError as error:
        fails = [sys.executable, "-c", f"import sys; sys.exit({str(error)!r})"]
        yield Part("sanitizers", fails, lambda _: Counts(), 10)
        return
    count = max(1, setting.sample)
    for index, tool in enumerate(TOOLS):
        chosen = sample(names, count, index * len(names) // count // len(TOOLS))
        cases = "|".join(map(re.escape, chosen))
        yield cases_part(
            setting, tool, 240, f"--sanitizer={tool}", f"--filter=^({cases})$",
            f"--targets={setting.targets.split(',')[0]}",
        )  # fmt: skip


def java_command(setting, *paths):
    """The packed JVM with the jars and these classes."""
    folders = [f"{setting.folder}/classes/{path}" for path in paths]
    jars = [f"{setting.folder}/jars/*", f"{setting.folder}/junit/*"]
    return [
        f"{setting.folder}/jvm/bin/java", "-Xmx1g",
        f"-Dcm2tt.native.path={setting.folder}/lib", f"-Dcm2tt.source={ROOT}",
        f"-Dcm2tt.processors={setting.folder}/processors/cm2tt-javac.jar:"
        f"{setting.folder}/jars/cm2tt-lang.jar",
        "-cp", ":".join(folders + jars),
    ]  # fmt: skip


def junit_part(setting, name, classes, **more):
    command = java_command(setting, classes) + [
        CONSOLE, "--disable-banner", "--disable-ansi-colors",
        "--fail-if-no-tests", "--details=tree",
        f"--scan-class-path={setting.folder}/classes/{classes}",
    ]  # fmt: skip
    return Part(name, command, count_junit, 240, **more)


def launch_part(setting, device):
    command = java_command(setting, "launch") + ["Launch", device, "1000"]
    rows = count_lines(r"^ +\d+ +\d+ +\d+ +-?\d+ ")
    return Part(f"launch-{device}", command, rows, 60, runs_alone=True)


def all_parts(setting):
    """All parts, the long ones first."""
    python = [sys.executable, "-B"]
    target = setting.targets.split(",")[0]
    google = f"{setting.logs}/cpp.json"
    return [
        cases_part(setting, "cases", 420, f"--targets={setting.targets}"),
        *sanitizer_parts(setting),
        cases_part(
            setting, "random", 300, "--filter=^(trees|loops)/", f"--targets={target}",
            f"--seeds={setting.seed}:{setting.trees}",
        ),
        # Cases with guards whose code the assembler does not take minutes for.
        cases_part(
            setting, "checked", 300, "--option=--checked", "--sample=9",
            "--filter=^(?!dot|tiles|kernels|java)", f"--targets={target}",
        ),
        Part(
            "layouts",
            [*python, f"{HERE}/check_layouts.py", setting.cm2tt,
             f"--seed={setting.seed}"],
            count_lines(r"^ok: "), 240,
        ),
        Part(
            "cpp",
            [f"{setting.folder}/bin/GpuTests", "--gtest_filter=Gpu*:*/gpu",
             f"--gtest_output=json:{google}"],
            count_googletest(google), 240,
        ),
        Part(
            "c",
            [f"{setting.folder}/bin/CApiTest", "--gpu",
             f"{ROOT}/examples/babylon/vector-add/model.json",
             f"{ROOT}/tests/lit/tools/Inputs/checked.cm"],
            count_checks, 240,
        ),
        # Some of its tests need a second GPU.
        junit_part(setting, "java-gpu", "runtime-gpu", may_skip=True),
        # Some of its tests are for newer JDKs than the packed one.
        junit_part(setting, "java-cpu", "runtime", may_skip=True),
        Part(
            "shell",
            [*python, f"{ROOT}/tests/cases/kernels/check_run.py", setting.cm2tt,
             f"--target={target}"],
            count_lines(r"^\w+: ok$", r"^\w+: (?!ok$)"), 120,
        ),
        Part(
            "triton-backend",
            [*python, f"{ROOT}/tests/cases/triton/check_backend.py",
             f"--python={sys.executable}", setting.library, ROOT],
            count_lines("^ok: ", "^WRONG: "), 240,
        ),
        launch_part(setting, "gpu"),
        launch_part(setting, "cpu"),
    ]  # fmt: skip


# -- Running


def reason(text):
    """The line of the output that says most, for people."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    says = re.compile(r"skipped: |needs a|Error\b|Exception\b|error: ")
    telling = [line for line in lines if says.search(line)]
    return (telling or lines or ["no output"])[-1][:100]


def judge(part, code, text, was_stopped):
    """The counts, and what is wrong or the empty text."""
    try:
        counts, problem = part.count(text), ""
    except (OSError, ValueError, KeyError) as error:
        counts, problem = Counts(), f"no result: {error}"
    if was_stopped:
        return counts, f"stopped after {part.limit:.0f} s"
    if counts.failed:
        return counts, f"{counts.failed} failed"
    if code != 0:
        return counts, f"exit {code}: {reason(text)}"
    if not problem and not counts.passed:
        problem = f"nothing ran: {reason(text)}"
    if not problem and counts.skipped and not part.may_skip:
        problem = f"{counts.skipped} skipped"
    return counts, problem


def run_part(part, setting):
    """Runs the program, with its output in a log; the row of the table."""
    began = time.monotonic()
    part.limit = max(1, min(part.limit, setting.deadline - began))
    path = f"{setting.logs}/{part.name}.log"
    # Files of an earlier run are not results of this one.
    shutil.rmtree(f"{setting.logs}/cache-{part.name}", ignore_errors=True)
    with contextlib.suppress(FileNotFoundError):
        os.remove(f"{setting.logs}/{part.name}.json")
    environment = {
        **os.environ,
        "CM2TT_CACHE_DIR": f"{setting.logs}/cache-{part.name}",
        "CM2TT_SOURCE_DIR": ROOT,
        "LD_LIBRARY_PATH": f"{setting.folder}/lib",
        "PATH": f"{os.environ['PATH']}:{TOOLKIT}/bin:{TOOLKIT}/compute-sanitizer",
        **part.environment,
    }
    was_stopped, code = False, 127
    with open(path, "w+", errors="replace") as log:
        try:
            # The process has a session of its own, so that what it starts ends with it.
            process = subprocess.Popen(
                part.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env=environment, start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            log.write(f"{error}\n")
        else:
            try:
                code = process.wait(part.limit)
            except subprocess.TimeoutExpired:
                was_stopped = True
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        log.seek(0)
        text = log.read()
    counts, problem = judge(part, code, text, was_stopped)
    return Result(part.name, counts, time.monotonic() - began, problem)


def run_together(parts, setting, results):
    """Runs parts at the same time; says when one has ended."""

    def run(part):
        result = results[part.name] = run_part(part, setting)
        line = f"{result.seconds:6.1f} s  {result.name}: {result.problem or 'passed'}"
        sys.stdout.write(line + "\n")  # in one piece: there are other threads
        sys.stdout.flush()

    threads = [threading.Thread(target=run, args=(part,)) for part in parts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def print_table(results):
    width = max(len(result.name) for result in results)
    print(
        f"\n{'part':{width}} {'passed':>7} {'failed':>7} {'skipped':>7}"
        f" {'seconds':>8}"
    )
    for result in results:
        counts = result.counts
        row = (
            f"{result.name:{width}} {counts.passed:7} {counts.failed:7}"
            f" {counts.skipped:7} {result.seconds:8.1f}"
        )
        print(f"{row}  {'FAILED: ' + result.problem if result.problem else ''}".rstrip())


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", help="what all.sh packed")
    parser.add_argument("--seconds", type=float, default=530,
                        help="for everything (530)")  # fmt: skip
    parser.add_argument("--logs", default="gpu-logs",
                        help="a folder for the output of the parts")  # fmt: skip
    parser.add_argument("--only", default="", help="a regex of parts' names")
    parser.add_argument("--targets", default="sm_90a,sm_80",
                        help="of the cases; the GPU's own first")  # fmt: skip
    parser.add_argument("--seed", type=int, default=1000,
                        help="of random programs and layouts")  # fmt: skip
    parser.add_argument("--trees", type=int, default=300,
                        help="how many random programs")  # fmt: skip
    parser.add_argument("--sample", type=int, default=48,
                        help="cases for each tool of the sanitizer")  # fmt: skip
    parser.add_argument("--began", type=float, default=time.time(),
                        help="when the time began, in seconds since 1970")  # fmt: skip
    setting = parser.parse_args(arguments)
    setting.folder = os.path.abspath(setting.folder)
    setting.logs = os.path.abspath(setting.logs)
    setting.cm2tt = f"{setting.folder}/bin/cm2tt"
    setting.library = f"{setting.folder}/lib/libcm2tt.so.1"
    spent = time.time() - setting.began
    setting.deadline = time.monotonic() + setting.seconds - spent
    return setting


def describe(setting):
    """Prints what is tested."""
    path = f"{setting.folder}/commit"
    commit = ""
    if os.path.exists(path):
        with open(path) as file:
            commit = file.read().strip()
    print(f"programs of {commit or 'unknown commit'}; logs: {setting.logs}", flush=True)


def main(arguments):
    setting = parse_arguments(arguments)
    os.makedirs(setting.logs, exist_ok=True)
    describe(setting)
    parts = [p for p in all_parts(setting) if re.search(setting.only, p.name)]
    if not parts:
        print(f"no part matches '{setting.only}'")
        return 1
    results = {}
    run_together([p for p in parts if not p.runs_alone], setting, results)
    for part in parts:
        if part.runs_alone:
            run_together([part], setting, results)
    rows = [results[part.name] for part in parts]
    print_table(rows)
    total = time.time() - setting.began
    bad = sum(bool(row.problem) for row in rows)
    print(f"{len(rows)} parts, {bad} failed, {total:.0f} s")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
