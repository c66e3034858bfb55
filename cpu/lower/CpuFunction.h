// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A kernel as functions of the CPU.

#ifndef CM2TT_LIB_TTTOCPU_CPUFUNCTION_H
#define CM2TT_LIB_TTTOCPU_CPUFUNCTION_H

#include "cpu/emit/TileEmitter.h"

namespace cm2tt {

/// Creates two functions before `func`: one for one program, and, for a public
/// one, the kernel (HostKernel.h), which runs it for many.
void emitCpuFunction(tt::FuncOp func, const FusionPlan &plan,
                     const CpuLowering &lowering);

/// The list of sites that can fail, which the driver reads (kSitesAttr).
mlir::ArrayAttr describeSites(mlir::MLIRContext *context,
                              llvm::ArrayRef<Site> sites);

} // namespace cm2tt

#endif // CM2TT_LIB_TTTOCPU_CPUFUNCTION_H
