// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Checks of shapes and of arguments known while compiling; reductions with
/// their regions.
///
/// Not here: which method does what (Creation, Shape, Joining, Reduction,
/// Combine).

#include "TileInternals.h"

#include "cm2tt/Dialect/CM/CMDialect.h"
#include "cm2tt/Dialect/TT/TTOps.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

/// A shape as the messages write it: `64x32`.
static std::string shapeName(ArrayRef<int64_t> shape) {
  return llvm::join(
      llvm::map_range(shape, [](int64_t e) { return std::to_string(e); }), "x");
}

FailureOr<AbsType> cm2tt::checkedTile(StringRef label, ArrayRef<int64_t> shape,
                                      Type element, EmitError error) {
  int64_t size = 1;
  bool isPower = true;
  for (int64_t extent : shape) {
    if (extent < 1)
      return error() << label
                     << ": extents must be positive: " << shapeName(shape);
    isPower &= llvm::isPowerOf2_64(extent);
    if (extent > maxTileElements ||
        (size *= llvm::PowerOf2Ceil(extent)) > maxTileElements)
      return error() << label << ": a tile has at most " << maxTileElements
                     << " elements"
                     << (isPower ? "" : ", extents rounded up to powers of two")
                     << ": " << shapeName(shape);
  }
  return AbsType::tile(shape, element);
}

FailureOr<AbsType> cm2tt::checkedTile(StringRef label,
                                      ArrayRef<AbsType> extents, Type element,
                                      EmitError error) {
  SmallVector<int64_t> shape;
  for (AbsType arg : extents) {
    std::optional<int64_t> extent = constantInt(arg);
    if (!extent) {
      InFlightDiagnostic diagnostic =
          error() << label << ": extents must be constant ints: " << arg.str();
      noteRunTimeNumber(diagnostic, arg);
      return diagnostic;
    }
    shape.push_back(*extent);
  }
  return checkedTile(label, shape, element, error);
}

std::optional<int64_t> cm2tt::constantInt(AbsType type) {
  if (!type.getType() || !type.getType().isSignlessInteger(32))
    return std::nullopt;
  return type.getInt();
}

std::optional<bool> cm2tt::constantBool(AbsType type) {
  if (!type.getType() || !type.getType().isInteger(1) || !type.getInt())
    return std::nullopt;
  return *type.getInt() != 0;
}

std::optional<StringRef> cm2tt::constantString(AbsType type) {
  auto java = dyn_cast_or_null<cm::JavaType>(type.getType());
  auto text = dyn_cast_or_null<StringAttr>(type.getValue());
  if (!java || !text || java.getName() != "java.lang.String")
    return std::nullopt;
  return text.getValue();
}

Type cm2tt::numberClass(AbsType type) {
  Type element = type.getTypeValue();
  return isa_and_nonnull<IntegerType, FloatType>(element) ? element : Type();
}

bool cm2tt::isAbsent(AbsType type) {
  return isa_and_nonnull<cm::NullAttr>(type.getValue());
}

bool cm2tt::isNumeric(AbsType type) {
  return isa_and_nonnull<IntegerType, FloatType>(type.getElementType());
}

std::optional<int64_t> cm2tt::getAxis(AbsType type, int64_t rank) {
  std::optional<int64_t> axis = constantInt(type);
  if (!axis || *axis < -rank || *axis >= rank)
    return std::nullopt;
  return *axis < 0 ? *axis + rank : *axis;
}

void cm2tt::noteRunTimeNumber(InFlightDiagnostic &diagnostic,
                              ArrayRef<AbsType> args) {
  if (llvm::any_of(args, [](AbsType arg) {
        return arg.isNumber() && !arg.isConstant();
      }))
    diagnostic.attachNote()
        << "the value of a parameter is a constant if it is annotated with "
           "@Constant and given by constant(name, value)";
}

LogicalResult cm2tt::reportAxis(StringRef label, AbsType type, int64_t rank,
                                EmitError error) {
  InFlightDiagnostic diagnostic =
      error() << label << ": the axis must be a constant from " << -rank
              << " to " << rank - 1 << ": " << type.str();
  noteRunTimeNumber(diagnostic, type);
  return diagnostic;
}

Results cm2tt::buildNothing(TileBuilder &, ArrayRef<TypedOperand>, AbsType) {
  llvm_unreachable("the result is a constant, which needs no operation");
}

Value cm2tt::buildReshape(TileBuilder &builder, Value tile,
                          ArrayRef<int64_t> shape, bool reorder) {
  return builder.create<tt::ReshapeOp>(shape, tile, reorder);
}

Value cm2tt::buildRavel(TileBuilder &builder, Value tile, bool reorder) {
  auto type = cast<RankedTensorType>(tile.getType());
  if (type.getRank() == 1)
    return tile;
  return buildReshape(builder, tile, type.getNumElements(), reorder);
}

Value cm2tt::indicesAlong(TileBuilder &builder, ArrayRef<int64_t> shape,
                          int64_t axis) {
  Type element = builder.builder.getI32Type();
  int64_t extent = shape[axis];
  Value indices = builder.create<tt::MakeRangeOp>(
      RankedTensorType::get(extent, element), 0, extent);
  SmallVector<int64_t> expanded(1, extent);
  for (int64_t i = 0, rank = shape.size(); i < rank; ++i) {
    if (i == axis)
      continue;
    expanded.insert(expanded.begin() + i, 1);
    indices = builder.create<tt::ExpandDimsOp>(
        RankedTensorType::get(expanded, element), indices, i);
  }
  return builder.get({AbsType::tile(expanded, element), indices}, shape);
}

/// Gives the operation its region: two scalars for each tile, in one block.
template <typename ReturnOp, typename Op>
static Results fillRegion(TileBuilder &builder, Op op, Combine combine) {
  OpBuilder::InsertionGuard guard(builder.builder);
  SmallVector<Type> types = op.getElementTypes();
  size_t count = types.size();
  types.append(types.begin(), types.end());
  SmallVector<Location> locations(types.size(), builder.loc);
  Block *block =
      builder.builder.createBlock(&op.getCombineOp(), {}, types, locations);
  ValueRange arguments = block->getArguments();
  builder.create<ReturnOp>(ValueRange(combine(
      builder, arguments.take_front(count), arguments.drop_front(count))));
  return Results(op.getResults());
}

Results cm2tt::buildReduce(TileBuilder &builder, ValueRange tiles, int64_t axis,
                           Combine combine) {
  auto op = builder.create<tt::ReduceOp>(tiles, axis);
  return fillRegion<tt::ReduceReturnOp>(builder, op, combine);
}

Results cm2tt::buildScan(TileBuilder &builder, ValueRange tiles, int64_t axis,
                         bool reverse, Combine combine) {
  auto op = builder.create<tt::ScanOp>(tiles, axis, reverse);
  return fillRegion<tt::ScanReturnOp>(builder, op, combine);
}

SmallVector<int64_t> cm2tt::reducedShape(ArrayRef<int64_t> shape,
                                         std::optional<int64_t> axis,
                                         bool keepDims) {
  if (!axis)
    return SmallVector<int64_t>(keepDims ? shape.size() : 0, 1);
  SmallVector<int64_t> reduced(shape);
  if (keepDims)
    reduced[*axis] = 1;
  else
    reduced.erase(reduced.begin() + *axis);
  return reduced;
}

Value cm2tt::restoreDims(TileBuilder &builder, Value value,
                         ArrayRef<int64_t> shape, std::optional<int64_t> axis) {
  Type type = value.getType();
  auto tile = dyn_cast<RankedTensorType>(type);
  auto restored = RankedTensorType::get(shape, getElementTypeOrSelf(type));
  if (!tile)
    return builder.create<tt::SplatOp>(restored, value);
  return builder.create<tt::ExpandDimsOp>(restored, value, *axis);
}
