// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Kernels that load by pointers what bulk tensor copies can load, with the
/// fake driver: which launches encode maps, and which tensors are refused.
///
/// Not here: values (tests/cases/gpu/cases_described.py).

#include "CudaDrivers.h"
#include "tests/unit/runtime/AllocationCounter.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

/// c = a a^T for `a` of `m` rows and 64 columns, with a stride between rows; a
/// program computes 64 rows and columns.
static constexpr StringLiteral productModel = R"(
tt.func public @product(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32>, %m: i64, %s: i32 {tt.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %zero_x = arith.constant dense<0.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %px = tt.get_program_id x : i32
  %i = arith.muli %px, %c64 : i32
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %is = tt.splat %i : i32 -> tensor<64xi32>
  %rows = arith.addi %is, %range : tensor<64xi32>
  %wide = arith.extsi %rows : tensor<64xi32> to tensor<64xi64>
  %ms = tt.splat %m : i64 -> tensor<64xi64>
  %in = arith.cmpi slt, %wide, %ms : tensor<64xi64>
  %in1 = tt.expand_dims %in {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
  %mask = tt.broadcast %in1 : tensor<64x1xi1> -> tensor<64x64xi1>
  %r1 = tt.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %ss = tt.splat %s : i32 -> tensor<64x1xi32>
  %r2 = arith.muli %r1, %ss : tensor<64x1xi32>
  %r3 = tt.broadcast %r2 : tensor<64x1xi32> -> tensor<64x64xi32>
  %k1 = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %k2 = tt.broadcast %k1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %o = arith.addi %r3, %k2 : tensor<64x64xi32>
  %ab = tt.splat %a : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %ap = tt.addptr %ab, %o : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %r = scf.for %l = %c0 to %n step %c1 iter_args(%t = %zero) -> (tensor<64x64xf32>) : i32 {
    %x = tt.load %ap, %mask, %zero_x : tensor<64x64x!tt.ptr<f16>>
    %y = tt.trans %x {order = array<i32: 1, 0>} : tensor<64x64xf16> -> tensor<64x64xf16>
    %d = tt.dot %x, %y, %t : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %cb = tt.splat %c : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %cp = tt.addptr %cb, %o : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %cp, %r, %mask : tensor<64x64x!tt.ptr<f32>>
  tt.return
})";

namespace {
class CudaDescribedTensorsTest : public CudaRuntimeTest {
protected:
  void TearDown() override {
    runtime.reset();
    CudaRuntimeTest::TearDown();
  }
  /// Loads the kernel in a new runtime.
  std::shared_ptr<Kernel> load(StringRef model = productModel) {
    RuntimeOptions options = folder->options();
    options.onRemark = [&](const Diagnostic &each) {
      remarks.push_back(each.message);
    };
    runtime = take(Runtime::create(options));
    return take(runtime->load(model, "product.mlir"));
  }
  std::string launch(Kernel &kernel, uint64_t address, int64_t rows,
                     int32_t stride) {
    std::vector<Argument> arguments = {
        Argument::pointer(address, ElementType::FP16),
        Argument::pointer(16 << 20, ElementType::FP32), rows, stride, 3};
    return textOf(kernel.launch(takeDevice(*runtime), {}, arguments));
  }
  std::vector<std::string> encoded() { return calls("cuTensorMapEncodeTiled"); }

  std::unique_ptr<Runtime> runtime;
  std::vector<std::string> remarks;
};
} // namespace

TEST_F(CudaDescribedTensorsTest, EncodesOnceForEachTensor) {
  auto kernel = load();
  EXPECT_EQ(launch(*kernel, 1 << 20, 100, 80), "");
  std::vector<std::string> expected = {
      "type 6 64/64 100/64 +160 swizzle 3 fill 0"};
  EXPECT_EQ(encoded(), expected);
  EXPECT_EQ(launch(*kernel, 1 << 20, 100, 80), "");
  EXPECT_EQ(encoded(), expected);
  // Another extent, another stride, another address.
  EXPECT_EQ(launch(*kernel, 1 << 20, 99, 80), "");
  EXPECT_EQ(launch(*kernel, 1 << 20, 99, 96), "");
  EXPECT_EQ(launch(*kernel, 2 << 20, 100, 80), "");
  expected.push_back("type 6 64/64 99/64 +160 swizzle 3 fill 0");
  expected.push_back("type 6 64/64 99/64 +192 swizzle 3 fill 0");
  expected.push_back("type 6 64/64 100/64 +160 swizzle 3 fill 0");
  EXPECT_EQ(encoded(), expected);
  // All of them are kept.
  EXPECT_EQ(launch(*kernel, 1 << 20, 100, 80), "");
  EXPECT_EQ(encoded(), expected);
  for (const std::string &call : calls("cuLaunchKernel"))
    EXPECT_NE(call.find(" map"), std::string::npos) << call;
}

/// The result has a map, too, if its address is a multiple of 16.
TEST_F(CudaDescribedTensorsTest, EncodesWhatIsStored) {
  std::string model = productModel.str();
  StringRef pointer = "%c: !tt.ptr<f32>";
  model.insert(model.find(pointer) + pointer.size(),
               " {tt.divisibility = 16 : i32}");
  auto kernel = load(model);
  EXPECT_EQ(launch(*kernel, 1 << 20, 100, 80), "");
  EXPECT_EQ(launch(*kernel, 2 << 20, 100, 80), "");
  std::vector<std::string> expected = {
      "type 7 64/32 100/64 +320 swizzle 3 fill 0",
      "type 6 64/64 100/64 +160 swizzle 3 fill 0",
      "type 6 64/64 100/64 +160 swizzle 3 fill 0"};
  EXPECT_EQ(encoded(), expected);
}

/// The oldest is replaced.
TEST_F(CudaDescribedTensorsTest, KeepsALimitedNumber) {
  auto kernel = load();
  for (int64_t rows = 1; rows <= 65; ++rows)
    EXPECT_EQ(launch(*kernel, 1 << 20, rows, 80), "");
  EXPECT_EQ(launch(*kernel, 1 << 20, 2, 80), "");
  EXPECT_EQ(encoded().size(), 65u);
  EXPECT_EQ(launch(*kernel, 1 << 20, 1, 80), "");
  EXPECT_EQ(encoded().size(), 66u);
}

/// A map cannot have an extent of 0; the kernel then reads outside of it.
TEST_F(CudaDescribedTensorsTest, AnEmptyTensorHasOneRow) {
  auto kernel = load();
  EXPECT_EQ(launch(*kernel, 1 << 20, 0, 80), "");
  EXPECT_EQ(launch(*kernel, 1 << 20, -5, 80), "");
  std::vector<std::string> expected = {
      "type 6 64/64 1/64 +160 swizzle 3 fill 0"};
  EXPECT_EQ(encoded(), expected);
}

/// Tensors that break a rule are accessed by other code, which is compiled
/// once.
TEST_F(CudaDescribedTensorsTest, TensorsThatBreakARule) {
  auto kernel = load();
  EXPECT_EQ(launch(*kernel, 1 << 20, 100, 0), "");
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_EQ(
      remarks[0],
      "product.mlir: compiling for such launches, since parameter 'arg0': "
      "a stride is 0 elements: a positive multiple of 16 bytes expected "
      "for bulk tensor copies, of less than 2^40 bytes");
  const uint64_t builds = kernel->numBuilds();
  EXPECT_EQ(launch(*kernel, 1 << 20, int64_t(1) << 31, 80), "");
  EXPECT_EQ(launch(*kernel, 1 << 20, 100, -16), "");
  EXPECT_EQ(remarks.size(), 1u);
  EXPECT_EQ(kernel->numBuilds(), builds);
  EXPECT_TRUE(encoded().empty());
  for (const std::string &call : calls("cuLaunchKernel"))
    EXPECT_EQ(call.find(" map"), std::string::npos) << call;
  // Others have bulk copies as before.
  EXPECT_EQ(launch(*kernel, 1 << 20, 100, 80), "");
  EXPECT_EQ(encoded().size(), 1u);
}

/// A stride may be any number; multiples of 16 bytes suit the code.
TEST_F(CudaDescribedTensorsTest, AssumesMultiples) {
  std::string model = productModel.str();
  const StringRef promise = "%s: i32 {tt.divisibility = 16 : i32}";
  model.replace(model.find(promise), promise.size(), "%s: i32");
  auto kernel = load(model);
  EXPECT_EQ(launch(*kernel, 1 << 20, 100, 88), "");
  EXPECT_EQ(encoded(), std::vector<std::string>{
                           "type 6 64/64 100/64 +176 swizzle 3 fill 0"});
  EXPECT_TRUE(remarks.empty());
  const uint64_t builds = kernel->numBuilds();
  EXPECT_EQ(launch(*kernel, 1 << 20, 100, 81), "");
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_NE(remarks[0].find("a stride is 81 elements"), std::string::npos);
  EXPECT_EQ(launch(*kernel, 1 << 20, 100, 83), "");
  EXPECT_EQ(kernel->numBuilds(), 2 * builds);
  EXPECT_EQ(encoded().size(), 1u);
}

/// Rows that are stored in bulk are multiples of 16 bytes; others are stored by
/// threads, and the loads remain bulk copies.
TEST_F(CudaDescribedTensorsTest, AssumesMultiplesOfRows) {
  std::string model = productModel.str();
  auto replace = [&](StringRef from, StringRef to) {
    model.replace(model.find(from), from.size(), to);
  };
  replace("%n: i32) {",
          "%n: i32, %w: i32) {\n"
          "  %ws = tt.splat %w : i32 -> tensor<64xi32>\n"
          "  %range0 = tt.make_range {end = 64 : i32, start = 0 : i32} : "
          "tensor<64xi32>\n"
          "  %c_in = arith.cmpi slt, %range0, %ws : tensor<64xi32>\n"
          "  %c_in1 = tt.expand_dims %c_in {axis = 0 : i32} : tensor<64xi1> -> "
          "tensor<1x64xi1>\n"
          "  %c_in2 = tt.broadcast %c_in1 : tensor<1x64xi1> -> "
          "tensor<64x64xi1>\n");
  replace("tt.store %cp, %r, %mask",
          "%both = arith.andi %mask, %c_in2 : tensor<64x64xi1>\n"
          "  tt.store %cp, %r, %both");
  replace("%c: !tt.ptr<f32>", "%c: !tt.ptr<f32> {tt.divisibility = 16 : i32}");
  auto kernel = load(model);
  auto launchRows = [&](int32_t width) {
    std::vector<Argument> arguments = {
        Argument::pointer(1 << 20, ElementType::FP16),
        Argument::pointer(16 << 20, ElementType::FP32),
        int64_t(100),
        80,
        3,
        width};
    return textOf(kernel->launch(takeDevice(*runtime), {}, arguments));
  };
  EXPECT_EQ(launchRows(60), "");
  EXPECT_EQ(encoded().size(), 2u);
  EXPECT_EQ(launchRows(0), "");
  EXPECT_TRUE(remarks.empty());
  EXPECT_EQ(launchRows(61), "");
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_EQ(remarks[0],
            "product.mlir: compiling for such launches, since parameter "
            "'arg1': a row has 61 elements: a multiple of 16 bytes expected "
            "for bulk tensor copies to it");
  const auto last = calls("cuLaunchKernel").back();
  EXPECT_NE(last.find(" map"), std::string::npos) << last;
}

/// Preparation for such arguments prepares that code, too.
TEST_F(CudaDescribedTensorsTest, PreparesForTensorsThatBreakARule) {
  auto kernel = load();
  std::vector<Argument> arguments = {
      Argument::pointer(1 << 20, ElementType::FP16),
      Argument::pointer(16 << 20, ElementType::FP32), int64_t(100), 0, 3};
  auto prepared = take(kernel->prepare(takeDevice(*runtime), arguments));
  EXPECT_EQ(prepared->metadata.parameters.size(), 5u);
  runtime->freeze();
  EXPECT_EQ(launch(*kernel, 1 << 20, 100, 0), "");
}

/// No code is compiled while a graph is recorded, or after a freeze.
TEST_F(CudaDescribedTensorsTest, FrozenRuntimesCompileNoOtherCode) {
  auto kernel = load();
  EXPECT_EQ(launch(*kernel, 1 << 20, 100, 80), "");
  runtime->freeze();
  const std::string error = launch(*kernel, 1 << 20, 100, 0);
  EXPECT_NE(error.find("a stride is 0 elements"), std::string::npos) << error;
  EXPECT_NE(error.find("the runtime is frozen"), std::string::npos) << error;
  EXPECT_TRUE(StringRef(launch(*kernel, 1 << 20, int64_t(1) << 31, 80))
                  .contains("a tensor has an extent of more than 2147483647 "
                            "elements"));
}

TEST_F(CudaDescribedTensorsTest, AreTurnedOff) {
  auto without = [&](WordSet<Optimization> words) {
    runtime = take(Runtime::create(folder->options()));
    KernelOptions options;
    options.without = words;
    auto kernel = take(runtime->load(productModel, "product.mlir", options));
    EXPECT_EQ(launch(*kernel, 1 << 20, 100, 80), "");
    return encoded().size();
  };
  EXPECT_EQ(without({Optimization::DescribeTensors}), 0u);
  EXPECT_EQ(without({Optimization::TensorMaps}), 0u);
  EXPECT_EQ(without({Optimization::SplitLoops}), 1u);
}

TEST_F(CudaDescribedTensorsTest, ALaterLaunchAllocatesNothing) {
  auto kernel = load();
  EXPECT_EQ(launch(*kernel, 1 << 20, 100, 80), "");
  std::vector<Argument> arguments = {
      Argument::pointer(1 << 20, ElementType::FP16),
      Argument::pointer(16 << 20, ElementType::FP32), int64_t(100), 80, 3};
  Device &device = takeDevice(*runtime);
  unsetenv("FAKE_CUDA_LOG");
  const size_t before = allocations;
  Error error = kernel->launch(device, {}, arguments);
  EXPECT_EQ(allocations - before, 0u);
  EXPECT_FALSE(!!error);
}

/// The metadata in the cache on disk has recipes, too.
TEST_F(CudaDescribedTensorsTest, FindsRecipesOnDisk) {
  auto kernel = load();
  EXPECT_EQ(launch(*kernel, 1 << 20, 100, 80), "");
  kernel.reset();
  auto again = load();
  EXPECT_EQ(launch(*again, 1 << 20, 100, 80), "");
  EXPECT_EQ(encoded().size(), 2u);
}

TEST_F(CudaDescribedTensorsTest, OldGpusHaveNoMaps) {
  set("CAPABILITY", "8.0");
  EXPECT_EQ(launch(*load(), 1 << 20, 100, 80), "");
  EXPECT_TRUE(encoded().empty());
}
