// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The types, names and operations that lower to a CPU.
///
/// Not here: elementwise operations (SupportedElementwise.cpp).

#include "Supported.h"

#include "ElementwiseInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

/// Elements of one tile, as many as operations of `tt` take.
constexpr int64_t maxElements = int64_t(1) << 20;

/// The address space of what users pass.
constexpr unsigned globalSpace = 1;

static InFlightDiagnostic unsupported(Operation *op) {
  return op->emitError("'")
         << op->getName() << "' is not supported on the CPU yet";
}

static bool isTile(Type type) { return isa<RankedTensorType>(type); }

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

using ErrorMaker = llvm::function_ref<InFlightDiagnostic()>;

static bool isNumber(Type type) {
  return type.isInteger(1) || type.isInteger(8) || type.isInteger(16) ||
         type.isInteger(32) || type.isInteger(64) ||
         isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type) ||
         isFloat8OnCPU(type);
}

/// An element of a tile, or a scalar; an error says what is wrong with it.
static LogicalResult checkElement(Type type, ErrorMaker error) {
  if (isNumber(type))
    return success();
  auto pointer = dyn_cast<tt::PtrType>(type);
  if (!pointer || tt::isBlockPtr(type))
    return error() << "a value of type " << type
                   << " is not supported on the CPU yet";
  if (pointer.getAddressSpace() != globalSpace)
    return error() << "a pointer to address space " << pointer.getAddressSpace()
                   << " is not supported on the CPU yet, only to "
                   << globalSpace;
  return checkElement(pointer.getPointeeType(), error);
}

static LogicalResult checkTile(RankedTensorType tile, ErrorMaker error) {
  if (failed(checkElement(tile.getElementType(), error)))
    return failure();
  if (tile.getRank() == 0 || !tile.hasStaticShape() ||
      !llvm::all_of(tile.getShape(), llvm::isPowerOf2_64))
    return error() << "a tile needs dimensions that are powers of two: "
                   << tile;
  unsigned bits = 0; // a product could wrap
  for (int64_t size : tile.getShape())
    bits += llvm::Log2_64(size);
  if (bits > llvm::Log2_64(maxElements))
    return error() << "a tile is too large: at most " << maxElements
                   << " elements expected: " << tile;
  return success();
}

/// Checks the type of a value that some operation or block makes.
static LogicalResult checkValue(Value value) {
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
                      "CPU yet";
  if (isParameter && value.getType().isIndex())
    return error() << "a parameter of type 'index' is not supported on the CPU";
  if (tile)
    return checkTile(tile, error);
  if (value.getType().isIndex())
    return success();
  return checkElement(value.getType(), error);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static LogicalResult checkConstant(arith::ConstantOp op) {
  if (!isTile(op.getType()) || isa<SplatElementsAttr>(op.getValue()))
    return success();
  return op.emitError("a constant tile must have one value in all its elements "
                      "on the CPU");
}

/// Operands have the sum's type by now (TTDecomposeDots).
static LogicalResult checkDot(tt::DotOp op) {
  Type sum = getElementTypeOrSelf(op.getType());
  for (Value operand : op->getOperands()) {
    Type element = getElementTypeOrSelf(operand.getType());
    if (element == sum && (sum.isF32() || sum.isF64() || sum.isInteger(32)))
      continue;
    return unsupported(op) << " for operands of type " << element
                           << " and sums of type " << sum
                           << ": both f32, f64 or i32 expected";
  }
  return success();
}

/// A region that runs for ever gives no elements.
static LogicalResult checkMap(tt::MapElementwiseOp op) {
  bool returns = llvm::any_of(op.getScalarOp(), [](Block &block) {
    return block.getNumSuccessors() == 0;
  });
  if (returns)
    return success();
  return op.emitError("the region of '") << op->getName() << "' never returns";
}

/// Operations of which all are taken, on any types that values may have.
static bool isTaken(Operation *op) {
  // What makes tiles, changes their shape or picks elements of them.
  if (isa<tt::BroadcastOp, tt::CatOp, tt::ExpandDimsOp, tt::GatherOp,
          tt::GetNumProgramsOp, tt::GetProgramIdOp, tt::JoinOp, tt::MakeRangeOp,
          tt::ReshapeOp, tt::SplatOp, tt::SplitOp, tt::TransOp, tt::UnsplatOp,
          ub::PoisonOp>(op))
    return true;
  if (isa<tt::LoadOp, tt::StoreOp, tt::AtomicRmwOp, tt::AtomicCasOp,
          tt::PrintOp, tt::AssertOp>(op))
    return true;
  if (isa<tt::ReduceOp, tt::ReduceReturnOp, tt::ScanOp, tt::ScanReturnOp,
          tt::MapElementwiseReturnOp, tt::HistogramOp>(op))
    return true;
  return isa<scf::ForOp, scf::IfOp, scf::WhileOp, scf::YieldOp,
             scf::ConditionOp, cf::BranchOp, cf::CondBranchOp, cf::SwitchOp,
             tt::ReturnOp, gpu::BarrierOp, LLVM::AssumeOp>(op);
}

/// Regions that combine or map elements are on scalars: they run inside of a
/// loop over a tile.
static LogicalResult checkRegion(Operation *op) {
  Operation *around = op->getParentOp();
  while (around && !isa<tt::ReduceOp, tt::ScanOp, tt::MapElementwiseOp>(around))
    around = around->getParentOp();
  if (!around || !(llvm::any_of(op->getOperandTypes(), isTile) ||
                   llvm::any_of(op->getResultTypes(), isTile)))
    return success();
  return op->emitError("a tile in the region of '")
         << around->getName() << "' is not supported on the CPU yet";
}

static LogicalResult checkOperation(Operation *op) {
  if (failed(checkRegion(op)))
    return failure();
  if (isTaken(op))
    return success();
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return checkConstant(constant);
  if (auto dot = dyn_cast<tt::DotOp>(op))
    return checkDot(dot);
  if (auto map = dyn_cast<tt::MapElementwiseOp>(op))
    return checkMap(map);
  if (isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) ||
      isa<tt::AddPtrOp, tt::BitcastOp, tt::ClampfOp, tt::ElementwiseInlineAsmOp,
          tt::ExternElementwiseOp, tt::FpToFpOp, tt::IntToPtrOp, tt::MulhiuiOp,
          tt::PreciseDivfOp, tt::PreciseSqrtOp, tt::PtrToIntOp>(op))
    return checkElementwiseOnCPU(op);
  return unsupported(op);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Object files take any name but for these; LLVM takes a \1 at its beginning
/// for a mark.
static LogicalResult checkSymbol(tt::FuncOp func) {
  StringRef name = func.getName();
  if (name.empty() || name.contains('\0') || name.front() == '\1')
    return func.emitError("a kernel's name must not be empty, begin with a "
                          "byte 1 or have a byte 0");
  if (name.starts_with("cm2tt."))
    return func.emitError("the name '")
           << name << "' begins with 'cm2tt.', as what is compiled along with "
           << "kernels does: another name expected";
  return success();
}

/// Names of functions that kernels call.
static LogicalResult checkName(tt::FuncOp func, bool hasPrint) {
  StringRef name = func.getName();
  if (failed(checkSymbol(func)))
    return failure();
  // LLVM makes the first three of loops.
  bool isCalled = name == "memcpy" || name == "memmove" || name == "memset" ||
                  (hasPrint && name == "printf");
  if (isCalled)
    return func.emitError("the name '")
           << name << "' is that of a C function that is called on the CPU: "
           << "another name expected";
  std::string program = (name + ".program").str();
  auto other =
      func->getParentOfType<ModuleOp>().lookupSymbol<tt::FuncOp>(program);
  if (!other)
    return success();
  return other.emitError("the name '")
         << program << "' is that of a part of the kernel '" << name
         << "': another name expected";
}

static LogicalResult checkFunction(tt::FuncOp func, bool hasPrint) {
  if (func.isExternal())
    return func.emitError("a function without a body is not supported on the "
                          "CPU yet: '")
           << func.getName() << "'";
  if (failed(checkName(func, hasPrint)))
    return failure();
  if (!func.getFunctionType().getResults().empty())
    return func.emitError("a function with results is not supported on the "
                          "CPU yet: '")
           << func.getName() << "'";
  WalkResult walked = func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != func && failed(checkOperation(op)))
      return WalkResult::interrupt();
    SmallVector<Value> made(op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(made, block.getArguments());
    for (Value value : made)
      if (failed(checkValue(value)))
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

LogicalResult cm2tt::checkSupportedOnCPU(ModuleOp module) {
  if (failed(checkCalls(module)))
    return failure();
  bool hasPrint =
      module.walk([](tt::PrintOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  bool hasKernel = false;
  for (Operation &op : *module.getBody()) {
    auto func = dyn_cast<tt::FuncOp>(op);
    if (!func)
      return unsupported(&op);
    if (failed(checkFunction(func, hasPrint)))
      return failure();
    hasKernel |= func.isPublic();
  }
  if (!hasKernel)
    return module.emitError("there is no kernel: a public 'tt.func' expected");
  return success();
}
