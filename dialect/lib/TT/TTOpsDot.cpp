// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Verifiers of matrix products.

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace cm2tt::tt;

/// Checks a: [B x] MxK, b: [B x] KxN, c: [B x] MxN, for the shapes that the
/// numbers have when they are not packed.
static LogicalResult verifyProduct(Operation *op, StringRef label,
                                   ArrayRef<int64_t> a, ArrayRef<int64_t> b,
                                   ArrayRef<int64_t> c) {
  size_t rank = a.size();
  if ((rank != 2 && rank != 3) || b.size() != rank || c.size() != rank)
    return op->emitOpError()
           << label << ": ranks are " << rank << ", " << b.size() << " and "
           << c.size() << ", all 2 or all 3 expected";
  if (a.back() != b[rank - 2])
    return op->emitOpError()
           << label << ": inner dimensions differ: " << a.back() << " and "
           << b[rank - 2];
  if (rank == 3 && (a[0] != b[0] || a[0] != c[0]))
    return op->emitOpError() << label << ": batch dimensions differ: " << a[0]
                             << ", " << b[0] << " and " << c[0];
  if (c[rank - 2] != a[rank - 2] || c.back() != b.back())
    return op->emitOpError()
           << label << ": accumulator is " << c[rank - 2] << "x" << c.back()
           << ", " << a[rank - 2] << "x" << b.back() << " expected";
  return success();
}

//===----------------------------------------------------------------------===//
// DotOp
//===----------------------------------------------------------------------===//

/// Whether products of `operand` may be summed in `accumulator`.
static bool isAccumulator(Type operand, Type accumulator) {
  if (operand.isInteger(8) || operand.isInteger(32))
    return accumulator.isInteger(32);
  if (operand.isF64())
    return accumulator.isF64();
  if (operand.isF32() || operand.isBF16())
    return accumulator.isF32();
  if (operand.isF16() || isFloat8(operand))
    return accumulator.isF32() || accumulator.isF16();
  return false;
}

LogicalResult DotOp::verify() {
  RankedTensorType a = getA().getType(), b = getB().getType();
  RankedTensorType c = getC().getType();
  if (failed(verifyProduct(*this, "TT-DOT-1", a.getShape(), b.getShape(),
                           c.getShape())))
    return failure();
  Type lhs = a.getElementType(), rhs = b.getElementType();
  if (lhs != rhs && !(isFloat8(lhs) && isFloat8(rhs)))
    return emitOpError() << "TT-DOT-2: element types differ: " << lhs << " and "
                         << rhs;
  if (!isAccumulator(lhs, c.getElementType()))
    return emitOpError() << "TT-DOT-3: accumulator of " << c.getElementType()
                         << " for operands of " << lhs;
  bool isEncoded = bool(a.getEncoding());
  if (bool(b.getEncoding()) != isEncoded || bool(c.getEncoding()) != isEncoded)
    return emitOpError() << "TT-DOT-4: only some operands have an encoding: "
                         << a << ", " << b << " and " << c;
  return success();
}

//===----------------------------------------------------------------------===//
// DotScaledOp
//===----------------------------------------------------------------------===//

/// The element type of numbers of `format`; null if it is not supported.
static Type getElementType(ScaleDotElemType format, MLIRContext *context) {
  switch (format) {
  case ScaleDotElemType::E4M3:
    return Float8E4M3FNType::get(context);
  case ScaleDotElemType::E5M2:
    return Float8E5M2Type::get(context);
  case ScaleDotElemType::E2M1:
    return IntegerType::get(context, 8);
  case ScaleDotElemType::BF16:
    return BFloat16Type::get(context);
  case ScaleDotElemType::FP16:
    return Float16Type::get(context);
  case ScaleDotElemType::E2M3:
  case ScaleDotElemType::E3M2:
    return {};
  }
  return {};
}

/// One operand of a scaled product; `kFromEnd` says where K is: 1 for the last
/// dimension, 2 for the one before.
struct ScaledOperand {
  StringRef name;
  RankedTensorType type;
  ScaleDotElemType format;
  Value scale;
  bool isKPacked;
  unsigned kFromEnd;
};

/// The shape of the operand's numbers: packed ones count as two.
static SmallVector<int64_t> unpackedShape(const ScaledOperand &operand) {
  SmallVector<int64_t> shape(operand.type.getShape());
  if (operand.format != ScaleDotElemType::E2M1 || shape.size() < 2)
    return shape;
  unsigned fromEnd =
      operand.isKPacked ? operand.kFromEnd : 3 - operand.kFromEnd;
  shape[shape.size() - fromEnd] *= 2;
  return shape;
}

/// Checks the operand's own types: format and packing.
static LogicalResult verifyFormat(Operation *op, const ScaledOperand &operand) {
  StringRef format = stringifyScaleDotElemType(operand.format);
  Type expected = getElementType(operand.format, op->getContext());
  if (!expected)
    return op->emitOpError()
           << "TT-DOT-SCALED-2: format " << format << " is not supported";
  Type element = operand.type.getElementType();
  if (element != expected)
    return op->emitOpError()
           << "TT-DOT-SCALED-2: " << operand.name << " has elements of "
           << element << ", " << expected << " expected for " << format;
  if (!operand.isKPacked && operand.format != ScaleDotElemType::E2M1)
    return op->emitOpError() << "TT-DOT-SCALED-4: " << operand.name
                             << " of format " << format << " is not packed";
  return success();
}

/// The number of elements along K that share a scale; 0 where there is no
/// scale. Fails, with a message, if the scale's shape is wrong.
static FailureOr<int64_t> scaleFactor(Operation *op,
                                      const ScaledOperand &operand) {
  if (!operand.scale)
    return int64_t(0);
  auto scale = cast<RankedTensorType>(operand.scale.getType());
  SmallVector<int64_t> expected = unpackedShape(operand);
  size_t rank = expected.size();
  if (operand.kFromEnd == 2)
    std::swap(expected[rank - 1], expected[rank - 2]);
  int64_t k = expected.back();
  if (scale.getRank() != static_cast<int64_t>(rank) ||
      scale.getShape().drop_back() != ArrayRef(expected).drop_back())
    return op->emitOpError()
           << "TT-DOT-SCALED-3: scale of " << operand.name << " is " << scale
           << ", [" << ArrayRef(expected).drop_back() << "] and K expected";
  int64_t groups = scale.getShape().back();
  if (groups * 16 != k && groups * 32 != k)
    return op->emitOpError() << "TT-DOT-SCALED-3: " << groups << " scales for "
                             << k << " elements, one for 16 or 32 expected";
  return k / groups;
}

LogicalResult DotScaledOp::verify() {
  ScaledOperand a{"a",         getA().getType(), getAElemType(),
                  getAScale(), getLhsKPack(),    1};
  ScaledOperand b{"b",         getB().getType(), getBElemType(),
                  getBScale(), getRhsKPack(),    2};
  if (failed(verifyFormat(*this, a)) || failed(verifyFormat(*this, b)) ||
      failed(verifyProduct(*this, "TT-DOT-SCALED-1", unpackedShape(a),
                           unpackedShape(b), getC().getType().getShape())))
    return failure();
  Type accumulator = getC().getType().getElementType();
  if (!accumulator.isF32())
    return emitOpError() << "TT-DOT-SCALED-1: accumulator of " << accumulator
                         << ", f32 expected";
  FailureOr<int64_t> aFactor = scaleFactor(*this, a);
  FailureOr<int64_t> bFactor = scaleFactor(*this, b);
  if (failed(aFactor) || failed(bFactor))
    return failure();
  if (*aFactor && *bFactor && *aFactor != *bFactor)
    return emitOpError() << "TT-DOT-SCALED-3: elements for one scale differ: "
                         << *aFactor << " and " << *bFactor;
  return success();
}
