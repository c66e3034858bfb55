// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The passes of the back end for CPUs.

#ifndef CM2TT_CPU_PASSES_TD
#define CM2TT_CPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def TTReduceStrengthPass : Pass<"cm2tt-tt-reduce-strength"> {
  let summary = "carry the offset of a tile instead of the tile";
  let description = [{
    If each iteration of a loop adds the same number to all elements of a tile
    of integers or pointers, the loop carries a scalar offset instead, and the
    tile is the initial tile plus the offset. The same applies to tiles that the
    branches of an `scf.if` or the operands of a select offset differently. Back
    ends that compute tiles as vectors at each use need not store such a tile in
    memory. Only tiles that are computed from ranges, splats and integer
    arithmetic change. The offset of pointers is an i64, so that no sum wraps.

    ```mlir
    %c1 = arith.constant 1 : i32
    %p0 = tt.splat %a : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
    %s = tt.splat %n : i32 -> tensor<8xi32>
    %r = scf.for %i = %lo to %hi step %c1 iter_args(%p = %p0) -> (tensor<8x!tt.ptr<f32>>) : i32 {
      tt.store %p, %x : tensor<8x!tt.ptr<f32>>
      %q = tt.addptr %p, %s : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
      scf.yield %q : tensor<8x!tt.ptr<f32>>
    }
    // becomes
    %c1 = arith.constant 1 : i32
    %p0 = tt.splat %a : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
    %c0 = arith.constant 0 : i64
    %d = scf.for %i = %lo to %hi step %c1 iter_args(%o = %c0) -> (i64) : i32 {
      %t = tt.splat %o : i64 -> tensor<8xi64>
      %p = tt.addptr %p0, %t : tensor<8x!tt.ptr<f32>>, tensor<8xi64>
      tt.store %p, %x : tensor<8x!tt.ptr<f32>>
      %m = arith.extsi %n : i32 to i64
      %e = arith.addi %o, %m : i64
      scf.yield %e : i64
    }
    %u = tt.splat %d : i64 -> tensor<8xi64>
    %r = tt.addptr %p0, %u : tensor<8x!tt.ptr<f32>>, tensor<8xi64>
    ```
  }];
  let dependentDialects = ["::cm2tt::tt::TTDialect",
                           "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"carried", "carried", "Carried tiles that became offsets">,
    Statistic<"chosen", "chosen", "Selected tiles that became offsets">];
}

def TTToCPUPass : Pass<"cm2tt-tt-to-cpu", "::mlir::ModuleOp"> {
  let summary = "lower tiles to loops over vectors";
  let description = [{
    A kernel becomes a function that runs programs one after the other. Tiles
    become loops over vectors: cheap values are computed at each use, values that
    several loops use are stored in scratch memory (FusionPlan.h). The module
    gets `cpu.scratch`, the size of that memory in bytes, and `cpu.sites`, the
    locations that can fail at run time.

    ```mlir
    tt.func public @k(%a: !tt.ptr<f32>) {
      %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
      %s = tt.splat %a : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
      %p = tt.addptr %s, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
      %x = tt.load %p : tensor<256x!tt.ptr<f32>>
      %y = arith.negf %x : tensor<256xf32>
      tt.store %p, %y : tensor<256x!tt.ptr<f32>>
      tt.return
    }
    // -cm2tt-tt-to-cpu="target=cpu:x86-64-v3" becomes
    module attributes {cpu.scratch = 0 : i64, cpu.sites = []} {
      llvm.func internal @k.program(%context: !llvm.ptr, %scratch: !llvm.ptr {llvm.align = 64 : i64, llvm.noalias}, %a: !llvm.ptr, %program: i64, %x: i32, %y: i32, %z: i32, %grid_x: i32, %grid_y: i32, %grid_z: i32) -> i32 {
        %step = arith.constant 32 : i64
        %end = arith.constant 256 : i64
        %start = arith.constant 0 : i64
        scf.for %i = %start to %end step %step : i64 {
          // ...
          %p = llvm.getelementptr %a[%offset] : (!llvm.ptr, i32) -> !llvm.ptr, f32
          %v = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> vector<32xf32>
          %w = arith.negf %v fastmath<contract> : vector<32xf32>
          llvm.store %w, %p {alignment = 4 : i64} : vector<32xf32>, !llvm.ptr
        }
        %done = arith.constant 0 : i32
        llvm.return %done : i32
      }
      llvm.func @k(%context: !llvm.ptr, %arguments: !llvm.ptr) -> i32 { // runs programs
        // ...
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
    llvm.func @fail(!llvm.ptr, i32)
    llvm.func @f(%context: !llvm.ptr, %site: i32, %c: i1) -> i32 {
      scf.if %c {
        llvm.call @fail(%context, %site) {cpu.leaves} : (!llvm.ptr, i32) -> ()
      }
      %zero = arith.constant 0 : i32
      llvm.return %zero : i32
    }
    // becomes
    llvm.func @fail(!llvm.ptr, i32)
    llvm.func @f(%context: !llvm.ptr, %site: i32, %c: i1) -> i32 {
      llvm.cond_br %c, ^bb1, ^bb2
    ^bb1:
      llvm.call @fail(%context, %site) : (!llvm.ptr, i32) -> ()
      %one = llvm.mlir.constant(1 : i32) : i32
      llvm.return %one : i32
    ^bb2:
      %zero = llvm.mlir.constant(0 : i32) : i32
      llvm.return %zero : i32
    }
    ```
  }];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect",
                           "::mlir::LLVM::LLVMDialect"];
  let statistics = [Statistic<"exits", "exits", "Failures that end a kernel">];
}

#endif // CM2TT_CPU_PASSES_TD
