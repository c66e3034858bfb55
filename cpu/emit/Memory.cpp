// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Loads and stores: as few accesses as the neighbours in memory allow; in
/// checked code, one access for each element, after asking the runtime.
///
/// Not here: tiles in scratch memory (TileEmitter.cpp), atomics (Atomics.cpp).

#include "TileEmitter.h"

#include "ElementwiseInternals.h"
#include "Vectors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Neighbours
//===----------------------------------------------------------------------===//

/// The number of lanes of each group that access neighbours in memory.
unsigned TileEmitter::findRun(Value pointer, const LaneMap &map) const {
  if (map.getLanes() == 1)
    return 1;
  unsigned best = 1;
  for (unsigned dim = 0; dim < map.getRank(); ++dim)
    best = std::max<unsigned>(
        best, std::min<int64_t>(map.getRun(dim),
                                lowering.axisInfo.getRunLength(pointer, dim)));
  return best;
}

/// Whether all lanes have one value.
bool TileEmitter::isConstantOver(Value value, const LaneMap &map) const {
  AxisInfo info = lowering.axisInfo.getProvenInfo(value);
  for (unsigned dim = 0; dim < map.getRank(); ++dim)
    if (!map.isUniform(dim) &&
        *llvm::max_element(map.getOffsets(dim)) >= info.getConstancy(dim))
      return false;
  return true;
}

/// The neighbours from lane `first` on.
static Value emitLoadRun(TileEmitter &emitter, tt::LoadOp op,
                         const LaneMap &map, unsigned first, unsigned run) {
  ImplicitLocOpBuilder &builder = emitter.builder;
  LaneMap lanes = map.slice(first, run);
  Type element = registerType(getElementTypeOrSelf(op.getType()));
  Value pointer = emitter.evaluate(op.getPtr(), map.atLane(first));
  Value mask, other;
  if (op.getMask())
    mask = emitter.evaluateAll(op.getMask(), lanes);
  if (op.getMask() && op.getOther())
    other = emitToMemory(builder, emitter.evaluateAll(op.getOther(), lanes));
  if (run == 1)
    mask = emitter.emitCheck(op, lanes, pointer, mask, {});
  return emitFromMemory(
      builder,
      emitLoad(builder, memoryType(element), run, pointer, mask, other),
      element);
}

/// A pointer in each lane.
static Value emitLoadGather(TileEmitter &emitter, tt::LoadOp op,
                            const LaneMap &map) {
  ImplicitLocOpBuilder &builder = emitter.builder;
  Type element = registerType(getElementTypeOrSelf(op.getType()));
  Value pointers = emitter.evaluateAll(op.getPtr(), map), mask, other;
  if (op.getMask())
    mask = emitter.evaluateAll(op.getMask(), map);
  if (op.getMask() && op.getOther())
    other = emitToMemory(builder, emitter.evaluateAll(op.getOther(), map));
  return emitFromMemory(
      builder, emitGather(builder, memoryType(element), pointers, mask, other),
      element);
}

Value TileEmitter::emitLoadOp(tt::LoadOp op, const LaneMap &map) {
  unsigned lanes = map.getLanes();
  if (lanes == 1)
    return emitLoadRun(*this, op, map, 0, 1);
  auto isConstant = [&](Value value) {
    return !value || isConstantOver(value, map);
  };
  if (isConstant(op.getPtr()) && isConstant(op.getMask()) && !op.getOther())
    return emitSplat(builder, emitLoadRun(*this, op, map.atLane(0), 0, 1),
                     lanes);
  unsigned run = findRun(op.getPtr(), map);
  if (run < leastRun && run < lanes)
    return emitLoadGather(*this, op, map);
  SmallVector<Value> parts;
  for (unsigned lane = 0; lane < lanes; lane += run)
    parts.push_back(emitLoadRun(*this, op, map, lane, run));
  return emitConcat(builder, parts);
}

void TileEmitter::emitStoreOp(tt::StoreOp op, const LaneMap &map) {
  unsigned lanes = map.getLanes(), run = findRun(op.getPtr(), map);
  Value value = emitToMemory(builder, evaluateAll(op.getValue(), map));
  bool isScattered = run < leastRun && run < lanes;
  if (isScattered) {
    Value mask = op.getMask() ? evaluateAll(op.getMask(), map) : Value();
    emitScatter(builder, value, evaluateAll(op.getPtr(), map), mask);
    return;
  }
  for (unsigned lane = 0; lane < lanes; lane += run) {
    LaneMap part = map.slice(lane, run);
    Value pointer = evaluate(op.getPtr(), map.atLane(lane));
    Value mask = op.getMask() ? evaluateAll(op.getMask(), part) : Value();
    Value stored = emitSlice(builder, value, lane, run);
    if (run == 1)
      mask = emitCheck(op, part, pointer, mask, stored);
    emitStore(builder, stored, pointer, mask);
  }
}

//===----------------------------------------------------------------------===//
// Asking the runtime
//===----------------------------------------------------------------------===//

Value TileEmitter::loadLaunchField(int64_t bytes, Type type) {
  Value place = emitAddress(builder, program.launch, builder.getI8Type(),
                            emitI64(builder, bytes));
  return LLVM::LoadOp::create(builder, type, place);
}

/// The position among the kernel's parameters of what a pointer comes from.
static int64_t parameterOf(const FusionPlan &plan, Operation *op) {
  Value root =
      op->getNumOperands() ? plan.findArgument(op->getOperand(0)) : Value();
  return root ? int64_t(cast<BlockArgument>(root).getArgNumber()) : -1;
}

static StringRef kindOf(Operation *op) {
  if (isa<tt::LoadOp>(op))
    return "load";
  if (isa<tt::StoreOp>(op))
    return "store";
  return isa<tt::AssertOp>(op) ? "assert" : "atomic";
}

unsigned TileEmitter::getSite(Operation *op) {
  auto [entry, isNew] = siteNumbers.try_emplace(op, lowering.sites.size());
  if (isNew)
    lowering.sites.push_back(
        {kindOf(op), op, isa<tt::AssertOp>(op) ? -1 : parameterOf(plan, op)});
  return entry->second;
}

/// The row-major index of a map's only lane.
Value TileEmitter::elementIndex(Operation *op, const LaneMap &map) {
  ArrayRef<int64_t> shape = getShape(op->getOperand(0));
  Value index = emitI64(builder, map.linearOffsets(shape).front());
  if (Value base = map.linearBase(builder, shape))
    index = arith::AddIOp::create(builder, base, index);
  return index;
}

/// A value in memory of this function, for the runtime to look at.
static Value emitSpill(ImplicitLocOpBuilder &builder, Value value) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  if (!value)
    return LLVM::ZeroOp::create(builder, pointer);
  Value memory;
  {
    OpBuilder::InsertionGuard guard(builder);
    Operation *function = builder.getInsertionBlock()->getParentOp();
    while (!isa<LLVM::LLVMFuncOp>(function))
      function = function->getParentOp();
    builder.setInsertionPointToStart(&function->getRegion(0).front());
    memory = LLVM::AllocaOp::create(builder, pointer, value.getType(),
                                    emitI64(builder, 1));
  }
  LLVM::StoreOp::create(builder, value, memory);
  return memory;
}

SmallVector<Value> TileEmitter::beginAccess(uint32_t site) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value callee = loadLaunchField(LaunchLayout::access, pointer);
  Value context = loadLaunchField(LaunchLayout::context, pointer);
  Value number = LLVM::ConstantOp::create(
      builder, builder.getI32Type(),
      builder.getI32IntegerAttr(static_cast<int32_t>(site)));
  return {callee, context, number, program.program};
}

Value TileEmitter::callAccess(ValueRange operands) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  auto type = LLVM::LLVMFunctionType::get(
      i32, {pointer, i32, i64, i64, pointer, pointer});
  return LLVM::CallOp::create(builder, type, operands).getResult();
}

void TileEmitter::emitBarrier() {
  if (!lowering.isChecked)
    return;
  SmallVector<Value> operands = beginAccess(LaunchLayout::barrierSite);
  operands.push_back(emitI64(builder, 0));
  operands.append(2, emitSpill(builder, {}));
  callAccess(operands);
}

Value TileEmitter::emitCheck(Operation *op, const LaneMap &map, Value pointer,
                             Value mask, Value value) {
  if (!lowering.isChecked)
    return mask;
  Type i32 = builder.getI32Type();
  OpBuilder::InsertionGuard guard(builder);
  scf::IfOp branch;
  if (mask) {
    branch = scf::IfOp::create(builder, mask.getType(), mask,
                               /*withElse=*/true);
    builder.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(builder, mask);
    builder.setInsertionPointToStart(branch.thenBlock());
  }
  SmallVector<Value> operands = beginAccess(getSite(op));
  operands.push_back(elementIndex(op, map));
  operands.push_back(pointer);
  operands.push_back(emitSpill(builder, value));
  Value answer = callAccess(operands);
  Value zero = LLVM::ConstantOp::create(builder, i32, 0);
  Value allowed =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, answer, zero);
  if (!mask)
    return allowed;
  scf::YieldOp::create(builder, allowed);
  return branch.getResult(0);
}

void TileEmitter::emitFailure(Operation *op, const LaneMap &map) {
  auto pointerType = LLVM::LLVMPointerType::get(builder.getContext());
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  Value callee = loadLaunchField(LaunchLayout::fail, pointerType);
  Value context = loadLaunchField(LaunchLayout::context, pointerType);
  auto type =
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()),
                                  {pointerType, i32, i64, i64});
  Value site = LLVM::ConstantOp::create(builder, i32, getSite(op));
  auto call =
      LLVM::CallOp::create(builder, type,
                           ValueRange{callee, context, site, program.program,
                                      elementIndex(op, map)});
  call->setAttr(kLeavesAttr, builder.getUnitAttr());
}
