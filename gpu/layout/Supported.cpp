// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The limits of the GPU back end.
///
/// Not here: the operations and types that all back ends lower
/// (lowering/SupportChecker.cpp); assembly (SupportedInlineAsm.cpp).

#include "Supported.h"

#include "SupportedInternals.h"
#include "cm2tt/Lowering/Libraries.h"
#include "cm2tt/Lowering/TargetInfo.h"
#include "lowering/SupportChecker.h"
#include "lowering/numerics/LibdeviceFunctions.h"
#include "lowering/numerics/RoundedArithmetic.h"
#include "lowering/numerics/SpecialFunctions.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;
using namespace cm2tt;

/// Elements of one tile in one thread. A thread has 255 registers of 32 bits; a
/// tile of more elements lives in memory, and one of far more takes minutes to
/// compile for a kernel that no one wants.
constexpr int64_t maxElementsPerThread = 4096;

namespace {
class GpuSupportChecker : public SupportChecker {
public:
  GpuSupportChecker(const TargetInfo &target, unsigned numWarps)
      : SupportChecker("GPU",
                       {/*hasFloat8Arith=*/false, target.hasTensorMaps()}),
        numWarps(numWarps) {}

protected:
  LogicalResult checkSize(RankedTensorType tile, ErrorBuilder error) override;
  LogicalResult checkLibraryFunction(Operation *op) override;
  LogicalResult checkLimits(Operation *op) override;

private:
  unsigned numWarps;
};
} // namespace

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

LogicalResult GpuSupportChecker::checkSize(RankedTensorType tile,
                                           ErrorBuilder error) {
  int64_t threads = numWarps * TargetInfo::warpSize;
  if (tile.getNumElements() <= maxElementsPerThread * threads)
    return success();
  return error() << "a tile of " << tile.getNumElements()
                 << " elements is too large for " << threads
                 << " threads: at most " << maxElementsPerThread * threads
                 << " expected";
}

//===----------------------------------------------------------------------===//
// Functions of libraries
//===----------------------------------------------------------------------===//

/// The error for a function that needs libdevice.
static LogicalResult reportNoLibdevice(Operation *op, const Twine &what) {
  return op->emitError()
         << what << " needs NVIDIA's libdevice.10.bc, which is not found: "
         << libdevicePlaces();
}

/// Whether LLVM has an operation for an operation of `math`.
static bool isNative(Operation *op) {
  if (isa<math::AbsIOp, math::CountLeadingZerosOp, math::CountTrailingZerosOp,
          math::CtPopOp>(op))
    return true;
  return llvm::any_of(getMathFunctions(), [&](const MathFunction &function) {
    return function.support == MathFunction::Native &&
           function.op == op->getName().getStringRef();
  });
}

/// Functions come from libdevice if there is no instruction or expansion.
LogicalResult GpuSupportChecker::checkLibraryFunction(Operation *op) {
  if (!isa<math::MathDialect>(op->getDialect()) || isNative(op))
    return success();
  const MathFunction *function = findMathFunction(op->getName().getStringRef());
  if (!function)
    return reportUnsupported(op);
  Type type = getElementTypeOrSelf(op->getResult(0).getType());
  bool needsLibrary =
      type.isF64() || function->support == MathFunction::Library;
  if (!needsLibrary || !findLibdevice(op).empty())
    return success();
  return reportNoLibdevice(op, "'" + Twine(op->getName().getStringRef()) +
                                   "' for '" + (type.isF64() ? "f64" : "f32") +
                                   "'");
}

/// Whether libdevice's function is an instruction on operands of f32.
static bool isInstruction(tt::ExternElementwiseOp op) {
  const MathFunction *function = findMathFunctionBySymbol(op.getSymbol());
  auto isF32 = [](Type type) { return getElementTypeOrSelf(type).isF32(); };
  return function && function->support == MathFunction::Instruction &&
         op.getSrcs().size() == 1 && isF32(op.getSrcs()[0].getType()) &&
         isF32(op.getType());
}

/// A function of a library that is there, or a function of libdevice that is
/// an instruction, some operations, or special.
static LogicalResult checkExtern(tt::ExternElementwiseOp op) {
  StringRef path = op.getLibpath(), name = op.getLibname();
  if (!path.empty()) {
    if (llvm::sys::fs::is_regular_file(path))
      return success();
    return op.emitError("there is no library '")
           << path << "', which has '" << op.getSymbol() << "'";
  }
  if (!name.empty() && name != "libdevice")
    return op.emitError("the library '")
           << name << "' has no path: expected 'libpath', or 'libdevice'";
  if (!findLibdevice(op).empty() || isInstruction(op) ||
      isLibdeviceFunction(op) || getRoundedArithmetic(op) ||
      isSpecialFunction(op))
    return success();
  return reportNoLibdevice(op, "the function '" + op.getSymbol() + "'");
}

//===----------------------------------------------------------------------===//
// Other operations
//===----------------------------------------------------------------------===//

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

LogicalResult GpuSupportChecker::checkLimits(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<tt::LoadOp, tt::StoreOp>(
          [](auto access) { return checkCache(access, access.getCache()); })
      .Case([](tt::ExternElementwiseOp call) { return checkExtern(call); })
      .Case([](tt::ElementwiseInlineAsmOp assembly) {
        return checkInlineAsm(assembly);
      })
      .Default([](Operation *) { return success(); });
}

LogicalResult cm2tt::checkSupported(ModuleOp module, const TargetInfo &target,
                                    unsigned numWarps) {
  return GpuSupportChecker(target, numWarps).check(module);
}
