// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by tests on the fake CUDA driver
/// (tests/unit/runtime/Cuda/FakeCuda.c): setting it up, configuring it, and
/// reading its records.

#ifndef CM2TT_TESTS_UNIT_CUDAFAKE_H
#define CM2TT_TESTS_UNIT_CUDAFAKE_H

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Runtime/CudaDevice.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <vector>

namespace cm2tt::runtime {

/// Each test starts with the fake as the driver, one device of compute
/// capability 9.0 and an empty record, and ends with nothing left on it.
class CudaFakeTest : public testing::Test {
protected:
  void SetUp() override {
    for (const char *name : {"FAIL", "DEVICES", "NO_PEERS", "CAPABILITY",
                             "SHARED", "BLOCKS", "TIMES", "BUSY", "VERSION"})
      unsetenv((std::string("FAKE_CUDA_") + name).c_str());
    setenv("CM2TT_LIBCUDA", FAKE_CUDA, 1);
    ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("cuda", "log", logFile));
    setenv("FAKE_CUDA_LOG", logFile.c_str(), 1);
    library = dlopen(FAKE_CUDA, RTLD_NOW);
    ASSERT_NE(library, nullptr) << dlerror();
  }
  void TearDown() override {
    EXPECT_EQ(live(), 0) << "something was not given back";
    llvm::sys::fs::remove(logFile);
  }

  /// `set("FAIL", "cuInit=100")`
  static void set(const char *name, const char *value) {
    setenv((std::string("FAKE_CUDA_") + name).c_str(), value, 1);
  }
  /// The number of live objects of the device.
  int live() const {
    return reinterpret_cast<int (*)()>(dlsym(library, "fakeCudaLive"))();
  }
  /// Finishes the work of streams while BUSY is set.
  void finish() const {
    reinterpret_cast<void (*)()>(dlsym(library, "fakeCudaFinish"))();
  }
  /// Every recorded call, in order: its function and what it was given.
  std::vector<std::string> record() const {
    auto log = llvm::MemoryBuffer::getFile(logFile);
    llvm::SmallVector<llvm::StringRef> lines;
    if (log)
      (*log)->getBuffer().split(lines, '\n');
    return std::vector<std::string>(lines.begin(), lines.end());
  }
  /// The arguments of the calls of a function.
  std::vector<std::string> calls(llvm::StringRef function) const {
    std::vector<std::string> result;
    for (llvm::StringRef line : record())
      if (line.consume_front(function) && line.consume_front(" "))
        result.push_back(line.str());
    return result;
  }

private:
  llvm::SmallString<128> logFile;
  void *library = nullptr;
};

/// The metadata that the compiler would return for a kernel of 4 warps.
inline KernelMetadata metadataOf(llvm::StringRef name, unsigned parameters) {
  KernelMetadata metadata;
  metadata.name = name.str();
  metadata.numWarps = 4;
  metadata.parameters.resize(parameters);
  return metadata;
}

/// The message of an error or of what holds one.
inline std::string messageOf(llvm::Error error) {
  return toString(std::move(error));
}
template <typename T> std::string messageOf(llvm::Expected<T> value) {
  return value ? "no error" : toString(value.takeError());
}

/// A device that opens.
inline std::unique_ptr<Device> openDevice(unsigned ordinal = 0) {
  llvm::Expected<std::unique_ptr<Device>> device = openCudaDevice(ordinal);
  EXPECT_TRUE(!!device);
  return device ? std::move(*device)
                : (llvm::consumeError(device.takeError()), nullptr);
}

} // namespace cm2tt::runtime

#endif // CM2TT_TESTS_UNIT_CUDAFAKE_H
