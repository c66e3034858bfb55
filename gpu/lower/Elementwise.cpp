// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers elementwise operations: the element in each register by the same
/// scalar operation. The most frequent ones become LLVM's at once; MLIR's
/// patterns for `arith` and `math` then lower the others.
///
/// Not here: conversions between floating-point types (Conversions.cpp),
/// division and functions (Math.cpp), integers (Integers.cpp); the supported
/// types (TTToTTG, Supported.h).

#include "ElementwiseInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Conversion/ArithCommon/AttrToLLVMConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

SmallVector<Value>
cm2tt::mapRegisters(unsigned count, ArrayRef<ValueRange> operands,
                    llvm::function_ref<Value(ArrayRef<Value>)> make,
                    uint64_t equalBits) {
  SmallVector<Value> results;
  SmallVector<SmallVector<Value>> seen;
  llvm::DenseMap<unsigned, SmallVector<unsigned, 1>> byHash;
  for (unsigned reg = 0; reg < count; ++reg) {
    auto mine = llvm::map_to_vector(operands, [&](ValueRange range) {
      return range.size() == 1 ? range.front() : range[reg];
    });
    auto hash = static_cast<unsigned>(llvm::hash_combine_range(
        llvm::map_range(mine, [](Value v) { return v.getAsOpaquePointer(); })));
    Value result;
    SmallVector<unsigned, 1> &candidates = byHash[hash >> 2];
    for (unsigned other : candidates)
      if (seen[other] == mine)
        result = results[other];
    if (reg & equalBits)
      result = results[reg & ~equalBits];
    if (!result) {
      result = make(mine);
      candidates.push_back(reg);
    }
    seen.push_back(std::move(mine));
    results.push_back(result);
  }
  return results;
}

namespace {
/// The location and the type of scalar operations of LLVM.
struct ScalarMaker {
  OpBuilder &builder;
  Location loc;
  Type type;
  bool contracts;

  template <typename LLVMOp, typename Op> MakeScalar ofFloats(Op op) const {
    arith::FastMathFlags flags = op.getFastmath();
    if (contracts)
      flags = flags | arith::FastMathFlags::contract;
    auto attribute = LLVM::FastmathFlagsAttr::get(
        op.getContext(), arith::convertArithFastMathFlagsToLLVM(flags));
    return [self = *this, attribute](ArrayRef<Value> operands) -> Value {
      return LLVMOp::create(self.builder, self.loc, self.type, operands[0],
                            operands[1], attribute);
    };
  }
  template <typename LLVMOp, typename Op> MakeScalar ofIntegers(Op op) const {
    LLVM::IntegerOverflowFlags flags =
        arith::convertArithOverflowFlagsToLLVM(op.getOverflowFlags());
    return [self = *this, flags](ArrayRef<Value> operands) -> Value {
      return LLVMOp::create(self.builder, self.loc, self.type, operands[0],
                            operands[1], flags);
    };
  }
  template <typename LLVMOp> MakeScalar ofBits() const {
    return [self = *this](ArrayRef<Value> operands) -> Value {
      return LLVMOp::create(self.builder, self.loc, self.type, operands[0],
                            operands[1]);
    };
  }
};
} // namespace

MakeScalar cm2tt::findLLVMScalar(Operation *op, OpBuilder &builder,
                                 bool contracts) {
  if (op->getNumResults() != 1)
    return nullptr;
  Type type = getElementTypeOrSelf(op->getResult(0));
  // Types of 8-bit floats are bits in LLVM.
  if (!type.isSignlessInteger() &&
      !(isa<FloatType>(type) && type.getIntOrFloatBitWidth() > 8))
    return nullptr;
  ScalarMaker maker{builder, op->getLoc(), type, contracts};
  return TypeSwitch<Operation *, MakeScalar>(op)
      .Case([&](arith::AddFOp op) { return maker.ofFloats<LLVM::FAddOp>(op); })
      .Case([&](arith::SubFOp op) { return maker.ofFloats<LLVM::FSubOp>(op); })
      .Case([&](arith::MulFOp op) { return maker.ofFloats<LLVM::FMulOp>(op); })
      .Case([&](arith::MaxNumFOp op) {
        return maker.ofFloats<LLVM::MaxNumOp>(op);
      })
      .Case([&](arith::MinNumFOp op) {
        return maker.ofFloats<LLVM::MinNumOp>(op);
      })
      .Case([&](arith::AddIOp op) { return maker.ofIntegers<LLVM::AddOp>(op); })
      .Case([&](arith::SubIOp op) { return maker.ofIntegers<LLVM::SubOp>(op); })
      .Case([&](arith::MulIOp op) { return maker.ofIntegers<LLVM::MulOp>(op); })
      // Without the care that scalars get (Integers.cpp).
      .Case([&](arith::DivSIOp op) {
        return tt::isTile(op.getResult()) ? maker.ofBits<LLVM::SDivOp>()
                                          : nullptr;
      })
      .Case([&](arith::RemSIOp op) {
        return tt::isTile(op.getResult()) ? maker.ofBits<LLVM::SRemOp>()
                                          : nullptr;
      })
      .Case([&](arith::AndIOp) { return maker.ofBits<LLVM::AndOp>(); })
      .Case([&](arith::XOrIOp) { return maker.ofBits<LLVM::XOrOp>(); })
      .Default(nullptr);
}

uint64_t cm2tt::findEqualBits(const LoweringContext &lowering, Value tile) {
  if (!getElementTypeOrSelf(tile.getType()).isInteger())
    return 0;
  AxisInfo info = lowering.axisInfo.getProvenInfo(tile);
  const ttg::LinearLayout &layout = getLayout(tile.getType());
  uint64_t bits = 0;
  for (unsigned bit = 0; bit < layout.getInBits(ttg::InDim::Register); ++bit) {
    bool isEqual = true;
    ttg::LinearLayout::Coords moved =
        layout.getBasis(ttg::InDim::Register, bit);
    for (auto [dim, distance] : llvm::enumerate(moved))
      isEqual &= distance < info.getConstancy(dim);
    bits |= uint64_t(isEqual) << bit;
  }
  return bits;
}

namespace {
/// An operation of arith or math on tiles.
///
///   %c = arith.addf %a, %b : tensor<256xf32, #ttg.linear<...>>
/// =>
///   %c0 = llvm.fadd %a0, %b0 : f32 ... one for each register
struct ElementwiseOpLowering : ConversionPattern {
  ElementwiseOpLowering(const TypeConverter &converter, MLIRContext *context,
                        const LoweringContext &lowering)
      // Before the lowerings of arith and math, which take a tile of one
      // register.
      : ConversionPattern(converter, MatchAnyOpTypeTag(), 2, context),
        lowering(lowering) {}
  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<ValueRange> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op->hasTrait<OpTrait::Elementwise>() || op->getNumResults() == 0 ||
        isa<tt::TTDialect>(op->getDialect()))
      return rewriter.notifyMatchFailure(op, "not elementwise");
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "not on tiles");
    for (Type operand : op->getOperandTypes())
      if (getTypeConverter()->convertType(getElementTypeOrSelf(operand)) !=
          getElementTypeOrSelf(operand))
        return rewriter.notifyMatchFailure(op, "element type has no scalar op");
    auto elements = llvm::map_to_vector(op->getResultTypes(), [](Type result) {
      return getElementTypeOrSelf(result);
    });
    if (MakeScalar makeLLVM = findLLVMScalar(op, rewriter, lowering.fpFusion)) {
      rewriter.replaceOpWithMultiple(
          op, {mapRegisters(getNumRegisters(type), operands, makeLLVM,
                            findEqualBits(lowering, op->getResult(0)))});
      return success();
    }
    SmallVector<SmallVector<Value>> results(op->getNumResults());
    auto make = [&](ArrayRef<Value> mine) {
      OperationState state(op->getLoc(), op->getName());
      state.addOperands(mine);
      state.addTypes(elements);
      state.addAttributes(op->getAttrs());
      Operation *scalar = rewriter.create(state);
      if (lowering.fpFusion)
        allowContraction(scalar);
      return scalar->getResult(0);
    };
    results[0] = mapRegisters(getNumRegisters(type), operands, make,
                              findEqualBits(lowering, op->getResult(0)));
    for (unsigned i = 1; i < results.size(); ++i)
      for (Value first : results[0])
        results[i].push_back(first.getDefiningOp()->getResult(i));
    rewriter.replaceOpWithMultiple(op, results);
    return success();
  }

  const LoweringContext &lowering;

  /// Lets a product and a sum become one fma.
  static void allowContraction(Operation *op) {
    auto fast = dyn_cast<arith::ArithFastMathInterface>(op);
    arith::FastMathFlagsAttr have =
        fast ? fast.getFastMathFlagsAttr() : arith::FastMathFlagsAttr();
    if (!have) // a conversion has none
      return;
    op->setAttr(fast.getFastMathAttrName(),
                arith::FastMathFlagsAttr::get(
                    op->getContext(),
                    have.getValue() | arith::FastMathFlags::contract));
  }
};

struct AddPtrOpLowering : RegisterwisePattern<tt::AddPtrOp> {
  using RegisterwisePattern::RegisterwisePattern;
  Value lower(tt::AddPtrOp op, ArrayRef<Value> operands, Type type,
              ConversionPatternRewriter &rewriter) const override {
    auto pointer = cast<tt::PtrType>(getElementTypeOrSelf(op.getType()));
    Type pointee = getTypeConverter()->convertType(pointer.getPointeeType());
    if (pointee.isInteger(1)) // truth values are stored as bytes
      pointee = rewriter.getI8Type();
    return LLVM::GEPOp::create(rewriter, op.getLoc(), type, pointee,
                               operands[0], operands[1]);
  }
};

/// `tt.bitcast` and `arith.bitcast`.
template <typename Op> struct BitcastOpLowering : RegisterwisePattern<Op> {
  using RegisterwisePattern<Op>::RegisterwisePattern;
  Value lower(Op op, ArrayRef<Value> operands, Type type,
              ConversionPatternRewriter &rewriter) const override {
    if (operands[0].getType() == type)
      return operands[0];
    return LLVM::BitcastOp::create(rewriter, op.getLoc(), type, operands[0]);
  }
};

struct PtrToIntOpLowering : RegisterwisePattern<tt::PtrToIntOp> {
  using RegisterwisePattern::RegisterwisePattern;
  Value lower(tt::PtrToIntOp op, ArrayRef<Value> operands, Type type,
              ConversionPatternRewriter &rewriter) const override {
    return LLVM::PtrToIntOp::create(rewriter, op.getLoc(), type, operands[0]);
  }
};

struct IntToPtrOpLowering : RegisterwisePattern<tt::IntToPtrOp> {
  using RegisterwisePattern::RegisterwisePattern;
  Value lower(tt::IntToPtrOp op, ArrayRef<Value> operands, Type type,
              ConversionPatternRewriter &rewriter) const override {
    return LLVM::IntToPtrOp::create(rewriter, op.getLoc(), type, operands[0]);
  }
};

/// A condition, scalar or tile, chooses between numbers or pointers.
struct SelectOpLowering : RegisterwisePattern<arith::SelectOp> {
  using RegisterwisePattern::RegisterwisePattern;
  Value lower(arith::SelectOp op, ArrayRef<Value> operands, Type,
              ConversionPatternRewriter &rewriter) const override {
    return LLVM::SelectOp::create(rewriter, op.getLoc(), operands[0],
                                  operands[1], operands[2]);
  }
};

struct PoisonOpLowering : OpConversionPattern<ub::PoisonOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(ub::PoisonOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type =
        getTypeConverter()->convertType(getElementTypeOrSelf(op.getType()));
    if (!type)
      return rewriter.notifyMatchFailure(op, "element type has no LLVM type");
    Value value = LLVM::PoisonOp::create(rewriter, op.getLoc(), type);
    rewriter.replaceOpWithMultiple(
        op, {SmallVector<Value>(getNumRegisters(op.getType()), value)});
    return success();
  }
};

} // namespace

Value cm2tt::callIntrinsic(OpBuilder &builder, Location loc, StringRef name,
                           Type type, ValueRange operands) {
  return LLVM::CallIntrinsicOp::create(builder, loc, type,
                                       builder.getStringAttr(name), operands)
      .getResult(0);
}

Value cm2tt::floatConstant(OpBuilder &builder, Location loc, Type type,
                           double value) {
  return LLVM::ConstantOp::create(builder, loc, type,
                                  builder.getFloatAttr(type, value));
}

void cm2tt::populateElementwisePatterns(const TileTypeConverter &converter,
                                        const LoweringContext &lowering,
                                        RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<ElementwiseOpLowering>(converter, context, lowering);
  patterns.add<AddPtrOpLowering, BitcastOpLowering<tt::BitcastOp>,
               PtrToIntOpLowering, IntToPtrOpLowering>(converter, context);
  // Before those for any tile, and those of arith for scalars.
  patterns.add<SelectOpLowering, BitcastOpLowering<arith::BitcastOp>,
               PoisonOpLowering>(converter, context, /*benefit=*/3);
  populateConversionPatterns(converter, lowering, patterns);
  populateMathPatterns(converter, lowering, patterns);
  populateInlineAsmPatterns(converter, patterns);
  populateIntegerPatterns(converter, patterns);
  populateDivisionPatterns(converter, lowering, patterns);
}
