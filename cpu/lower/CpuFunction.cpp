// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Functions of a kernel: what a program does, and the loop over programs that
/// the runtime calls.
///
///   tt.func public @add(%x: !tt.ptr<f32>, %n: i32) { ... }
/// =>
///   llvm.func internal @add.program(launch, scratch, x, n, program, index
///                                   in the grid, the grid) -> i32 { ... }
///   llvm.func @add(launch, arguments) -> i32 { for all programs: call }
///
/// Scratch memory is an argument that nothing else aliases, so that LLVM knows
/// that what users store is not in it.

#include "CpuFunction.h"

#include "cm2tt/Lowering/KernelSymbols.h"
#include "cpu/emit/ElementwiseInternals.h"
#include "cpu/emit/Vectors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// Makes the functions of one kernel.
class FunctionMaker {
public:
  FunctionMaker(tt::FuncOp func, const FusionPlan &plan,
                const CpuLowering &lowering)
      : func(func), plan(plan), lowering(lowering),
        builder(func.getLoc(), func) {}

  LLVM::LLVMFuncOp makeProgram();
  void makeKernel(LLVM::LLVMFuncOp program);

private:
  Type pointer() { return LLVM::LLVMPointerType::get(builder.getContext()); }
  Value load(Type type, Value base, int64_t bytes);
  Value loadArgument(Value arguments, unsigned index);
  Value constant(Type type, int64_t value) {
    return LLVM::ConstantOp::create(builder, type, value);
  }
  /// A position in the grid: the program's number, x, y, z.
  SmallVector<Value> firstPlace(Value begin, ArrayRef<Value> grid);
  SmallVector<Value> nextPlace(ValueRange place, ArrayRef<Value> grid);

  tt::FuncOp func;
  const FusionPlan &plan;
  const CpuLowering &lowering;
  ImplicitLocOpBuilder builder;
};
} // namespace

//===----------------------------------------------------------------------===//
// One program
//===----------------------------------------------------------------------===//

LLVM::LLVMFuncOp FunctionMaker::makeProgram() {
  Type i32 = builder.getI32Type();
  SmallVector<Type> types = {pointer(), pointer()};
  for (Type type : func.getArgumentTypes())
    types.push_back(registerType(type));
  unsigned numArguments = types.size() - 2;
  types.push_back(builder.getI64Type());
  types.append(6, i32);
  auto program = LLVM::LLVMFuncOp::create(
      builder, (func.getName() + ".program").str(),
      LLVM::LLVMFunctionType::get(i32, types), LLVM::Linkage::Internal);
  program.setArgAttr(1, LLVM::LLVMDialect::getNoAliasAttrName(),
                     builder.getUnitAttr());
  program.setArgAttr(1, LLVM::LLVMDialect::getAlignAttrName(),
                     builder.getI64IntegerAttr(Scratch::alignment));

  OpBuilder::InsertionGuard guard(builder);
  Block *entry = program.addEntryBlock(builder);
  builder.setInsertionPointToStart(entry);
  TileEmitter emitter(builder, plan, lowering);
  ProgramValues &values = emitter.program;
  values.launch = entry->getArgument(0);
  values.scratch = entry->getArgument(1);
  values.program = entry->getArgument(2 + numArguments);
  for (unsigned dim = 0; dim < 3; ++dim) {
    values.ids[dim] = entry->getArgument(3 + numArguments + dim);
    values.sizes[dim] = entry->getArgument(6 + numArguments + dim);
  }
  for (BlockArgument argument : func.getArguments())
    emitter.setScalar(argument,
                      entry->getArgument(2 + argument.getArgNumber()));
  emitFunctionBody(emitter, func.getBody(), program.getBody());
  return program;
}

//===----------------------------------------------------------------------===//
// Many programs
//===----------------------------------------------------------------------===//

Value FunctionMaker::load(Type type, Value base, int64_t bytes) {
  Value place =
      emitAddress(builder, base, builder.getI8Type(), emitI64(builder, bytes));
  return LLVM::LoadOp::create(builder, type, place);
}

Value FunctionMaker::loadArgument(Value arguments, unsigned index) {
  Type type = registerType(func.getArgumentTypes()[index]);
  Value place = load(pointer(), arguments, 8 * index);
  return emitFromMemory(
      builder, LLVM::LoadOp::create(builder, memoryType(type), place), type);
}

SmallVector<Value> FunctionMaker::firstPlace(Value begin,
                                             ArrayRef<Value> grid) {
  SmallVector<Value> place = {begin};
  Value rest = begin;
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  for (Value size : grid) {
    // Nothing runs in an empty grid; nothing is divided by it, either.
    Value wide = LLVM::ZExtOp::create(
        builder, i64, LLVM::UMaxOp::create(builder, size, constant(i32, 1)));
    Value index = LLVM::URemOp::create(builder, rest, wide);
    place.push_back(LLVM::TruncOp::create(builder, i32, index));
    rest = LLVM::UDivOp::create(builder, rest, wide);
  }
  return place;
}

/// Increments x, and the coordinates after it when x wraps.
SmallVector<Value> FunctionMaker::nextPlace(ValueRange place,
                                            ArrayRef<Value> grid) {
  Value one = constant(builder.getI32Type(), 1);
  Value zero = constant(builder.getI32Type(), 0);
  SmallVector<Value> next = {LLVM::AddOp::create(
      builder, place[0], constant(builder.getI64Type(), 1))};
  Value carry = one;
  for (auto [index, size] : llvm::zip_equal(place.drop_front(), grid)) {
    Value sum = LLVM::AddOp::create(builder, index, carry);
    Value wraps =
        LLVM::ICmpOp::create(builder, LLVM::ICmpPredicate::eq, sum, size);
    next.push_back(LLVM::SelectOp::create(builder, wraps, zero, sum));
    carry = LLVM::SelectOp::create(builder, wraps, one, zero);
  }
  return next;
}

void FunctionMaker::makeKernel(LLVM::LLVMFuncOp program) {
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  auto kernel = LLVM::LLVMFuncOp::create(
      builder, func.getName(),
      LLVM::LLVMFunctionType::get(i32, {pointer(), pointer()}));
  copyKernelName(func, kernel);
  OpBuilder::InsertionGuard guard(builder);
  Block *entry = kernel.addEntryBlock(builder);
  auto addBlock = [&](ArrayRef<Type> types) {
    return builder.createBlock(
        &kernel.getBody(), kernel.getBody().end(), types,
        SmallVector<Location>(types.size(), func.getLoc()));
  };
  Block *head = addBlock({i64, i32, i32, i32}), *body = addBlock({}),
        *leave = addBlock({i32});

  builder.setInsertionPointToStart(entry);
  Value launch = entry->getArgument(0);
  SmallVector<Value> grid;
  for (unsigned dim = 0; dim < 3; ++dim)
    grid.push_back(load(i32, launch, LaunchLayout::grid + 4 * dim));
  Value end = load(i64, launch, LaunchLayout::end);
  SmallVector<Value> operands = {
      launch, load(pointer(), launch, LaunchLayout::scratch)};
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    operands.push_back(loadArgument(entry->getArgument(1), i));
  SmallVector<Value> first =
      firstPlace(load(i64, launch, LaunchLayout::begin), grid);
  LLVM::BrOp::create(builder, first, head);

  builder.setInsertionPointToStart(head);
  ValueRange place = head->getArguments();
  Value isLeft =
      LLVM::ICmpOp::create(builder, LLVM::ICmpPredicate::ult, place[0], end);
  LLVM::CondBrOp::create(builder, isLeft, body, ValueRange(), leave,
                         ValueRange(constant(i32, 0)));

  builder.setInsertionPointToStart(body);
  llvm::append_range(operands, place);
  llvm::append_range(operands, grid);
  Value failed = LLVM::CallOp::create(builder, program, operands).getResult();
  Value isFine = LLVM::ICmpOp::create(builder, LLVM::ICmpPredicate::eq, failed,
                                      constant(i32, 0));
  SmallVector<Value> next = nextPlace(place, grid);
  LLVM::CondBrOp::create(builder, isFine, head, next, leave,
                         ValueRange(failed));

  builder.setInsertionPointToStart(leave);
  LLVM::ReturnOp::create(builder, leave->getArgument(0));
}

void cm2tt::emitCpuFunction(tt::FuncOp func, const FusionPlan &plan,
                            const CpuLowering &lowering) {
  FunctionMaker maker(func, plan, lowering);
  LLVM::LLVMFuncOp program = maker.makeProgram();
  if (func.isPublic())
    maker.makeKernel(program);
}

//===----------------------------------------------------------------------===//
// Sites that can fail
//===----------------------------------------------------------------------===//

ArrayAttr cm2tt::describeSites(MLIRContext *context, ArrayRef<Site> sites) {
  Builder builder(context);
  SmallVector<Attribute> list;
  for (const Site &site : sites) {
    Value access = site.op->getOperand(0);
    Type element = getElementTypeOrSelf(access.getType());
    if (auto pointer = dyn_cast<tt::PtrType>(element))
      element = pointer.getPointeeType();
    NamedAttrList entry;
    entry.set("kind", builder.getStringAttr(site.kind));
    entry.set("bytes", builder.getI64IntegerAttr(bytesInMemory(element)));
    entry.set("parameter", builder.getI64IntegerAttr(site.parameter));
    entry.set("shape", builder.getDenseI64ArrayAttr(getShape(access)));
    if (auto check = dyn_cast<tt::AssertOp>(site.op))
      entry.set("message", check.getMessageAttr());
    entry.set("loc", LocationAttr(site.op->getLoc()));
    list.push_back(entry.getDictionary(context));
  }
  return builder.getArrayAttr(list);
}
