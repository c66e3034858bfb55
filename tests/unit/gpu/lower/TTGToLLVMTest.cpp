// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A pass of another program lowers an operation of its own together with
/// `ttg`, by the patterns of TTGToLLVM.h.

#include "cm2tt/GPU/TTGToLLVM.h"

#include "cm2tt/Dialect/TT/TTDialect.h"
#include "cm2tt/Dialect/TTG/TTGDialect.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/DialectConversion.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace cm2tt;

/// Stores each lane's number; cm2tt has no lowering of `gpu.lane_id`.
static constexpr StringLiteral kModule = R"(
#row = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = []}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_80"} {
  tt.func public @lanes(%p: !tt.ptr<i32>) {
    %lane = gpu.lane_id
    %number = arith.index_cast %lane : index to i32
    %numbers = tt.splat %number : i32 -> tensor<32xi32, #row>
    %range = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #row>
    %base = tt.splat %p : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>, #row>
    %to = tt.addptr %base, %range : tensor<32x!tt.ptr<i32>, #row>, tensor<32xi32, #row>
    tt.store %to, %numbers : tensor<32x!tt.ptr<i32>, #row>
    tt.return
  }
}
)";

namespace {
struct LaneIdOpLowering : ConvertOpToLLVMPattern<gpu::LaneIdOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(gpu::LaneIdOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::LaneIdOp>(op, rewriter.getI32Type());
    return success();
  }
};
} // namespace

/// Lowers the module as the head of TTGToLLVM.h says, with or without the
/// pattern of this test.
static LogicalResult lower(ModuleOp module, bool isExtended) {
  MLIRContext *context = module.getContext();
  TargetInfo target = *TargetInfo::parse(ttg::getTarget(module));
  ModuleAxisInfo axisInfo(module);
  LLVM::GlobalOp shared = declareSharedMemory(module);
  lowerStructuredControlFlow(module, axisInfo);
  LoweringContext lowering{target, axisInfo, ttg::getNumWarps(module),
                           shared.getSymName().str()};
  TileTypeConverter converter(context);
  RewritePatternSet patterns(context);
  populateTTGToLLVMPatterns(converter, lowering, patterns);
  if (isExtended)
    patterns.add<LaneIdOpLowering>(converter);
  ConversionTarget legal(*context);
  legal.addLegalDialect<LLVM::LLVMDialect, NVVM::NVVMDialect>();
  legal.addLegalOp<ModuleOp>();
  return applyFullConversion(module, legal, std::move(patterns));
}

TEST(TTGToLLVM, LowersOperationsOfOthersToo) {
  DialectRegistry registry;
  registry.insert<arith::ArithDialect, gpu::GPUDialect, LLVM::LLVMDialect,
                  NVVM::NVVMDialect, tt::TTDialect, ttg::TTGDialect>();
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  std::string error;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      error = diagnostic.str();
  });

  auto module = parseSourceString<ModuleOp>(kModule, &context);
  ASSERT_TRUE(module) << error;
  EXPECT_TRUE(failed(lower(*module, /*isExtended=*/false)));
  EXPECT_NE(error.find("'gpu.lane_id'"), std::string::npos) << error;

  module = parseSourceString<ModuleOp>(kModule, &context);
  ASSERT_TRUE(succeeded(lower(*module, /*isExtended=*/true))) << error;
  unsigned lanes = 0;
  module->walk([&](NVVM::LaneIdOp) { ++lanes; });
  EXPECT_EQ(lanes, 1u);
}
