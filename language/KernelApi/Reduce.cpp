// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reductions that have a name: sums, products, extrema, bits.
///
/// Not here: extrema with their index (ArgReduce.cpp), running sums
/// (Scan.cpp), reductions by a function of the kernel
/// (Combine.cpp).

#include "ReduceInternals.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static FailureOr<ReductionOptions>
parseOptions(ArrayRef<AbsType> args, bool allowsType, EmitError error) {
  /// T-REDUCTION-1: the operand is a tile of numbers.
  if (!args[0].isTile() || !isNumeric(args[0]))
    return error() << "T-REDUCTION-1: a tile of numbers is expected: "
                   << args[0].str();
  ReductionOptions options;
  int64_t rank = args[0].getShape().size();
  for (auto [place, arg] : llvm::enumerate(args.drop_front())) {
    if (isAbsent(arg))
      continue;
    if (std::optional<bool> flag = constantBool(arg)) {
      options.flag = *flag;
      continue;
    }
    if (allowsType && numberClass(arg)) {
      options.type = numberClass(arg);
      continue;
    }
    /// T-REDUCTION-2: the axis is one of the tile's.
    options.axis = getAxis(arg, rank);
    if (place == 0 && !options.axis)
      return reportAxis("T-REDUCTION-2", arg, rank, error);
    /// T-REDUCTION-3: after the axis come a constant truth value and, for
    /// methods with a type, a class literal of a number type.
    if (place != 0)
      return error() << "T-REDUCTION-3: a constant truth value"
                     << (allowsType ? " or a class literal of a number type"
                                    : "")
                     << " is expected: " << arg.str();
  }
  return options;
}

FailureOr<ReductionOptions> cm2tt::parseReduction(ArrayRef<AbsType> args,
                                                  EmitError error) {
  return parseOptions(args, /*allowsType=*/false, error);
}

FailureOr<ReductionOptions> cm2tt::parseTypedReduction(ArrayRef<AbsType> args,
                                                       EmitError error) {
  return parseOptions(args, /*allowsType=*/true, error);
}

//===----------------------------------------------------------------------===//
// Sums, products, extrema, bits
//===----------------------------------------------------------------------===//

/// The elements of those types that Triton widens are combined in float.
static Type widenFloat(Type element, unsigned width) {
  if (isa<FloatType>(element) && element.getIntOrFloatBitWidth() < width)
    return Float32Type::get(element.getContext());
  return element;
}

Type cm2tt::sumElement(Type element) {
  if (isa<FloatType>(element) || element.getIntOrFloatBitWidth() >= 32)
    return widenFloat(element, 16);
  return IntegerType::get(element.getContext(), 32,
                          element.isUnsignedInteger() ? IntegerType::Unsigned
                                                      : IntegerType::Signless);
}

Type cm2tt::comparedElement(Type element) {
  return element.isF16() ? element : widenFloat(element, 32);
}

/// Extrema of what is narrower than 32 bits are float or int.
static Type extremumElement(Type element) {
  if (element.getIntOrFloatBitWidth() >= 32 || isa<FloatType>(element))
    return widenFloat(element, 32);
  return IntegerType::get(element.getContext(), 32);
}

static bool isSum(Binary kind) {
  return kind == Binary::Add || kind == Binary::Mul;
}

/// In which type elements are combined.
static Type combinedElement(Binary kind, Type element) {
  if (isSum(kind))
    return sumElement(element);
  if (kind == Binary::MaxNum || kind == Binary::MinNum)
    return extremumElement(element);
  return element;
}

/// T-REDUCTION-4: the operation exists for the type.
LogicalResult cm2tt::checkCombination(Binary kind, Type element,
                                      EmitError error) {
  if (isDefinedOn(kind, element))
    return success();
  return error() << "T-REDUCTION-4: no such operation on this type: "
                 << typeName(element);
}

template <Binary kind>
static FailureOr<AbsType> typeOfReduction(ArrayRef<AbsType> args,
                                          const ReductionOptions &options,
                                          EmitError error) {
  Type element = options.type ? options.type
                              : combinedElement(kind, args[0].getElementType());
  if (failed(checkCombination(kind, element, error)))
    return failure();
  return AbsType::tile(
      reducedShape(args[0].getShape(), options.axis, options.flag), element);
}

Value cm2tt::convertedTile(TileBuilder &builder, const TypedOperand &tile,
                           Type element) {
  return buildConversion(builder, builder.get(tile), tile.type.getElementType(),
                         element, /*saturate=*/false);
}

template <Binary kind>
static Results buildReduction(TileBuilder &builder, ArrayRef<TypedOperand> args,
                              const ReductionOptions &options, AbsType result) {
  Type element = result.getElementType();
  Value tile = convertedTile(builder, args[0], element);
  if (!options.axis)
    tile = buildRavel(builder, tile, /*reorder=*/true);
  Value reduced =
      buildReduce(builder, tile, options.axis.value_or(0),
                  [&](TileBuilder &builder, ValueRange a, ValueRange b) {
                    return SmallVector<Value>{
                        build(builder, kind, element, a[0], b[0])};
                  })
          .front();
  if (options.flag)
    reduced = restoreDims(builder, reduced, result.getShape(), options.axis);
  return reduced;
}

ArrayRef<Method> cm2tt::getReduceMethods() {
  static constexpr Method methods[] = {
#include "Reduce.inc"
  };
  return methods;
}
