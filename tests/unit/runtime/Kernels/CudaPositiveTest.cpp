// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Numbers that code needs to be above 0: launches of others are of other code.

#include "CudaDrivers.h"

#include <limits>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

static const StringRef maximumModel = R"(
tt.func public @maximum(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %scale: f32) {
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %b = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %p = tt.addptr %b, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %p : tensor<64x!tt.ptr<f32>>
  %s = tt.splat %scale : f32 -> tensor<64xf32>
  %t = arith.mulf %v, %s : tensor<64xf32>
  %m = "tt.reduce"(%t) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %c: f32):
    %r = arith.maxnumf %a, %c : f32
    tt.reduce.return %r : f32
  }) : (tensor<64xf32>) -> f32
  tt.store %y, %m : !tt.ptr<f32>
  tt.return
})";

namespace {
class CudaPositiveTest : public CudaRuntimeTest {
protected:
  void TearDown() override {
    runtime.reset();
    CudaRuntimeTest::TearDown();
  }
  std::shared_ptr<Kernel> load(KernelOptions options = {}) {
    RuntimeOptions all = folder->options();
    all.onRemark = [&](const Diagnostic &each) {
      remarks.push_back(each.message);
    };
    runtime = take(Runtime::create(all));
    return take(runtime->load(maximumModel, "maximum.mlir", options));
  }
  static std::vector<Argument> arguments(float scale) {
    return {Argument::pointer(1 << 20, ElementType::FP32),
            Argument::pointer(2 << 20, ElementType::FP32), scale};
  }
  std::string launch(Kernel &kernel, float scale) {
    return textOf(kernel.launch(takeDevice(*runtime), {}, arguments(scale)));
  }
  bool isPositive(const CompiledKernel &compiled) {
    return compiled.metadata.parameters[2].isPositive;
  }

  std::unique_ptr<Runtime> runtime;
  std::vector<std::string> remarks;
};
} // namespace

TEST_F(CudaPositiveTest, OthersHaveOtherCode) {
  auto kernel = load();
  for (float scale : {0.125f, 0x1p-64f, 0x1p64f})
    EXPECT_EQ(launch(*kernel, scale), "");
  EXPECT_TRUE(remarks.empty());
  const uint64_t builds = kernel->numBuilds();
  EXPECT_EQ(launch(*kernel, -1.0f), "");
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_EQ(remarks[0],
            "maximum.mlir: compiling for such launches, since parameter "
            "'arg2' is -1: a number from 2^-64 to 2^64 expected");
  for (float scale : {0.0f, -0.0f, 0x1p-65f, 0x1.8p64f, -0.125f,
                      std::numeric_limits<float>::infinity(),
                      std::numeric_limits<float>::quiet_NaN()})
    EXPECT_EQ(launch(*kernel, scale), "");
  EXPECT_EQ(remarks.size(), 1u);
  EXPECT_EQ(kernel->numBuilds(), 2 * builds);
  EXPECT_EQ(calls("cuLaunchKernel").size(), 11u);
}

TEST_F(CudaPositiveTest, AreFoundOnDiskAndPrepared) {
  auto kernel = load();
  Device &device = takeDevice(*runtime);
  EXPECT_TRUE(isPositive(*take(kernel->prepare(device, arguments(0.5f)))));
  EXPECT_FALSE(isPositive(*take(kernel->prepare(device, arguments(-0.5f)))));
  kernel.reset();
  auto again = load();
  runtime->freeze();
  const std::string error = launch(*again, -1.0f);
  EXPECT_NE(error.find("the runtime is frozen"), std::string::npos) << error;
  again = load();
  EXPECT_EQ(launch(*again, 0.5f), "");
  EXPECT_EQ(launch(*again, -0.5f), "");
  EXPECT_EQ(calls("cuLaunchKernel").size(), 2u);
}

/// Code for launches elsewhere has no such rule, nor has code without the
/// optimization.
TEST_F(CudaPositiveTest, AreNotEverywhere) {
  auto kernel = load();
  EXPECT_FALSE(
      isPositive(*take(kernel->compile("sm_90a", "*fp32,*fp32,fp32"))));
  KernelOptions options;
  options.without = {Optimization::ScaleMaxima};
  kernel = load(options);
  EXPECT_EQ(launch(*kernel, -1.0f), "");
  EXPECT_TRUE(remarks.empty());
}
