// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Kernels as bytes and back: nothing is lost, and damage is noticed.

#include "StoredKernel.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::kernels;

static CompiledKernel cpuKernel() {
  CompiledKernel compiled;
  compiled.image = std::string("\x7f\0ELF", 5);
  compiled.signature = "*fp32:16,i32,1024";
  KernelMetadata &metadata = compiled.metadata;
  metadata.name = "add";
  metadata.target = "cpu:znver4";
  metadata.compiler = "1.2.3";
  metadata.parameters = {{"x", "*fp32", 0}, {"n", "i32", 1}};
  metadata.scratchBytes = uint64_t(1) << 40;
  KernelSite load, check;
  load.kind = KernelSite::Kind::Load;
  load.bytes = 4;
  load.parameter = 0;
  load.shape = {16, 64};
  load.file = "Caf\xc3\xa9.java";
  load.line = 3;
  load.column = 14;
  check.message = "\"n\" is\nodd";
  metadata.sites = {load, check};
  return compiled;
}

TEST(StoredKernel, Cpu) {
  CompiledKernel compiled = cpuKernel();
  std::optional<CompiledKernel> again = readCompiled(writeCompiled(compiled));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->image, compiled.image);
  EXPECT_EQ(again->signature, compiled.signature);
  // All there is of metadata is in its JSON.
  EXPECT_EQ(again->metadata.toJson(), compiled.metadata.toJson());
  EXPECT_EQ(again->metadata.scratchBytes, uint64_t(1) << 40);
  EXPECT_EQ(again->metadata.sites[1].parameter, -1);
}

TEST(StoredKernel, Gpu) {
  CompiledKernel compiled = cpuKernel();
  compiled.metadata.target = "sm_90a";
  compiled.metadata.sites.clear();
  compiled.metadata.scratchBytes = 0;
  compiled.metadata.numWarps = 8;
  compiled.metadata.numStages = 3;
  compiled.metadata.sharedBytes = 98304;
  compiled.metadata.ptxVersion = "8.0";
  std::optional<CompiledKernel> again = readCompiled(writeCompiled(compiled));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->metadata.toJson(), compiled.metadata.toJson());
  EXPECT_EQ(again->metadata.sharedBytes, 98304u);
}

TEST(StoredKernel, DamageIsNoticed) {
  CompiledKernel compiled = cpuKernel();
  std::string bytes = writeCompiled(compiled);
  size_t head = bytes.size() - compiled.image.size();
  for (size_t length = 0; length < head; ++length)
    EXPECT_FALSE(readCompiled(StringRef(bytes).take_front(length))) << length;
  for (size_t i = 0; i < 16; ++i) {
    std::string other = bytes;
    other[i % 8] = static_cast<char>(i < 8 ? 0xff : 0x80);
    EXPECT_FALSE(readCompiled(other)) << i;
  }
}

TEST(StoredKernel, Parameters) {
  std::vector<JavaParameter> parameters = {
      {"x", "oracle.code.triton.Ptr", "*fp32:16", false},
      {"n", "int", "", false},
      {"arg2", "", "i64", true}};
  auto again = readParameters(writeParameters(parameters));
  ASSERT_TRUE(again);
  ASSERT_EQ(again->size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ((*again)[i].name, parameters[i].name);
    EXPECT_EQ((*again)[i].type, parameters[i].type);
    EXPECT_EQ((*again)[i].signature, parameters[i].signature);
    EXPECT_EQ((*again)[i].isFixed, parameters[i].isFixed);
  }
  EXPECT_TRUE(readParameters("[]"));
  for (StringRef wrong : {"", "{}", "[1]", "[{\"name\": \"x\"}]"})
    EXPECT_FALSE(readParameters(wrong));
}
