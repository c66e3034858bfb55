# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of tests pass in the locales of users who write numbers with a comma, change
the case of letters in another way, or have other digits:

    check_locales.py FOLDER PRELOAD [@NAME] COMMAND... [-- [@NAME] COMMAND...]

Creates the locales in the folder, and runs each command in each of them, or in those
whose names begin with NAME. PRELOAD is a
library that calls `setlocale` in programs that do not (UserLocale.c), or `none`. Exits
with 77, by which ctest reports the test as skipped, if this system has no sources of
locales.
"""

import os
import shutil
import subprocess
import sys

SKIPPED = 77
# Each with its encoding and the point of numbers in C.
LOCALES = {
    "de_DE.UTF-8": ",",
    "tr_TR.UTF-8": ",",
    "ar_EG.UTF-8": ".",
    "fa_IR.UTF-8": ".",
    "tr_TR.ISO-8859-9": ",",
}
POINT = "import locale; locale.setlocale(locale.LC_ALL, ''); print(locale.localeconv()['decimal_point'])"


def environment(folder, name):
    """The environment of a user with the locale; for the system's errors, too."""
    kept = {key: value for key, value in os.environ.items()
            if key != "LANGUAGE" and not key.startswith(("LC_", "LANG"))}
    return {**kept, "LOCPATH": folder, "LC_ALL": name, "LANG": name}


def create(folder):
    """Creates the locales that are not there yet; returns why that is not possible."""
    tool = shutil.which("localedef")
    if not tool:
        return "there is no localedef"
    os.makedirs(folder, exist_ok=True)
    for name, point in LOCALES.items():
        source, encoding = name.split(".")
        if not os.path.isdir(f"{folder}/{name}"):
            done = subprocess.run([tool, "-i", source, "-f", encoding, f"{folder}/{name}.new"],
                                  capture_output=True, text=True, check=False)
            if not os.path.isdir(f"{folder}/{name}.new"):
                return f"localedef has no sources of {name}: {done.stderr.strip()}"
            os.rename(f"{folder}/{name}.new", f"{folder}/{name}")
        found = subprocess.run([sys.executable, "-c", POINT], env=environment(folder, name),
                               capture_output=True, text=True, check=False)
        if found.stdout.strip() != point:
            sys.exit(f"{name} writes '{found.stdout.strip()}' in numbers, expected '{point}': "
                     f"{found.stderr}")
    return None


def commands(arguments):
    """The parts between `--`, each with the start of its locales' names."""
    part, start = [], ""
    for argument in [*arguments, "--"]:
        if argument == "--":
            yield start, part
            part, start = [], ""
        elif argument.startswith("@") and not part:
            start = argument[1:]
        else:
            part.append(argument)


def main(folder, preload, *arguments):
    why = create(folder)
    if why:
        print(f"skipped: {why}")
        return SKIPPED
    failed = []
    for name in LOCALES:
        variables = environment(folder, name)
        if preload != "none":
            variables["LD_PRELOAD"] = preload
        for start, command in commands(arguments):
            if not name.startswith(start):
                continue
            done = subprocess.run(command, env=variables, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, check=False)
            text = done.stdout.decode(errors="replace")
            print(f"== {name}: {' '.join(command)[:200]}: exit code {done.returncode}")
            if done.returncode or not text:
                print(text)
                failed.append(name)
    if failed:
        print("failed in", *sorted(set(failed)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
