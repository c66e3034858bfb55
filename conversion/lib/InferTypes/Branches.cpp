// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Statements and expressions that branch: if, switch, the conditional
/// operators, and jumps.
///
/// Not here: merging what branches leave (Merging.cpp); loops (Loops.cpp).

#include "Interpreter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace cm2tt;

/// Branches nest that deep in what is built; then tests of exits take their
/// place, so that a thousand cases of a switch do not nest a thousand deep.
constexpr unsigned maxBranchDepth = 32;

//===----------------------------------------------------------------------===//
// Arms
//===----------------------------------------------------------------------===//

/// Whether a condition is known, and what it is.
static std::optional<bool> knownCondition(const Binding &condition) {
  if (!condition.type().isConstant())
    return std::nullopt;
  return *condition.type().getInt() != 0;
}

Binding Interpreter::conditionOf(Operation *op, const Arm &arm) {
  Binding condition = arm.condition();
  AbsType type = condition.type();
  if (type.isInvalid() || (type.isNumber() && type.getType().isInteger(1)))
    return condition;
  /// T-CONDITION-1: a condition is a truth value, not a tile of them.
  InFlightDiagnostic diagnostic =
      error(op, condition)
      << "T-CONDITION-1: a condition must be one truth value: " << type.str();
  if (type.isTile())
    diagnostic.attachNote()
        << "Triton.where chooses for each element of a tile";
  return {AbsType::invalid(context), op, {}, nullptr};
}

bool Interpreter::visitArms(Operation *op, ArrayRef<Arm> arms,
                            const Rest &otherwise, const Rest &rest) {
  for (; !arms.empty() && !stopped; arms = arms.drop_front()) {
    if (branchDepth >= maxBranchDepth && arms.size() > 1) {
      visitArmsFlat(op, arms, otherwise);
      return false;
    }
    Binding condition = conditionOf(op, arms.front());
    std::optional<bool> known = knownCondition(condition);
    if (!known) {
      ++branchDepth;
      bool restDone =
          visitArm(op, condition.operand.value(), arms, otherwise, rest);
      --branchDepth;
      return restDone;
    }
    remark(op, *known ? "the condition is always true"
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

bool Interpreter::visitArm(Operation *op, Value condition, ArrayRef<Arm> arms,
                           const Rest &otherwise, const Rest &rest) {
  scf::IfOp ifOp = openIf(op, condition);
  Block *thenBlock = ifOp ? ifOp.thenBlock() : nullptr;
  Block *elseBlock = ifOp ? ifOp.elseBlock() : nullptr;
  Branch a = runBranch(thenBlock, [&] { arms.front().action(); });
  Branch b = runBranch(
      elseBlock, [&] { visitArms(op, arms.drop_front(), otherwise, nullptr); });
  // What follows runs where control comes to it, if that is one branch.
  bool restDone = false;
  if (rest) {
    if (!a.exit.mayBeNormal() && b.exit.isNormal()) {
      b = resume(b, elseBlock, rest);
      restDone = true;
    } else if (!b.exit.mayBeNormal() && a.exit.isNormal()) {
      a = resume(a, thenBlock, rest);
      restDone = true;
    }
  }
  closeIf(op, ifOp, a, b);
  return restDone;
}

void Interpreter::visitArmsFlat(Operation *op, ArrayRef<Arm> arms,
                                const Rest &otherwise) {
  // Each arm that is taken leaves by a code of its own kind.
  unsigned done = newCode();
  for (const Arm &arm : arms)
    guarded(op, [&] {
      Arm leaving{arm.condition, [&] {
                    arm.action();
                    if (exit.isNormal())
                      exit = Exit::by(done);
                    else
                      guarded(op, [&] { exit = Exit::by(done); });
                  }};
      visitArms(op, leaving, nullptr, nullptr);
    });
  if (otherwise)
    guarded(op, otherwise);
  consume(done);
}

void Interpreter::guarded(Operation *op, function_ref<void()> code) {
  if (exit.isNormal())
    return code();
  if (!exit.mayBeNormal())
    return;
  scf::IfOp ifOp = openIf(op, building ? isExit(0) : Value());
  Exit before = exit;
  Branch a = runBranch(ifOp ? ifOp.thenBlock() : nullptr, code);
  Branch b;
  b.exit = before;
  llvm::erase(b.exit.codes, 0u);
  closeIf(op, ifOp, a, b);
}

//===----------------------------------------------------------------------===//
// If and the conditional operators
//===----------------------------------------------------------------------===//

bool Interpreter::visitIf(cm::JavaIfOp op, Block::iterator next,
                          Block::iterator end) {
  MutableArrayRef<Region> bodies = op.getBodies();
  SmallVector<Arm> arms;
  for (size_t i = 0; i + 1 < bodies.size(); i += 2)
    arms.push_back({[this, &bodies, i] { return evaluate(bodies[i]); },
                    [this, &bodies, i] { visitRegion(bodies[i + 1]); }});
  Rest otherwise, rest;
  if (bodies.size() % 2)
    otherwise = [&] { visitRegion(bodies.back()); };
  if (next != end)
    rest = [&] { visitFrom(next, end); };
  return visitArms(op, arms, otherwise, rest);
}

void Interpreter::visitConditional(cm::JavaCexpressionOp op) {
  Variable *result = newVariable({});
  auto choose = [&](Region &region) {
    Binding value = evaluate(region);
    assign(result, value, value.origin ? value.origin : op);
  };
  Arm arm{[&] { return evaluate(op.getCond()); },
          [&] { choose(op.getTrueBody()); }};
  visitArms(op, arm, [&] { choose(op.getFalseBody()); }, nullptr);
  bindVariable(op, result);
}

/// Moves a branch's ops in front of its `scf.if` if they may run in any case.
static bool speculate(scf::IfOp ifOp, Block *block) {
  if (!llvm::all_of(*block, [](Operation &op) { return isPure(&op); }))
    return false;
  ifOp->getBlock()->getOperations().splice(ifOp->getIterator(),
                                           block->getOperations());
  return true;
}

void Interpreter::addOperand(Operation *op, bool isAnd, Variable *result,
                             function_ref<Binding()> operand) {
  // What is evaluated where the operands before do not decide.
  TypedOperand before = result->content.operand;
  scf::IfOp ifOp = openIf(op, before.value());
  Block *block = nullptr;
  if (ifOp)
    block = isAnd ? ifOp.thenBlock() : ifOp.elseBlock();
  Branch open = runBranch(block, [&] { assign(result, operand(), op); });
  Branch decided;
  decided.assigned[result] = {constantBool(!isAnd, op), op};
  bool isPlain = open.assigned.size() == 1 && open.exit.isNormal();
  if (!building || !isPlain || !speculate(ifOp, block))
    return closeIf(op, ifOp, isAnd ? open : decided, isAnd ? decided : open);
  ifOp.erase();
  const Binding &right = open.assigned[result].first;
  if (knownCondition(right) == !isAnd) // x && false, x || true
    return assign(result, right, op);
  TileBuilder builder = tiles(op);
  Value x = before.value();
  Value y = builder.get(right.operand);
  Value both = isAnd ? Value(builder.create<arith::AndIOp>(x, y))
                     : Value(builder.create<arith::OrIOp>(x, y));
  assign(result, {{AbsType(ir.getI1Type()), both}, op, {}, nullptr}, op);
}

template <typename OpT> void Interpreter::visitLogic(OpT op, bool isAnd) {
  MutableArrayRef<Region> bodies = op.getBodies();
  Variable *result = newVariable({});
  auto operand = [&](size_t i) {
    return conditionOf(op, {[&] { return evaluate(bodies[i]); }, nullptr});
  };
  assign(result, operand(0), op);
  for (size_t i = 1; i < bodies.size() && !stopped; ++i) {
    std::optional<bool> known = knownCondition(result->content);
    if (known && *known != isAnd)
      break;
    if (known)
      assign(result, operand(i), op);
    else
      addOperand(op, isAnd, result, [&] { return operand(i); });
  }
  bindVariable(op, result);
}

void Interpreter::visitAnd(cm::JavaCandOp op) { visitLogic(op, true); }
void Interpreter::visitOr(cm::JavaCorOp op) { visitLogic(op, false); }

//===----------------------------------------------------------------------===//
// Switch
//===----------------------------------------------------------------------===//

/// Whether a switch's predicate is the default's: it yields true and looks at
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

void Interpreter::runAction(MutableArrayRef<Region> bodies, size_t action,
                            Variable *result) {
  for (; action < bodies.size() && !stopped; action += 2) {
    Region &body = bodies[action];
    guarded(body.getParentOp(), [&] {
      visitRegion(body);
      auto yield = dyn_cast<cm::YieldOp>(body.front().back());
      if (yield && yield.getValue() && result)
        assign(result, binding(yield.getValue()), body.getParentOp());
    });
    if (!isa<cm::JavaSwitchFallthroughOp>(body.front().back()))
      return;
  }
}

void Interpreter::visitSwitch(Operation *op, Value selector,
                              MutableArrayRef<Region> bodies) {
  Target target{op, newCode(), 0, nullptr};
  if (op->getNumResults())
    target.result = newVariable({});
  targets.push_back(target);
  Binding value = binding(selector);
  SmallVector<Arm> arms;
  Rest otherwise;
  for (size_t i = 0; i + 1 < bodies.size(); i += 2) {
    auto action = [&, i] { runAction(bodies, i + 1, target.result); };
    if (!bodies[i].hasOneBlock() || !isDefault(bodies[i]))
      arms.push_back({[&, i] {
                        Block &block = bodies[i].front();
                        if (block.getNumArguments())
                          bind(block.getArgument(0), value);
                        return evaluate(bodies[i]);
                      },
                      action});
    else
      otherwise = action;
  }
  visitArms(op, arms, otherwise, nullptr);
  targets.pop_back();
  consume(target.breakCode);
  if (target.result)
    bindVariable(op, target.result);
}

void Interpreter::visitSwitchYield(cm::JavaYieldOp op) {
  auto statement = op->getParentOfType<cm::JavaSwitchExpressionOp>();
  if (const Target *target = findTarget(op, statement)) {
    assign(target->result, binding(op.getValue()), op);
    exit = Exit::by(target->breakCode);
  }
}

//===----------------------------------------------------------------------===//
// Jumps
//===----------------------------------------------------------------------===//

/// The labelled statement that a jump names; null if it names none.
template <typename OpT> static cm::JavaLabeledOp labeledTarget(OpT op) {
  StringAttr label = op.getLabelAttr();
  if (op.getTarget()) {
    auto constant = op.getTarget().template getDefiningOp<cm::ConstantOp>();
    label = constant ? dyn_cast<StringAttr>(constant.getValue()) : StringAttr();
  }
  auto labelOf = [](cm::JavaLabeledOp labeled) {
    auto constant = labeled.getLabel().getDefiningOp<cm::ConstantOp>();
    return constant ? constant.getValue() : Attribute();
  };
  auto labeled = op->template getParentOfType<cm::JavaLabeledOp>();
  while (labeled && labelOf(labeled) != label)
    labeled = labeled->template getParentOfType<cm::JavaLabeledOp>();
  return labeled;
}

static bool isLoop(Operation *op) {
  return isa<cm::JavaForOp, cm::JavaWhileOp, cm::JavaDoWhileOp,
             cm::JavaEnhancedForOp>(op);
}

Operation *cm2tt::jumpTarget(cm::JavaBreakOp op) {
  if (op.getTarget() || op.getLabelAttr())
    return labeledTarget(op);
  Operation *parent = op->getParentOp();
  while (parent && !isLoop(parent) && !isa<cm::JavaSwitchStatementOp>(parent))
    parent = parent->getParentOp();
  return parent;
}

Operation *cm2tt::jumpTarget(cm::JavaContinueOp op) {
  if (op.getTarget() || op.getLabelAttr()) {
    if (cm::JavaLabeledOp labeled = labeledTarget(op))
      for (Operation &statement : labeled.getBody().front())
        if (isLoop(&statement))
          return &statement;
    return nullptr;
  }
  Operation *parent = op->getParentOp();
  while (parent && !isLoop(parent))
    parent = parent->getParentOp();
  return parent;
}

const Interpreter::Target *Interpreter::findTarget(Operation *jump,
                                                   Operation *statement) {
  for (const Target &target : llvm::reverse(targets))
    if (target.op == statement)
      return &target;
  /// T-JUMP-1: a jump's target is being run, and a loop if it is repeated.
  error(jump) << "T-JUMP-1: the jump leads out of what is being run";
  return nullptr;
}

void Interpreter::jumpTo(Operation *op, Operation *statement, bool repeats) {
  if (const Target *target = findTarget(op, statement))
    exit = Exit::by(repeats ? target->continueCode : target->breakCode);
}

void Interpreter::visitBreak(cm::JavaBreakOp op) {
  jumpTo(op, jumpTarget(op), /*repeats=*/false);
}

void Interpreter::visitContinue(cm::JavaContinueOp op) {
  jumpTo(op, jumpTarget(op), /*repeats=*/true);
}

void Interpreter::visitLabeled(cm::JavaLabeledOp op) {
  targets.push_back({op, newCode(), 0, nullptr});
  visitRegion(op.getBody());
  unsigned code = targets.back().breakCode;
  targets.pop_back();
  consume(code);
}
