# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs what a README shows: run_readme.py ROOT BUILD README...

Blocks of `console` must print the output that they show after the command, except those
of javac, which tests/java/check_readme.py runs. Of blocks of `sh`, commands of
build/bin/cm2tt, of a release's bin/cm2tt, which is the same here, and of mlir-opt-22
must succeed; those that install or build and `cm2tt run` with files are left out.
Outputs named by -o and --save go to a folder of their own.
"""

import os
import re
import subprocess
import sys
import tempfile

INSTALLED = "share/doc/cm2tt/examples/vector-add.json"


def blocks(text, kind):
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.M | re.S)


def run(command, root, build):
    command = re.sub(r"\bbuild/(bin|lib)/", rf"{build}/\1/", command)
    command = re.sub(r"^bin/", f"{build}/bin/", command)
    command = command.replace(INSTALLED, "examples/babylon/vector-add/model.json")
    with tempfile.TemporaryDirectory() as folder:
        command = re.sub(
            r"( -o |--save=\d:)(\w+\.\w+)", rf"\1{folder}/\2", command
        )
        done = subprocess.run(
            command, shell=True, cwd=root, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
    return done.returncode, done.stdout


def check_console(block, root, build):
    command, _, expected = block.partition("\n")
    _, output = run(command.removeprefix("$ "), root, build)
    return [] if output == expected else [f"{command}\nprints:\n{output}"]


def check_shell(block, root, build):
    wrong = []
    for line in block.replace("\\\n", " ").splitlines():
        if not re.match(r"((build/)?bin/cm2tt (?!run .*@)|mlir-opt-22 )", line):
            continue
        status, output = run(line, root, build)
        if status:
            wrong.append(f"{line}\nexits with {status}:\n{output}")
        else:
            print("ok:", " ".join(line.split()))
    return wrong


def main():
    root, build, *readmes = sys.argv[1:]
    wrong = []
    for name in readmes:
        with open(os.path.join(root, name)) as file:
            text = file.read()
        for block in blocks(text, "console"):
            if not block.startswith("$ javac"):
                wrong += check_console(block, root, build)
        for block in blocks(text, "sh"):
            wrong += check_shell(block, root, build)
    print("\n".join(wrong))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
