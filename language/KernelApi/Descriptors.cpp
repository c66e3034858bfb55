// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tensor descriptors: their creation, and accesses of blocks and rows.
///
/// `Triton.dims` returns a record of numbers, so that numbers of run time and
/// constants stay what they are.
///
/// The rules are those of bulk tensor copies and hold on every target. Rules of
/// values that are not known while compiling are the kernel's own: the base and
/// the strides are multiples of 16 bytes.
///
/// Not here: accesses by pointers (Memory.cpp, Atomics.cpp); which accesses are
/// bulk tensor copies (TTLowerDescriptors).

#include "MemoryInternals.h"
#include "TileInternals.h"

#include "cm2tt/Dialect/CM/CMDialect.h"
#include "cm2tt/Dialect/TT/TTOps.h"

using namespace mlir;
using namespace cm2tt;

/// The most dimensions of a tensor, as of tensor maps.
static constexpr size_t maxRank = 5;
/// Bulk tensor copies move units of this size.
static constexpr int64_t unitBytes = 16;

//===----------------------------------------------------------------------===//
// Shapes and strides
//===----------------------------------------------------------------------===//

/// The record of `Triton.dims`. No Java class has that name.
static constexpr StringLiteral dimsClassName = "Dims()";
static constexpr StringLiteral dimsNames[] = {":0", ":1", ":2", ":3", ":4"};

/// Whether it is one integer, which truth values are not.
static bool isInteger(AbsType type) {
  return type.isNumber() && isa<IntegerType>(type.getType()) &&
         !type.getType().isInteger(1);
}

/// Whether it is an int, or an integer that is one after a conversion.
static bool isInt(AbsType type) {
  if (!isInteger(type))
    return false;
  auto integer = cast<IntegerType>(type.getType());
  if (std::optional<int64_t> value = type.getInt())
    return llvm::isInt<32>(*value) &&
           !(integer.isUnsigned() && integer.getWidth() == 64 && *value < 0);
  return integer.getWidth() + integer.isUnsigned() <= 32;
}

/// An integer as one of another width.
static Value asInteger(TileBuilder &builder, const TypedOperand &operand,
                       unsigned width) {
  return builder.get(
      convertTo(builder, operand, builder.builder.getIntegerType(width)));
}

static FailureOr<AbsType> typeOfDims(ArrayRef<AbsType> args, EmitError error) {
  /// T-DIMS-1: there are 1 to 5 numbers.
  if (args.empty() || args.size() > maxRank)
    return error() << "T-DIMS-1: a tensor has 1 to " << maxRank
                   << " dimensions: " << args.size();
  /// T-DIMS-2: they are ints or longs.
  for (AbsType arg : args)
    if (!isInteger(arg))
      return error() << "T-DIMS-2: ints or longs are expected: " << arg.str();
  SmallVector<StringRef> names(dimsNames, dimsNames + args.size());
  return AbsType::record(args[0].getType().getContext(), dimsClassName, names,
                         args);
}

static Results buildDims(TileBuilder &, ArrayRef<TypedOperand> args, AbsType) {
  Results values;
  for (const TypedOperand &arg : args)
    llvm::append_range(values, arg.values);
  return values;
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

/// Bytes of an element in memory.
static int64_t bytesOf(Type element) {
  return element.getIntOrFloatBitWidth() / 8;
}

LogicalResult cm2tt::checkDescriptorBlock(StringRef label,
                                          ArrayRef<int64_t> shape, Type element,
                                          EmitError error) {
  if (shape.empty() || shape.size() > maxRank)
    return error() << label << ": a block has 1 to " << maxRank
                   << " dimensions: " << shape.size();
  if (element.isInteger(1))
    return error() << label << ": a block has no truth values";
  if (!llvm::all_of(shape, [](int64_t extent) {
        return llvm::isPowerOf2_64(static_cast<uint64_t>(extent));
      })) {
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::interleave(shape, os, "x");
    return error() << label
                   << ": extents of a block must be powers of two: " << text;
  }
  if (failed(checkedTile(label, shape, element, error)))
    return failure();
  if (shape.back() * bytesOf(element) < unitBytes)
    return error() << label << ": a row of a block has " << unitBytes
                   << " bytes or more: " << shape.back() << " of "
                   << typeName(element);
  return success();
}

/// The constants of `block` as extents.
static FailureOr<SmallVector<int64_t>> blockShape(AbsType block,
                                                  EmitError error) {
  SmallVector<int64_t> shape;
  for (AbsType extent : block.getComponents()) {
    if (!extent.getInt()) {
      InFlightDiagnostic diagnostic =
          error() << "T-DESCRIPTOR-6: the extents of a block must be constant: "
                  << block.str();
      noteRunTimeNumber(diagnostic, extent);
      return diagnostic;
    }
    shape.push_back(*extent.getInt());
  }
  return shape;
}

static LogicalResult checkStrides(AbsType strides, Type element,
                                  EmitError error) {
  SmallVector<AbsType, 2> parts = strides.getComponents();
  /// T-DESCRIPTOR-4: the last stride is the constant 1.
  if (parts.back().getInt() != 1)
    return error() << "T-DESCRIPTOR-4: the last stride must be the constant 1: "
                   << strides.str();
  /// T-DESCRIPTOR-5: other strides are multiples of 16 bytes, as far as they
  /// are known.
  for (AbsType part : ArrayRef(parts).drop_back())
    if (part.getInt().value_or(0) %
        (unitBytes / std::gcd(unitBytes, bytesOf(element))))
      return error() << "T-DESCRIPTOR-5: a stride must be a multiple of "
                     << unitBytes << " bytes: " << *part.getInt() << " of "
                     << typeName(element);
  return success();
}

/// T-DESCRIPTOR-7: only floating-point numbers are padded with NaN.
static LogicalResult checkPadding(ArrayRef<AbsType> args, Type element,
                                  EmitError error) {
  bool isNaN = args.size() > 4 && args[4].getEnumName("PaddingOption") == "NAN";
  if (isNaN && !isa<FloatType>(element))
    return error() << "T-DESCRIPTOR-7: only floating-point numbers are padded "
                      "with NaN: "
                   << typeName(element);
  if (args.size() > 4 && !isAbsent(args[4]) &&
      args[4].getEnumName("PaddingOption").empty())
    return error() << "T-DESCRIPTOR-7: the padding must be a constant of "
                      "PaddingOption: "
                   << args[4].str();
  return success();
}

static FailureOr<AbsType> typeOfMakeDescriptor(ArrayRef<AbsType> args,
                                               EmitError error) {
  /// T-DESCRIPTOR-1: the base points to numbers other than truth values.
  Type element = args[0].isPointer() ? args[0].getPointeeType() : Type();
  if (!isa_and_nonnull<IntegerType, FloatType>(element) || element.isInteger(1))
    return error() << "T-DESCRIPTOR-1: a tensor begins at a pointer to numbers "
                      "other than truth values: "
                   << args[0].str();
  /// T-DESCRIPTOR-2: shape, strides and block have one rank.
  for (AbsType dims : args.slice(1, 3))
    if (dims.getRecordClass() != dimsClassName ||
        dims.getComponents().size() != args[1].getComponents().size())
      return error()
             << "T-DESCRIPTOR-2: shape, strides and block must have one "
                "rank: "
             << args[1].str() << ", " << args[2].str() << " and "
             << args[3].str();
  /// T-DESCRIPTOR-3: the extents of the tensor are ints.
  for (AbsType extent : args[1].getComponents())
    if (!isInt(extent))
      return error() << "T-DESCRIPTOR-3: the extents of a tensor must be ints: "
                     << extent.str();
  if (failed(checkStrides(args[2], element, error)))
    return failure();
  /// T-DESCRIPTOR-6: the block is one that bulk tensor copies can move.
  FailureOr<SmallVector<int64_t>> block = blockShape(args[3], error);
  if (failed(block) ||
      failed(checkDescriptorBlock("T-DESCRIPTOR-6", *block, element, error)) ||
      failed(checkPadding(args, element, error)))
    return failure();
  return AbsType(
      tt::TensorDescType::get(RankedTensorType::get(*block, element)));
}

static Results buildMakeDescriptor(TileBuilder &builder,
                                   ArrayRef<TypedOperand> args,
                                   AbsType result) {
  auto numbers = [&](const TypedOperand &dims, unsigned width) {
    return llvm::map_to_vector(dims.getComponents(),
                               [&](const TypedOperand &part) {
                                 return asInteger(builder, part, width);
                               });
  };
  bool isNaN =
      args.size() > 4 && args[4].type.getEnumName("PaddingOption") == "NAN";
  SmallVector<Value> shape = numbers(args[1], 32);
  SmallVector<Value> strides = numbers(args[2], 64);
  return builder.create<tt::MakeTensorDescriptorOp>(
      cast<tt::TensorDescType>(result.getType()), builder.get(args[0]), shape,
      strides,
      isNaN ? tt::PaddingOption::PAD_NAN : tt::PaddingOption::PAD_ZERO);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// The block of a descriptor; null, after an error, for anything else.
static RankedTensorType blockOf(AbsType type, EmitError error) {
  if (type.isDescriptor())
    return cast<tt::TensorDescType>(type.getType()).getBlockType();
  error() << "T-DESCACCESS-5: a descriptor is expected: " << type.str();
  return {};
}

static LogicalResult checkOffsets(RankedTensorType block,
                                  ArrayRef<AbsType> offsets, EmitError error) {
  /// T-DESCACCESS-1: there is one offset for each dimension.
  if (static_cast<int64_t>(offsets.size()) != block.getRank())
    return error() << "T-DESCACCESS-1: a tensor of " << block.getRank()
                   << " dimensions takes as many offsets: " << offsets.size();
  /// T-DESCACCESS-2: offsets are ints.
  for (AbsType offset : offsets)
    if (!isInt(offset))
      return error() << "T-DESCACCESS-2: offsets must be ints: "
                     << offset.str();
  return success();
}

static LogicalResult checkValues(AbsType values, ArrayRef<int64_t> shape,
                                 Type element, EmitError error) {
  /// T-DESCACCESS-3: values can be converted to the element type.
  if (!isNumeric(values))
    return error() << "T-DESCACCESS-3: the value cannot be converted to "
                   << typeName(element) << ": " << values.str();
  /// T-DESCACCESS-4: values broadcast to the shape of the access.
  auto both = broadcastShapes(shape, values.getShape());
  if (!both || ArrayRef<int64_t>(*both) != shape)
    return error() << "T-DESCACCESS-4: values do not broadcast to the block: "
                   << values.str() << " and "
                   << AbsType::tile(shape, element).str();
  return success();
}

/// Offsets as values of type i32.
static SmallVector<Value> offsetsOf(TileBuilder &builder,
                                    ArrayRef<TypedOperand> offsets) {
  return llvm::map_to_vector(offsets, [&](const TypedOperand &offset) {
    return asInteger(builder, offset, 32);
  });
}

static FailureOr<AbsType> typeOfBlockLoad(ArrayRef<AbsType> args,
                                          EmitError error) {
  /// T-DESCACCESS-5: blocks are accessed by a descriptor.
  RankedTensorType block = blockOf(args[0], error);
  if (!block || failed(checkOffsets(block, args.drop_front(), error)))
    return failure();
  return AbsType(block);
}

static Results buildBlockLoad(TileBuilder &builder, ArrayRef<TypedOperand> args,
                              AbsType result) {
  SmallVector<Value> offsets = offsetsOf(builder, args.drop_front());
  return builder.create<tt::DescriptorLoadOp>(signlessType(result.getType()),
                                              builder.get(args[0]), offsets);
}

static FailureOr<AbsType> typeOfBlockStore(ArrayRef<AbsType> args,
                                           EmitError error) {
  RankedTensorType block = blockOf(args[0], error);
  if (!block || failed(checkOffsets(block, args.drop_front(2), error)) ||
      failed(checkValues(args[1], block.getShape(), block.getElementType(),
                         error)))
    return failure();
  return AbsType::none(block.getContext());
}

/// The values of a store as a tile of the block's type.
static Value blockValues(TileBuilder &builder, const TypedOperand &values,
                         AbsType desc) {
  RankedTensorType block =
      cast<tt::TensorDescType>(desc.getType()).getBlockType();
  return elementOperand(builder, values, block.getElementType(),
                        block.getShape());
}

static Results buildBlockStore(TileBuilder &builder,
                               ArrayRef<TypedOperand> args, AbsType) {
  Value values = blockValues(builder, args[1], args[0].type);
  SmallVector<Value> offsets = offsetsOf(builder, args.drop_front(2));
  builder.create<tt::DescriptorStoreOp>(builder.get(args[0]), values, offsets);
  return {};
}

/// Whether bulk tensor copies combine elements of that type.
static bool isReducible(tt::DescriptorReduceKind kind, Type element) {
  using Kind = tt::DescriptorReduceKind;
  bool isInteger =
      isa<IntegerType>(element) && element.getIntOrFloatBitWidth() >= 32;
  bool isHalf = isa<Float16Type, BFloat16Type>(element);
  switch (kind) {
  case Kind::ADD:
    return isInteger || isHalf || element.isF32();
  case Kind::MIN:
  case Kind::MAX:
    return isInteger || isHalf;
  default:
    return isInteger;
  }
}

template <tt::DescriptorReduceKind kind>
static FailureOr<AbsType> typeOfBlockUpdate(ArrayRef<AbsType> args,
                                            EmitError error) {
  FailureOr<AbsType> result = typeOfBlockStore(args, error);
  if (failed(result))
    return failure();
  /// T-DESCREDUCE-1: the update exists for the element type.
  Type element = cast<tt::TensorDescType>(args[0].getType())
                     .getBlockType()
                     .getElementType();
  if (!isReducible(kind, element))
    return error() << "T-DESCREDUCE-1: no such atomic update of blocks of "
                   << typeName(element);
  return result;
}

template <tt::DescriptorReduceKind kind>
static Results buildBlockUpdate(TileBuilder &builder,
                                ArrayRef<TypedOperand> args, AbsType) {
  Value values = blockValues(builder, args[1], args[0].type);
  SmallVector<Value> offsets = offsetsOf(builder, args.drop_front(2));
  builder.create<tt::DescriptorReduceOp>(kind, builder.get(args[0]), values,
                                         offsets);
  return {};
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// The tile that rows of a tensor are; `rows` and `column` choose them.
static FailureOr<AbsType> typeOfRows(AbsType desc, AbsType rows, AbsType column,
                                     EmitError error) {
  RankedTensorType block = blockOf(desc, error);
  if (!block)
    return failure();
  /// T-DESCROWS-1: the block is one row of at least 32 bytes, of elements of at
  /// most 32 bits.
  Type element = block.getElementType();
  if (block.getRank() != 2 || block.getDimSize(0) != 1 ||
      bytesOf(element) > 4 ||
      block.getDimSize(1) < 32 / (8 * bytesOf(element)) * 8)
    return error()
           << "T-DESCROWS-1: rows are accessed by blocks of one row, of "
              "at least 8 elements of 32 bits or 32 bytes of narrower "
              "ones: "
           << desc.str();
  /// T-DESCROWS-2: the rows are chosen by a tile of 8 ints or more.
  if (!rows.isTile() || rows.getShape().size() != 1 ||
      !rows.getElementType().isSignlessInteger(32) || rows.getShape()[0] < 8)
    return error() << "T-DESCROWS-2: rows are chosen by a tile of 8 ints or "
                      "more in one dimension: "
                   << rows.str();
  /// T-DESCROWS-3: the column is an int.
  if (!isInt(column))
    return error() << "T-DESCROWS-3: the column must be an int: "
                   << column.str();
  return checkedTile("T-DESCROWS-2", {rows.getShape()[0], block.getDimSize(1)},
                     element, error);
}

static FailureOr<AbsType> typeOfRowLoad(ArrayRef<AbsType> args,
                                        EmitError error) {
  return typeOfRows(args[0], args[1], args[2], error);
}

static Results buildRowLoad(TileBuilder &builder, ArrayRef<TypedOperand> args,
                            AbsType result) {
  return builder.create<tt::DescriptorGatherOp>(
      signlessType(result.getType()), builder.get(args[0]),
      builder.get(args[1]), asInteger(builder, args[2], 32));
}

static FailureOr<AbsType> typeOfRowStore(ArrayRef<AbsType> args,
                                         EmitError error) {
  FailureOr<AbsType> tile = typeOfRows(args[0], args[2], args[3], error);
  if (failed(tile) || failed(checkValues(args[1], tile->getShape(),
                                         tile->getElementType(), error)))
    return failure();
  return AbsType::none(tile->getType().getContext());
}

static Results buildRowStore(TileBuilder &builder, ArrayRef<TypedOperand> args,
                             AbsType) {
  RankedTensorType block =
      cast<tt::TensorDescType>(args[0].type.getType()).getBlockType();
  Value values =
      elementOperand(builder, args[1], block.getElementType(),
                     {args[2].type.getShape()[0], block.getDimSize(1)});
  builder.create<tt::DescriptorScatterOp>(
      builder.get(args[0]), builder.get(args[2]),
      asInteger(builder, args[3], 32), values);
  return {};
}

ArrayRef<Method> cm2tt::getDescriptorsMethods() {
  static constexpr Method methods[] = {
#include "Descriptors.inc"
  };
  return methods;
}
