// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by reductions and scans that have a name: their arguments, and the
/// types in which elements are combined.
///
/// Not here: making the operations with their regions (TileInternals.h).

#ifndef CM2TT_LANGUAGE_KERNELAPI_REDUCEINTERNALS_H
#define CM2TT_LANGUAGE_KERNELAPI_REDUCEINTERNALS_H

#include "TileInternals.h"

namespace cm2tt {

/// The arguments after the tile, distinguished by their types.
struct ReductionOptions {
  /// Which axis; nothing for all.
  std::optional<int64_t> axis;
  /// keepDims of a reduction, reverse of a scan.
  bool flag = false;
  /// The type to combine in; null for the usual one.
  mlir::Type type;
};

/// Checks the tile and parses what follows it, without or with a class literal.
/// Errors are T-REDUCTION-1 to -3.
llvm::FailureOr<ReductionOptions> parseReduction(llvm::ArrayRef<AbsType> args,
                                                 EmitError error);
llvm::FailureOr<ReductionOptions>
parseTypedReduction(llvm::ArrayRef<AbsType> args, EmitError error);

/// In which type elements are summed, where the call says none: integers
/// narrower than 32 bits in 32, of their signedness, truth values in int, and
/// 8-bit floats, which no hardware adds, in float.
mlir::Type sumElement(mlir::Type element);

/// In which type elements are compared or multiplied that have 32 bits or keep
/// their type: bf16 and 8-bit floats become float.
mlir::Type comparedElement(mlir::Type element);

/// An error (T-REDUCTION-4) if the operation does not exist for the type.
llvm::LogicalResult checkCombination(Binary kind, mlir::Type element,
                                     EmitError error);

/// The tile with its elements converted to `element`.
mlir::Value convertedTile(TileBuilder &builder, const TypedOperand &tile,
                          mlir::Type element);

} // namespace cm2tt

#endif // CM2TT_LANGUAGE_KERNELAPI_REDUCEINTERNALS_H
