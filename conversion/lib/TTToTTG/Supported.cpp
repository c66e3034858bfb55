// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The list of operations and types that lower to a GPU.

#include "Supported.h"

#include "cm2tt/Conversion/TargetInfo.h"
#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace cm2tt;

/// Elements of one tile in one thread. A thread has 255 registers of 32 bits; a
/// tile of more elements lives in memory, and one of far more takes minutes to
/// compile for a kernel that no one wants.
constexpr int64_t maxElementsPerThread = 4096;

static InFlightDiagnostic unsupported(Operation *op) {
  return op->emitError("'")
         << op->getName() << "' is not supported on the GPU yet";
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Numbers that the GPU computes with.
static bool isNumber(Type type) {
  return type.isInteger(1) || type.isInteger(8) || type.isInteger(16) ||
         type.isInteger(32) || type.isInteger(64) ||
         isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}

/// Numbers that are moved and converted, but not computed with.
static bool isFloat8(Type type) {
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
  if (tile && !op)
    return error() << "a tile that blocks or functions pass on is not "
                      "supported on the GPU yet";
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

static bool touchesTiles(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isTile) ||
         llvm::any_of(op->getResultTypes(), isTile);
}

/// The first element type of an operand or result that fails `holds`; null if
/// none does.
static Type findElement(Operation *op, llvm::function_ref<bool(Type)> holds) {
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      if (!holds(getElementTypeOrSelf(type)))
        return getElementTypeOrSelf(type);
  return {};
}

/// An operation of arith or math, which computes with numbers.
static LogicalResult checkArithmetic(Operation *op) {
  bool isOnTiles = touchesTiles(op);
  if (isOnTiles && op->getNumResults() != 1)
    return unsupported(op);
  Type wrong = findElement(op, [&](Type type) {
    return isNumber(type) || (type.isIndex() && !isOnTiles);
  });
  if (wrong)
    return unsupported(op) << " for " << wrong;
  if (auto truncate = dyn_cast<arith::TruncFOp>(op))
    if (truncate.getRoundingmode())
      return unsupported(op) << " with a rounding mode";
  return success();
}

/// Rounding to the nearest even, between numbers that are computed with.
static LogicalResult checkFpToFp(tt::FpToFpOp op) {
  if (Type wrong = findElement(op, isNumber))
    return unsupported(op) << " for " << wrong;
  if (op.getRounding() && *op.getRounding() != tt::RoundingMode::RTNE)
    return unsupported(op) << " with a rounding mode other than rtne";
  return success();
}

/// Math that needs no library.
static LogicalResult checkMath(Operation *op) {
  if (isa<math::ExpOp, math::Exp2Op>(op))
    return getElementTypeOrSelf(op->getResult(0).getType()).isF32()
               ? success()
               : unsupported(op)
                     << " for "
                     << getElementTypeOrSelf(op->getResult(0).getType());
  if (isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::CopySignOp,
          math::CountLeadingZerosOp, math::CountTrailingZerosOp, math::CtPopOp,
          math::FloorOp, math::FmaOp, math::RoundEvenOp, math::SqrtOp,
          math::TruncOp>(op))
    return checkArithmetic(op);
  return unsupported(op);
}

static LogicalResult checkArith(Operation *op) {
  if (isa<arith::SelectOp, arith::BitcastOp>(op))
    return success(); // moves bits of any type
  if (isa<arith::ConstantOp>(op)) {
    auto constant = cast<arith::ConstantOp>(op);
    if (isTile(constant.getType()) &&
        !isa<SplatElementsAttr>(constant.getValue()))
      return op->emitError("a constant tile must have one value in all its "
                           "elements on the GPU");
    return success();
  }
  if (isa<arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp,
          arith::ScalingExtFOp, arith::ScalingTruncFOp>(op))
    return unsupported(op);
  return checkArithmetic(op);
}

/// Cache modifiers are those of PTX, which has others for loads than for
/// stores.
static LogicalResult checkCache(Operation *op, tt::CacheModifier cache) {
  using tt::CacheModifier;
  bool isForStores = cache == CacheModifier::WB || cache == CacheModifier::WT;
  bool isForLoads = cache == CacheModifier::CA || cache == CacheModifier::CV;
  if (isa<tt::LoadOp>(op) ? !isForStores : !isForLoads)
    return success();
  return op->emitError("cache modifier '")
         << tt::stringifyCacheModifier(cache) << "' is not one of "
         << (isa<tt::LoadOp>(op) ? "loads: ca, cg, cs or cv expected"
                                 : "stores: cg, cs, wb or wt expected");
}

static LogicalResult checkTT(Operation *op) {
  if (auto load = dyn_cast<tt::LoadOp>(op))
    return checkCache(op, load.getCache());
  if (auto store = dyn_cast<tt::StoreOp>(op))
    return checkCache(op, store.getCache());
  if (auto convert = dyn_cast<tt::FpToFpOp>(op))
    return checkFpToFp(convert);
  if (isa<tt::ClampfOp, tt::PreciseSqrtOp, tt::PreciseDivfOp, tt::MulhiuiOp>(
          op))
    return checkArithmetic(op);
  if (auto call = dyn_cast<tt::CallOp>(op))
    return op->emitError("a call that is not inlined is not supported on the "
                         "GPU yet: '")
           << call.getCallee() << "'";
  if (isa<tt::AddPtrOp, tt::BitcastOp, tt::BroadcastOp, tt::ExpandDimsOp,
          tt::GetNumProgramsOp, tt::GetProgramIdOp, tt::IntToPtrOp,
          tt::MakeRangeOp, tt::PtrToIntOp, tt::ReturnOp, tt::SplatOp>(op))
    return success();
  return unsupported(op);
}

/// Control flow passes on scalars only.
static LogicalResult checkControlFlow(Operation *op) {
  if (!isa<scf::ForOp, scf::IfOp, scf::WhileOp, scf::YieldOp, scf::ConditionOp,
           cf::BranchOp, cf::CondBranchOp, cf::SwitchOp>(op))
    return unsupported(op);
  return touchesTiles(op) ? unsupported(op) << " with tiles" : success();
}

static LogicalResult checkOperation(Operation *op) {
  if (isa<tt::TTDialect>(op->getDialect()))
    return checkTT(op);
  if (isa<arith::ArithDialect>(op->getDialect()))
    return checkArith(op);
  if (isa<math::MathDialect>(op->getDialect()))
    return checkMath(op);
  if (isa<scf::SCFDialect, cf::ControlFlowDialect>(op->getDialect()))
    return checkControlFlow(op);
  if (isa<ub::PoisonOp, gpu::BarrierOp, LLVM::AssumeOp>(op))
    return success();
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

LogicalResult cm2tt::checkSupported(ModuleOp module, unsigned numWarps) {
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
