// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Loops as `scf.while`: while, do, and what is no counted loop.
///
/// A loop carries the variables from outside that its bodies store to, if they
/// hold data. Their types stay what they are where it starts, and their
/// numbers are no constants in it, so that its body is run once. A variable
/// that holds nothing yet is not carried.
///
/// Not here: counted loops (CountedLoops.cpp); ranges (Ranges.cpp).

#include "Interpreter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// What a loop stores and where its jumps lead
//===----------------------------------------------------------------------===//

SmallVector<Variable *> Interpreter::storedIn(Operation *loop,
                                              ArrayRef<Region *> bodies) {
  llvm::SetVector<Variable *> stored;
  auto visitStore = [&](cm::VarStoreOp store) {
    Value var = store.getVar();
    Operation *declared = var.getParentRegion()->getParentOp();
    bool isOwn = declared == loop && isa<BlockArgument>(var);
    if (!isOwn && loop->isAncestor(declared))
      return; // declared anew in each iteration
    if (const Binding *found = frame->find(var))
      if (found->variable)
        stored.insert(found->variable);
  };
  for (Region *body : bodies)
    body->walk(visitStore);
  return stored.takeVector();
}

/// Whether a jump in a loop leads out of it. To its next iteration is not out.
static bool leavesLoop(Operation *loop, Operation *jump) {
  auto isInside = [&](Operation *target) {
    return target && loop->isProperAncestor(target);
  };
  if (auto op = dyn_cast<cm::JavaBreakOp>(jump))
    return !isInside(jumpTarget(op));
  if (auto op = dyn_cast<cm::JavaContinueOp>(jump)) {
    Operation *target = jumpTarget(op);
    return target != loop && !isInside(target);
  }
  if (isa<cm::JavaYieldOp>(jump))
    return !isInside(jump->getParentOfType<cm::JavaSwitchExpressionOp>());
  return isa<cm::ReturnOp>(jump);
}

bool cm2tt::hasEscape(Operation *loop) {
  WalkResult result = loop->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<cm::LambdaOp>(op))
      return WalkResult::skip(); // its jumps are its own
    return leavesLoop(loop, op) ? WalkResult::interrupt()
                                : WalkResult::advance();
  });
  return result.wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Carried variables
//===----------------------------------------------------------------------===//

Carried Interpreter::makeCarried(ArrayRef<Variable *> stored, Operation *loop) {
  Carried carried;
  for (Variable *variable : stored) {
    Binding content = variable->content;
    if (content.type().isUnknown() || content.type().isInvalid())
      continue;
    content.operand = atRunTime(loop, content.operand);
    bool isCarried = content.type().countValues() > 0;
    // What is no data, a lambda for one, cannot change from one iteration to
    // the next: what it was before the loop is not known in it.
    bool mayBeNull = content.mayBeNull || isNull(content.type());
    assign(variable,
           isCarried ? content : Binding{{}, nullptr, {}, nullptr, mayBeNull},
           variable->assignedBy);
    if (!isCarried)
      continue;
    carried.variables.push_back(variable);
    carried.before.push_back(content);
  }
  return carried;
}

void Interpreter::flatten(ArrayRef<Variable *> carried,
                          SmallVectorImpl<Value> &values) {
  if (!building)
    return;
  for (Variable *variable : carried)
    valuesFor(calls.back().place, variable->content.operand,
              variable->content.type(), values);
}

void Interpreter::setCarried(const Carried &carried, ValueRange values) {
  for (auto [variable, before] :
       llvm::zip_equal(carried.variables, carried.before)) {
    AbsType type = before.type();
    unsigned count = building ? type.countValues() : 0;
    Binding content = variable->content;
    content.operand = TypedOperand(type, values.take_front(count));
    content.mayBeNull |= before.mayBeNull;
    values = values.drop_front(count);
    assign(variable, content, variable->assignedBy);
  }
}

/// Java's types say nothing of the sign.
static bool isSameButForSign(AbsType a, AbsType b) {
  if (a == b)
    return true;
  auto left = a.components(), right = b.components();
  if (a.isRecord() && b.isRecord() &&
      a.getRecordClass() == b.getRecordClass() && left.size() == right.size())
    return std::equal(left.begin(), left.end(), right.begin(),
                      isSameButForSign);
  return a.isData() && b.isData() && !a.isConstant() && !b.isConstant() &&
         signlessType(a.getType()) == signlessType(b.getType());
}

void Interpreter::checkCarried(const Carried &carried, Operation *loop) {
  for (auto [variable, before] :
       llvm::zip_equal(carried.variables, carried.before)) {
    AbsType type = before.type(), now = variable->content.type();
    bool becomesNull = variable->content.mayBeNull && !before.mayBeNull;
    if (now.isInvalid() ||
        (isSameButForSign(type, widened(now)) && !becomesNull))
      continue;
    Operation *by = variable->assignedBy ? variable->assignedBy : loop;
    std::string name =
        variable->name ? "'" + variable->name.str() + "'" : "the value";
    /// T-LOOP-1: a variable keeps its type from one iteration to the next.
    InFlightDiagnostic diagnostic =
        error(by) << "T-LOOP-1: " << name << " is " << type.str()
                  << " where the loop starts and "
                  << (becomesNull                      ? "may be null"
                      : now.isUnknown() || isNull(now) ? "nothing"
                                                       : now.str())
                  << " after an iteration";
    if (before.origin)
      diagnostic.attachNote(before.origin->getLoc())
          << type.str() << " from here";
  }
}

SmallVector<Location> Interpreter::carriedPlaces(ArrayRef<Variable *> carried,
                                                 Location loc) {
  SmallVector<Location> places;
  for (Variable *variable : carried)
    places.append(variable->content.type().countValues(),
                  variable->name ? Location(NameLoc::get(variable->name, loc))
                                 : loc);
  return places;
}

/// What stored variables hold that a loop does not carry is not known behind
/// it.
void Interpreter::forgetUncarried(ArrayRef<Variable *> stored,
                                  ArrayRef<Variable *> carried) {
  for (Variable *variable : stored)
    if (!llvm::is_contained(carried, variable) &&
        !variable->content.type().isUnknown())
      assign(variable, Binding(), variable->assignedBy);
}

//===----------------------------------------------------------------------===//
// Loops in general
//===----------------------------------------------------------------------===//

void Interpreter::visitLoop(LoopParts &loop) {
  targets.push_back({loop.op, newCode(), newCode(), nullptr});
  if (loop.testsFirst && loop.condition && !loop.hasEscape)
    visitPlainWhile(loop);
  else
    visitRotatedWhile(loop);
  unsigned code = targets.back().breakCode;
  targets.pop_back();
  consume(code);
}

void Interpreter::runIteration(LoopParts &loop) {
  loop.body();
  consume(targets.back().continueCode);
  if (loop.update)
    guarded(loop.op, loop.update);
  // Other ways out can only be those into loops that never end.
  if (!loop.hasEscape)
    exit = Exit();
}

scf::WhileOp Interpreter::openWhile(Operation *op, ArrayRef<Variable *> carried,
                                    ValueRange values) {
  if (!building)
    return {};
  Location loc = place(op);
  auto whileOp = scf::WhileOp::create(ir, loc, values.getTypes(), values);
  SmallVector<Location> places = carriedPlaces(carried, loc);
  for (Region *region : {&whileOp.getBefore(), &whileOp.getAfter()})
    region->emplaceBlock().addArguments(values.getTypes(), places);
  return whileOp;
}

/// A loop that tests first and has no jumps out of it:
///
///     scf.while (carried) { condition } do { body; update }
void Interpreter::visitPlainWhile(LoopParts &loop) {
  size_t mark = trail.size();
  Carried carried = makeCarried(loop.stored, loop.op);
  SmallVector<Value> values;
  flatten(carried.variables, values);
  scf::WhileOp whileOp = openWhile(loop.op, carried.variables, values);
  auto enter = [&](Region &region) {
    ir.setInsertionPointToEnd(&region.front());
    setCarried(carried, region.getArguments());
  };
  auto leave = [&] {
    checkCarried(carried, loop.op);
    values.clear();
    flatten(carried.variables, values);
  };
  {
    OpBuilder::InsertionGuard guard(ir);
    if (building)
      enter(whileOp.getBefore());
    Binding condition = conditionOf(loop.op, {loop.condition, nullptr});
    if (condition.type().getInt() == 0) { // the body is not even typed
      remark(loop.op, "the loop never runs");
      // The condition is evaluated once, where nothing is carried.
      takeBack(mark);
      if (building)
        ir.setInsertionPoint(whileOp);
      loop.condition();
      if (whileOp)
        whileOp.erase();
      return;
    }
    leave();
    if (building) {
      Value goesOn = tiles(loop.op).get(condition.operand);
      scf::ConditionOp::create(ir, whileOp.getLoc(), goesOn, values);
      enter(whileOp.getAfter());
    }
    runIteration(loop);
    leave();
    if (building)
      scf::YieldOp::create(ir, whileOp.getLoc(), values);
  }
  forgetUncarried(loop.stored, carried.variables);
  setCarried(carried,
             building ? ValueRange(whileOp.getResults()) : ValueRange());
}

void Interpreter::runRotatedIteration(LoopParts &loop) {
  unsigned breakCode = targets.back().breakCode;
  Rest leave = [&, breakCode] { exit = Exit::by(breakCode); };
  if (!loop.condition)
    return runIteration(loop);
  if (loop.testsFirst) {
    Arm arm{loop.condition, [&] { runIteration(loop); }};
    visitArms(loop.op, arm, leave, nullptr);
    return;
  }
  runIteration(loop);
  if (!exit.isNormal())
    return guarded(loop.op, [&] {
      visitArms(loop.op, Arm{loop.condition, [] {}}, leave, nullptr);
    });
  Binding condition = conditionOf(loop.op, {loop.condition, nullptr});
  if (condition.type().getInt() == 0)
    return leave();
  if (condition.type().isConstant())
    return;
  loop.goesOn = condition.operand.value();
  exit.codes = {0, breakCode};
}

/// Any other loop: all of an iteration comes before the test of how it ended,
///
///     scf.while (carried) { condition; body; update; exit == normal } do {}
///
/// so that what it assigns is at hand behind the loop, whatever was known
/// before it.
void Interpreter::visitRotatedWhile(LoopParts &loop) {
  Carried carried = makeCarried(loop.stored, loop.op);
  SmallVector<Value> values;
  flatten(carried.variables, values);
  scf::WhileOp whileOp = openWhile(loop.op, carried.variables, values);
  Branch end = runBranch(whileOp ? &whileOp.getBefore().front() : nullptr, [&] {
    setCarried(carried, whileOp ? ValueRange(whileOp.getBeforeArguments())
                                : ValueRange());
    runRotatedIteration(loop);
    checkCarried(carried, loop.op);
  });
  // Carried variables first, then what else is assigned and outlives it.
  SmallVector<Variable *> left(carried.variables);
  for (auto &[variable, content] : end.assigned) {
    AbsType type = content.first.type();
    if (!llvm::is_contained(carried.variables, variable) && !type.isUnknown() &&
        !type.isInvalid() && !holdsLambda(type))
      left.push_back(variable);
  }
  exit = end.exit;
  ValueRange results = finishWhile(loop, whileOp, end, left);
  for (Variable *variable : left) {
    auto [content, by] = end.assigned[variable];
    unsigned count = building ? content.type().countValues() : 0;
    content.operand = TypedOperand(content.type(), results.take_front(count));
    results = results.drop_front(count);
    assign(variable, content, by);
  }
  forgetUncarried(loop.stored, left);
  if (building && exit.codes.size() > 1)
    exit.value = results.front();
}

ValueRange Interpreter::finishWhile(const LoopParts &loop, scf::WhileOp whileOp,
                                    const Branch &end,
                                    ArrayRef<Variable *> left) {
  OpBuilder::InsertionGuard guard(ir);
  Location loc = calls.back().place;
  SmallVector<Value> values;
  Value goesOn;
  if (building) {
    ir.setInsertionPointToEnd(&whileOp.getBefore().front());
    goesOn = loop.goesOn ? loop.goesOn : isExit(0);
    for (Variable *variable : left) {
      const Binding &content = end.assigned.find(variable)->second.first;
      valuesFor(loc, content.operand, content.type(), values);
    }
  }
  // An endless loop is left by no way: what follows is not reached.
  Value number = exit.value;
  llvm::erase(exit.codes, 0u);
  if (exit.codes.empty())
    exit = Exit::by(newCode());
  if (!building)
    return {};
  if (exit.codes.size() > 1)
    values.push_back(number);
  scf::ConditionOp::create(ir, loc, goesOn, values);
  ir.setInsertionPoint(whileOp);
  TypeRange types = ValueRange(values).getTypes();
  auto finished =
      scf::WhileOp::create(ir, whileOp.getLoc(), types, whileOp.getInits());
  finished.getBefore().takeBody(whileOp.getBefore());
  Block &after = finished.getAfter().emplaceBlock();
  after.addArguments(types, SmallVector<Location>(types.size(), loc));
  whileOp.erase();
  ir.setInsertionPointToEnd(&after);
  unsigned count = finished.getInits().size();
  scf::YieldOp::create(ir, loc, after.getArguments().take_front(count));
  return finished.getResults();
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// What a body yields; null if it yields nothing.
static Value yieldedBy(Region &region) {
  auto yield = region.hasOneBlock()
                   ? dyn_cast<cm::YieldOp>(region.front().back())
                   : cm::YieldOp();
  return yield ? yield.getValue() : Value();
}

/// Whether a condition is the constant true, as of `for (;;)`.
static bool isAlwaysTrue(Region &condition) {
  Value yielded = yieldedBy(condition);
  auto constant =
      yielded ? yielded.getDefiningOp<cm::ConstantOp>() : cm::ConstantOp();
  auto value = constant ? dyn_cast<BoolAttr>(constant.getValue()) : BoolAttr();
  return value && value.getValue();
}

bool Interpreter::givesFirstValue(Operation *loop, Region &condition) {
  return llvm::any_of(storedIn(loop, &condition), [](Variable *variable) {
    return variable->content.type().isUnknown();
  });
}

void Interpreter::visitWhile(cm::JavaWhileOp op) {
  LoopParts loop;
  loop.op = op;
  if (!isAlwaysTrue(op.getCond()))
    loop.condition = [&] { return evaluate(op.getCond()); };
  loop.body = [&] { visitRegion(op.getLoop()); };
  loop.hasEscape = hasEscape(op) || givesFirstValue(op, op.getCond());
  loop.stored = storedIn(op, {&op.getCond(), &op.getLoop()});
  visitLoop(loop);
}

void Interpreter::visitDoWhile(cm::JavaDoWhileOp op) {
  LoopParts loop;
  loop.op = op;
  loop.condition = [&] { return evaluate(op.getCond()); };
  loop.body = [&] { visitRegion(op.getLoop()); };
  loop.testsFirst = false;
  loop.stored = storedIn(op, {&op.getLoop(), &op.getCond()});
  visitLoop(loop);
}

/// What the first part of a for statement declares.
static SmallVector<Value> declaredBy(cm::JavaForOp op) {
  Value yielded = yieldedBy(op.getInit());
  if (!yielded)
    return {};
  if (auto tuple = yielded.getDefiningOp<cm::TupleOp>())
    return llvm::to_vector(tuple.getComponents());
  return {yielded};
}

bool Interpreter::declareLoopVariables(cm::JavaForOp op) {
  visitRegion(op.getInit());
  SmallVector<Value> declared = declaredBy(op);
  for (Region *region : {&op.getCond(), &op.getUpdate(), &op.getLoop()}) {
    /// T-CONTROL-3: a for statement's variables are what its first part yields.
    if (region->getNumArguments() != declared.size()) {
      error(op) << "T-CONTROL-3: the loop's variables are not those that its "
                   "first part declares";
      return false;
    }
    for (auto [argument, value] :
         llvm::zip_equal(region->getArguments(), declared))
      bind(argument, binding(value));
  }
  return true;
}

void Interpreter::visitFor(cm::JavaForOp op) {
  size_t born = variables.size();
  if (!declareLoopVariables(op))
    return;
  LoopParts loop;
  loop.op = op;
  if (!isAlwaysTrue(op.getCond()))
    loop.condition = [&] { return evaluate(op.getCond()); };
  loop.body = [&] { visitRegion(op.getLoop()); };
  loop.update = [&] { visitRegion(op.getUpdate()); };
  loop.hasEscape = hasEscape(op) || givesFirstValue(op, op.getCond());
  loop.stored = storedIn(op, {&op.getCond(), &op.getLoop(), &op.getUpdate()});
  loop.firstOwn = born + 1;
  if (!loop.condition || loop.hasEscape || !visitCounted(op, loop))
    visitLoop(loop);
}
