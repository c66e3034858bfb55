// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Which elementwise operations the CPU takes, on which types, and what they
/// cost.

#include "cpu/emit/ElementwiseInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "lowering/numerics/LibdeviceFunctions.h"
#include "lowering/numerics/RoundedArithmetic.h"
#include "lowering/numerics/SpecialFunctions.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace cm2tt;

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
  if (isLibdeviceFunction(op) || getRoundedArithmetic(op) ||
      isSpecialFunction(op) || findHostFunction(op))
    return success();
  InFlightDiagnostic error = op.emitError("libdevice's function '")
                             << op.getSymbol()
                             << "' is not supported on the CPU for these types";
  error.attachNote() << "supported are the functions of C's <math.h>, such as "
                        "'__nv_sinf' for f32 and '__nv_sin' for f64";
  return error;
}

LogicalResult ElementwiseChecker::checkLibraryFunction(Operation *op) {
  if (op->getNumResults() != 1 || isa<math::FPowIOp, math::IPowIOp>(op))
    return reportUnsupported(op);
  return success();
}

LogicalResult ElementwiseChecker::checkLimits(Operation *op) {
  if (auto call = dyn_cast<tt::ExternElementwiseOp>(op))
    return checkExtern(call);
  if (isa<tt::ElementwiseInlineAsmOp>(op))
    return reportUnsupported(op) << ": the assembly is PTX, for GPUs only";
  return success();
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
  return isa<arith::DivFOp, tt::ApproxDivfOp, tt::PreciseDivfOp,
             tt::PreciseSqrtOp, tt::ExternElementwiseOp>(op);
}
