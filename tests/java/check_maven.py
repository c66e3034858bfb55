# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A copy of examples/maven-starter is built and run by Maven, by the command of its
README, without a warning:

    check_maven.py ROOT BUILD JDK

Maven takes cm2tt from the repository of the build tree, with checksums, and its own
plugins from Debian's repository, without a network. Exits with 77 if Maven or one of
these plugins is not installed.
"""

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
DEBIAN = "/usr/share/maven-repo"
PLUGINS = {
    "compiler": "org/apache/maven/plugins/maven-compiler-plugin",
    "exec": "org/codehaus/mojo/exec-maven-plugin",
    "resources": "org/apache/maven/plugins/maven-resources-plugin",
}
SETTINGS = """
<settings><localRepository>{folder}/local</localRepository><mirrors><mirror>
<id>debian</id><mirrorOf>*,!cm2tt</mirrorOf><url>file:///usr/share/maven-repo</url>
</mirror></mirrors></settings>
"""


def plugin_version(name):
    """The newest version of a plugin that is installed; None without one."""
    folders = glob.glob(f"{DEBIAN}/{PLUGINS[name]}/[0-9]*")
    found = [folder for folder in folders if glob.glob(f"{folder}/*.jar")]
    versions = [os.path.basename(name) for name in found]
    return max(versions, key=lambda text: [int(n) for n in text.split(".")], default=None)


def run(command, environment):
    """The lines that a command prints; it has to succeed."""
    done = subprocess.run(
        command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    # Without stack traces of Debian's repository, which has no checksums.
    lines = [line for line in done.stdout.splitlines() if DEBIAN not in line]
    print("\n".join(line for line in lines if not re.match(r"    at |org\.eclipse\.aether", line)))
    if done.returncode:
        sys.exit(f"{command}: exit code {done.returncode}")
    return lines


def command_of(root):
    """The goals and options of the README's command, but for --quiet."""
    with open(f"{root}/examples/maven-starter/README.md") as file:
        words = re.search(r"^mvn .*", file.read(), re.M)[0].split()[1:]
    start = words.index("/tmp/starter") + 1
    options = [word for word in words[start:] if word != "-q"]
    if not {"compile", "exec:java"} < set(options):
        sys.exit(f"README.md: expected a command that compiles and runs, found {words}")
    return options


def check(root, build, jdk, versions, folder):
    project = f"{folder}/starter"
    shutil.copytree(f"{root}/examples/maven-starter", project)
    with open(f"{folder}/settings.xml", "w") as file:
        file.write(SETTINGS.format(folder=folder))
    environment = {"PATH": os.environ["PATH"], "JAVA_HOME": jdk, "HOME": folder}
    options = [word.replace("$PWD/build", build) for word in command_of(root)]
    options += [f"-D{name}.plugin.version={version}" for name, version in versions.items()]
    printed = run(
        ["mvn", "-B", "-f", project, "-s", f"{folder}/settings.xml", *options], environment
    )
    # Debian has other versions of plugins than those that Maven chooses.
    warnings = [
        line for line in printed if line.startswith("[WARN") and " has been relocated to " not in line
    ]
    if warnings:
        sys.exit(f"Maven warns: {warnings}")
    if "[11.0, 22.0, 33.0]" not in printed:
        sys.exit("wrong sums")


def main():
    root, build, jdk = sys.argv[1:]
    versions = {name: plugin_version(name) for name in PLUGINS}
    missing = [name for name, version in versions.items() if version is None]
    if not shutil.which("mvn") or missing:
        print(f"skipped: not installed: {', '.join(missing) or 'Maven'}")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder:
        check(root, build, jdk, versions, folder)


if __name__ == "__main__":
    main()
