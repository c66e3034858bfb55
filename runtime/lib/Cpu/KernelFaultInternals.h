// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The diagnostics of failures of kernels.

#ifndef CM2TT_RUNTIME_LIB_CPU_KERNELFAULTINTERNALS_H
#define CM2TT_RUNTIME_LIB_CPU_KERNELFAULTINTERNALS_H

#include "cm2tt/Driver/Compiler.h"
#include "cm2tt/Runtime/Device.h"

namespace cm2tt::runtime::cpu {

/// The diagnostic for an assertion that failed for an element of a program.
Diagnostic assertionFault(const KernelSite &site, const Dim3 &grid,
                          uint64_t program, uint64_t element);

} // namespace cm2tt::runtime::cpu

#endif // CM2TT_RUNTIME_LIB_CPU_KERNELFAULTINTERNALS_H
