// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `cm2tt`: compiles a kernel from the command line, or runs the command that
/// its first argument names.

#include "Commands.h"

int main(int argc, char **argv) {
  return cm2tt::tools::runCommandLine(argc, argv);
}
