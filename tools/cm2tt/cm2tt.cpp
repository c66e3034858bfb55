// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `cm2tt`: compiles a kernel from the command line. `cm2tt run` also runs it.

#include "Commands.h"

#include "llvm/ADT/StringRef.h"

using namespace cm2tt::tools;

int main(int argc, char **argv) {
  bool isRun = argc > 1 && llvm::StringRef(argv[1]) == "run";
  return isRun ? runCommand(argc, argv) : compileCommand(argc, argv);
}
