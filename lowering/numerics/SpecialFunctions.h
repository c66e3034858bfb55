// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Functions of libdevice that C's library lacks, such as `__nv_erfinv`: code
/// for CPUs, and for GPUs where libdevice is not installed.
///
/// Not here: functions that are some operations everywhere
/// (LibdeviceFunctions.h), functions of C's library (MathFunctions.def).

#ifndef CM2TT_LOWERING_NUMERICS_SPECIALFUNCTIONS_H
#define CM2TT_LOWERING_NUMERICS_SPECIALFUNCTIONS_H

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace cm2tt {

/// Whether the operation calls such a function by its name, with its types,
/// from libdevice or from a library without a name.
bool isSpecialFunction(tt::ExternElementwiseOp op);

/// The function that `op` calls, which must be a special one, on numbers or on
/// 1-D vectors of one length: operations of `arith` and `math`. Floats are
/// computed as double and rounded once; docs/accuracy.md has the errors.
mlir::Value emitSpecialFunction(mlir::ImplicitLocOpBuilder &builder,
                                tt::ExternElementwiseOp op,
                                mlir::ValueRange operands);

} // namespace cm2tt

#endif // CM2TT_LOWERING_NUMERICS_SPECIALFUNCTIONS_H
