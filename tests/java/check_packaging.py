# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The jars are modules, and the Maven repository has what Maven needs:

    check_packaging.py ROOT BUILD JDK

A program that is a module runs in an image created by jlink, if the JDK supports it. No
files remain.
"""

import glob
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
import zipfile

NAMESPACE = {"m": "http://maven.apache.org/POM/4.0.0"}
GROUP = "io.github.cm2tt"
# Where the jars are; the artifacts of which programs call nothing.
INTERNAL = {"cm2tt", "cm2tt-javac"}
# Pages of the documentation that an IDE attaches to the one dependency of programs.
PAGES = [f"io.github.cm2tt.{page}.html" for page in (
    "lang/io/github/cm2tt/lang/Triton", "lang/io/github/cm2tt/lang/Tensor",
    "runtime/io/github/cm2tt/runtime/KernelFunction", "runtime/io/github/cm2tt/runtime/DeviceBuffer")]
# Artifacts that need a jar without a module name, with the dependency that users provide.
PROVIDED = {"cm2tt-spark": ["org.apache.spark", "spark-sql_2.13"]}

MODULE_INFO = "module example { requires io.github.cm2tt; opens example; }"
MAIN = """
package example;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;

class Main {
    @Kernel
    static void count(Ptr out, @Constant int BLOCK) {
        var at = Triton.arange(0, BLOCK);
        out.add(at).store(at);
    }

    public static void main(String[] arguments) {
        Device device = Device.cpu();
        try (var out = device.allocate(ElementType.I32, 64)) {
            KernelFunction.of(Main.class, "count").constant("BLOCK", 64).on(device).launch(Grid.of(1), out);
            System.out.println(out.copyTo(new int[64])[63]);
        }
    }
}
"""


# Gradle 5 and later call javac in their process, with these options.
GRADLE = """
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;

class Gradle {
    public static void main(String[] words) throws Exception {
        var javac = ToolProvider.getSystemJavaCompiler();
        String folder = words[0];
        List<String> options = new ArrayList<>(List.of("-source", "17", "-target", "17", "-d", folder, "-h",
            folder + "/headers", "-g", "-sourcepath", "", "-s", folder + "/generated", "-cp", words[2],
            "-Xlint:-options"));
        options.addAll(words[3].isEmpty() ? List.of("-proc:none") : List.of("-processorpath", words[3]));
        try (var files = javac.getStandardFileManager(null, null, null)) {
            var inputs = files.getJavaFileObjects(Path.of(words[1]));
            System.exit(javac.getTask(null, files, null, options, null, inputs).call() ? 0 : 1);
        }
    }
}
"""


class Checks:
    """The errors that were found, and the folders to check."""

    def __init__(self, root, build, jdk):
        self.root, self.build, self.jdk = root, build, jdk
        self.jars = f"{build}/jars"
        self.wrong = []

    def expect(self, condition, text):
        if not condition:
            self.wrong.append(text)

    def run(self, *command, **options):
        """The output of a command of the JDK, which has to succeed."""
        tool = os.path.join(self.jdk, "bin", command[0])
        done = subprocess.run(
            [tool, *command[1:]], text=True, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, **options,
        )
        words = " ".join(command)
        self.expect(not done.returncode, f"{words}: exit {done.returncode}:\n{done.stdout}")
        return done.stdout


def artifacts(checks):
    """The names and the version of the artifacts in the repository."""
    folder = f"{checks.build}/maven/{GROUP.replace('.', '/')}"
    names = sorted(os.listdir(folder))
    versions = {v for name in names for v in os.listdir(f"{folder}/{name}")}
    checks.expect(len(versions) == 1, f"{folder}: versions {versions}: expected one")
    return folder, names, sorted(versions)[0]


def check_module(checks, name, version):
    """A jar is a module, or has a name for those that require it, and says its version."""
    jar = f"{checks.jars}/{name}.jar"
    described = checks.run("jar", "--describe-module", "--file", jar)
    if name in PROVIDED:
        expected = f"{GROUP.removesuffix('.cm2tt')}.{name.replace('-', '.')}"
        checks.expect(f"{expected} automatic" in described, f"{jar}: expected {expected}: {described}")
    else:
        checks.expect(f"@{version} " in described.split("\n")[0], f"{jar}: no version: {described}")
        checks.expect("automatic" not in described, f"{jar} has no module descriptor")
    with zipfile.ZipFile(jar) as file:
        manifest = file.read("META-INF/MANIFEST.MF").decode()
        names = file.namelist()
    checks.expect(f"Implementation-Version: {version}" in manifest, f"{jar}: {manifest}")
    checks.expect("META-INF/LICENSE" in names, f"{jar} has no licence")
    if "-native-" in name:
        found = [n for n in names if n.endswith((".so", ".so.1"))]
        checks.expect(len(found) == 2, f"{jar}: libraries {found}: expected two")


def check_artifact(checks, folder, name, version):
    """Sources of all classes, documentation, and dependencies that exist."""
    start = f"{folder}/{name}/{version}/{name}-{version}"
    with zipfile.ZipFile(f"{start}.jar") as file:
        classes = {n for n in file.namelist() if n.endswith(".class") and "$" not in n}
    with zipfile.ZipFile(f"{start}-sources.jar") as file:
        sources = {n.replace(".java", ".class") for n in file.namelist()}
    lost = {n for n in classes - sources if "package-info" not in n}
    checks.expect(not lost, f"{start}-sources.jar lacks {sorted(lost)}")
    with zipfile.ZipFile(f"{start}-javadoc.jar") as file:
        internal = name in INTERNAL or "-native-" in name
        pages = ["README.md" if internal else "index.html"]
        if name == "cm2tt":
            pages = ["index.html", *PAGES]
        for page in pages:
            checks.expect(page in file.namelist(), f"{start}-javadoc.jar lacks {page}")
    for suffix in (".jar", "-sources.jar", "-javadoc.jar", ".pom"):
        with open(f"{start}{suffix}", "rb") as file:
            data = file.read()
        for kind in ("md5", "sha1", "sha256", "sha512"):
            path = f"{start}{suffix}.{kind}"
            found = open(path).read() if os.path.exists(path) else "nothing"
            expected = hashlib.new(kind, data).hexdigest()
            checks.expect(found == expected, f"{path}: {found}: expected {expected}")
    pom = xml.parse(f"{start}.pom").getroot()
    for tag in "name description url licenses developers scm".split():
        checks.expect(pom.find(f"m:{tag}", NAMESPACE) is not None, f"{start}.pom lacks {tag}")
    for dependency in pom.iterfind(".//m:dependency", NAMESPACE):
        text = [dependency.findtext(f"m:{tag}", "", NAMESPACE)
                for tag in ("groupId", "artifactId", "version")]
        if dependency.findtext("m:scope", "", NAMESPACE) == "provided":
            checks.expect(text[:2] == PROVIDED.get(name) and re.fullmatch(r"\d+(\.\d+)+", text[2]),
                          f"{start}.pom: provided: {text}")
            continue
        path = f"{folder}/{text[1]}/{text[2]}/{text[1]}-{text[2]}.pom"
        checks.expect(text[0] == GROUP and os.path.exists(path), f"{start}.pom: no {text}")


def check_bom(checks, folder, names, version):
    """The bill of materials has each artifact."""
    pom = xml.parse(f"{folder}/cm2tt-bom/{version}/cm2tt-bom-{version}.pom").getroot()
    checks.expect(pom.findtext("m:packaging", "", NAMESPACE) == "pom", "cm2tt-bom: packaging")
    path = "m:dependencyManagement/m:dependencies/m:dependency"
    found = {tuple(each.findtext(f"m:{tag}", "", NAMESPACE) for tag in ("groupId", "artifactId", "version"))
             for each in pom.iterfind(path, NAMESPACE)}
    expected = {(GROUP, name, version) for name in names}
    checks.expect(found == expected, f"cm2tt-bom: {sorted(found ^ expected)} differ")


def check_native_image(checks):
    """GraalVM's metadata name all that native code looks up, and classes that exist."""
    jar = f"{checks.jars}/cm2tt-runtime.jar"
    folder = f"META-INF/native-image/{GROUP}/cm2tt-runtime"
    with zipfile.ZipFile(jar) as file:
        names = file.namelist()
        jni, reflect, resources = (
            json.loads(file.read(f"{folder}/{kind}-config.json")) for kind in ("jni", "reflect", "resource")
        )
    own = {each["name"].replace(".", "/") for each in jni + reflect if each["name"].startswith(GROUP)}
    checks.expect(own and all(f"{name}.class" in names for name in own), f"{jar}: classes {own}")
    listed = {each["name"].replace(".", "/") for each in jni}
    used = set()
    for path in glob.glob(f"{checks.root}/jni/*.cpp") + glob.glob(f"{checks.root}/jni/*.h"):
        with open(path) as file:
            text = file.read()
        used |= set(re.findall(r'FindClass\(\s*"([^"]+)"\)', text))
        used |= set(re.findall(r'"(java/lang/\w+)"', text))
    checks.expect(used == listed, f"{folder}/jni-config.json: {listed}: expected {used}")
    methods = checks.run("javap", "-cp", jar, "-p", *(name.replace("/", ".") for name in own))
    for each in jni:
        for method in each.get("methods", []):
            text = f"{method['name']}({', '.join(method['parameterTypes'])})"
            checks.expect(each["name"].startswith("java.") or text in methods, f"no method {text}: {methods}")
    patterns = [re.compile(each["pattern"]) for each in resources["resources"]["includes"]]
    with zipfile.ZipFile(glob.glob(f"{checks.jars}/cm2tt-native-*.jar")[0]) as file:
        found = [n for n in file.namelist() if n.endswith((".so", ".so.1", "SUMS"))]
    for name in [*found, "pkg/Outer$Inner.cm2tt.json", "Main.cm2tt.json"]:
        checks.expect(any(p.fullmatch(name) for p in patterns), f"no pattern of {folder} matches {name}")


def check_image(checks, folder):
    """A program of modules alone; in an image too, where jmods are."""
    for path, text in (("module-info.java", MODULE_INFO), ("example/Main.java", MAIN)):
        os.makedirs(os.path.dirname(f"{folder}/{path}"), exist_ok=True)
        with open(f"{folder}/{path}", "w") as file:
            file.write(text)
    processor = f"{checks.jars}/cm2tt-javac.jar:{checks.jars}/cm2tt-lang.jar"
    # The plugin is on the module path too, where javac looks for none.
    checks.run(
        "javac", "-p", checks.jars, "--processor-path", processor, "-d", f"{folder}/classes",
        f"{folder}/module-info.java", f"{folder}/example/Main.java",
    )
    environment = {"HOME": folder, "XDG_CACHE_HOME": f"{folder}/cache"}
    path = f"{checks.jars}:{folder}/classes"
    main = ["-m", "example/example.Main"]
    printed = checks.run("java", "-p", path, *main, env=environment)
    checks.expect(printed.split("\n")[-2:] == ["63", ""], f"on the module path: {printed}")
    if not os.path.isdir(f"{checks.jdk}/jmods"):
        print("no image: the JDK has no jmods")
        return
    image = f"{folder}/image"
    checks.run("jlink", "-p", path, "--add-modules", "example", "--output", image)
    if checks.wrong:
        return
    # Events of the flight recorder are optional.
    listed = subprocess.run([f"{image}/bin/java", "--list-modules"], text=True, capture_output=True)
    checks.expect("jdk.jfr" not in listed.stdout, f"the image has jdk.jfr: {listed.stdout}")
    done = subprocess.run([f"{image}/bin/java", *main], text=True, capture_output=True, env=environment)
    checks.expect(done.stdout == "63\n", f"in an image: {done.stdout}{done.stderr}")


def check_gradle(checks, folder):
    """The dependencies that the README shows for Gradle, emulated: Debian's is too old."""
    with open(f"{folder}/Gradle.java", "w") as file:
        file.write(GRADLE)
    os.makedirs(f"{folder}/src/example")
    with open(f"{folder}/src/example/Main.java", "w") as file:
        file.write(MAIN)
    os.makedirs(f"{folder}/out/headers")
    os.makedirs(f"{folder}/out/generated")
    jars = ":".join(sorted(glob.glob(f"{checks.jars}/*.jar")))
    command = ["java", f"{folder}/Gradle.java", f"{folder}/out", f"{folder}/src/example/Main.java", jars]
    # With `implementation` alone, the processor path is empty.
    tool = os.path.join(checks.jdk, "bin", "java")
    done = subprocess.run([tool, *command[1:], ""], text=True, capture_output=True)
    checks.expect(done.returncode and "annotationProcessor 'io.github.cm2tt:cm2tt-javac" in done.stderr,
                  f"without annotationProcessor: exit {done.returncode}: {done.stderr}")
    checks.run(*command, f"{checks.jars}/cm2tt-javac.jar")
    path = f"{checks.jars}/*:{folder}/out"
    environment = {"HOME": folder, "XDG_CACHE_HOME": f"{folder}/cache"}
    printed = checks.run("java", "-cp", path, "example.Main", env=environment)
    checks.expect(printed.split("\n")[-2:] == ["63", ""], f"built as by Gradle: {printed}")


def main():
    checks = Checks(*sys.argv[1:])
    folder, names, version = artifacts(checks)
    checks.expect({"cm2tt", "cm2tt-lang", "cm2tt-javac", "cm2tt-runtime"} < set(names), f"artifacts: {names}")
    names.remove("cm2tt-bom")
    check_bom(checks, folder, names, version)
    for name in names:
        check_module(checks, name, version)
        check_artifact(checks, folder, name, version)
    check_native_image(checks)
    checks.run("java", "-p", checks.jars, "--validate-modules")
    checks.run("java", "-p", checks.jars, "-m", "io.github.cm2tt.javac", "--help")
    with tempfile.TemporaryDirectory() as scratch:
        check_image(checks, scratch)
    with tempfile.TemporaryDirectory() as scratch:
        check_gradle(checks, scratch)
    print("\n".join(checks.wrong) or f"{len(names)} artifacts are as they should be")
    sys.exit(bool(checks.wrong))


if __name__ == "__main__":
    main()
