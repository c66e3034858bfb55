// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What a runtime is told when it is made.

#ifndef CM2TT_RUNTIME_RUNTIMEOPTIONS_H
#define CM2TT_RUNTIME_RUNTIMEOPTIONS_H

#include "cm2tt/Driver/Diagnostics.h"
#include "cm2tt/Runtime/DiskCache.h"

#include <functional>
#include <string>

namespace cm2tt::runtime {

/// Choices for a whole runtime.
struct RuntimeOptions {
  /// The cache on disk; without a folder there is none. Its remarks go to the
  /// runtime's `onRemark` unless they have one of their own.
  DiskCacheOptions cache;
  /// Threads that run a kernel on the CPU; 0: one for each CPU.
  unsigned cpuThreads = 0;
  /// Where each kernel's code and metadata are written when it is compiled or
  /// found on disk, for people to look at; empty: nowhere.
  std::string dumpFolder;
  /// The file of NVIDIA's libdevice; empty: found in the CUDA toolkit.
  std::string libdevice;
  /// Told warnings and remarks: what the compiler reports, fewer stages, a
  /// cache that cannot be used. May be called from any thread that launches or
  /// compiles, one at a time, and uses no runtime itself. Empty: warnings go to
  /// standard error.
  std::function<void(const Diagnostic &)> onRemark;

  /// As the environment says (Environment.h). Fails if a variable makes no
  /// sense, but for those of the cache, which are remarks.
  static llvm::Expected<RuntimeOptions> fromEnvironment();
};

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_RUNTIMEOPTIONS_H
