# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The archives that are linked are of packages in the bill of materials, from which
the licence notices are:

    check_linked.py NINJA BUILD FILE...

FILE is a program or library of the folder BUILD, by whose link commands the check goes.
Libraries of headers alone, and those that the compiler adds, it does not see.
"""

import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../tools/packaging"))
import sbom  # noqa: E402


def archives(command):
    """The system's archives in a link command; those of the build have relative paths."""
    return set(re.findall(r"(?<=\s)/\S+\.a(?=\s|$)", command))


def faults(owners):
    """Packages, from lines of `dpkg -S`, that the bill does not have."""
    found = {line.partition(":")[0] for line in owners.splitlines()}
    return [f"{name}: not in sbom.LINKED" for name in sorted(found - set(sbom.LINKED))]


def main(ninja, build, *files):
    linked = set()
    for file in files:
        target = os.path.relpath(os.path.realpath(file), os.path.realpath(build))
        commands = sbom.output(ninja, "-C", build, "-t", "commands", "-s", target)
        linked |= archives(commands)
    if not linked:
        sys.exit(f"{build}: no archives in the link commands")
    try:
        owners = sbom.output("dpkg", "-S", *sorted(linked))
    except subprocess.CalledProcessError as error:
        sys.exit(f"archives of no package: {error}")
    found = faults(owners)
    print("\n".join(found))
    print(f"{len(linked)} archives, {len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
