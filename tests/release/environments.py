#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a kernel of a release in the environments that users have, and prints a table:

    environments.py DIST WORKPLACE [--suites=bookworm,trixie] [--only=REGEX]

The environments are systems that debootstrap makes below WORKPLACE, with a JDK and
nothing else, and in them users, folders and class paths of other kinds. Needs root, for
chroot and mounts, and debootstrap. By hand, after tools/release.
"""

import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import time

JDKS = {"bookworm": "openjdk-17-jdk-headless", "trixie": "openjdk-21-jdk-headless"}
MIRROR = "http://deb.debian.org/debian"
FAKE_CUDA = os.path.join(os.path.dirname(__file__), "../unit/runtime/Cuda")
USER = 4321  # has no entry in /etc/passwd
SOURCE = """
import io.github.cm2tt.lang.*;
import io.github.cm2tt.runtime.*;

public class Add {
    @Kernel
    static void add(Ptr x, Ptr out, @Constant int BLOCK) {
        var at = Triton.arange(0, BLOCK);
        out.add(at).store(x.add(at).load().add(x.add(at).load()));
    }

    public static void main(String[] arguments) {
        Device device = Device.best();
        KernelFunction add = KernelFunction.of(Add.class, "add").constant("BLOCK", 64).on(device);
        try (var x = device.copyOf(new float[64]); var out = device.allocate(ElementType.FP32, 64)) {
            add.launch(Grid.of(1), x, out);
            System.out.println("sum " + (int) out.copyTo(new float[64])[63]);
        }
    }
}
"""
# Two class loaders, each with classes of its own, run the kernel at the same time.
LOADERS = """
import java.io.File;
import java.net.*;

public class Loaders {
    public static void main(String[] paths) throws Exception {
        var urls = new java.util.ArrayList<URL>();
        for (String path : paths) {
            urls.add(new File(path).toURI().toURL());
        }
        for (int i = 0; i < 2; i++) {
            var loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
            loader.loadClass("Add").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        }
    }
}
"""
MODULE = "module example { requires io.github.cm2tt; opens example; }\n"


class System:
    """A system of Debian, with the jars in /cm2tt and a program in /work."""

    def __init__(self, suite, dist, workplace):
        self.suite, self.root = suite, os.path.join(workplace, suite)
        if not os.path.exists(f"{self.root}/usr/bin/javac"):
            subprocess.run(["debootstrap", "--variant=minbase", f"--include={JDKS[suite]}", suite,
                            self.root, MIRROR], check=True, stdout=subprocess.DEVNULL)
        for folder in ("cm2tt", "work", "opt/cm2tt"):
            shutil.rmtree(f"{self.root}/{folder}", ignore_errors=True)
            os.makedirs(f"{self.root}/{folder}")
        for jar in glob.glob(f"{dist}/maven/io/github/cm2tt/*/*/*.jar"):
            if not re.search(r"-(sources|javadoc)\.jar$", jar) and "aarch64" not in jar:
                name = re.sub(r"-\d[\w.]*\.jar$", ".jar", os.path.basename(jar))
                shutil.copy(jar, f"{self.root}/cm2tt/{name}")
        tarball, = glob.glob(f"{dist}/cm2tt-*-linux-x86_64.tar.gz")
        subprocess.run(["tar", "xf", tarball, "-C", f"{self.root}/opt/cm2tt",
                        "--strip-components=1"], check=True)
        shutil.copy(*glob.glob(f"{dist}/cm2tt_*_amd64.deb"), f"{self.root}/cm2tt.deb")
        subprocess.run(["cc", "-shared", "-fPIC", "-o", f"{self.root}/fake-cuda.so",
                        *glob.glob(f"{FAKE_CUDA}/FakeCuda*.c")], check=True)
        for path, text in (("Add.java", SOURCE), ("Loaders.java", LOADERS),
                           ("m/module-info.java", MODULE),
                           ("m/example/Add.java", "package example;\n" + SOURCE)):
            os.makedirs(os.path.dirname(f"{self.root}/work/{path}"), exist_ok=True)
            with open(f"{self.root}/work/{path}", "w", encoding="utf-8") as file:
                file.write(text)

    def run(self, script, mounts="", user=USER):
        """The exit code, the output and the seconds of a script of the shell."""
        inside = f"cd /work && export HOME=/home/u PATH=/usr/bin:/bin && {script}"
        command = (f"mount -t tmpfs -o mode=1777 tmpfs {self.root}/tmp\n"
                   f"mount -t proc proc {self.root}/proc\n"
                   f"mkdir -p {self.root}/home\nmount -t tmpfs tmpfs {self.root}/home\n"
                   f"mkdir {self.root}/home/u && chown {user} {self.root}/home/u\n"
                   f"{mounts.format(root=self.root)}\n"
                   f"exec chroot --userspec={user}:{user} {self.root} /bin/sh -c \"$0\"")
        start = time.monotonic()
        done = subprocess.run(["unshare", "-m", "sh", "-e", "-c", command, inside],
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout, time.monotonic() - start


JAVA = "java -cp '/cm2tt/*:/tmp/o' Add"
COMPILE = "javac -cp '/cm2tt/*' -d /tmp/o Add.java"
NOEXEC = "mount -o remount,noexec {root}/tmp"
MUSL = "/tmp/ld-musl-x86_64.so.1"
HINT = "set the variable CM2TT_CACHE_DIR, or -Djava.io.tmpdir, to a folder"
# Where it cannot run, an error has to say what to do.
REFUSED = {
    "noexec /tmp, cache off": HINT,
    "noexec /tmp and home": HINT,
    "musl, simulated": "this JVM uses musl, as on Alpine Linux: run a JDK for glibc",
    "old GPU driver, fake": "PTX 8.0 needs a driver for CUDA 12.0 or newer; update the driver, or "
    "load a cubin, which ptxas compiles; the driver supports CUDA 11.8",
}
# The name, the script, what is mounted before, and the user.
CASES = [
    ("class path", f"{COMPILE} && {JAVA}", "", USER),
    ("class path, a second time", f"{COMPILE} && {JAVA} >/dev/null && {JAVA}", "", USER),
    ("source file", "java -cp '/cm2tt/*' Add.java", "", USER),
    ("root", f"{COMPILE} && {JAVA}", "", 0),
    ("no home", f"export HOME=/nowhere && {COMPILE} && {JAVA}", "", USER),
    ("HOME is not set", f"unset HOME && {COMPILE} && {JAVA}", "", USER),
    ("read-only home", f"{COMPILE} && {JAVA}", "mount -o remount,ro {root}/home", USER),
    ("noexec /tmp", f"{COMPILE} && {JAVA}", NOEXEC, USER),
    ("noexec /tmp, cache off", f"export CM2TT_CACHE=off && {COMPILE} && {JAVA}", NOEXEC, USER),
    ("noexec home", f"{COMPILE} && {JAVA}", "mount -o remount,noexec {root}/home", USER),
    ("noexec /tmp and home", f"{COMPILE} && {JAVA}",
     NOEXEC + "\nmount -o remount,noexec {root}/home", USER),
    ("noexec, -Dcm2tt.native.path", f"{COMPILE} && {JAVA.replace('java', 'java -Dcm2tt.native.path=/opt/cm2tt/lib')}",
     NOEXEC + "\nmount -o remount,noexec {root}/home", USER),
    ("umask 077", f"umask 077 && {COMPILE} && {JAVA}", "", USER),
    ("two class loaders", f"{COMPILE} && javac -d /tmp/l Loaders.java && java -cp /tmp/l Loaders "
     "/cm2tt/*.jar /tmp/o/", "", USER),
    ("fat jar", f"{COMPILE} && cd /tmp/o && for j in /cm2tt/cm2tt-lang.jar /cm2tt/cm2tt-runtime.jar "
     "/cm2tt/cm2tt-native*.jar; do jar xf $j; done && rm -f module-info.class && "
     "jar --create --file /tmp/fat.jar --main-class Add . && cd /work && rm -r /tmp/o && "
     "java -jar /tmp/fat.jar", "", USER),
    ("module path", "javac -p /cm2tt --processor-path /cm2tt/cm2tt-javac.jar:/cm2tt/cm2tt-lang.jar "
     "-d /tmp/m m/module-info.java m/example/Add.java && "
     "java -p /cm2tt:/tmp/m -m example/example.Add", "", USER),
    ("jlink", "javac -p /cm2tt --processor-path /cm2tt/cm2tt-javac.jar:/cm2tt/cm2tt-lang.jar "
     "-d /tmp/m m/module-info.java m/example/Add.java && "
     "jlink -p /cm2tt:/tmp/m --add-modules example --output /tmp/i && "
     "/tmp/i/bin/java -m example/example.Add", "", USER),
    # Debian has no JDK for musl. Another library has the name by which it is recognised.
    ("musl, simulated", f"{COMPILE} && cp /lib/x86_64-linux-gnu/libdl.so.2 {MUSL} && "
     f"LD_PRELOAD={MUSL} {JAVA}", "", USER),
    ("old GPU driver, fake", f"{COMPILE} && "
     f"CM2TT_LIBCUDA=/fake-cuda.so FAKE_CUDA_VERSION=11080 {JAVA}", "", USER),
    ("LANG=tr_TR, other time zone", f"export LC_ALL=tr_TR.UTF-8 TZ=Asia/Tokyo && {COMPILE} && {JAVA}",
     "", USER),
    ("tarball", "/opt/cm2tt/bin/cm2tt doctor >/dev/null && /opt/cm2tt/bin/cm2tt --version && echo sum 0",
     "", USER),
    ("Debian package", "export PATH=$PATH:/usr/sbin:/sbin && dpkg -i /cm2tt.deb >/tmp/log && cm2tt --version && cm2tt doctor >/dev/null && "
     "test -e /usr/lib/libcm2tt.so.1 && ldconfig -p | grep -q libcm2tt.so.1 && "
     "dpkg -r cm2tt >/tmp/log && echo sum 0", "", 0),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("dist")
    parser.add_argument("workplace")
    parser.add_argument("--suites", default="bookworm,trixie")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    failed = 0
    print("| system | environment | result | s |\n|---|---|---|---|", flush=True)
    for suite in options.suites.split(","):
        system = System(suite, os.path.abspath(options.dist), os.path.abspath(options.workplace))
        for name, script, mounts, user in CASES:
            if not re.search(options.only, name):
                continue
            code, text, seconds = system.run(script, mounts, user)
            lines = text.strip().splitlines()
            works = code == 0 and "sum 0" in lines
            if name in REFUSED:
                works = code != 0 and REFUSED[name] in text
            failed += not works
            fine = "refused, with advice" if name in REFUSED else "works"
            result = fine if works else " / ".join(lines[:3])[:200] or f"exit code {code}"
            print(f"| {suite} | {name} | {result} | {seconds:.1f} |", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
