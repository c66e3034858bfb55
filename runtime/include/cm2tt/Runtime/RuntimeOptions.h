// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What a runtime is told when it is made.

#ifndef CM2TT_RUNTIME_RUNTIMEOPTIONS_H
#define CM2TT_RUNTIME_RUNTIMEOPTIONS_H

#include "cm2tt/Driver/Diagnostics.h"

#include <functional>
#include <string>

namespace cm2tt::runtime {

/// Choices for a whole runtime.
struct RuntimeOptions {
  /// Threads that run a kernel on the CPU; 0: one for each CPU.
  unsigned cpuThreads = 0;
  /// Where each kernel's code and metadata are written when it is compiled or
  /// found on disk, for people to look at; empty: nowhere.
  std::string dumpFolder;
  /// The file of NVIDIA's libdevice; empty: found in the CUDA toolkit.
  std::string libdevice;
  /// Told warnings and remarks: what the compiler reports, fewer stages, a
  /// cache that cannot be used. May be called from any thread that launches or
  /// compiles, one at a time. Empty: warnings go to standard error.
  std::function<void(const Diagnostic &)> onRemark;

  /// As the environment says (README, "Environment").
  static RuntimeOptions fromEnvironment();
};

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_RUNTIMEOPTIONS_H
