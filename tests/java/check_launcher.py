# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs with kernels run from their sources, by `java FILE.java`, and kernels in
JShell:

    check_launcher.py ROOT BUILD JDK
"""

import os
import re
import subprocess
import sys
import tempfile

IMPORTS = "import io.github.cm2tt.lang.*; import io.github.cm2tt.runtime.*;\n"
KERNEL = """
    @Kernel static void k(Ptr out) { out.store(%s); }
"""
RUN = """
    static int run(Class<?> owner) {
        Device device = Device.cpu();
        try (var out = device.allocate(ElementType.I32, 1)) {
            KernelFunction.of(owner, "k").on(device).launch(Grid.of(1), out);
            return out.copyTo(new int[1])[0];
        }
    }
"""
# A program that compiles another file, to a folder, while it runs.
NESTED = """
    public static void main(String[] a) throws Exception {
        var javac = javax.tools.ToolProvider.getSystemJavaCompiler();
        String path = System.getProperty("java.class.path");
        System.out.println(javac.run(null, null, null, "-d", "classes", "-cp", path, "-processorpath", path,
            "Other.java"));
        System.out.println(new java.io.File("classes/Other.cm2tt.json").exists());
    }
"""
# The input of JShell.
SHELL = """
import io.github.cm2tt.lang.*;
import io.github.cm2tt.runtime.*;
public class K { @Kernel public static void k(Ptr x) { x.store(x.load().add(41)); } }
var x = Device.cpu().copyOf(new int[] {1});
KernelFunction.of(K.class, "k").on(Device.cpu()).launch(1, x);
System.out.println("found " + x.copyTo(new int[1])[0]);
x.close();
/exit
"""
OLD_MODEL = """
{"functions": [{"name": "func", "value": "f", "attributes": {"owner": "app.Helper"}, "bodies": []}]}
"""
MISSING = (
    "Single has no kernels: 'java FILE.java' compiled it without cm2tt-javac.jar: expected that on the class "
    "path, java -cp 'cm2tt/*' FILE.java"
)


class Launcher:
    """Runs files of a folder with a JDK and jars."""

    def __init__(self, root, build, jdk, folder):
        self.root, self.build, self.jdk, self.folder = root, build, jdk, folder
        with open(f"{jdk}/release") as file:
            self.version = int(re.search(r'JAVA_VERSION="(\d+)', file.read())[1])

    def write(self, name, text, package=None):
        path = f"{self.folder}/{name}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write((f"package {package};\n" if package else "") + IMPORTS + text)

    def run(self, name, expected, jars=("*",), fails=False):
        """Runs a file, which has to print what is expected."""
        path = ":".join(f"{self.build}/jars/{jar}" for jar in jars)
        command = [f"{self.jdk}/bin/java", f"-Dcm2tt.native.path={self.build}/lib"]
        if self.version > 23:
            command.append("--enable-native-access=ALL-UNNAMED")
        done = subprocess.run(
            [*command, "-cp", path, name], cwd=self.folder, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        right = expected in done.stdout if fails else done.stdout == expected
        if bool(done.returncode) != fails or not right:
            sys.exit(f"java {name}: exit code {done.returncode}:\n{done.stdout}\nexpected:\n{expected}")


def check_shell(launcher):
    """The command of java/README.md for JShell, beside the jars."""
    with open(f"{launcher.root}/java/README.md") as file:
        command = re.search(r"`(mkdir models && jshell .*?)`", file.read())[1]
    os.symlink(f"{launcher.build}/jars", f"{launcher.folder}/cm2tt")
    options = f" -s -R-Dcm2tt.native.path={launcher.build}/lib"
    if launcher.version > 23:
        options += " -R--enable-native-access=ALL-UNNAMED"
    environment = {"PATH": f"{launcher.jdk}/bin:{os.environ['PATH']}", "HOME": launcher.folder}
    done = subprocess.run(
        ["/bin/sh", "-c", command + options], cwd=launcher.folder, env=environment, text=True,
        input=SHELL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )
    if done.returncode or "found 42\n" not in done.stdout:
        sys.exit(f"{command}: exit code {done.returncode}:\n{done.stdout}")


def program(name, kernel, main):
    return f"class {name} {{{kernel}{RUN}\n public static void main(String[] a) {{ {main} }} }}\n"


def check_one_file(launcher):
    """A class, a nested class, and a second class of the file; old models are ignored."""
    main = "System.out.println(run(Single.class) + run(Inner.class) + run(Second.class));"
    nested = "static class Inner {" + KERNEL % "20" + "}"
    text = program("Single", KERNEL % "helper(1)" + nested, main)
    text = text.replace(RUN, RUN + "static int helper(int i) { return i + 2; }")
    launcher.write("Single.java", text + "class Second {" + KERNEL % "400" + "}")
    launcher.write("Single.cm2tt.json", "a model of an earlier compilation")
    launcher.run("Single.java", "423\n")
    launcher.run("Single.java", MISSING, ["cm2tt-lang.jar", "cm2tt-runtime.jar"], fails=True)


def check_error(launcher):
    """An error in a kernel ends the launcher before it runs the program."""
    text = program("Bad", KERNEL % "1", "System.out.println(1);")
    launcher.write("Bad.java", text.replace("out.store(1)", "new Object()"))
    launcher.run("Bad.java", "error: a kernel can only create records", fails=True)


def check_compiler_within(launcher):
    """A program that calls javac gets the files that javac writes elsewhere too."""
    launcher.write("Nested.java", f"class Nested {{{NESTED}}}")
    launcher.write("Other.java", "class Other {" + KERNEL % "1" + "}")
    launcher.run("Nested.java", "0\ntrue\n")


def check_several_files(launcher):
    """Kernels in other files, with helpers in still others: JDK 22 and newer. There is
    no warning of an old model of a helper."""
    main = "System.out.println(run(Kernels.class));"
    launcher.write("app/Main.java", program("Main", "", main), "app")
    launcher.write("app/Kernels.java", "class Kernels {" + KERNEL % "Helper.f(7)" + "}", "app")
    launcher.write("app/Helper.java", "class Helper { static int f(int i) { return 2 * i; } }", "app")
    with open(f"{launcher.folder}/app/Helper.cm2tt.json", "w") as file:
        file.write(OLD_MODEL)
    launcher.run("app/Main.java", "14\n")


def main():
    with tempfile.TemporaryDirectory() as folder:
        launcher = Launcher(*sys.argv[1:], folder)
        check_one_file(launcher)
        check_error(launcher)
        check_compiler_within(launcher)
        if launcher.version >= 22:
            check_several_files(launcher)
        check_shell(launcher)
    print("programs run from their sources, and kernels in JShell")


if __name__ == "__main__":
    main()
