// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by tests on the installed CUDA driver: whether there is a GPU, and a
/// fixture that has one and runtimes for it.
///
/// Not here: the fake driver (CudaFake.h), tests on both (CudaDrivers.h).

#ifndef CM2TT_TESTS_UNIT_GPUTESTING_H
#define CM2TT_TESTS_UNIT_GPUTESTING_H

#include "KernelTesting.h"

#include <cstdlib>
#include <dlfcn.h>

namespace cm2tt::runtime {

/// CM2TT_LIBCUDA as the program was started with it; tests change it.
inline const std::string givenLibcuda = [] {
  const char *value = std::getenv("CM2TT_LIBCUDA");
  return std::string(value ? value : "");
}();

/// Makes the driver that the program was started with the one that is opened.
inline void useInstalledDriver() {
  if (givenLibcuda.empty())
    unsetenv("CM2TT_LIBCUDA");
  else
    setenv("CM2TT_LIBCUDA", givenLibcuda.c_str(), 1);
}

/// Why there is no GPU to test: no driver is installed, or it reports that
/// there is no device. Empty in all other cases, also where the driver fails:
/// then tests fail, too. The driver is asked directly, so that a defect of the
/// runtime does not look like a computer without a GPU.
inline std::string missingGpu() {
  const char *path =
      givenLibcuda.empty() ? "libcuda.so.1" : givenLibcuda.c_str();
  void *library = dlopen(path, RTLD_NOW);
  if (!library) {
    const char *reason = dlerror();
    // Not where it exists and cannot be loaded.
    std::string absent = std::string(path) + ": cannot open shared object";
    return reason && llvm::StringRef(reason).starts_with(absent) ? reason : "";
  }
  auto init = reinterpret_cast<int (*)(unsigned)>(dlsym(library, "cuInit"));
  auto count =
      reinterpret_cast<int (*)(int *)>(dlsym(library, "cuDeviceGetCount"));
  constexpr int noDevice = 100;
  int devices = -1;
  if (!init || !count)
    return "";
  if (init(0) == noDevice || (count(&devices) == 0 && devices == 0))
    return "the driver reports no device";
  return "";
}

/// Skips the test where there is no GPU, else has one and a folder for
/// runtimes. Suites that derive from it are named `Gpu...`.
class GpuTest : public testing::Test {
protected:
  void SetUp() override {
    useInstalledDriver();
    if (std::string reason = missingGpu(); !reason.empty())
      GTEST_SKIP() << "needs a GPU: " << reason;
    folder = std::make_unique<RuntimeFolder>();
    runtime = folder->make();
    ASSERT_GE(runtime->numGpus(), 1u);
    device = &takeDevice(*runtime);
  }

  std::unique_ptr<RuntimeFolder> folder;
  std::unique_ptr<Runtime> runtime;
  Device *device = nullptr;
};

} // namespace cm2tt::runtime

#endif // CM2TT_TESTS_UNIT_GPUTESTING_H
