// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Runs the command that the first argument names.

#include "Commands.h"

#include "llvm/ADT/StringSwitch.h"

using namespace cm2tt;

int tools::runCommandLine(int argc, const char *const *argv) {
  auto *command = llvm::StringSwitch<int (*)(int, const char *const *)>(
                      argc > 1 ? argv[1] : "")
                      .Case("bench", benchCommand)
                      .Case("cache", cacheCommand)
                      .Case("doctor", doctorCommand)
                      .Case("explain", explainCommand)
                      .Case("run", runCommand)
                      .Case("tune", tuneCommand)
                      .Default(compileCommand);
  return command(argc, argv);
}
