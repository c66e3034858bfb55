// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Products of matrices of narrow numbers with scales.
///
/// Triton's `lhs_k_pack` and `rhs_k_pack` are formats here, since only e2m1 is
/// packed. Its `fast_math` has no counterpart: NaN in scales costs nothing
/// (TTDecomposeDots).

#include "TileInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// A constant of ScaledFormat.
struct Format {
  tt::ScaleDotElemType type;
  /// Whether two numbers of a byte are neighbours along M or N, not along K.
  bool isOuter = false;
};

/// One operand with its scales.
struct ScaledFactor {
  /// `a` or `b`, for messages.
  StringRef name;
  AbsType tile, scale;
  Format format;
  /// The dimension that is summed over, and the other one of the matrix.
  size_t inner, outer;

  /// The extents of the numbers, of which a byte may have two.
  SmallVector<int64_t> shape() const;
};
} // namespace

static std::optional<Format> formatOf(AbsType type) {
  using Type = tt::ScaleDotElemType;
  return llvm::StringSwitch<std::optional<Format>>(
             type.getEnumName("ScaledFormat"))
      .Case("E2M1", Format{Type::E2M1})
      .Case("E2M1_OUTER", Format{Type::E2M1, /*isOuter=*/true})
      .Case("E4M3", Format{Type::E4M3})
      .Case("E5M2", Format{Type::E5M2})
      .Case("BF16", Format{Type::BF16})
      .Case("FP16", Format{Type::FP16})
      .Default(std::nullopt);
}

SmallVector<int64_t> ScaledFactor::shape() const {
  SmallVector<int64_t> result(tile.getShape());
  if (format.type == tt::ScaleDotElemType::E2M1)
    result[format.isOuter ? outer : inner] *= 2;
  return result;
}

/// Whether numbers of a format are stored in elements of that type.
static bool isStoredIn(Format format, Type type) {
  switch (format.type) {
  case tt::ScaleDotElemType::E2M1:
    return type.isInteger(8);
  case tt::ScaleDotElemType::E4M3:
    return isa<Float8E4M3FNType>(type);
  case tt::ScaleDotElemType::E5M2:
    return isa<Float8E5M2Type>(type);
  case tt::ScaleDotElemType::BF16:
    return type.isBF16();
  case tt::ScaleDotElemType::FP16:
    return type.isF16();
  default:
    return false;
  }
}

/// The element types that isStoredIn accepts, for errors.
static StringRef storageOf(Format format) {
  switch (format.type) {
  case tt::ScaleDotElemType::E2M1:
    return "byte or UInt8";
  case tt::ScaleDotElemType::E4M3:
    return "fp8e4nv";
  case tt::ScaleDotElemType::E5M2:
    return "fp8e5";
  case tt::ScaleDotElemType::BF16:
    return "bf16";
  default:
    return "fp16";
  }
}

/// T-DOTSCALED-1 to T-DOTSCALED-3: an operand and its format. `args` begins
/// with it.
static FailureOr<ScaledFactor> readFactor(StringRef name,
                                          ArrayRef<AbsType> args, bool isLeft,
                                          EmitError error) {
  /// T-DOTSCALED-1: a format is a constant of ScaledFormat.
  std::optional<Format> format = formatOf(args[2]);
  if (!format)
    return error() << "T-DOTSCALED-1: the format of " << name
                   << " must be a constant of ScaledFormat: " << args[2].str();
  /// T-DOTSCALED-2: operands are tiles of two dimensions or of three, both of
  /// as many.
  AbsType tile = args[0];
  size_t rank = tile.getShape().size();
  if (!tile.isTile() || (rank != 2 && rank != 3))
    return error() << "T-DOTSCALED-2: operands must be tiles of two "
                      "dimensions, or of three: "
                   << tile.str();
  /// T-DOTSCALED-3: operands have the element type of their format.
  if (!isStoredIn(*format, tile.getElementType()))
    return error() << "T-DOTSCALED-3: the elements of " << name << " must be "
                   << storageOf(*format) << ": " << tile.str();
  size_t row = rank - 2, column = rank - 1;
  return ScaledFactor{name,
                      tile,
                      args[1],
                      *format,
                      isLeft ? column : row,
                      isLeft ? row : column};
}

/// T-DOTSCALED-4 to T-DOTSCALED-6: matrices, or batches of them, that have a
/// product; gives its shape.
static FailureOr<SmallVector<int64_t>>
productShape(const ScaledFactor &a, const ScaledFactor &b, EmitError error) {
  SmallVector<int64_t> left = a.shape(), right = b.shape();
  if (left.size() != right.size())
    return error() << "T-DOTSCALED-2: operands must be tiles of two "
                      "dimensions, or of three: "
                   << a.tile.str() << " and " << b.tile.str();
  /// T-DOTSCALED-4: both operands have equally many numbers along K.
  int64_t inner = left[a.inner];
  if (inner != right[b.inner])
    return error() << "T-DOTSCALED-4: inner extents differ: " << inner
                   << " and " << right[b.inner] << " numbers, of "
                   << a.tile.str() << " and " << b.tile.str();
  /// T-DOTSCALED-5: K is at least 16.
  if (inner < 16)
    return error() << "T-DOTSCALED-5: the inner extent must be 16 at least: "
                   << inner;
  /// T-DOTSCALED-6: both operands have the same number of batches.
  if (left.size() == 3 && left[0] != right[0])
    return error() << "T-DOTSCALED-6: batches differ: " << left[0] << " and "
                   << right[0] << ", of " << a.tile.str() << " and "
                   << b.tile.str();
  left.back() = right.back();
  return left;
}

/// The number of elements along K for one scale; 0 without scales.
static FailureOr<int64_t> scaleFactor(const ScaledFactor &factor,
                                      EmitError error) {
  if (isAbsent(factor.scale))
    return int64_t(0);
  /// T-DOTSCALED-7: scales are bytes or fp8e4nv, and one belongs to 16 or 32
  /// numbers along K, which are their last dimension.
  SmallVector<int64_t> shape = factor.shape();
  int64_t inner = shape[factor.inner], outer = shape[factor.outer];
  shape[shape.size() - 2] = outer;
  for (int64_t count : {16, 32}) {
    shape.back() = inner / count;
    Type type = factor.scale.getElementType();
    if (factor.scale.isTile() && factor.scale.getShape() == ArrayRef(shape) &&
        (type.isInteger(8) || isa<Float8E4M3FNType>(type)))
      return count;
  }
  return error() << "T-DOTSCALED-7: the scales of " << factor.name
                 << " must be bytes or fp8e4nv, " << outer << " times "
                 << inner / 32 << " or " << inner / 16 << ": "
                 << factor.scale.str();
}

static FailureOr<AbsType> typeOfDotScaled(ArrayRef<AbsType> args,
                                          EmitError error) {
  FailureOr<ScaledFactor> a = readFactor("a", args, /*isLeft=*/true, error);
  if (failed(a))
    return failure();
  FailureOr<ScaledFactor> b =
      readFactor("b", args.drop_front(3), /*isLeft=*/false, error);
  if (failed(b))
    return failure();
  FailureOr<SmallVector<int64_t>> shape = productShape(*a, *b, error);
  if (failed(shape))
    return failure();
  FailureOr<int64_t> left = scaleFactor(*a, error);
  if (failed(left))
    return failure();
  FailureOr<int64_t> right = scaleFactor(*b, error);
  if (failed(right))
    return failure();
  /// T-DOTSCALED-8: a scale belongs to equally many numbers of both operands.
  if (*left && *right && *left != *right)
    return error() << "T-DOTSCALED-8: numbers for one scale differ: " << *left
                   << " of a, " << *right << " of b";
  /// T-DOTSCALED-9: the product has at most as many elements as a tile may
  /// have.
  Type f32 = Float32Type::get(args[0].getType().getContext());
  FailureOr<AbsType> result =
      checkedTile("T-DOTSCALED-9", ArrayRef<int64_t>(*shape), f32, error);
  if (failed(result))
    return failure();
  /// T-DOTSCALED-10: the accumulator has the type of the result.
  if (args.size() > 6 && !isAbsent(args[6]) && args[6] != *result)
    return error() << "T-DOTSCALED-10: the accumulator must be "
                   << result->str() << ": " << args[6].str();
  return result;
}

static Results buildDotScaled(TileBuilder &builder, ArrayRef<TypedOperand> args,
                              AbsType result) {
  auto valueOf = [&](unsigned index) {
    return args.size() <= index || isAbsent(args[index].type)
               ? Value()
               : builder.get(args[index]);
  };
  Type type = signlessType(result.getType());
  Value accumulator = valueOf(6);
  if (!accumulator)
    accumulator = builder.constant(
        type, builder.builder.getZeroAttr(getElementTypeOrSelf(type)));
  Format left = *formatOf(args[2].type), right = *formatOf(args[5].type);
  Value a = valueOf(0), aScale = valueOf(1), b = valueOf(3),
        bScale = valueOf(4);
  return builder.create<tt::DotScaledOp>(
      type, a, b, accumulator, aScale, bScale, left.type, right.type,
      /*fastMath=*/false, !left.isOuter, !right.isOuter);
}

ArrayRef<Method> cm2tt::getDotScaledMethods() {
  static constexpr Method methods[] = {
#include "DotScaled.inc"
  };
  return methods;
}
