// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Conversions of floating-point numbers of 8 bits by arithmetic on bits, for
/// types and machines without an instruction for it. All take one number, or a
/// builtin vector of numbers, and make operations of the LLVM dialect.

#ifndef CM2TT_LOWERING_NUMERICS_FLOAT8_H
#define CM2TT_LOWERING_NUMERICS_FLOAT8_H

#include "mlir/IR/Builders.h"

namespace cm2tt {

/// The f16 of an f8E5M2: its upper byte.
mlir::Value emitF16OfE5M2(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value byte);

/// The f32 of a byte that is of type `from`, one of 8 bits but f8E5M2; exact.
mlir::Value emitF32OfFloat8(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value byte, mlir::Type from);

/// The f8E5M2 that an f16 becomes toward zero; infinity remains.
mlir::Value emitE5M2OfF16TowardZero(mlir::OpBuilder &builder,
                                    mlir::Location loc, mlir::Value value);

/// The byte of type `to` that an f32 becomes: to the nearest even or toward
/// zero; what is too large becomes the largest finite number. Toward zero,
/// infinity is kept if the type can represent it.
mlir::Value emitFloat8OfF32(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value value, mlir::Type to,
                            bool isTowardZero);

/// The byte of the magnitude of a byte of type `type`, one of 8 bits. What is
/// no number stays none.
mlir::Value emitAbsOfFloat8(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value byte, mlir::Type type);

} // namespace cm2tt

#endif // CM2TT_LOWERING_NUMERICS_FLOAT8_H
