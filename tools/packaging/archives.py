#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A tarball and a Debian package of an installation:

    archives.py DIST VERSION MACHINE INSTALLED

INSTALLED is the folder that `cmake --install` wrote, and MACHINE x86_64 or aarch64.
Licence notices are added to it. The files have the date of SOURCE_DATE_EPOCH and belong
to root: the same installation gives the same bytes. CPack would take the dates and the
owners of the installed files.
"""

import glob
import gzip
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile

import notices
from sbom import ARCHITECTURES

DOCUMENTS = "share/doc/cm2tt"
# The poms name no address. This one cannot exist (RFC 2606), and has the form that
# Debian demands.
CONTROL = """\
Package: cm2tt
Version: {version}
Architecture: {architecture}
Maintainer: The authors of cm2tt <authors@cm2tt.invalid>
Installed-Size: {size}
Depends: libc6 (>= 2.34)
Suggests: default-jdk-headless, g++, llvm-22-dev, libmlir-22-dev
Section: devel
Priority: optional
Homepage: https://github.com/cm2tt/cm2tt
Description: compiler of GPU kernels written in Java
 The command cm2tt compiles kernels, and runs, measures and tunes them, on NVIDIA GPUs
 and on CPUs. The package has the library for C, the jars for Java, and the MLIR dialects
 as a CMake package, which needs llvm-22-dev and libmlir-22-dev.
"""


def paths_of(folder):
    """All files and folders below a folder, named from it, folders first."""
    found = []
    for parent, folders, names in os.walk(folder):
        found += [os.path.relpath(os.path.join(parent, name), folder) for name in folders + names]
    return sorted(found)


def settle(folder):
    """Permissions that do not depend on the umask, and one date."""
    date = int(os.environ["SOURCE_DATE_EPOCH"])
    for name in ["", *paths_of(folder)]:
        path = os.path.join(folder, name)
        if not os.path.islink(path):
            runs = os.path.isdir(path) or os.access(path, os.X_OK)
            os.chmod(path, 0o755 if runs else 0o644)
        os.utime(path, (date, date), follow_symlinks=False)


def write_tarball(installed, name, dist):
    date = int(os.environ["SOURCE_DATE_EPOCH"])

    def plain(info):
        info.uid = info.gid = 0
        info.uname = info.gname = "root"
        info.mtime = date
        return info

    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.GNU_FORMAT) as archive:
        archive.add(installed, name, recursive=False, filter=plain)
        for path in paths_of(installed):
            archive.add(os.path.join(installed, path), f"{name}/{path}", recursive=False,
                        filter=plain)
    with open(os.path.join(dist, f"{name}.tar.gz"), "wb") as file:
        with gzip.GzipFile("", "wb", 9, file, date) as packed:
            packed.write(data.getvalue())


def write_package(installed, version, machine, dist):
    architecture = ARCHITECTURES[machine]
    with tempfile.TemporaryDirectory() as folder:
        root = os.path.join(folder, "root")
        shutil.copytree(installed, os.path.join(root, "usr"), symlinks=True)
        document = os.path.join(root, "usr", DOCUMENTS)
        os.rename(os.path.join(document, "LICENSE"), os.path.join(document, "copyright"))
        with open(os.path.join(document, "copyright"), "a", encoding="utf-8") as file:
            file.write("\n" + notices.text(machine))
        os.remove(os.path.join(document, notices.NAME))
        size = sum(os.lstat(os.path.join(root, path)).st_size for path in paths_of(root))
        os.makedirs(os.path.join(root, "DEBIAN"))
        with open(os.path.join(root, "DEBIAN/control"), "w", encoding="utf-8") as file:
            file.write(CONTROL.format(version=version, architecture=architecture,
                                      size=size // 1024))
        # The library is found at once.
        with open(os.path.join(root, "DEBIAN/triggers"), "w", encoding="utf-8") as file:
            file.write("activate-noawait ldconfig\n")
        settle(root)
        # In one thread, since their number changes the bytes.
        subprocess.run(["dpkg-deb", "--build", "--root-owner-group", "-Zzstd", "-z9", root,
                        os.path.join(dist, f"cm2tt_{version}_{architecture}.deb")], check=True,
                       env={**os.environ, "DPKG_DEB_THREADS_MAX": "1"}, stdout=subprocess.DEVNULL)


def main(dist, version, machine, installed):
    if machine not in ARCHITECTURES:
        sys.exit(f"archives.py: error: processor '{machine}': expected one of "
                 f"{', '.join(ARCHITECTURES)}")
    with open(os.path.join(installed, DOCUMENTS, notices.NAME), "w", encoding="utf-8") as file:
        file.write(notices.text(machine))
    for jar in glob.glob(os.path.join(installed, "share/java/cm2tt/cm2tt-native-*.jar")):
        notices.add_to_jar(jar, machine)
    settle(installed)
    write_tarball(installed, f"cm2tt-{version}-linux-{machine}", dist)
    write_package(installed, version, machine, dist)


if __name__ == "__main__":
    main(*sys.argv[1:])
