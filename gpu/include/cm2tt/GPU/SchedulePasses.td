// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The passes that schedule loops and their copies. Passes.td includes this file.

#ifndef CM2TT_GPU_SCHEDULEPASSES_TD
#define CM2TT_GPU_SCHEDULEPASSES_TD

include "mlir/Pass/PassBase.td"

def TTGAllocateTensorMapsPass : Pass<"cm2tt-ttg-allocate-tensor-maps", "::mlir::ModuleOp"> {
  let summary = "give the tensor maps that a kernel creates memory";
  let description = [{
    A kernel that creates tensor descriptors gets a last parameter, a pointer to
    global memory that is a multiple of 128. Each program of the grid uses
    `ttg.scratch` bytes of it. An operation in a loop that carries maps has
    several slots (`ttg.tensor_map_slot`).

    ```mlir
    tt.func @f(%p: !tt.ptr<f32>, %n: i32, %s: i64) {
      %d = tt.make_tensor_descriptor %p, [%n], [%s] : <f32>, <tensor<64xf32>>
      tt.return
    }
    // becomes
    module attributes {ttg.scratch = 128 : i32} {
      tt.func @f(%p: !tt.ptr<f32>, %n: i32, %s: i64, %scratch: !tt.ptr<i8> {tt.divisibility = 16 : i32}) {
        // ...
        %bytes = arith.constant 128 : i64
        %o = arith.muli %program, %bytes : i64
        %own = tt.addptr %scratch, %o : !tt.ptr<i8>, i64
        %c0 = arith.constant 0 : i64
        %q = tt.addptr %own, %c0 : !tt.ptr<i8>, i64
        %d = ttg.tensor_map_create %q, %p, [%n], [%s] : (<i8>, <f32>) -> !tt.tensordesc<tensor<64xf32>>
        tt.return
      }
    }
    ```
  }];
  let dependentDialects = ["::cm2tt::ttg::TTGDialect",
                           "::mlir::arith::ArithDialect"];
  let statistics = [Statistic<"allocated", "allocated", "Maps with memory">];
}

def TTGSpecializeWarpsPass
    : Pass<"cm2tt-ttg-specialize-warps", "::mlir::ModuleOp"> {
  let summary = "let a warp group of its own copy the tiles of products";
  let description = [{
    The loads of an `scf.for`, by tensor descriptors, that products of warp groups
    read become bulk copies of a producer: one thread of 4 additional warps, which
    runs ahead of the others by up to `num-stages` tiles. So do those of a loop
    around such loops that these products read, by one or two tiles, if shared
    memory has room. The others, the consumers, keep their code and layouts.
    Barriers in shared memory say which slots are full and which are empty.
    TTGSpecializeWarps.cpp describes the protocol and the conditions; a remark
    says which condition a loop with products does not meet.

    If the kernel would need more shared memory than a block can have, stores of
    results by bulk copies are split by columns into halves and quarters, which take
    turns in one buffer; then outer loops get no producer, then the rings get fewer
    slots, and then fewer loops a producer.

    ```mlir
    tt.func public @k(%a: !tt.tensordesc<tensor<64x64xf16>>, %o: !tt.tensordesc<tensor<64x64xf32>>, %n: i32) {
      %c0 = arith.constant 0 : i32
      %c64 = arith.constant 64 : i32
      %zero = arith.constant dense<0.0> : tensor<64x64xf32>
      %r = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
        %x = tt.descriptor_load %a[%c0, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
        %d = tt.dot %x, %x, %acc : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
        scf.yield %d : tensor<64x64xf32>
      }
      tt.descriptor_store %o[%c0, %c0], %r : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
      tt.return
    }
    // -cm2tt-tt-to-ttg="target=sm_90a" -cm2tt-ttg-specialize-warps="num-stages=3" becomes
    // ...
    %ring = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #tile, buffers = 8>
    %full = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #barrier, buffers = 8>
    %empty = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #barrier, buffers = 8>
    ttg.producer {
      ttg.mbarrier_init %full : <1xi64, #barrier, buffers = 8>
      ttg.mbarrier_init %empty {count = 4 : i32} : <1xi64, #barrier, buffers = 8>
      // ...
      %end:2 = scf.for %i = %lo to %n step %step iter_args(%last = %none, %was = %odd) -> (i32, i32) : i32 {
        %slot = ttg.next_buffer %last of 8
        // ...
        %e = ttg.memdesc_index %empty[%slot] : <1xi64, #barrier, buffers = 8> -> <1xi64, #barrier>
        ttg.mbarrier_wait %e, %other : <1xi64, #barrier>
        %f = ttg.memdesc_index %full[%slot] : <1xi64, #barrier, buffers = 8> -> <1xi64, #barrier>
        %m = ttg.memdesc_index %ring[%slot] : <64x64xf16, #tile, buffers = 8> -> <64x64xf16, #tile>
        ttg.tensor_copy %a[%lo, %i], %m, %f : !tt.tensordesc<tensor<64x64xf16>> -> <64x64xf16, #tile>, <1xi64, #barrier>
        scf.yield %slot, %parity : i32, i32
      }
      ttg.producer_end
    }
    // ...
    %r:3 = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero, %last = %before, %was = %one) -> (tensor<64x64xf32, #sum>, i32, i32) : i32 {
      %slot = ttg.next_buffer %last of 8
      // ...
      %f = ttg.memdesc_index %full[%slot] : <1xi64, #barrier, buffers = 8> -> <1xi64, #barrier>
      ttg.mbarrier_wait %f, %parity : <1xi64, #barrier>
      %m = ttg.memdesc_index %ring[%slot] : <64x64xf16, #tile, buffers = 8> -> <64x64xf16, #tile>
      %d = ttg.warp_group_dot %m, %m, %acc {instrN = 64 : i32} : !ttg.memdesc<64x64xf16, #tile> * <64x64xf16, #tile> -> tensor<64x64xf32, #sum>
      %not_first = arith.cmpi ne, %i, %c0 : i32
      %old = ttg.memdesc_index %ring[%last] : <64x64xf16, #tile, buffers = 8> -> <64x64xf16, #tile>
      %e = ttg.memdesc_index %empty[%last] : <1xi64, #barrier, buffers = 8> -> <1xi64, #barrier>
      ttg.mbarrier_arrive %e after %old mask %not_first : <1xi64, #barrier>, !ttg.memdesc<64x64xf16, #tile>
      scf.yield %d, %slot, %parity : tensor<64x64xf32, #sum>, i32, i32
    }
    // ...
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::cm2tt::ttg::TTGDialect"];
  let options = [
    Option<"numStages", "num-stages", "unsigned", "0",
           "Slots of a ring of loops without tt.num_stages, at least 2; "
           "0: as the module says, or 3">];
  let statistics = [
    Statistic<"specialized", "specialized", "Loops with a producer">,
    Statistic<"lowered", "lowered", "Plans that needed too much memory">];
}

def TTGRotateLoopsPass : Pass<"cm2tt-ttg-rotate-loops", "::mlir::ModuleOp"> {
  let summary = "let products run while threads compute or store";
  let description = [{
    If an operand of a product of warp groups depends on another product of its
    iteration, the two never run while threads compute: that is what comes between
    them. The pass rotates such a loop by one iteration of the second product, with
    all that depends on it or that it alone needs. TTGRotateLoops.cpp describes the
    order and the conditions; a remark says which condition a loop does not meet,
    and how many registers it would need. Assembly that depends on a row of the
    first part keeps `ptxas` from waiting for the second product earlier.

    ```mlir
    tt.func public @k(%q: !tt.tensordesc<tensor<64x64xf16>>, %k: !tt.tensordesc<tensor<64x64xf16>>, %o: !tt.tensordesc<tensor<64x64xf32>>, %n: i32) {
      %c0 = arith.constant 0 : i32
      %c64 = arith.constant 64 : i32
      %zero = arith.constant dense<0.0> : tensor<64x64xf32>
      %x = tt.descriptor_load %q[%c0, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
      %r = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
        %y = tt.descriptor_load %k[%i, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
        %s = tt.dot %x, %y, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
        %p = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
        %z = tt.descriptor_load %k[%c0, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
        %d = tt.dot %p, %z, %acc : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
        scf.yield %d : tensor<64x64xf32>
      }
      tt.descriptor_store %o[%c0, %c0], %r : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
      tt.return
    }
    // -cm2tt-tt-to-ttg="target=sm_90a" -cm2tt-ttg-rotate-loops becomes
    // ...
    %r = scf.if %runs -> (tensor<64x64xf32, #sum>) {
      // ...
      %s0 = ttg.warp_group_dot %x, %y0, %zero {instrN = 64 : i32} : !ttg.memdesc<64x64xf16, #tile> * <64x64xf16, #tile> -> tensor<64x64xf32, #sum>
      %p0 = arith.truncf %s0 : tensor<64x64xf32, #sum> to tensor<64x64xf16, #sum>
      %second = arith.addi %c0, %c64 : i32
      %l:2 = scf.for %i = %second to %n step %c64 iter_args(%acc = %zero, %p = %p0) -> (tensor<64x64xf32, #sum>, tensor<64x64xf16, #sum>) : i32 {
        %before = arith.subi %i, %c64 : i32
        // ...
        %s = ttg.warp_group_dot %x, %y, %zero {instrN = 64 : i32} : !ttg.memdesc<64x64xf16, #tile> * <64x64xf16, #tile> -> tensor<64x64xf32, #sum>
        %v = tt.descriptor_load %k[%c0, %before] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16, #load>
        // ...
        %d = ttg.warp_group_dot %p, %z, %acc {instrN = 64 : i32} : tensor<64x64xf16, #sum> * <64x64xf16, #tile> -> tensor<64x64xf32, #sum>
        %next = arith.truncf %s : tensor<64x64xf32, #sum> to tensor<64x64xf16, #sum>
        scf.yield %d, %next : tensor<64x64xf32, #sum>, tensor<64x64xf16, #sum>
      }
      // ...
      %d = ttg.warp_group_dot %l#1, %last, %l#0 {instrN = 64 : i32} : tensor<64x64xf16, #sum> * <64x64xf16, #tile> -> tensor<64x64xf32, #sum>
      scf.yield %d : tensor<64x64xf32, #sum>
    } else {
      scf.yield %zero : tensor<64x64xf32, #sum>
    }
    // ...
    ```

    In a loop that stores what its last product computed, the threads convert,
    write, and wait, while no product runs. There the pass moves the products that
    depend on no other to the iteration before, between its last product and the
    store, if a producer copies their tiles: as many as there are registers for.

    ```mlir
    tt.func public @k(%k: !tt.tensordesc<tensor<64x64xf16>>, %q: !tt.tensordesc<tensor<64x64xf16>>, %sums: !tt.tensordesc<tensor<64x64xf32>>, %n: i32) {
      %c0 = arith.constant 0 : i32
      %c64 = arith.constant 64 : i32
      %zero = arith.constant dense<0.0> : tensor<64x64xf32>
      %x = tt.descriptor_load %k[%c0, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
      scf.for %i = %c0 to %n step %c64 : i32 {
        %y = tt.descriptor_load %q[%i, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
        %s = tt.dot %x, %y, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
        %p = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
        %d = tt.dot %p, %x, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
        tt.descriptor_reduce add, %sums[%i, %c0], %d : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
      }
      tt.return
    }
    // -cm2tt-tt-to-ttg="target=sm_90a" -cm2tt-ttg-specialize-warps -cm2tt-ttg-rotate-loops becomes
    // ...
    %end:2 = scf.if %runs -> (i32, i32) {
      // ...
      %s0 = ttg.warp_group_dot %x, %y0, %zero {instrN = 64 : i32} : !ttg.memdesc<64x64xf16, #tile> * <64x64xf16, #tile> -> tensor<64x64xf32, #sum>
      %second = arith.addi %c0, %c64 : i32
      %l:4 = scf.for %i = %second to %n step %c64 iter_args(%slot = %slot0, %parity = %parity0, %done = %none, %s = %s0) -> (i32, i32, i32, tensor<64x64xf32, #sum>) : i32 {
        %before = arith.subi %i, %c64 : i32
        // ...
        %p = arith.truncf %s : tensor<64x64xf32, #sum> to tensor<64x64xf16, #sum>
        %d = ttg.warp_group_dot %p, %x, %zero {instrN = 64 : i32} : tensor<64x64xf16, #sum> * <64x64xf16, #tile> -> tensor<64x64xf32, #sum>
        // ...
        %next = ttg.warp_group_dot %x, %y, %zero {instrN = 64 : i32} : !ttg.memdesc<64x64xf16, #tile> * <64x64xf16, #tile> -> tensor<64x64xf32, #sum>
        tt.descriptor_reduce add, %sums[%before, %c0], %d : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32, #sum>
        scf.yield %slot1, %parity1, %done1, %next : i32, i32, i32, tensor<64x64xf32, #sum>
      }
      // ...
      %p = arith.truncf %l#3 : tensor<64x64xf32, #sum> to tensor<64x64xf16, #sum>
      %d = ttg.warp_group_dot %p, %x, %zero {instrN = 64 : i32} : tensor<64x64xf16, #sum> * <64x64xf16, #tile> -> tensor<64x64xf32, #sum>
      tt.descriptor_reduce add, %sums[%last, %c0], %d : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32, #sum>
      // ...
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::cm2tt::ttg::TTGDialect"];
  let statistics = [Statistic<"rotated", "rotated", "Rotated loops">];
}

def TTGPipelineLoopsPass
    : Pass<"cm2tt-ttg-pipeline-loops", "::mlir::ModuleOp"> {
  let summary = "software-pipeline the loads of loops";
  let description = [{
    Loads of an `scf.for` that feed a matrix product, or with `tt.num_stages` any
    use, become asynchronous copies into buffers in shared memory, started
    `num-stages` - 1 iterations ahead. How many copies may be pending at each wait
    is computed from the program. A load that may read what the loop writes, and
    each load of a loop that may wait for other programs, stays in its iteration,
    and a remark says for what. If the function would need more shared memory than
    a block can have, loops get fewer stages, and a remark says how many.

    ```mlir
    #linear = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = []}>
    module attributes {ttg.target = "sm_80"} {
      tt.func @f(%p: tensor<32x!tt.ptr<f32>, #linear>, %zero: tensor<32xf32, #linear>, %n: i32) -> tensor<32xf32, #linear> {
        %c0 = arith.constant 0 : i32
        %c1 = arith.constant 1 : i32
        %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<32xf32, #linear>) : i32 {
          %is = tt.splat %i : i32 -> tensor<32xi32, #linear>
          %q = tt.addptr %p, %is : tensor<32x!tt.ptr<f32>, #linear>, tensor<32xi32, #linear>
          %x = tt.load %q : tensor<32x!tt.ptr<f32>, #linear>
          %sum = arith.addf %acc, %x : tensor<32xf32, #linear>
          scf.yield %sum : tensor<32xf32, #linear>
        } {tt.num_stages = 3 : i32}
        tt.return %r : tensor<32xf32, #linear>
      }
    }
    // becomes
    // ...
    %buffers = ttg.local_alloc : () -> !ttg.memdesc<32xf32, #memory, buffers = 3>
    // ...
    %t = ttg.async_copy %q0, %m0 mask %any : tensor<32x!tt.ptr<f32>, #linear> -> <32xf32, #memory>
    %g0 = ttg.async_commit %t
    // ...
    %u = ttg.async_copy %q1, %m1 mask %two : tensor<32x!tt.ptr<f32>, #linear> -> <32xf32, #memory>
    %g1 = ttg.async_commit %u
    %r:5 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %in = %next1, %out = %none, %0 = %g0, %1 = %g1) -> (tensor<32xf32, #linear>, i32, i32, !ttg.token, !ttg.token) : i32 {
      // ...
      ttg.async_wait {pending = 1 : i32}
      %written = ttg.next_buffer %in of 3
      // ...
      %m = ttg.memdesc_index %buffers[%written] : <32xf32, #memory, buffers = 3> -> <32xf32, #memory>
      %mask = tt.splat %exists : i1 -> tensor<32xi1, #linear>
      %t = ttg.async_copy %q, %m mask %mask : tensor<32x!tt.ptr<f32>, #linear> -> <32xf32, #memory>
      %g = ttg.async_commit %t
      %read = ttg.next_buffer %out of 3
      %v = ttg.memdesc_index %buffers[%read] : <32xf32, #memory, buffers = 3> -> <32xf32, #memory>
      %x = ttg.local_load %v : <32xf32, #memory> -> tensor<32xf32, #linear>
      %sum = arith.addf %acc, %x : tensor<32xf32, #linear>
      scf.yield %sum, %written, %read, %1, %g : tensor<32xf32, #linear>, i32, i32, !ttg.token, !ttg.token
    }
    ttg.async_wait {pending = 0 : i32}
    // ...
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::cm2tt::ttg::TTGDialect"];
  let options = [
    Option<"numStages", "num-stages", "unsigned", "0",
           "Stages of loops without tt.num_stages; 0: as the module says, or 3">];
  let statistics = [
    Statistic<"pipelined", "pipelined", "Loops pipelined">,
    Statistic<"copies", "copies", "Loads that became asynchronous">,
    Statistic<"lowered", "lowered", "Loops with fewer stages than requested">];
}

def TTGLowerDescriptorsPass : Pass<"cm2tt-ttg-lower-descriptors"> {
  let summary = "replace accesses of tensor descriptors by bulk tensor copies";
  let description = [{
    A load becomes a copy to shared memory, with a barrier of its own, and a wait;
    a store or a reduction becomes a copy from shared memory, which runs on. Loops
    whose loads run ahead were changed by TTGPipelineLoops.

    Where two accesses may be of the same global memory and the hardware does not
    order them, as one of them is a bulk copy, the pass inserts a wait until
    stores are written, or a fence and a barrier. Memory of different parameters
    is assumed to be distinct.

    ```mlir
    #linear = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [0]]}>
    %x = tt.descriptor_load %d[%i] : !tt.tensordesc<tensor<64xf32>> -> tensor<64xf32, #linear>
    // becomes
    #linear = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [0]]}>
    #barrier = #ttg.shared<{offset = []}, rank = 1>
    #tile = #ttg.shared<{offset = [[1], [2], [4], [8], [16], [32]]}>
    %b = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #barrier>
    ttg.mbarrier_init %b : <1xi64, #barrier>
    %m = ttg.local_alloc : () -> !ttg.memdesc<64xf32, #tile>
    ttg.tensor_copy %d[%i], %m, %b : !tt.tensordesc<tensor<64xf32>> -> <64xf32, #tile>, <1xi64, #barrier>
    %c0 = arith.constant 0 : i32
    ttg.mbarrier_wait %b, %c0 : <1xi64, #barrier>
    ttg.mbarrier_inval %b : <1xi64, #barrier>
    %x = ttg.local_load %m : <64xf32, #tile> -> tensor<64xf32, #linear>
    ```
  }];
  let dependentDialects = ["::cm2tt::ttg::TTGDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect"];
  let statistics = [Statistic<"lowered", "lowered", "Accesses replaced">];
}

def TTGOverlapDotsPass : Pass<"cm2tt-ttg-overlap-dots"> {
  let summary = "let products of warp groups run while a loop continues";
  let description = [{
    Makes products in the body of an `scf.for` asynchronous and inserts waits
    before uses of their results. Operands in shared memory must not be written
    while a product reads them. For tiles in several buffers the pass assumes
    that an iteration does not write the buffer that it reads, but may write the
    one that the previous iteration read. The order in a pipelined body is
    therefore: wait for copies, barrier, product, wait (inserted), barrier,
    copies for a later iteration. Copies before the product would allow no
    overlap.

    ```mlir
    tt.func public @k(%x: !tt.tensordesc<tensor<64x64xf16>>, %o: !tt.tensordesc<tensor<64x64xf32>>, %n: i32) {
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %zero = arith.constant dense<0.0> : tensor<64x64xf32>
      %a = tt.descriptor_load %x[%c0, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
        %d = tt.dot %a, %a, %acc : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
        scf.yield %d : tensor<64x64xf32>
      }
      tt.descriptor_store %o[%c0, %c0], %r : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
      tt.return
    }
    // -cm2tt-tt-to-ttg="target=sm_90a" -cm2tt-ttg-overlap-dots becomes
    // ...
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32, #sum>) : i32 {
      %d = ttg.warp_group_dot %m, %m, %acc {instrN = 64 : i32, isAsync} : !ttg.memdesc<64x64xf16, #tile> * <64x64xf16, #tile> -> tensor<64x64xf32, #sum>
      scf.yield %d : tensor<64x64xf32, #sum>
    }
    %w = ttg.warp_group_dot_wait %r keep %m {pending = 0 : i32} : (tensor<64x64xf32, #sum>, !ttg.memdesc<64x64xf16, #tile>) -> tensor<64x64xf32, #sum>
    // ...
    ```
  }];
  let dependentDialects = ["::cm2tt::ttg::TTGDialect"];
  let statistics = [
    Statistic<"overlapped", "overlapped", "Products that became asynchronous">];
}

def TTGOverlapLaunchesPass
    : Pass<"cm2tt-ttg-overlap-launches", "::mlir::ModuleOp"> {
  let summary = "let a kernel start while the one before it ends";
  let description = [{
    On sm_90 and newer a kernel waits for the kernels before it by itself, ahead of
    its first access to memory, as does its producer, and lets the kernel after it
    start. A launch with programmatic stream serialization can then begin before the
    one before has ended; other launches are as before. A module that has such
    operations is left as it is.

    ```mlir
    tt.func public @k(%p: !tt.ptr<f32>) {
      %x = tt.load %p : !tt.ptr<f32>
      tt.store %p, %x : !tt.ptr<f32>
      tt.return
    }
    // -cm2tt-tt-to-ttg="target=sm_90a" -cm2tt-ttg-overlap-launches becomes
    // ...
    tt.grid_dependency_launch_dependents
    tt.grid_dependency_wait
    %x = tt.load %p : !tt.ptr<f32>
    // ...
    ```
  }];
  let statistics = [Statistic<"overlapped", "overlapped", "Kernels changed">];
}

#endif // CM2TT_GPU_SCHEDULEPASSES_TD
