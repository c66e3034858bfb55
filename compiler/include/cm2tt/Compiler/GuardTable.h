// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The table of a guarded kernel, for launchers, as Driver/HostKernel.h is for
/// kernels of CPUs. KernelMetadata::isGuarded states whether a kernel takes
/// one.

#ifndef CM2TT_COMPILER_GUARDTABLE_H
#define CM2TT_COMPILER_GUARDTABLE_H

// A launcher includes headers of the driver, not of passes.
#include "cm2tt/Tile/GuardTable.h" // IWYU pragma: export

#endif // CM2TT_COMPILER_GUARDTABLE_H
