// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A compiler that has compiled other kernels before, whose passes and code
/// generators it keeps, compiles as a new one does.

#include "cm2tt/Compiler/Compiler.h"

#include "gtest/gtest.h"

using namespace cm2tt;

/// A kernel whose tile has 48 elements: it gets padding, on which there are
/// remarks.
static constexpr llvm::StringLiteral straight = R"(
  tt.func public @add(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %range = tt.make_range {start = 0 : i32, end = 48 : i32} : tensor<48xi32>
    %bound = tt.splat %n : i32 -> tensor<48xi32>
    %mask = arith.cmpi slt, %range, %bound : tensor<48xi32>
    %base = tt.splat %x : !tt.ptr<f32> -> tensor<48x!tt.ptr<f32>>
    %at = tt.addptr %base, %range : tensor<48x!tt.ptr<f32>>, tensor<48xi32>
    %a = tt.load %at, %mask : tensor<48x!tt.ptr<f32>>
    %b = arith.addf %a, %a : tensor<48xf32>
    tt.store %at, %b, %mask : tensor<48x!tt.ptr<f32>>
    tt.return
  }
)";

/// A kernel with a loop.
static constexpr llvm::StringLiteral looping = R"(
  tt.func public @sum(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c128 = arith.constant 128 : i32
    %zero = arith.constant dense<0.0> : tensor<128xf32>
    %range = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
    %base = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %total = scf.for %i = %c0 to %n step %c128
        iter_args(%sum = %zero) -> tensor<128xf32> : i32 {
      %start = tt.splat %i : i32 -> tensor<128xi32>
      %index = arith.addi %start, %range : tensor<128xi32>
      %at = tt.addptr %base, %index : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
      %a = tt.load %at : tensor<128x!tt.ptr<f32>>
      %s = arith.addf %sum, %a : tensor<128xf32>
      scf.yield %s : tensor<128xf32>
    }
    %out = tt.splat %y : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %to = tt.addptr %out, %range : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    tt.store %to, %total : tensor<128x!tt.ptr<f32>>
    tt.return
  }
)";

/// A kernel whose PTX has a call, which LLVM numbers.
static constexpr llvm::StringLiteral calling = R"(
  tt.func public @check(%n: i32) {
    %range = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
    %zero = tt.splat %n : i32 -> tensor<128xi32>
    %is = arith.cmpi ne, %range, %zero : tensor<128xi32>
    tt.assert %is, "equal" : tensor<128xi1>
    tt.return
  }
)";

/// A kernel that calls a function which no pass knows.
static constexpr llvm::StringLiteral wrong = R"(
  tt.func private @unknown(%n: i32) -> i32
  tt.func public @wrong(%n: i32) {
    %m = tt.call @unknown(%n) : (i32) -> i32
    tt.return
  }
)";

static CompileOptions optionsFor(llvm::StringRef target, unsigned warps = 4) {
  CompileOptions options;
  options.target = target.str();
  options.stage = target == "cpu" ? Stage::Asm : Stage::PTX;
  options.numWarps = warps;
  options.remarks = true;
  return options;
}

/// The output, and all messages with their lines.
static std::string textOf(const CompileResult &result) {
  std::string text = result.output;
  for (const Diagnostic &diagnostic : result.diagnostics)
    text += std::to_string(diagnostic.line) + ": " + diagnostic.message + "\n";
  return text;
}

/// Expects of one compiler, which gets the texts in turn, what a new compiler
/// makes of each.
static void expectSame(llvm::ArrayRef<llvm::StringRef> texts,
                       llvm::ArrayRef<CompileOptions> options) {
  Compiler kept;
  for (int round = 0; round < 2; ++round)
    for (const CompileOptions &each : options)
      for (llvm::StringRef text : texts) {
        std::string got = textOf(kept.compile(text, "kernel.ttir", each));
        EXPECT_FALSE(got.empty());
        EXPECT_EQ(got, textOf(Compiler().compile(text, "kernel.ttir", each)));
      }
}

TEST(CompilerReuse, KernelsOfAllShapes) {
  expectSame({straight, looping}, {optionsFor("sm_90a")});
}

TEST(CompilerReuse, OptionsInTurn) {
  expectSame({looping}, {optionsFor("sm_90a"), optionsFor("sm_80", 8),
                         optionsFor("cpu"), optionsFor("sm_90a", 1)});
}

TEST(CompilerReuse, RemarksAreRepeated) {
  Compiler compiler;
  for (int round = 0; round < 2; ++round)
    EXPECT_FALSE(compiler.compile(straight, "a.ttir", optionsFor("sm_90a"))
                     .diagnostics.empty());
}

TEST(CompilerReuse, CallsAreNumberedAnew) {
  EXPECT_NE(textOf(Compiler().compile(calling, "a.ttir", optionsFor("sm_90a")))
                .find("callseq"),
            std::string::npos);
  expectSame({calling, straight}, {optionsFor("sm_90a")});
}

TEST(CompilerReuse, AfterAnError) {
  expectSame({straight, wrong, looping}, {optionsFor("sm_90a")});
}
