// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The types and functions that lower to a GPU.
///
/// Not here: operations (Supported<Family>.cpp).

#include "Supported.h"

#include "SupportedInternals.h"

#include "cm2tt/Conversion/TargetInfo.h"
#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace cm2tt;

/// Elements of one tile in one thread. A thread has 255 registers of 32 bits; a
/// tile of more elements lives in memory, and one of far more takes minutes to
/// compile for a kernel that no one wants.
constexpr int64_t maxElementsPerThread = 4096;

InFlightDiagnostic cm2tt::unsupported(Operation *op) {
  return op->emitError("'")
         << op->getName() << "' is not supported on the GPU yet";
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

bool cm2tt::isNumber(Type type) {
  return type.isInteger(1) || type.isInteger(8) || type.isInteger(16) ||
         type.isInteger(32) || type.isInteger(64) ||
         isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}

bool cm2tt::isFloat8(Type type) {
  return isa<Float8E4M3FNType, Float8E4M3FNUZType, Float8E5M2Type,
             Float8E5M2FNUZType>(type);
}

/// An element of a tile, or a scalar; an error says what is wrong with it.
static LogicalResult
checkElement(Type type, llvm::function_ref<InFlightDiagnostic()> error) {
  if (isNumber(type) || isFloat8(type))
    return success();
  auto pointer = dyn_cast<tt::PtrType>(type);
  if (!pointer || tt::isBlockPtr(type))
    return error() << "a value of type " << type
                   << " is not supported on the GPU yet";
  if (pointer.getAddressSpace() != TargetInfo::globalSpace)
    return error() << "a pointer to address space " << pointer.getAddressSpace()
                   << " is not supported on the GPU yet, only to "
                   << TargetInfo::globalSpace;
  return checkElement(pointer.getPointeeType(), error);
}

static LogicalResult checkTile(RankedTensorType tile, unsigned numWarps,
                               llvm::function_ref<InFlightDiagnostic()> error) {
  if (failed(checkElement(tile.getElementType(), error)))
    return failure();
  if (tile.getRank() == 0 || !tile.hasStaticShape() ||
      !llvm::all_of(tile.getShape(), llvm::isPowerOf2_64))
    return error() << "a tile needs dimensions that are powers of two: "
                   << tile;
  int64_t threads = numWarps * TargetInfo::warpSize;
  if (tile.getNumElements() > maxElementsPerThread * threads)
    return error() << "a tile of " << tile.getNumElements()
                   << " elements is too large for " << threads
                   << " threads: at most " << maxElementsPerThread * threads
                   << " expected";
  return success();
}

/// Checks the type of a value that some operation or block makes.
static LogicalResult checkValue(Value value, unsigned numWarps) {
  Operation *op = value.getDefiningOp();
  auto error = [&] {
    return op ? op->emitError() : mlir::emitError(value.getLoc());
  };
  auto tile = dyn_cast<RankedTensorType>(value.getType());
  auto argument = dyn_cast<BlockArgument>(value);
  if (tile && argument && isa<tt::FuncOp>(argument.getOwner()->getParentOp()) &&
      argument.getOwner()->isEntryBlock())
    return error() << "a tile that functions pass on is not supported on the "
                      "GPU yet";
  if (tile)
    return checkTile(tile, numWarps, error);
  if (value.getType().isIndex())
    return success();
  return checkElement(value.getType(), error);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static bool isTile(Type type) { return isa<RankedTensorType>(type); }

bool cm2tt::touchesTiles(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isTile) ||
         llvm::any_of(op->getResultTypes(), isTile);
}

Type cm2tt::findElement(Operation *op, llvm::function_ref<bool(Type)> holds) {
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      if (!holds(getElementTypeOrSelf(type)))
        return getElementTypeOrSelf(type);
  return {};
}

static LogicalResult checkOperation(Operation *op) {
  for (auto check : {checkElementwise, checkDebug, checkMemory, checkShape,
                     checkReduction, checkDot, checkControlFlow})
    if (Verdict verdict = check(op))
      return *verdict;
  return unsupported(op);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Whether PTX takes the name of a kernel (PTX ISA, "Identifiers").
static bool isIdentifier(StringRef name) {
  auto follows = [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$';
  };
  if (name.empty() || llvm::isDigit(name.front()))
    return false;
  bool isLone = name.size() == 1 && !llvm::isAlpha(name.front());
  return !isLone && llvm::all_of(name, follows);
}

static LogicalResult checkFunction(tt::FuncOp func, unsigned numWarps) {
  if (func.isExternal())
    return func.emitError("a function without a body is not supported on the "
                          "GPU yet: '")
           << func.getName() << "'";
  if (func.isPublic() && !isIdentifier(func.getName()))
    return func.emitError("a kernel's name must be an identifier of PTX: '")
           << func.getName() << "'";
  if (!func.getFunctionType().getResults().empty())
    return func.emitError("a function with results is not supported on the "
                          "GPU yet: '")
           << func.getName() << "'";
  for (BlockArgument argument : func.getArguments())
    if (argument.getType().isIndex())
      return emitError(argument.getLoc(), "a parameter of type 'index' is not "
                                          "supported on the GPU");
  WalkResult walked = func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != func && failed(checkOperation(op)))
      return WalkResult::interrupt();
    SmallVector<Value> made(op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(made, block.getArguments());
    for (Value value : made)
      if (failed(checkValue(value, numWarps)))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

/// What the inliner leaves is refused where it is called, not where it is.
static LogicalResult checkCalls(ModuleOp module) {
  WalkResult walked = module.walk([](tt::CallOp call) {
    call.emitError("the call of '")
        << call.getCallee()
        << "' cannot be inlined: a function that has a body and does not call "
           "itself expected";
    return WalkResult::interrupt();
  });
  return failure(walked.wasInterrupted());
}

LogicalResult cm2tt::checkSupported(ModuleOp module, unsigned numWarps) {
  if (failed(checkCalls(module)))
    return failure();
  bool hasKernel = false;
  for (Operation &op : *module.getBody()) {
    auto func = dyn_cast<tt::FuncOp>(op);
    if (!func)
      return unsupported(&op);
    if (failed(checkFunction(func, numWarps)))
      return failure();
    hasKernel |= func.isPublic();
  }
  if (!hasKernel)
    return module.emitError("there is no kernel: a public 'tt.func' expected");
  return success();
}
