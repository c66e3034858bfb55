// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Fixtures for kernels on the fake CUDA driver, and on the fake and on the
/// installed one: values are checked on both, what the driver was asked for on
/// the fake.

#ifndef CM2TT_TESTS_UNIT_CUDADRIVERS_H
#define CM2TT_TESTS_UNIT_CUDADRIVERS_H

#include "GpuTesting.h"
#include "tests/unit/runtime/Cuda/CudaFake.h"

namespace cm2tt::runtime {

/// The fake as the driver, and a folder for runtimes.
class CudaRuntimeTest : public CudaFakeTest {
protected:
  void SetUp() override {
    CudaFakeTest::SetUp();
    folder = std::make_unique<RuntimeFolder>();
  }
  void TearDown() override {
    folder.reset();
    CudaFakeTest::TearDown();
  }

  /// Adds 64 floats by a kernel of a runtime; the text of the error, or empty.
  std::string add(Runtime &runtime, const LaunchConfig &config = {},
                  unsigned ordinal = 0) {
    Device &device = takeDevice(runtime, ordinal);
    auto kernel = take(runtime.load(addModel(), "model.cm"));
    AddBuffers buffers(device, 64);
    std::string message =
        textOf(kernel->launch(device, config, buffers.arguments()));
    EXPECT_TRUE(!message.empty() || buffers.isSum());
    return message;
  }

  std::unique_ptr<RuntimeFolder> folder;
};

/// A driver that a test runs on.
enum class Driver { Fake, Gpu };

/// A test runs on the fake, as `.../fake`, and on the installed driver, as
/// `.../gpu`, which is skipped where there is no GPU.
class CudaDriversTest : public CudaRuntimeTest,
                        public testing::WithParamInterface<Driver> {
protected:
  void SetUp() override {
    if (isFake())
      return CudaRuntimeTest::SetUp();
    useInstalledDriver();
    if (std::string reason = missingGpu(); !reason.empty())
      GTEST_SKIP() << "needs a GPU: " << reason;
    folder = std::make_unique<RuntimeFolder>();
  }
  void TearDown() override {
    if (isFake())
      return CudaRuntimeTest::TearDown();
    folder.reset();
  }
  static bool isFake() { return GetParam() == Driver::Fake; }
};

inline std::string driverName(const testing::TestParamInfo<Driver> &info) {
  return info.param == Driver::Fake ? "fake" : "gpu";
}

/// Runs the tests of a suite, which derives from CudaDriversTest, on both.
#define CM2TT_ON_BOTH_DRIVERS(suite)                                           \
  INSTANTIATE_TEST_SUITE_P(                                                    \
      Drivers, suite, testing::Values(Driver::Fake, Driver::Gpu), driverName)

} // namespace cm2tt::runtime

#endif // CM2TT_TESTS_UNIT_CUDADRIVERS_H
