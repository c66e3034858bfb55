// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tests of a whole run of a checked kernel: the device queries checked memory,
/// to which the run has passed the buffers.
///
/// Not here: what is a fault (CheckedMemoryTest.cpp).

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Runtime/CheckedMemory.h"
#include "cm2tt/Runtime/CpuDevice.h"
#include "cm2tt/Runtime/KernelRun.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

namespace {
/// A kernel of which program i stores i in element i of `out`.
class CheckedRun : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createTemporaryFile("checked", "npy", path));
    metadata.name = "checked";
    metadata.parameters = {{"out", "*u32", 1}};
    metadata.sites = {{KernelSite::Kind::Store, 4, 0, {}, "A.java", 3, 9, ""}};
  }
  void TearDown() override { sys::fs::remove(path); }

  /// Runs 64 programs on a buffer of `count` elements; the result's error.
  std::string run(uint64_t count) {
    std::vector<char> zeros(count * 4);
    if (Error error = writeNpy(path, ElementType::U32, count, zeros))
      return toString(std::move(error));
    Expected<NpyFile> file = NpyFile::read(path);
    RunArguments arguments;
    arguments.values.resize(2);
    arguments.values[1].kind = RunArgument::Kind::Buffer;
    arguments.values[1].scalar.type = ElementType::U32;
    arguments.values[1].file = std::move(*file);
    arguments.values[1].empty = true;
    CpuDeviceOptions options;
    options.checker = &checked;
    Expected<std::unique_ptr<Device>> device = openCpuDevice(options);
    if (!device)
      return toString(device.takeError());
    RunSettings settings;
    settings.grid = {8, 4, 2};
    settings.checked = &checked;
    settings.saves = {{1, path.str().str()}};
    auto image = MemoryBuffer::getFile(HOST_KERNELS);
    return toString(runKernel(**device, (*image)->getBuffer(), metadata,
                              arguments, settings)
                        .takeError());
  }

  SmallString<64> path;
  KernelMetadata metadata;
  CheckedMemory checked;
};
} // namespace

TEST_F(CheckedRun, WithoutAFault) {
  EXPECT_EQ(run(64), "");
  EXPECT_EQ(checked.accesses(), 64u);
  EXPECT_TRUE(checked.reports().empty());
}

TEST_F(CheckedRun, WithFaultsGoesOn) {
  EXPECT_EQ(run(60), "");
  EXPECT_EQ(checked.accesses(), 64u);
  std::vector<Diagnostic> reports = checked.reports();
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].message,
            "store out of bounds: element 60 of 'out', which has 60, by "
            "program (4, 3, 1), and 3 more like it");
  EXPECT_EQ(reports[0].file, "A.java");
  EXPECT_EQ(reports[0].line, 3u);
  EXPECT_EQ(reports[0].column, 9u);
  // The stores of the others are saved.
  Expected<NpyFile> saved = NpyFile::read(path);
  ASSERT_TRUE(!!saved);
  const auto *values = reinterpret_cast<const uint32_t *>(saved->data().data());
  for (uint32_t i = 0; i < 60; ++i)
    EXPECT_EQ(values[i], i);
}

TEST_F(CheckedRun, AFreshRunForgetsTheLast) {
  EXPECT_EQ(run(60), "");
  EXPECT_EQ(run(64), "");
  EXPECT_EQ(checked.accesses(), 64u);
  EXPECT_TRUE(checked.reports().empty());
}
