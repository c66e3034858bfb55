# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the README shows for Java works with a JDK and the jars alone:

    check_readme.py ROOT BUILD JDK

Writes the README's program into an empty folder beside the jars, and runs the
commands that it shows with nothing in the environment but the path to the JDK and
a folder for what is cached. They must print what the README shows.
"""

import os
import re
import subprocess
import sys
import tempfile


def block(text, kind, start):
    """The first block of a kind that starts so."""
    found = re.search(rf"^```{kind}\n({re.escape(start)}.*?)^```", text, re.M | re.S)
    if not found:
        sys.exit(f"README.md: no block of {kind} that starts with '{start}'")
    return found[1]


def main():
    root, build, jdk = sys.argv[1:]
    with open(f"{root}/README.md") as file:
        readme = file.read()
    program = block(readme, "java", "import ")
    name = re.search(r"class (\w+)", program)[1]
    command, _, expected = block(readme, "console", "$ javac").partition("\n")
    at_once = re.search(r"`(java -cp \S+ \w+\.java)`", readme)
    if not at_once:
        sys.exit("README.md: no command that runs a program from its source")
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(f"{build}/jars", f"{folder}/cm2tt")
        with open(f"{folder}/{name}.java", "w") as file:
            file.write(program)
        environment = {"PATH": f"{jdk}/bin", "XDG_CACHE_HOME": f"{folder}/cache"}
        for each in (at_once[1], command.removeprefix("$ ")):
            done = subprocess.run(
                ["/bin/sh", "-c", each], cwd=folder, env=environment,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            )
            print(f"{each}\n{done.stdout}{done.stderr}")
            if done.returncode or done.stdout != expected:
                sys.exit(f"exit code {done.returncode}; expected:\n{expected}")


if __name__ == "__main__":
    main()
