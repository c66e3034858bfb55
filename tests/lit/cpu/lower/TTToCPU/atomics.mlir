// RUN: cm2tt-opt %s -cm2tt-tt-to-cpu | FileCheck %s
// RUN: cm2tt-opt %s -cm2tt-tt-to-cpu=checked | FileCheck %s --check-prefix=CHECKED

// Elements are updated one by one, and not where the mask is false.

// CHECK-LABEL: llvm.func internal @tile.program
// CHECK: scf.for
// CHECK: %[[M:.+]] = arith.cmpi slt
// CHECK: %[[OLD:.+]] = scf.if %[[M]] -> (f32)
// CHECK: llvm.atomicrmw fadd %{{.+}}, %{{.+}} acq_rel : !llvm.ptr, f32
// CHECK: llvm.mlir.zero : f32
// CHECK: llvm.store %[[OLD]]
// CHECKED-LABEL: llvm.func internal @tile.program
// CHECKED: %[[M:.+]] = arith.cmpi slt
// CHECKED: %[[MAY:.+]] = scf.if %[[M]] -> (i1)
// CHECKED: %[[NONE:.+]] = llvm.mlir.zero : !llvm.ptr
// CHECKED: llvm.call %{{.+}}, %[[NONE]])
// CHECKED: scf.if %[[MAY]] -> (f32)
// CHECKED: llvm.atomicrmw fadd
tt.func public @tile(%p: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32) {
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %b = tt.splat %n : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %r, %b : tensor<64xi32>
  %x = arith.sitofp %r : tensor<64xi32> to tensor<64xf32>
  %old = tt.atomic_rmw fadd, acq_rel, gpu, %q, %x, %m : (tensor<64x!tt.ptr<f32>>, tensor<64xf32>, tensor<64xi1>) -> tensor<64xf32>
  %t = tt.splat %o : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %u = tt.addptr %t, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %u, %old : tensor<64x!tt.ptr<f32>>
  tt.return
}

// CHECK-LABEL: llvm.func internal @scalars.program
// CHECK: llvm.atomicrmw umax %{{.+}} monotonic
// CHECK: llvm.atomicrmw _and %{{.+}} acquire
// CHECK: %[[F:.+]] = llvm.atomicrmw xchg %{{.+}} release
// CHECK: %[[BITS:.+]] = llvm.bitcast %[[F]] : f32 to i32
// CHECK: %[[PAIR:.+]] = llvm.cmpxchg %{{.+}}, %[[BITS]], %{{.+}} acq_rel acquire
// CHECK: %[[OLD:.+]] = llvm.extractvalue %[[PAIR]][0]
// CHECK: llvm.bitcast %[[OLD]] : i32 to f32
// CHECK: llvm.cmpxchg %{{.+}} release monotonic
tt.func public @scalars(%p: !tt.ptr<i64>, %x: i64, %q: !tt.ptr<f32>, %y: f32) {
  %0 = tt.atomic_rmw umax, relaxed, gpu, %p, %x : (!tt.ptr<i64>, i64) -> i64
  %1 = tt.atomic_rmw and, acquire, cta, %p, %0 : (!tt.ptr<i64>, i64) -> i64
  %2 = tt.atomic_rmw exch, release, sys, %q, %y : (!tt.ptr<f32>, f32) -> f32
  %3 = tt.atomic_cas acq_rel, gpu, %q, %2, %y : (!tt.ptr<f32>, f32, f32) -> f32
  %4 = tt.atomic_cas release, gpu, %p, %1, %x : (!tt.ptr<i64>, i64, i64) -> i64
  tt.store %q, %3 : !tt.ptr<f32>
  tt.store %p, %4 : !tt.ptr<i64>
  tt.return
}

// Numbers of 16 bits are added until nobody came in between.
// CHECK-LABEL: llvm.func internal @narrow.program
// CHECK: %[[SEEN:.+]] = llvm.load %[[P:.+]] atomic monotonic {alignment = 2 : i64} : !llvm.ptr -> i16
// CHECK: %[[OLD:.+]] = scf.while (%[[EXPECTED:.+]] = %[[SEEN]])
// CHECK: arith.addf %{{.+}} : f32
// CHECK: %[[PAIR:.+]] = llvm.cmpxchg %[[P]], %[[EXPECTED]], %{{.+}} monotonic monotonic
// CHECK: %[[NOW:.+]] = llvm.extractvalue %[[PAIR]][0]
// CHECK: %[[DONE:.+]] = llvm.extractvalue %[[PAIR]][1]
// CHECK: %[[AGAIN:.+]] = arith.xori %[[DONE]],
// CHECK: scf.condition(%[[AGAIN]]) %[[NOW]]
// CHECK: llvm.store %[[OLD]]
tt.func public @narrow(%p: !tt.ptr<bf16>, %x: bf16) {
  %0 = tt.atomic_rmw fadd, relaxed, gpu, %p, %x : (!tt.ptr<bf16>, bf16) -> bf16
  tt.store %p, %0 : !tt.ptr<bf16>
  tt.return
}

// Updates that only read or only write are loads and stores.
// CHECK-LABEL: llvm.func internal @accesses.program
// CHECK: %[[OLD:.+]] = llvm.load %{{.+}} atomic acquire {alignment = 4 : i64} : !llvm.ptr -> i32
// CHECK: llvm.store %[[OLD]], %{{.+}} atomic release {alignment = 4 : i64} : i32, !llvm.ptr
// CHECK: scf.for
// CHECK: scf.if %{{.+}} -> (i64)
// CHECK-NEXT: llvm.load %{{.+}} atomic monotonic {alignment = 8 : i64} : !llvm.ptr -> i64
tt.func public @accesses(%p: !tt.ptr<i32>, %q: !tt.ptr<i64>, %m: i1) {
  %zero = arith.constant 0 : i32
  %zeros = arith.constant dense<0> : tensor<64xi64>
  %0 = tt.atomic_rmw or, acquire, gpu, %p, %zero : (!tt.ptr<i32>, i32) -> i32
  %1 = tt.atomic_rmw exch, release, gpu, %p, %0 : (!tt.ptr<i32>, i32) -> i32
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %s = tt.splat %q : !tt.ptr<i64> -> tensor<64x!tt.ptr<i64>>
  %a = tt.addptr %s, %r : tensor<64x!tt.ptr<i64>>, tensor<64xi32>
  %b = tt.splat %m : i1 -> tensor<64xi1>
  %2 = tt.atomic_rmw or, relaxed, gpu, %a, %zeros, %b : (tensor<64x!tt.ptr<i64>>, tensor<64xi64>, tensor<64xi1>) -> tensor<64xi64>
  tt.store %a, %2 : tensor<64x!tt.ptr<i64>>
  tt.return
}
