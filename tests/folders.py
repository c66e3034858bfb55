# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where tests in Python find modules of other folders of tests.

`use` puts folders after the script's own. tests/style/modules.py reads the calls, and
refuses two modules of one name that a process might take for one another.
"""

import os
import sys

TESTS = os.path.dirname(os.path.abspath(__file__))
PROJECT = os.path.dirname(TESTS)


def use(*names):
    """Finds the modules of folders, named from tests: use("oracles/elements")."""
    paths = [os.path.join(TESTS, name) for name in names]
    sys.path[1:1] = [path for path in paths if path not in sys.path]
