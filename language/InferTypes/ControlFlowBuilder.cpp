// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Operations and values; branches, and merging the variables and exits of two
/// branches.
///
/// Not here: loops (LoopBuilding.cpp).

#include "ControlFlowBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Operations and values
//===----------------------------------------------------------------------===//

Location ControlFlowBuilder::getLocation(Operation *op) {
  if (state.calls().size() > 1 && state.call().isOfJdk())
    return state.call().loc;
  FileLineColLoc java;
  op->getLoc()->walk([&](Location part) {
    java = dyn_cast<FileLineColLoc>(part);
    return java ? WalkResult::interrupt() : WalkResult::advance();
  });
  Location loc = java ? Location(java) : op->getLoc();
  return state.calls().size() > 1 ? CallSiteLoc::get(loc, state.call().loc)
                                  : loc;
}

OpBuilder::InsertionGuard ControlFlowBuilder::insertAtEnd(Block *block) {
  OpBuilder::InsertionGuard guard(ir);
  if (isBuilding())
    ir.setInsertionPointToEnd(block);
  return guard;
}

AbsType cm2tt::widened(AbsType type) {
  if (!type.isRecord())
    return type.isNumber() ? type.widened() : type;
  SmallVector<AbsType> components;
  for (AbsType component : type.getComponents())
    components.push_back(widened(component));
  return type.withComponents(components);
}

TypedOperand ControlFlowBuilder::atRunTime(Operation *op,
                                           const TypedOperand &operand) {
  AbsType type = widened(operand.type);
  if (type == operand.type)
    return operand;
  TypedOperand result(type);
  if (isBuilding())
    valuesFor(getLocation(op), operand, type, result.values);
  return result;
}

void ControlFlowBuilder::valuesFor(Location loc, const TypedOperand &operand,
                                   AbsType type,
                                   SmallVectorImpl<Value> &values) {
  if (operand.type.isUnknown()) { // read on no path to here
    SmallVector<Type> types;
    type.valueTypes(types);
    for (Type missing : types)
      values.push_back(ub::PoisonOp::create(ir, loc, missing));
  } else if (type.isRecord()) {
    for (auto [part, partType] :
         llvm::zip_equal(operand.getComponents(), type.getComponents()))
      valuesFor(loc, part, partType, values);
  } else if (type.hasValue() && !type.isConstant()) {
    values.push_back(TileBuilder(ir, loc).get(operand));
  }
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

Branch ControlFlowBuilder::runBranch(Block *into, function_ref<void()> code) {
  OpBuilder::InsertionGuard guard = insertAtEnd(into);
  return state.runBranch(code);
}

Branch ControlFlowBuilder::resume(const Branch &branch, Block *into,
                                  function_ref<void()> code) {
  return runBranch(into, [&] {
    state.restore(branch);
    code();
  });
}

scf::IfOp ControlFlowBuilder::openIf(Operation *op, Value condition) {
  if (!isBuilding())
    return {};
  return scf::IfOp::create(ir, getLocation(op), TypeRange(), condition,
                           /*addThenBlock=*/true, /*addElseBlock=*/true);
}

//===----------------------------------------------------------------------===//
// Merging exits
//===----------------------------------------------------------------------===//

static Exit mergeExits(const Exit &a, const Exit &b) {
  Exit merged;
  merged.codes.clear();
  std::set_union(a.codes.begin(), a.codes.end(), b.codes.begin(), b.codes.end(),
                 std::back_inserter(merged.codes));
  return merged;
}

Value ControlFlowBuilder::exitValue(const Exit &exit) {
  if (exit.codes.size() > 1)
    return exit.value;
  return TileBuilder(ir, state.call().loc)
      .constantInt(ir.getI32Type(), exit.codes[0]);
}

Value ControlFlowBuilder::isExit(unsigned code) {
  const Exit &exit = state.exit();
  Location loc = state.call().loc;
  if (exit.codes.size() == 1) {
    auto known = ir.getBoolAttr(exit.codes[0] == code);
    return arith::ConstantOp::create(ir, loc, known);
  }
  Value number = TileBuilder(ir, loc).constantInt(ir.getI32Type(), code);
  return arith::CmpIOp::create(ir, loc, arith::CmpIPredicate::eq, exit.value,
                               number);
}

void ControlFlowBuilder::consume(unsigned code) {
  if (!state.exit().has(code))
    return;
  Exit exit = state.exit();
  Value number = exit.value, taken;
  if (isBuilding() && exit.codes.size() > 1)
    taken = isExit(code);
  llvm::erase(exit.codes, code);
  if (!exit.has(0))
    exit.codes.insert(exit.codes.begin(), 0);
  exit.value = nullptr;
  if (isBuilding() && exit.codes.size() > 1) {
    Location loc = state.call().loc;
    Value zero = TileBuilder(ir, loc).constantInt(ir.getI32Type(), 0);
    exit.value = arith::SelectOp::create(ir, loc, taken, zero, number);
  }
  state.setExit(std::move(exit));
}

void ControlFlowBuilder::guarded(Operation *op, function_ref<void()> code) {
  if (state.exit().isNormal())
    return code();
  if (!state.exit().mayBeNormal())
    return;
  scf::IfOp ifOp = openIf(op, isBuilding() ? isExit(0) : Value());
  Branch a = runBranch(ifOp ? ifOp.thenBlock() : nullptr, code);
  Branch b;
  b.exit = state.exit();
  llvm::erase(b.exit.codes, 0u);
  closeIf(op, ifOp, a, b);
}

//===----------------------------------------------------------------------===//
// Merging branches
//===----------------------------------------------------------------------===//

/// The content of a variable at the end of a branch, and the op that assigned
/// it.
static std::pair<Binding, Operation *> leftBy(const Branch &branch,
                                              Variable *variable) {
  auto found = branch.assigned.find(variable);
  if (found != branch.assigned.end())
    return found->second;
  return {variable->content, variable->assignedBy};
}

std::optional<Merged> ControlFlowBuilder::mergeVariable(Operation *op,
                                                        Variable *variable,
                                                        const Branch &a,
                                                        const Branch &b) {
  Merged merged{variable, {}, {}, {}, op};
  auto [left, leftOp] = leftBy(a, variable);
  auto [right, rightOp] = leftBy(b, variable);
  // After a return, only the returned value is read.
  const Activation &call = state.call();
  if (variable != call.returned) {
    if (a.exit.isOnly(call.returnCode))
      left = Binding();
    if (b.exit.isOnly(call.returnCode))
      right = Binding();
  }
  merged.mayBeNull = left.mayBeNull || right.mayBeNull;
  // Java's null is not a value: only the other one can be read.
  if (isNull(left.type()) != isNull(right.type())) {
    (isNull(left.type()) ? left : right) = Binding();
    merged.mayBeNull = true;
  }
  if (left.type().isUnknown() && right.type().isUnknown())
    return std::nullopt;
  std::optional<AbsType> type = AbsType::join(left.type(), right.type());
  if (left.type().isInvalid() || right.type().isInvalid())
    type = AbsType::invalid(op->getContext());
  merged.by = b.assigned.contains(variable) ? rightOp : leftOp;
  if (!type) {
    reportMerge(op, {variable, left, right, {}, merged.by});
    type = AbsType::invalid(op->getContext());
  }
  // The values that a lambda captured in one branch are not known after it.
  if (holdsLambda(*type) && left.type() != right.type())
    type = AbsType();
  merged.a = left;
  merged.b = right;
  merged.type = *type;
  return merged;
}

void ControlFlowBuilder::reportMerge(Operation *op, const Merged &merged) {
  StringAttr name = merged.variable->name;
  /// T-BRANCH-1: a variable has one type after branches.
  InFlightDiagnostic diagnostic =
      errors.report(merged.by && name ? merged.by : op)
      << "T-BRANCH-1: "
      << (name ? "'" + name.str() + "'" : std::string("the value"))
      << " is either " << merged.a.type().str() << " or "
      << merged.b.type().str();
  for (const Binding *content : {&merged.a, &merged.b})
    if (content->origin)
      diagnostic.attachNote(content->origin->getLoc())
          << content->type().str() << " from here";
  // Lambdas, enum constants, classes.
  if (!merged.a.type().hasValue() && !merged.a.type().isRecord())
    diagnostic.attachNote() << "which of them must be known while compiling";
}

void ControlFlowBuilder::closeIf(Operation *op, scf::IfOp ifOp, const Branch &a,
                                 const Branch &b) {
  SmallVector<Merged> merged;
  for (const auto &entry : a.assigned)
    if (auto both = mergeVariable(op, entry.first, a, b))
      merged.push_back(*both);
  for (const auto &entry : b.assigned)
    if (!a.assigned.contains(entry.first))
      if (auto both = mergeVariable(op, entry.first, a, b))
        merged.push_back(*both);
  state.setExit(mergeExits(a.exit, b.exit));
  ResultRange results = finishIf(ifOp, a.exit, b.exit, merged);
  unsigned next = 0;
  for (const Merged &variable : merged) {
    TypedOperand operand(variable.type);
    if (isBuilding()) {
      unsigned count = variable.type.countValues();
      operand.values = Results(results.slice(next, count));
      next += count;
    }
    state.assign(variable.variable,
                 {operand, variable.by, {}, nullptr, variable.mayBeNull},
                 variable.by);
  }
  if (isBuilding() && state.exit().codes.size() > 1) {
    Exit exit = state.exit();
    exit.value = results.back();
    state.setExit(std::move(exit));
  }
}

ResultRange ControlFlowBuilder::finishIf(scf::IfOp ifOp, const Exit &a,
                                         const Exit &b,
                                         ArrayRef<Merged> merged) {
  if (!isBuilding())
    return ResultRange(nullptr, 0);
  OpBuilder::InsertionGuard guard(ir);
  SmallVector<Value> values;
  auto yield = [&](Block *block, bool isThen) {
    ir.setInsertionPointToEnd(block);
    values.clear();
    for (const Merged &variable : merged)
      valuesFor(ifOp.getLoc(), (isThen ? variable.a : variable.b).operand,
                variable.type, values);
    if (state.exit().codes.size() > 1)
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
