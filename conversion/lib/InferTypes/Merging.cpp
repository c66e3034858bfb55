// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Branches: running a piece of code that may or may not be run, taking it
/// back, and merging what two such pieces leave: variables and exits.
///
/// Not here: which statements branch (Branches.cpp, Loops.cpp).

#include "Interpreter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

Variable *Interpreter::newVariable(StringAttr name) {
  Variable &variable = variables.emplace_back();
  variable.name = name;
  variable.serial = variables.size();
  return &variable;
}

void Interpreter::assign(Variable *variable, Binding content, Operation *by) {
  trail.push_back({variable, variable->content, variable->assignedBy});
  variable->content = std::move(content);
  variable->assignedBy = by;
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

Branch Interpreter::runBranch(Block *into, function_ref<void()> code) {
  size_t mark = trail.size(), born = variables.size();
  OpBuilder::InsertionGuard guard(ir);
  if (building)
    ir.setInsertionPointToEnd(into);
  Exit before = exit;
  exit = Exit();
  code();
  Branch branch;
  branch.exit = exit;
  exit = before;
  for (size_t i = mark; i < trail.size(); ++i) {
    Variable *variable = trail[i].variable;
    if (variable->serial <= born)
      branch.assigned[variable] = {variable->content, variable->assignedBy};
  }
  takeBack(mark);
  return branch;
}

void Interpreter::takeBack(size_t mark) {
  while (trail.size() > mark) {
    Assignment &last = trail.back();
    last.variable->content = std::move(last.before);
    last.variable->assignedBy = last.assignedBy;
    trail.pop_back();
  }
}

Branch Interpreter::resume(const Branch &branch, Block *into,
                           function_ref<void()> code) {
  return runBranch(into, [&] {
    restore(branch);
    code();
  });
}

void Interpreter::restore(const Branch &branch) {
  for (auto &[variable, content] : branch.assigned)
    assign(variable, content.first, content.second);
  exit = branch.exit;
}

scf::IfOp Interpreter::openIf(Operation *op, Value condition) {
  if (!building)
    return {};
  return scf::IfOp::create(ir, place(op), TypeRange(), condition,
                           /*addThenBlock=*/true, /*addElseBlock=*/true);
}

//===----------------------------------------------------------------------===//
// Merging values
//===----------------------------------------------------------------------===//

void Interpreter::valuesFor(Location loc, const TypedOperand &operand,
                            AbsType type, SmallVectorImpl<Value> &values) {
  if (operand.type.isUnknown()) { // read on no way that leads here
    SmallVector<Type> types;
    type.valueTypes(types);
    for (Type missing : types)
      values.push_back(ub::PoisonOp::create(ir, loc, missing));
  } else if (type.isRecord()) {
    for (auto [part, partType] :
         llvm::zip_equal(operand.components(), type.components()))
      valuesFor(loc, part, partType, values);
  } else if (type.isData() && !type.isConstant()) {
    values.push_back(TileBuilder(ir, loc).get(operand));
  }
}

//===----------------------------------------------------------------------===//
// Merging exits
//===----------------------------------------------------------------------===//

Exit Interpreter::mergeExits(const Exit &a, const Exit &b) const {
  Exit merged;
  merged.codes.clear();
  std::set_union(a.codes.begin(), a.codes.end(), b.codes.begin(), b.codes.end(),
                 std::back_inserter(merged.codes));
  return merged;
}

Value Interpreter::exitValue(const Exit &exit) {
  if (exit.codes.size() > 1)
    return exit.value;
  return TileBuilder(ir, calls.back().place)
      .constantInt(ir.getI32Type(), exit.codes[0]);
}

Value Interpreter::isExit(unsigned code) {
  Location loc = calls.back().place;
  if (exit.codes.size() == 1) {
    auto known = ir.getBoolAttr(exit.codes[0] == code);
    return arith::ConstantOp::create(ir, loc, known);
  }
  Value number = TileBuilder(ir, loc).constantInt(ir.getI32Type(), code);
  return arith::CmpIOp::create(ir, loc, arith::CmpIPredicate::eq, exit.value,
                               number);
}

void Interpreter::consume(unsigned code) {
  if (!exit.has(code))
    return;
  Value number = exit.value, taken;
  if (building && exit.codes.size() > 1)
    taken = isExit(code);
  llvm::erase(exit.codes, code);
  if (!exit.has(0))
    exit.codes.insert(exit.codes.begin(), 0);
  exit.value = nullptr;
  if (!building || exit.codes.size() == 1)
    return;
  Location loc = calls.back().place;
  Value zero = TileBuilder(ir, loc).constantInt(ir.getI32Type(), 0);
  exit.value = arith::SelectOp::create(ir, loc, taken, zero, number);
}

//===----------------------------------------------------------------------===//
// Merging branches
//===----------------------------------------------------------------------===//

/// What a branch leaves in a variable, and the op that put it there.
static std::pair<Binding, Operation *> leftBy(const Branch &branch,
                                              Variable *variable) {
  auto found = branch.assigned.find(variable);
  if (found != branch.assigned.end())
    return found->second;
  return {variable->content, variable->assignedBy};
}

std::optional<Merged> Interpreter::mergeVariable(Operation *op,
                                                 Variable *variable,
                                                 const Branch &a,
                                                 const Branch &b) {
  Merged merged{variable, {}, {}, {}, op};
  auto [left, leftOp] = leftBy(a, variable);
  auto [right, rightOp] = leftBy(b, variable);
  // After a return only what is returned is read.
  const Activation &call = calls.back();
  if (variable != call.returned) {
    if (a.exit.isOnly(call.returnCode))
      left = Binding();
    if (b.exit.isOnly(call.returnCode))
      right = Binding();
  }
  merged.mayBeNull = left.mayBeNull || right.mayBeNull;
  // Java's null is no value: what is read then is the other.
  if (isNull(left.type()) != isNull(right.type())) {
    (isNull(left.type()) ? left : right) = Binding();
    merged.mayBeNull = true;
  }
  if (left.type().isUnknown() && right.type().isUnknown())
    return std::nullopt;
  std::optional<AbsType> type = AbsType::join(left.type(), right.type());
  if (left.type().isInvalid() || right.type().isInvalid())
    type = AbsType::invalid(context);
  merged.by = b.assigned.contains(variable) ? rightOp : leftOp;
  if (!type) {
    reportMerge(op, {variable, left, right, {}, merged.by});
    type = AbsType::invalid(context);
  }
  // What a lambda captured in one branch is not at hand behind it.
  if (holdsLambda(*type) && left.type() != right.type())
    type = AbsType();
  merged.a = left;
  merged.b = right;
  merged.type = *type;
  return merged;
}

void Interpreter::reportMerge(Operation *op, const Merged &merged) {
  StringAttr name = merged.variable->name;
  /// T-BRANCH-1: a variable has one type behind branches.
  InFlightDiagnostic diagnostic =
      error(merged.by && name ? merged.by : op)
      << "T-BRANCH-1: "
      << (name ? "'" + name.str() + "'" : std::string("the value"))
      << " is either " << merged.a.type().str() << " or "
      << merged.b.type().str();
  for (const Binding *content : {&merged.a, &merged.b})
    if (content->origin)
      diagnostic.attachNote(content->origin->getLoc())
          << content->type().str() << " from here";
  // Lambdas, enum constants, classes.
  if (!merged.a.type().isData() && !merged.a.type().isRecord())
    diagnostic.attachNote() << "which of them must be known while compiling";
}

void Interpreter::closeIf(Operation *op, scf::IfOp ifOp, const Branch &a,
                          const Branch &b) {
  SmallVector<Merged> merged;
  for (const auto &entry : a.assigned)
    if (auto both = mergeVariable(op, entry.first, a, b))
      merged.push_back(*both);
  for (const auto &entry : b.assigned)
    if (!a.assigned.contains(entry.first))
      if (auto both = mergeVariable(op, entry.first, a, b))
        merged.push_back(*both);
  exit = mergeExits(a.exit, b.exit);
  ResultRange results = finishIf(ifOp, a.exit, b.exit, merged);
  unsigned next = 0;
  for (const Merged &variable : merged) {
    TypedOperand operand(variable.type);
    if (building) {
      unsigned count = variable.type.countValues();
      operand.values = Results(results.slice(next, count));
      next += count;
    }
    assign(variable.variable,
           {operand, variable.by, {}, nullptr, variable.mayBeNull},
           variable.by);
  }
  if (building && exit.codes.size() > 1)
    exit.value = results.back();
}

ResultRange Interpreter::finishIf(scf::IfOp ifOp, const Exit &a, const Exit &b,
                                  ArrayRef<Merged> merged) {
  if (!building)
    return ResultRange(nullptr, 0);
  OpBuilder::InsertionGuard guard(ir);
  SmallVector<Value> values;
  auto yield = [&](Block *block, bool isThen) {
    ir.setInsertionPointToEnd(block);
    values.clear();
    for (const Merged &variable : merged)
      valuesFor(ifOp.getLoc(), (isThen ? variable.a : variable.b).operand,
                variable.type, values);
    if (exit.codes.size() > 1)
      values.push_back(exitValue(isThen ? a : b));
    scf::YieldOp::create(ir, ifOp.getLoc(), values);
  };
  yield(ifOp.thenBlock(), true);
  yield(ifOp.elseBlock(), false);
  if (values.empty()) {
    if (llvm::hasSingleElement(*ifOp.elseBlock()))
      ifOp.getElseRegion().getBlocks().clear();
    return ifOp->getResults();
  }
  ir.setInsertionPoint(ifOp);
  auto withResults =
      scf::IfOp::create(ir, ifOp.getLoc(), ValueRange(values).getTypes(),
                        ifOp.getCondition(), false, false);
  withResults.getThenRegion().takeBody(ifOp.getThenRegion());
  withResults.getElseRegion().takeBody(ifOp.getElseRegion());
  ifOp.erase();
  return withResults->getResults();
}
