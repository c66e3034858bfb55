// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Kernels as bytes and back: nothing is lost, and damage is noticed. What is
/// found on disk is what would be compiled.

#include "StoredKernel.h"

#include "KernelTesting.h"

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

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

/// Attention to earlier rows, whose code depends on every option.
static constexpr StringLiteral attention = R"(
!keys = tensor<64x64xi32>
!acc = tensor<64x64xf32>
tt.func public @attention(%k: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %v: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !acc
  %q = arith.constant dense<0.0> : tensor<64x64xf16>
  %width = arith.constant dense<64> : !keys
  %range = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %r1 = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %r0 = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %rows = tt.broadcast %r1 : tensor<64x1xi32> -> !keys
  %cols = tt.broadcast %r0 : tensor<1x64xi32> -> !keys
  %pid = tt.get_program_id x : i32
  %first = arith.muli %pid, %c64 : i32
  %ends = arith.addi %first, %c64 : i32
  %end = arith.minsi %ends, %n : i32
  %ns = tt.splat %n : i32 -> !keys
  %firsts = tt.splat %first : i32 -> !keys
  %queries = arith.addi %firsts, %rows : !keys
  %ks = tt.splat %k : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %vs = tt.splat %v : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %at0 = arith.muli %queries, %width : !keys
  %at1 = arith.addi %at0, %cols : !keys
  %qp = tt.addptr %ks, %at1 : tensor<64x64x!tt.ptr<f16>>, !keys
  %qin = arith.cmpi slt, %queries, %ns : !keys
  %x = tt.load %qp, %qin, %q : tensor<64x64x!tt.ptr<f16>>
  %sum = scf.for %i = %c0 to %end step %c64 iter_args(%acc = %zero) -> (!acc) : i32 {
    %is = tt.splat %i : i32 -> !keys
    %keys = arith.addi %is, %rows : !keys
    %in = arith.cmpi slt, %keys, %ns : !keys
    %at2 = arith.muli %keys, %width : !keys
    %at3 = arith.addi %at2, %cols : !keys
    %kp = tt.addptr %ks, %at3 : tensor<64x64x!tt.ptr<f16>>, !keys
    %y = tt.load %kp, %in, %q : tensor<64x64x!tt.ptr<f16>>
    %t = tt.trans %y {order = array<i32: 1, 0>} : tensor<64x64xf16> -> tensor<64x64xf16>
    %s = tt.dot %x, %t, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> !acc
    %j = arith.addi %is, %cols : !keys
    %seen = arith.cmpi sge, %queries, %j : !keys
    %e = arith.mulf %s, %s : !acc
    %p = arith.select %seen, %e, %zero : tensor<64x64xi1>, !acc
    %h = arith.truncf %p : !acc to tensor<64x64xf16>
    %vp = tt.addptr %vs, %at3 : tensor<64x64x!tt.ptr<f16>>, !keys
    %z = tt.load %vp, %in, %q : tensor<64x64x!tt.ptr<f16>>
    %d = tt.dot %h, %z, %acc : tensor<64x64xf16> * tensor<64x64xf16> -> !acc
    scf.yield %d : !acc
  }
  %a = arith.mulf %sum, %sum : !acc
  %b = arith.addf %a, %sum : !acc
  %eighth = arith.constant dense<0.125> : !acc
  %scaled = arith.mulf %b, %eighth : !acc
  %max = "tt.reduce"(%scaled) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %more = arith.maxnumf %l, %r : f32
    tt.reduce.return %more : f32
  }) : (!acc) -> tensor<64xf32>
  %max1 = tt.expand_dims %max {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  %max2 = tt.broadcast %max1 : tensor<64x1xf32> -> !acc
  %less = arith.subf %scaled, %max2 : !acc
  %os = tt.splat %out : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %op = tt.addptr %os, %at1 : tensor<64x64x!tt.ptr<f32>>, !keys
  %weights = math.exp2 %less : !acc
  tt.store %op, %weights, %qin : tensor<64x64x!tt.ptr<f32>>
  tt.return
})";

namespace {
/// An option of a kernel or of its runtime that is not the default.
struct Setting {
  std::string name;
  std::function<void(KernelOptions &, RuntimeOptions &)> apply;
};
} // namespace

/// All options; optimizations twice: of the kernel and the runtime.
static std::vector<Setting> settings() {
  std::vector<Setting> all = {
      {"none", [](auto &, auto &) {}},
      {"warps", [](auto &kernel, auto &) { kernel.numWarps = 8; }},
      {"stages", [](auto &kernel, auto &) { kernel.numStages = 2; }},
      {"registers", [](auto &kernel, auto &) { kernel.maxRegisters = 64; }},
      {"fusion", [](auto &kernel, auto &) { kernel.fpFusion = false; }},
      {"ftz", [](auto &kernel, auto &) { kernel.ftz = false; }},
      {"checked", [](auto &kernel, auto &) { kernel.checked = true; }},
      {"lines", [](auto &, auto &runtime) { runtime.lineInfo = false; }}};
  for (StringRef word : wordsOf(Optimization())) {
    auto off = take(WordSet<Optimization>::parse(word));
    // With one warp group the kernel is not persistent.
    const unsigned warps = word == "persistent" ? 8 : 0;
    all.push_back({word.str(), [=](auto &kernel, auto &) {
                     kernel.without = off;
                     kernel.numWarps = warps;
                   }});
    all.push_back({word.str(), [=](auto &kernel, auto &run) {
                     run.without = off;
                     kernel.numWarps = warps;
                   }});
  }
  return all;
}

/// One cache on disk for all options: none finds the code of another.
TEST(KeyOnDisk, HasAllOptionsThatChangeCode) {
  RuntimeFolder folder;
  std::map<std::string, std::set<std::string>> byImage;
  for (const Setting &setting : settings()) {
    RuntimeOptions options = folder.options();
    KernelOptions kernelOptions;
    setting.apply(kernelOptions, options);
    auto runtime = take(Runtime::create(options));
    auto kernel = take(runtime->load(attention, "a.mlir", kernelOptions));
    auto compiled =
        take(kernel->compile("sm_90a", "*fp16:16,*fp16:16,*fp32:16,i32"));
    byImage[compiled->image].insert(setting.name);
  }
  // The kernel has no descriptors but those of described tensors.
  const std::set<std::string> alike = {"describe-tensors", "tensor-maps"};
  for (const auto &[image, names] : byImage)
    EXPECT_TRUE(names.size() == 1 || names == alike)
        << "the same code: " << join(names, ", ");
}
