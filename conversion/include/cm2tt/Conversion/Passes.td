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
  let dependentDialects = ["::cm2tt::cm::CMDialect"];
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

#endif // CM2TT_CONVERSION_PASSES_TD
