// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A run of a compiled kernel with bound arguments: fills the buffers, launches
/// and times the kernel, and saves results. The saved results are those of the
/// first launch, so that `--repeat` does not change the result of a kernel that
/// works in place.
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

/// A compiled kernel has a parameter without an argument. The compiler and the
/// runtime disagree, which is an error in cm2tt.
class MismatchError : public llvm::ErrorInfo<MismatchError, llvm::StringError> {
public:
  explicit MismatchError(const llvm::Twine &message)
      : ErrorInfo(message, llvm::inconvertibleErrorCode()) {}
  static char ID;
};

/// The options of a run.
struct RunSettings {
  Dim3 grid;
  /// The number of launches, at least 1.
  unsigned repeat = 1;
  /// The number of launches between the first one and those that are measured.
  /// If it is not 0, the first launch is not measured either.
  unsigned warmUps = 0;
  /// The buffers to save, each as Java parameter and `.npy` file. They are
  /// saved after the first launch, as a kernel that works in place changes them
  /// again in each later one.
  std::vector<std::pair<unsigned, std::string>> saves;
  /// The checker of the device, to which a run of a checked kernel passes the
  /// sites and the buffers.
  CheckedMemory *checked = nullptr;
};

/// The measurements of a run.
struct RunReport {
  /// The median over the launches, by the device's clock.
  double medianMilliseconds = 0;
  /// The 10th and the 90th percentile.
  double lowMilliseconds = 0, highMilliseconds = 0;
  /// The size in bytes of all buffers that the compiled kernel takes, each
  /// counted once.
  uint64_t bufferBytes = 0;
  unsigned buffers = 0;
  unsigned launches = 0;

  /// 10^9 bytes a second; 0 if no time was measured.
  double gigabytesPerSecond() const;
};

/// Fails with UsageError unless each save names a buffer.
llvm::Error checkSaves(const RunArguments &arguments,
                       const RunSettings &settings);

/// Loads `image`, runs the kernel that `metadata` describes and saves buffers
/// as `settings` state. All memory of the device is freed. Fails with
/// MismatchError if the arguments are not what `metadata` lists.
llvm::Expected<RunReport> runKernel(Device &device, llvm::StringRef image,
                                    const KernelMetadata &metadata,
                                    const RunArguments &arguments,
                                    const RunSettings &settings);

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_KERNELRUN_H
