#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a kernel of a release in the environments that users have, and prints a table:

    environments.py DIST WORKPLACE [--suites=bookworm,trixie] [--only=REGEX]
        [--machine=aarch64]

The environments are systems that debootstrap makes below WORKPLACE, with a JDK and
nothing else, and in them users, folders and class paths of other kinds. The README's
lines are run, too: those for Python in a system with Python and nothing else, to which
pip has downloaded Triton. Needs root, for chroot and mounts, and debootstrap. By hand,
after tools/release. Systems of another machine need qemu-user-static, and that Linux
runs its programs by it (binfmt_misc); emulated, a row takes up to a minute.
"""

import argparse
import glob
import os
import platform
import re
import shutil
import subprocess
import sys
import time

HERE = platform.machine()
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
JDKS = {"bookworm": "openjdk-17-jdk-headless", "trixie": "openjdk-21-jdk-headless"}
TRITON = "triton==3.6.0"  # of the README's lines
MIRROR = "http://deb.debian.org/debian"
README = os.path.join(os.path.dirname(__file__), "../../README.md")
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


def readme(machine):
    """The programs that the README shows, and scripts of its lines for Java, Python and
    the shell, which end with "sum 0" if all succeeded."""
    with open(README, encoding="utf-8") as file:
        text = file.read().replace("-linux-x86_64", f"-linux-{machine}")

    def blocks(kind):
        return re.findall(rf"^```{kind}\n(.*?)^```", text, re.M | re.S)

    java, python, shell = blocks("sh")[:3]
    command, result = blocks("console")[0].removeprefix("$ ").splitlines()
    scripts = {
        "README, Java": f"{java}test \"$({command})\" = '{result}'",
        "README, shell": f"{shell}test -s sum.npy",
        "README, Python": "python3 -m venv env\n. env/bin/activate\n"
                          "export PIP_NO_INDEX=1 PIP_FIND_LINKS=/wheels\n"
                          f"{python}python3 add.py >ptx\ngrep -q '.target sm_90a' ptx",
    }
    programs = {"VectorAdd.java": blocks("java")[0], "add.py": blocks("python")[0]}
    return programs, {name: f"mkdir /tmp/w && cp * /tmp/w 2>/dev/null; cd /tmp/w && set -e\n{script}\n"
                      "echo sum 0" for name, script in scripts.items()}


class System:
    """A system of Debian with a package, or several with commas between them, and the
    files of the README in /work."""

    def __init__(self, suite, workplace, package, program, machine):
        self.machine = machine
        first = package.partition(",")[0]
        name = suite if first == JDKS[suite] else f"{suite}-{first}"
        name += "" if machine == HERE else f"-{machine}"
        self.root = os.path.join(workplace, name)
        if not os.path.exists(f"{self.root}/usr/bin/{program}"):
            subprocess.run(["debootstrap", f"--arch={ARCHITECTURES[machine]}", "--variant=minbase",
                            f"--include={package}", suite, self.root, MIRROR], check=True,
                           stdout=subprocess.DEVNULL)
        shutil.rmtree(f"{self.root}/work", ignore_errors=True)
        os.makedirs(f"{self.root}/work")

    def write(self, path, text):
        path = f"{self.root}/work/{path}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def add_readme(self, dist):
        """The files of a release and the programs that the README's lines need."""
        for pattern in (f"cm2tt-*-linux-{self.machine}.tar.gz", f"*_{self.machine}.whl"):
            shutil.copy(*glob.glob(f"{dist}/{pattern}"), f"{self.root}/work")
        for name, text in readme(self.machine)[0].items():
            self.write(name, text)

    def add_wheels(self):
        """The wheels that pip would download, for Debian 12's Python."""
        os.makedirs(f"{self.root}/wheels", exist_ok=True)
        subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d",
                        f"{self.root}/wheels", "--only-binary=:all:", "--python-version=3.11",
                        f"--platform=manylinux_2_28_{self.machine}", TRITON], check=True)

    def add_cases(self, dist):
        """The jars in /cm2tt, a program in /work, and other forms of the release."""
        for folder in ("cm2tt", "opt/cm2tt"):
            shutil.rmtree(f"{self.root}/{folder}", ignore_errors=True)
            os.makedirs(f"{self.root}/{folder}")
        tarball, = glob.glob(f"{dist}/cm2tt-*-linux-{self.machine}.tar.gz")
        subprocess.run(["tar", "xf", tarball, "-C", f"{self.root}/opt/cm2tt",
                        "--strip-components=1"], check=True)
        jars = f"{dist}/maven/io/github/cm2tt/*/*/*.jar"
        if self.machine != "x86_64":  # Maven's `cm2tt` requires that one's libraries
            jars = f"{self.root}/opt/cm2tt/share/java/cm2tt/*.jar"
        other = rf"-native-linux-(?!{self.machine})|-(sources|javadoc)\.jar$"
        for jar in glob.glob(jars):
            name = os.path.basename(jar)
            if not re.search(other, name):
                name = re.sub(r"-\d[\w.]*\.jar$", ".jar", name)
                shutil.copy(jar, f"{self.root}/cm2tt/{name}")
        shutil.copy(*glob.glob(f"{dist}/cm2tt_*_{ARCHITECTURES[self.machine]}.deb"),
                    f"{self.root}/cm2tt.deb")
        compiler = "cc" if self.machine == HERE else f"{self.machine}-linux-gnu-gcc"
        subprocess.run([compiler, "-shared", "-fPIC", "-o", f"{self.root}/fake-cuda.so",
                        *glob.glob(f"{FAKE_CUDA}/FakeCuda*.c")], check=True)
        for path, text in (("Add.java", SOURCE), ("Loaders.java", LOADERS),
                           ("m/module-info.java", MODULE),
                           ("m/example/Add.java", "package example;\n" + SOURCE)):
            self.write(path, text)

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
MUSL = "/tmp/ld-musl-$(uname -m).so.1"
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
    ("musl, simulated", f"{COMPILE} && cp /lib/$(uname -m)-linux-gnu/libdl.so.2 {MUSL} && "
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


def run_case(suite, system, name, script, mounts="", user=USER):
    """Prints the row of a case; whether the result is the expected one."""
    code, text, seconds = system.run(script, mounts, user)
    lines = text.strip().splitlines()
    works = code == 0 and "sum 0" in lines
    if name in REFUSED:
        works = code != 0 and REFUSED[name] in text
    fine = "refused, with advice" if name in REFUSED else "works"
    result = fine if works else " / ".join(lines[:3])[:200] or f"exit code {code}"
    print(f"| {suite} | {name} | {result} | {seconds:.1f} |", flush=True)
    return works


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("dist")
    parser.add_argument("workplace")
    parser.add_argument("--suites", default="bookworm,trixie")
    parser.add_argument("--only", default="")
    parser.add_argument("--machine", default=HERE, choices=ARCHITECTURES)
    options = parser.parse_args()
    dist, workplace = os.path.abspath(options.dist), os.path.abspath(options.workplace)
    failed = 0
    print("| system | environment | result | s |\n|---|---|---|---|", flush=True)
    for suite in options.suites.split(","):
        system = System(suite, workplace, JDKS[suite], "javac", options.machine)
        system.add_cases(dist)
        cases = [(system, *case) for case in CASES]
        for name, script in readme(options.machine)[1].items():
            if not re.search(options.only, name) or "Python" in name and suite != "bookworm":
                continue
            if "Python" in name:
                system = System(suite, workplace, "python3-venv", "python3", options.machine)
                system.add_wheels()
            system.add_readme(dist)
            cases.append((system, name, script))
        for case in cases:
            if re.search(options.only, case[1]):
                failed += not run_case(suite, *case)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
