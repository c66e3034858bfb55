// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A CUDA driver for CUDA 11.4, which lacks the functions of later ones. All of
/// them can report their version.

int cuDriverGetVersion(int *version);

int cuDriverGetVersion(int *version) {
  *version = 11040;
  return 0;
}
