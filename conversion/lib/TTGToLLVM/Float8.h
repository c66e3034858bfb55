// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Conversions of one floating-point number of 8 bits by arithmetic on bits,
/// for types and GPUs without an instruction for it.

#ifndef CM2TT_LIB_TTGTOLLVM_FLOAT8_H
#define CM2TT_LIB_TTGTOLLVM_FLOAT8_H

#include "TTGToLLVMInternals.h"

namespace cm2tt {

/// The f16 of an f8E5M2: its upper byte.
mlir::Value emitF16OfE5M2(const Emitter &emitter, mlir::Value byte);

/// The f32 of a byte that is of type `from`, one of 8 bits; exact.
mlir::Value emitF32OfFloat8(const Emitter &emitter, mlir::Value byte,
                            mlir::Type from);

/// The f8E5M2 that an f16 becomes toward zero; infinity remains.
mlir::Value emitE5M2OfF16TowardZero(const Emitter &emitter, mlir::Value value);

/// The byte of type `to` that an f32 becomes: to the nearest even or toward
/// zero; what is too large becomes the largest finite number. Toward zero,
/// infinity remains where the type has it.
mlir::Value emitFloat8OfF32(const Emitter &emitter, mlir::Value value,
                            mlir::Type to, bool isTowardZero);

} // namespace cm2tt

#endif // CM2TT_LIB_TTGTOLLVM_FLOAT8_H
