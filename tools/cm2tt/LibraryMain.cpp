// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The command `cm2tt` as a function of libcm2tt, for packages that have the
/// library and no room for a program of the same size.

#include "Commands.h"

#include "cm2tt/cm2tt.h"

int cm2tt_main(int argc, const char *const *argv) {
  return cm2tt::tools::runCommandLine(argc, argv);
}
