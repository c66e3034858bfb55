# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Completion and manual pages of each command have the options of its help:

    check_command_line.py CM2TT FOLDER

FOLDER is what tools/command-line writes. Bash completes in a process; zsh, fish and
groff read their files if they are installed.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

COMPLETE = """
source {file}
COMP_WORDS=({words}) COMP_CWORD={index}
_cm2tt
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


def output(*command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          **options)
    if done.returncode:
        sys.exit(f"{command}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


def commands_of(folder):
    """The names of the commands, '' among them, by the manual pages."""
    return sorted(name[len("cm2tt"):-len(".1")].lstrip("-") for name in os.listdir(folder)
                  if name.endswith(".1"))


def options_of(cm2tt, command):
    """The options of a command's help: their names, `=` included, and their values."""
    text = output(cm2tt, *filter(None, [command]), "--help")
    listed = text.partition("\nOPTIONS:\n")[2].partition("\n\n")[0]
    return dict(re.findall(r"^  (-[\w-]+=?) ?([A-Z]\S*)?", listed, re.MULTILINE))


def bash(folder, words, workplace):
    """The completions of the last word."""
    quoted = " ".join(f"'{word}'" for word in words)
    script = COMPLETE.format(file=f"{folder}/cm2tt.bash", words=quoted, index=len(words) - 1)
    return sorted(filter(None, output("bash", "-u", "-c", script, cwd=workplace).split("\n")))


def check_bash(folder, command, options, workplace, wrong):
    def expect(words, expected):
        found = bash(folder, ["cm2tt", *filter(None, [command]), *words], workplace)
        if found != sorted(expected):
            wrong.append(f"bash: {command} {words}: {found}, expected {sorted(expected)}")

    expect(["-"], options)
    files = sorted(os.listdir(workplace))
    for name, value in options.items():
        expect([name[:4]], [each for each in options if each.startswith(name[:4])])
        if value in ("FILE", "PROGRAM"):
            # Bash has '=' as a word.
            spelled = [name[:-1], "="] if name.endswith("=") else [name]
            expect([*spelled, "a"], ["a.json"])
            expect([*spelled, ""] if spelled[-1] != "=" else spelled, files)
    expect(["--help", "a"], ["a.json"])
    expect(["--no-such-option-"], [])


def check_page(folder, command, options, wrong):
    path = f"{folder}/cm2tt-{command}.1" if command else f"{folder}/cm2tt.1"
    with open(path, encoding="utf-8") as file:
        text = file.read()
    text = re.sub(r"\\f[BR]", "", text).replace("\\-", "-")
    for name, value in options.items():
        spelled = f"{name}{value}" if name.endswith("=") else f"{name} {value}".strip()
        if not re.search(rf"^\.TP\n{re.escape(spelled)}\n\S", text, re.MULTILINE):
            wrong.append(f"{path}: no '{spelled}'")
    for heading in ("NAME", "SYNOPSIS", "OPTIONS", "SEE ALSO"):
        if f"\n.SH {heading}\n" not in text:
            wrong.append(f"{path}: no section {heading}")
    if shutil.which("groff"):
        warnings = output("groff", "-man", "-ww", "-z", "-Kutf8", "-Tutf8", path)
        wrong += [f"{path}: {line}" for line in warnings.splitlines()]


def check_others(folder, commands, options, wrong):
    """Each option is in the files of the other shells, which these can read."""
    for shell, name in (("zsh", "_cm2tt"), ("fish", "cm2tt.fish")):
        with open(f"{folder}/{name}", encoding="utf-8") as file:
            text = file.read()
        for option in {each for one in options.values() for each in one}:
            spelled = option if shell == "zsh" else " " + option.strip("-=") + " "
            if spelled not in text:
                wrong.append(f"{name}: no '{option}'")
        if not shutil.which(shell):
            print(f"{shell} is not installed: it did not read {name}")
            continue
        output(shell, "-n", f"{folder}/{name}")
    if shutil.which("fish"):
        for command in commands:
            script = f"source {folder}/cm2tt.fish; complete -C 'cm2tt {command} --'"
            found = {line.split("\t")[0] for line in output("fish", "-c", script).splitlines()}
            expected = {each.rstrip("=") for each in options[command] if each.startswith("--")}
            if found != expected:
                wrong.append(f"fish: {command}: {sorted(found ^ expected)} differ")


def main(cm2tt, folder):
    folder = os.path.abspath(folder)
    commands, wrong = commands_of(folder), []
    options = {command: options_of(cm2tt, command) for command in commands}
    if "" not in commands or len(commands) < 2 or not all(options.values()):
        sys.exit(f"{commands}: no commands, or no options")
    with tempfile.TemporaryDirectory() as workplace:
        for name in ("a.json", "b c.npy"):
            with open(f"{workplace}/{name}", "w", encoding="utf-8"):
                pass
        for command in commands:
            check_bash(folder, command, options[command], workplace, wrong)
            check_page(folder, command, options[command], wrong)
        found = bash(folder, ["cm2tt", ""], workplace)
        if found != sorted([*filter(None, commands), "a.json", "b c.npy"]):
            wrong.append(f"bash: {found}, expected the commands and files")
    check_others(folder, commands, options, wrong)
    print("\n".join(wrong))
    count = sum(len(one) for one in options.values())
    print(f"{len(commands)} commands, {count} options, {len(wrong)} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
