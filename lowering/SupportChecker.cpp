// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The rules that back ends share.
///
/// Not here: the limits of a back end (TTToTTG/Supported.cpp,
/// TTToCPU/Supported.cpp, TTToCPU/SupportedElementwise.cpp).

#include "SupportChecker.h"

#include "cm2tt/Dialect/TT/TTDialect.h"

#include "cm2tt/Dialect/TTG/TensorCopyLayouts.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// The operations that back ends lower
//===----------------------------------------------------------------------===//

/// The operations that bulk tensor copies perform.
static bool isBulkAccess(Operation *op) {
  return isa<tt::DescriptorLoadOp, tt::DescriptorReduceOp,
             tt::DescriptorStoreOp, tt::MakeTensorDescriptorOp>(op);
}

/// The operations of `tt` that not all back ends lower, since passes replace
/// them (TTLowerBlockPointers, TTLowerDescriptors, TTDecomposeDots).
static bool isNotLowered(Operation *op) {
  return isa<tt::AdvanceOp, tt::DescriptorGatherOp, tt::DescriptorScatterOp,
             tt::DotScaledOp, tt::MakeTensorPtrOp>(op) ||
         isBulkAccess(op);
}

/// Whether back ends lower an operation that is not one of numbers. Calls are
/// inlined before.
static bool isLowered(Operation *op) {
  if (isa<tt::TTDialect>(op->getDialect()))
    return !isa<tt::FuncOp, tt::CallOp>(op) && !isNotLowered(op);
  return isa<scf::ForOp, scf::IfOp, scf::WhileOp, scf::YieldOp,
             scf::ConditionOp, cf::BranchOp, cf::CondBranchOp, cf::SwitchOp,
             gpu::BarrierOp, LLVM::AssumeOp, ub::PoisonOp>(op);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Whether back ends compute with numbers of a type.
static bool isComputed(Type type) {
  return type.isInteger(1) || type.isInteger(8) || type.isInteger(16) ||
         type.isInteger(32) || type.isInteger(64) ||
         isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}

/// An element of a tile, or a scalar.
LogicalResult SupportChecker::checkElement(Type type, ErrorBuilder error) {
  if (isComputed(type) || tt::isFloat8(type))
    return success();
  auto pointer = dyn_cast<tt::PtrType>(type);
  if (!pointer || tt::isBlockPtr(type))
    return error() << "a value of type " << type << " is not supported on the "
                   << device;
  if (pointer.getAddressSpace() != tt::kGlobalAddressSpace)
    return error() << "a pointer to address space " << pointer.getAddressSpace()
                   << " is not supported on the " << device << ", only to "
                   << tt::kGlobalAddressSpace;
  return checkElement(pointer.getPointeeType(), error);
}

LogicalResult SupportChecker::checkTile(RankedTensorType tile,
                                        ErrorBuilder error) {
  if (failed(checkElement(tile.getElementType(), error)))
    return failure();
  if (tile.getRank() == 0 || !tile.hasStaticShape() ||
      !llvm::all_of(tile.getShape(), llvm::isPowerOf2_64))
    return error() << "a tile needs dimensions that are powers of two: "
                   << tile;
  return checkSize(tile, error);
}

LogicalResult SupportChecker::checkValue(Value value) {
  Operation *op = value.getDefiningOp();
  auto error = [&] {
    return op ? op->emitError() : mlir::emitError(value.getLoc());
  };
  auto tile = dyn_cast<RankedTensorType>(value.getType());
  auto argument = dyn_cast<BlockArgument>(value);
  bool isParameter = argument && argument.getOwner()->isEntryBlock() &&
                     isa<tt::FuncOp>(argument.getOwner()->getParentOp());
  if (isParameter && tile)
    return error() << "a tile that functions pass on is not supported on the "
                   << device;
  if (isParameter && value.getType().isIndex())
    return error() << "a parameter of type 'index' is not supported on the "
                   << device;
  if (tile)
    return checkTile(tile, error);
  if (auto desc = dyn_cast<tt::TensorDescType>(value.getType()))
    if (RankedTensorType block = desc.getBlockType();
        features.hasTensorMaps &&
        ttg::planTensorCopy(block.getShape(), tt::getElementBits(block)))
      return success();
  return value.getType().isIndex() ? success()
                                   : checkElement(value.getType(), error);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

bool cm2tt::touchesTiles(Operation *op) {
  auto isTile = [](Type type) { return isa<RankedTensorType>(type); };
  return llvm::any_of(op->getOperandTypes(), isTile) ||
         llvm::any_of(op->getResultTypes(), isTile);
}

InFlightDiagnostic SupportChecker::reportUnsupported(Operation *op) {
  return op->emitError("'")
         << op->getName() << "' is not supported on the " << device;
}

/// Checks the element types of operands and results. Scalars may also be of
/// type `index`.
LogicalResult SupportChecker::checkNumbers(Operation *op, bool allowFloat8) {
  bool isOnTiles = touchesTiles(op);
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types) {
      Type element = getElementTypeOrSelf(type);
      bool isIndex = element.isIndex() && !isOnTiles;
      if (!isComputed(element) && !isIndex &&
          !(allowFloat8 && tt::isFloat8(element)))
        return reportUnsupported(op) << " for " << element;
    }
  return success();
}

/// Instructions round to the nearest even or toward zero for all types.
LogicalResult SupportChecker::checkRounding(arith::TruncFOp op) {
  std::optional<arith::RoundingMode> mode = op.getRoundingmode();
  if (!mode || *mode == arith::RoundingMode::to_nearest_even ||
      *mode == arith::RoundingMode::toward_zero)
    return success();
  return reportUnsupported(op) << " with rounding mode '"
                               << arith::stringifyRoundingMode(*mode) << "'";
}

LogicalResult SupportChecker::checkArith(Operation *op) {
  if (isa<arith::SelectOp, arith::BitcastOp>(op))
    return success(); // moves bits of any type
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    if (!isa<RankedTensorType>(constant.getType()) ||
        isa<SplatElementsAttr>(constant.getValue()))
      return success();
    return op->emitError("a constant tile must have one value in all its "
                         "elements on the ")
           << device;
  }
  if (isa<arith::ScalingExtFOp, arith::ScalingTruncFOp>(op))
    return reportUnsupported(op);
  bool isConversion = isa<arith::ExtFOp, arith::TruncFOp>(op);
  if (failed(checkNumbers(op, isConversion && features.hasFloat8Arith)))
    return failure();
  if (auto truncate = dyn_cast<arith::TruncFOp>(op))
    return checkRounding(truncate);
  return checkLibraryFunction(op);
}

LogicalResult SupportChecker::checkShared(Operation *op) {
  if (isa<arith::ArithDialect>(op->getDialect()))
    return checkArith(op);
  if (isa<math::AbsFOp, tt::FpToFpOp>(op))
    return checkNumbers(op, /*allowFloat8=*/true);
  if (isa<math::MathDialect>(op->getDialect()))
    return failed(checkNumbers(op, /*allowFloat8=*/false))
               ? failure()
               : checkLibraryFunction(op);
  // The arithmetic of `tt`.
  if (op->hasTrait<OpTrait::Elementwise>() &&
      op->hasTrait<OpTrait::SameOperandsAndResultType>())
    return checkNumbers(op, /*allowFloat8=*/false);
  bool isBulk = isBulkAccess(op) && features.hasTensorMaps;
  return isBulk || isLowered(op) ? success()
                                 : LogicalResult(reportUnsupported(op));
}

LogicalResult SupportChecker::check(Operation *op) {
  return failure(failed(checkShared(op)) || failed(checkLimits(op)));
}

//===----------------------------------------------------------------------===//
// Functions and modules
//===----------------------------------------------------------------------===//

LogicalResult SupportChecker::checkBody(tt::FuncOp func) {
  WalkResult walked = func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != func && failed(check(op)))
      return WalkResult::interrupt();
    SmallVector<Value> defined(op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(defined, block.getArguments());
    for (Value value : defined)
      if (failed(checkValue(value)))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

/// The inliner leaves calls that it cannot inline. The error is at the call,
/// not at the function.
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

LogicalResult SupportChecker::check(ModuleOp module) {
  if (failed(checkCalls(module)))
    return failure();
  bool hasKernel = false;
  for (Operation &op : *module.getBody()) {
    auto func = dyn_cast<tt::FuncOp>(op);
    if (!func)
      return reportUnsupported(&op);
    if (func.isExternal())
      return func.emitError("a function without a body is not supported on "
                            "the ")
             << device << ": '" << func.getName() << "'";
    // Object files and PTX have no such names; all others get a symbol.
    if (func.getName().empty() || func.getName().contains('\0'))
      return func.emitError(
          "a kernel's name must not be empty or have a byte 0");
    if (!func.getFunctionType().getResults().empty())
      return func.emitError("a function with results is not supported on the ")
             << device << ": '" << func.getName() << "'";
    if (failed(checkBody(func)))
      return failure();
    hasKernel |= func.isPublic();
  }
  if (!hasKernel)
    return module.emitError("there is no kernel: a public 'tt.func' expected");
  return success();
}
