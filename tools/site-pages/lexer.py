# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Colours for MLIR, for which Pygments has no lexer."""

from pygments.lexer import RegexLexer
from pygments.token import (Comment, Keyword, Name, Number, Operator, String, Text)


class MlirLexer(RegexLexer):
    """The tokens of MLIR's text; any other text is text."""

    name = "MLIR"
    aliases = ["mlir"]
    tokens = {
        "root": [
            (r"//[^\n]*", Comment.Single),
            (r'"(\\.|[^"\\\n])*"', String),
            (r"%[\w.$#-]+", Name.Variable),
            (r"@[\w.$-]+", Name.Function),
            (r"\^\w+", Name.Label),
            (r"[!#][\w.$-]+", Keyword.Type),
            (r"\b(?:tensor|memref|vector|i\d+|[su]i\d+|f\d+|bf16|index)(?=[<\s,)x>:=]|$)",
             Keyword.Type),
            (r"\b[a-z]\w*(?:\.\w+)+", Name.Builtin),
            (r"[-+]?\b\d+(?:\.\d+(?:[eE][-+]?\d+)?)?\b", Number),
            (r"->|[=:*]", Operator),
            (r"\w+", Text),
            (r"\s+|.", Text),
        ],
    }
