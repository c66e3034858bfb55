// RUN: cm2tt-opt %s -cm2tt-tt-to-cpu | FileCheck %s

// The region runs for two neighbours at a time; its blocks stay blocks.
// CHECK-LABEL: llvm.func internal @pack.program
// CHECK: scf.for %[[I:.+]] = %{{.+}} to
// CHECK: %[[TWO:.+]] = arith.constant 2 : i64
// CHECK: scf.for %[[J:.+]] = %{{.+}} step %[[TWO]]
// CHECK: %[[A:.+]] = llvm.load %{{.+}} -> f32
// CHECK: %[[ONE:.+]] = arith.constant 1 : i64
// CHECK: %[[P:.+]] = llvm.getelementptr %{{.+}}[%[[ONE]]]
// CHECK: %[[B:.+]] = llvm.load %[[P]] {{.+}} -> f32
// CHECK: %[[Y:.+]]:4 = scf.execute_region -> (f32, f32, f32, f32)
// CHECK: %[[LESS:.+]] = arith.cmpf olt, %[[A]], %[[B]]
// CHECK: cf.cond_br %[[LESS]], ^[[YES:.+]], ^[[NO:.+]]
// CHECK: ^[[YES]]:
// CHECK: %[[D:.+]] = arith.subf %[[B]], %[[A]]
// CHECK: scf.yield %[[D]], %[[D]], %[[A]], %[[B]]
// CHECK: ^[[NO]]:
// CHECK: cf.br ^[[YES]]
// CHECK: llvm.store %[[Y]]#0
// CHECK: llvm.store %[[Y]]#1
// CHECK: llvm.store %[[Y]]#2
// CHECK: llvm.store %[[Y]]#3
tt.func public @pack(%p: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %m = tt.reshape %q : tensor<64x!tt.ptr<f32>> -> tensor<8x8x!tt.ptr<f32>>
  %x = tt.load %m : tensor<8x8x!tt.ptr<f32>>
  %y:2 = "tt.map_elementwise"(%x) <{pack = 2 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf olt, %a, %b : f32
    cf.cond_br %c, ^less, ^other
  ^less:
    %d = arith.subf %b, %a : f32
    tt.map_elementwise.return %d, %d, %a, %b : f32, f32, f32, f32
  ^other:
    cf.br ^less
  }) : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)
  %z = arith.addf %y#0, %y#1 : tensor<8x8xf32>
  tt.store %m, %z : tensor<8x8x!tt.ptr<f32>>
  tt.return
}
