// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tuning on the fake CUDA driver: what a device has not enough for is pruned,
/// and times are those of the driver's events. What computes values runs on the
/// installed driver, too.
///
/// Not here: what does not depend on the device (AutotunerTest.cpp), what needs
/// a GPU (GpuKernelTest.cpp).

#include "AutotunerTesting.h"
#include "tests/unit/runtime/Kernels/CudaDrivers.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

/// Options that write no large memory, since the fake's is small.
static TunerOptions options(std::vector<TuneConfig> configs) {
  TunerOptions result = addOptions(std::move(configs));
  result.timing.flushBytes = 1024;
  return result;
}

using CudaAutotunerTest = CudaRuntimeTest;
/// On the fake and on the installed driver.
using CudaAutotunerDriversTest = CudaDriversTest;
CM2TT_ON_BOTH_DRIVERS(CudaAutotunerDriversTest);

TEST_P(CudaAutotunerDriversTest, TimesAreTheDrivers) {
  if (isFake())
    set("TIMES", "2");
  auto runtime = folder->makeWithoutDisk();
  Device &device = takeDevice(*runtime);
  auto tuner = take(
      Autotuner::create(*runtime, addModel(), "add.cm",
                        options({blockConfig("64"), blockConfig("256", 8)})));
  {
    AddBuffers buffers(device, 64);
    EXPECT_EQ(errorText(tuner->launch(device, buffers.arguments())), "");
    EXPECT_TRUE(buffers.isSum());
    TuneResult result = *tuner->explain(device, buffers.arguments());
    EXPECT_EQ(result.target, device.target());
    EXPECT_EQ(result.driver, cantFail(device.getProperties()).driverVersion);
    EXPECT_EQ(result.measurements.size(), 2u);
    for (const TuneMeasurement &measurement : result.measurements) {
      EXPECT_TRUE(measurement.pruned.empty()) << measurement.pruned;
      EXPECT_GE(measurement.runs, 8u);
      EXPECT_GT(measurement.median, 0);
      EXPECT_LT(measurement.median, 1000);
    }
    if (!isFake())
      return;
    EXPECT_FALSE(result.isCertain);
    for (const TuneMeasurement &measurement : result.measurements) {
      EXPECT_EQ(measurement.runs, 8u);
      EXPECT_EQ(measurement.median, 2);
    }
  }
  // A first run and ten rounds of each, and the launch.
  EXPECT_EQ(calls("cuLaunchKernel").size(), 23u);
  EXPECT_EQ(calls("cuMemsetD8Async").size(), 22u);
}

/// Configurations of the matrix product by their stages.
static TunerOptions matmulOptions(TunerOptions options) {
  options.configs.clear();
  for (unsigned stages : {4u, 2u, 1u})
    options.configs.push_back({{}, 4, stages});
  options.grid = [](const TuneConfig &, ArrayRef<Argument>) {
    return Dim3{16};
  };
  return options;
}

static std::vector<Argument> matmulArguments() {
  auto pointer = [] { return Argument::pointer(256, ElementType::FP16); };
  return {pointer(), pointer(), pointer(), 512, 512, 512, 512, 512, 512};
}

TEST_F(CudaAutotunerTest, TooMuchSharedMemoryIsPruned) {
  // Two tiles of 128x64 halves are 32 KiB for each stage.
  set("SHARED", "80000");
  auto runtime = folder->makeWithoutDisk();
  Device &device = takeDevice(*runtime);
  auto tuner = take(Autotuner::create(*runtime, exampleModel("matmul"),
                                      "matmul.cm", matmulOptions(options({}))));
  TuneResult result = take(tuner->tune(device, matmulArguments()));
  EXPECT_EQ(result.measurements[0].pruned,
            "4 stages need too much of the device; it has enough for 2");
  EXPECT_EQ(result.measurements[0].runs, 0u);
  EXPECT_GE(result.measurements[1].runs, 8u);
  EXPECT_NE(result.choice, 0u);
}

TEST_F(CudaAutotunerTest, NothingFits) {
  set("SHARED", "1000");
  auto runtime = folder->makeWithoutDisk();
  Device &device = takeDevice(*runtime);
  auto tuner = take(Autotuner::create(*runtime, exampleModel("matmul"),
                                      "matmul.cm", matmulOptions(options({}))));
  std::string message = errorText(tuner->launch(device, matmulArguments()));
  EXPECT_NE(message.find("matmul.cm: no configuration can be launched on Fake "
                         "GPU 0:\nwarps=4 stages=4: "),
            std::string::npos);
  EXPECT_NE(message.find("bytes of shared memory: a block on 'Fake GPU 0' has "
                         "at most 1000"),
            std::string::npos);
}

TEST_F(CudaAutotunerTest, LaunchesThatFailArePruned) {
  auto runtime = folder->makeWithoutDisk();
  Device &device = takeDevice(*runtime);
  auto tuner =
      take(Autotuner::create(*runtime, addModel(), "add.cm",
                             options({blockConfig("64"), blockConfig("256")})));
  {
    AddBuffers buffers(device, 64);
    // The first launch fails, for any configuration.
    set("FAIL", "cuLaunchKernel=1@1");
    TuneResult result = take(tuner->tune(device, buffers.arguments()));
    EXPECT_TRUE(StringRef(result.measurements[0].pruned)
                    .starts_with("cuLaunchKernelEx failed: "));
    EXPECT_EQ(result.chosen(), blockConfig("256"));
  }
}

TEST_F(CudaAutotunerTest, NoMemoryToFlushIsSurvived) {
  auto runtime = folder->makeWithoutDisk();
  Device &device = takeDevice(*runtime);
  TunerOptions all = options({blockConfig("64")});
  std::vector<std::string> remarks;
  all.onRemark = [&](StringRef text) { remarks.push_back(text.str()); };
  auto tuner =
      take(Autotuner::create(*runtime, addModel(), "add.cm", std::move(all)));
  {
    AddBuffers buffers(device, 64);
    set("FAIL", "cuMemAlloc_v2=2");
    EXPECT_EQ(errorText(tuner->launch(device, buffers.arguments())), "");
    EXPECT_TRUE(buffers.isSum());
  }
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_TRUE(StringRef(remarks[0])
                  .starts_with("caches are not flushed between runs: "));
}

TEST_P(CudaAutotunerDriversTest, NothingIsTunedDuringACapture) {
  auto runtime = folder->makeWithoutDisk();
  Device &device = takeDevice(*runtime);
  auto tuner = take(Autotuner::create(*runtime, addModel(), "add.cm",
                                      options({blockConfig("64")})));
  {
    AddBuffers buffers(device, 64);
    Stream stream = take(device.createStream());
    cantFail(device.beginCapture(stream.handle()));
    EXPECT_EQ(
        errorText(tuner->launch(device, buffers.arguments(), stream.handle())),
        "add.cm: not yet tuned for '', and the stream records a graph: tune or "
        "launch it so before that");
    take(device.endCapture(stream.handle()));
  }
}
