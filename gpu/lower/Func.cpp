// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers kernels and helper functions, and barriers within them.

#include "GroupBarrier.h"
#include "TTGToLLVMInternals.h"

#include "cm2tt/Dialect/TT/TTDialect.h"
#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Lowering/KernelSymbols.h"
#include "gpu/schedule/NamedBarriers.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

void cm2tt::emitGroupBarrier(const Emitter &emitter,
                             const LoweringContext &lowering) {
  Value group = LLVM::LShrOp::create(
      emitter.builder, emitter.loc, emitter.threadId(lowering.numWarps),
      emitter.i32(llvm::ConstantLog2<kThreadsOfGroup>()));
  NVVM::BarrierOp::create(emitter.builder, emitter.loc, TypeRange(),
                          emitter.add(group, emitter.i32(kFirstGroupBarrier)),
                          emitter.i32(kThreadsOfGroup),
                          NVVM::BarrierReductionAttr(),
                          /*reductionPredicate=*/Value());
}

namespace {
/// A public function becomes a kernel of exactly 32 * getBlockWarps() threads.
struct FuncOpLowering : ContextPattern<tt::FuncOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::FuncOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const auto &converter = *getTypeConverter<LLVMTypeConverter>();
    TypeConverter::SignatureConversion signature(op.getNumArguments());
    Type type = converter.convertFunctionSignature(
        op.getFunctionType(), /*isVariadic=*/false,
        /*useBarePtrCallConv=*/false, signature);
    if (!type)
      return rewriter.notifyMatchFailure(op, "signature has no LLVM type");
    auto func =
        LLVM::LLVMFuncOp::create(rewriter, op.getLoc(), op.getName(), type);
    copyKernelName(op, func);
    if (op.isPublic())
      markKernel(func, rewriter);
    else
      func.setLinkage(LLVM::Linkage::Internal);
    for (unsigned i = 0; i < op.getNumArguments(); ++i) {
      copyAlignment(op, i, func, rewriter);
      if (op.isPublic() && isa<tt::TensorDescType>(op.getArgumentTypes()[i]))
        passTensorMap(i, func, rewriter);
    }
    rewriter.inlineRegionBefore(op.getBody(), func.getBody(), func.end());
    if (failed(rewriter.convertRegionTypes(&func.getBody(), converter,
                                           &signature)))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }

  void markKernel(LLVM::LLVMFuncOp func, OpBuilder &builder) const {
    int32_t threads = lowering.getBlockWarps() * TargetInfo::warpSize;
    func->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
    func->setAttr(NVVM::NVVMDialect::getReqntidAttrName(),
                  builder.getDenseI32ArrayAttr({threads, 1, 1}));
    unsigned registers = lowering.maxRegisters;
    // `setmaxnreg` needs to know how many the kernel is launched with.
    if (std::optional<RegisterBudget> budget = planRegisters(lowering))
      registers = budget->launch;
    if (registers)
      func->setAttr(NVVM::NVVMDialect::getMaxnregAttrName(),
                    builder.getI32IntegerAttr(registers));
  }

  /// A descriptor is a tensor map, which the kernel gets by value and uses
  /// where it is, in the memory of parameters. (CUDA Driver API, CUtensorMap.)
  static void passTensorMap(unsigned index, LLVM::LLVMFuncOp func,
                            OpBuilder &builder) {
    constexpr int64_t kBytes = 128, kAlignment = 64;
    auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), kBytes);
    func.setArgAttr(index, LLVM::LLVMDialect::getByValAttrName(),
                    TypeAttr::get(type));
    func.setArgAttr(index, LLVM::LLVMDialect::getAlignAttrName(),
                    builder.getI64IntegerAttr(kAlignment));
    func.setArgAttr(index, NVVM::NVVMDialect::getGridConstantAttrName(),
                    builder.getUnitAttr());
    // LLVM 22 takes the address of a frozen parameter for a generic one, and a
    // parameter that is defined is not frozen.
    func.setArgAttr(index, LLVM::LLVMDialect::getNoUndefAttrName(),
                    builder.getUnitAttr());
  }

  /// A pointer's divisibility is its alignment in bytes: the largest power of
  /// two in it, and no more than any access asks for.
  static void copyAlignment(tt::FuncOp op, unsigned index,
                            LLVM::LLVMFuncOp func, OpBuilder &builder) {
    auto divisibility =
        op.getArgAttrOfType<IntegerAttr>(index, tt::kDivisibilityAttr);
    if (!divisibility || !isa<tt::PtrType>(op.getArgumentTypes()[index]))
      return;
    int64_t most = TargetInfo::maxVectorBits / 8;
    func.setArgAttr(index, LLVM::LLVMDialect::getAlignAttrName(),
                    builder.getI64IntegerAttr(int64_t(llvm::MinAlign(
                        uint64_t(divisibility.getInt()), most))));
  }
};

struct ReturnOpLowering : OpConversionPattern<tt::ReturnOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::ReturnOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (op->getNumOperands())
      return rewriter.notifyMatchFailure(op, "helper was not inlined");
    rewriter.replaceOpWithNewOp<LLVM::ReturnOp>(op, ValueRange());
    return success();
  }
};

/// All threads of the block, or of each group of warps, meet; where they are
/// one warp, that is cheaper.
struct BarrierOpLowering : ContextPattern<gpu::BarrierOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(gpu::BarrierOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emitter{rewriter, op.getLoc()};
    if (op->hasAttr(kOfGroupAttr))
      emitGroupBarrier(emitter, lowering);
    else
      emitBarrier(emitter, lowering);
    rewriter.eraseOp(op);
    return success();
  }
};

/// An instruction of sm_90 that concerns dependent launches. Older GPUs have no
/// such launches: nothing is left there.
template <typename OpT> struct GridDependencyLowering : ContextPattern<OpT> {
  using ContextPattern<OpT>::ContextPattern;
  LogicalResult
  matchAndRewrite(OpT op, typename ContextPattern<OpT>::OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    constexpr bool waits = std::is_same_v<OpT, tt::GridDependencyWaitOp>;
    if (this->lowering.target.hasDependentLaunches())
      LLVM::InlineAsmOp::create(
          rewriter, op.getLoc(), TypeRange(), ValueRange(),
          waits ? "griddepcontrol.wait;" : "griddepcontrol.launch_dependents;",
          "~{memory}", /*has_side_effects=*/true, /*is_align_stack=*/false,
          LLVM::tailcallkind::TailCallKind::None, LLVM::AsmDialectAttr(),
          ArrayAttr());
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void cm2tt::populateFuncPatterns(const TileTypeConverter &converter,
                                 const LoweringContext &context,
                                 RewritePatternSet &patterns) {
  patterns.add<BarrierOpLowering, FuncOpLowering,
               GridDependencyLowering<tt::GridDependencyWaitOp>,
               GridDependencyLowering<tt::GridDependencyLaunchDependentsOp>>(
      converter, patterns.getContext(), context);
  patterns.add<ReturnOpLowering>(converter, patterns.getContext());
}
