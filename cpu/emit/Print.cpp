// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Printing, by C's `printf`: one call a line, so that lines of programs that
/// run at once do not mix. The text is that of a GPU (PrintFormat.h).

#include "ElementwiseInternals.h"
#include "TileEmitter.h"
#include "Vectors.h"

#include "lowering/PrintFormat.h"

#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace cm2tt;

static ModuleOp moduleOf(ImplicitLocOpBuilder &builder) {
  return builder.getInsertionBlock()
      ->getParentOp()
      ->getParentOfType<ModuleOp>();
}

/// A pointer to a text that ends with 0; equal texts are one.
static Value emitText(ImplicitLocOpBuilder &builder, const std::string &text) {
  ModuleOp module = moduleOf(builder);
  std::string name = "cm2tt.text." + llvm::utohexstr(llvm::xxh3_64bits(text));
  if (!module.lookupSymbol<LLVM::GlobalOp>(name)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(module.getBody());
    auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), text.size() + 1);
    LLVM::GlobalOp::create(builder, type, /*isConstant=*/true,
                           LLVM::Linkage::Internal, name,
                           builder.getStringAttr(text + '\0'));
  }
  return LLVM::AddressOfOp::create(
      builder, LLVM::LLVMPointerType::get(builder.getContext()), name);
}

static LLVM::LLVMFuncOp declarePrintf(ImplicitLocOpBuilder &builder) {
  ModuleOp module = moduleOf(builder);
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>("printf"))
    return known;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(module.getBody());
  auto type = LLVM::LLVMFunctionType::get(
      builder.getI32Type(), LLVM::LLVMPointerType::get(builder.getContext()),
      /*isVarArg=*/true);
  return LLVM::LLVMFuncOp::create(builder, "printf", type);
}

/// Prints a line; the program's index precedes the arguments.
static void emitLine(TileEmitter &emitter, const std::string &format,
                     ArrayRef<Value> arguments) {
  ImplicitLocOpBuilder &builder = emitter.builder;
  SmallVector<Value> all = {emitText(builder, format)};
  llvm::append_range(all, emitter.program.ids);
  llvm::append_range(all, arguments);
  LLVM::CallOp::create(builder, declarePrintf(builder), all);
}

/// As C promotes what is passed to `printf`; bits where these are printed.
static Value promote(TileEmitter &emitter, tt::PrintOp op, unsigned operand,
                     Value value) {
  ImplicitLocOpBuilder &builder = emitter.builder;
  Type type = getElementTypeOrSelf(op.getArgs()[operand].getType());
  if (isa<tt::PtrType>(type))
    return value;
  Lanes scalars(builder, value);
  if (isa<FloatType>(type) && !op.getHex())
    return convertFloat(scalars, value, type, builder.getF64Type(),
                        Rounding::NearestEven);
  value = scalars.bits(value);
  if (getBits(type) >= 32)
    return value;
  bool isSigned = op.getIsSigned()[operand] != 0;
  if (isSigned && !op.getHex())
    return arith::ExtSIOp::create(builder, builder.getI32Type(), value);
  return arith::ExtUIOp::create(builder, builder.getI32Type(), value);
}

/// A line for each element, in row-major order.
static void emitTileLines(TileEmitter &emitter, tt::PrintOp op,
                          unsigned operand) {
  ImplicitLocOpBuilder &builder = emitter.builder;
  BufferId buffer = *emitter.plan.getBuffer(op->getOpOperand(operand));
  std::string format = printFormat(op, operand);
  ArrayRef<int64_t> shape = op.getPrintedShape(operand);
  emitElementLoop(emitter, shape, [&](const LaneMap &map) {
    SmallVector<Value> arguments;
    for (unsigned dim = 0; dim < map.getRank(); ++dim) {
      Value index = map.getBase(dim) ? map.getBase(dim) : emitI64(builder, 0);
      arguments.push_back(
          arith::TruncIOp::create(builder, builder.getI32Type(), index));
    }
    arguments.push_back(
        promote(emitter, op, operand, emitter.readTile(buffer, map)));
    emitLine(emitter, format, arguments);
  });
}

void cm2tt::emitPrint(TileEmitter &emitter, tt::PrintOp op) {
  if (op.getArgs().empty())
    return emitLine(emitter, printFormat(op), {});
  for (auto [operand, value] : llvm::enumerate(op.getArgs())) {
    if (isTile(value.getType())) {
      emitTileLines(emitter, op, operand);
      continue;
    }
    Value scalar = promote(emitter, op, operand, emitter.getScalar(value));
    emitLine(emitter, printFormat(op, operand), scalar);
  }
}
