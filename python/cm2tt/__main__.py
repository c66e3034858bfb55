# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python3 -m cm2tt`."""

import sys

from cm2tt.command import main

sys.exit(main())
