# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks of take.py and copies.py on a small repository; check_peers.py runs them."""

import contextlib
import io
import os
import subprocess
import sys
import tempfile

import libraries
import take
from libraries import Change

FILES = {
    "src/a.py": "limit = 3 <= 5\nother = 3 <= 5\n",
    "src/empty.py": "",
    "src/same.py": "limit = 3 <= 5\nother = 3 <= 5\n",
    "src/no newline.txt": "a line\n\n\nwithout an end",
    "src/ü.txt": "ü\n",
    "src/deep/er/still/b.py": "b = 1\n",
    "src/vendors/_ours/c.py": "c = 1\n",
    "src/vendors/_theirs/c.py": "c = 2\n",
    "src/lost.bin": "an object that the clone lacks",
    "tests/test_small.py": "def test_small():\n    import a\n    assert not a.limit\n",
    "docs/large.md": "not needed\n",
}
CHANGES = [Change("src/a.py", r"^(limit = )3 <= 5$", r"\1False", 1, "a limit"),
           Change("src/a.py", r"3 <= 5", "True", 1, "the other one")]  # fmt: skip


def git(folder, *arguments):
    return subprocess.run(
        ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", folder, *arguments],
        check=True, stdout=subprocess.PIPE, text=True).stdout.strip()  # fmt: skip


def make_repository(folder):
    """A bare clone of FILES that lacks an object."""
    source, bare = os.path.join(folder, "source"), os.path.join(folder, "bare.git")
    for path, text in FILES.items():
        os.makedirs(os.path.dirname(os.path.join(source, path)), exist_ok=True)
        with open(os.path.join(source, path), "w", encoding="utf-8") as file:
            file.write(text)
    os.symlink("a.py", os.path.join(source, "src", "link.py"))
    git(folder, "init", "-q", source)
    git(source, "add", ".")
    git(source, "commit", "-q", "-m", "all")
    git(folder, "clone", "-q", "--bare", "--no-hardlinks", source, bare)
    name = git(source, "rev-parse", "HEAD:src/lost.bin")
    os.remove(os.path.join(bare, "objects", name[:2], name[2:]))
    return bare


def call_take(*arguments):
    printed = io.StringIO()
    sys.argv = ["take.py", *arguments]
    with contextlib.redirect_stdout(printed):
        code = take.main()
    return code, printed.getvalue()


def read_all(folder):
    found = {}
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)
            with open(path, encoding="utf-8") as file:
                found[os.path.relpath(path, folder).replace(os.sep, "/")] = file.read()
    return found


def check_taken(folder, expect):
    bare, taken = make_repository(folder), os.path.join(folder, "taken")
    code, text = call_take("taken", bare, taken)
    expect(code == 0 and "absent: src/lost.bin\n8 files taken, 1 absent" in text,
           "files are taken, absent ones named", text)
    wanted = {path: text for path, text in FILES.items()
              if not any(word in path for word in ("_theirs", "lost", "docs"))}
    expect(read_all(taken) == wanted, "the files are those of the clone",
           read_all(taken))  # fmt: skip
    none = os.path.join(folder, "none")
    libraries.LIBRARIES["taken"].files = ["no-such-folder"]
    code, text = call_take("taken", bare, none)
    expect(code == 1 and "0 files" in text, "nothing taken is an error", text)
    return taken


def check_copied(folder, taken, call, expect):
    library = libraries.LIBRARIES["taken"]
    library.files = ["src", "tests/test_small.py"]
    given = [f"--out={os.path.join(folder, 'out')}", "--jobs=1"]
    before = read_all(taken)
    code, text = call("taken", taken, *given)
    expect(code == 0 and "{'passed': 1}" in text, "tests run in a changed copy", text)
    expect(read_all(taken) == before, "the checkout does not change")
    copy = read_all(os.path.join(folder, "out", "taken.cm2tt.copy"))
    expect(copy["src/a.py"] == "limit = False\nother = True\n", "changes hold", copy)
    expect("src/vendors/_ours/c.py" in copy, "other files are copied", copy)
    for change, error in (
            (Change("src/a.py", "3 <= 5", "", 1, ""), "matches 2 times, expected 1"),
            (Change("src/a.py", "4 <= 5", "", 1, ""), "matches 0 times, expected 1"),
            (Change("src/none.py", "a", "", 1, ""), "src/none.py: no such file")):
        library.changes = [change]
        code, text = call("taken", taken, *given)
        expect(code == 1 and error in text and "is not of revision 'HEAD'" in text,
               "a change that does not fit is an error", text)  # fmt: skip


def check_data(expect):
    """The data of each library is whole: changes touch files that are needed."""
    for name, library in libraries.LIBRARIES.items():
        for change in library.changes:
            expect(any(part == "." or change.path.startswith(f"{part}/")
                       for part in library.files) and change.reason,
                   f"{name}: {change.path} is one of its files")  # fmt: skip
        expect(all(known.reason for known in library.expected), f"{name}: reasons")


def check(call, expect):
    check_data(expect)
    libraries.LIBRARIES["taken"] = libraries.Library(
        "", "HEAD", ["tests"], ["src"], [], files=["src", "tests"],
        left_out=r"/vendors/_(?!ours)", changes=CHANGES)
    with tempfile.TemporaryDirectory() as folder:
        taken = check_taken(folder, expect)
        check_copied(folder, taken, call, expect)
