# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs with kernels run from their sources, by `java FILE.java`:

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
OLD_MODEL = """
{"functions": [{"name": "func", "value": "f", "attributes": {"owner": "app.Helper"}, "bodies": []}]}
"""
MISSING = (
    "Single has no kernels: 'java FILE.java' compiled it without cm2tt-javac.jar: expected that on the class "
    "path, java -cp 'cm2tt/*' FILE.java"
)


class Launcher:
    """Runs files of a folder with a JDK and jars."""

    def __init__(self, build, jdk, folder):
        self.build, self.jdk, self.folder = build, jdk, folder
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
    _, build, jdk = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        launcher = Launcher(build, jdk, folder)
        check_one_file(launcher)
        check_error(launcher)
        check_compiler_within(launcher)
        if launcher.version >= 22:
            check_several_files(launcher)
    print("programs run from their sources")


if __name__ == "__main__":
    main()
