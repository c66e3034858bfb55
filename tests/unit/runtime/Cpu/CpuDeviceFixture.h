// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A CPU device with kernels that a C++ compiler compiled
/// (tests/unit/runtime/Cpu/HostKernels.cpp).

#ifndef CM2TT_TESTS_UNIT_CPUDEVICEFIXTURE_H
#define CM2TT_TESTS_UNIT_CPUDEVICEFIXTURE_H

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Runtime/CpuDevice.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

namespace cm2tt::runtime {

/// The bytes of a file that the build created.
inline std::string fileBytes(const char *path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  return file ? (*file)->getBuffer().str() : std::string();
}

/// A device of several threads with the kernels loaded.
class CpuDeviceTest : public testing::Test {
protected:
  void SetUp() override { open({/*threads=*/4}); }

  void open(const CpuDeviceOptions &options) {
    module.reset();
    llvm::Expected<std::unique_ptr<Device>> opened = openCpuDevice(options);
    ASSERT_TRUE(!!opened) << llvm::toString(opened.takeError());
    device = std::move(*opened);
    llvm::Expected<Module> loaded = device->load(fileBytes(HOST_KERNELS));
    ASSERT_TRUE(!!loaded) << llvm::toString(loaded.takeError());
    module = std::move(*loaded);
  }

  /// The kernel of that name.
  KernelHandle kernel(const char *name, unsigned parameters,
                      uint64_t scratchBytes = 0,
                      std::vector<KernelSite> sites = {},
                      std::vector<std::string> types = {}) {
    KernelMetadata metadata;
    metadata.name = name;
    // Types are needed on streams: pointers by default.
    for (unsigned i = 0; i < parameters; ++i)
      metadata.parameters.push_back({"p", "*fp32", i});
    for (auto [parameter, type] : llvm::zip(metadata.parameters, types))
      parameter.type = type;
    metadata.scratchBytes = scratchBytes;
    metadata.sites = std::move(sites);
    llvm::Expected<KernelHandle> result = device->kernel(module, metadata);
    EXPECT_TRUE(!!result);
    if (result)
      return *result;
    ADD_FAILURE() << llvm::toString(result.takeError());
    return {};
  }
  /// Launches with pointers to values; what it says.
  std::string launch(const KernelHandle &kernel, const Dim3 &grid,
                     llvm::ArrayRef<void *> arguments) {
    return llvm::toString(device->launch(kernel, grid, 0, arguments));
  }
  /// Loads an image; what is wrong with it.
  std::string loadError(llvm::StringRef image) {
    llvm::Expected<Module> loaded = device->load(image);
    return loaded ? "" : llvm::toString(loaded.takeError());
  }

  std::unique_ptr<Device> device;
  Module module;
};

} // namespace cm2tt::runtime

#endif // CM2TT_TESTS_UNIT_CPUDEVICEFIXTURE_H
