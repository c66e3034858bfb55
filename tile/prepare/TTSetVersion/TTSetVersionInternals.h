// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The rewrites that TTSetVersion.cpp chooses from.

#ifndef CM2TT_LIB_TTSETVERSION_TTSETVERSIONINTERNALS_H
#define CM2TT_LIB_TTSETVERSION_TTSETVERSIONINTERNALS_H

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/IR/Builders.h"

namespace cm2tt {

/// Replaces an atomic read by an atomic update that changes nothing. Succeeds.
llvm::LogicalResult expandAtomic(mlir::OpBuilder &builder, tt::AtomicLoadOp op);
/// Replaces an atomic write by an exchange. Failure after an error if Triton up
/// to 3.8 has no exchange of the elements.
llvm::LogicalResult expandAtomic(mlir::OpBuilder &builder,
                                 tt::AtomicStoreOp op);
/// Replaces a wait by a loop of atomic reads. Succeeds.
llvm::LogicalResult expandAtomic(mlir::OpBuilder &builder, tt::AtomicPollOp op);

/// Replaces a function of `math` that Triton does not lower by a call of
/// libdevice's; whether it was one.
bool callLibrary(mlir::OpBuilder &builder, mlir::Operation *op);

} // namespace cm2tt

#endif // CM2TT_LIB_TTSETVERSION_TTSETVERSIONINTERNALS_H
