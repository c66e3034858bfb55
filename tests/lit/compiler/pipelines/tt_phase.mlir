// RUN: cm2tt-opt %s -cm2tt-tt-phase | FileCheck %s

// A helper and what it calls are inlined and gone.
// CHECK-NOT: @activate
// CHECK-NOT: @scale
// CHECK-NOT: @unused
tt.func private @scale(%x: f32) -> f32 {
  %two = arith.constant 2.0 : f32
  %y = arith.mulf %x, %two : f32
  tt.return %y : f32
}
tt.func private @activate(%x: tensor<64xf32>, %s: f32) -> tensor<64xf32> {
  %d = tt.call @scale(%s) : (f32) -> f32
  %y = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%e: f32):
    %m = arith.mulf %e, %d : f32
    tt.map_elementwise.return %m : f32
  }) : (tensor<64xf32>) -> tensor<64xf32>
  tt.return %y : tensor<64xf32>
}
tt.func private @unused(%x: f32) -> f32 {
  tt.return %x : f32
}

// The lambda's body, on tiles, with its scalar computed in front of the loop.
// CHECK-LABEL: tt.func public @helper
// CHECK: %[[D:.+]] = arith.mulf %arg1, %{{.+}} : f32
// CHECK: %[[S:.+]] = tt.splat %[[D]] : f32 -> tensor<64xf32>
// CHECK: scf.for
// CHECK:   %[[M:.+]] = arith.mulf %{{.+}}, %[[S]] : tensor<64xf32>
// CHECK:   tt.store %{{.+}}, %[[M]]
tt.func public @helper(%p: !tt.ptr<f32>, %s: f32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %q = tt.addptr %p, %i : !tt.ptr<f32>, i32
    %t = tt.splat %q : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %a = tt.addptr %t, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %x = tt.load %a : tensor<64x!tt.ptr<f32>>
    %y = tt.call @activate(%x, %s) : (tensor<64xf32>, f32) -> tensor<64xf32>
    tt.store %a, %y : tensor<64x!tt.ptr<f32>>
  }
  tt.return
}

// Carried values whose starts are equal only after CSE.
// CHECK-LABEL: tt.func public @carried
// CHECK: tt.splat
// CHECK-NOT: tt.splat
// CHECK: iter_args(%{{.+}} = %{{.+}}) -> (tensor<64x!tt.ptr<f32>>)
tt.func public @carried(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant dense<1> : tensor<64xi32>
  %a = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %b = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (tensor<64x!tt.ptr<f32>>, tensor<64x!tt.ptr<f32>>) : i32 {
    %v = tt.load %x : tensor<64x!tt.ptr<f32>>
    tt.store %y, %v : tensor<64x!tt.ptr<f32>>
    %k = tt.addptr %x, %one : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %l = tt.addptr %y, %one : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    scf.yield %k, %l : tensor<64x!tt.ptr<f32>>, tensor<64x!tt.ptr<f32>>
  }
  tt.return
}

// Copies of an unrolled body are simplified.
// CHECK-LABEL: tt.func public @unrolled
// CHECK: scf.for %[[I:.+]] =
// CHECK-NEXT: tt.store %arg0, %[[I]]
// CHECK-NEXT: %[[J:.+]] = arith.addi %[[I]], %c1_i32
// CHECK-NEXT: tt.store %arg0, %[[J]]
// CHECK-NEXT: }
tt.func public @unrolled(%p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  scf.for %i = %c0 to %c8 step %c1 : i32 {
    tt.store %p, %i : !tt.ptr<i32>
  } {tt.loop_unroll_factor = 2 : i32}
  tt.return
}

// A branch that constants decide leaves no block behind.
// CHECK-LABEL: tt.func public @blocks
// CHECK-NEXT: tt.store
// CHECK-NEXT: tt.return
// CHECK-NEXT: }
tt.func public @blocks(%p: !tt.ptr<i32>, %x: i32) {
  %true = arith.constant true
  cf.cond_br %true, ^bb1(%x : i32), ^bb2
^bb1(%y: i32):
  tt.store %p, %y : !tt.ptr<i32>
  cf.br ^bb2
^bb2:
  tt.return
}
