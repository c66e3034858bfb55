// RUN: cm2tt-opt %s '-cm2tt-tt-to-cpu=target=cpu:x86-64-v3 checked' | FileCheck %s

// Checked accesses are made one element at a time. A sum must not be, or it
// would be another one than of code that is not checked: a bf16 that has grown
// to 256 stays so if ones are added one by one.

// CHECK-LABEL: llvm.func internal @sum.program
// CHECK-SAME: %[[SCRATCH:arg1]]: !llvm.ptr {llvm.align
// CHECK: scf.for
// CHECK: llvm.call
// CHECK: %[[KEPT:.+]] = llvm.getelementptr %[[SCRATCH]]
// CHECK: llvm.store %{{.+}}, %[[KEPT]] {{.*}} : i16
// CHECK: scf.for {{.+}} iter_args(%{{.+}} = %{{.+}}) -> (vector<[[LANES:[0-9]+]]xi16>)
// CHECK-NOT: llvm.call
// CHECK: llvm.load %{{.+}} : !llvm.ptr -> vector<[[LANES]]xi16>
// CHECK: scf.yield
// What is stored, too, has a loop of its own.
// CHECK: scf.for
// CHECK-NOT: vector<
// CHECK: llvm.call
// CHECK: llvm.return
tt.func public @sum(%x: !tt.ptr<bf16>, %out: !tt.ptr<bf16>, %sum: !tt.ptr<bf16>) {
  %r = tt.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %xs = tt.splat %x : !tt.ptr<bf16> -> tensor<4096x!tt.ptr<bf16>>
  %xp = tt.addptr %xs, %r : tensor<4096x!tt.ptr<bf16>>, tensor<4096xi32>
  %outs = tt.splat %out : !tt.ptr<bf16> -> tensor<4096x!tt.ptr<bf16>>
  %outp = tt.addptr %outs, %r : tensor<4096x!tt.ptr<bf16>>, tensor<4096xi32>
  %v = tt.load %xp : tensor<4096x!tt.ptr<bf16>>
  %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: bf16, %b: bf16):
    %c = arith.addf %a, %b : bf16
    tt.reduce.return %c : bf16
  }) : (tensor<4096xbf16>) -> bf16
  tt.store %outp, %v : tensor<4096x!tt.ptr<bf16>>
  tt.store %sum, %s : !tt.ptr<bf16>
  tt.return
}
