// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers division, roots, bounds and functions of `math`: by instructions of
/// the GPU for f32, some of them approximate (compiler/README.md, "How exact
/// functions are"), by libdevice for the rest, and by MLIR's expansions where
/// that is not installed.
///
/// Numbers of 16 bits are computed as f32 and rounded.
///
/// Not here: finding and linking libdevice (Libraries.h).

#include "ElementwiseInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Lowering/Libraries.h"
#include "lowering/numerics/Float8.h"
#include "lowering/numerics/LibdeviceFunctions.h"
#include "lowering/numerics/RoundedArithmetic.h"
#include "lowering/numerics/SpecialFunctions.h"

#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

/// Computes with numbers of 16 bits as f32; with others as they are.
static Value computeAsF32(OpBuilder &builder, Location loc,
                          ArrayRef<Value> operands,
                          llvm::function_ref<Value(ArrayRef<Value>)> compute) {
  Type type = operands.front().getType();
  if (type.getIntOrFloatBitWidth() != 16)
    return compute(operands);
  auto wide = llvm::map_to_vector(operands, [&](Value operand) -> Value {
    return LLVM::FPExtOp::create(builder, loc, builder.getF32Type(), operand);
  });
  return LLVM::FPTruncOp::create(builder, loc, type, compute(wide));
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// The value of a constant, scalar or splat.
static std::optional<APFloat> getConstant(Value value) {
  APFloat constant(0.0f);
  if (matchPattern(value, m_ConstantFloat(&constant)))
    return constant;
  return std::nullopt;
}

namespace {
struct ClampfOpLowering : RegisterwisePattern<tt::ClampfOp> {
  ClampfOpLowering(const TypeConverter &converter, MLIRContext *context,
                   const LoweringContext &lowering)
      : RegisterwisePattern(converter, context), lowering(lowering) {}
  Value lower(tt::ClampfOp op, ArrayRef<Value> operands, Type type,
              ConversionPatternRewriter &rewriter) const override {
    bool isAll = op.getPropagateNan() == tt::PropagateNan::ALL;
    if (isAll && isSymmetric(op, type))
      return callIntrinsic(rewriter, op.getLoc(),
                           "llvm.nvvm.fmin.nan.xorsign.abs.f", type,
                           {operands[0], operands[2]});
    return isAll
               ? clamp<LLVM::MaximumOp, LLVM::MinimumOp>(op, operands, rewriter)
               : clamp<LLVM::MaxNumOp, LLVM::MinNumOp>(op, operands, rewriter);
  }
  /// Whether the bounds are -c and c. Then the smaller magnitude, with the sign
  /// of x, is the result, which is one instruction. Without `.NaN` it would
  /// give a NaN the bound of its sign, and not the lower one.
  bool isSymmetric(tt::ClampfOp op, Type type) const {
    if (!type.isF32() || lowering.target.getComputeCapability() < 86)
      return false;
    std::optional<APFloat> least = getConstant(op.getMin()),
                           most = getConstant(op.getMax());
    return least && most && !most->isNegative() && !most->isNaN() &&
           least->bitwiseIsEqual(neg(*most));
  }
  template <typename Max, typename Min>
  static Value clamp(tt::ClampfOp op, ArrayRef<Value> operands,
                     OpBuilder &builder) {
    Value least = Max::create(builder, op.getLoc(), operands[0], operands[1]);
    return Min::create(builder, op.getLoc(), least, operands[2]);
  }
  const LoweringContext &lowering;
};

//===----------------------------------------------------------------------===//
// Magnitudes of 8 bits
//===----------------------------------------------------------------------===//

struct AbsFloat8OpLowering : RegisterwisePattern<math::AbsFOp> {
  using RegisterwisePattern::RegisterwisePattern;
  bool handles(math::AbsFOp op) const override {
    return getElementTypeOrSelf(op.getType()).getIntOrFloatBitWidth() == 8;
  }
  Value lower(math::AbsFOp op, ArrayRef<Value> operands, Type,
              ConversionPatternRewriter &rewriter) const override {
    return emitAbsOfFloat8(rewriter, op.getLoc(), operands[0],
                           getElementTypeOrSelf(op.getType()));
  }
};

//===----------------------------------------------------------------------===//
// Division and roots
//===----------------------------------------------------------------------===//

/// LLVM's own square root rounds to nearest: `sqrt.rn`.
struct PreciseSqrtOpLowering : RegisterwisePattern<tt::PreciseSqrtOp> {
  using RegisterwisePattern::RegisterwisePattern;
  Value lower(tt::PreciseSqrtOp op, ArrayRef<Value> operands, Type,
              ConversionPatternRewriter &rewriter) const override {
    return computeAsF32(
        rewriter, op.getLoc(), operands, [&](ArrayRef<Value> wide) -> Value {
          return LLVM::SqrtOp::create(rewriter, op.getLoc(), wide[0]);
        });
  }
};

/// So does its division: `div.rn`.
struct PreciseDivfOpLowering : RegisterwisePattern<tt::PreciseDivfOp> {
  using RegisterwisePattern::RegisterwisePattern;
  Value lower(tt::PreciseDivfOp op, ArrayRef<Value> operands, Type type,
              ConversionPatternRewriter &rewriter) const override {
    return LLVM::FDivOp::create(rewriter, op.getLoc(), type, operands[0],
                                operands[1]);
  }
};

/// Division by a product with an approximate reciprocal: `div.approx`.
struct ApproxDivfOpLowering : RegisterwisePattern<tt::ApproxDivfOp> {
  using RegisterwisePattern::RegisterwisePattern;
  Value lower(tt::ApproxDivfOp op, ArrayRef<Value> operands, Type type,
              ConversionPatternRewriter &rewriter) const override {
    return callIntrinsic(rewriter, op.getLoc(), "llvm.nvvm.div.approx.f", type,
                         operands);
  }
};

/// Division as in Triton: `div.full.f32`. Java's own division is another
/// operation (PreciseDivfOp).
struct DivfOpLowering : RegisterwisePattern<arith::DivFOp> {
  using RegisterwisePattern::RegisterwisePattern;
  bool handles(arith::DivFOp op) const override {
    return !getElementTypeOrSelf(op.getType()).isF64();
  }
  Value lower(arith::DivFOp op, ArrayRef<Value> operands, Type,
              ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    std::optional<float> reciprocal = reciprocalOf(op.getRhs());
    return computeAsF32(rewriter, loc, operands,
                        [&](ArrayRef<Value> wide) -> Value {
                          Type f32 = rewriter.getF32Type();
                          if (!reciprocal)
                            return callIntrinsic(
                                rewriter, loc, "llvm.nvvm.div.full", f32, wide);
                          return LLVM::FMulOp::create(
                              rewriter, loc, wide[0],
                              floatConstant(rewriter, loc, f32, *reciprocal));
                        });
  }
  /// 1/c for a constant c that has a normal one: the product with it is off by
  /// 1.5 ulp at most, where `div.full` may be by 2. It is exact for powers of
  /// two.
  static std::optional<float> reciprocalOf(Value divisor) {
    std::optional<APFloat> constant = getConstant(divisor);
    if (!constant)
      return std::nullopt;
    float value = constant->convertToDouble();
    float reciprocal = 1.0f / value;
    if (!std::isnormal(value) || !std::isnormal(reciprocal))
      return std::nullopt;
    return reciprocal;
  }
};

/// Roots by one approximate instruction, as in Triton. Java's own are another
/// operation (PreciseSqrtOp).
struct SqrtOpLowering : RegisterwisePattern<math::SqrtOp> {
  SqrtOpLowering(const TypeConverter &converter, MLIRContext *context,
                 const LoweringContext &lowering)
      : RegisterwisePattern(converter, context, /*benefit=*/3),
        lowering(lowering) {}
  bool handles(math::SqrtOp op) const override {
    return !getElementTypeOrSelf(op.getType()).isF64();
  }
  Value lower(math::SqrtOp op, ArrayRef<Value> operands, Type,
              ConversionPatternRewriter &rewriter) const override {
    return computeAsF32(
        rewriter, op.getLoc(), operands, [&](ArrayRef<Value> wide) -> Value {
          return callIntrinsic(rewriter, op.getLoc(),
                               lowering.ftz ? "llvm.nvvm.sqrt.approx.ftz.f"
                                            : "llvm.nvvm.sqrt.approx.f",
                               rewriter.getF32Type(), wide[0]);
        });
  }
  const LoweringContext &lowering;
};

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Functions of f32 with an instruction: 2^x is `ex2.approx`, e^x is 2^(x
/// log2 e), 1/sqrt(x) is `rsqrt.approx`. What is too small becomes 0 where the
/// module flushes it, but for e^x, all as in Triton.
template <typename Op> struct InstructionOpLowering : RegisterwisePattern<Op> {
  InstructionOpLowering(const TypeConverter &converter, MLIRContext *context,
                        const LoweringContext &lowering)
      : RegisterwisePattern<Op>(converter, context, /*benefit=*/3),
        lowering(lowering) {}
  bool handles(Op op) const override {
    return !getElementTypeOrSelf(op.getType()).isF64();
  }
  Value lower(Op op, ArrayRef<Value> operands, Type,
              ConversionPatternRewriter &rewriter) const override {
    return computeAsF32(rewriter, op.getLoc(), operands,
                        [&](ArrayRef<Value> wide) {
                          return emit(rewriter, op.getLoc(), wide[0]);
                        });
  }
  Value emit(OpBuilder &builder, Location loc, Value x) const {
    Type f32 = builder.getF32Type();
    if (std::is_same_v<Op, math::RsqrtOp>)
      return callIntrinsic(builder, loc,
                           lowering.ftz ? "llvm.nvvm.rsqrt.approx.ftz.f"
                                        : "llvm.nvvm.rsqrt.approx.f",
                           f32, x);
    if (std::is_same_v<Op, math::Exp2Op>)
      return callIntrinsic(builder, loc,
                           lowering.ftz ? "llvm.nvvm.ex2.approx.ftz"
                                        : "llvm.nvvm.ex2.approx",
                           f32, x);
    Value log2e = floatConstant(builder, loc, f32, llvm::numbers::log2ef);
    Value power = LLVM::FMulOp::create(builder, loc, x, log2e);
    return LLVM::Exp2Op::create(builder, loc, f32, power);
  }
  const LoweringContext &lowering;
};
} // namespace

/// The function of that name, declared as one of a library's; null after an
/// error if it has been declared otherwise.
static LLVM::LLVMFuncOp declare(Operation *op, StringRef name,
                                LLVM::LLVMFunctionType type, StringRef library,
                                OpBuilder &builder) {
  auto module = op->getParentOfType<ModuleOp>();
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(name)) {
    auto where = known->getAttrOfType<StringAttr>(kLibraryAttr);
    if (known.getFunctionType() == type && where && where == library)
      return known;
    op->emitError("the function '")
        << name << "' is called with other types, or from another library, "
        << "elsewhere in the kernel";
    return {};
  }
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(module.getBody());
  auto function = LLVM::LLVMFuncOp::create(builder, op->getLoc(), name, type);
  function->setAttr(kLibraryAttr, builder.getStringAttr(library));
  return function;
}

/// Arithmetic with a rounding, by one instruction that keeps subnormal numbers.
static Value emitRounded(OpBuilder &builder, Location loc,
                         const RoundedArithmetic &arithmetic,
                         ArrayRef<Value> operands) {
  static constexpr StringLiteral names[] = {"add", "add", "mul", "div",
                                            "fma", "rcp", "sqrt"};
  static constexpr StringLiteral modes[] = {"rn", "rz", "rm", "rp"};
  SmallVector<Value> x(operands);
  if (arithmetic.kind == RoundedArithmetic::Sub)
    x[1] = LLVM::FNegOp::create(builder, loc, x[1]);
  std::string name =
      ("llvm.nvvm." + names[arithmetic.kind] + "." +
       modes[arithmetic.rounding] + (arithmetic.isDouble ? ".d" : ".f"))
          .str();
  return callIntrinsic(builder, loc, name, x[0].getType(), x);
}

namespace {
/// Calls libdevice's function of an operation.
///
///   %y = math.sin %x : tensor<256xf32, #ttg.linear<...>>
/// =>
///   %y0 = llvm.call @__nv_sinf(%x0) : (f32) -> f32 ... one for each register
struct LibraryOpLowering : ConversionPattern {
  LibraryOpLowering(const TypeConverter &converter, MLIRContext *context,
                    StringRef libdevice)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/3,
                          context),
        libdevice(libdevice) {}
  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<ValueRange> operands,
                  ConversionPatternRewriter &rewriter) const override {
    bool isRemainder = isa<arith::RemFOp>(op);
    if (!isRemainder && !isa<math::MathDialect>(op->getDialect()))
      return failure();
    const MathFunction *function =
        findMathFunction(op->getName().getStringRef());
    if (!function && !isRemainder)
      return rewriter.notifyMatchFailure(op, "not in libdevice");
    Type result = op->getResult(0).getType();
    bool isDouble = getElementTypeOrSelf(result).isF64();
    if (function && function->support == MathFunction::Instruction && !isDouble)
      return rewriter.notifyMatchFailure(op, "there is an instruction");
    std::string name =
        ("__nv_" +
         (isRemainder ? StringRef("fmod") : StringRef(function->name)) +
         (isDouble ? "" : "f"))
            .str();
    Type number = isDouble ? rewriter.getF64Type() : rewriter.getF32Type();
    SmallVector<Type> parameters(op->getNumOperands(), number);
    LLVM::LLVMFuncOp callee =
        declare(op, name, LLVM::LLVMFunctionType::get(number, parameters),
                libdevice, rewriter);
    if (!callee)
      return failure();
    auto call = [&](ArrayRef<Value> wide) -> Value {
      return LLVM::CallOp::create(rewriter, op->getLoc(), callee, wide)
          .getResult();
    };
    SmallVector<Value> results = mapRegisters(
        getNumRegisters(result), operands, [&](ArrayRef<Value> mine) {
          return computeAsF32(rewriter, op->getLoc(), mine, call);
        });
    rewriter.replaceOpWithMultiple(op, {results});
    return success();
  }
  std::string libdevice;
};

/// Calls the function of a library. Where libdevice is not installed, creates
/// the operation of `math` that the function is, or our own code for it.
/// Functions that are some operations are never called.
struct ExternElementwiseOpLowering
    : OpConversionPattern<tt::ExternElementwiseOp> {
  ExternElementwiseOpLowering(const TypeConverter &converter,
                              MLIRContext *context, StringRef libdevice)
      : OpConversionPattern(converter, context), libdevice(libdevice) {}
  LogicalResult
  matchAndRewrite(tt::ExternElementwiseOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto arithmetic = getRoundedArithmetic(op);
    bool isSpecial = libdevice.empty() && isSpecialFunction(op);
    if (arithmetic || isSpecial || isLibdeviceFunction(op)) {
      ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
      auto emit = [&](ArrayRef<Value> mine) {
        if (isSpecial)
          return emitSpecialFunction(builder, op, mine);
        return arithmetic
                   ? emitRounded(rewriter, op.getLoc(), *arithmetic, mine)
                   : emitLibdeviceFunction(builder, op.getSymbol(), mine);
      };
      rewriter.replaceOpWithMultiple(
          op, {mapRegisters(getNumRegisters(op.getType()),
                            adaptor.getOperands(), emit)});
      return success();
    }
    Type result =
        getTypeConverter()->convertType(getElementTypeOrSelf(op.getType()));
    auto parameters =
        llvm::map_to_vector(op.getOperandTypes(), [&](Type type) -> Type {
          return getTypeConverter()->convertType(getElementTypeOrSelf(type));
        });
    StringRef library =
        op.getLibpath().empty() ? StringRef(libdevice) : op.getLibpath();
    LLVM::LLVMFuncOp callee;
    if (!library.empty()) {
      callee = declare(op, op.getSymbol(),
                       LLVM::LLVMFunctionType::get(result, parameters), library,
                       rewriter);
      if (!callee)
        return failure();
    } else if (!findMathFunctionBySymbol(op.getSymbol())) {
      return rewriter.notifyMatchFailure(op, "only libdevice has the function");
    }
    auto make = [&](ArrayRef<Value> mine) -> Value {
      if (callee)
        return LLVM::CallOp::create(rewriter, op.getLoc(), callee, mine)
            .getResult();
      OperationState state(op.getLoc(),
                           findMathFunctionBySymbol(op.getSymbol())->op);
      state.addOperands(mine);
      state.addTypes(result);
      // Its default, which only builders and parsers know.
      state.addAttribute("fastmath",
                         arith::FastMathFlagsAttr::get(
                             op.getContext(), arith::FastMathFlags::none));
      return rewriter.create(state)->getResult(0);
    };
    rewriter.replaceOpWithMultiple(op,
                                   {mapAll(op, adaptor.getOperands(), make)});
    return success();
  }
  /// Functions with effects are called for each register.
  static SmallVector<Value>
  mapAll(tt::ExternElementwiseOp op, ArrayRef<ValueRange> operands,
         llvm::function_ref<Value(ArrayRef<Value>)> make) {
    unsigned count = getNumRegisters(op.getType());
    if (op.getPure())
      return mapRegisters(count, operands, make);
    SmallVector<Value> results;
    for (unsigned reg = 0; reg < count; ++reg)
      results.push_back(make(llvm::map_to_vector(operands, [&](ValueRange r) {
        return r.size() == 1 ? r.front() : r[reg];
      })));
    return results;
  }
  std::string libdevice;
};
} // namespace

/// Functions of f32 by arithmetic, for where libdevice is not.
static void populateExpansions(RewritePatternSet &patterns) {
  auto isExpanded = [](StringRef name) {
    const MathFunction *function = findMathFunction(name);
    return function && (function->support == MathFunction::Polynomial ||
                        function->support == MathFunction::Identity);
  };
  populateMathF32ExpansionPatterns(patterns, isExpanded);
  populateMathPolynomialApproximationPatterns(patterns, isExpanded);
  SmallVector<StringRef> identities;
  for (const MathFunction &function : getMathFunctions())
    if (function.support == MathFunction::Identity)
      identities.push_back(function.op.split('.').second);
  math::populateExpansionPatterns(patterns, identities);
}

void cm2tt::populateMathPatterns(const TileTypeConverter &converter,
                                 const LoweringContext &lowering,
                                 RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns
      .add<ApproxDivfOpLowering, PreciseSqrtOpLowering, PreciseDivfOpLowering>(
          converter, context);
  patterns.add<ClampfOpLowering>(converter, context, lowering);
  // Before those for any tile, and those of arith and math for scalars.
  patterns.add<AbsFloat8OpLowering, DivfOpLowering>(converter, context,
                                                    /*benefit=*/3);
  patterns.add<SqrtOpLowering, InstructionOpLowering<math::ExpOp>,
               InstructionOpLowering<math::Exp2Op>,
               InstructionOpLowering<math::RsqrtOp>>(converter, context,
                                                     lowering);
  patterns.add<ExternElementwiseOpLowering>(converter, context,
                                            lowering.libdevice);
  if (lowering.libdevice.empty())
    populateExpansions(patterns);
  else
    patterns.add<LibraryOpLowering>(converter, context, lowering.libdevice);
  populateMathToLLVMConversionPatterns(converter, patterns);
}
