// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Kernels at run time on GPUs, with the fake driver: what it is asked for,
/// graphs, resources that do not suffice, code that it linked before. What
/// computes values runs on the installed driver, too.
///
/// Not here: what does not depend on the device (KernelTest.cpp), what needs a
/// GPU (GpuKernelTest.cpp).

#include "CudaDrivers.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

namespace {
class CudaKernelTest : public CudaRuntimeTest {
protected:
  /// A product whose tiles are in memory once for each stage.
  static std::shared_ptr<Kernel> matmul(Runtime &runtime, unsigned stages) {
    KernelOptions options;
    options.numStages = stages;
    return take(runtime.load(exampleModel("matmul"), "matmul.cm", options));
  }
  static std::vector<Argument> matmulArguments() {
    auto pointer = [] { return Argument::pointer(256, ElementType::FP16); };
    return {pointer(), pointer(), pointer(), 512, 512, 512, 512, 512, 512};
  }
  /// The product with 3 stages, compiled for a device.
  static std::shared_ptr<Kernel> preparedMatmul(Runtime &runtime,
                                                Device &device) {
    auto kernel = matmul(runtime, 3);
    take(kernel->prepare(device, matmulArguments()));
    return kernel;
  }
};

/// On the fake and on the installed driver.
using CudaKernelDriversTest = CudaDriversTest;
CM2TT_ON_BOTH_DRIVERS(CudaKernelDriversTest);
} // namespace

TEST_P(CudaKernelDriversTest, Adds) {
  auto runtime = folder->make();
  auto kernel = take(runtime->load(addModel(), "model.cm"));
  EXPECT_GE(runtime->numGpus(), 1u);
  EXPECT_TRUE(takeDevice(*runtime).target().starts_with("sm_"));
  EXPECT_EQ(add(*runtime), "");
  EXPECT_EQ(add(*runtime), "");
  if (!isFake())
    return;
  EXPECT_EQ(runtime->numGpus(), 1u);
  EXPECT_EQ(takeDevice(*runtime).target(), "sm_90a");
  EXPECT_EQ(calls("cuModuleLoadDataEx").size() +
                calls("cuModuleLoadData").size(),
            1u);
  EXPECT_EQ(calls("cuLaunchKernel").size(), 2u);
}

TEST_F(CudaKernelTest, ModulesKeepTheLinesOfTheSource) {
  EXPECT_EQ(add(*folder->make()), "");
  RuntimeOptions options = folder->options();
  options.lineInfo = false;
  EXPECT_EQ(add(*take(Runtime::create(options))), "");
  EXPECT_EQ(calls("cuModuleLoadDataEx"),
            (std::vector<std::string>{"3 lines", "3"}));
}

TEST_F(CudaKernelTest, WithoutADriverItIsTheCpu) {
  setenv("CM2TT_LIBCUDA", "/nowhere/libcuda.so", 1);
  auto runtime = folder->make();
  EXPECT_EQ(runtime->numGpus(), 0u);
  EXPECT_EQ(takeDevice(*runtime).target(), "cpu");
  EXPECT_EQ(add(*runtime), "");
  Expected<Device &> second = runtime->device(1);
  ASSERT_FALSE(!!second);
  EXPECT_EQ(textOf(second.takeError()),
            "no device 1: there are 0 GPUs, counted from 0");
}

TEST_F(CudaKernelTest, EachDeviceLoadsForItself) {
  set("DEVICES", "2");
  auto runtime = folder->make();
  auto kernel = take(runtime->load(addModel(), "model.cm"));
  EXPECT_EQ(runtime->numGpus(), 2u);
  for (int i = 0; i < 2; ++i)
    for (unsigned ordinal : {0u, 1u})
      EXPECT_EQ(add(*runtime, {}, ordinal), "");
  EXPECT_EQ(calls("cuModuleGetFunction"),
            std::vector<std::string>({"add", "add"}));
}

TEST_P(CudaKernelDriversTest, AttributesArePassedOn) {
  auto runtime = folder->make();
  LaunchConfig config;
  config.grid = {4};
  bool hasClusters =
      cantFail(takeDevice(*runtime).getProperties()).computeMajor >= 9;
  config.attributes.cluster = {hasClusters ? 2u : 1u, 1, 1};
  EXPECT_EQ(add(*runtime, config), "");
  if (!isFake())
    return;
  EXPECT_EQ(calls("cuLaunchKernelEx").size(), 1u);
  EXPECT_TRUE(calls("cuLaunchKernel").empty());
}

//===----------------------------------------------------------------------===//
// When nothing may be compiled
//===----------------------------------------------------------------------===//

TEST_P(CudaKernelDriversTest, NothingIsCompiledDuringACapture) {
  auto runtime = folder->make();
  Device &device = takeDevice(*runtime);
  {
    Stream stream = take(device.createStream());
    LaunchConfig config;
    config.stream = stream.handle();
    auto kernel = take(runtime->load(addModel(), "model.cm"));
    AddBuffers buffers(device, 64);
    cantFail(device.beginCapture(config.stream));
    EXPECT_EQ(textOf(kernel->launch(device, config, buffers.arguments())),
              "model.cm: not yet compiled for "
              "'*fp32:16,*fp32:16,*fp32:16,i32:16,1024', and the stream "
              "records a graph: prepare or launch it so before that");
    take(device.endCapture(config.stream));
    take(kernel->prepare(device, buffers.arguments()));
    cantFail(device.beginCapture(config.stream));
    EXPECT_EQ(textOf(kernel->launch(device, config, buffers.arguments())), "");
    Graph graph = take(device.endCapture(config.stream));
    EXPECT_FALSE(buffers.isSum());
    cantFail(device.launchGraph(graph, config.stream));
    cantFail(device.synchronize(config.stream));
    // The fake keeps no launches.
    EXPECT_TRUE(isFake() || buffers.isSum());
  }
}

//===----------------------------------------------------------------------===//
// Fewer stages
//===----------------------------------------------------------------------===//

TEST_F(CudaKernelTest, FewerStagesForSharedMemory) {
  // Two tiles of 128x64 halves are 32 KiB for each stage.
  set("SHARED", "80000");
  auto runtime = folder->make();
  Device &device = takeDevice(*runtime);
  auto kernel = matmul(*runtime, 4);
  auto compiled = take(kernel->prepare(device, matmulArguments()));
  EXPECT_EQ(compiled->metadata.numStages, 2u);
  EXPECT_EQ(compiled->metadata.sharedBytes, 65536u);
  ASSERT_EQ(folder->remarks.size(), 3u);
  EXPECT_EQ(folder->remarks[0],
            "remark: matmul.cm: compiling without describe-tensors and "
            "persistent, since kernel 'matmul' needs 196776 bytes of shared "
            "memory: a block on 'Fake GPU 0' has at most 80000; use smaller "
            "tiles or fewer stages");
  EXPECT_EQ(folder->remarks[1],
            "remark: matmul.cm: compiling with 3 stages, not 4, since kernel "
            "'matmul' needs 131072 bytes of shared memory: a block on 'Fake "
            "GPU 0' has at most 80000; use smaller tiles or fewer stages");
  folder->remarks.clear();
  EXPECT_EQ(textOf(kernel->launch(device, {}, matmulArguments())), "");
  EXPECT_TRUE(folder->remarks.empty());
}

TEST_F(CudaKernelTest, TooMuchSharedMemoryIsAnError) {
  set("SHARED", "1000");
  auto runtime = folder->make();
  auto kernel = matmul(*runtime, 3);
  auto compiled = kernel->prepare(takeDevice(*runtime), matmulArguments());
  ASSERT_FALSE(!!compiled);
  EXPECT_TRUE(compiled.errorIsA<ResourceError>());
  consumeError(compiled.takeError());
  EXPECT_EQ(folder->remarks.size(), 3u);
}

TEST_F(CudaKernelTest, FewerStagesForRegisters) {
  auto runtime = folder->makeWithoutDisk();
  Device &device = takeDevice(*runtime);
  {
    auto kernel = preparedMatmul(*runtime, device);
    set("FAIL", "cuLaunchKernel=701@1");
    EXPECT_EQ(textOf(kernel->launch(device, {}, matmulArguments())), "");
    EXPECT_EQ(folder->remarks.size(), 1u);
    auto compiled = take(kernel->prepare(device, matmulArguments()));
    EXPECT_EQ(compiled->metadata.numStages, 3u);
    EXPECT_EQ(compiled->metadata.persistentAxes, 0u);
    set("FAIL", "cuLaunchKernel=701@01");
    EXPECT_EQ(textOf(kernel->launch(device, {}, matmulArguments())), "");
    EXPECT_EQ(folder->remarks.size(), 2u);
    compiled = take(kernel->prepare(device, matmulArguments()));
    EXPECT_EQ(compiled->metadata.numStages, 2u);
    // A kernel that never fits is an error.
    set("FAIL", "cuLaunchKernel=701");
    Error error = kernel->launch(device, {}, matmulArguments());
    EXPECT_TRUE(error.isA<ResourceError>());
    consumeError(std::move(error));
  }
}

TEST_F(CudaKernelTest, OtherFailuresAreTheCallers) {
  auto runtime = folder->makeWithoutDisk();
  Device &device = takeDevice(*runtime);
  {
    auto kernel = preparedMatmul(*runtime, device);
    set("FAIL", "cuLaunchKernel=1");
    EXPECT_TRUE(
        StringRef(textOf(kernel->launch(device, {}, matmulArguments())))
            .starts_with("cuLaunchKernelEx failed: CUDA_ERROR_INVALID_VALUE"));
    EXPECT_TRUE(folder->remarks.empty());
  }
}

//===----------------------------------------------------------------------===//
// The cache on disk
//===----------------------------------------------------------------------===//

TEST_P(CudaKernelDriversTest, WhatTheDriverLinkedIsKept) {
  EXPECT_EQ(add(*folder->make()), "");
  EXPECT_TRUE(!isFake() || calls("cuLinkComplete").size() == 1);
  EXPECT_EQ(add(*folder->make()), "");
  EXPECT_TRUE(folder->remarks.empty());
  if (!isFake())
    return;
  EXPECT_EQ(calls("cuLinkComplete").size(), 1u);
  // Another driver may make other code of it.
  set("VERSION", "13010");
  EXPECT_EQ(add(*folder->make()), "");
  EXPECT_EQ(calls("cuLinkComplete").size(), 2u);
  EXPECT_TRUE(folder->remarks.empty());
}

TEST_F(CudaKernelTest, WhatTheDriverCannotLoadIsMadeAgain) {
  EXPECT_EQ(add(*folder->make()), "");
  set("FAIL", "cuModuleLoadDataEx=209@1");
  EXPECT_EQ(add(*folder->make()), "");
  EXPECT_EQ(calls("cuLinkComplete").size(), 2u);
}

TEST_F(CudaKernelTest, LinkingThatFailsLeavesItToLoading) {
  set("FAIL", "cuLinkComplete=209");
  EXPECT_EQ(add(*folder->make()), "");
}
