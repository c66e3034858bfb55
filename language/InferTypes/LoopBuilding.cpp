// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Loops: the variables that they carry, and the operations around their
/// bodies.
///
/// A loop carries the variables from outside that its bodies store to, if they
/// hold data. They keep the types that they have before the loop, and numbers
/// among them are not constants in it, so that its body is walked once, at any
/// depth of nested loops.

#include "ControlFlowBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Carried variables
//===----------------------------------------------------------------------===//

Carried ControlFlowBuilder::makeCarried(ArrayRef<Variable *> stored,
                                        Operation *loop) {
  Carried carried;
  for (Variable *variable : stored) {
    Binding content = variable->content;
    if (content.type().isUnknown() || content.type().isInvalid())
      continue;
    content.operand = atRunTime(loop, content.operand);
    bool isCarried = content.type().countValues() > 0;
    // A variable without data, such as a lambda, cannot change from one
    // iteration to the next: its content before the loop is not known in it.
    bool mayBeNull = content.mayBeNull || isNull(content.type());
    state.assign(variable,
                 isCarried ? content
                           : Binding{{}, nullptr, {}, nullptr, mayBeNull},
                 variable->assignedBy);
    if (!isCarried)
      continue;
    carried.variables.push_back(variable);
    carried.before.push_back(content);
  }
  return carried;
}

SmallVector<Value> ControlFlowBuilder::flatten(const Carried &carried) {
  SmallVector<Value> values;
  if (isBuilding())
    for (Variable *variable : carried.variables)
      valuesFor(state.call().loc, variable->content.operand,
                variable->content.type(), values);
  return values;
}

void ControlFlowBuilder::setCarried(const Carried &carried, ValueRange values) {
  for (auto [variable, before] :
       llvm::zip_equal(carried.variables, carried.before)) {
    AbsType type = before.type();
    unsigned count = isBuilding() ? type.countValues() : 0;
    Binding content = variable->content;
    content.operand = TypedOperand(type, values.take_front(count));
    content.mayBeNull |= before.mayBeNull;
    values = values.drop_front(count);
    state.assign(variable, content, variable->assignedBy);
  }
}

/// Whether two types are equal except for the signedness of numbers, which
/// Java's types lack. The element type of a tile determines how its elements
/// are extended and compared.
static bool isSameButForSign(AbsType a, AbsType b) {
  if (a == b)
    return true;
  auto left = a.getComponents(), right = b.getComponents();
  if (a.isRecord() && b.isRecord() &&
      a.getRecordClass() == b.getRecordClass() && left.size() == right.size())
    return std::equal(left.begin(), left.end(), right.begin(),
                      isSameButForSign);
  return a.isNumber() && b.isNumber() && !a.isConstant() && !b.isConstant() &&
         signlessType(a.getType()) == signlessType(b.getType());
}

void ControlFlowBuilder::checkCarried(const Carried &carried, Operation *loop) {
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
        errors.report(by) << "T-LOOP-1: " << name << " is " << type.str()
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

SmallVector<Location>
ControlFlowBuilder::carriedLocations(const Carried &carried, Location loc) {
  SmallVector<Location> locations;
  for (Variable *variable : carried.variables)
    locations.append(
        variable->content.type().countValues(),
        variable->name ? Location(NameLoc::get(variable->name, loc)) : loc);
  return locations;
}

void ControlFlowBuilder::forgetUncarried(ArrayRef<Variable *> stored,
                                         ArrayRef<Variable *> carried) {
  for (Variable *variable : stored)
    if (!llvm::is_contained(carried, variable) &&
        !variable->content.type().isUnknown())
      state.assign(variable, Binding(), variable->assignedBy);
}

//===----------------------------------------------------------------------===//
// Loops that test before their body
//===----------------------------------------------------------------------===//

scf::WhileOp ControlFlowBuilder::openWhile(Operation *op,
                                           const Carried &carried) {
  if (!isBuilding())
    return {};
  SmallVector<Value> values = flatten(carried);
  TypeRange types = ValueRange(values).getTypes();
  Location loc = getLocation(op);
  auto whileOp = scf::WhileOp::create(ir, loc, types, values);
  SmallVector<Location> locations = carriedLocations(carried, loc);
  for (Region *region : {&whileOp.getBefore(), &whileOp.getAfter()})
    region->emplaceBlock().addArguments(types, locations);
  return whileOp;
}

void ControlFlowBuilder::enterRegion(const Carried &carried, Region &region) {
  ir.setInsertionPointToEnd(&region.front());
  setCarried(carried, region.getArguments());
}

OpBuilder::InsertionGuard
ControlFlowBuilder::enterTest(scf::WhileOp whileOp, const Carried &carried) {
  OpBuilder::InsertionGuard guard(ir);
  if (isBuilding())
    enterRegion(carried, whileOp.getBefore());
  return guard;
}

void ControlFlowBuilder::closeTest(Operation *op, scf::WhileOp whileOp,
                                   const Binding &condition,
                                   const Carried &carried) {
  checkCarried(carried, op);
  if (!isBuilding())
    return;
  SmallVector<Value> values = flatten(carried);
  Value goesOn = tiles(op).get(condition.operand);
  scf::ConditionOp::create(ir, whileOp.getLoc(), goesOn, values);
  enterRegion(carried, whileOp.getAfter());
}

void ControlFlowBuilder::closeBody(Operation *op, const Carried &carried) {
  checkCarried(carried, op);
  SmallVector<Value> values = flatten(carried);
  if (isBuilding())
    scf::YieldOp::create(ir, getLocation(op), values);
}

void ControlFlowBuilder::leaveLoop(ArrayRef<Variable *> stored,
                                   const Carried &carried, Operation *loop) {
  forgetUncarried(stored, carried.variables);
  setCarried(carried,
             isBuilding() ? ValueRange(loop->getResults()) : ValueRange());
}

//===----------------------------------------------------------------------===//
// Loops with an iteration before the test
//===----------------------------------------------------------------------===//

void ControlFlowBuilder::closeRotated(ArrayRef<Variable *> stored,
                                      const Carried &carried,
                                      scf::WhileOp whileOp, const Branch &end,
                                      Value goesOn) {
  // Carried variables first, then others that are assigned and outlive the
  // loop's body.
  SmallVector<Variable *> left(carried.variables);
  for (auto &[variable, content] : end.assigned) {
    AbsType type = content.first.type();
    if (!llvm::is_contained(carried.variables, variable) && !type.isUnknown() &&
        !type.isInvalid() && !holdsLambda(type))
      left.push_back(variable);
  }
  ValueRange results = finishRotated(whileOp, end, left, goesOn);
  for (Variable *variable : left) {
    auto [content, by] = end.assigned.find(variable)->second;
    unsigned count = isBuilding() ? content.type().countValues() : 0;
    content.operand = TypedOperand(content.type(), results.take_front(count));
    results = results.drop_front(count);
    state.assign(variable, content, by);
  }
  forgetUncarried(stored, left);
  if (isBuilding() && state.exit().codes.size() > 1) {
    Exit exit = state.exit();
    exit.value = results.front();
    state.setExit(std::move(exit));
  }
}

ValueRange ControlFlowBuilder::finishRotated(scf::WhileOp whileOp,
                                             const Branch &end,
                                             ArrayRef<Variable *> left,
                                             Value goesOn) {
  OpBuilder::InsertionGuard guard(ir);
  Location loc = state.call().loc;
  SmallVector<Value> values;
  state.setExit(end.exit);
  if (isBuilding()) {
    ir.setInsertionPointToEnd(&whileOp.getBefore().front());
    if (!goesOn)
      goesOn = isExit(0);
    for (Variable *variable : left) {
      const Binding &content = end.assigned.find(variable)->second.first;
      valuesFor(loc, content.operand, content.type(), values);
    }
  }
  // Code after an endless loop is not reached.
  Exit exit = end.exit;
  llvm::erase(exit.codes, 0u);
  if (exit.codes.empty())
    exit = Exit::by(state.newCode());
  state.setExit(exit);
  if (!isBuilding())
    return {};
  if (exit.codes.size() > 1)
    values.push_back(end.exit.value);
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
// Counted loops
//===----------------------------------------------------------------------===//

scf::ForOp ControlFlowBuilder::openFor(Operation *op,
                                       const CountedLoop &counted,
                                       const Carried &carried,
                                       ArrayRef<NamedAttribute> hints) {
  if (!isBuilding())
    return {};
  SmallVector<Value> values = flatten(carried);
  Location loc = getLocation(op);
  auto forOp = scf::ForOp::create(ir, loc, counted.lower, counted.upper,
                                  counted.step, values);
  if (!forOp.getBody()->empty())
    forOp.getBody()->back().erase();
  forOp->setAttrs(hints);
  for (auto [argument, name] :
       llvm::zip(forOp.getRegionIterArgs(), carriedLocations(carried, loc)))
    argument.setLoc(name);
  if (counted.variable && counted.variable->name)
    forOp.getInductionVar().setLoc(NameLoc::get(counted.variable->name, loc));
  return forOp;
}

OpBuilder::InsertionGuard
ControlFlowBuilder::enterFor(Operation *op, scf::ForOp forOp,
                             const CountedLoop &counted,
                             const Carried &carried) {
  OpBuilder::InsertionGuard guard(ir);
  Value index;
  if (isBuilding()) {
    Location loc = forOp.getLoc();
    ir.setInsertionPointToEnd(forOp.getBody());
    setCarried(carried, forOp.getRegionIterArgs());
    index = forOp.getInductionVar();
    if (counted.mirror)
      index = arith::SubIOp::create(ir, loc, counted.mirror, index);
    Type type = counted.type.getType();
    if (index.getType() != type) // an int that is compared as a long
      index = arith::TruncIOp::create(ir, loc, type, index);
  } else {
    setCarried(carried, {});
  }
  state.assign(counted.variable, {{counted.type, index}, op, {}, nullptr}, op);
  return guard;
}
