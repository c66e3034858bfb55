// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Where a program is in the grid, and index tiles.

#ifndef CM2TT_DIALECT_TT_TTOPSGRID_TD
#define CM2TT_DIALECT_TT_TTOPSGRID_TD

include "cm2tt/Dialect/TT/TTAttrs.td"
include "cm2tt/Dialect/TT/TTTypes.td"

def TT_GetProgramIdOp : TT_Op<"get_program_id", [Pure]> {
  let summary = "index of this program in the grid";
  let description = [{
    Gives the index of this program along a dimension of the grid.

    Constraints:
    - (TT-PROGRAM-ID-1) the result is i32.

    Example:
    ```mlir
    %pid = tt.get_program_id x : i32
    ```
  }];
  let arguments = (ins TT_ProgramIDDim:$axis);
  let results = (outs /*TT-PROGRAM-ID-1*/ I32:$result);
  let builders = [
    OpBuilder<(ins "int":$axis), [{
      build($_builder, $_state, $_builder.getI32Type(),
            static_cast<ProgramIDDim>(axis));
    }]>
  ];
  let assemblyFormat = "$axis attr-dict `:` type($result)";
}

def TT_GetNumProgramsOp : TT_Op<"get_num_programs", [Pure]> {
  let summary = "size of the grid";
  let description = [{
    Gives the number of programs along a dimension of the grid.

    Constraints:
    - (TT-NUM-PROGRAMS-1) the result is i32.

    Example:
    ```mlir
    %n = tt.get_num_programs y : i32
    ```
  }];
  let arguments = (ins TT_ProgramIDDim:$axis);
  let results = (outs /*TT-NUM-PROGRAMS-1*/ I32:$result);
  let builders = [
    OpBuilder<(ins "int":$axis), [{
      build($_builder, $_state, $_builder.getI32Type(),
            static_cast<ProgramIDDim>(axis));
    }]>
  ];
  let assemblyFormat = "$axis attr-dict `:` type($result)";
}

def TT_MakeRangeOp : TT_Op<"make_range", [Pure]> {
  let summary = "consecutive integers";
  let description = [{
    Gives the integers from `start` to `end`, without `end`.

    Constraints:
    - (TT-MAKE-RANGE-1) `start` is less than `end`.
    - (TT-MAKE-RANGE-2) the result has one dimension, of size `end - start`.

    Example:
    ```mlir
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    ```
  }];
  let arguments = (ins I32Attr:$start, I32Attr:$end);
  let results = (outs TT_I32Tensor:$result);
  let builders = [OpBuilder<(ins "int32_t":$start, "int32_t":$end)>];
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1; // TT-MAKE-RANGE-1, TT-MAKE-RANGE-2
}

//===----------------------------------------------------------------------===//
// Dependent launches (Triton 3.9)
//===----------------------------------------------------------------------===//

def TT_GridDependencyWaitOp : TT_Op<"grid_dependency_wait", [
    TT_UpdatesGlobal]> {
  let summary = "wait for the kernels before (Triton 3.9)";
  let description = [{
    Waits until the kernels that this launch depends on have ended, and sees
    their writes. Does nothing if the launch is not a dependent one, or on CPUs.

    Example:
    ```mlir
    tt.grid_dependency_wait
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def TT_GridDependencyLaunchDependentsOp
    : TT_Op<"grid_dependency_launch_dependents", [TT_WritesNoLoadedMemory, TT_UpdatesGlobal]> {
  let summary = "let kernels that depend on this one start (Triton 3.9)";
  let description = [{
    Says that the launches that depend on this one may start before it ends. Does
    nothing if there is none, or on CPUs.

    Example:
    ```mlir
    tt.grid_dependency_launch_dependents
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // CM2TT_DIALECT_TT_TTOPSGRID_TD
