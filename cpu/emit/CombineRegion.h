// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Regions that combine elements, applied to scalars or to whole vectors.

#ifndef CM2TT_LIB_TTTOCPU_COMBINEREGION_H
#define CM2TT_LIB_TTTOCPU_COMBINEREGION_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Region.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

namespace cm2tt {

class TileEmitter;

/// The values of the operands of a reduction or scan at an index.
using Elements = llvm::SmallVector<mlir::Value, 2>;

/// Whether a region contains only arithmetic, which is the same for vectors,
/// lane by lane.
bool isCombinedByVectors(mlir::Region &region);

/// Returns the results of the region for these arguments, in register types:
/// all scalars, or, if isCombinedByVectors, all vectors with the same number of
/// lanes.
Elements emitRegion(TileEmitter &emitter, mlir::Region &region,
                    llvm::ArrayRef<mlir::Value> arguments);

/// Applies the region to two groups of elements.
Elements emitCombined(TileEmitter &emitter, mlir::Region &region,
                      const Elements &left, const Elements &right);

/// Returns the neutral element of a region with one operation, which changes no
/// bit of the other operand; null if it is unknown.
mlir::TypedAttr findNeutral(mlir::Region &region);

} // namespace cm2tt

#endif // CM2TT_LIB_TTTOCPU_COMBINEREGION_H
