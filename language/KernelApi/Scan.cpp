// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Scans that have a name: running sums and products.
///
/// Not here: scans by a function of the kernel (Combine.cpp).

#include "ReduceInternals.h"

using namespace mlir;
using namespace cm2tt;

/// Triton widens bf16 here, which it does not in a reduction, and integers in
/// sums only.
static Type runningElement(Binary kind, Type element) {
  if (element.isBF16() || kind == Binary::Mul)
    return comparedElement(element);
  return sumElement(element);
}

template <Binary kind>
static FailureOr<AbsType> typeOfRunning(ArrayRef<AbsType> args,
                                        const ReductionOptions &options,
                                        EmitError error) {
  /// T-REDUCTION-5: a running sum or product has an axis.
  if (!options.axis)
    return error() << "T-REDUCTION-5: an axis is expected first";
  Type element = options.type ? options.type
                              : runningElement(kind, args[0].getElementType());
  if (failed(checkCombination(kind, element, error)))
    return failure();
  return args[0].withElementType(element);
}

template <Binary kind>
static Results buildRunning(TileBuilder &builder, ArrayRef<TypedOperand> args,
                            const ReductionOptions &options, AbsType result) {
  Type element = result.getElementType();
  return buildScan(
      builder, convertedTile(builder, args[0], element), *options.axis,
      options.flag, [&](TileBuilder &builder, ValueRange a, ValueRange b) {
        return SmallVector<Value>{build(builder, kind, element, a[0], b[0])};
      });
}

ArrayRef<Method> cm2tt::getScanMethods() {
  static constexpr Method methods[] = {
#include "Scan.inc"
  };
  return methods;
}
