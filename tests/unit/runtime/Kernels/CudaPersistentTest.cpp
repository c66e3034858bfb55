// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Launches of persistent kernels on the fake driver, whose GPU has 132
/// multiprocessors: how many blocks there are, and what the kernel is given.
///
/// Not here: what the kernel computes (tests/cases/gpu/cases_persistent.py).

#include "CudaDrivers.h"
#include "tests/unit/runtime/AllocationCounter.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

namespace {
/// A kernel with one parameter, and the extents of a number of axes.
class CudaPersistentTest : public CudaFakeTest {
protected:
  void load(unsigned axes, unsigned scratchBytes = 0) {
    std::string ptx = ".visible .entry many(.param .u32 n";
    for (unsigned axis = 0; axis < axes; ++axis)
      ptx += ", .param .u32 e" + std::to_string(axis);
    ptx += scratchBytes ? ", .param .u64 memory) { ret; }" : ") { ret; }";
    metadata = metadataOf("many", 1);
    metadata.persistentAxes = axes;
    metadata.scratchBytes = scratchBytes;
    metadata.sharedBytes = 1000;
    // A module is released by its device.
    module = {};
    device = openDevice();
    module = cantFail(device->load(ptx));
    kernel = cantFail(device->kernel(module, metadata));
  }
  std::string launch(Dim3 grid, const LaunchAttributes &attributes = {},
                     StreamHandle stream = 0) {
    uint32_t n = 7;
    return messageOf(device->launch(kernel, grid, stream, {&n}, attributes));
  }
  void TearDown() override {
    module = {};
    device.reset();
    CudaFakeTest::TearDown();
  }

  KernelMetadata metadata;
  std::unique_ptr<Device> device;
  Module module;
  KernelHandle kernel;
};
} // namespace

using Calls = std::vector<std::string>;

TEST_F(CudaPersistentTest, AsManyBlocksAsRunAtTheSameTime) {
  load(1);
  EXPECT_EQ(kernel.residentBlocks, 264u);
  EXPECT_EQ(launch({1000}), "");
  EXPECT_EQ(launch({264}), "");
  EXPECT_EQ(launch({5}), "");
  EXPECT_EQ(calls("cuLaunchKernel"),
            Calls({"many 264x1x1 128x1x1 1000 default 4:0x7 4:0x3e8",
                   "many 264x1x1 128x1x1 1000 default 4:0x7 4:0x108",
                   "many 5x1x1 128x1x1 1000 default 4:0x7 4:0x5"}));
  EXPECT_EQ(calls("cuOccupancyMaxActiveBlocksPerMultiprocessor"),
            Calls({"128 1000"}))
      << "the driver is asked once";
}

/// Axes that the kernel does not ask about are those of the launch.
TEST_F(CudaPersistentTest, OneAxisOfSeveral) {
  load(1);
  EXPECT_EQ(launch({1000, 100, 1}), "");
  EXPECT_EQ(launch({1000, 10, 100}), "");
  EXPECT_EQ(calls("cuLaunchKernel"),
            Calls({"many 3x100x1 128x1x1 1000 default 4:0x7 4:0x3e8",
                   "many 1x10x100 128x1x1 1000 default 4:0x7 4:0x3e8"}));
}

TEST_F(CudaPersistentTest, SeveralAxes) {
  load(2);
  EXPECT_EQ(launch({16, 32, 2}), "");
  EXPECT_EQ(launch({2, 3, 1}), "");
  load(3);
  EXPECT_EQ(launch({16, 32, 2}), "");
  EXPECT_EQ(
      calls("cuLaunchKernel"),
      Calls({"many 132x1x2 128x1x1 1000 default 4:0x7 4:0x10 4:0x20",
             "many 6x1x1 128x1x1 1000 default 4:0x7 4:0x2 4:0x3",
             "many 264x1x1 128x1x1 1000 default 4:0x7 4:0x10 4:0x20 4:0x2"}));
}

/// Memory for tensor maps is that of the launched blocks.
TEST_F(CudaPersistentTest, Memory) {
  load(1, 128);
  EXPECT_EQ(launch({1000}), "");
  EXPECT_EQ(calls("cuLaunchKernel"),
            Calls({"many 264x1x1 128x1x1 1000 default 4:0x7 4:0x3e8 "
                   "buffer:33792"}));
}

TEST_F(CudaPersistentTest, GridsWithoutOrWithTooManyPrograms) {
  load(2);
  EXPECT_EQ(launch({1000, 0, 1}), "");
  EXPECT_TRUE(calls("cuLaunchKernel").empty());
  EXPECT_EQ(launch({65536, 32768, 1}),
            "grid 65536x32768x1 has too many programs for a persistent kernel");
  EXPECT_NE(launch({4294967295u, 4294967295u, 4294967295u}), "");
  EXPECT_EQ(launch({65536, 32767, 1}), "");
}

TEST_F(CudaPersistentTest, Attributes) {
  load(1);
  EXPECT_EQ(launch({1000}, {true, {}}), "");
  EXPECT_EQ(calls("cuLaunchKernelEx").size(), 1u);
  EXPECT_EQ(launch({1000}, {false, {2}}),
            "a persistent kernel cannot be launched in clusters");
}

TEST_F(CudaPersistentTest, Graphs) {
  load(1);
  Stream stream = cantFail(device->createStream());
  EXPECT_EQ(messageOf(device->beginCapture(stream.handle())), "");
  EXPECT_EQ(launch({1000}, {}, stream.handle()), "");
  EXPECT_EQ(launch({10}, {}, stream.handle()), "");
  Graph graph = cantFail(device->endCapture(stream.handle()));
  EXPECT_EQ(messageOf(device->launchGraph(graph, 0)), "");
  EXPECT_EQ(calls("cuLaunchKernel").size(), 2u);
  EXPECT_EQ(calls("cuGraphInstantiateWithFlags"), Calls({"2 0"}));
}

/// A kernel of which no block can run is refused when it is launched.
TEST_F(CudaPersistentTest, NoBlockFits) {
  set("BLOCKS", "0");
  load(1);
  EXPECT_EQ(kernel.residentBlocks, 132u);
}

TEST_F(CudaPersistentTest, FailuresAreSaid) {
  load(1);
  set("FAIL", "cuOccupancyMaxActiveBlocksPerMultiprocessor=1");
  EXPECT_TRUE(StringRef(messageOf(device->kernel(module, metadata)))
                  .contains("cuOccupancyMaxActiveBlocksPerMultiprocessor "
                            "failed: "));
  metadata.persistentAxes = 4;
  EXPECT_EQ(messageOf(device->kernel(module, metadata)),
            "kernel 'many': a grid has no 4 axes");
}

TEST_F(CudaPersistentTest, ALaunchAllocatesNothing) {
  load(3);
  EXPECT_EQ(launch({16, 32, 2}), "");
  unsetenv("FAKE_CUDA_LOG");
  uint32_t n = 7;
  void *arguments[] = {&n};
  const size_t before = allocations;
  Error error = device->launch(kernel, {16, 32, 2}, 0, arguments, {});
  EXPECT_EQ(allocations - before, 0u);
  EXPECT_FALSE(!!error);
}

//===----------------------------------------------------------------------===//
// Whole kernels
//===----------------------------------------------------------------------===//

/// A product of row-major matrices of 64 columns in `tt`, a tile a program.
static constexpr StringLiteral productModel = R"(
!rows = tensor<64x64x!tt.ptr<f16>>
!at = tensor<64x64xi32>
tt.func public @product(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %k: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c4096 = arith.constant 4096 : i32
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %range = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %row = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %col = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %stride = arith.constant dense<64> : tensor<64x1xi32>
  %scaled = arith.muli %row, %stride : tensor<64x1xi32>
  %rows = tt.broadcast %scaled : tensor<64x1xi32> -> !at
  %cols = tt.broadcast %col : tensor<1x64xi32> -> !at
  %at = arith.addi %rows, %cols : !at
  %first = arith.muli %x, %c4096 : i32
  %pa = tt.addptr %a, %first : !tt.ptr<f16>, i32
  %sa = tt.splat %pa : !tt.ptr<f16> -> !rows
  %ta = tt.addptr %sa, %at : !rows, !at
  %r = scf.for %i = %c0 to %k step %c64 iter_args(%sum = %zero) -> (tensor<64x64xf32>) : i32 {
    %t = tt.load %ta : !rows
    %d = tt.dot %t, %t, %sum : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %h = arith.truncf %r : tensor<64x64xf32> to tensor<64x64xf16>
  %last = arith.muli %y, %c4096 : i32
  %pc = tt.addptr %c, %last : !tt.ptr<f16>, i32
  %sc = tt.splat %pc : !tt.ptr<f16> -> !rows
  %tc = tt.addptr %sc, %at : !rows, !at
  tt.store %tc, %h : !rows
  tt.return
})";

using CudaPersistentKernelTest = CudaRuntimeTest;

/// Unless the kernel or the runtime does without.
TEST_F(CudaPersistentKernelTest, OptionsAndTheCache) {
  RuntimeOptions options = folder->options();
  std::vector<Argument> arguments = {Argument::pointer(256, ElementType::FP16),
                                     Argument::pointer(512, ElementType::FP16),
                                     64};
  using Words = WordSet<Optimization>;
  const Words persistent = {Optimization::Persistent};
  auto run = [&](Words runtimes, Words kernels, LaunchConfig config) {
    options.without = runtimes;
    auto runtime = take(Runtime::create(options));
    KernelOptions kernelOptions;
    kernelOptions.without = kernels;
    auto kernel =
        take(runtime->load(productModel, "product.mlir", kernelOptions));
    EXPECT_EQ(textOf(kernel->launch(takeDevice(*runtime), config, arguments)),
              "");
    return calls("cuLaunchKernel").back();
  };
  auto isPersistent = [](StringRef call) {
    return call.contains(" 132x1x2 ") && call.ends_with(" 4:0x28 4:0x32");
  };
  const LaunchConfig plain = {{40, 50, 2}};
  EXPECT_TRUE(isPersistent(run({}, {}, plain)));
  EXPECT_TRUE(isPersistent(run({}, {Optimization::SplitLoops}, plain)));
  EXPECT_TRUE(isPersistent(run({}, {}, plain))) << "from the disk cache";
  EXPECT_NE(run(persistent, {}, plain).find(" 40x50x2 "), std::string::npos);
  EXPECT_NE(run({}, persistent, plain).find(" 40x50x2 "), std::string::npos);
}

/// Launches that no persistent kernel has are of other code, all others not.
TEST_F(CudaPersistentKernelTest, ClustersAndLargeGrids) {
  auto runtime = take(Runtime::create(folder->options()));
  auto kernel = take(runtime->load(productModel, "product.mlir"));
  std::vector<Argument> arguments = {Argument::pointer(256, ElementType::FP16),
                                     Argument::pointer(512, ElementType::FP16),
                                     64};
  auto launched = [&](const LaunchConfig &config) {
    EXPECT_EQ(textOf(kernel->launch(takeDevice(*runtime), config, arguments)),
              "");
    return calls(config.attributes.isPlain() ? "cuLaunchKernel"
                                             : "cuLaunchKernelEx")
        .back();
  };
  LaunchConfig clusters = {{40, 50, 2}};
  clusters.attributes.cluster = {2, 1, 1};
  EXPECT_NE(launched(clusters).find("product 40 "), std::string::npos);
  EXPECT_NE(launched({{1u << 30, 65535, 1}}).find("1073741824x65535x1 "),
            std::string::npos);
  EXPECT_NE(launched({{40, 50, 2}}).find("132x1x2 "), std::string::npos);
}

/// A text that is persistent already has no other code.
TEST_F(CudaPersistentKernelTest, TextsOfPersistentKernels) {
  auto runtime = take(Runtime::create(folder->options()));
  auto kernel = take(runtime->load(R"(
tt.func public @fill(%p: !tt.ptr<i32>, %grid: i32) attributes {tt.persistent = 1 : i32} {
  tt.store %p, %grid : !tt.ptr<i32>
  tt.return
})",
                                   "fill.mlir"));
  std::vector<Argument> arguments = {Argument::pointer(256, ElementType::I32)};
  LaunchConfig config = {{40, 1, 1}};
  EXPECT_EQ(textOf(kernel->launch(takeDevice(*runtime), config, arguments)),
            "");
  config.attributes.cluster = {2, 1, 1};
  EXPECT_EQ(textOf(kernel->launch(takeDevice(*runtime), config, arguments)),
            "a persistent kernel cannot be launched in clusters");
}

/// A checked kernel has a block for each program.
TEST_F(CudaPersistentKernelTest, NotIfChecked) {
  RuntimeOptions options = folder->options();
  options.checksLaunches = true;
  auto runtime = take(Runtime::create(options));
  auto kernel = take(runtime->load(productModel, "product.mlir"));
  auto compiled = take(kernel->compile("sm_90a", "*fp16:16,*fp16:16,i32"));
  EXPECT_EQ(compiled->metadata.persistentAxes, 0u);
  EXPECT_TRUE(compiled->metadata.isGuarded);
}
