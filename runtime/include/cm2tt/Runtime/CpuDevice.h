// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The computer's own processor as a device.
///
/// Not here: how a compiled kernel is called (Driver/HostKernel.h); who decides
/// over the accesses of checked kernels (AccessChecker.h).

#ifndef CM2TT_RUNTIME_CPUDEVICE_H
#define CM2TT_RUNTIME_CPUDEVICE_H

#include "cm2tt/Driver/Diagnostics.h"
#include "cm2tt/Runtime/Device.h"

#include <memory>

namespace cm2tt::runtime {

class AccessChecker;

/// A kernel stopped at a failed assertion. What it had done is done; programs
/// that had not begun were not run.
class KernelFault : public llvm::ErrorInfo<KernelFault> {
public:
  explicit KernelFault(Diagnostic diagnostic)
      : diagnostic(std::move(diagnostic)) {}
  /// Writes `File.java:3:9: message`, the place as far as it is known.
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;
  static char ID;

  /// What failed, in Java.
  const Diagnostic diagnostic;
};

/// How to use the processor.
struct CpuDeviceOptions {
  /// How many threads run a kernel, the caller's among them; 0: one for each
  /// CPU that the process may run on.
  unsigned threads = 0;
  /// Asked by kernels that were compiled checked; their programs then run in
  /// order on the caller's thread. Has to outlive the device.
  AccessChecker *checker = nullptr;
};

/// How many CPUs the process may run on, at least 1.
unsigned availableCpus();

/// Opens the processor. Its target is `cpu`, its code is object code. Kernels
/// take turns. A launch on the default stream is done when it returns and fails
/// with KernelFault if an assertion does; one on another stream returns at
/// once, and the next call on that stream, or the next `copyOut`, gives the
/// failure. It is an error if
/// the threads cannot be started.
llvm::Expected<std::unique_ptr<Device>>
openCpuDevice(const CpuDeviceOptions &options = {});

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_CPUDEVICE_H
