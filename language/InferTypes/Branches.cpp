// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Arms of branches; if, switch and the conditional operators.

#include "Branches.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace cm2tt;

/// The maximum depth of nested branches. Deeper ones become tests of the exit,
/// so that a switch with a thousand cases does not nest a thousand deep.
constexpr unsigned maxBranchDepth = 32;

//===----------------------------------------------------------------------===//
// Arms
//===----------------------------------------------------------------------===//

/// The value of a condition; nothing if it is not known at compile time.
static std::optional<bool> knownCondition(const Binding &condition) {
  if (!condition.type().isConstant())
    return std::nullopt;
  return *condition.type().getInt() != 0;
}

Binding BranchVisitor::getCondition(Operation *op,
                                    function_ref<Binding()> evaluate) {
  Binding condition = evaluate();
  AbsType type = condition.type();
  if (type.isInvalid() || (type.isNumber() && type.getType().isInteger(1)))
    return condition;
  /// T-CONDITION-1: a condition is a truth value, not a tile of them.
  InFlightDiagnostic diagnostic =
      errors.report(op, condition)
      << "T-CONDITION-1: a condition must be one truth value: " << type.str();
  if (type.isTile())
    diagnostic.attachNote()
        << "Triton.where chooses for each element of a tile";
  return invalidBinding(op);
}

bool BranchVisitor::visitArms(Operation *op, ArrayRef<Arm> arms,
                              const Rest &otherwise, const Rest &rest) {
  for (; !arms.empty() && !errors.isStopped(); arms = arms.drop_front()) {
    if (depth >= maxBranchDepth && arms.size() > 1) {
      visitArmsFlat(op, arms, otherwise);
      return false;
    }
    Binding condition = getCondition(op, arms.front().condition);
    std::optional<bool> known = knownCondition(condition);
    if (!known) {
      ++depth;
      bool restDone =
          visitArm(op, condition.operand.value(), arms, otherwise, rest);
      --depth;
      return restDone;
    }
    errors.remark(op, *known ? "the condition is always true"
                             : "the condition is always false");
    if (*known) {
      arms.front().action();
      return false;
    }
  }
  if (otherwise)
    otherwise();
  return false;
}

bool BranchVisitor::visitArm(Operation *op, Value condition, ArrayRef<Arm> arms,
                             const Rest &otherwise, const Rest &rest) {
  scf::IfOp ifOp = builder.openIf(op, condition);
  Block *thenBlock = ifOp ? ifOp.thenBlock() : nullptr;
  Block *elseBlock = ifOp ? ifOp.elseBlock() : nullptr;
  Branch a = builder.runBranch(thenBlock, [&] { arms.front().action(); });
  Branch b = builder.runBranch(
      elseBlock, [&] { visitArms(op, arms.drop_front(), otherwise); });
  // The rest runs in the branch from which control reaches it, if there is only
  // one.
  bool restDone = false;
  if (rest) {
    if (!a.exit.mayBeNormal() && b.exit.isNormal()) {
      b = builder.resume(b, elseBlock, rest);
      restDone = true;
    } else if (!b.exit.mayBeNormal() && a.exit.isNormal()) {
      a = builder.resume(a, thenBlock, rest);
      restDone = true;
    }
  }
  builder.closeIf(op, ifOp, a, b);
  return restDone;
}

void BranchVisitor::visitArmsFlat(Operation *op, ArrayRef<Arm> arms,
                                  const Rest &otherwise) {
  // Each arm that is taken leaves by this code, which no jump uses.
  unsigned done = state.newCode();
  for (const Arm &arm : arms)
    builder.guarded(op, [&] {
      Arm leaving{arm.condition, [&] {
                    arm.action();
                    if (state.exit().isNormal())
                      state.leaveBy(done);
                    else
                      builder.guarded(op, [&] { state.leaveBy(done); });
                  }};
      visitArms(op, leaving, nullptr);
    });
  if (otherwise)
    builder.guarded(op, otherwise);
  builder.consume(done);
}

//===----------------------------------------------------------------------===//
// If and the conditional operators
//===----------------------------------------------------------------------===//

bool BranchVisitor::visitIf(cm::JavaIfOp op, Block::iterator next,
                            Block::iterator end) {
  MutableArrayRef<Region> regions = op.getBodies();
  SmallVector<Arm> arms;
  for (size_t i = 0; i + 1 < regions.size(); i += 2)
    arms.push_back(
        {[this, &regions, i] { return bodies.evaluate(regions[i]); },
         [this, &regions, i] { bodies.visitRegion(regions[i + 1]); }});
  Rest otherwise, rest;
  if (regions.size() % 2)
    otherwise = [&] { bodies.visitRegion(regions.back()); };
  if (next != end)
    rest = [&] { bodies.visitFrom(next, end); };
  return visitArms(op, arms, otherwise, rest);
}

void BranchVisitor::visitConditional(cm::JavaCexpressionOp op) {
  Variable *result = state.newVariable({});
  auto choose = [&](Region &region) {
    Binding value = bodies.evaluate(region);
    state.assign(result, value, value.origin ? value.origin : op);
  };
  Arm arm{[&] { return bodies.evaluate(op.getCond()); },
          [&] { choose(op.getTrueBody()); }};
  visitArms(op, arm, [&] { choose(op.getFalseBody()); });
  bindings.bindContent(op, result);
}

/// Moves a branch's ops before its `scf.if` if they may run unconditionally.
static bool speculate(scf::IfOp ifOp, Block *block) {
  if (!llvm::all_of(*block, [](Operation &op) { return isPure(&op); }))
    return false;
  ifOp->getBlock()->getOperations().splice(ifOp->getIterator(),
                                           block->getOperations());
  return true;
}

void BranchVisitor::addOperand(Operation *op, bool isAnd, Variable *result,
                               function_ref<Binding()> operand) {
  // The operand is evaluated only if those before it do not decide the result.
  TypedOperand before = result->content.operand;
  scf::IfOp ifOp = builder.openIf(op, before.value());
  Block *block = nullptr;
  if (ifOp)
    block = isAnd ? ifOp.thenBlock() : ifOp.elseBlock();
  Branch open =
      builder.runBranch(block, [&] { state.assign(result, operand(), op); });
  Branch decided;
  AbsType outcome = AbsType::constantBool(op->getContext(), !isAnd);
  decided.assigned[result] = {{outcome, op, {}, nullptr}, op};
  bool isPlain = open.assigned.size() == 1 && open.exit.isNormal();
  if (!builder.isBuilding() || !isPlain || !speculate(ifOp, block))
    return builder.closeIf(op, ifOp, isAnd ? open : decided,
                           isAnd ? decided : open);
  ifOp.erase();
  const Binding &right = open.assigned[result].first;
  if (knownCondition(right) == !isAnd) // x && false, x || true
    return state.assign(result, right, op);
  TileBuilder tiles = builder.tiles(op);
  Value x = before.value();
  Value y = tiles.get(right.operand);
  Value both = isAnd ? Value(tiles.create<arith::AndIOp>(x, y))
                     : Value(tiles.create<arith::OrIOp>(x, y));
  AbsType truth(tiles.builder.getI1Type());
  state.assign(result, {{truth, both}, op, {}, nullptr}, op);
}

template <typename OpT> void BranchVisitor::visitLogic(OpT op, bool isAnd) {
  MutableArrayRef<Region> operands = op.getBodies();
  Variable *result = state.newVariable({});
  auto operand = [&](size_t i) {
    return getCondition(op, [&] { return bodies.evaluate(operands[i]); });
  };
  state.assign(result, operand(0), op);
  for (size_t i = 1; i < operands.size() && !errors.isStopped(); ++i) {
    std::optional<bool> known = knownCondition(result->content);
    if (known && *known != isAnd)
      break;
    if (known)
      state.assign(result, operand(i), op);
    else
      addOperand(op, isAnd, result, [&] { return operand(i); });
  }
  bindings.bindContent(op, result);
}

void BranchVisitor::visitAnd(cm::JavaCandOp op) { visitLogic(op, true); }
void BranchVisitor::visitOr(cm::JavaCorOp op) { visitLogic(op, false); }

/// The class of a type pattern, `x instanceof C c`: the argument of the
/// pattern's type in the model; null for other patterns.
static Type classOfPattern(cm::PatternMatchOp op) {
  Block &block = op.getMatch().front();
  auto yield = dyn_cast<cm::YieldOp>(op.getPattern().front().back());
  bool isType = yield && yield.getValue() &&
                yield.getValue().getDefiningOp<cm::PatternTypeOp>();
  return isType && block.getNumArguments() == 1 ? block.getArgument(0).getType()
                                                : Type();
}

void BranchVisitor::visitPatternMatch(cm::PatternMatchOp op,
                                      RecordVisitor &records) {
  Type type = classOfPattern(op);
  /// T-INSTANCE-2: a pattern is a class and a variable.
  if (!type) {
    errors.report(op) << "T-INSTANCE-2: a pattern must be a class and a "
                         "variable: x instanceof C c";
    return bindings.bindInvalid(op);
  }
  Binding value = bindings.get(op.getOperand());
  std::optional<bool> is = records.isInstance(op, value, type);
  if (!is)
    return bindings.bindInvalid(op);
  if (*is) {
    bindings.bind(op.getMatch().front().getArgument(0), value);
    bodies.visitRegion(op.getMatch());
  }
  bindings.bindResult(op, AbsType::constantBool(op.getContext(), *is));
}

//===----------------------------------------------------------------------===//
// Switch
//===----------------------------------------------------------------------===//

/// Whether a switch's predicate is the default's: it yields true and reads
/// nothing.
static bool isDefault(Region &predicate) {
  Block &block = predicate.front();
  auto yield = dyn_cast<cm::YieldOp>(block.back());
  if (!yield || !yield.getValue())
    return true;
  auto constant = yield.getValue().getDefiningOp<cm::ConstantOp>();
  auto value = constant ? dyn_cast<BoolAttr>(constant.getValue()) : BoolAttr();
  return value && value.getValue();
}

void BranchVisitor::runAction(MutableArrayRef<Region> regions, size_t action,
                              Variable *result) {
  for (; action < regions.size() && !errors.isStopped(); action += 2) {
    Region &body = regions[action];
    builder.guarded(body.getParentOp(), [&] {
      bodies.visitRegion(body);
      auto yield = dyn_cast<cm::YieldOp>(body.front().back());
      if (yield && yield.getValue() && result)
        state.assign(result, bindings.get(yield.getValue()),
                     body.getParentOp());
    });
    if (!isa<cm::JavaSwitchFallthroughOp>(body.front().back()))
      return;
  }
}

void BranchVisitor::runSwitch(Operation *op, const Binding &selector,
                              MutableArrayRef<Region> regions,
                              Variable *result) {
  SmallVector<Arm> arms;
  Rest otherwise;
  for (size_t i = 0; i + 1 < regions.size(); i += 2) {
    auto action = [=] { runAction(regions, i + 1, result); };
    auto condition = [&, i] {
      Block &block = regions[i].front();
      if (block.getNumArguments())
        bindings.bind(block.getArgument(0), selector);
      return bodies.evaluate(regions[i]);
    };
    if (!regions[i].hasOneBlock() || !isDefault(regions[i]))
      arms.push_back({condition, action});
    else
      otherwise = action;
  }
  visitArms(op, arms, otherwise);
}

void BranchVisitor::visitSwitch(Operation *op, Value selector,
                                MutableArrayRef<Region> regions) {
  JumpTarget target{op, state.newCode(), 0, nullptr};
  if (op->getNumResults())
    target.result = state.newVariable({});
  state.runStatement(target, [&] {
    runSwitch(op, bindings.get(selector), regions, target.result);
  });
  builder.consume(target.breakCode);
  if (target.result)
    bindings.bindContent(op, target.result);
}
