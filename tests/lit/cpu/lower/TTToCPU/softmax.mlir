// RUN: cm2tt-opt %s -cm2tt-tt-to-cpu=target=cpu:x86-64-v3 | FileCheck %s

// The maximum and the sum are loops of their own, and the load and the
// exponential each run once, in the first loop that needs them.

// Two tiles in scratch memory: %x and %e.
// CHECK: module attributes {cpu.scratch = 8192 : i64
// CHECK-LABEL: llvm.func internal @softmax.program
// CHECK-SAME: %[[SCRATCH:[a-z0-9]+]]: !llvm.ptr {llvm.align = 64 : i64, llvm.noalias}

// The maximum starts at NaN, which it ignores.
// CHECK: %[[NEUTRAL:.+]] = arith.constant dense<0x7FC00000> : vector<32xf32>
// CHECK: %[[MAXS:.+]] = scf.for %[[I:.+]] = %{{.+}} iter_args(%[[SOFAR:.+]] = %[[NEUTRAL]]) -> (vector<32xf32>)
// CHECK: %[[X:.+]] = llvm.load %{{.+}} -> vector<32xf32>
// CHECK: %[[PX:.+]] = llvm.getelementptr %[[SCRATCH]][%[[I]]]
// CHECK: llvm.store %[[X]], %[[PX]]
// CHECK: %[[BOTH:.+]] = arith.maxnumf %[[SOFAR]], %[[X]]
// CHECK: scf.yield %[[BOTH]]

// Halves are combined until one lane is left.
// CHECK: %[[LOW:.+]] = llvm.shufflevector %[[MAXS]], %[[MAXS]] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
// CHECK: %[[HIGH:.+]] = llvm.shufflevector %[[MAXS]], %[[MAXS]] [16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31]
// CHECK: arith.maxnumf %[[LOW]], %[[HIGH]] : vector<16xf32>
// CHECK: arith.maxnumf %{{.+}} : vector<8xf32>
// CHECK: arith.maxnumf %{{.+}} : vector<4xf32>
// CHECK: arith.maxnumf %{{.+}} : vector<2xf32>
// CHECK: %[[MAX:.+]] = arith.maxnumf %{{.+}}, %{{.+}} : f32

// The sum starts at -0, as 0 + -0 is 0. Expensive loops take one register.
// CHECK: %[[ZERO:.+]] = arith.constant dense<-0.000000e+00> : vector<8xf32>
// CHECK: scf.for %[[J:.+]] = %{{.+}} iter_args(%[[SUM:.+]] = %[[ZERO]])
// CHECK: %[[PX:.+]] = llvm.getelementptr %[[SCRATCH]][%[[J]]]
// CHECK: %[[X:.+]] = llvm.load %[[PX]]
// CHECK: llvm.insertelement %[[MAX]],
// CHECK: arith.subf %[[X]],
// CHECK: llvm.store %[[E:.+]], %
// CHECK: %[[NEXT:.+]] = arith.addf %[[SUM]], %[[E]]
// CHECK: scf.yield %[[NEXT]]

// CHECK: scf.for
// CHECK: %[[E:.+]] = llvm.load
// CHECK: %[[Y:.+]] = arith.divf %[[E]],
// CHECK: llvm.store %[[Y]],
// CHECK-NOT: scf.for
// CHECK: llvm.return
tt.func public @softmax(%p: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %x = tt.load %q : tensor<1024x!tt.ptr<f32>>
  %max = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %e: f32):
    %c = arith.maxnumf %l, %e : f32
    tt.reduce.return %c : f32
  }) : (tensor<1024xf32>) -> f32
  %m = tt.splat %max : f32 -> tensor<1024xf32>
  %d = arith.subf %x, %m : tensor<1024xf32>
  %e = math.exp %d : tensor<1024xf32>
  %sum = "tt.reduce"(%e) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %n: f32):
    %c = arith.addf %l, %n : f32
    tt.reduce.return %c : f32
  }) : (tensor<1024xf32>) -> f32
  %t = tt.splat %sum : f32 -> tensor<1024xf32>
  %y = arith.divf %e, %t : tensor<1024xf32>
  %u = tt.splat %o : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %v = tt.addptr %u, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %v, %y : tensor<1024x!tt.ptr<f32>>
  tt.return
}
