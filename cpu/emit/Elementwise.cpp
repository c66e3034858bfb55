// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Creates elementwise operations on scalars or vectors: unchanged, if MLIR and
/// LLVM lower them well; pointers and selects here, others in the file of their
/// family.
///
/// Not here: which operations and types there are (SupportedElementwise.cpp).

#include "ElementwiseInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Lowering/FloatOptions.h"

#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace cm2tt;

Type cm2tt::registerType(Type element) {
  MLIRContext *context = element.getContext();
  if (isa<tt::PtrType>(element))
    return LLVM::LLVMPointerType::get(context);
  if (tt::isFloat8(element))
    return IntegerType::get(context, 8);
  if (element.isBF16())
    return IntegerType::get(context, 16);
  return element;
}

/// Whether a product and a sum may become one fma. Those of tiles may, unless
/// the module forbids it, those of scalars may not: Java's operators round
/// twice.
static bool mayContract(Operation *op) {
  if (!isa<RankedTensorType>(op->getResult(0).getType()))
    return false;
  auto module = op->getParentOfType<ModuleOp>();
  return !module || !module->hasAttr(kNoFpFusionAttr);
}

Operation *cm2tt::remake(ImplicitLocOpBuilder &builder, Operation *op,
                         ValueRange operands, TypeRange results) {
  OperationState state(builder.getLoc(), op->getName());
  state.addOperands(operands);
  state.addTypes(results);
  state.addAttributes(op->getAttrs());
  Operation *made = builder.create(state);
  auto fast = dyn_cast<arith::ArithFastMathInterface>(made);
  if (!fast || !mayContract(op))
    return made;
  if (arith::FastMathFlagsAttr have = fast.getFastMathFlagsAttr())
    made->setAttr(fast.getFastMathAttrName(),
                  arith::FastMathFlagsAttr::get(
                      op->getContext(),
                      have.getValue() | arith::FastMathFlags::contract));
  return made;
}

/// The offset is in elements; truth values are stored as bytes.
static Value emitAddPtr(const Lanes &lanes, tt::AddPtrOp op,
                        ValueRange operands) {
  auto pointer = cast<tt::PtrType>(getElementTypeOrSelf(op.getType()));
  Type pointee = registerType(pointer.getPointeeType());
  if (pointee.isInteger(1))
    pointee = lanes.builder.getI8Type();
  Type type = lanes.of(LLVM::LLVMPointerType::get(lanes.builder.getContext()));
  return LLVM::GEPOp::create(lanes.builder, type, pointee, operands[0],
                             operands[1]);
}

/// Lowers operations that move values without computing; null for others.
static Value emitMove(const Lanes &lanes, Operation *op, ValueRange operands) {
  ImplicitLocOpBuilder &builder = lanes.builder;
  auto result = [&] {
    return lanes.of(
        registerType(getElementTypeOrSelf(op->getResult(0).getType())));
  };
  if (auto add = dyn_cast<tt::AddPtrOp>(op))
    return emitAddPtr(lanes, add, operands);
  if (isa<tt::BitcastOp, arith::BitcastOp>(op))
    return lanes.bitcast(result(), operands[0]);
  if (isa<tt::PtrToIntOp>(op))
    return LLVM::PtrToIntOp::create(builder, result(), operands[0]);
  if (isa<tt::IntToPtrOp>(op))
    return LLVM::IntToPtrOp::create(builder, result(), operands[0]);
  if (isa<arith::SelectOp>(op))
    return LLVM::SelectOp::create(builder, operands[0], operands[1],
                                  operands[2]);
  if (isa<ub::PoisonOp>(op))
    return LLVM::PoisonOp::create(builder, result());
  return {};
}

/// Whether an operand or the result is a float.
static bool touchesFloats(Operation *op) {
  auto isFloat = [](Type type) {
    return isa<FloatType>(getElementTypeOrSelf(type));
  };
  return llvm::any_of(op->getOperandTypes(), isFloat) ||
         llvm::any_of(op->getResultTypes(), isFloat);
}

SmallVector<Value> cm2tt::emitElementwiseResults(ImplicitLocOpBuilder &builder,
                                                 Operation *op,
                                                 ValueRange operands) {
  assert(!operands.empty() && "checked by ElementwiseChecker");
  // The vector that a scalar condition chooses is the last operand.
  Lanes lanes(builder, operands.back());
  if (Value moved = emitMove(lanes, op, operands))
    return {moved};
  auto emit = isa<tt::ExternElementwiseOp>(op) ? emitFunction
              : touchesFloats(op)              ? emitFloat
                                               : emitInteger;
  if (Value result = emit(lanes, op, operands))
    return {result};
  auto types = llvm::map_to_vector(op->getResultTypes(), [&](Type type) {
    return lanes.of(registerType(getElementTypeOrSelf(type)));
  });
  return llvm::to_vector_of<Value>(
      remake(builder, op, operands, types)->getResults());
}

Value cm2tt::emitElementwise(ImplicitLocOpBuilder &builder, Operation *op,
                             ValueRange operands) {
  return emitElementwiseResults(builder, op, operands).front();
}
