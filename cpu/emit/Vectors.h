// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Vectors as values and in memory: splats, slices and concatenations, and
/// accesses by all lanes at once. A vector with one lane is a scalar.
///
/// Not here: the elements of lanes (LaneMap.h), arithmetic
/// (ElementwiseInternals.h).

#ifndef CM2TT_LIB_TTTOCPU_VECTORS_H
#define CM2TT_LIB_TTTOCPU_VECTORS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace cm2tt {

/// Returns a vector type with that number of lanes, or `element` for one lane.
mlir::Type makeVectorType(mlir::Type element, unsigned lanes);
/// The number of lanes of a value; 1 for a scalar.
unsigned getNumLanes(mlir::Value value);

mlir::Value emitI64(mlir::ImplicitLocOpBuilder &builder, int64_t value);
/// Returns a constant with these numbers in its lanes.
mlir::Value emitI64s(mlir::ImplicitLocOpBuilder &builder,
                     llvm::ArrayRef<int64_t> values);

/// Returns a vector with the value in all lanes, or the value if it has that
/// number of lanes already.
mlir::Value emitSplat(mlir::ImplicitLocOpBuilder &builder, mlir::Value value,
                      unsigned lanes);
/// Returns the lanes that `picks` selects from those of `a` followed by those
/// of `b`.
mlir::Value emitShuffle(mlir::ImplicitLocOpBuilder &builder, mlir::Value a,
                        mlir::Value b, llvm::ArrayRef<int32_t> picks);
/// Concatenates vectors of one type; their number must be a power of two.
mlir::Value emitConcat(mlir::ImplicitLocOpBuilder &builder,
                       llvm::SmallVector<mlir::Value> parts);
/// Returns `count` consecutive lanes, from `first` on.
mlir::Value emitSlice(mlir::ImplicitLocOpBuilder &builder, mlir::Value vector,
                      unsigned first, unsigned count);

/// The type of an element in memory: truth values are bytes.
mlir::Type memoryType(mlir::Type registerType);
/// Converts a value of register type to the type in memory, and back.
mlir::Value emitToMemory(mlir::ImplicitLocOpBuilder &builder,
                         mlir::Value value);
mlir::Value emitFromMemory(mlir::ImplicitLocOpBuilder &builder,
                           mlir::Value value, mlir::Type registerType);

/// Returns the address of the element at an index from `base`; the index is an
/// i64 or a vector of i64.
mlir::Value emitAddress(mlir::ImplicitLocOpBuilder &builder, mlir::Value base,
                        mlir::Type element, mlir::Value index);

/// Loads `lanes` consecutive elements from `pointer` on. `mask` has that number
/// of lanes, or is null. Where it is false, the result is `other`, or 0 if
/// `other` is null.
mlir::Value emitLoad(mlir::ImplicitLocOpBuilder &builder, mlir::Type memory,
                     unsigned lanes, mlir::Value pointer, mlir::Value mask = {},
                     mlir::Value other = {});
/// Stores the lanes as consecutive elements from `pointer` on.
void emitStore(mlir::ImplicitLocOpBuilder &builder, mlir::Value value,
               mlir::Value pointer, mlir::Value mask = {});
/// Load and store with a pointer for each lane.
mlir::Value emitGather(mlir::ImplicitLocOpBuilder &builder, mlir::Type memory,
                       mlir::Value pointers, mlir::Value mask = {},
                       mlir::Value other = {});
void emitScatter(mlir::ImplicitLocOpBuilder &builder, mlir::Value value,
                 mlir::Value pointers, mlir::Value mask = {});

/// Load and store the elements at constant `offsets` from `base`. Runs of
/// consecutive offsets share one access.
mlir::Value emitLoadAt(mlir::ImplicitLocOpBuilder &builder, mlir::Type memory,
                       mlir::Value base, llvm::ArrayRef<int64_t> offsets);
void emitStoreAt(mlir::ImplicitLocOpBuilder &builder, mlir::Value value,
                 mlir::Value base, llvm::ArrayRef<int64_t> offsets);

/// Shorter runs of consecutive elements are accessed one element at a time.
constexpr unsigned leastRun = 4;

} // namespace cm2tt

#endif // CM2TT_LIB_TTTOCPU_VECTORS_H
