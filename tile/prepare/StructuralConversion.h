// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Passes several values where functions, calls, loops and branches passed one.
///
/// Not here: which types become several (TTLowerBlockPointers,
/// TTLowerDescriptors).

#ifndef CM2TT_TILE_PREPARE_STRUCTURALCONVERSION_H
#define CM2TT_TILE_PREPARE_STRUCTURALCONVERSION_H

#include "mlir/IR/Operation.h"
#include "mlir/Transforms/DialectConversion.h"

namespace cm2tt {

/// Whether the patterns below convert `op`: functions, calls, returns, loops,
/// branches, selects and poison.
bool isStructural(mlir::Operation *op);

/// Adds patterns that convert the operands, results and arguments of structural
/// operations by `converter`, and declares these operations legal where they
/// have no value of another type. Attributes of a function's arguments remain
/// on arguments that do not change.
void populateStructuralConversion(const mlir::TypeConverter &converter,
                                  mlir::RewritePatternSet &patterns,
                                  mlir::ConversionTarget &target);

} // namespace cm2tt

#endif // CM2TT_TILE_PREPARE_STRUCTURALCONVERSION_H
