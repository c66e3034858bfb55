# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The checks of a release find what is planted for them, and so do the parts that
make it."""

import hashlib
import importlib.util
import json
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import unittest.mock
import zipfile

import check_dist
import check_glibc
import check_linked

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def load(path):
    """A script of the project as a module."""
    spec = importlib.util.spec_from_file_location("script", os.path.join(ROOT, path))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Linked(unittest.TestCase):
    def test_archives(self):
        command = "c++ -o a lib/libb.a /usr/lib/libc.a -lm /usr/lib/libd.a && /usr/x.able"
        self.assertEqual(check_linked.archives(command), {"/usr/lib/libc.a", "/usr/lib/libd.a"})

    def test_packages(self):
        self.assertEqual(check_linked.faults("zlib1g-dev:amd64: /a.a\nllvm-22-dev: /b.a"), [])
        self.assertEqual(check_linked.faults("libxml2-dev:amd64: /a.a\nllvm-22-dev: /b.a"),
                         ["libxml2-dev: not in sbom.LINKED"])


class CommandLine(unittest.TestCase):
    generate = load("tools/command-line/generate.py")
    HELP = ("OVERVIEW: do\nit\n\nUSAGE: cm2tt run [options] A\n\nA is 'a'.\n\n.B\n\nOPTIONS:\n"
            "  --a=N    a number,\n           with \\n\n  -o FILE  a file\n  --long-name\n"
            "           what it is\n\nenvironment:\n  CM2TT_A  an a\n           (on)\n\n"
            "exit codes: 0 done\n\nexample:\n  cm2tt run a\n")

    def page(self, text=HELP):
        with unittest.mock.patch.dict(os.environ, SOURCE_DATE_EPOCH="86400"):
            return "\n".join(self.generate.page("run", ["", "run"], "1.2.3", text))

    def test_page(self):
        page = self.page()
        for part in ('.TH CM2TT\\-RUN 1 "1970-01-02" "cm2tt 1.2.3"'.replace("\\-", "-"),
                     "cm2tt\\-run \\- do it", ".B cm2tt run [options] A", "\n\\&.B\n",
                     ".TP\n\\fB\\-\\-a=N\\fR\na number,\nwith \\en\n",
                     ".TP\n\\fB\\-o FILE\\fR\na file", ".SH ENVIRONMENT\n",
                     ".TP\n\\fBCM2TT_A\\fR\nan a\n(on)", ".SH EXIT CODES\n0 done",
                     ".SH EXAMPLE\n", ".EX\n  cm2tt run a\n.EE", "SEE ALSO\n\\fBcm2tt\\fR(1)"):
            self.assertIn(part, page)

    def test_help_of_another_form(self):
        for wrong in ("", "USAGE: a\n\nOPTIONS:\n  --a  b\n", "OVERVIEW: a\n\nUSAGE: b\n",
                      self.HELP.replace("OPTIONS", "Options"), self.HELP.replace("OVERVIEW", "")):
            with self.assertRaisesRegex(SystemExit, "--help: expected OVERVIEW, USAGE and OPTIONS"):
                self.page(wrong)

    def option(self, name="a=", kind="KIND_JOINED", **fields):
        record = {"Prefixes": ["--", "-"], "Name": name, "Kind": {"def": kind}, "Values": None,
                  "MetaVarName": "N", "HelpText": "a [b]: it's\nc\\d", "HelpTextsForVariants": []}
        return self.generate.Option({**record, **fields}, "RunVis", {
            "x": {"Visibilities": [{"def": "RunVis"}], "Text": "of run"},
            "y": {"Visibilities": [{"def": "TuneVis"}], "Text": "of tune"}})

    def test_options(self):
        self.assertEqual(self.option().help, "a [b]: it's c\\d")
        both = [{"def": "y"}, {"def": "x"}]
        self.assertEqual(self.option(HelpTextsForVariants=both).help, "of run")
        self.assertEqual(self.option(HelpTextsForVariants=both[:1]).help[0], "a")
        self.assertEqual(self.option("a", "KIND_FLAG").value, None)
        self.assertEqual(self.option(MetaVarName=None).value, "VALUE")
        self.assertTrue(self.option(MetaVarName="FILE").takes_file)

    def test_shells(self):
        def lines(shell, *options):
            return "\n".join(shell({"": [self.option("z", "KIND_FLAG")], "run": options}))

        zsh, fish, bash = self.generate.zsh, self.generate.fish, self.generate.bash
        self.assertIn("'*--a=[a \\[b\\]\\: it'\\''s c\\\\d]:N: '", lines(zsh, self.option()))
        self.assertIn(":FILE:_files'", lines(zsh, self.option(MetaVarName="FILE")))
        self.assertIn(":N:(x y)'", lines(zsh, self.option(Values="x,y")))
        self.assertIn("-l a -x -d 'a [b]: it\\'s c\\\\d'", lines(fish, self.option()))
        self.assertIn("-l a -r -d", lines(fish, self.option(MetaVarName="FILE")))
        self.assertIn("-l a -x -a 'x y' -d", lines(fish, self.option(Values="x,y")))
        self.assertIn("-s o -r", lines(fish, self.option("o", "KIND_SEPARATE", Prefixes=["-"],
                                                         MetaVarName="FILE")))
        self.assertIn("  --a) values='x y' ;;", lines(bash, self.option(Values="x,y")))
        self.assertIn("options='--a=' files=''", lines(bash, self.option()))
        self.assertIn("options='--a=' files='--a'", lines(bash, self.option(MetaVarName="FILE")))


class Glibc(unittest.TestCase):
    def faults(self, needed, versions, newest=check_glibc.NEWEST):
        lines = [f" 0x01 (NEEDED)  Shared library: [{name}]" for name in needed]
        lines += ["Version definition section '.gnu.version_d'", "  Name: ELSE_9",
                  "Version needs section '.gnu.version_r' contains 1 entries:"]
        lines += [f"  0x0040:   Name: {name}  Flags: none  Version: 4" for name in versions]
        lines += ["Symbol table '.dynsym'", " 1: 0 FUNC GLOBAL UND arc4random@GLIBC_2.36 (3)"]
        return list(check_glibc.faults("\n".join(lines), newest))

    def test_versions(self):
        for right in (["GLIBC_2.2.5"], ["GLIBC_2.34"], ["GLIBC_2.4", "GLIBC_2.17"], ["CM2TT_1"], []):
            self.assertEqual(self.faults(["libc.so.6"], right), [], right)
        for wrong in ("GLIBC_2.35", "GLIBC_2.38", "GLIBC_2.100", "GLIBC_3.0", "GLIBC_2.34.1", "GLIBC_PRIVATE",
                      "GLIBCXX_3.4", "GCC_3.0", "CXXABI_1.3", "LLVM_22.1"):
            self.assertEqual(len(self.faults(["libc.so.6"], ["GLIBC_2.4", wrong])), 1, wrong)
        self.assertEqual(self.faults([], ["GLIBC_2.36"]),
                         ["needs glibc 2.36: arc4random; expected at most 2.34"])
        self.assertEqual(self.faults([], ["GLIBC_2.38"], newest=None), [])

    def test_libraries(self):
        right = ["libc.so.6", "libm.so.6", "libdl.so.2", "ld-linux-x86-64.so.2",
                 "ld-linux-aarch64.so.1", "libcm2tt.so.1", "libpthread.so.0", "librt.so.1"]
        self.assertEqual(self.faults(right, []), [])
        for wrong in ("libstdc++.so.6", "libgcc_s.so.1", "libz.so.1", "libzstd.so.1",
                      "libLLVM.so.22.1", "libcuda.so.1", "libtinfo.so.6", "libc.musl-x86_64.so.1",
                      "libxml2.so.2", "libz3.so.4"):
            self.assertEqual(self.faults([wrong], []), [f"needs {wrong}"])


NEEDS = " (NEEDED) Shared library: [libc.so.6]\nVersion needs section\n  Name: GLIBC_{}"
DATE = {"SOURCE_DATE_EPOCH": "1700000000"}


class Release(unittest.TestCase):
    """A small release of invented files, and its faults after a change."""

    NAMES = ("cm2tt", "cm2tt-javac", "cm2tt-kernels", "cm2tt-lang", "cm2tt-llm",
             "cm2tt-native-linux-x86_64", "cm2tt-runtime")

    @classmethod
    def setUpClass(cls):
        sys.path.insert(0, os.path.join(ROOT, "tools/packaging"))
        cls.maven, cls.archives = load("tools/packaging/maven.py"), load("tools/packaging/archives.py")
        cls.folder = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.notices = cls.maven.notices
        cls.addClassCleanup(sys.path.pop, 0)
        cls.build = cls.make_build("build", cls.NAMES)
        cls.installed = os.path.join(cls.folder, "installed")
        for name in check_dist.INSTALLED:
            cls.write(f"{cls.installed}/{name}", name)
        cls.write(f"{cls.installed}/share/doc/cm2tt/LICENSE", "Apache License")
        shutil.copy(cls.path(f"{cls.build}", "cm2tt-native-linux-x86_64", ".jar"),
                    f"{cls.installed}/share/java/cm2tt/cm2tt-native-linux-x86_64.jar")
        os.chmod(f"{cls.installed}/bin/cm2tt", 0o700)
        os.symlink("libcm2tt.so.1", f"{cls.installed}/lib/libcm2tt.so")
        cls.dist = os.path.join(cls.folder, "dist")
        cls.pack(cls.dist)
        cls.needs = unittest.mock.patch.object(  # The programs are texts.
            check_dist.check_glibc, "needs", lambda *_: NEEDS.format("2.34"))
        cls.needs.start()
        cls.addClassCleanup(cls.needs.stop)

    @staticmethod
    def write(path, data):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data.encode())

    @classmethod
    def make_build(cls, build, names):
        """A build folder with artifacts."""
        build = os.path.join(cls.folder, build)
        with open(os.path.join(ROOT, "java/pom.xml.in"), encoding="utf-8") as file:
            pom = file.read().replace("@CM2TT_POM_DESCRIPTION@", "something")
        for name in [*names, "cm2tt-bom"]:
            start = f"{build}/maven/io/github/cm2tt/{name}/1.2.3/{name}-1.2.3"
            kind = "pom" if name == "cm2tt-bom" else "jar"
            cls.write(f"{start}.pom", pom.replace("@CM2TT_POM_NAME@", name).replace(
                "<packaging>jar", f"<packaging>{kind}"))
            inside = "io/a/libcm2tt.so.1" if "native" in name else "io/A.class"
            for suffix in (".jar", "-sources.jar", "-javadoc.jar") if kind == "jar" else ():
                with zipfile.ZipFile(start + suffix, "w") as file:
                    for each in (inside, "module-info.class"):
                        file.writestr(zipfile.ZipInfo(each), name)
                    file.writestr(zipfile.ZipInfo("META-INF/LICENSE"), "Apache License")
            for path in os.listdir(os.path.dirname(start)):
                path = os.path.join(os.path.dirname(start), path)
                for each in check_dist.KINDS:
                    cls.write(f"{path}.{each}",
                              hashlib.new(each, check_dist.read(path)).hexdigest())
        return build

    @classmethod
    def pack(cls, dist, *builds):
        os.makedirs(dist)
        with unittest.mock.patch.dict(os.environ, DATE), unittest.mock.patch.object(
                cls.maven.sbom, "output", lambda *words: "12.2"), unittest.mock.patch.object(
                cls.maven.sbom.platform, "machine", lambda: "x86_64"), unittest.mock.patch.object(
                cls.notices, "read", cls.notice), unittest.mock.patch("builtins.print"):
            os.environ.pop("CM2TT_SIGNING_KEY", None)
            cls.archives.main(dist, "1.2.3", "x86_64", cls.installed)
            cls.maven.main(dist, "1.2.3", cls.build, *builds)
        cls.sum(dist)

    @staticmethod
    def notice(path):
        """The statement of a file; all of them have all notices."""
        parts = ("LICENSE", "llvm-22", "zlib", "zstd", "json", "libgcc")
        return "\n".join(text for part, text in zip(parts, check_dist.NOTICES) if part in path)

    @staticmethod
    def sum(dist):
        done = subprocess.run("find . -maxdepth 1 -type f ! -name SHA256SUMS -printf '%P\\n' | xargs sha256sum",
                              shell=True, cwd=dist, check=True, stdout=subprocess.PIPE)
        with open(f"{dist}/SHA256SUMS", "wb") as file:
            file.write(done.stdout)

    def expect(self, change, *parts, sums=True):
        """Expects the faults of a release after a change."""
        dist = os.path.join(self.folder, "changed")
        shutil.copytree(self.dist, dist)
        self.addCleanup(shutil.rmtree, dist, True)
        change(dist)
        if sums:
            self.sum(dist)
        found = "\n".join(check_dist.faults(dist, False))
        for part in parts:
            self.assertIn(part, found)
        self.assertEqual(bool(found), bool(parts), found)
        shutil.rmtree(dist)

    @staticmethod
    def path(dist, name, suffix):
        return f"{dist}/maven/io/github/cm2tt/{name}/1.2.3/{name}-1.2.3{suffix}"

    def rewrite(self, name, suffix, old, new):
        def change(dist):
            path = self.path(dist, name, suffix)
            text = check_dist.read(path).decode()
            self.assertIn(old, text)
            self.maven.write(path, text.replace(old, new))
        return change

    def add_to_jar(self, name, entry):
        def change(dist):
            with zipfile.ZipFile(self.path(dist, name, ".jar"), "a") as file:
                file.writestr(zipfile.ZipInfo(entry), "x")
        return change

    def test_release(self):
        self.expect(lambda dist: None)
        for name, suffix in (("cm2tt", ".jar"), ("cm2tt-lang", "-sources.jar"),
                             ("cm2tt-native-linux-x86_64", "-javadoc.jar"),
                             ("cm2tt", "-cyclonedx.json"), ("cm2tt-bom", ".pom.sha512"),
                             ("cm2tt-kernels", "-javadoc.jar"), ("cm2tt-llm", "-sources.jar.md5"),
                             ("cm2tt-runtime", ".jar.sha1")):
            self.expect(lambda dist: os.remove(self.path(dist, name, suffix)), "missing")
        self.expect(self.rewrite("cm2tt", ".pom.md5", "", "0"), ".pom.md5: another file's")
        for tag in ("<name>", "<url>", "<description>", "<developerConnection>", "<connection>"):
            self.expect(self.rewrite("cm2tt-lang", ".pom", tag[1:-1], "other"), ".pom: no ")
        for name in check_dist.ARTIFACTS:
            self.expect(lambda dist, name=name: shutil.rmtree(f"{dist}/maven/io/github/cm2tt/{name}"),
                        f"no {name}")
        self.expect(self.add_to_jar("cm2tt-native-linux-x86_64", "B.class"), "1 classes")
        self.expect(self.add_to_jar("cm2tt-runtime", "liba.so"), "natives ['liba.so']")
        self.expect(self.rewrite("cm2tt", "-cyclonedx.json", '"dependsOn": [', '"dependsOn": ["x",'),
                    "unknown x")
        self.expect(lambda dist: self.write(f"{dist}/a", ""), "SHA256SUMS: a", sums=False)
        self.expect(lambda dist: os.remove(f"{dist}/cm2tt_1.2.3_amd64.deb"), "no tarball, or")
        with unittest.mock.patch.object(check_dist, "MOST", 10):
            self.expect(lambda dist: None, "bytes, at most 10")

    def test_glibc(self):
        with unittest.mock.patch.object(
                check_dist.check_glibc, "needs", lambda *_: NEEDS.format("2.38")):
            self.expect(lambda dist: None, *(f"-linux-x86_64.tar.gz: {name} needs glibc 2.38"
                                             for name in check_dist.NATIVE))

    def repack(self, edit):
        """Packs the tarball again, after a change of what is installed."""
        def change(dist):
            with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.dict(os.environ, DATE):
                shutil.copytree(self.installed, f"{folder}/a", symlinks=True)
                edit(f"{folder}/a")
                self.archives.settle(f"{folder}/a")
                self.archives.write_tarball(f"{folder}/a", "cm2tt-1.2.3-linux-x86_64", dist)
        return change

    def test_installed(self):
        for name in ("bin/cm2tt-opt", "share/java/cm2tt/cm2tt-kernels.jar",
                     "share/java/cm2tt/cm2tt-llm.jar"):
            self.expect(self.repack(lambda folder, name=name: os.remove(f"{folder}/{name}")),
                        f"-linux-x86_64.tar.gz: no {name}")

    def test_folders(self):
        name = "lib/cmake/cm2tt/cm2ttConfig.cmake"
        for text, parts in (('"/usr/lib/llvm-22" "/" "${A}/b"', ()),
                            ('"/home/x/build-sysroot/usr"', (f'{name} names "/home/x/',))):
            self.expect(self.repack(
                lambda folder, text=text: self.write(f"{folder}/{name}", text)), *parts)

    def test_same_bytes(self):
        again = os.path.join(self.folder, "again")
        for parent, _, names in os.walk(self.installed):
            for name in names:
                os.utime(os.path.join(parent, name), (7, 7), follow_symlinks=False)
        os.chmod(f"{self.installed}/include/cm2tt/cm2tt.h", 0o600)
        umask = os.umask(0o077)
        self.addCleanup(os.umask, umask)
        self.pack(again)
        for name in os.listdir(self.dist):
            if os.path.isfile(f"{self.dist}/{name}") and name != "SHA256SUMS":
                self.assertEqual(check_dist.read(f"{self.dist}/{name}"),
                                 check_dist.read(f"{again}/{name}"), name)

    def test_archives(self):
        with tarfile.open(f"{self.dist}/cm2tt-1.2.3-linux-x86_64.tar.gz") as archive:
            modes = {entry.name.partition("/")[2]: entry.mode for entry in archive}
        self.assertEqual((modes["bin/cm2tt"], modes["include/cm2tt/cm2tt.h"]), (0o755, 0o644))
        text = subprocess.run(["dpkg-deb", "-I", f"{self.dist}/cm2tt_1.2.3_amd64.deb"],
                              check=True, stdout=subprocess.PIPE, text=True).stdout
        for part in ("Version: 1.2.3", "Architecture: amd64", "libc6 (>= 2.34)", "triggers",
                     "Maintainer: The authors of cm2tt <authors@cm2tt.invalid>"):
            self.assertIn(part, text)
        with self.assertRaisesRegex(SystemExit, "processor 'riscv64': expected one of x86_64, aarch64"):
            self.archives.main(self.dist, "1", "riscv64", self.installed)

    def test_notices(self):
        start = f"{self.dist}/cm2tt"
        tarball = f"{start}-1.2.3-linux-x86_64.tar.gz"
        jar = self.path(self.dist, "cm2tt-native-linux-x86_64", ".jar")
        for path in (jar, tarball, f"{start}_1.2.3_amd64.deb"):
            self.assertEqual(list(check_dist.notice_faults(path, ["zlib1g-dev 12.2"])), [])
            self.assertEqual(list(check_dist.notice_faults(path, ["zlib1g-dev 1.4"])),
                             [f"{path}: no licence notice of zlib1g-dev 1.4"])
        with tarfile.open(tarball) as archive:
            inner = archive.extractfile(
                "cm2tt-1.2.3-linux-x86_64/share/java/cm2tt/cm2tt-native-linux-x86_64.jar")
            self.assertEqual(inner.read(), check_dist.read(jar))

        def add_wheel(dist):
            with zipfile.ZipFile(f"{dist}/a.whl", "w") as wheel:
                wheel.writestr("a.dist-info/licenses/LICENSE", "Apache License")
        self.expect(add_wheel, "a.whl: no licence notice of LLVM Exceptions",
                    "a.whl: no licence notice of libgcc-12-dev 12.2")

    def test_notices_of_this_computer(self):
        text = self.notices.text(platform.machine())
        for part in (*check_dist.NOTICES[1:], "libmlir-22-dev 1:22", "Yann Collet", "Unicode, Inc."):
            self.assertTrue(part in text, part)
        with self.assertRaisesRegex(SystemExit, "error: no licence notice: .*No such file"):
            self.notices.read(f"{self.folder}/none")

    def test_version(self):
        self.assertEqual(list(check_dist.faults(self.dist, False, "1.2.3")), [])
        self.assertEqual(list(check_dist.faults(self.dist, False, "1.2.4")),
                         [f"{self.dist}: not of version 1.2.4"])

    def test_signing_time(self):
        def found(*records):
            listed = "\n".join(f"{kind}:u:255:22:A:{created}:::u:::{abilities}:"
                               for kind, created, abilities in records)
            with unittest.mock.patch.object(subprocess, "run") as run, unittest.mock.patch.dict(
                    os.environ, SOURCE_DATE_EPOCH="500"):
                run.return_value.stdout = f"tru::1:9:0:3:1:5\n{listed}\nfpr:::::::::A:\n"
                return self.maven.signing_time("A")

        self.assertEqual(found(("pub", 400, "scSC")), 500)
        self.assertEqual(found(("pub", 600, "scSC")), 600)
        self.assertEqual(found(("pub", 600, "cSC"), ("sub", 700, "e"), ("sub", 800, "s")), 800)
        self.assertEqual(found(("pub", 400, "scSC"), ("sub", 600, "s")), 500)

    def test_other_platforms(self):
        other = self.make_build("other", ["cm2tt", "cm2tt-native-linux-aarch64"])
        both = os.path.join(self.folder, "both")
        self.pack(both, other)
        self.assertEqual(list(check_dist.faults(both, False)), [])
        bill = json.loads(check_dist.read(f"{both}/cm2tt-1.2.3.cdx.json"))
        names = {each["name"] for each in bill["components"]}
        self.assertLessEqual({"cm2tt-native-linux-aarch64", "llvm-22-dev", "libstdc++-12-dev",
                              "libstdc++-12-dev-arm64-cross"}, names)
        needs = {each["ref"].split("@")[0].split("/")[2]: [ref for ref in each["dependsOn"] if "c++" in ref]
                 for each in bill["dependencies"]}
        start = "pkg:deb/debian/libstdc++-12-dev"
        self.assertEqual(needs["cm2tt-native-linux-x86_64"], [f"{start}@12.2"])
        self.assertEqual(needs["cm2tt-native-linux-aarch64"], [f"{start}-arm64-cross@12.2"])
        # Each file has the notices of its own processor.
        jar = self.path(both, "cm2tt-native-linux-aarch64", ".jar")
        with zipfile.ZipFile(jar) as file:
            notices = file.read("META-INF/THIRD-PARTY-NOTICES.txt").decode()
        self.assertIn("libgcc-12-dev-arm64-cross 12.2", notices)
        self.assertNotIn("libgcc-12-dev 12.2", notices)
        with self.assertRaisesRegex(SystemExit, "maven.py: error: .* has cm2tt-native-linux-x86_64, as another build folder has"):
            self.pack(os.path.join(self.folder, "twice"), self.build)


if __name__ == "__main__":
    unittest.main()
