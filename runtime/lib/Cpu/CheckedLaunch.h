// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A launch of a checked kernel on a device without a checker of its caller:
/// the buffers are found by the arguments.
///
/// Not here: running the kernel (CpuLaunch.cpp), the checks (CheckedMemory.h),
/// finding buffers (AllocationTable.h).

#ifndef CM2TT_RUNTIME_LIB_CPU_CHECKEDLAUNCH_H
#define CM2TT_RUNTIME_LIB_CPU_CHECKEDLAUNCH_H

#include "CpuDeviceInternals.h"

#include "cm2tt/Runtime/CheckedMemory.h"

namespace cm2tt::runtime::cpu {

/// The checker of one launch.
class CheckedLaunch {
public:
  /// `extents` is LaunchAttributes::extents.
  CheckedLaunch(const CpuKernel &kernel, llvm::ArrayRef<void *> arguments,
                llvm::ArrayRef<uint64_t> extents, AllocationTable &memory);

  AccessChecker &checker() { return checked; }
  /// Records which memory the launch wrote. Returns KernelFault if there were
  /// invalid accesses, otherwise `outcome`, the result of the launch.
  llvm::Error finish(llvm::Error outcome);

private:
  AllocationTable &memory;
  std::vector<CheckedBuffer> buffers;
  CheckedMemory checked;
};

} // namespace cm2tt::runtime::cpu

#endif // CM2TT_RUNTIME_LIB_CPU_CHECKEDLAUNCH_H
