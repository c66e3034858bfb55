// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The passes on `cm`.

#ifndef CM2TT_LANGUAGE_PASSES_TD
#define CM2TT_LANGUAGE_PASSES_TD

include "mlir/Pass/PassBase.td"

def InferTypesPass : Pass<"cm2tt-infer-types", "::mlir::ModuleOp"> {
  let summary = "type a kernel by abstract interpretation";
  let description = [{
    Computes the abstract type of each value of the module's kernel for the
    module's signature (`cm.kernel`, `cm.signature`) and reports errors of the
    kernel. `cm2tt-cm-to-tt` computes the same types.

    The module does not change; with `print`, each value gets a remark. The
    signature declares that `%n` is the constant 64.

    ```mlir
    module attributes {cm.signature = ["*fp32", 64]} {
      cm.func "add" body (%p: !cm.java<"oracle.code.triton.Ptr">, %n: i32) -> none {
        %0 = cm.constant 0 : i32 // remark: constant<int, c0>
        %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %n) : (i32, i32) -> !cm.java<"oracle.code.triton.Tensor"> // remark: tensor<x64, int>
        %2 = cm.invoke "oracle.code.triton.Triton::add(java.lang.Number, java.lang.Number):oracle.code.triton.Tensor"(%p, %1) : (!cm.java<"oracle.code.triton.Ptr">, !cm.java<"oracle.code.triton.Tensor">) -> !cm.java<"oracle.code.triton.Tensor"> // remark: tensor<x64, ptr<float>>
        cm.return
      }
    }
    // -cm2tt-infer-types="print=true" changes nothing
    ```
  }];
  let dependentDialects = ["::cm2tt::cm::CMDialect",
                           "::cm2tt::tt::TTDialect",
                           "::mlir::LLVM::LLVMDialect"];
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
    module attributes {cm.signature = ["*i32", 64]} {
      cm.func "fill" body (%p: !cm.java<"oracle.code.triton.Ptr">, %n: i32) -> none {
        %x = cm.constant 0 : i32
        %i = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%x) : (i32) -> i32
        %j = cm.mul %i, %n : i32
        cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, java.lang.Number):void"(%p, %j) : (!cm.java<"oracle.code.triton.Ptr">, i32) -> ()
        cm.return
      }
    }
    // becomes
    tt.func public @fill(%p: !tt.ptr<i32>) attributes {noinline = false} {
      %i = tt.get_program_id x : i32
      %n = arith.constant 64 : i32
      %j = arith.muli %i, %n : i32
      tt.store %p, %j : !tt.ptr<i32>
      tt.return
    }
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::ub::UBDialect"];
  let statistics = [
    Statistic<"createdOps", "created-ops", "Operations in the kernel's first body">];
}

#endif // CM2TT_LANGUAGE_PASSES_TD
