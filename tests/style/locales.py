# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""No text depends on the locale of the process: C++ writes and reads fractions, JSON and
the system's reasons by lowering/include/cm2tt/Lowering/PlainText.h, and Java
names the locale of what it formats."""

import re

import java
import sources

FOLDERS = (*sources.LIBRARIES, "tools/")
PLAIN = "lowering/include/cm2tt/Lowering/PlainText.h"
JAVA_FOLDERS = tuple(f"java/{name}/src/" for name in ("javac", "lang", "runtime", "spark"))

_CPP = [
    (re.compile(r'(?<!plain::)(?<![\w.>])format\(\s*(?:"(?:\\.|[^"\\])*"\s*)*?'
                r'"(?:\\.|[^"\\])*%[-#+ 0\d.*]*[aefgAEFG](?:\\.|[^"\\])*"'),
     "'format' writes fractions as the locale has them: expected 'plain::format'"),
    (re.compile(r"formatv\([^;]*?\{\d+(?:,[^:}]*)?:[fFeEpP]\d*\}"),
     "'formatv' writes fractions as the locale has them: expected 'plain::format'"),
    (re.compile(r"(?<![\w.])(?:std::)?(?:strto(?:d|f|ld)|ato[fil]l?|sto(?:d|f|ld)|v?f?s?n?"
                r"(?:printf|scanf)|strerror|dlerror|toupper|tolower|isalpha|isalnum|isspace|"
                r"setlocale)\("),
     "a function of C that follows the locale: expected one of PlainText.h, or of LLVM"),
    (re.compile(r"\bllvm::to_float\(|(?<![\w.:])to_float\("),
     "'to_float' reads what 'strtod' does: expected 'StringRef::getAsDouble'"),
    (re.compile(r"(?<!plain::)\bjson::parse\("),
     "'json::parse' reads fractions as the locale has them: expected 'plain::parseJson'"),
    # Diagnostics of MLIR, and the logs of CUDA, which are not errors of the system.
    (re.compile(r"(?<!info)(?<!jit)\.message\(\)"),
     "the system's reasons are in the user's language: expected 'plain::reasonOf'"),
    (re.compile(r"#include <(?:iostream|sstream|iomanip|fstream|regex|locale)>"),
     "streams of C++ follow the locale: expected those of LLVM"),
]
# Fixed by what they are part of.
_EXEMPT = {
    # The C of headers, which users compile.
    ("compiler/driver/CHeaderCpu.cpp", "fprintf("),
    # Under a CLocale.
    ("runtime/lib/Cpu/ObjectCode.cpp", "std::vprintf("),
    ("runtime/lib/Cuda/CudaApi.cpp", "dlerror("),
}

_FORMAT = re.compile(r"\b(?:String\.format|printf)\((?!Locale\.ROOT)")
_FORMATTED = re.compile(r"\.formatted\(")
# All but numbers, which have other digits in some locales: hexadecimal ones do not.
_CONVERSION = re.compile(r"%(?:\d+\$)?[-#+ 0,(]*\d*(?:\.\d+)?([a-zA-Z%])")
_CASE = re.compile(r"(?<!Character)\.to(?:Lower|Upper)Case\(\)")


def _code(text):
    """The text with comments as spaces, so that positions stay."""
    return re.sub(r'//[^\n]*|/\*.*?\*/|R"\(.*?\)"|"(?:\\.|[^"\\\n])*"',
                  lambda m: m.group() if m.group().startswith('"')
                  else re.sub(r"[^\n]", " ", m.group()), text, flags=re.DOTALL)


def _check_cpp(path, text):
    code = _code(text)
    words = re.sub(r'"(?:\\.|[^"\\\n])*"',
                   lambda m: '"' + " " * (len(m.group()) - 2) + '"', code)
    for pattern, message in _CPP:
        for match in pattern.finditer(code if "format" in pattern.pattern else words):
            if (path, match.group()) not in _EXEMPT:
                yield path, sources.line_of(code, match.start()), message


def _is_plain(literal):
    """Whether a text in quotes formats nothing that follows a locale."""
    return all(kind in "sSxXcbBn%" for kind in _CONVERSION.findall(literal))


def _literal(text, position):
    """The text in quotes at the position if it is a whole argument."""
    match = re.compile(r'\s*("(?:\\.|[^"\\\n])*")\s*[,)]').match(text, position)
    return match and match[1]


def _check_java(path, text):
    code = _code(text)
    for match in _FORMAT.finditer(code):
        literal = _literal(code, match.end())
        if literal is None or not _is_plain(literal):
            yield path, sources.line_of(code, match.start()), "a format without 'Locale.ROOT'"
    for match in _FORMATTED.finditer(code):
        before = list(java.TOKENS.finditer(text, 0, match.start()))
        is_literal = before and not text[before[-1].end():match.start()].strip()
        if not is_literal or not _is_plain(before[-1].group()):
            yield path, sources.line_of(code, match.start()), (
                "numbers in 'formatted' follow the locale: expected 'String.format("
                "Locale.ROOT, ...)'")
    for match in _CASE.finditer(code):
        yield path, sources.line_of(code, match.start()), "a change of case without 'Locale.ROOT'"


def check_locales(tree):
    """No text of the product follows the process's locale."""
    for path, text in tree.select(".cpp", ".h", ".inc"):
        if path.startswith(FOLDERS) and path != PLAIN:
            yield from _check_cpp(path, text)
    for path, text in tree.select(".java"):
        if path.startswith(JAVA_FOLDERS):
            yield from _check_java(path, text)
