# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Options of JVMs that end soon (cmake/Cm2ttJava.cmake has the reason)."""

QUICK = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
QUICK_JAVAC = tuple(f"-J{option}" for option in QUICK)
