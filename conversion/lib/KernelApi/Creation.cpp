// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Where values come from: program ids, ranges and filled tiles.

#include "KernelApiInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

/// Triton's bound on the elements of a tile.
static constexpr int64_t maxElements = int64_t(1) << 20;

/// T-PROGRAMID-1: the axis is a constant 0, 1 or 2.
static FailureOr<AbsType> typeOfProgramId(ArrayRef<AbsType> args,
                                          EmitError error) {
  std::optional<int64_t> axis = args[0].getInt();
  if (!axis || *axis < 0 || *axis > 2)
    return error() << "T-PROGRAMID-1: the axis must be a constant 0, 1 or 2: "
                   << args[0].str();
  return AbsType(IntegerType::get(args[0].getType().getContext(), 32));
}

static Results buildProgramId(TileBuilder &builder, ArrayRef<TypedOperand> args,
                              AbsType result) {
  auto axis = static_cast<tt::ProgramIDDim>(*args[0].type.getInt());
  return builder.create<tt::GetProgramIdOp>(result.getType(), axis);
}

static FailureOr<AbsType> typeOfArange(ArrayRef<AbsType> args,
                                       EmitError error) {
  std::optional<int64_t> start = args[0].getInt(), end = args[1].getInt();
  /// T-ARANGE-1: both bounds are constant ints.
  for (AbsType arg : args)
    if (!arg.getInt() || !arg.getType().isInteger(32))
      return error() << "T-ARANGE-1: bounds must be constant ints: "
                     << args[0].str() << " and " << args[1].str();
  /// T-ARANGE-2: the range is not empty.
  if (*start >= *end)
    return error() << "T-ARANGE-2: the range is empty: " << *start << " to "
                   << *end;
  /// T-ARANGE-3: the number of elements is a power of two, at most 2^20.
  int64_t size = *end - *start;
  if (!llvm::isPowerOf2_64(size) || size > maxElements) {
    InFlightDiagnostic diagnostic =
        error() << "T-ARANGE-3: the number of elements must be a power of "
                   "two up to "
                << maxElements << ": " << size;
    if (size < maxElements)
      diagnostic.attachNote()
          << "use " << llvm::NextPowerOf2(size) << " elements and a mask";
    return diagnostic;
  }
  return AbsType::tile({size}, args[0].getType());
}

static Results buildArange(TileBuilder &builder, ArrayRef<TypedOperand> args,
                           AbsType result) {
  return builder.create<tt::MakeRangeOp>(
      result.getType(), *args[0].type.getInt(), *args[1].type.getInt());
}

static FailureOr<AbsType> typeOfZeros(ArrayRef<AbsType> args, EmitError error) {
  /// T-ZEROS-1: the first argument is a class literal of a number type.
  Type element = args[0].getTypeValue();
  if (!isa_and_nonnull<IntegerType, FloatType>(element))
    return error() << "T-ZEROS-1: the element type must be a class literal of "
                      "a number type: "
                   << args[0].str();
  SmallVector<int64_t> shape;
  int64_t size = 1;
  for (AbsType arg : args.drop_front()) {
    /// T-ZEROS-2: extents are constant powers of two, 2^20 elements at most.
    std::optional<int64_t> extent = arg.getInt();
    if (!extent || *extent < 1 || !llvm::isPowerOf2_64(*extent) ||
        *extent > maxElements || (size *= *extent) > maxElements)
      return error() << "T-ZEROS-2: extents must be constant powers of two, "
                     << maxElements << " elements at most: " << arg.str();
    shape.push_back(*extent);
  }
  if (!shape.empty())
    return AbsType::tile(shape, element);
  return AbsType::constant(
      element,
      Builder(element.getContext()).getZeroAttr(signlessType(element)));
}

static Results buildZeros(TileBuilder &builder, ArrayRef<TypedOperand>,
                          AbsType result) {
  Type type = signlessType(result.getType());
  return builder.constant(
      type, builder.builder.getZeroAttr(getElementTypeOrSelf(type)));
}

static constexpr Method methods[] = {
    {"Triton", "programId", 1, 1, typeOfProgramId, buildProgramId},
    {"Triton", "arange", 2, 2, typeOfArange, buildArange},
    {"Triton", "zeros", 1, Method::variadic, typeOfZeros, buildZeros},
};

ArrayRef<Method> cm2tt::creationMethods() { return methods; }
