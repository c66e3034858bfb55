// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The CPU of the machine as a device.
///
/// Not here: how a compiled kernel is called (Driver/HostKernel.h); the checker
/// of accesses (AccessChecker.h).

#ifndef CM2TT_RUNTIME_CPUDEVICE_H
#define CM2TT_RUNTIME_CPUDEVICE_H

#include "cm2tt/Runtime/Device.h"
#include "cm2tt/Runtime/KernelFault.h"

#include <memory>

namespace cm2tt::runtime {

class AccessChecker;

/// The options of a CPU device.
struct CpuDeviceOptions {
  /// The number of threads that run a kernel, including the caller's; 0: one
  /// for each CPU that the process may run on.
  unsigned threads = 0;
  /// The checker of kernels that were compiled with checks, whose programs run
  /// in order on the caller's thread. Null: the device checks them, with the
  /// memory that it allocated as buffers. Must outlive the device.
  AccessChecker *checker = nullptr;
  /// Whether a fault of a kernel, such as an access to memory that is not
  /// mapped, is a KernelFault of its launch instead of ending the process. The
  /// device then installs handlers of faults (Driver/FaultHandlers.h).
  bool guardsKernels = true;
};

/// The number of CPUs that the process may run on, at least 1.
unsigned availableCpus();

/// Opens the CPU. Its target is `cpu`, and it loads object code. One kernel
/// runs at a time. A launch on the default stream returns when the kernel has
/// finished, and fails with KernelFault if an assertion fails or a checked
/// kernel has an invalid access. A launch on
/// another stream returns at once; its failure is returned by the next call on
/// that stream, or by the next `copyOut`. Fails if the threads cannot be
/// started.
llvm::Expected<std::unique_ptr<Device>>
openCpuDevice(const CpuDeviceOptions &options = {});

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_CPUDEVICE_H
