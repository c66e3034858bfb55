// RUN: cm2tt-opt %s -split-input-file -verify-diagnostics -o /dev/null --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=4},cm2tt-ttg-allocate-tensor-maps,cm2tt-ttg-specialize-warps)'

// A loop with products that gets no producer, for each condition.

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @by_pointers(%ap: !tt.ptr<f16>, %b: !desc, %op: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %a = tt.splat %ap : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  // expected-remark @+1 {{the loop gets no producer: a product reads a tile that the loop loads by pointers}}
  %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %x = tt.load %a : tensor<64x64x!tt.ptr<f16>>
    %y = tt.descriptor_load %b[%c0, %k] : !desc -> !tile
    %d = tt.dot %x, %y, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  tt.store %o, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @no_loads(%a: !desc, %b: !desc, %op: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %x = tt.descriptor_load %a[%c0, %c0] : !desc -> !tile
  %y = tt.descriptor_load %b[%c0, %c0] : !desc -> !tile
  // expected-remark @+1 {{the loop gets no producer: no product reads a block that the loop loads by a descriptor}}
  %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %d = tt.dot %x, %y, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  tt.store %o, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @in_branch(%a: !desc, %b: !desc, %op: !tt.ptr<f32>, %n: i32, %g: i1) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  scf.if %g {
  // expected-remark @+1 {{the loop gets no producer: it is in a branch, or in a loop other than 'scf.for'}}
  %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %x = tt.descriptor_load %a[%c0, %k] : !desc -> !tile
    %y = tt.descriptor_load %b[%c0, %k] : !desc -> !tile
    %t = tt.trans %y {order = array<i32: 1, 0>} : !tile -> !tile
    %d = tt.dot %x, %t, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  tt.store %o, %r : tensor<64x64x!tt.ptr<f32>>
  }
  tt.return
}

// -----

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @returns(%a: !desc, %b: !desc, %op: !tt.ptr<f32>, %n: i32, %g: i1) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  cf.cond_br %g, ^work, ^end
^work:
  // expected-remark @+1 {{the loop gets no producer: the kernel returns before it}}
  %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %x = tt.descriptor_load %a[%c0, %k] : !desc -> !tile
    %y = tt.descriptor_load %b[%c0, %k] : !desc -> !tile
    %t = tt.trans %y {order = array<i32: 1, 0>} : !tile -> !tile
    %d = tt.dot %x, %t, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  tt.store %o, %r : tensor<64x64x!tt.ptr<f32>>
  cf.br ^end
^end:
  tt.return
}

// -----

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @loaded_coordinate(%a: !desc, %b: !desc, %op: !tt.ptr<f32>, %n: i32, %p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %x = tt.descriptor_load %a[%c0, %k] : !desc -> !tile
    // expected-remark @+1 {{the loop gets no producer: 'tt.load' computes a coordinate, a bound or a descriptor of it, which the producer cannot repeat}}
    %i = tt.load %p : !tt.ptr<i32>
    %y = tt.descriptor_load %b[%i, %k] : !desc -> !tile
    %t = tt.trans %y {order = array<i32: 1, 0>} : !tile -> !tile
    %d = tt.dot %x, %t, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  tt.store %o, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @tensor_map_of_loop(%a: !desc, %b: !desc, %op: !tt.ptr<f32>, %n: i32, %p: !tt.ptr<f16>, %l: i64) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %one = arith.constant 1 : i64
  %q = scf.for %m = %c0 to %n step %c64 iter_args(%w = %zero) -> (!sum) : i32 {
    // expected-remark @+1 {{the loop gets no producer: 'ttg.tensor_map_create' computes a coordinate, a bound or a descriptor of it, which the producer cannot repeat}}
    %e = tt.make_tensor_descriptor %p, [%n, %n], [%l, %one] : <f16>, <!tile>
  %v = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %w) -> (!sum) : i32 {
    %x = tt.descriptor_load %e[%c0, %k] : !desc -> !tile
    %y = tt.descriptor_load %b[%c0, %k] : !desc -> !tile
    %t = tt.trans %y {order = array<i32: 1, 0>} : !tile -> !tile
    %d = tt.dot %x, %t, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
    scf.yield %v : !sum
  }
  tt.store %o, %q : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @writes_tensor(%a: !desc, %b: !desc, %op: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %v = arith.constant dense<1.0> : !tile
  // expected-remark @+1 {{the loop gets no producer: 'tt.descriptor_store' may write what it loads before it is done}}
  tt.descriptor_store %a[%c0, %c0], %v : !desc, !tile
  %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %x = tt.descriptor_load %a[%c0, %k] : !desc -> !tile
    %y = tt.descriptor_load %b[%c0, %k] : !desc -> !tile
    %t = tt.trans %y {order = array<i32: 1, 0>} : !tile -> !tile
    %d = tt.dot %x, %t, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  tt.store %o, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @waits_for_others(%a: !desc, %b: !desc, %op: !tt.ptr<f32>, %n: i32, %p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  // expected-remark @+1 {{the loop gets no producer: 'tt.atomic_rmw' may wait for other programs before it is done}}
  %old = tt.atomic_rmw exch, acquire, gpu, %p, %n : (!tt.ptr<i32>, i32) -> i32
  tt.store %p, %old : !tt.ptr<i32>
  %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %x = tt.descriptor_load %a[%c0, %k] : !desc -> !tile
    %y = tt.descriptor_load %b[%c0, %k] : !desc -> !tile
    %t = tt.trans %y {order = array<i32: 1, 0>} : !tile -> !tile
    %d = tt.dot %x, %t, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  tt.store %o, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
// expected-remark @+1 {{the kernel gets no producer: the module has several functions}}
tt.func public @of_several(%a: !desc, %b: !desc, %op: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %x = tt.descriptor_load %a[%c0, %k] : !desc -> !tile
    %y = tt.descriptor_load %b[%c0, %k] : !desc -> !tile
    %t = tt.trans %y {order = array<i32: 1, 0>} : !tile -> !tile
    %d = tt.dot %x, %t, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  tt.store %o, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
tt.func public @other() {
  tt.return
}

// -----

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @around_another(%a: !desc, %b: !desc, %op: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %o = tt.splat %op : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  // expected-remark @+1 {{the loop gets no producer: a loop in it has one}}
  %q = scf.for %m = %c0 to %n step %c64 iter_args(%w = %zero) -> (!sum) : i32 {
    %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %w) -> (!sum) : i32 {
      %x = tt.descriptor_load %a[%m, %k] : !desc -> !tile
      %y = tt.descriptor_load %b[%c0, %k] : !desc -> !tile
      %t = tt.trans %y {order = array<i32: 1, 0>} : !tile -> !tile
      %d = tt.dot %x, %t, %acc : !tile * !tile -> !sum
      scf.yield %d : !sum
    }
    %x = tt.descriptor_load %a[%m, %m] : !desc -> !tile
    %d = tt.dot %x, %x, %r : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  tt.store %o, %q : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// The producer follows the maps that it uses, and precedes the loops.
!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>
tt.func public @late_map(%a: !desc, %b: !desc, %c: !desc, %n: i32, %p: !tt.ptr<f16>, %l: i64) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %one = arith.constant 1 : i64
  %v = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %x = tt.descriptor_load %a[%c0, %k] : !desc -> !tile
    %y = tt.descriptor_load %b[%c0, %k] : !desc -> !tile
    %d = tt.dot %x, %y, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  %e = tt.make_tensor_descriptor %p, [%n, %n], [%l, %one] : <f16>, <!tile>
  // expected-remark @+1 {{the loop gets no producer: the kernel creates a tensor map for it after a loop that has one}}
  %w = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %v) -> (!sum) : i32 {
    %x = tt.descriptor_load %e[%c0, %k] : !desc -> !tile
    %y = tt.descriptor_load %b[%c0, %k] : !desc -> !tile
    %d = tt.dot %x, %y, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  %h = arith.truncf %w : !sum to !tile
  tt.descriptor_store %c[%c0, %c0], %h : !desc, !tile
  tt.return
}
