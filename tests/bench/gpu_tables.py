# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables of gpu.py, of the figures that it writes as JSON: speeds, bars,
configurations, compile times, errors.

    gpu_tables.py [--rows] [--bars] FILE...     the tables of several runs together
"""

import argparse
import collections
import json
import statistics
import sys

COMPILERS = ("cm2tt", "triton")
UNTUNED = "untuned"  # after a compiler: by its own choice of warps and stages
WIDTH = 34  # of the column of names, at least


def speed(case, milliseconds):
    """In the case's unit."""
    scale = 1e9 if case["unit"] == "TFLOP/s" else 1e6
    return case["work"] / milliseconds / scale


def show(value, digits=1):
    return "-" if value is None else f"{value:.{digits}f}"


def width_of(results):
    """The width of the column of names."""
    return max([WIDTH, *(len(case["name"]) + 1 for case in results["cases"])])


def spills(case, compiler):
    """Registers that the best configuration of a compiler spills."""
    return case["best"].get(compiler, {}).get("spills", 0)


def marked(case, compiler, value):
    """A figure, with an asterisk where the configuration spills."""
    return show(value) + ("*" if value and spills(case, compiler) else " ")


def by_cm2tt(name):
    return name.split()[0] == "cm2tt"


def fastest(final, is_wanted):
    """The name and the milliseconds of the fastest entrant of those, or Nones."""
    names = [name for name in final if is_wanted(name)]
    if not names:
        return None, None
    name = min(names, key=final.get)
    return name, final[name]


def is_library(name):
    return name.split()[0] not in COMPILERS


def print_speeds(results):
    copy, width = results["device"].get("copy"), width_of(results)
    all_ratios = []
    print(
        f"{'':{width}}{'unit':8}{UNTUNED:>8}{'cm2tt':>8} {UNTUNED:>8}{'Triton':>8} "
        f"{'library':>8} {'':16}{'ceiling':>8}{'/Triton':>8}{'/lib.':>7}{'/ceil.':>7}"
        f"{'unt./t.':>8}"
    )
    for case in results["cases"]:
        speeds = {k: speed(case, ms) for k, ms in case["final"].items()}
        ours = speeds.get("cm2tt")
        ceiling = copy if case["ceiling"] == "copy" else case["ceiling"]
        library, _ = fastest(case["final"], is_library)
        others = [speeds.get("triton"), speeds.get(library), ceiling]
        ratios = [ours / o if ours and o else None for o in others]
        untuned = [speeds.get(f"{compiler} {UNTUNED}") for compiler in COMPILERS]
        ratios.append(untuned[0] / ours if untuned[0] and ours else None)
        all_ratios.append(ratios)
        print(
            f"{case['name']:{width}}{case['unit']:8}"
            f"{show(untuned[0]):>8}{marked(case, 'cm2tt', ours):>9}"
            f"{show(untuned[1]):>8}{marked(case, 'triton', others[0]):>9}"
            f"{show(others[1]):>8} {library or '':16}{show(ceiling):>8}"
            f"{show(ratios[0], 3):>8}{show(ratios[1], 3):>7}"
            f"{show(ratios[2], 3):>7}{show(ratios[3], 3):>8}"
        )
    print_means(all_ratios, width)
    print_caveats(results)


def print_means(rows, width):
    """The geometric means of the columns of ratios, and of how many cases they are.
    Ratios that are None are left out."""
    if len(rows) < 2:
        return
    columns = [[ratio for ratio in column if ratio] for column in zip(*rows)]
    means = [statistics.geometric_mean(c) if c else None for c in columns]
    counts = ", ".join(str(len(column)) for column in columns)
    title = f"geometric mean of {counts} cases"
    print(
        f"{title:{width + 75}}{show(means[0], 3):>8}{show(means[1], 3):>7}"
        f"{show(means[2], 3):>7}{show(means[3], 3):>8}"
    )


def print_entrants(results):
    """All that ran in the final rounds, where these are more than five."""
    for case in results["cases"]:
        if len(case["final"]) > 5:
            order = sorted(case["final"], key=case["final"].get)
            text = ", ".join(
                f"{name} {show(speed(case, case['final'][name]))}" for name in order
            )
            print(f"{case['name']} ({case['unit']}): {text}")


def verdict(ratio, least, aim):
    if ratio is None:
        return "no figure"
    return "aim" if ratio >= aim else "bar" if ratio >= least else "MISSED"


def print_bars(results):
    """Speeds as multiples of the best peer's, and whether they meet the bar."""
    from gpu_cases import BARS

    width = width_of(results)
    print(
        f"{'':{width}}{'unit':8}{'plain':>8}{'any':>8}{'best peer':>10} {'':20}"
        f"{'plain/p.':>9}{'any/p.':>7}{'bar':>6}{'aim':>6}  plain, any"
    )
    for case in results["cases"]:
        if not case.get("bar"):
            continue
        final = case["final"]
        least, aim = BARS[case["bar"]]
        peer, peer_ms = fastest(final, lambda name: not by_cm2tt(name))
        _, any_ms = fastest(final, by_cm2tt)
        times = [final.get("cm2tt"), any_ms]
        ratios = [peer_ms / ms if ms and peer_ms else None for ms in times]
        speeds = [speed(case, ms) if ms else None for ms in (*times, peer_ms)]
        verdicts = [verdict(ratio, least, aim) for ratio in ratios]
        print(
            f"{case['name']:{width}}{case['unit']:8}{show(speeds[0]):>8}"
            f"{show(speeds[1]):>8}{show(speeds[2]):>10} {peer or '-':20}"
            f"{show(ratios[0], 3):>9}{show(ratios[1], 3):>7}{least:>6.2f}{aim:>6.2f}"
            f"  {', '.join(verdicts)}"
        )
    print_winners(results)


def print_winners(results):
    """The configurations of the fastest, and the peers without a figure."""
    for case in results["cases"]:
        if case.get("bar"):
            text = "; ".join(
                f"{name}: {row['config']}" for name, row in case["best"].items()
            )
            print(f"{case['name']}: {text}")
    print_failed(results)


def print_failed(results):
    """Peers that are missing or fail, with the cases that they have no figure of."""
    groups = collections.defaultdict(list)
    for case in results["cases"]:
        for name, error in case.get("failed", {}).items():
            groups[name, error].append(case["name"])
    for (name, error), names in groups.items():
        print(f"# no figure of {name} for {', '.join(names)}: {error}")


def print_caveats(results):
    """Which of the figures are of configurations that spill registers."""
    for case in results["cases"]:
        for compiler, name in zip(COMPILERS, ("cm2tt", "Triton")):
            if spills(case, compiler):
                rows = [r for r in case["rows"] if r["by"] == compiler and "ms" in r]
                lean = sum(not r["spills"] for r in rows)
                print(
                    f"* {case['name']}: {name}'s best of {len(rows)} configurations"
                    f" ({case['best'][compiler]['config']}) spills"
                    f" {spills(case, compiler)} registers; {lean} do not spill"
                )


def print_sizes(results):
    width = width_of(results)
    print(
        f"\n{'best configuration':{width}}{'cm2tt':24}{'regs':>5}{'spill':>6}"
        f"{'shared':>8}  {'Triton':24}{'regs':>5}{'spill':>6}{'shared':>8}"
    )
    for case in results["cases"]:
        line = f"{case['name']:{width}}"
        for compiler in COMPILERS:
            row = case["best"].get(compiler)
            if row is None or "registers" not in row:
                line += f"{'-':24}{'-':>5}{'-':>6}{'-':>8}  "
                continue
            line += (
                f"{row['config']:23} {row['registers']:>5}{row['spills']:>6}"
                f"{row['shared']:>8}  "
            )
        print(line.rstrip())


def print_rows(results):
    """The speed, registers and spills of each configuration."""
    width = width_of(results)
    for case in results["cases"]:
        for row in case["rows"]:
            if "ms" in row:
                print(
                    f"{case['name']:{width}}{row['config']:23} {row['by']:8}"
                    f"{speed(case, row['ms']):8.1f} {case['unit']:8}"
                    f"{row['registers']:5} registers, {row['spills']} spilled"
                )


def print_times(results):
    if not results["times"]:
        return
    print(f"\n{'ms from tt to PTX':44}{'cm2tt':>8}{'Triton':>8}"
          f"{'ratio':>7}{'ptxas':>8}{'(Tr.)':>8}")  # fmt: skip
    for name, times in results["times"].items():
        ours, theirs = (
            None if isinstance(times[c], str) else times[c] for c in COMPILERS
        )
        ratio = theirs / ours if ours and theirs else None
        row = [ours, theirs, ratio, times.get("cm2tt ptxas"),
               times.get("triton ptxas")]  # fmt: skip
        widths = (8, 8, 7, 8, 8)
        print(f"{name:44}" + "".join(
            f"{show(v):>{w}}" for v, w in zip(row, widths)))  # fmt: skip


def print_errors(results):
    """Equal errors of a case in one line."""
    groups, unknown = collections.Counter(), collections.Counter()
    for case in results["cases"]:
        for row in case["rows"]:
            if row.get("error", "").startswith("no option"):
                unknown[row["error"]] += 1
            elif "error" in row:
                text = " ".join(row["error"].split())[:110]
                groups[case["name"], row["by"], text] += 1
    for (name, compiler, text), count in groups.most_common(25):
        print(f"# {name}, {compiler}, {count} configurations: {text}")
    for error, count in unknown.items():
        print(f"# {count} configurations left out: cm2tt has {error}")
    for note in results["notes"][:20]:
        print("#", note[:150])


def print_all(results, options):
    print_errors(results)
    device = results["device"]
    print(f"{device.get('name')}, PyTorch {device.get('torch')}, Triton"
          f" {device.get('triton')}, copy {show(device.get('copy'))} GB/s")  # fmt: skip
    if options.rows:
        print_rows(results)
    if options.bars:
        return print_bars(results)
    print_times(results)
    print_sizes(results)
    print()
    print_entrants(results)
    print_failed(results)
    print_speeds(results)
    return None


def median_of(runs):
    """One run of several: cases have the medians of their times."""
    merged = {"device": {}, "times": {}, "cases": [], "notes": []}
    cases = collections.defaultdict(list)
    for run in runs:
        merged["device"] = run["device"] or merged["device"]
        merged["times"] |= run["times"]
        merged["notes"] += run["notes"]
        for case in run["cases"]:
            cases[case["name"]].append(case)
    for same in cases.values():
        names = dict.fromkeys(name for case in same for name in case["final"])
        final = {
            name: statistics.median(
                case["final"][name] for case in same if name in case["final"]
            )
            for name in names
        }
        merged["cases"].append({**same[-1], "final": final})
    return merged


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--rows", action="store_true")
    parser.add_argument("--bars", action="store_true")
    parser.add_argument("files", nargs="+", metavar="FILE")
    options = parser.parse_args()
    runs = []
    for path in options.files:
        with open(path) as file:
            runs.append(json.load(file))
    print_all(median_of(runs), options)


if __name__ == "__main__":
    sys.exit(main())
