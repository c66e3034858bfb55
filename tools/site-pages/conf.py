# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sphinx's configuration of the site. tools/site runs Sphinx on the copies that
stage.py makes."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import lexer  # noqa: E402

project = "cm2tt"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
# As on hosts of repositories: GitHub's Markdown, anchors of headings.
myst_gfm_only = False
myst_enable_extensions = []
myst_heading_anchors = 6
# A block of code that names no language is plain.
highlight_language = "none"
# URLs of other schemes are text.
myst_url_schemes = ["http", "https", "mailto"]
# Code that is not in the language that its block names is a fault.
suppress_warnings = ["myst.header"]

html_theme = "furo"
html_title = "cm2tt"
html_static_path = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "static")]
html_css_files = ["site.css"]
html_extra_path = [os.environ["CM2TT_SITE_FILES"]]
html_copy_source = False
html_use_index = False
html_show_sphinx = False
html_show_copyright = False
html_last_updated_fmt = None


def setup(app):
    app.add_lexer("mlir", lexer.MlirLexer)
    app.add_lexer("tablegen", lexer.MlirLexer)
