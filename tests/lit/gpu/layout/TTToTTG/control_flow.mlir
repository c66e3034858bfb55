// RUN: cm2tt-opt %s -cm2tt-tt-to-ttg -cse | FileCheck %s

// Control flow that passes on scalars may have tiles inside.

// CHECK-LABEL: tt.func public @structured
// CHECK: scf.if
// CHECK:   tt.load %{{.+}} : tensor<128x!tt.ptr<f32>, #[[L:.+]]>
// CHECK: scf.for {{.*}} iter_args(%{{.+}} = %{{.+}}) -> (i32)
// CHECK:   tt.store %{{.+}} : tensor<128x!tt.ptr<f32>, #[[L]]>
tt.func public @structured(%p: !tt.ptr<f32>, %n: i32, %c: i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %a = tt.addptr %s, %r : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  scf.if %c {
    %v = tt.load %a : tensor<128x!tt.ptr<f32>>
    %w = arith.negf %v : tensor<128xf32>
    tt.store %a, %w : tensor<128x!tt.ptr<f32>>
  }
  %z = scf.for %i = %c0 to %n step %c1 iter_args(%j = %c0) -> (i32) : i32 {
    %o = tt.splat %j : i32 -> tensor<128xi32>
    %b = tt.addptr %a, %o : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %v = tt.load %b : tensor<128x!tt.ptr<f32>>
    tt.store %b, %v : tensor<128x!tt.ptr<f32>>
    %k = arith.addi %j, %n : i32
    scf.yield %k : i32
  }
  tt.return
}

// Blocks in another order than that of dominance.
// CHECK-LABEL: tt.func public @blocks
// CHECK: ^bb1:
// CHECK:   tt.store
// CHECK: ^bb2:
// CHECK:   tt.make_range
tt.func public @blocks(%p: !tt.ptr<i32>, %c: i1) {
  cf.br ^bb2
^bb1:
  %q = arith.addi %r, %r : tensor<128xi32>
  tt.store %a, %q : tensor<128x!tt.ptr<i32>>
  tt.return
^bb2:
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %s = tt.splat %p : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
  %a = tt.addptr %s, %r : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
  cf.cond_br %c, ^bb1, ^bb3
^bb3:
  tt.return
}
