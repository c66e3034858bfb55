// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The choice of layouts, and the passes on `ttg`.

#ifndef CM2TT_GPU_PASSES_TD
#define CM2TT_GPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def TTToTTGPass : Pass<"cm2tt-tt-to-ttg", "::mlir::ModuleOp"> {
  let summary = "choose a layout for each tile";
  let description = [{
    Assigns a layout, `#ttg.linear`, to every tile. In the layouts of loads and
    stores, neighbouring threads access neighbouring memory in vectors as wide as
    alignment and mask permit. Operations on loaded values use the layout of the
    load. Index arithmetic is cheap: it is rematerialised in each layout that is
    required. `ttg.convert_layout` converts other values.

    ```mlir
    tt.func public @k(%a: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
      %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
      %s = tt.splat %a : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
      %p = tt.addptr %s, %r : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
      %x = tt.load %p : tensor<512x!tt.ptr<f32>>
      %y = arith.negf %x : tensor<512xf32>
      tt.store %p, %y : tensor<512x!tt.ptr<f32>>
      tt.return
    }
    // -cm2tt-tt-to-ttg="num-warps=4 target=sm_80" becomes
    #linear = #ttg.linear<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]]}>
    module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "sm_80", "ttg.threads-per-warp" = 32 : i32} {
      tt.func public @k(%a: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
        %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #linear>
        %s = tt.splat %a : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #linear>
        %p = tt.addptr %s, %r : tensor<512x!tt.ptr<f32>, #linear>, tensor<512xi32, #linear>
        %x = tt.load %p : tensor<512x!tt.ptr<f32>, #linear>
        %y = arith.negf %x : tensor<512xf32, #linear>
        tt.store %p, %y : tensor<512x!tt.ptr<f32>, #linear>
        tt.return
      }
    }
    ```
  }];
  let dependentDialects = ["::cm2tt::ttg::TTGDialect"];
  let options = [
    Option<"numWarps", "num-warps", "unsigned", "0",
           "Warps of a block; 0: those of the module, or 4">,
    Option<"target", "target", "std::string", "\"sm_80\"",
           "The architecture to compile for">];
  let statistics = [
    Statistic<"conversions", "conversions", "Conversions of layouts">,
    Statistic<"transposed", "transposed", "Products computed transposed">];
}

include "cm2tt/GPU/SchedulePasses.td"

def TTGAllocateSharedPass : Pass<"cm2tt-ttg-allocate-shared", "::mlir::ModuleOp"> {
  let summary = "allocate shared memory";
  let description = [{
    Sets `ttg.offset` on each operation that has tiles or scratch in shared
    memory, and `ttg.shared` on the module. Items that are live at the same time
    do not overlap. It is an error if the kernel needs more than a block can
    have. Erases `ttg.mbarrier_inval` where nothing uses the memory of the
    barriers until the kernel ends.

    ```mlir
    #linear = #ttg.linear<{register = [], lane = [[1], [2], [0], [0], [0]], warp = []}>
    #memory = #ttg.shared<{offset = [[1], [2]]}>
    module attributes {ttg.target = "sm_80"} {
      tt.func @f(%x: tensor<4xf32, #linear>) {
        %m = ttg.local_alloc %x : (tensor<4xf32, #linear>) -> !ttg.memdesc<4xf32, #memory>
        %n = ttg.local_alloc %x : (tensor<4xf32, #linear>) -> !ttg.memdesc<4xf32, #memory>
        %y = ttg.local_load %m : <4xf32, #memory> -> tensor<4xf32, #linear>
        tt.return
      }
    }
    // becomes
    // ...
    module attributes {ttg.shared = 144 : i32, ttg.target = "sm_80"} {
      tt.func @f(%x: tensor<4xf32, #linear>) {
        %m = ttg.local_alloc %x {ttg.offset = 0 : i32} : (tensor<4xf32, #linear>) -> !ttg.memdesc<4xf32, #memory>
        %n = ttg.local_alloc %x {ttg.offset = 128 : i32} : (tensor<4xf32, #linear>) -> !ttg.memdesc<4xf32, #memory>
        // ...
    ```
  }];
  let dependentDialects = ["::cm2tt::ttg::TTGDialect"];
  let statistics = [
    Statistic<"allocated", "allocated", "Operations with shared memory">,
    Statistic<"invalsErased", "invals-erased", "Ends of barriers erased">,
    Statistic<"sharedBytes", "shared-bytes", "Bytes of shared memory">];
}

def TTGInsertBarriersPass : Pass<"cm2tt-ttg-insert-barriers", "::mlir::ModuleOp"> {
  let summary = "insert barriers between conflicting accesses to memory";
  let description = [{
    Inserts `gpu.barrier` where one thread may access memory that another has
    written, or write memory that another has read, without a barrier between
    them, and the proxy fence where a product of warp groups reads memory that
    threads have written. Requires `ttg.offset`.

    Of global memory as well, so that a program performs its accesses in order:
    different parameters are distinct, and a thread's own accesses are ordered.

    ```mlir
    #a = #ttg.linear<{register = [], lane = [[1], [2], [0], [0], [0]], warp = []}>
    #b = #ttg.linear<{register = [[1]], lane = [[2], [0], [0], [0], [0]], warp = []}>
    #memory = #ttg.shared<{offset = [[1], [2]]}>
    %m = ttg.local_alloc {ttg.offset = 0 : i32} : () -> !ttg.memdesc<4xf32, #memory>
    ttg.local_store %x, %m : tensor<4xf32, #a> -> <4xf32, #memory>
    %y = ttg.local_load %m : <4xf32, #memory> -> tensor<4xf32, #b>
    // becomes
    // ...
    ttg.local_store %x, %m : tensor<4xf32, #a> -> <4xf32, #memory>
    gpu.barrier
    %y = ttg.local_load %m : <4xf32, #memory> -> tensor<4xf32, #b>
    ```
  }];
  let dependentDialects = ["::cm2tt::ttg::TTGDialect",
                           "::mlir::gpu::GPUDialect"];
  let statistics = [
    Statistic<"barriers", "barriers", "Barriers inserted">,
    Statistic<"fences", "fences", "Proxy fences inserted">];
}

def TTGAlternateGroupsPass
    : Pass<"cm2tt-ttg-alternate-groups", "::mlir::ModuleOp"> {
  let summary = "let warp groups issue the products of a loop alternately";
  let description = [{
    In a kernel with a producer and several warp groups, a group issues the
    products of an iteration after the group before it has issued its own, if
    the loop issues several before it waits for the first. So the products of
    one group run while the others compute. Runs after TTGInsertBarriers, since
    a loop in which all groups meet stays as it is.

    ```mlir
    #a = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0], [64, 0]]}>
    #b = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [8, 1], [16, 2], [32, 4], [0, 8], [0, 16], [0, 32]]}>
    #sum = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0], [64, 0]]}>
    module attributes {"ttg.num-warps" = 8 : i32, "ttg.total-num-warps" = 12 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {
      tt.func public @k(%n: i32) {
        %c0 = arith.constant 0 : i32
        %c1 = arith.constant 1 : i32
        %zero = arith.constant dense<0.0> : tensor<128x64xf32, #sum>
        %x = ttg.local_alloc : () -> !ttg.memdesc<128x64xf16, #a>
        %y = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #b>
        ttg.producer {
          ttg.producer_end
        }
        scf.for %i = %c0 to %n step %c1 : i32 {
          %s = ttg.warp_group_dot %x, %y, %zero {instrN = 64 : i32, isAsync} : !ttg.memdesc<128x64xf16, #a> * !ttg.memdesc<64x64xf16, #b> -> tensor<128x64xf32, #sum>
          %o = ttg.warp_group_dot %x, %y, %zero {instrN = 64 : i32, isAsync} : !ttg.memdesc<128x64xf16, #a> * !ttg.memdesc<64x64xf16, #b> -> tensor<128x64xf32, #sum>
          %w = ttg.warp_group_dot_wait %s {pending = 1 : i32} : (tensor<128x64xf32, #sum>) -> tensor<128x64xf32, #sum>
        }
        tt.return
      }
    }
    // becomes
    // ...
    scf.if %waits {
      %threads = arith.constant 256 : i32
      llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.count"(%own, %threads) : (i32, i32) -> ()
    }
    // ...
    scf.if %passes {
      %threads = arith.constant 256 : i32
      llvm.call_intrinsic "llvm.nvvm.barrier.cta.arrive.aligned.count"(%next, %threads) : (i32, i32) -> ()
    }
    // ...
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [Statistic<"ordered", "ordered", "Loops in which groups alternate">];
}

def TTGToLLVMPass : Pass<"cm2tt-ttg-to-llvm", "::mlir::ModuleOp"> {
  let summary = "lower tiles with layouts to the LLVM and NVVM dialects";
  let description = [{
    Converts a kernel to the code of one thread: a tile becomes one LLVM value
    for each register of its layout.

    ```mlir
    #linear = #ttg.linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []}>
    module attributes {"ttg.num-warps" = 1 : i32, ttg.target = "sm_80", "ttg.threads-per-warp" = 32 : i32} {
      tt.func public @k(%a: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
        %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #linear>
        %s = tt.splat %a : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #linear>
        %p = tt.addptr %s, %r : tensor<64x!tt.ptr<f32>, #linear>, tensor<64xi32, #linear>
        %x = tt.load %p : tensor<64x!tt.ptr<f32>, #linear>
        %y = arith.negf %x : tensor<64xf32, #linear>
        tt.store %p, %y : tensor<64x!tt.ptr<f32>, #linear>
        tt.return
      }
    }
    // becomes
    // ...
    llvm.func @k(%a: !llvm.ptr<1> {llvm.align = 16 : i64}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
      %thread = nvvm.read.ptx.sreg.tid.x : i32
      // ...
      %i = llvm.shl %lane, %one : i32
      // ...
      %p = llvm.getelementptr %a[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      // ...
      %v = llvm.inline_asm has_side_effects "ld.global.v2.b32 {$0, $1}, [$2];", "=r,=r,l" %p : (!llvm.ptr<1>) -> !llvm.struct<(i32, i32)>
      // ...
      %y0 = llvm.fneg %x0 {fastmathFlags = #llvm.fastmath<contract>} : f32
      %y1 = llvm.fneg %x1 {fastmathFlags = #llvm.fastmath<contract>} : f32
      // ...
      llvm.inline_asm has_side_effects "st.global.v2.b32 [$0], {$1, $2};", "l,r,r" %p, %bits0, %bits1 : (!llvm.ptr<1>, i32, i32) -> ()
      llvm.return
    }
    // ...
    ```
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::math::MathDialect"];
  let statistics = [
    Statistic<"kernels", "kernels", "Kernels lowered">];
}

#endif // CM2TT_GPU_PASSES_TD
