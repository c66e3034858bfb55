// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The ops of CMOpsStatements.td, in its order.

#include "CMOpsInternals.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace cm2tt::cm;
using namespace cm2tt::cm::detail;

/// Verifies all bodies of an op with a fixed number of them.
static LogicalResult verifyBodies(Operation *op,
                                  ArrayRef<ExpectedBody> expected) {
  for (auto [i, body] : llvm::enumerate(expected))
    if (failed(verifyBody(op, i, body)))
      return failure();
  return success();
}

/// Java's boolean.
static Type booleanType(Operation *op) {
  return IntegerType::get(op->getContext(), 1);
}

/// The result type of a body that yields nothing.
static Type voidType(Operation *op) { return NoneType::get(op->getContext()); }

//===----------------------------------------------------------------------===//
// JavaForOp, JavaEnhancedForOp, JavaWhileOp, JavaDoWhileOp
//===----------------------------------------------------------------------===//

LogicalResult JavaForOp::verify() {
  Type init = getBodyType(0);
  SmallVector<Type> vars;
  if (auto tuple = dyn_cast<TupleType>(init))
    llvm::append_range(vars, tuple.getTypes());
  else if (!isa<NoneType>(init))
    vars.push_back(init);
  for (Type type : vars)
    if (!isa<VarType>(type))
      return emitOpError("loop variable is ") << type << ", expected a box";
  return verifyBodies(*this, {{"initialization", {}, init},
                              {"condition", vars, booleanType(*this)},
                              {"update", vars, voidType(*this)},
                              {"loop", vars, voidType(*this)}});
}

LogicalResult JavaEnhancedForOp::verify() {
  if (failed(verifyBody(*this, 0, {"expression", {}, Type()})))
    return failure();
  Block &definition = getDef().front();
  Type var = getBodyType(1);
  if (definition.getNumArguments() != 1)
    return emitOpError("wrong number of parameters of the definition: ")
           << definition.getNumArguments() << ", expected 1";
  if (!isa<VarType>(var))
    return emitOpError("loop variable is ") << var << ", expected a box";
  return verifyBody(*this, 2, {"loop", {var}, voidType(*this)});
}

LogicalResult JavaWhileOp::verify() {
  return verifyBodies(*this, {{"condition", {}, booleanType(*this)},
                              {"loop", {}, voidType(*this)}});
}

LogicalResult JavaDoWhileOp::verify() {
  return verifyBodies(*this, {{"loop", {}, voidType(*this)},
                              {"condition", {}, booleanType(*this)}});
}

//===----------------------------------------------------------------------===//
// JavaIfOp, JavaBlockOp, JavaLabeledOp
//===----------------------------------------------------------------------===//

LogicalResult JavaIfOp::verify() {
  size_t count = getBodies().size();
  if (count < 2)
    return emitOpError("wrong number of bodies: ")
           << count << ", expected 2 or more";
  for (size_t i = 0; i < count; ++i) {
    bool predicate = i % 2 == 0 && i + 1 < count;
    ExpectedBody body = predicate
                            ? ExpectedBody{"predicate", {}, booleanType(*this)}
                            : ExpectedBody{"action", {}, voidType(*this)};
    if (failed(verifyBody(*this, i, body)))
      return failure();
  }
  return success();
}

LogicalResult JavaBlockOp::verify() {
  return verifyBody(*this, 0, {"block", {}, voidType(*this)});
}

Value JavaLabeledOp::getLabel() {
  return getBody().front().front().getResult(0);
}

LogicalResult JavaLabeledOp::verify() {
  Block &entry = getBody().front();
  auto label = entry.empty() ? nullptr : dyn_cast<ConstantOp>(entry.front());
  // The constant is verified after this op: its value may be missing.
  if (!label || !isa_and_nonnull<StringAttr>(label.getValueAttr()))
    return emitOpError("body begins with no label, expected a constant string");
  return verifyBody(*this, 0, {"labeled statement", {}, voidType(*this)});
}

//===----------------------------------------------------------------------===//
// JavaBreakOp, JavaContinueOp, JavaYieldOp
//===----------------------------------------------------------------------===//

/// Whether a jump without label may leave or repeat a statement.
static bool isJumpTarget(Operation *op, bool repeats) {
  if (isa<JavaForOp, JavaEnhancedForOp, JavaWhileOp, JavaDoWhileOp>(op))
    return true;
  return !repeats && isa<JavaSwitchStatementOp>(op);
}

/// Whether a labeled statement has the label of a jump.
static bool hasLabel(JavaLabeledOp labeled, Value target, StringAttr label) {
  // Enclosing ops were verified, so the label is there.
  auto constant = labeled.getLabel().getDefiningOp<ConstantOp>();
  if (label)
    return constant.getValueAttr() == label;
  auto given = target.getDefiningOp<ConstantOp>();
  return given && given.getValueAttr() == constant.getValueAttr();
}

/// Verifies that something encloses a jump that it can leave or repeat.
static LogicalResult verifyJump(Operation *op, Value target, StringAttr label,
                                bool repeats) {
  Operation *parent = op->getParentOp();
  for (; parent && !isa<FuncOp, LambdaOp>(parent);
       parent = parent->getParentOp()) {
    // The model does not contain the loop or switch of a quoted jump.
    if (isa<QuotedOp>(parent))
      return success();
    auto labeled = dyn_cast<JavaLabeledOp>(parent);
    if (target || label) {
      if (labeled && hasLabel(labeled, target, label))
        return success();
    } else if (isJumpTarget(parent, repeats)) {
      return success();
    }
  }
  if (target || label)
    return op->emitOpError("no enclosing statement has its label");
  return op->emitOpError("is outside of a loop")
         << (repeats ? "" : " or switch");
}

LogicalResult JavaBreakOp::verify() {
  return verifyJump(*this, getTarget(), getLabelAttr(), /*repeats=*/false);
}

LogicalResult JavaContinueOp::verify() {
  return verifyJump(*this, getTarget(), getLabelAttr(), /*repeats=*/true);
}

LogicalResult JavaYieldOp::verify() {
  Operation *parent = (*this)->getParentOp();
  while (parent &&
         !isa<FuncOp, LambdaOp, QuotedOp, JavaSwitchExpressionOp>(parent))
    parent = parent->getParentOp();
  if (isa_and_nonnull<QuotedOp>(parent))
    return success();
  auto expression = dyn_cast_or_null<JavaSwitchExpressionOp>(parent);
  if (!expression)
    return emitOpError("is outside of a switch expression");
  if (!getValue())
    return emitOpError("yielded value is missing, expected ")
           << expression.getResult().getType();
  return verifyAssignable(*this, "yielded value", getValue().getType(),
                          expression.getResult().getType());
}

//===----------------------------------------------------------------------===//
// JavaSwitchStatementOp, JavaSwitchExpressionOp, JavaSwitchFallthroughOp
//===----------------------------------------------------------------------===//

/// The signature of the predicate of a case. That of the default may lack the
/// parameter and, in models of 2024, the result.
static ExpectedBody expectedPredicate(Operation *op, unsigned index) {
  Region &region = op->getRegion(index);
  ExpectedBody body{"predicate", {}, booleanType(op)};
  if (region.front().getNumArguments() != 0)
    body.params.push_back(op->getOperand(0).getType());
  else if (isa<NoneType>(cm2tt::cm::getBodyType(region)))
    body.result = voidType(op);
  return body;
}

/// Verifies pairs of predicate on the selector and action.
static LogicalResult verifySwitch(Operation *op, Type result) {
  if (op->getNumRegions() % 2 != 0)
    return op->emitOpError("wrong number of bodies: ")
           << op->getNumRegions() << ", expected pairs";
  for (unsigned i = 0; i < op->getNumRegions(); ++i) {
    ExpectedBody body = i % 2 == 0 ? expectedPredicate(op, i)
                                   : ExpectedBody{"action", {}, result};
    if (failed(verifyBody(op, i, body)))
      return failure();
  }
  return success();
}

LogicalResult JavaSwitchStatementOp::verify() {
  return verifySwitch(*this, voidType(*this));
}

LogicalResult JavaSwitchExpressionOp::verify() {
  return verifySwitch(*this, getResult().getType());
}

LogicalResult JavaSwitchFallthroughOp::verify() {
  if (!isa<JavaSwitchStatementOp, JavaSwitchExpressionOp>(
          (*this)->getParentOp()))
    return emitOpError("is outside of a switch");
  return success();
}

//===----------------------------------------------------------------------===//
// JavaCandOp, JavaCorOp, JavaCexpressionOp
//===----------------------------------------------------------------------===//

/// Verifies two or more predicates.
static LogicalResult verifyPredicates(Operation *op) {
  if (op->getNumRegions() < 2)
    return op->emitOpError("wrong number of bodies: ")
           << op->getNumRegions() << ", expected 2 or more";
  for (unsigned i = 0; i < op->getNumRegions(); ++i)
    if (failed(verifyBody(op, i, {"predicate", {}, booleanType(op)})))
      return failure();
  return success();
}

LogicalResult JavaCandOp::verify() { return verifyPredicates(*this); }

LogicalResult JavaCorOp::verify() { return verifyPredicates(*this); }

LogicalResult JavaCexpressionOp::verify() {
  Type type = getResult().getType();
  return verifyBodies(*this, {{"condition", {}, booleanType(*this)},
                              {"first choice", {}, type},
                              {"second choice", {}, type}});
}

//===----------------------------------------------------------------------===//
// JavaSynchronizedOp, JavaTryOp
//===----------------------------------------------------------------------===//

LogicalResult JavaSynchronizedOp::verify() {
  return verifyBodies(
      *this, {{"expression", {}, Type()}, {"block", {}, voidType(*this)}});
}

LogicalResult JavaTryOp::verify() {
  if (getBodies().empty())
    return emitOpError("wrong number of bodies: 0, expected 1 or more");
  // Only resources give something, and they come first.
  for (Region &body : getBodies().drop_front())
    if (!isa<NoneType>(cm2tt::cm::getBodyType(body)))
      return emitOpError("body #")
             << body.getRegionNumber() << " yields "
             << cm2tt::cm::getBodyType(body) << ", expected none";
  return success();
}

//===----------------------------------------------------------------------===//
// PatternMatchOp, PatternRecordOp
//===----------------------------------------------------------------------===//

LogicalResult PatternMatchOp::verify() {
  return verifyBody(*this, 0, {"pattern", {}, Type()});
}

LogicalResult PatternRecordOp::verify() {
  if (failed(verifyRefKind(*this, getRef(), RefKind::Record)))
    return failure();
  return verifyArity(*this, getRef(), getPatterns().size(),
                     /*mayHaveReceiver=*/false);
}
