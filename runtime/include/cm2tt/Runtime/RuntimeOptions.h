// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The options of a runtime.

#ifndef CM2TT_RUNTIME_RUNTIMEOPTIONS_H
#define CM2TT_RUNTIME_RUNTIMEOPTIONS_H

#include "cm2tt/Compiler/Diagnostics.h"
#include "cm2tt/Compiler/OptionWords.h"
#include "cm2tt/Runtime/DiskCache.h"

#include <functional>
#include <string>

namespace cm2tt::runtime {

/// The options with which a runtime is created.
struct RuntimeOptions {
  /// The cache on disk; without a folder there is none. Its remarks go to the
  /// runtime's `onRemark` unless they have one of their own.
  DiskCacheOptions cache;
  /// The number of threads that run a kernel on the CPU; 0: one for each CPU.
  unsigned cpuThreads = 0;
  /// Whether the launches of all kernels are checked, as those with
  /// KernelOptions::checked.
  bool checksLaunches = false;
  /// The folder to which the code and the metadata of each kernel are written
  /// when it is compiled or found on disk, for inspection; empty: they are not
  /// written.
  std::string dumpFolder;
  /// Whether the code of kernels on a GPU describes the lines of the source, as
  /// CompileOptions::lineInfo, for profilers and compute-sanitizer. Code for
  /// the CPU, which is not registered with debuggers, does not.
  bool lineInfo = true;
  /// Optimizations that are turned off for all kernels.
  WordSet<Optimization> without;
  /// The path of NVIDIA's libdevice; empty: it is searched for in the CUDA
  /// toolkit.
  std::string libdevice;
  /// Whether a crash of the compiler is reported as an error of the call that
  /// compiles, and a fault of a kernel on the CPU as an error of its launch,
  /// instead of ending the process. The first compilation or the CPU device
  /// then installs handlers of faults (SIGSEGV, SIGBUS, SIGFPE, SIGILL,
  /// SIGTRAP, SIGABRT), which stay installed and pass all other faults to the
  /// handlers that the process had before. It also replaces LLVM's handler of
  /// fatal errors.
  bool crashGuard = true;
  /// The folder to which the reproducer of a failure of the compiler is
  /// written; empty: it is not written.
  std::string reproducerFolder;
  /// Receives warnings and remarks: those of the compiler, fewer stages, a
  /// cache that cannot be used. It is called by any thread that launches or
  /// compiles, by one thread at a time, and must not use a runtime. Empty:
  /// warnings are written to standard error.
  std::function<void(const Diagnostic &)> onRemark;

  /// The options given by the environment (Environment.h). Without a variable
  /// for it, `reproducerFolder` is the system's folder for temporary files.
  /// Fails if a variable is invalid; invalid variables of the cache are remarks
  /// instead.
  static llvm::Expected<RuntimeOptions> fromEnvironment();
};

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_RUNTIMEOPTIONS_H
