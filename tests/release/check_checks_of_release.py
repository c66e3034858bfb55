# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The checks of what is shipped find what is planted for them."""

import unittest

import check_glibc


class Glibc(unittest.TestCase):
    def faults(self, needed, versions, newest=check_glibc.NEWEST):
        lines = [f" 0x01 (NEEDED)  Shared library: [{name}]" for name in needed]
        lines += ["Version definition section '.gnu.version_d'", "  Name: ELSE_9",
                  "Version needs section '.gnu.version_r' contains 1 entries:"]
        lines += [f"  0x0040:   Name: {name}  Flags: none  Version: 4" for name in versions]
        lines += ["Symbol table '.dynsym'", " 1: 0 FUNC GLOBAL UND arc4random@GLIBC_2.36 (3)"]
        return list(check_glibc.faults("\n".join(lines), newest))

    def test_versions(self):
        for right in (["GLIBC_2.2.5"], ["GLIBC_2.34"], ["GLIBC_2.4", "GLIBC_2.17"], ["CM2TT_1"], []):
            self.assertEqual(self.faults(["libc.so.6"], right), [], right)
        for wrong in ("GLIBC_2.35", "GLIBC_2.38", "GLIBC_2.100", "GLIBC_3.0", "GLIBC_2.34.1", "GLIBC_PRIVATE",
                      "GLIBCXX_3.4", "GCC_3.0", "CXXABI_1.3", "LLVM_22.1"):
            self.assertEqual(len(self.faults(["libc.so.6"], ["GLIBC_2.4", wrong])), 1, wrong)
        self.assertEqual(self.faults([], ["GLIBC_2.36"]),
                         ["needs glibc 2.36: arc4random; expected at most 2.34"])
        self.assertEqual(self.faults([], ["GLIBC_2.38"], newest=None), [])

    def test_libraries(self):
        right = ["libc.so.6", "libm.so.6", "libdl.so.2", "ld-linux-x86-64.so.2",
                 "ld-linux-aarch64.so.1", "libcm2tt.so.1", "libpthread.so.0", "librt.so.1"]
        self.assertEqual(self.faults(right, []), [])
        for wrong in ("libstdc++.so.6", "libgcc_s.so.1", "libz.so.1", "libzstd.so.1",
                      "libLLVM.so.22.1", "libcuda.so.1", "libtinfo.so.6", "libc.musl-x86_64.so.1",
                      "libxml2.so.2", "libz3.so.4"):
            self.assertEqual(self.faults([wrong], []), [f"needs {wrong}"])


if __name__ == "__main__":
    unittest.main()
