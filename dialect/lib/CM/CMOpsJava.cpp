// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The ops of CMOpsJava.td, in its order.

#include "CMOpsInternals.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace cm2tt::cm;
using namespace cm2tt::cm::detail;

//===----------------------------------------------------------------------===//
// EqOp, NeqOp
//===----------------------------------------------------------------------===//

/// References compare with references, primitives with their like.
static LogicalResult verifyComparable(Operation *op) {
  return verifyAssignable(op, "second operand", op->getOperand(1).getType(),
                          op->getOperand(0).getType());
}

LogicalResult EqOp::verify() { return verifyComparable(*this); }

LogicalResult NeqOp::verify() { return verifyComparable(*this); }

//===----------------------------------------------------------------------===//
// ConvOp, CastOp
//===----------------------------------------------------------------------===//

LogicalResult ConvOp::verify() {
  Type from = getOperand().getType();
  Type to = getResult().getType();
  if (from != to && (from.isInteger(1) || to.isInteger(1)))
    return emitOpError("no conversion from ") << from << " to " << to;
  return success();
}

LogicalResult CastOp::verify() {
  return verifyAssignable(*this, "result", getResult().getType(), getTarget());
}

//===----------------------------------------------------------------------===//
// InvokeOp, NewOp
//===----------------------------------------------------------------------===//

bool InvokeOp::hasReceiver() {
  auto kind = getNamedAttr() ? getNamedAttr().getAs<StringAttr>("invoke.kind")
                             : nullptr;
  if (kind)
    return kind.getValue() != "STATIC" && !getArgs().empty();
  return getArgs().size() == getRef().getParams().size() + 1;
}

LogicalResult InvokeOp::verify() {
  RefAttr ref = getRef();
  if (failed(verifyRefKind(*this, ref, RefKind::Method)) ||
      failed(verifyArity(*this, ref, getArgs().size(),
                         /*mayHaveReceiver=*/true)))
    return failure();
  if (!getResult())
    return success();
  return verifyAssignable(*this, "result", getResult().getType(),
                          ref.getResult());
}

LogicalResult NewOp::verify() {
  RefAttr ref = getRef();
  if (failed(verifyRefKind(*this, ref, RefKind::Constructor)) ||
      failed(verifyAssignable(*this, "result", getResult().getType(),
                              ref.getResult())))
    return failure();
  // An inner class's constructor takes the enclosing object first.
  return verifyArity(*this, ref, getArgs().size(), /*mayHaveReceiver=*/true);
}

//===----------------------------------------------------------------------===//
// FieldLoadOp, FieldStoreOp
//===----------------------------------------------------------------------===//

LogicalResult FieldLoadOp::verify() {
  if (failed(verifyRefKind(*this, getRef(), RefKind::Field)))
    return failure();
  return verifyAssignable(*this, "result", getResult().getType(),
                          getRef().getResult());
}

LogicalResult FieldStoreOp::verify() {
  if (failed(verifyRefKind(*this, getRef(), RefKind::Field)))
    return failure();
  if (getArgs().empty() || getArgs().size() > 2)
    return emitOpError("wrong number of operands: ")
           << getArgs().size() << ", expected 1 or 2";
  return verifyAssignable(*this, "stored value", getArgs().back().getType(),
                          getRef().getResult());
}

//===----------------------------------------------------------------------===//
// ArrayLengthOp, ArrayLoadOp, ArrayStoreOp
//===----------------------------------------------------------------------===//

/// Verifies that an operand is an array.
static LogicalResult verifyArray(Operation *op, JavaType type) {
  if (type.isArray())
    return success();
  return op->emitOpError("first operand is ") << type << ", expected an array";
}

LogicalResult ArrayLengthOp::verify() {
  return verifyArray(*this, getArray().getType());
}

LogicalResult ArrayLoadOp::verify() {
  JavaType array = getArray().getType();
  if (failed(verifyArray(*this, array)))
    return failure();
  return verifyAssignable(*this, "result", getResult().getType(),
                          array.getComponentType());
}

LogicalResult ArrayStoreOp::verify() {
  JavaType array = getArray().getType();
  if (failed(verifyArray(*this, array)))
    return failure();
  return verifyAssignable(*this, "stored value", getValue().getType(),
                          array.getComponentType());
}

//===----------------------------------------------------------------------===//
// AssertOp
//===----------------------------------------------------------------------===//

LogicalResult AssertOp::verify() {
  size_t count = getBodies().size();
  if (count < 1 || count > 2)
    return emitOpError("wrong number of bodies: ")
           << count << ", expected 1 or 2";
  Type boolean = IntegerType::get(getContext(), 1);
  if (failed(verifyBody(*this, 0, {"condition", {}, boolean})))
    return failure();
  return count == 1 ? success() : verifyBody(*this, 1, {"detail", {}, Type()});
}

//===----------------------------------------------------------------------===//
// ExceptionRegionEnterOp, ExceptionRegionExitOp
//===----------------------------------------------------------------------===//

/// Verifies that the segments fit the successors and the operands.
static LogicalResult verifySegments(Operation *op, ArrayRef<int32_t> segments) {
  if (op->getNumSuccessors() == 0)
    return op->emitOpError("has no successor");
  if (segments.size() != op->getNumSuccessors())
    return op->emitOpError("wrong number of segments: ")
           << segments.size() << ", expected " << op->getNumSuccessors();
  int64_t sum = 0;
  for (int32_t segment : segments) {
    if (segment < 0)
      return op->emitOpError("segment is negative: ") << segment;
    sum += segment;
  }
  if (sum > static_cast<int64_t>(op->getNumOperands()))
    return op->emitOpError("segments take ")
           << sum << " operands, expected at most " << op->getNumOperands();
  return success();
}

LogicalResult ExceptionRegionEnterOp::verify() {
  return verifySegments(*this, getSegments());
}

LogicalResult ExceptionRegionExitOp::verify() {
  return verifySegments(*this, getSegments());
}
