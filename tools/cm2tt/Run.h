// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The subcommand `cm2tt run`: compile a kernel and run it from the shell.

#ifndef CM2TT_TOOLS_CM2TT_RUN_H
#define CM2TT_TOOLS_CM2TT_RUN_H

namespace cm2tt::tools {

/// Runs the subcommand on the whole command line, of which `argv[1]` is `run`.
/// Returns the exit code: 0 done, 1 the input or the device is at fault, 2 the
/// command line is, 3 the compiler failed.
int runCommand(int argc, const char *const *argv);

} // namespace cm2tt::tools

#endif // CM2TT_TOOLS_CM2TT_RUN_H
