// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Vectors as values and in memory: repeating, cutting, joining them, and
/// accesses by all lanes at once. A vector of one lane is a scalar.
///
/// Not here: which elements lanes are (LaneMap.h), arithmetic
/// (ElementwiseInternals.h).

#ifndef CM2TT_LIB_TTTOCPU_VECTORS_H
#define CM2TT_LIB_TTTOCPU_VECTORS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace cm2tt {

/// A type with a number of lanes.
mlir::Type makeVectorType(mlir::Type element, unsigned lanes);
/// The number of lanes of a value; 1 for a scalar.
unsigned getNumLanes(mlir::Value value);

mlir::Value emitI64(mlir::ImplicitLocOpBuilder &builder, int64_t value);
/// A constant with these numbers in its lanes.
mlir::Value emitI64s(mlir::ImplicitLocOpBuilder &builder,
                     llvm::ArrayRef<int64_t> values);

/// The value in all lanes; itself if it has as many.
mlir::Value emitSplat(mlir::ImplicitLocOpBuilder &builder, mlir::Value value,
                      unsigned lanes);
/// The lanes of `a`, followed by those of `b`, that `picks` selects.
mlir::Value emitShuffle(mlir::ImplicitLocOpBuilder &builder, mlir::Value a,
                        mlir::Value b, llvm::ArrayRef<int32_t> picks);
/// Concatenates a power of two of vectors of one type.
mlir::Value emitConcat(mlir::ImplicitLocOpBuilder &builder,
                       llvm::SmallVector<mlir::Value> parts);
/// Some neighbouring lanes.
mlir::Value emitSlice(mlir::ImplicitLocOpBuilder &builder, mlir::Value vector,
                      unsigned first, unsigned count);

/// The type of an element in memory: truth values are bytes.
mlir::Type memoryType(mlir::Type registerType);
/// Converts a value of register type to the type in memory, and back.
mlir::Value emitToMemory(mlir::ImplicitLocOpBuilder &builder,
                         mlir::Value value);
mlir::Value emitFromMemory(mlir::ImplicitLocOpBuilder &builder,
                           mlir::Value value, mlir::Type registerType);

/// The address of elements at an offset from `base`, an i64 or a vector of
/// them.
mlir::Value emitAddress(mlir::ImplicitLocOpBuilder &builder, mlir::Value base,
                        mlir::Type element, mlir::Value index);

/// Loads `lanes` neighbours from `pointer` on under a mask with that number of
/// lanes, or null. Where it is false, the result is `other`, or 0 for null.
mlir::Value emitLoad(mlir::ImplicitLocOpBuilder &builder, mlir::Type memory,
                     unsigned lanes, mlir::Value pointer, mlir::Value mask = {},
                     mlir::Value other = {});
/// Writes lanes as neighbours.
void emitStore(mlir::ImplicitLocOpBuilder &builder, mlir::Value value,
               mlir::Value pointer, mlir::Value mask = {});
/// The same for a pointer in each lane.
mlir::Value emitGather(mlir::ImplicitLocOpBuilder &builder, mlir::Type memory,
                       mlir::Value pointers, mlir::Value mask = {},
                       mlir::Value other = {});
void emitScatter(mlir::ImplicitLocOpBuilder &builder, mlir::Value value,
                 mlir::Value pointers, mlir::Value mask = {});

/// Loads the elements at `offsets` from `base`, with as few accesses as
/// neighbours allow.
mlir::Value emitLoadAt(mlir::ImplicitLocOpBuilder &builder, mlir::Type memory,
                       mlir::Value base, llvm::ArrayRef<int64_t> offsets);
void emitStoreAt(mlir::ImplicitLocOpBuilder &builder, mlir::Value value,
                 mlir::Value base, llvm::ArrayRef<int64_t> offsets);

/// Fewer neighbours than that are accessed one by one.
constexpr unsigned leastRun = 4;

} // namespace cm2tt

#endif // CM2TT_LIB_TTTOCPU_VECTORS_H
