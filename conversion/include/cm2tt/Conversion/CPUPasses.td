// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The back end for CPUs, in the order of the pipeline (Pipelines.h). Passes.td
/// includes this file.

#ifndef CM2TT_CONVERSION_CPUPASSES_TD
#define CM2TT_CONVERSION_CPUPASSES_TD

include "mlir/Pass/PassBase.td"

def TTToCPUPass : Pass<"cm2tt-tt-to-cpu", "::mlir::ModuleOp"> {
  let summary = "lower tiles to loops over vectors";
  let description = [{
    A kernel becomes a function that runs programs one after the other. Tiles
    become loops over vectors: cheap values are computed at each use, values that
    several loops use are stored in scratch memory (FusionPlan.h). The module
    gets `cpu.scratch`, the size of that memory in bytes, and `cpu.sites`, the
    locations that can fail at run time.

    ```mlir
    %c = arith.addf %a, %b : tensor<256xf32>
    tt.store %p, %c : tensor<256x!tt.ptr<f32>>
    // becomes, where %a and %b are loads
    scf.for %i = %c0 to %c256 step %c64 : i64 {
      %x = llvm.load %pa : !llvm.ptr -> vector<64xf32>
      %y = llvm.load %pb : !llvm.ptr -> vector<64xf32>
      %z = arith.addf %x, %y fastmath<contract> : vector<64xf32>
      llvm.store %z, %pc : vector<64xf32>, !llvm.ptr
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect"];
  let options = [Option<"target", "target", "std::string", "\"cpu\"",
                        "The CPU: cpu or cpu:NAME">,
                 Option<"checked", "checked", "bool", "false",
                        "Ask the runtime before each access">];
  let statistics = [Statistic<"loops", "loops", "Loops over tiles">];
}

def CPUToLLVMPass : Pass<"cm2tt-cpu-to-llvm", "::mlir::ModuleOp"> {
  let summary = "lower a kernel of a CPU to the LLVM dialect";
  let description = [{
    Converts `scf` to branches, as for GPUs: a loop tests its condition at the end
    of an iteration, and before the first unless that is certain to run. Then
    applies MLIR's lowerings of `cf`, `arith` and `math` in one conversion. After
    a call with `cpu.leaves`, which reports a failure, the function returns 1.

    ```mlir
    llvm.call %fail(%context, %site) {cpu.leaves} : !llvm.ptr, (!llvm.ptr, i32) -> ()
    // becomes
    llvm.call %fail(%context, %site) : !llvm.ptr, (!llvm.ptr, i32) -> ()
    %one = llvm.mlir.constant(1 : i32) : i32
    llvm.return %one : i32
    ```
  }];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect",
                           "::mlir::LLVM::LLVMDialect"];
  let statistics = [Statistic<"exits", "exits", "Failures that end a kernel">];
}

#endif // CM2TT_CONVERSION_CPUPASSES_TD
