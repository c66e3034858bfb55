// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `cm2tt`: compiles a kernel from the command line, or runs the command that
/// its first argument names.

#include "Commands.h"

#include "llvm/ADT/StringSwitch.h"

using namespace cm2tt::tools;

int main(int argc, char **argv) {
  auto *command = llvm::StringSwitch<int (*)(int, const char *const *)>(
                      argc > 1 ? argv[1] : "")
                      .Case("bench", benchCommand)
                      .Case("cache", cacheCommand)
                      .Case("doctor", doctorCommand)
                      .Case("run", runCommand)
                      .Case("tune", tuneCommand)
                      .Default(compileCommand);
  return command(argc, argv);
}
