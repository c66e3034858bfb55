# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs of docs/java-guide.md compile, run and print what it shows:

    check_guide.py ROOT BUILD JDK

Each section with blocks of Java is one program: blocks that declare something are
members of its class, the others are the body of main. Its blocks of text, if any,
are the whole output.
"""

import os
import re
import subprocess
import sys
import tempfile

from jvm import QUICK, QUICK_JAVAC

MEMBER = re.compile(r"@|static |record |enum |interface |class ")
BLOCK = re.compile(r"^```(java imports|java|text)\n(.*?)^```$", re.M | re.S)


def programs(guide):
    """The title, the source and the expected output of each section's program."""
    imports = re.search(r"^```java imports\n(.*?)^```$", guide, re.M | re.S)[1]
    for section in re.split(r"^## ", guide, flags=re.M)[1:]:
        blocks = BLOCK.findall(section)
        code = [text for kind, text in blocks if kind == "java"]
        if not code:
            continue
        members = [text for text in code if MEMBER.match(text)]
        body = [text for text in code if not MEMBER.match(text)]
        source = (f"{imports}public class Program {{\n" + "\n".join(members)
                  + "\npublic static void main(String[] words) {\n"
                  + "\n".join(body) + "}\n}\n")  # fmt: skip
        expected = "".join(text for kind, text in blocks if kind == "text")
        yield section.splitlines()[0], source, expected


def run(command, folder):
    environment = {"PATH": "/usr/bin:/bin", "XDG_CACHE_HOME": f"{folder}/cache"}
    return subprocess.run(command, cwd=folder, env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip


def check(build, jdk, source, expected, native):
    """The problem of a program; None if it has none."""
    path = ":".join(f"{build}/jars/cm2tt-{name}.jar"
                    for name in ("lang", "javac", "runtime"))  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/Program.java", "w") as file:
            file.write(source)
        done = run([f"{jdk}/bin/javac", *QUICK_JAVAC, "-Xlint:all,-processing", "-Werror", "-cp", path,
                    "-processorpath", path, "-d", folder, "Program.java"], folder)  # fmt: skip
        if done.returncode == 0:
            done = run([f"{jdk}/bin/java", *QUICK, *native, f"-Dcm2tt.native.path={build}/lib", "-cp",
                        f"{path}:{folder}", "Program"], folder)  # fmt: skip
        if done.returncode or done.stdout != expected:
            return f"exit code {done.returncode}\n{done.stdout}{done.stderr}\nexpected:\n{expected}"
    return None


def main():
    root, build, jdk = sys.argv[1:]
    with open(f"{root}/docs/java-guide.md") as file:
        guide = file.read()
    version = run([f"{jdk}/bin/java", "-version"], "/").stderr
    newer = int(re.search(r'version "(\d+)', version)[1]) >= 24
    native = ["--enable-native-access=ALL-UNNAMED"] if newer else []
    failures = count = 0
    for title, source, expected in programs(guide):
        problem = check(build, jdk, source, expected, native)
        print(f"{title}: {problem or 'ok'}")
        failures += problem is not None
        count += 1
    if failures or count < 8:
        sys.exit(f"{failures} of {count} programs failed (at least 8 expected)")


if __name__ == "__main__":
    main()
