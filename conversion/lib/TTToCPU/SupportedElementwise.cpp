// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Which elementwise operations the CPU takes, on which types, and what they
/// cost.

#include "ElementwiseInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace cm2tt;

static InFlightDiagnostic unsupported(Operation *op) {
  return op->emitError("'") << op->getName() << "' is not supported on the CPU";
}

/// Numbers that are computed with.
static bool isNumber(Type type) {
  return type.isInteger(1) || type.isInteger(8) || type.isInteger(16) ||
         type.isInteger(32) || type.isInteger(64) ||
         isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}

/// An error if an operand or result has an element that `holds` does not.
static LogicalResult checkTypes(Operation *op,
                                llvm::function_ref<bool(Type)> holds) {
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      if (Type element = getElementTypeOrSelf(type); !holds(element))
        return unsupported(op) << " for " << element;
  return success();
}

static LogicalResult checkArithmetic(Operation *op) {
  bool isOnTiles = isa<RankedTensorType>(op->getResult(0).getType());
  return checkTypes(op, [&](Type type) {
    return isNumber(type) || (type.isIndex() && !isOnTiles);
  });
}

/// An operation that takes floats of 8 bits along with other numbers.
static LogicalResult checkWithFloat8(Operation *op) {
  return checkTypes(
      op, [](Type type) { return isNumber(type) || isFloat8OnCPU(type); });
}

static LogicalResult checkConversion(Operation *op) {
  auto truncate = dyn_cast<arith::TruncFOp>(op);
  std::optional<arith::RoundingMode> mode =
      truncate ? truncate.getRoundingmode() : std::nullopt;
  if (mode && *mode != arith::RoundingMode::to_nearest_even &&
      *mode != arith::RoundingMode::toward_zero)
    return unsupported(op) << " with rounding mode '"
                           << arith::stringifyRoundingMode(*mode) << "'";
  return checkWithFloat8(op);
}

/// C's functions are called by their names, which a kernel must not have.
static LogicalResult checkName(Operation *op) {
  std::optional<HostFunction> function = findHostFunction(op);
  if (!function || !function->support == HostFunction::Call)
    return success();
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  std::string name = nameInC(
      *function,
      element.isF64() ? element : Type(Float32Type::get(op->getContext())));
  auto module = op->getParentOfType<ModuleOp>();
  auto named = module ? module.lookupSymbol<tt::FuncOp>(name) : tt::FuncOp();
  if (!named)
    return success();
  InFlightDiagnostic error =
      named.emitError("the name '")
      << name << "' is that of a C function that is called on the CPU: "
      << "another name expected";
  error.attachNote(op->getLoc()) << "called here";
  return error;
}

static LogicalResult checkExtern(tt::ExternElementwiseOp op) {
  StringRef name = op.getLibname();
  StringRef file = llvm::sys::path::filename(op.getLibpath());
  bool isLibdevice = (name.empty() || name == "libdevice") &&
                     (file.empty() || file.starts_with("libdevice"));
  if (!isLibdevice)
    return op.emitError("the library '")
           << (name.empty() ? op.getLibpath() : name) << "', which has '"
           << op.getSymbol() << "', is not supported on the CPU: only "
           << "functions of libdevice are";
  if (findHostFunction(op))
    return checkName(op);
  InFlightDiagnostic error = op.emitError("libdevice's function '")
                             << op.getSymbol()
                             << "' is not supported on the CPU for these types";
  error.attachNote() << "taken are the functions of C's <math.h>, such as "
                        "'__nv_sinf' for f32 and '__nv_sin' for f64";
  return error;
}

static LogicalResult checkMath(Operation *op) {
  if (op->getNumResults() != 1 || isa<math::FPowIOp, math::IPowIOp>(op))
    return unsupported(op);
  if (isa<math::AbsFOp>(op))
    return checkWithFloat8(op);
  if (failed(checkArithmetic(op)))
    return failure();
  return checkName(op);
}

static LogicalResult checkArith(Operation *op) {
  if (isa<arith::SelectOp, arith::BitcastOp>(op))
    return success(); // moves bits of any type
  if (isa<arith::ScalingExtFOp, arith::ScalingTruncFOp>(op))
    return unsupported(op);
  if (isa<arith::ExtFOp, arith::TruncFOp>(op))
    return checkConversion(op);
  if (failed(checkArithmetic(op)))
    return failure();
  return checkName(op);
}

LogicalResult cm2tt::checkElementwiseOnCPU(Operation *op) {
  if (isa<arith::ArithDialect>(op->getDialect()))
    return checkArith(op);
  if (isa<math::MathDialect>(op->getDialect()))
    return checkMath(op);
  if (isa<tt::FpToFpOp>(op))
    return checkConversion(op);
  if (isa<tt::ClampfOp, tt::MulhiuiOp, tt::PreciseDivfOp, tt::PreciseSqrtOp>(
          op))
    return checkArithmetic(op);
  if (isa<tt::AddPtrOp, tt::BitcastOp, tt::IntToPtrOp, tt::PtrToIntOp>(op))
    return success();
  if (auto call = dyn_cast<tt::ExternElementwiseOp>(op))
    return checkExtern(call);
  if (isa<tt::ElementwiseInlineAsmOp>(op))
    return unsupported(op) << ": the assembly is PTX, for GPUs only";
  return unsupported(op);
}

bool cm2tt::isExpensive(Operation *op) {
  if (std::optional<HostFunction> function = findHostFunction(op))
    return function->support == HostFunction::Call ||
           function->op == "math.sqrt" || function->op == "math.rsqrt";
  if (isa<tt::FpToFpOp, arith::TruncFOp, arith::ExtFOp>(op)) {
    auto bits = [](Type type) {
      return getElementTypeOrSelf(type).getIntOrFloatBitWidth();
    };
    return bits(op->getOperand(0).getType()) == 8 ||
           bits(op->getResult(0).getType()) == 8;
  }
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
          arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op)) {
    // LLVM multiplies instead of dividing by a constant.
    auto splat = op->getOperand(1).getDefiningOp<tt::SplatOp>();
    return !matchPattern(splat ? splat.getSrc() : op->getOperand(1),
                         m_Constant());
  }
  return isa<arith::DivFOp, tt::PreciseDivfOp, tt::PreciseSqrtOp,
             tt::ExternElementwiseOp>(op);
}
