// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Cache modifiers, eviction policies and volatile loads.
// CHECK-LABEL: tt.func public @options(
// CHECK-SAME:  %[[P0:[^:]+]]: !tt.ptr<f32>,
// CHECK-SAME:  %[[P1:[^:]+]]: i1)
// CHECK-NEXT: %[[V0:.+]] = tt.load %[[P0]] cacheModifier = ca : !tt.ptr<f32>
// CHECK-NEXT: %[[V1:.+]] = tt.load %[[P0]] cacheModifier = cg : !tt.ptr<f32>
// CHECK-NEXT: %[[V2:.+]] = tt.load %[[P0]] evictionPolicy = evict_last : !tt.ptr<f32>
// CHECK-NEXT: %[[V3:.+]] = tt.load %[[P0]], %[[P1]] cacheModifier = cs : !tt.ptr<f32>
// CHECK-NEXT: %[[V4:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[V5:.+]] = tt.load %[[P0]], %[[P1]], %[[V4]] {isVolatile = true} : !tt.ptr<f32>
// CHECK-NEXT: %[[V6:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[V7:.+]] = tt.load %[[P0]], %[[P1]], %[[V6]] {isVolatile = true} : !tt.ptr<f32>
// CHECK-NEXT: %[[V8:.+]] = tt.load %[[P0]] {isVolatile = true} : !tt.ptr<f32>
// CHECK-NEXT: tt.store %[[P0]], %[[V0]] cacheModifier = wb : !tt.ptr<f32>
// CHECK-NEXT: tt.store %[[P0]], %[[V1]] evictionPolicy = evict_first : !tt.ptr<f32>
// CHECK-NEXT: tt.store %[[P0]], %[[V2]], %[[P1]] cacheModifier = wt : !tt.ptr<f32>
// CHECK-NEXT: tt.store %[[P0]], %[[V3]], %[[P1]] cacheModifier = cg : !tt.ptr<f32>
// CHECK-NEXT: tt.store %[[P0]], %[[V5]], %[[P1]] cacheModifier = cs : !tt.ptr<f32>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!Obj = !cm.java<"java.lang.Object">
!CacheModifier = !cm.java<"io.github.cm2tt.lang.CacheModifier">
!EvictionPolicy = !cm.java<"io.github.cm2tt.lang.EvictionPolicy">
module attributes {cm.signature = ["*fp32", "i1"]} {
cm.func "options" body (%p: !Ptr, %m: i1) -> none {
  %c1 = cm.field.load "io.github.cm2tt.lang.CacheModifier::CA:io.github.cm2tt.lang.CacheModifier" : () -> !CacheModifier
  %v1 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.CacheModifier):io.github.cm2tt.lang.Tensor"(%p, %c1) : (!Ptr, !CacheModifier) -> !Tensor
  %c2 = cm.field.load "io.github.cm2tt.lang.CacheModifier::CG:io.github.cm2tt.lang.CacheModifier" : () -> !CacheModifier
  %c3 = cm.field.load "io.github.cm2tt.lang.EvictionPolicy::NORMAL:io.github.cm2tt.lang.EvictionPolicy" : () -> !EvictionPolicy
  %v2 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.CacheModifier, io.github.cm2tt.lang.EvictionPolicy):io.github.cm2tt.lang.Tensor"(%p, %c2, %c3) : (!Ptr, !CacheModifier, !EvictionPolicy) -> !Tensor
  %c4 = cm.field.load "io.github.cm2tt.lang.EvictionPolicy::EVICT_LAST:io.github.cm2tt.lang.EvictionPolicy" : () -> !EvictionPolicy
  %c5 = cm.field.load "io.github.cm2tt.lang.CacheModifier::NONE:io.github.cm2tt.lang.CacheModifier" : () -> !CacheModifier
  %v3 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.EvictionPolicy, io.github.cm2tt.lang.CacheModifier):io.github.cm2tt.lang.Tensor"(%p, %c4, %c5) : (!Ptr, !EvictionPolicy, !CacheModifier) -> !Tensor
  %c6 = cm.field.load "io.github.cm2tt.lang.CacheModifier::CS:io.github.cm2tt.lang.CacheModifier" : () -> !CacheModifier
  %v4 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, boolean, io.github.cm2tt.lang.CacheModifier):io.github.cm2tt.lang.Tensor"(%p, %m, %c6) : (!Ptr, i1, !CacheModifier) -> !Tensor
  %c7 = cm.constant 0 : i32
  %c8 = cm.constant true
  %v5 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, boolean, int, io.github.cm2tt.lang.EvictionPolicy, boolean):io.github.cm2tt.lang.Tensor"(%p, %m, %c7, %c3, %c8) : (!Ptr, i1, i32, !EvictionPolicy, i1) -> !Tensor
  %v6 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, boolean, int, boolean):io.github.cm2tt.lang.Tensor"(%p, %m, %c7, %c8) : (!Ptr, i1, i32, i1) -> !Tensor
  %c9 = cm.constant #cm.null -> !Obj
  %v7 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, java.lang.Object, java.lang.Object, io.github.cm2tt.lang.CacheModifier, java.lang.Object, boolean):io.github.cm2tt.lang.Tensor"(%p, %c9, %c9, %c5, %c9, %c8) : (!Ptr, !Obj, !Obj, !CacheModifier, !Obj, i1) -> !Tensor
  %c10 = cm.field.load "io.github.cm2tt.lang.CacheModifier::WB:io.github.cm2tt.lang.CacheModifier" : () -> !CacheModifier
  cm.invoke "io.github.cm2tt.lang.Triton::store(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.CacheModifier):void"(%p, %v1, %c10) : (!Ptr, !Tensor, !CacheModifier) -> ()
  %c11 = cm.field.load "io.github.cm2tt.lang.EvictionPolicy::EVICT_FIRST:io.github.cm2tt.lang.EvictionPolicy" : () -> !EvictionPolicy
  cm.invoke "io.github.cm2tt.lang.Triton::store(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.EvictionPolicy):void"(%p, %v2, %c11) : (!Ptr, !Tensor, !EvictionPolicy) -> ()
  %c12 = cm.field.load "io.github.cm2tt.lang.CacheModifier::WT:io.github.cm2tt.lang.CacheModifier" : () -> !CacheModifier
  cm.invoke "io.github.cm2tt.lang.Triton::store(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Tensor, boolean, io.github.cm2tt.lang.EvictionPolicy, io.github.cm2tt.lang.CacheModifier):void"(%p, %v3, %m, %c3, %c12) : (!Ptr, !Tensor, i1, !EvictionPolicy, !CacheModifier) -> ()
  cm.invoke "io.github.cm2tt.lang.Triton::store(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Tensor, boolean, io.github.cm2tt.lang.CacheModifier):void"(%p, %v4, %m, %c2) : (!Ptr, !Tensor, i1, !CacheModifier) -> ()
  cm.invoke "io.github.cm2tt.lang.Triton::store(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Tensor, boolean, io.github.cm2tt.lang.CacheModifier, java.lang.Object):void"(%p, %v5, %m, %c6, %c9) : (!Ptr, !Tensor, i1, !CacheModifier, !Obj) -> ()
  cm.return
}
}

// -----

// Masks may be absent; the mask may be larger than the pointers.
// CHECK-LABEL: tt.func public @no_mask(
// CHECK-SAME:  %[[P0:[^:]+]]: !tt.ptr<f32>,
// CHECK-SAME:  %[[P1:[^:]+]]: i32)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[P0]] : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
// CHECK-NEXT: %[[V2:.+]] = tt.addptr %[[V1]], %[[V0]] : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
// CHECK-NEXT: %[[V3:.+]] = tt.load %[[P0]] : !tt.ptr<f32>
// CHECK-NEXT: %[[V4:.+]] = tt.load %[[V2]] : tensor<8x!tt.ptr<f32>>
// CHECK-NEXT: tt.store %[[P0]], %[[V3]] : !tt.ptr<f32>
// CHECK-NEXT: tt.store %[[V2]], %[[V4]] : tensor<8x!tt.ptr<f32>>
// CHECK-NEXT: %[[V5:.+]] = tt.splat %[[V3]] : f32 -> tensor<8xf32>
// CHECK-NEXT: tt.store %[[V2]], %[[V5]] : tensor<8x!tt.ptr<f32>>
// CHECK-NEXT: %[[V6:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT: %[[V7:.+]] = tt.expand_dims %[[V6]] {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
// CHECK-NEXT: %[[V8:.+]] = tt.splat %[[P1]] : i32 -> tensor<4x1xi32>
// CHECK-NEXT: %[[V9:.+]] = arith.cmpi slt, %[[V7]], %[[V8]] : tensor<4x1xi32>
// CHECK-NEXT: %[[V10:.+]] = tt.expand_dims %[[V2]] {axis = 0 : i32} : tensor<8x!tt.ptr<f32>> -> tensor<1x8x!tt.ptr<f32>>
// CHECK-NEXT: %[[V11:.+]] = tt.broadcast %[[V10]] : tensor<1x8x!tt.ptr<f32>> -> tensor<4x8x!tt.ptr<f32>>
// CHECK-NEXT: %[[V12:.+]] = tt.broadcast %[[V9]] : tensor<4x1xi1> -> tensor<4x8xi1>
// CHECK-NEXT: %[[V13:.+]] = arith.sitofp %[[V0]] : tensor<8xi32> to tensor<8xf32>
// CHECK-NEXT: %[[V14:.+]] = tt.expand_dims %[[V13]] {axis = 0 : i32} : tensor<8xf32> -> tensor<1x8xf32>
// CHECK-NEXT: %[[V15:.+]] = tt.broadcast %[[V14]] : tensor<1x8xf32> -> tensor<4x8xf32>
// CHECK-NEXT: %[[V16:.+]] = tt.load %[[V11]], %[[V12]], %[[V15]] : tensor<4x8x!tt.ptr<f32>>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!Obj = !cm.java<"java.lang.Object">
!CompareKind = !cm.java<"io.github.cm2tt.lang.CompareKind">
module attributes {cm.signature = ["*fp32", "i32"]} {
cm.func "no_mask" body (%p: !Ptr, %n: i32) -> none {
  %c1 = cm.constant 0 : i32
  %c2 = cm.constant 8 : i32
  %x = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c1, %c2) : (i32, i32) -> !Tensor
  %ps = cm.invoke "io.github.cm2tt.lang.Triton::add(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%p, %x) : (!Ptr, !Tensor) -> !Tensor
  %v1 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr):io.github.cm2tt.lang.Tensor"(%p) : (!Ptr) -> !Tensor
  %v2 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%ps) : (!Tensor) -> !Tensor
  cm.invoke "io.github.cm2tt.lang.Triton::store(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Tensor):void"(%p, %v1) : (!Ptr, !Tensor) -> ()
  cm.invoke "io.github.cm2tt.lang.Triton::store(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor):void"(%ps, %v2) : (!Tensor, !Tensor) -> ()
  %c3 = cm.constant #cm.null -> !Obj
  cm.invoke "io.github.cm2tt.lang.Triton::store(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor, java.lang.Object):void"(%ps, %v1, %c3) : (!Tensor, !Tensor, !Obj) -> ()
  %c4 = cm.constant 4 : i32
  %y = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c1, %c4) : (i32, i32) -> !Tensor
  %c5 = cm.constant 1 : i32
  %z = cm.invoke "io.github.cm2tt.lang.Triton::expand(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%y, %c5) : (!Tensor, i32) -> !Tensor
  %c6 = cm.field.load "io.github.cm2tt.lang.CompareKind::LessThan:io.github.cm2tt.lang.CompareKind" : () -> !CompareKind
  %m = cm.invoke "io.github.cm2tt.lang.Triton::compare(io.github.cm2tt.lang.Tensor, int, io.github.cm2tt.lang.CompareKind):io.github.cm2tt.lang.Tensor"(%z, %n, %c6) : (!Tensor, i32, !CompareKind) -> !Tensor
  %v3 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%ps, %m, %x) : (!Tensor, !Tensor, !Tensor) -> !Tensor
  cm.return
}
}

// -----

// What is not a constant is converted to the element type, then broadcast.
// CHECK-LABEL: tt.func public @converted(
// CHECK-SAME:  %[[P0:[^:]+]]: !tt.ptr<f16>,
// CHECK-SAME:  %[[P1:[^:]+]]: !tt.ptr<i64>,
// CHECK-SAME:  %[[P2:[^:]+]]: !tt.ptr<i8>,
// CHECK-SAME:  %[[P3:[^:]+]]: !tt.ptr<i1>,
// CHECK-SAME:  %[[P4:[^:]+]]: i32,
// CHECK-SAME:  %[[P5:[^:]+]]: i32,
// CHECK-SAME:  %[[P6:[^:]+]]: f64,
// CHECK-SAME:  %[[P7:[^:]+]]: i1)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[P0]] : !tt.ptr<f16> -> tensor<8x!tt.ptr<f16>>
// CHECK-NEXT: %[[V2:.+]] = tt.addptr %[[V1]], %[[V0]] : tensor<8x!tt.ptr<f16>>, tensor<8xi32>
// CHECK-NEXT: %[[V3:.+]] = tt.splat %[[P7]] : i1 -> tensor<8xi1>
// CHECK-NEXT: %[[V4:.+]] = arith.truncf %[[P6]] : f64 to f16
// CHECK-NEXT: %[[V5:.+]] = tt.splat %[[V4]] : f16 -> tensor<8xf16>
// CHECK-NEXT: %[[V6:.+]] = tt.load %[[V2]], %[[V3]], %[[V5]] : tensor<8x!tt.ptr<f16>>
// CHECK-NEXT: %[[V7:.+]] = arith.extui %[[P5]] : i32 to i64
// CHECK-NEXT: %[[V8:.+]] = tt.load %[[P1]], %[[P7]], %[[V7]] : !tt.ptr<i64>
// CHECK-NEXT: %[[V9:.+]] = tt.bitcast %[[P3]] : !tt.ptr<i1> -> !tt.ptr<i8>
// CHECK-NEXT: %[[V10:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V11:.+]] = arith.cmpi ne, %[[P4]], %[[V10]] : i32
// CHECK-NEXT: %[[V12:.+]] = arith.extui %[[V11]] : i1 to i8
// CHECK-NEXT: %[[V13:.+]] = tt.load %[[V9]], %[[P7]], %[[V12]] : !tt.ptr<i8>
// CHECK-NEXT: %[[V14:.+]] = arith.constant 0 : i8
// CHECK-NEXT: %[[V15:.+]] = arith.cmpi ne, %[[V13]], %[[V14]] : i8
// CHECK-NEXT: %[[V16:.+]] = arith.sitofp %[[V0]] : tensor<8xi32> to tensor<8xf16>
// CHECK-NEXT: tt.store %[[V2]], %[[V16]] : tensor<8x!tt.ptr<f16>>
// CHECK-NEXT: %[[V17:.+]] = arith.extsi %[[P4]] : i32 to i64
// CHECK-NEXT: tt.store %[[P1]], %[[V17]] : !tt.ptr<i64>
// CHECK-NEXT: %[[V18:.+]] = arith.extui %[[P5]] : i32 to i64
// CHECK-NEXT: tt.store %[[P1]], %[[V18]] : !tt.ptr<i64>
// CHECK-NEXT: %[[V19:.+]] = arith.fptoui %[[P6]] : f64 to i8
// CHECK-NEXT: tt.store %[[P2]], %[[V19]] : !tt.ptr<i8>
// CHECK-NEXT: %[[V20:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V21:.+]] = arith.cmpi ne, %[[P4]], %[[V20]] : i32
// CHECK-NEXT: %[[V22:.+]] = tt.bitcast %[[P3]] : !tt.ptr<i1> -> !tt.ptr<i8>
// CHECK-NEXT: %[[V23:.+]] = arith.extui %[[V21]] : i1 to i8
// CHECK-NEXT: tt.store %[[V22]], %[[V23]] : !tt.ptr<i8>
// CHECK-NEXT: %[[V24:.+]] = arith.truncf %[[P6]] : f64 to f16
// CHECK-NEXT: %[[V25:.+]] = tt.splat %[[V24]] : f16 -> tensor<8xf16>
// CHECK-NEXT: %[[V26:.+]] = tt.splat %[[P7]] : i1 -> tensor<8xi1>
// CHECK-NEXT: tt.store %[[V2]], %[[V25]], %[[V26]] : tensor<8x!tt.ptr<f16>>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
module attributes {cm.signature = ["*fp16", "*i64", "*u8", "*i1", "i32", "u32", "fp64", "i1"]} {
cm.func "converted" body (%p: !Ptr, %q: !Ptr, %r: !Ptr, %b: !Ptr, %n: i32, %u: i32, %d: f64, %m: i1) -> none {
  %c1 = cm.constant 0 : i32
  %c2 = cm.constant 8 : i32
  %x = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c1, %c2) : (i32, i32) -> !Tensor
  %ps = cm.invoke "io.github.cm2tt.lang.Triton::add(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%p, %x) : (!Ptr, !Tensor) -> !Tensor
  %v1 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Tensor, boolean, double):io.github.cm2tt.lang.Tensor"(%ps, %m, %d) : (!Tensor, i1, f64) -> !Tensor
  %v2 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, boolean, int):io.github.cm2tt.lang.Tensor"(%q, %m, %u) : (!Ptr, i1, i32) -> !Tensor
  %v3 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, boolean, int):io.github.cm2tt.lang.Tensor"(%b, %m, %n) : (!Ptr, i1, i32) -> !Tensor
  cm.invoke "io.github.cm2tt.lang.Triton::store(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor):void"(%ps, %x) : (!Tensor, !Tensor) -> ()
  cm.invoke "io.github.cm2tt.lang.Triton::store(io.github.cm2tt.lang.Ptr, int):void"(%q, %n) : (!Ptr, i32) -> ()
  cm.invoke "io.github.cm2tt.lang.Triton::store(io.github.cm2tt.lang.Ptr, int):void"(%q, %u) : (!Ptr, i32) -> ()
  cm.invoke "io.github.cm2tt.lang.Triton::store(io.github.cm2tt.lang.Ptr, double):void"(%r, %d) : (!Ptr, f64) -> ()
  cm.invoke "io.github.cm2tt.lang.Triton::store(io.github.cm2tt.lang.Ptr, int):void"(%b, %n) : (!Ptr, i32) -> ()
  cm.invoke "io.github.cm2tt.lang.Triton::store(io.github.cm2tt.lang.Tensor, double, boolean):void"(%ps, %d, %m) : (!Tensor, f64, i1) -> ()
  cm.return
}
}
