# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies the pages of the project to a folder from which Sphinx makes the site.

The pages stay where they are; the copies have `index.md` for `README.md`, and links
to sources lead to copies of these files as text. Added are the table of contents
(contents.py), and pages of what is no Markdown: the C header, the Javadoc, and the
reports of `cm2tt explain` on the examples.
"""

import os
import re
import shutil
import subprocess
import zipfile

import contents

_FENCE = re.compile(r"^[ \t]*(```|~~~)")
_LINK = re.compile(r"(?<!!)\[((?:[^][]|\[[^][]*\])+)\]\(([^)\s#]*)(#[^)\s]*)?\)")
# Reports of `cm2tt explain`: the name of the page, the model, the target.
REPORTS = [
    ("vector-add", "vector-add", "sm_90a"),
    ("softmax", "softmax", "sm_90a"),
    ("matmul", "matmul", "sm_90a"),
    ("matmul-sm80", "matmul", "sm_80"),
]


def git_files(root):
    """The files that git knows or would add."""
    listed = subprocess.run(
        ["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        check=True, capture_output=True, text=True).stdout  # fmt: skip
    return sorted(name for name in listed.split("\0")
                  if name and os.path.exists(os.path.join(root, name)))


def page_name(path):
    """The name of the copy of a page."""
    folder, name = os.path.split(path)
    return os.path.join(folder, "index.md") if name == "README.md" else path


def parts(text):
    """Pairs of whether a part of a page is a block of code, and the part."""
    lines, fence = [], None
    for line in text.split("\n"):
        match = _FENCE.match(line)
        if match and not fence:
            yield False, "\n".join(lines)
            lines, fence = [line], match[1]
        elif match and fence == match[1]:
            yield True, "\n".join(lines + [line])
            lines, fence = [], None
        else:
            lines.append(line)
    yield bool(fence), "\n".join(lines)


def with_one_title(text):
    """The page with headings a level lower if it has several titles, but for the
    first: a table of contents would list each as a page."""
    pieces = list(parts(text))
    prose = "\n".join(part for is_code, part in pieces if not is_code)
    if len(re.findall(r"^# ", prose, re.M)) < 2:
        return text
    lowered = "\n".join(part if is_code else re.sub(r"^#", "##", part, flags=re.M)
                        for is_code, part in pieces)
    return re.sub(r"^## ", "# ", lowered, count=1, flags=re.M)


def with_anchors_of_constants(page):
    """The page of constants with links to its sections: javadoc 17 names a section after its
    first package, but links to the prefix that its heading has."""
    for name, heading in re.findall(
            r'<section class="constants-summary" id="([^"]*)">\n<h2 title="([^"]*)">', page):
        page = page.replace(f'href="#{heading}"', f'href="#{name}"')
    return page


class Stage:
    """The folder of the copies: `pages` for Sphinx, `files` for what it copies."""

    def __init__(self, root, folder):
        self.root, self.folder = root, folder
        self.names = git_files(root)
        self.pages = {name for name in self.names if contents.is_page(name)}
        self.linked = set()

    def path(self, *parts):
        path = os.path.join(self.folder, *parts)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return path

    def write(self, name, text):
        with open(self.path("pages", name), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        with open(os.path.join(self.root, name), encoding="utf-8") as file:
            return file.read()

    def _link(self, page, match):
        """The link in the copy of a page."""
        text, target, anchor = match[1], match[2], match[3] or ""
        here = os.path.dirname(page)
        path = os.path.normpath(os.path.join(here, target)) if target else page
        if os.path.isdir(os.path.join(self.root, path)):
            path = os.path.join(path, "README.md")
        if target and path in self.pages:
            return f"[{text}]({os.path.relpath(page_name(path), here or '.')}{anchor})"
        if target and path in self.names:
            self.linked.add(path)
            url = os.path.relpath(f"source/{path}.txt", here or ".")
            return f'<a href="{url}">{text}</a>'
        return match[0]

    def copy_page(self, name):
        """Copies a page; links are rewritten outside of code."""
        text = "\n".join(
            part if is_code else _LINK.sub(lambda found: self._link(name, found), part)
            for is_code, part in parts(self.read(name)))
        text = with_one_title(text)
        if name == "README.md":
            text += contents.table(self.pages)
        self.write(page_name(name), text)

    def copy_sources(self):
        for name in sorted(self.linked):
            shutil.copyfile(os.path.join(self.root, name),
                            self.path("files", "source", name + ".txt"))

    def add_interfaces(self, javadoc):
        """The page of the C header and of the Javadoc."""
        header = self.read("runtime/include/cm2tt/cm2tt.h")
        folder = self.path("files", "javadoc", "")
        with zipfile.ZipFile(javadoc) as archive:
            archive.extractall(folder, [name for name in archive.namelist()
                                        if not name.startswith("META-INF/")])
        # Debian's javadoc writes no fonts, and imports them.
        path = os.path.join(folder, "stylesheet.css")
        with open(path, encoding="utf-8") as file:
            style = file.read()
        if not os.path.exists(os.path.join(folder, "resources", "fonts")):
            style = re.sub(r"@import url\('resources/fonts/[^')]*'\);\n", "", style)
        with open(path, "w", encoding="utf-8") as file:
            file.write(style)
        constants = os.path.join(folder, "constant-values.html")
        if os.path.exists(constants):
            with open(constants, encoding="utf-8") as file:
                page = file.read()
            with open(constants, "w", encoding="utf-8") as file:
                file.write(with_anchors_of_constants(page))
        self.write("interfaces.md", contents.INTERFACES.replace("@HEADER@", header))

    def add_reports(self, compiler):
        """The reports on the examples, and a page with a picture of each."""
        text = contents.REPORTS
        for name, model, target in REPORTS:
            path = self.path("files", "explain", name + ".html")
            subprocess.run([compiler, "explain", f"examples/babylon/{model}/model.json",
                            "-o", path, f"--target={target}"],
                           check=True, cwd=self.root)  # fmt: skip
            text += f'## {model}, {target}\n\n<a href="explain/{name}.html">The report</a>\n\n'
            text += pictures(path)
        self.write("explain.md", text)


def pictures(path):
    """The pictures of a report that its page has, too: a schedule with a product, or the
    layout of a tile in registers."""
    with open(path, encoding="utf-8") as file:
        report = file.read()
    found = re.findall(r'<svg class="(schedule|cells)".*?</svg>\n', report, re.S)
    svgs = [match[0] for match in re.finditer(
        r'<svg class="(?:schedule|cells)".*?</svg>\n', report, re.S)]
    schedules = [svg for kind, svg in zip(found, svgs)
                 if kind == "schedule" and "product:" in svg]
    layouts = [svg for kind, svg in zip(found, svgs) if kind == "cells"]
    return "".join(f'<div class="picture">\n{svg.strip()}\n</div>\n\n'
                   for svg in schedules[:1] + layouts[:1])


def stage(root, folder, compiler, javadoc):
    """Makes the folder, from nothing."""
    shutil.rmtree(folder, ignore_errors=True)
    result = Stage(root, folder)
    for name in sorted(result.pages):
        result.copy_page(name)
    result.copy_sources()
    result.add_interfaces(javadoc)
    result.add_reports(compiler)
