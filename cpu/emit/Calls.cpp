// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Calls of C's mathematical functions. For vectors, a loop over the lanes
/// calls them, in a function of the module that all operations share: unrolled,
/// 64 calls with their spilled vectors would be a large amount of code for each
/// operation.

#include "ElementwiseInternals.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace cm2tt;

/// Returns the function of that name and type. If it does not exist, declares
/// it at the end of the module and sets `isNew`.
static LLVM::LLVMFuncOp declare(OpBuilder &builder, Location loc,
                                StringRef name, LLVM::LLVMFunctionType type,
                                bool &isNew) {
  auto module = builder.getInsertionBlock()->getParentOp();
  if (!isa<ModuleOp>(module))
    module = module->getParentOfType<ModuleOp>();
  auto known = dyn_cast_if_present<LLVM::LLVMFuncOp>(
      SymbolTable::lookupSymbolIn(module, name));
  isNew = !known;
  if (known)
    return known;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(cast<ModuleOp>(module).getBody());
  return LLVM::LLVMFuncOp::create(builder, loc, name, type);
}

/// Code of one value.
static Value callOnce(OpBuilder &builder, Location loc, StringRef name,
                      Type result, ValueRange operands) {
  // LLVM takes a call not to return NaN if x is finite and y not 0, although y
  // may be NaN. The instruction becomes the same call after that.
  if (name == "fmod" || name == "fmodf")
    return LLVM::FRemOp::create(builder, loc, operands[0], operands[1]);
  auto type =
      LLVM::LLVMFunctionType::get(result, llvm::to_vector(operands.getTypes()));
  bool isNew;
  LLVM::LLVMFuncOp callee = declare(builder, loc, name, type, isNew);
  if (isNew) {
    // The function writes only errno, which no code reads.
    callee.setMemoryEffectsAttr(LLVM::MemoryEffectsAttr::get(
        builder.getContext(),
        {LLVM::ModRefInfo::NoModRef, LLVM::ModRefInfo::NoModRef,
         LLVM::ModRefInfo::NoModRef, LLVM::ModRefInfo::NoModRef,
         LLVM::ModRefInfo::NoModRef, LLVM::ModRefInfo::NoModRef}));
    callee.setNoUnwindAttr(builder.getUnitAttr());
    callee.setWillReturnAttr(builder.getUnitAttr());
  }
  return LLVM::CallOp::create(builder, loc, callee, operands).getResult();
}

namespace {
/// Creates the function that calls another for each lane:
///
///   llvm.func internal @cm2tt.sinf.x16(%x : vector<16xf32>) -> vector<16xf32>
///
/// It stores operands and results in memory, and each iteration reads or writes
/// one element.
class LaneLoop {
public:
  LaneLoop(LLVM::LLVMFuncOp function, int64_t count)
      : builder(function.getLoc(), function.getContext()), function(function),
        count(count) {}

  void fill(StringRef callee);

private:
  Value i64(int64_t value) {
    return LLVM::ConstantOp::create(builder, builder.getI64Type(), value);
  }
  Value allocate(Type vector) {
    return LLVM::AllocaOp::create(
        builder, LLVM::LLVMPointerType::get(builder.getContext()), vector,
        i64(1));
  }
  Value laneOf(Value memory, Type element, Value lane) {
    return LLVM::GEPOp::create(builder, memory.getType(), element, memory,
                               lane);
  }

  ImplicitLocOpBuilder builder;
  LLVM::LLVMFuncOp function;
  int64_t count;
};
} // namespace

void LaneLoop::fill(StringRef callee) {
  Block *entry = function.addEntryBlock(builder);
  Block *turn =
      builder.createBlock(&function.getBody(), function.getBody().end(),
                          builder.getI64Type(), builder.getLoc());
  Block *exit =
      builder.createBlock(&function.getBody(), function.getBody().end());
  Type result = function.getFunctionType().getReturnType();

  builder.setInsertionPointToStart(entry);
  SmallVector<Value> memories;
  for (Value argument : entry->getArguments()) {
    memories.push_back(allocate(argument.getType()));
    LLVM::StoreOp::create(builder, argument, memories.back());
  }
  Value results = allocate(result);
  LLVM::BrOp::create(builder, i64(0), turn);

  builder.setInsertionPointToStart(turn);
  Value lane = turn->getArgument(0);
  SmallVector<Value> operands;
  for (auto [memory, argument] : llvm::zip(memories, entry->getArguments())) {
    Type element = getElementTypeOrSelf(argument.getType());
    operands.push_back(
        LLVM::LoadOp::create(builder, element, laneOf(memory, element, lane)));
  }
  Type element = getElementTypeOrSelf(result);
  Value value = callOnce(builder, builder.getLoc(), callee, element, operands);
  LLVM::StoreOp::create(builder, value, laneOf(results, element, lane));
  Value next = LLVM::AddOp::create(builder, lane, i64(1));
  Value isMore =
      LLVM::ICmpOp::create(builder, LLVM::ICmpPredicate::ult, next, i64(count));
  LLVM::CondBrOp::create(builder, isMore, turn, next, exit, ValueRange());

  builder.setInsertionPointToStart(exit);
  LLVM::ReturnOp::create(builder,
                         LLVM::LoadOp::create(builder, result, results));
}

Value cm2tt::emitCall(const Lanes &lanes, StringRef name, Type result,
                      ValueRange operands) {
  ImplicitLocOpBuilder &builder = lanes.builder;
  Location loc = builder.getLoc();
  if (!lanes.count)
    return callOnce(builder, loc, name, result, operands);
  auto type =
      LLVM::LLVMFunctionType::get(result, llvm::to_vector(operands.getTypes()));
  bool isNew;
  LLVM::LLVMFuncOp loop =
      declare(builder, loc, ("cm2tt." + name + ".x" + Twine(lanes.count)).str(),
              type, isNew);
  if (isNew) {
    loop.setLinkage(LLVM::Linkage::Internal);
    LaneLoop(loop, lanes.count).fill(name);
  }
  return LLVM::CallOp::create(builder, loop, operands).getResult();
}
