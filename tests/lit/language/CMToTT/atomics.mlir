// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Integers, each with its operation; there is always a mask.
// CHECK-LABEL: tt.func public @integers(
// CHECK-SAME:  %[[P0:[^:]+]]: !tt.ptr<i32>,
// CHECK-SAME:  %[[P1:[^:]+]]: !tt.ptr<i64>,
// CHECK-SAME:  %[[P2:[^:]+]]: i32,
// CHECK-SAME:  %[[P3:[^:]+]]: i1)
// CHECK-NEXT: %[[V0:.+]] = arith.constant true
// CHECK-NEXT: %[[V1:.+]] = tt.atomic_rmw add, acq_rel, gpu, %[[P0]], %[[P2]], %[[V0]] : (!tt.ptr<i32>, i32, i1) -> i32
// CHECK-NEXT: %[[V2:.+]] = arith.constant true
// CHECK-NEXT: %[[V3:.+]] = tt.atomic_rmw max, acq_rel, gpu, %[[P0]], %[[P2]], %[[V2]] : (!tt.ptr<i32>, i32, i1) -> i32
// CHECK-NEXT: %[[V4:.+]] = tt.atomic_rmw min, acq_rel, gpu, %[[P0]], %[[P2]], %[[P3]] : (!tt.ptr<i32>, i32, i1) -> i32
// CHECK-NEXT: %[[V5:.+]] = arith.extsi %[[P2]] : i32 to i64
// CHECK-NEXT: %[[V6:.+]] = arith.constant true
// CHECK-NEXT: %[[V7:.+]] = tt.atomic_rmw umax, acq_rel, gpu, %[[P1]], %[[V5]], %[[V6]] : (!tt.ptr<i64>, i64, i1) -> i64
// CHECK-NEXT: %[[V8:.+]] = arith.extsi %[[P2]] : i32 to i64
// CHECK-NEXT: %[[V9:.+]] = arith.constant true
// CHECK-NEXT: %[[V10:.+]] = tt.atomic_rmw umin, acq_rel, gpu, %[[P1]], %[[V8]], %[[V9]] : (!tt.ptr<i64>, i64, i1) -> i64
// CHECK-NEXT: %[[V11:.+]] = arith.constant true
// CHECK-NEXT: %[[V12:.+]] = tt.atomic_rmw and, acq_rel, gpu, %[[P0]], %[[P2]], %[[V11]] : (!tt.ptr<i32>, i32, i1) -> i32
// CHECK-NEXT: %[[V13:.+]] = arith.constant true
// CHECK-NEXT: %[[V14:.+]] = tt.atomic_rmw or, acq_rel, gpu, %[[P0]], %[[P2]], %[[V13]] : (!tt.ptr<i32>, i32, i1) -> i32
// CHECK-NEXT: %[[V15:.+]] = arith.constant true
// CHECK-NEXT: %[[V16:.+]] = tt.atomic_rmw xor, acq_rel, gpu, %[[P0]], %[[P2]], %[[V15]] : (!tt.ptr<i32>, i32, i1) -> i32
// CHECK-NEXT: %[[V17:.+]] = arith.constant true
// CHECK-NEXT: %[[V18:.+]] = tt.atomic_rmw exch, acq_rel, gpu, %[[P0]], %[[P2]], %[[V17]] : (!tt.ptr<i32>, i32, i1) -> i32
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
module attributes {cm.signature = ["*i32", "*u64", "i32", "i1"]} {
cm.func "integers" body (%i: !Ptr, %u: !Ptr, %n: i32, %m: i1) -> none {
  %v1 = cm.invoke "io.github.cm2tt.lang.Triton::atomicAdd(io.github.cm2tt.lang.Ptr, int):io.github.cm2tt.lang.Tensor"(%i, %n) : (!Ptr, i32) -> !Tensor
  %v2 = cm.invoke "io.github.cm2tt.lang.Triton::atomicMax(io.github.cm2tt.lang.Ptr, int):io.github.cm2tt.lang.Tensor"(%i, %n) : (!Ptr, i32) -> !Tensor
  %v3 = cm.invoke "io.github.cm2tt.lang.Triton::atomicMin(io.github.cm2tt.lang.Ptr, int, boolean):io.github.cm2tt.lang.Tensor"(%i, %n, %m) : (!Ptr, i32, i1) -> !Tensor
  %v4 = cm.invoke "io.github.cm2tt.lang.Triton::atomicMax(io.github.cm2tt.lang.Ptr, int):io.github.cm2tt.lang.Tensor"(%u, %n) : (!Ptr, i32) -> !Tensor
  %v5 = cm.invoke "io.github.cm2tt.lang.Triton::atomicMin(io.github.cm2tt.lang.Ptr, int):io.github.cm2tt.lang.Tensor"(%u, %n) : (!Ptr, i32) -> !Tensor
  %v6 = cm.invoke "io.github.cm2tt.lang.Triton::atomicAnd(io.github.cm2tt.lang.Ptr, int):io.github.cm2tt.lang.Tensor"(%i, %n) : (!Ptr, i32) -> !Tensor
  %v7 = cm.invoke "io.github.cm2tt.lang.Triton::atomicOr(io.github.cm2tt.lang.Ptr, int):io.github.cm2tt.lang.Tensor"(%i, %n) : (!Ptr, i32) -> !Tensor
  %v8 = cm.invoke "io.github.cm2tt.lang.Triton::atomicXor(io.github.cm2tt.lang.Ptr, int):io.github.cm2tt.lang.Tensor"(%i, %n) : (!Ptr, i32) -> !Tensor
  %v9 = cm.invoke "io.github.cm2tt.lang.Triton::atomicXchg(io.github.cm2tt.lang.Ptr, int):io.github.cm2tt.lang.Tensor"(%i, %n) : (!Ptr, i32) -> !Tensor
  cm.return
}
}

// -----

// Semantics and scopes.
// CHECK-LABEL: tt.func public @options(
// CHECK-SAME:  %[[P0:[^:]+]]: !tt.ptr<i32>,
// CHECK-SAME:  %[[P1:[^:]+]]: i32,
// CHECK-SAME:  %[[P2:[^:]+]]: i1)
// CHECK-NEXT: %[[V0:.+]] = arith.constant true
// CHECK-NEXT: %[[V1:.+]] = tt.atomic_rmw add, relaxed, gpu, %[[P0]], %[[P1]], %[[V0]] : (!tt.ptr<i32>, i32, i1) -> i32
// CHECK-NEXT: %[[V2:.+]] = tt.atomic_rmw add, acq_rel, cta, %[[P0]], %[[P1]], %[[P2]] : (!tt.ptr<i32>, i32, i1) -> i32
// CHECK-NEXT: %[[V3:.+]] = arith.constant true
// CHECK-NEXT: %[[V4:.+]] = tt.atomic_rmw add, acquire, sys, %[[P0]], %[[P1]], %[[V3]] : (!tt.ptr<i32>, i32, i1) -> i32
// CHECK-NEXT: %[[V5:.+]] = arith.constant true
// CHECK-NEXT: %[[V6:.+]] = tt.atomic_rmw exch, release, gpu, %[[P0]], %[[P1]], %[[V5]] : (!tt.ptr<i32>, i32, i1) -> i32
// CHECK-NEXT: %[[V7:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V8:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V9:.+]] = tt.atomic_cas acq_rel, gpu, %[[P0]], %[[V7]], %[[V8]] : (!tt.ptr<i32>, i32, i32) -> i32
// CHECK-NEXT: %[[V10:.+]] = tt.atomic_cas acq_rel, cta, %[[P0]], %[[P1]], %[[P1]] : (!tt.ptr<i32>, i32, i32) -> i32
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!Obj = !cm.java<"java.lang.Object">
!MemScope = !cm.java<"io.github.cm2tt.lang.MemScope">
!MemSemantic = !cm.java<"io.github.cm2tt.lang.MemSemantic">
module attributes {cm.signature = ["*i32", "i32", "i1"]} {
cm.func "options" body (%i: !Ptr, %n: i32, %m: i1) -> none {
  %c1 = cm.field.load "io.github.cm2tt.lang.MemSemantic::RELAXED:io.github.cm2tt.lang.MemSemantic" : () -> !MemSemantic
  %v1 = cm.invoke "io.github.cm2tt.lang.Triton::atomicAdd(io.github.cm2tt.lang.Ptr, int, io.github.cm2tt.lang.MemSemantic):io.github.cm2tt.lang.Tensor"(%i, %n, %c1) : (!Ptr, i32, !MemSemantic) -> !Tensor
  %c2 = cm.field.load "io.github.cm2tt.lang.MemScope::CTA:io.github.cm2tt.lang.MemScope" : () -> !MemScope
  %v2 = cm.invoke "io.github.cm2tt.lang.Triton::atomicAdd(io.github.cm2tt.lang.Ptr, int, boolean, io.github.cm2tt.lang.MemScope):io.github.cm2tt.lang.Tensor"(%i, %n, %m, %c2) : (!Ptr, i32, i1, !MemScope) -> !Tensor
  %c3 = cm.constant #cm.null -> !Obj
  %c4 = cm.field.load "io.github.cm2tt.lang.MemSemantic::ACQUIRE:io.github.cm2tt.lang.MemSemantic" : () -> !MemSemantic
  %c5 = cm.field.load "io.github.cm2tt.lang.MemScope::SYS:io.github.cm2tt.lang.MemScope" : () -> !MemScope
  %v3 = cm.invoke "io.github.cm2tt.lang.Triton::atomicAdd(io.github.cm2tt.lang.Ptr, int, java.lang.Object, io.github.cm2tt.lang.MemSemantic, io.github.cm2tt.lang.MemScope):io.github.cm2tt.lang.Tensor"(%i, %n, %c3, %c4, %c5) : (!Ptr, i32, !Obj, !MemSemantic, !MemScope) -> !Tensor
  %c6 = cm.field.load "io.github.cm2tt.lang.MemScope::GPU:io.github.cm2tt.lang.MemScope" : () -> !MemScope
  %c7 = cm.field.load "io.github.cm2tt.lang.MemSemantic::RELEASE:io.github.cm2tt.lang.MemSemantic" : () -> !MemSemantic
  %v4 = cm.invoke "io.github.cm2tt.lang.Triton::atomicXchg(io.github.cm2tt.lang.Ptr, int, io.github.cm2tt.lang.MemScope, io.github.cm2tt.lang.MemSemantic):io.github.cm2tt.lang.Tensor"(%i, %n, %c6, %c7) : (!Ptr, i32, !MemScope, !MemSemantic) -> !Tensor
  %c8 = cm.constant 0 : i32
  %c9 = cm.constant 1 : i32
  %v5 = cm.invoke "io.github.cm2tt.lang.Triton::atomicCas(io.github.cm2tt.lang.Ptr, int, int):io.github.cm2tt.lang.Tensor"(%i, %c8, %c9) : (!Ptr, i32, i32) -> !Tensor
  %c10 = cm.field.load "io.github.cm2tt.lang.MemSemantic::ACQ_REL:io.github.cm2tt.lang.MemSemantic" : () -> !MemSemantic
  %v6 = cm.invoke "io.github.cm2tt.lang.Triton::atomicCas(io.github.cm2tt.lang.Ptr, int, int, io.github.cm2tt.lang.MemScope, io.github.cm2tt.lang.MemSemantic):io.github.cm2tt.lang.Tensor"(%i, %n, %n, %c2, %c10) : (!Ptr, i32, i32, !MemScope, !MemSemantic) -> !Tensor
  cm.return
}
}

// -----

// Values are converted, then broadcast; a mask too.
// CHECK-LABEL: tt.func public @tiles(
// CHECK-SAME:  %[[P0:[^:]+]]: !tt.ptr<f16>,
// CHECK-SAME:  %[[P1:[^:]+]]: !tt.ptr<f32>,
// CHECK-SAME:  %[[P2:[^:]+]]: !tt.ptr<i32>,
// CHECK-SAME:  %[[P3:[^:]+]]: i32,
// CHECK-SAME:  %[[P4:[^:]+]]: i1)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[P0]] : !tt.ptr<f16> -> tensor<8x!tt.ptr<f16>>
// CHECK-NEXT: %[[V2:.+]] = tt.addptr %[[V1]], %[[V0]] : tensor<8x!tt.ptr<f16>>, tensor<8xi32>
// CHECK-NEXT: %[[V3:.+]] = tt.splat %[[P1]] : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
// CHECK-NEXT: %[[V4:.+]] = tt.addptr %[[V3]], %[[V0]] : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
// CHECK-NEXT: %[[V5:.+]] = tt.splat %[[P2]] : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: %[[V6:.+]] = tt.addptr %[[V5]], %[[V0]] : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
// CHECK-NEXT: %[[V7:.+]] = arith.constant dense<5.000000e-01> : tensor<8xf16>
// CHECK-NEXT: %[[V8:.+]] = arith.constant dense<true> : tensor<8xi1>
// CHECK-NEXT: %[[V9:.+]] = tt.atomic_rmw fadd, acq_rel, gpu, %[[V2]], %[[V7]], %[[V8]] : (tensor<8x!tt.ptr<f16>>, tensor<8xf16>, tensor<8xi1>) -> tensor<8xf16>
// CHECK-NEXT: %[[V10:.+]] = arith.sitofp %[[V0]] : tensor<8xi32> to tensor<8xf32>
// CHECK-NEXT: %[[V11:.+]] = tt.splat %[[P4]] : i1 -> tensor<8xi1>
// CHECK-NEXT: %[[V12:.+]] = tt.atomic_rmw fadd, acq_rel, gpu, %[[V4]], %[[V10]], %[[V11]] : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xi1>) -> tensor<8xf32>
// CHECK-NEXT: %[[V13:.+]] = arith.sitofp %[[P3]] : i32 to f32
// CHECK-NEXT: %[[V14:.+]] = tt.splat %[[V13]] : f32 -> tensor<8xf32>
// CHECK-NEXT: %[[V15:.+]] = arith.constant dense<true> : tensor<8xi1>
// CHECK-NEXT: %[[V16:.+]] = tt.atomic_rmw exch, acq_rel, gpu, %[[V4]], %[[V14]], %[[V15]] : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xi1>) -> tensor<8xf32>
// CHECK-NEXT: %[[V17:.+]] = arith.constant dense<0> : tensor<8xi32>
// CHECK-NEXT: %[[V18:.+]] = tt.splat %[[P3]] : i32 -> tensor<8xi32>
// CHECK-NEXT: %[[V19:.+]] = tt.atomic_cas acq_rel, gpu, %[[V6]], %[[V17]], %[[V18]] : (tensor<8x!tt.ptr<i32>>, tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
module attributes {cm.signature = ["*fp16", "*fp32", "*i32", "i32", "i1"]} {
cm.func "tiles" body (%h: !Ptr, %f: !Ptr, %i: !Ptr, %n: i32, %m: i1) -> none {
  %c1 = cm.constant 0 : i32
  %c2 = cm.constant 8 : i32
  %x = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c1, %c2) : (i32, i32) -> !Tensor
  %hs = cm.invoke "io.github.cm2tt.lang.Triton::add(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%h, %x) : (!Ptr, !Tensor) -> !Tensor
  %fs = cm.invoke "io.github.cm2tt.lang.Triton::add(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%f, %x) : (!Ptr, !Tensor) -> !Tensor
  %is = cm.invoke "io.github.cm2tt.lang.Triton::add(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%i, %x) : (!Ptr, !Tensor) -> !Tensor
  %c3 = cm.constant 0.5 : f32
  cm.invoke "io.github.cm2tt.lang.Triton::atomicAdd(io.github.cm2tt.lang.Tensor, float):io.github.cm2tt.lang.Tensor"(%hs, %c3) : (!Tensor, f32) -> ()
  cm.invoke "io.github.cm2tt.lang.Triton::atomicAdd(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor, boolean):io.github.cm2tt.lang.Tensor"(%fs, %x, %m) : (!Tensor, !Tensor, i1) -> ()
  cm.invoke "io.github.cm2tt.lang.Triton::atomicXchg(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%fs, %n) : (!Tensor, i32) -> ()
  %v = cm.invoke "io.github.cm2tt.lang.Triton::atomicCas(io.github.cm2tt.lang.Tensor, int, int):io.github.cm2tt.lang.Tensor"(%is, %c1, %n) : (!Tensor, i32, i32) -> !Tensor
  cm.return
}
}

// -----

// Reads, writes and waits are the operations of Triton 3.9.
// CHECK-LABEL: tt.func public @accesses(
// CHECK: tt.atomic_load acquire, gpu, %{{.+}} : (!tt.ptr<i16>) -> i16
// CHECK: %[[M:.+]] = tt.splat %{{.+}} : i1 -> tensor<8xi1>
// CHECK: tt.atomic_load relaxed, sys, %{{.+}}, %[[M]] : (tensor<8x!tt.ptr<i64>>, tensor<8xi1>) -> tensor<8xi64>
// CHECK: tt.atomic_store release, gpu, %{{.+}}, %{{.+}} : tensor<8x!tt.ptr<i64>>
// CHECK: %[[X:.+]] = arith.extsi %{{.+}} : tensor<8xi32> to tensor<8xi64>
// CHECK: tt.atomic_store relaxed, gpu, %{{.+}}, %[[X]], %{{.+}} : tensor<8x!tt.ptr<i64>>
// CHECK: %[[E:.+]] = arith.trunci %{{.+}} : i32 to i16
// CHECK: tt.atomic_poll acquire, gpu, %{{.+}}, %[[E]] : !tt.ptr<i16>, i16 -> i1
// CHECK: tt.atomic_poll acquire, sys, %{{.+}}, %{{.+}} timeout %{{.+}} : tensor<8x!tt.ptr<i64>>, tensor<8xi64> -> tensor<8xi1>
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!MemScope = !cm.java<"io.github.cm2tt.lang.MemScope">
!MemSemantic = !cm.java<"io.github.cm2tt.lang.MemSemantic">
module attributes {cm.signature = ["*u16", "*i64", "i32", "i64", "i1"]} {
cm.func "accesses" body (%h: !Ptr, %l: !Ptr, %n: i32, %t: i64, %m: i1) -> none {
  %c1 = cm.constant 0 : i32
  %c2 = cm.constant 8 : i32
  %x = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c1, %c2) : (i32, i32) -> !Tensor
  %ls = cm.invoke "io.github.cm2tt.lang.Triton::add(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%l, %x) : (!Ptr, !Tensor) -> !Tensor
  %s = cm.field.load "io.github.cm2tt.lang.MemSemantic::RELAXED:io.github.cm2tt.lang.MemSemantic" : () -> !MemSemantic
  %c = cm.field.load "io.github.cm2tt.lang.MemScope::SYS:io.github.cm2tt.lang.MemScope" : () -> !MemScope
  %v1 = cm.invoke "io.github.cm2tt.lang.Triton::atomicLoad(io.github.cm2tt.lang.Ptr):io.github.cm2tt.lang.Tensor"(%h) : (!Ptr) -> !Tensor
  %v2 = cm.invoke "io.github.cm2tt.lang.Triton::atomicLoad(io.github.cm2tt.lang.Tensor, boolean, io.github.cm2tt.lang.MemSemantic, io.github.cm2tt.lang.MemScope):io.github.cm2tt.lang.Tensor"(%ls, %m, %s, %c) : (!Tensor, i1, !MemSemantic, !MemScope) -> !Tensor
  cm.invoke "io.github.cm2tt.lang.Triton::atomicStore(io.github.cm2tt.lang.Tensor, int):void"(%ls, %n) : (!Tensor, i32) -> ()
  cm.invoke "io.github.cm2tt.lang.Triton::atomicStore(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor, boolean, io.github.cm2tt.lang.MemSemantic):void"(%ls, %x, %m, %s) : (!Tensor, !Tensor, i1, !MemSemantic) -> ()
  %v3 = cm.invoke "io.github.cm2tt.lang.Triton::atomicPoll(io.github.cm2tt.lang.Ptr, int):io.github.cm2tt.lang.Tensor"(%h, %n) : (!Ptr, i32) -> !Tensor
  %v4 = cm.invoke "io.github.cm2tt.lang.Triton::atomicPoll(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor, long, io.github.cm2tt.lang.MemScope):io.github.cm2tt.lang.Tensor"(%ls, %x, %t, %c) : (!Tensor, !Tensor, i64, !MemScope) -> !Tensor
  cm.return
}
}
