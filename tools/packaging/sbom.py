# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The bill of materials of a release, in the form of CycloneDX 1.5: our artifacts, and
what is linked into the native libraries, in the versions that this computer has. Those
for another processor have LLVM's of the same version (tools/sysroot), and GCC's of the
cross-compiler."""

import datetime
import json
import os
import platform
import subprocess
import uuid

GROUP = "io.github.cm2tt"
LICENCE = "Apache-2.0 WITH LLVM-exception"
# Debian's packages whose code is in the native libraries: all is linked statically.
LINKED = {
    "llvm-22-dev": LICENCE,
    "libmlir-22-dev": LICENCE,
    "zlib1g-dev": "Zlib",
    "libzstd-dev": "BSD-3-Clause",
    "nlohmann-json3-dev": "MIT",
    "libstdc++-{gcc}-dev": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "libgcc-{gcc}-dev": "GPL-3.0-or-later WITH GCC-exception-3.1",
}


# Debian's names of processors.
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def component(name, version, purl, licence, **more):
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl,
            "licenses": [{"expression": licence}], **more}


def linked(machine):
    """The components that are linked statically for a processor."""
    is_here = machine == platform.machine()
    compiler = "g++" if is_here else f"{machine}-linux-gnu-g++"
    gcc = output(compiler, "-dumpversion").split(".", maxsplit=1)[0]
    for name, licence in LINKED.items():
        package = name.format(gcc=gcc)
        if package != name and not is_here:
            package += f"-{ARCHITECTURES[machine]}-cross"
        version = output("dpkg-query", "-W", "-f=${Version}", package)
        yield component(package, version, f"pkg:deb/debian/{package}@{version}", licence)


def artifact(name, version, sha256=None):
    """One of our artifacts."""
    hashes = {"hashes": [{"alg": "SHA-256", "content": sha256}]} if sha256 else {}
    return component(name, version, f"pkg:maven/{GROUP}/{name}@{version}", LICENCE, group=GROUP,
                     **hashes)


def machine_of(name):
    """The processor of an artifact with native libraries."""
    return name.rpartition("-")[2]


def document(main, others):
    """The bill of `main`, which has other artifacts and, in native ones, their parts."""
    date = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]),
                                           datetime.timezone.utc)
    needs = {main["bom-ref"]: [each["bom-ref"] for each in others]}
    parts = {}
    for each in [main, *others]:
        if "-native-" in each["name"]:
            own = {part["bom-ref"]: part for part in linked(machine_of(each["name"]))}
            needs[each["bom-ref"]] = list(own)
            parts.update(own)
    return json.dumps({
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, main['purl'])}",
        "version": 1,
        "metadata": {"timestamp": date.strftime("%Y-%m-%dT%H:%M:%SZ"), "component": main},
        "components": [*others, *parts.values()],
        "dependencies": [{"ref": ref, "dependsOn": on} for ref, on in sorted(needs.items())],
    }, indent=2) + "\n"
