// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The passes of cm2tt, in the order of the pipeline (Pipelines.h).

#ifndef CM2TT_CONVERSION_PASSES_TD
#define CM2TT_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def InferTypesPass : Pass<"cm2tt-infer-types", "::mlir::ModuleOp"> {
  let summary = "type a kernel by abstract interpretation";
  let description = [{
    Computes the abstract type of each value of the module's kernel for the
    module's signature (`cm.kernel`, `cm.signature`), and keeps it as an
    analysis for the passes behind. Changes nothing; reports what is wrong with
    the kernel.
  }];
  let dependentDialects = ["::cm2tt::cm::CMDialect",
                           "::cm2tt::tt::TTDialect"];
  let options = [
    Option<"printTypes", "print", "bool", "false",
           "Report each value's abstract type as a remark">];
  let statistics = [
    Statistic<"typedValues", "typed-values", "Values with an abstract type">];
}

def CMToTTPass : Pass<"cm2tt-cm-to-tt", "::mlir::ModuleOp"> {
  let summary = "rewrite a typed kernel to the dialect tt";
  let description = [{
    Builds a `tt.func` of the module's kernel and erases the code model.
    Variables become SSA values, constants fold into types and attributes, and
    parameters that the signature makes constant vanish.

    ```mlir
    %1 = cm.invoke(%0) #cm.ref<"oracle.code.triton.Triton::programId(int):int">
    // becomes
    %0 = tt.get_program_id x : i32
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"convertedOps", "converted-ops", "Ops of the code model">];
}

def TTToTTGPass : Pass<"cm2tt-tt-to-ttg", "::mlir::ModuleOp"> {
  let summary = "lay tiles out over the threads of a block";
  let description = [{
    Gives every tile a layout, `#ttg.linear`. Loads and stores get layouts in
    which neighbouring threads access neighbouring memory in vectors as wide as
    alignment and mask allow; what is computed from loaded values follows them;
    index arithmetic, which is cheap, is made anew in every layout that asks for
    it. Where a value is needed in another layout than it has,
    `ttg.convert_layout` moves it.

    ```mlir
    %x = tt.load %p : tensor<256x!tt.ptr<f32>>
    // becomes
    %x = tt.load %p : tensor<256x!tt.ptr<f32>, #ttg.linear<...>>
    ```
  }];
  let dependentDialects = ["::cm2tt::ttg::TTGDialect"];
  let options = [
    Option<"numWarps", "num-warps", "unsigned", "4", "Warps of a block">,
    Option<"target", "target", "std::string", "\"sm_80\"",
           "The architecture to compile for">];
  let statistics = [
    Statistic<"conversions", "conversions", "Conversions of layouts">];
}

def TTGToLLVMPass : Pass<"cm2tt-ttg-to-llvm", "::mlir::ModuleOp"> {
  let summary = "lower laid-out tiles to the LLVM and NVVM dialects";
  let description = [{
    One thread's view of a kernel: a tile becomes one LLVM value for each
    register of its layout.

    ```mlir
    %c = arith.addf %a, %b : tensor<256xf32, #ttg.linear<...>>
    // becomes, with two registers
    %c0 = llvm.fadd %a0, %b0 : f32
    %c1 = llvm.fadd %a1, %b1 : f32
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect",
                           "::mlir::cf::ControlFlowDialect"];
  let statistics = [
    Statistic<"sharedBytes", "shared-bytes", "Bytes of shared memory">];
}

#endif // CM2TT_CONVERSION_PASSES_TD
