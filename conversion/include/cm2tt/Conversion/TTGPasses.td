// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The choice of layouts and the passes on `ttg`, in the order of the pipeline
/// (Pipelines.h). Passes.td includes this file.

#ifndef CM2TT_CONVERSION_TTGPASSES_TD
#define CM2TT_CONVERSION_TTGPASSES_TD

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
    Statistic<"conversions", "conversions", "Conversions of layouts">,
    Statistic<"transposed", "transposed", "Products computed transposed">];
}

def TTGAllocateTensorMapsPass : Pass<"cm2tt-ttg-allocate-tensor-maps", "::mlir::ModuleOp"> {
  let summary = "give the tensor maps that a kernel creates memory";
  let description = [{
    A kernel that creates tensor descriptors gets a last parameter, a pointer to
    global memory that is a multiple of 128. Each program of the grid uses
    `ttg.scratch` bytes of it. An operation in a loop that carries maps has
    several slots (`ttg.tensor_map_slot`).

    ```mlir
    tt.func @f(%p: !tt.ptr<f32>, %n: i32) {
      %d = tt.make_tensor_descriptor %p, [%n], [%c1] : <f32>, <tensor<64xf32>>
    }
    // becomes
    tt.func @f(%p: !tt.ptr<f32>, %n: i32, %scratch: !tt.ptr<i8> {tt.divisibility = 16 : i32}) {
      // %o is 128 times the number of the program
      %s = tt.addptr %scratch, %o : !tt.ptr<i8>, i64
      %d = ttg.tensor_map_create %s, %p, [%n], [%c1] : (!tt.ptr<i8>, !tt.ptr<f32>) -> !tt.tensordesc<tensor<64xf32>>
    }
    ```
  }];
  let dependentDialects = ["::cm2tt::ttg::TTGDialect",
                           "::mlir::arith::ArithDialect"];
  let statistics = [Statistic<"allocated", "allocated", "Maps with memory">];
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
    %x = tt.descriptor_load %d[%i] : !tt.tensordesc<tensor<64xf32>> -> tensor<64xf32, #linear>
    // becomes
    %b = ttg.local_alloc : () -> !barrier
    ttg.mbarrier_init %b : !barrier
    %m = ttg.local_alloc : () -> !tile
    ttg.tensor_copy %d[%i], %m, %b : !tt.tensordesc<tensor<64xf32>> -> !tile, !barrier
    ttg.mbarrier_wait %b, %c0_i32 : !barrier
    ttg.mbarrier_inval %b : !barrier
    %x = ttg.local_load %m : !tile -> tensor<64xf32, #linear>
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
    scf.for %i = %lo to %hi step %c1 iter_args(%acc = %zero) {
      %a = ttg.memdesc_index %buffers[%out]
      %d = ttg.warp_group_dot %a, %b, %acc
      %v = ttg.memdesc_index %buffers[%in]
      %t = ttg.async_copy %p, %v
      scf.yield %d
    }
    // becomes
    %r = scf.for %i = %lo to %hi step %c1 iter_args(%acc = %zero) {
      %a = ttg.memdesc_index %buffers[%out]
      %d = ttg.warp_group_dot %a, %b, %acc {isAsync}
      %v = ttg.memdesc_index %buffers[%in]
      ttg.warp_group_dot_wait keep %buffers, %b {pending = 1}
      %t = ttg.async_copy %p, %v
      scf.yield %d
    }
    %w = ttg.warp_group_dot_wait %r keep %buffers, %b {pending = 0}
    ```
  }];
  let dependentDialects = ["::cm2tt::ttg::TTGDialect"];
  let statistics = [
    Statistic<"overlapped", "overlapped", "Products made asynchronous">];
}

def TTGAllocateSharedPass : Pass<"cm2tt-ttg-allocate-shared", "::mlir::ModuleOp"> {
  let summary = "allocate shared memory";
  let description = [{
    Sets `ttg.offset` on each operation that has tiles or scratch in shared
    memory, and `ttg.shared` on the module. Items that are live at the same time
    do not overlap. It is an error if the kernel needs more than a block can
    have. Erases `ttg.mbarrier_inval` where nothing uses the memory of the
    barriers until the kernel ends.

    ```mlir
    %m = ttg.local_alloc : () -> !ttg.memdesc<4xf32, #memory>
    // becomes
    %m = ttg.local_alloc {ttg.offset = 0 : i32} : () -> !ttg.memdesc<4xf32, #memory>
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
    ttg.local_store %a, %m : tensor<4xf32, #a> -> !ttg.memdesc<4xf32, #memory>
    %b = ttg.local_load %m : !ttg.memdesc<4xf32, #memory> -> tensor<4xf32, #b>
    // becomes
    ttg.local_store %a, %m : tensor<4xf32, #a> -> !ttg.memdesc<4xf32, #memory>
    gpu.barrier
    %b = ttg.local_load %m : !ttg.memdesc<4xf32, #memory> -> tensor<4xf32, #b>
    ```
  }];
  let dependentDialects = ["::cm2tt::ttg::TTGDialect",
                           "::mlir::gpu::GPUDialect"];
  let statistics = [
    Statistic<"barriers", "barriers", "Barriers inserted">,
    Statistic<"fences", "fences", "Proxy fences inserted">];
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
    %r = scf.for %i = %lo to %hi step %c64 iter_args(%acc = %zero) {
      %k = tt.load %ks
      %s = ttg.warp_group_dot %q, %k, %zero
      %p = arith.truncf %s
      %v = tt.load %vs
      %d = ttg.warp_group_dot %p, %v, %acc
      scf.yield %d
    }
    // becomes
    %r = scf.if %lo < %hi {
      %k0 = tt.load %ks0
      %s0 = ttg.warp_group_dot %q, %k0, %zero
      %p0 = arith.truncf %s0
      %l:2 = scf.for %i = %lo + %c64 to %hi step %c64 iter_args(%acc = %zero, %p = %p0) {
        %k = tt.load %ks
        %s = ttg.warp_group_dot %q, %k, %zero
        %v = tt.load %vs, of the iteration before
        %d = ttg.warp_group_dot %p, %v, %acc
        %next = arith.truncf %s
        scf.yield %d, %next
      }
      %v = tt.load %vs, of the last iteration
      %d = ttg.warp_group_dot %l#1, %v, %l#0
      scf.yield %d
    } else {
      scf.yield %zero
    }
    ```

    In a loop that stores what its last product computed, the threads convert,
    write, and wait, while no product runs. There the pass moves the products that
    depend on no other to the iteration before, between its last product and the
    store, if a producer copies their tiles: as many as there are registers for.

    ```mlir
    scf.for %i = %lo to %hi step %c64 {
      %s = ttg.warp_group_dot %k, %q, %zero
      %d = ttg.warp_group_dot %f(%s), %k, %zero
      tt.descriptor_reduce add, %sums[%i], %d
    }
    // becomes, if there is an iteration
    %s0 = ttg.warp_group_dot %k, %q0, %zero
    %last = scf.for %i = %lo + %c64 to %hi step %c64 iter_args(%s = %s0) {
      %d = ttg.warp_group_dot %f(%s), %k, %zero
      %next = ttg.warp_group_dot %k, %q, %zero
      tt.descriptor_reduce add, %sums[%i - %c64], %d
      scf.yield %next
    }
    %d = ttg.warp_group_dot %f(%last), %k, %zero
    tt.descriptor_reduce add, %sums of the last iteration, %d
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
    and a remark says for what. If the function then needs more shared memory
    than a block can have, loops get fewer stages, and a remark says how many. The
    memory is measured after the passes of `then`, which run on every function.

    ```mlir
    scf.for %i = %lo to %hi step %c1 iter_args(%acc = %zero) {
      %a = tt.load %p
      %m = ttg.local_alloc %a
      %d = ttg.warp_group_dot %m, %b, %acc
    }
    // becomes, with 3 stages
    %buffers = ttg.local_alloc, 3 of them
    copies of iterations 0 and 1, each a group
    scf.for %i = %lo to %hi step %c1 iter_args(%acc = %zero, %in = %c1, %out = %c-1) {
      ttg.async_wait {pending = 1}
      %m = ttg.memdesc_index %buffers[next_buffer %out]
      %d = ttg.warp_group_dot %m, %b, %acc
      %v = ttg.memdesc_index %buffers[next_buffer %in]
      %t = ttg.async_copy %p', %v mask %i + 2 < %hi
      ttg.async_commit %t
    }
    ttg.async_wait {pending = 0}
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::cm2tt::ttg::TTGDialect"];
  let options = [
    Option<"numStages", "num-stages", "unsigned", "3",
           "Stages of loops without tt.num_stages">,
    ListOption<"then", "then", "::mlir::OpPassManager",
               "Pipelines that run on each function when its loops are pipelined, "
               "as `tt.func(...)`">];
  let statistics = [
    Statistic<"pipelined", "pipelined", "Loops pipelined">,
    Statistic<"copies", "copies", "Loads made asynchronous">,
    Statistic<"lowered", "lowered", "Loops with fewer stages than requested">];
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

    `then` runs on the module with and without producers. If the kernel needs more
    shared memory than a block can have, stores of results by bulk copies are split
    by columns into halves and quarters, which take turns in one buffer; then
    outer loops get no producer, then the rings get fewer slots, and then fewer
    loops a producer.

    ```mlir
    scf.for %i = %lo to %hi step %c64 iter_args(%acc = %zero) {
      %a = tt.descriptor_load %d[%m, %i]
      %t = ttg.local_alloc %a
      %s = ttg.warp_group_dot %t, %b, %acc
      scf.yield %s
    }
    // becomes, with 3 stages and 4 warps
    %ring = ttg.local_alloc, 3 of them
    ttg.mbarrier_init %full {count = 1}
    ttg.mbarrier_init %empty {count = 4}
    ttg.producer {
      scf.for %i = %lo to %hi step %c64 iter_args(%slot, %parity) {
        ttg.mbarrier_wait %empty[next_buffer %slot], %parity ^ 1
        ttg.tensor_copy %d[%m, %i], %ring[next_buffer %slot], %full[next_buffer %slot]
      }
      ttg.producer_end
    }
    scf.for %i = %lo to %hi step %c64 iter_args(%acc = %zero, %slot, %parity) {
      ttg.mbarrier_wait %full[next_buffer %slot], %parity
      %s = ttg.warp_group_dot %ring[next_buffer %slot], %b, %acc
      ttg.mbarrier_arrive %empty[%slot] after %ring[%slot] mask %i != %lo
      scf.yield %s
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::cm2tt::ttg::TTGDialect"];
  let options = [
    Option<"numStages", "num-stages", "unsigned", "3",
           "Slots of a ring of loops without tt.num_stages, at least 2">,
    ListOption<"then", "then", "::mlir::OpPassManager",
               "Pipelines that run on the module afterwards, as "
               "`builtin.module(...)`">];
  let statistics = [
    Statistic<"specialized", "specialized", "Loops with a producer">,
    Statistic<"lowered", "lowered", "Attempts that needed too much memory">];
}

def TTGToLLVMPass : Pass<"cm2tt-ttg-to-llvm", "::mlir::ModuleOp"> {
  let summary = "lower tiles with layouts to the LLVM and NVVM dialects";
  let description = [{
    Converts a kernel to the code of one thread: a tile becomes one LLVM value
    for each register of its layout.

    ```mlir
    %c = arith.addf %a, %b : tensor<256xf32, #ttg.linear<...>>
    // becomes, with two registers
    %c0 = llvm.fadd %a0, %b0 : f32
    %c1 = llvm.fadd %a1, %b1 : f32
    ```
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::math::MathDialect"];
  let statistics = [
    Statistic<"kernels", "kernels", "Kernels lowered">];
}

#endif // CM2TT_CONVERSION_TTGPASSES_TD
