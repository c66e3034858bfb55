# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The files of tools/release are complete, as Maven Central and users expect it:

    check_dist.py DIST [--signed] [--version=VERSION]

Checks the Maven repository by Central's rules, the bills of materials, the licence
notices, the archives, the glibc that programs need and SHA256SUMS, and prints the
sizes. After tools/release.
"""

import glob
import hashlib
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import xml.etree.ElementTree as xml
import zipfile

import check_glibc

NAMESPACE = {"m": "http://maven.apache.org/POM/4.0.0"}
KINDS = ("md5", "sha1", "sha256", "sha512")
# Central: https://central.sonatype.org/publish/requirements
DEMANDED = ("name", "description", "url", "licenses/m:license/m:name", "licenses/m:license/m:url",
            "developers/m:developer/m:name", "scm/m:url", "scm/m:connection",
            "scm/m:developerConnection")
MOST = 40_000_000  # bytes of a jar with native libraries
INSTALLED = ("bin/cm2tt", "bin/cm2tt-opt", "lib/libcm2tt.so.1", "lib/libcm2tt-jni.so",
             "lib/cm2tt/Cm2ttPlugin.so", "lib/libCm2ttTTDialect.a", "include/cm2tt/cm2tt.h",
             "include/cm2tt/Dialect/TT/TTOps.td", "lib/pkgconfig/cm2tt.pc",
             "lib/cmake/cm2tt/cm2ttConfig.cmake", "share/man/man1/cm2tt.1",
             "share/man/man1/cm2tt-run.1", "share/bash-completion/completions/cm2tt",
             "share/zsh/vendor-completions/_cm2tt", "share/fish/vendor_completions.d/cm2tt.fish",
             "share/java/cm2tt/cm2tt.jar", "share/java/cm2tt/cm2tt-kernels.jar",
             "share/java/cm2tt/cm2tt-llm.jar", "share/doc/cm2tt/LICENSE",
             "share/doc/cm2tt/CHANGELOG.md", "share/doc/cm2tt/THIRD-PARTY-NOTICES.txt",
             "share/doc/cm2tt/examples/vector-add.json")
NATIVE = INSTALLED[:4]  # those that run without LLVM's libraries
ARTIFACTS = ("cm2tt", "cm2tt-bom", "cm2tt-javac", "cm2tt-kernels", "cm2tt-lang", "cm2tt-llm",
             "cm2tt-runtime")
# Parts of the notices that licences demand.
NOTICES = ("Apache License", "LLVM Exceptions", "Jean-loup Gailly", "Meta Platforms", "Niels Lohmann",
           "GCC RUNTIME LIBRARY EXCEPTION", "LLVM's ConvertUTF", "LLVM's xxHash",
           "LLVM's regular expressions")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def artifact_faults(folder, name, version, is_signed):
    """The faults of one artifact."""
    start = os.path.join(folder, f"{name}-{version}")
    pom = xml.parse(f"{start}.pom").getroot()
    for tag in DEMANDED:
        if not (pom.findtext(f"m:{tag}", "", NAMESPACE) or "").strip():
            yield f"{start}.pom: no {tag.replace('m:', '')}"
    files = [".pom"]
    if pom.findtext("m:packaging", "jar", NAMESPACE) == "jar":
        files += [".jar", "-sources.jar", "-javadoc.jar"]
    if "-native-" in name or name == "cm2tt":
        files.append("-cyclonedx.json")
    for suffix in files:
        if not os.path.exists(start + suffix):
            yield f"{start}{suffix}: missing"
            continue
        data = read(start + suffix)
        for kind in KINDS:
            path = f"{start}{suffix}.{kind}"
            if not os.path.exists(path):
                yield f"{path}: missing"
            elif read(path).decode() != hashlib.new(kind, data).hexdigest():
                yield f"{path}: another file's"
        if is_signed and not os.path.exists(f"{start}{suffix}.asc"):
            yield f"{start}{suffix}.asc: missing"
    yield from jar_faults(start, name)


def jar_faults(start, name):
    """Classes are in one jar only, and natives in small ones without classes."""
    if not os.path.exists(f"{start}.jar"):
        return
    with zipfile.ZipFile(f"{start}.jar") as file:
        names = file.namelist()
        dates = {entry.date_time for entry in file.infolist()}
    if len(dates) != 1:
        yield f"{start}.jar: {len(dates)} dates"
    natives = [each for each in names if re.search(r"\.so(\.\d+)*$", each)]
    classes = [each for each in names if each.endswith(".class") and "module-info" not in each]
    if ("-native-" in name) != bool(natives) or (natives and classes):
        yield f"{start}.jar: natives {natives}, {len(classes)} classes"
    if os.path.getsize(f"{start}.jar") > MOST:
        yield f"{start}.jar: {os.path.getsize(f'{start}.jar')} bytes, at most {MOST}"


def bill_faults(path):
    """The references of a bill of materials are to its components."""
    bill = json.loads(read(path))
    main = bill["metadata"]["component"]
    known = {each["bom-ref"] for each in [main, *bill["components"]]}
    if len(known) != len(bill["components"]) + 1:
        yield f"{path}: a component is there twice"
    for each in bill["dependencies"]:
        for ref in {each["ref"], *each["dependsOn"]} - known:
            yield f"{path}: unknown {ref}"
    if not any("llvm" in ref for ref in known):
        yield f"{path}: no LLVM"


def licences(path):
    """The texts of licences in a jar, a wheel, a tarball or a Debian package."""
    if path.endswith((".jar", ".whl")):
        with zipfile.ZipFile(path) as file:
            return [file.read(name).decode() for name in file.namelist()
                    if re.search(r"(META-INF|dist-info/licenses)/(LICENSE|THIRD-.*)", name)]
    with tempfile.TemporaryDirectory() as folder:
        unpack = ["dpkg-deb", "-x", path, folder]
        if path.endswith(".tar.gz"):
            unpack = ["tar", "xf", path, "-C", folder, "--strip-components=1"]
        subprocess.run(unpack, check=True)
        document = f"{folder}/{'' if path.endswith('.tar.gz') else 'usr/'}share/doc/cm2tt"
        return [read(f"{document}/{name}").decode() for name in os.listdir(document)
                if re.match("LICENSE|THIRD-|copyright", name)]


def notice_faults(path, components):
    """A file with native code has the notices of all that is linked into it."""
    text = "\n".join(licences(path))
    for part in (*NOTICES, *components):
        if part not in text:
            yield f"{path}: no licence notice of {part}"


def archive_faults(path):
    """A tarball has all parts, of one owner and one date, and names no folder of the
    computer that built it."""
    with tarfile.open(path) as archive:
        entries = archive.getmembers()
        for entry in entries:
            if entry.name.endswith((".cmake", ".pc")):
                text = archive.extractfile(entry).read().decode()
                yield from (f"{path}: {entry.name} names {found}"
                            for found in re.findall(r'"/(?!usr/)[\w.-]+/[^"]*"', text))
    top = entries[0].name
    names = {entry.name.removeprefix(top + "/") for entry in entries}
    yield from (f"{path}: no {name}" for name in INSTALLED if name not in names)
    if {(entry.uid, entry.gid) for entry in entries} != {(0, 0)}:
        yield f"{path}: other owners than root"
    if len({entry.mtime for entry in entries}) != 1:
        yield f"{path}: several dates"
    modes = {entry.mode for entry in entries if not entry.issym()}
    if not modes <= {0o644, 0o755}:
        yield f"{path}: modes {modes}"


def glibc_faults(path):
    """Programs and libraries of a tarball, of any processor, need an old glibc."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["tar", "xf", path, "-C", folder, "--strip-components=1"], check=True)
        for name in NATIVE:
            if os.path.exists(f"{folder}/{name}"):
                text = check_glibc.needs("readelf", f"{folder}/{name}")
                yield from (f"{path}: {name} {fault}" for fault in check_glibc.faults(text))


def sum_faults(dist):
    """SHA256SUMS has each file of the release's page, with its sum."""
    lines = read(f"{dist}/SHA256SUMS").decode().splitlines()
    listed = {line[66:]: line[:64] for line in lines}
    for name in os.listdir(dist):
        path = os.path.join(dist, name)
        if name == "SHA256SUMS" or os.path.isdir(path):
            continue
        if listed.pop(name, None) != hashlib.sha256(read(path)).hexdigest():
            yield f"SHA256SUMS: {name}"
    yield from (f"SHA256SUMS: no file {path}" for path in listed)


def all_notice_faults(dist):
    """The notices of all files with native code, by the bill of materials."""
    bill, = glob.glob(f"{dist}/cm2tt-*.cdx.json")
    bill = json.loads(read(bill))
    components = {each["bom-ref"]: f"{each['name']} {each['version']}" for each in bill["components"]}
    parts = {each["ref"].partition("@")[0].rpartition("-")[2]: [components[ref] for ref in each["dependsOn"]]
             for each in bill["dependencies"] if "-native-" in each["ref"]}
    native = glob.glob(f"{dist}/maven/io/github/cm2tt/cm2tt-native-*/*/*.jar")
    native = [path for path in native if not re.search("-(sources|javadoc).jar$", path)]
    for pattern in ("*.tar.gz", "*.deb", "*.whl"):
        native += glob.glob(f"{dist}/{pattern}")
    for path in sorted(native):
        machine = "aarch64" if re.search("aarch64|arm64", os.path.basename(path)) else "x86_64"
        yield from notice_faults(path, parts[machine])


def faults(dist, is_signed, expected=None):
    """All faults of a release."""
    group = f"{dist}/maven/io/github/cm2tt"
    names = sorted(os.listdir(group))
    for name in ARTIFACTS:
        if name not in names:
            yield f"{group}: no {name}"
    for name in names:
        for version in os.listdir(f"{group}/{name}"):
            folder = f"{group}/{name}/{version}"
            yield from artifact_faults(folder, name, version, is_signed)
            yield from (fault for each in os.listdir(folder) if each.endswith("cyclonedx.json")
                        for fault in bill_faults(f"{folder}/{each}"))
    tarballs = [name for name in os.listdir(dist) if name.endswith(".tar.gz")]
    if not tarballs or not any(name.endswith(".deb") for name in os.listdir(dist)):
        yield f"{dist}: no tarball, or no Debian package"
    for name in tarballs:
        yield from archive_faults(f"{dist}/{name}")
        yield from glibc_faults(f"{dist}/{name}")
    if expected and not os.path.exists(f"{dist}/cm2tt-{expected}.cdx.json"):
        yield f"{dist}: not of version {expected}"
    yield from all_notice_faults(dist)
    yield from sum_faults(dist)


def main(dist, *options):
    versions = [each.partition("=")[2] for each in options if each.startswith("--version=")]
    found = list(faults(dist, "--signed" in options, *versions))
    print("\n".join(found))
    for name in sorted(os.listdir(dist)):
        if os.path.isfile(f"{dist}/{name}"):
            print(f"{os.path.getsize(f'{dist}/{name}'):>12} {name}")
    print(f"{len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
