// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Functions of libdevice that are some operations, for all back ends: their
/// code is ours, also where libdevice is installed.
///
/// Not here: functions that are called (MathFunctions.def).

#ifndef CM2TT_LOWERING_NUMERICS_LIBDEVICEFUNCTIONS_H
#define CM2TT_LOWERING_NUMERICS_LIBDEVICEFUNCTIONS_H

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace cm2tt {

/// Whether it calls such a function by its name, with its types, from
/// libdevice or from a library without a name.
bool isLibdeviceFunction(tt::ExternElementwiseOp op);

/// The function of that name on numbers, or on 1-D vectors of one length:
/// operations of `arith` and of the LLVM dialect. Null if the table has no
/// function of that name.
mlir::Value emitLibdeviceFunction(mlir::ImplicitLocOpBuilder &builder,
                                  llvm::StringRef symbol,
                                  mlir::ValueRange operands);

} // namespace cm2tt

#endif // CM2TT_LOWERING_NUMERICS_LIBDEVICEFUNCTIONS_H
