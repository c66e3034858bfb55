#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The Maven repository of a release, as Maven Central demands it:

    maven.py DIST VERSION BUILD...

All artifacts of the first build folder, and the native ones of the others, which are
for other platforms. Adds licence notices, bills of materials, and signatures by the key
of gpg that CM2TT_SIGNING_KEY names. Writes the folder DIST/maven, and
DIST/cm2tt-VERSION-maven.zip with the same files, for Central's upload.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import time
import zipfile

import notices
import sbom

KINDS = ("md5", "sha1", "sha256", "sha512")


def digest(path, kind):
    with open(path, "rb") as file:
        return hashlib.new(kind, file.read()).hexdigest()


def files_of(folder):
    """The files below a folder, named from it, in an order that does not depend on
    the file system."""
    found = []
    for parent, _, names in os.walk(folder):
        found += [os.path.relpath(os.path.join(parent, name), folder) for name in names]
    return sorted(found)


def write(path, text):
    """A file with its checksums."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    write_checksums(path)


def write_checksums(path):
    """The checksums of a file, beside it."""
    for kind in KINDS:
        with open(f"{path}.{kind}", "w", encoding="utf-8") as file:
            file.write(digest(path, kind))


def copy(version, builds, group):
    """The artifacts of the builds; the names of those with a jar."""
    for index, build in enumerate(builds):
        source = os.path.join(build, "maven", *sbom.GROUP.split("."))
        for name in sorted(os.listdir(source)):
            if index and "-native-" not in name:
                continue
            if os.path.exists(os.path.join(group, name)):
                sys.exit(f"maven.py: error: {build} has {name}, as another build folder has")
            shutil.copytree(os.path.join(source, name, version),
                            os.path.join(group, name, version))
    return [name for name in sorted(os.listdir(group)) if os.path.exists(
        os.path.join(group, name, version, f"{name}-{version}.jar"))]


def add_notices(names, version, group):
    """Licence notices in each native jar."""
    for name in names:
        if "-native-" in name:
            jar = os.path.join(group, name, version, f"{name}-{version}.jar")
            notices.add_to_jar(jar, sbom.machine_of(name))
            write_checksums(jar)


def write_bills(names, version, group, dist):
    """A bill of each native artifact, and of all, which is that of `cm2tt`, too."""
    artifacts = {}
    for name in names:
        jar = os.path.join(group, name, version, f"{name}-{version}.jar")
        artifacts[name] = sbom.artifact(name, version, digest(jar, "sha256"))
    for name in names:
        if "-native-" in name or name == "cm2tt":
            others = [each for other, each in artifacts.items() if name == "cm2tt" != other]
            path = os.path.join(group, name, version, f"{name}-{version}-cyclonedx.json")
            write(path, sbom.document(artifacts[name], others))
            if name == "cm2tt":
                shutil.copy(path, os.path.join(dist, f"cm2tt-{version}.cdx.json"))


def signing_time(key):
    """The time of SOURCE_DATE_EPOCH, or that of the key, before which gpg does not sign."""
    listed = subprocess.run(["gpg", "--batch", "--with-colons", "--list-keys", key],
                            check=True, capture_output=True, text=True).stdout  # fmt: skip
    records = [line.split(":") for line in listed.splitlines()]
    signing = [int(record[5]) for record in records
               if record[0] in ("pub", "sub") and "s" in record[11]]
    return max(int(os.environ["SOURCE_DATE_EPOCH"]), min(signing, default=0))


def sign(folder, key):
    """A signature beside each file, of the signing time."""
    date = f"{signing_time(key)}!"
    for name in files_of(folder):
        if name.rsplit(".", 1)[1] not in KINDS:
            subprocess.run(["gpg", "--batch", "--yes", "--local-user", key, "--faked-system-time",
                            date, "--armor", "--detach-sign", os.path.join(folder, name)],
                           check=True)


def bundle(folder, path):
    """A zip file of the repository."""
    date = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
    with zipfile.ZipFile(path, "w") as archive:
        for name in files_of(folder):
            entry = zipfile.ZipInfo(name, date)
            entry.external_attr = 0o644 << 16
            with open(os.path.join(folder, name), "rb") as file:
                archive.writestr(entry, file.read())


def main(dist, version, *builds):
    folder = os.path.join(dist, "maven")
    group = os.path.join(folder, *sbom.GROUP.split("."))
    os.makedirs(group)
    names = copy(version, builds, group)
    add_notices(names, version, group)
    write_bills(names, version, group, dist)
    key = os.environ.get("CM2TT_SIGNING_KEY")
    if key:
        sign(folder, key)
    else:
        print("maven.py: no signatures, which Maven Central demands: CM2TT_SIGNING_KEY names no key")
    bundle(folder, os.path.join(dist, f"cm2tt-{version}-maven.zip"))


if __name__ == "__main__":
    main(*sys.argv[1:])
