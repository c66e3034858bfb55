// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The diagnostics of failures of kernels.

#ifndef CM2TT_RUNTIME_LIB_CPU_KERNELFAULTINTERNALS_H
#define CM2TT_RUNTIME_LIB_CPU_KERNELFAULTINTERNALS_H

#include "CpuDeviceInternals.h"

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Runtime/Device.h"

#include "llvm/ADT/ArrayRef.h"

namespace cm2tt::runtime::cpu {

/// The diagnostic for an assertion that failed for an element of a program.
Diagnostic assertionFault(const KernelSite &site, const Dim3 &grid,
                          uint64_t program, uint64_t element);

/// The programs [begin, end) of a grid: `program (1, 0, 0)`, or `one of the
/// programs (0, 0, 0) to (3, 0, 0)`.
std::string programsText(const Dim3 &grid, uint64_t begin, uint64_t end);

/// The diagnostic for a fault of the processor in `programs`, with the pointer
/// among the arguments that is nearest to the address.
Diagnostic machineFault(const MachineFault &fault, const CpuKernel &kernel,
                        llvm::ArrayRef<void *> arguments,
                        const AllocationTable &memory,
                        llvm::StringRef programs);

} // namespace cm2tt::runtime::cpu

#endif // CM2TT_RUNTIME_LIB_CPU_KERNELFAULTINTERNALS_H
