# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A copy of examples/maven-starter is built by Maven, without a warning, and runs:

    check_maven.py ROOT BUILD JDK

Maven takes cm2tt from the repository of the build tree, with checksums, and its own
plugin from Debian's repository, without a network. Debian has no exec plugin, so java
runs the classes, on the class path that Maven downloaded. Exits with 77 if Maven or
its compiler plugin is not installed.
"""

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
PLUGIN = "org.apache.maven.plugins:maven-compiler-plugin"
DEBIAN = "/usr/share/maven-repo"
FOLDER = f"{DEBIAN}/org/apache/maven/plugins/maven-compiler-plugin"
SETTINGS = """
<settings><localRepository>{folder}/local</localRepository><mirrors><mirror>
<id>debian</id><mirrorOf>*,!cm2tt</mirrorOf><url>file:///usr/share/maven-repo</url>
</mirror></mirrors></settings>
"""


def plugin_version():
    """The newest version of the compiler plugin that is installed; None without one."""
    found = [name for name in glob.glob(f"{FOLDER}/[0-9]*") if glob.glob(f"{name}/*.jar")]
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


def check(root, build, jdk, version, folder):
    project = f"{folder}/starter"
    shutil.copytree(f"{root}/examples/maven-starter", project)
    with open(f"{folder}/settings.xml", "w") as file:
        file.write(SETTINGS.format(folder=folder))
    environment = {"PATH": os.environ["PATH"], "JAVA_HOME": jdk, "HOME": folder}
    printed = run(
        ["mvn", "-B", "-f", project, "-s", f"{folder}/settings.xml",
         f"-Dcm2tt.repository=file://{build}/maven", f"-Dcompiler.plugin.version={version}",
         f"{PLUGIN}:{version}:compile"], environment,
    )
    warnings = [line for line in printed if line.startswith("[WARN")]
    if warnings:
        sys.exit(f"Maven warns: {warnings}")
    jars = glob.glob(f"{folder}/local/io/github/cm2tt/*/*/*.jar")
    path = ":".join([f"{project}/target/classes", *jars])
    if "[11.0, 22.0, 33.0]" not in run([f"{jdk}/bin/java", "-cp", path, "starter.VectorAdd"], environment):
        sys.exit("wrong sums")


def main():
    root, build, jdk = sys.argv[1:]
    version = plugin_version()
    if not shutil.which("mvn") or version is None:
        print("skipped: Maven and its compiler plugin are not installed")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder:
        check(root, build, jdk, version, folder)


if __name__ == "__main__":
    main()
