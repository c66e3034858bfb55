// RUN: %variants %s | cm2tt-opt -split-input-file -verify-diagnostics -o /dev/null --pass-pipeline='builtin.module(cm2tt-tt-make-persistent)'

// A kernel with products that is not made persistent, for each condition.

!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
// expected-remark @+1 {{the kernel is not persistent: no loop loads by descriptors}}
tt.func public @pointers(%x: !tile, %op: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : !sum
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!sum) : i32 {
    %d = tt.dot %x, %x, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  tt.store %o, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @volatile(%x: !tile, %p: !tt.ptr<i32>, %op: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %zero = arith.constant dense<0.0> : !sum
  // expected-remark @+1 {{the kernel is not persistent: 'tt.load' may wait for other programs}}
  %v = tt.load %p {isVolatile = true} : !tt.ptr<i32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!sum) : i32 {
    %d = tt.dot %x, %x, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  tt.store %o, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @spin(%x: !tile, %p: !tt.ptr<i32>, %op: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %zero = arith.constant dense<0.0> : !sum
  scf.while : () -> () {
    // expected-remark @+1 {{the kernel is not persistent: 'tt.atomic_cas' may wait for other programs}}
    %old = tt.atomic_cas acquire, gpu, %p, %c0, %c1 : (!tt.ptr<i32>, i32, i32) -> i32
    %go = arith.cmpi ne, %old, %c0 : i32
    scf.condition(%go)
  } do {
    scf.yield
  }
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!sum) : i32 {
    %d = tt.dot %x, %x, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  tt.store %o, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// VARIANT: spin_by_rmw
// expected-remark @+1 {{the kernel is not persistent: 'tt.atomic_rmw' may wait for other programs}}
%old = tt.atomic_rmw add, relaxed, gpu, %p, %c0, %true : (!tt.ptr<i32>, i32, i1) -> i32

// VARIANT: spin_by_load
// expected-remark @+1 {{the kernel is not persistent: 'tt.atomic_load' may wait for other programs}}
%old = tt.atomic_load acquire, gpu, %p : (!tt.ptr<i32>) -> i32

// -----

!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @poll(%x: !tile, %p: !tt.ptr<i32>, %op: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %zero = arith.constant dense<0.0> : !sum
  // expected-remark @+1 {{the kernel is not persistent: 'tt.atomic_poll' may wait for other programs}}
  %v = tt.atomic_poll acquire, gpu, %p, %c1 : !tt.ptr<i32>, i32 -> i1
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!sum) : i32 {
    %d = tt.dot %x, %x, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  tt.store %o, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// VARIANT: dependency
// expected-remark @+1 {{the kernel is not persistent: 'tt.grid_dependency_wait' is about the order of kernels}}
tt.grid_dependency_wait
%r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!sum) : i32 {
// WITHOUT: %v

// VARIANT: dependents
// expected-remark @+1 {{the kernel is not persistent: 'tt.grid_dependency_launch_dependents' is about the order of kernels}}
tt.grid_dependency_launch_dependents
%r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!sum) : i32 {
// WITHOUT: %v

// VARIANT: prints
// expected-remark @+1 {{the kernel is not persistent: 'tt.print' prints the position of the program in the grid}}
tt.print " n: " {hex = false, isSigned = array<i32: 1>} : %n : i32
%r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!sum) : i32 {
// WITHOUT: %v

// VARIANT: assembly_with_effects
// expected-remark @+1 {{the kernel is not persistent: 'tt.elementwise_inline_asm' may have effects that other programs see}}
%v = tt.elementwise_inline_asm "st.global.u32 [$1], 0; mov.u32 $0, 0;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %n : i32 -> i32

// VARIANT: place
// expected-remark @+1 {{the kernel is not persistent: 'tt.elementwise_inline_asm' may read the position of the program in the grid}}
%v = tt.elementwise_inline_asm "mov.u32 $0, %ctaid.x;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %n : i32 -> i32

// VARIANT: foreign
// expected-remark @+1 {{the kernel is not persistent: 'tt.extern_elementwise' may have effects that other programs see}}
%v = tt.extern_elementwise %n {libname = "", libpath = "", pure = false, symbol = "log"} : (i32) -> i32

// -----

!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
// expected-remark @+1 {{the kernel is not persistent: the module has several functions}}
tt.func public @calls(%x: !tile, %p: !tt.ptr<i32>, %op: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %zero = arith.constant dense<0.0> : !sum
  tt.call @helper() : () -> ()
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!sum) : i32 {
    %d = tt.dot %x, %x, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  tt.store %o, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
tt.func private @helper() attributes {noinline = true} {
  tt.return
}

// -----

!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
// expected-remark @+1 {{the kernel is not persistent: it may return early}}
tt.func public @returns_early(%x: !tile, %op: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : !sum
  %none = arith.cmpi eq, %n, %c0 : i32
  cf.cond_br %none, ^end, ^work
^end:
  tt.return
^work:
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!sum) : i32 {
    %d = tt.dot %x, %x, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  tt.store %o, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
// expected-remark @+1 {{the kernel is not persistent: a loop of it goes over programs already}}
tt.func public @already(%x: !tile, %op: !tt.ptr<f32>, %n: i32) {
  %zero = arith.constant dense<0.0> : !sum
  %p = tt.get_program_id x : i32
  %q = tt.get_num_programs x : i32
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  scf.for %i = %p to %n step %q : i32 {
    %d = tt.dot %x, %x, %zero : !tile * !tile -> !sum
    tt.store %o, %d : tensor<64x64x!tt.ptr<f32>>
  }
  tt.return
}

// -----

!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
// expected-remark @+1 {{the kernel is not persistent: no loop has a product of warp groups}}
tt.func public @no_loop(%x: !tile, %op: !tt.ptr<f32>) {
  %zero = arith.constant dense<0.0> : !sum
  %d = tt.dot %x, %x, %zero : !tile * !tile -> !sum
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  tt.store %o, %d : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

!tile = tensor<16x16xf32>
// expected-remark @+1 {{the kernel is not persistent: no loop has a product of warp groups}}
tt.func public @other_unit(%x: !tile, %op: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : !tile
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!tile) : i32 {
    %d = tt.dot %x, %x, %acc : !tile * !tile -> !tile
    scf.yield %d : !tile
  }
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
  tt.store %o, %r : tensor<16x16x!tt.ptr<f32>>
  tt.return
}

// -----

!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @recursive(%x: !tile, %op: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : !sum
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!sum) : i32 {
    %d = tt.dot %x, %x, %acc : !tile * !tile -> !sum
    // expected-remark @+1 {{the kernel is not persistent: 'tt.call' is not inlined}}
    tt.call @recursive(%x, %op, %k) : (!tile, !tt.ptr<f32>, i32) -> ()
    scf.yield %d : !sum
  }
  tt.return
}
