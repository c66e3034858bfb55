// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The commands of `cm2tt`. All take the whole command line and return the exit
/// code (CommandLine.h).

#ifndef CM2TT_TOOLS_CM2TT_COMMANDS_H
#define CM2TT_TOOLS_CM2TT_COMMANDS_H

namespace cm2tt::tools {

/// Runs the command that `argv[1]` names; without one, compiles.
int runCommandLine(int argc, const char *const *argv);

/// Compiles a kernel.
int compileCommand(int argc, const char *const *argv);

/// Says what is found on this computer; `argv[1]` is `doctor`.
int doctorCommand(int argc, const char *const *argv);

/// Writes a page about what becomes of a kernel; `argv[1]` is `explain`.
int explainCommand(int argc, const char *const *argv);

/// Compiles a kernel and runs it; `argv[1]` is `run`.
int runCommand(int argc, const char *const *argv);

/// Measures a kernel over a range of sizes; `argv[1]` is `bench`.
int benchCommand(int argc, const char *const *argv);

/// Finds a kernel's fastest configuration; `argv[1]` is `tune`.
int tuneCommand(int argc, const char *const *argv);

/// Shows and cleans up the disk cache; `argv[1]` is `cache`.
int cacheCommand(int argc, const char *const *argv);

} // namespace cm2tt::tools

#endif // CM2TT_TOOLS_CM2TT_COMMANDS_H
