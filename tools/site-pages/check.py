# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the links of a folder of pages: each file and each anchor exists, and nothing
is loaded from elsewhere, by style sheets neither.

    check.py FOLDER

Prints each fault as `page: text` and their number; exits 1 if there is any.
"""

import html.parser
import os
import re
import sys
import urllib.parse

# The URLs that a style sheet loads, and comments, which are dropped.
_CSS_COMMENT = re.compile(r"/\*.*?\*/", re.S)
_CSS_LOAD = re.compile(r"""@import\s+["']([^"']+)|\burl\(\s*["']?([^"')\s]+)""")


class _Page(html.parser.HTMLParser):
    """The anchors and the links of a page."""

    def __init__(self):
        super().__init__()
        self.anchors, self.links, self.loads = set(), [], []

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.anchors.update(attrs[key] for key in ("id", "name") if attrs.get(key))
        if tag == "a" and attrs.get("href"):
            self.links.append(attrs["href"])
        if tag == "link" and attrs.get("href"):
            self.loads.append(attrs["href"])
        if tag in ("script", "img", "iframe") and attrs.get("src"):
            self.loads.append(attrs["src"])


def read_pages(folder):
    """The pages by their paths below the folder."""
    pages = {}
    for parent, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            if name.endswith(".html"):
                path = os.path.join(parent, name)
                page = _Page()
                page.feed(_read(path))
                pages[os.path.relpath(path, folder)] = page
    return pages


def _read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def _style_loads(folder):
    """Pairs of the path of a style sheet and a URL that it loads."""
    for parent, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            if name.endswith(".css"):
                path = os.path.join(parent, name)
                for found in _CSS_LOAD.finditer(_CSS_COMMENT.sub("", _read(path))):
                    yield os.path.relpath(path, folder), found[1] or found[2]


def _faults_of(folder, pages, path, url, is_loaded):
    parts = urllib.parse.urlsplit(url)
    if parts.scheme or parts.netloc:
        if is_loaded and parts.scheme != "data":
            yield f"loads '{url}'"
        return
    target = urllib.parse.unquote(parts.path)
    name = os.path.normpath(os.path.join(os.path.dirname(path), target)) if target else path
    if os.path.isdir(os.path.join(folder, name)):
        name = os.path.normpath(os.path.join(name, "index.html"))
    if name.startswith("..") or not os.path.exists(os.path.join(folder, name)):
        yield f"a link to '{url}', which does not exist"
        return
    anchor = urllib.parse.unquote(parts.fragment)
    # A browser shows the beginning of a page for `#` and `#top`.
    if anchor in ("", "top") or name not in pages:
        return
    if anchor not in pages[name].anchors and parts.fragment not in pages[name].anchors:
        yield f"a link to '{url}': no such anchor"


def check(folder):
    """Yields the page and the text of each fault."""
    pages = read_pages(folder)
    if "index.html" not in pages:
        yield "index.html", "does not exist"
    for path, page in pages.items():
        for is_loaded, urls in ((False, page.links), (True, page.loads)):
            for url in urls:
                for text in _faults_of(folder, pages, path, url, is_loaded):
                    yield path, text
    for path, url in _style_loads(folder):
        for text in _faults_of(folder, pages, path, url, True):
            yield path, text


def main(folder):
    faults = list(check(folder))
    for path, text in faults:
        print(f"{path}: {text}")
    print(f"-- {len(read_pages(folder))} pages, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
