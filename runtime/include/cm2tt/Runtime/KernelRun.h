// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// One run of a compiled kernel from bound arguments: buffers are filled, the
/// kernel is launched and timed, results are saved.
///
/// Not here: binding (RunArguments.h), compiling (Driver/Compiler.h).

#ifndef CM2TT_RUNTIME_KERNELRUN_H
#define CM2TT_RUNTIME_KERNELRUN_H

#include "cm2tt/Runtime/Device.h"
#include "cm2tt/Runtime/RunArguments.h"

#include <string>
#include <utility>
#include <vector>

namespace cm2tt {
struct KernelMetadata;
} // namespace cm2tt

namespace cm2tt::runtime {

class CheckedMemory;

/// A compiled kernel takes what nobody gave: compiler and runtime disagree,
/// which is a fault of neither the user nor the input.
class MismatchError : public llvm::ErrorInfo<MismatchError, llvm::StringError> {
public:
  explicit MismatchError(const llvm::Twine &message)
      : ErrorInfo(message, llvm::inconvertibleErrorCode()) {}
  static char ID;
};

/// How to run.
struct RunSettings {
  Dim3 grid;
  /// How often to launch, at least once.
  unsigned repeat = 1;
  /// Launches between the first one and those that are measured; if there are
  /// any, the first one is not measured, either.
  unsigned warmUps = 0;
  /// Buffers to write after the first launch, so that a kernel that works in
  /// place is seen to have worked once: Java parameter and `.npy` file.
  std::vector<std::pair<unsigned, std::string>> saves;
  /// The checker of the device that runs a checked kernel: it is told what the
  /// kernel's sites and buffers are.
  CheckedMemory *checked = nullptr;
};

/// What a run measured.
struct RunReport {
  /// The median over the launches, by the device's clock.
  double medianMilliseconds = 0;
  /// A tenth of the launches took no longer, a tenth no shorter.
  double lowMilliseconds = 0, highMilliseconds = 0;
  /// The bytes of all buffers that the compiled kernel takes, each once.
  uint64_t bufferBytes = 0;
  unsigned buffers = 0;
  unsigned launches = 0;

  /// 10^9 bytes a second; 0 if no time was measured.
  double gigabytesPerSecond() const;
};

/// Fails with UsageError unless every save names a buffer.
llvm::Error checkSaves(const RunArguments &arguments,
                       const RunSettings &settings);

/// Loads `image`, runs the kernel that `metadata` describes and saves what
/// `settings` say. Nothing stays on the device. Fails with MismatchError if the
/// arguments are not what `metadata` lists.
llvm::Expected<RunReport> runKernel(Device &device, llvm::StringRef image,
                                    const KernelMetadata &metadata,
                                    const RunArguments &arguments,
                                    const RunSettings &settings);

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_KERNELRUN_H
