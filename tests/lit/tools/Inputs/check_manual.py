# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The manual's examples are the kernels that the tests compile.

Usage: check_manual.py MANUAL JAVA. The blocks of Java in MANUAL, one after
another, must be the body of the class in JAVA, but for annotations. If they
differ, the manual's is shown with a plus; then JAVA and its model, manual.cm,
have to be written again.
"""

import difflib
import re
import sys


def lines_of(text):
    """The lines of code, without annotations of methods."""
    text = re.sub(r"@(?:Kernel|CodeReflection)\s+", "", text)
    return [line.strip() for line in text.splitlines() if line.strip()]


def main(manual, java):
    with open(manual, encoding="utf-8") as file:
        blocks = re.findall(r"^```java\n(.*?)^```", file.read(), re.M | re.S)
    with open(java, encoding="utf-8") as file:
        body = file.read().partition("class Manual {\n")[2].rpartition("}")[0]
    difference = list(
        difflib.unified_diff(
            lines_of(body), lines_of("".join(blocks)), java, manual, lineterm=""
        )
    )
    print("\n".join(difference))
    return 1 if difference else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
