// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// What is loaded has the pointer's element type and all operands' shape.
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!Obj = !cm.java<"java.lang.Object">
!CompareKind = !cm.java<"io.github.cm2tt.lang.CompareKind">
module attributes {cm.signature = ["*fp32", "*u8", "*i1", "i1"]} {
cm.func "k" body (%p: !Ptr, %q: !Ptr, %b: !Ptr, %m: i1) -> none {
  %c1 = cm.constant 0 : i32
  %c2 = cm.constant 4 : i32
  %z = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c1, %c2) : (i32, i32) -> !Tensor
  %c3 = cm.constant 1 : i32
  %y = cm.invoke "io.github.cm2tt.lang.Triton::expand(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%z, %c3) : (!Tensor, i32) -> !Tensor
  %c4 = cm.field.load "io.github.cm2tt.lang.CompareKind::Equal:io.github.cm2tt.lang.CompareKind" : () -> !CompareKind
  %c = cm.invoke "io.github.cm2tt.lang.Triton::compare(io.github.cm2tt.lang.Tensor, int, io.github.cm2tt.lang.CompareKind):io.github.cm2tt.lang.Tensor"(%y, %c1, %c4) : (!Tensor, i32, !CompareKind) -> !Tensor
  %c5 = cm.constant 8 : i32
  %x = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c1, %c5) : (i32, i32) -> !Tensor
  %ps = cm.invoke "io.github.cm2tt.lang.Triton::add(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%p, %x) : (!Ptr, !Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %v1 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr):io.github.cm2tt.lang.Tensor"(%p) : (!Ptr) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, float>{{$}}
  %v2 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%ps) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %v3 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, boolean):io.github.cm2tt.lang.Tensor"(%p, %m) : (!Ptr, i1) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, float>{{$}}
  %v4 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Tensor, boolean):io.github.cm2tt.lang.Tensor"(%ps, %m) : (!Tensor, i1) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, float>{{$}}
  %v5 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%ps, %c) : (!Tensor, !Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u8{{$}}
  %v6 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, boolean):io.github.cm2tt.lang.Tensor"(%q, %m) : (!Ptr, i1) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %v7 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr):io.github.cm2tt.lang.Tensor"(%b) : (!Ptr) -> !Tensor
  %c6 = cm.constant #cm.null -> !Obj
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, float>{{$}}
  %v8 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Tensor, java.lang.Object):io.github.cm2tt.lang.Tensor"(%ps, %c6) : (!Tensor, !Obj) -> !Tensor
  %c7 = cm.constant true
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, float>{{$}}
  %v9 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Tensor, boolean):io.github.cm2tt.lang.Tensor"(%ps, %c7) : (!Tensor, i1) -> !Tensor
  cm.return
}
}

// -----

// `other` is any number and is converted.
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!Obj = !cm.java<"java.lang.Object">
module attributes {cm.signature = ["*fp32", "*u8", "*i1", "i1", "fp64", "i32"]} {
cm.func "k" body (%p: !Ptr, %q: !Ptr, %b: !Ptr, %m: i1, %d: f64, %n: i32) -> none {
  %c1 = cm.constant 0 : i32
  %c2 = cm.constant 8 : i32
  %x = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c1, %c2) : (i32, i32) -> !Tensor
  %ps = cm.invoke "io.github.cm2tt.lang.Triton::add(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%p, %x) : (!Ptr, !Tensor) -> !Tensor
  %c3 = cm.constant 0.5 : f32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, float>{{$}}
  %v1 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Tensor, boolean, float):io.github.cm2tt.lang.Tensor"(%ps, %m, %c3) : (!Tensor, i1, f32) -> !Tensor
  %c4 = cm.constant 1 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, float>{{$}}
  %v2 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Tensor, boolean, int):io.github.cm2tt.lang.Tensor"(%ps, %m, %c4) : (!Tensor, i1, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, float>{{$}}
  %v3 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Tensor, boolean, double):io.github.cm2tt.lang.Tensor"(%ps, %m, %d) : (!Tensor, i1, f64) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, float>{{$}}
  %v4 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Tensor, boolean, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%ps, %m, %x) : (!Tensor, i1, !Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u8{{$}}
  %v5 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, boolean, int):io.github.cm2tt.lang.Tensor"(%q, %m, %n) : (!Ptr, i1, i32) -> !Tensor
  %c5 = cm.constant 2 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %v6 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, boolean, int):io.github.cm2tt.lang.Tensor"(%b, %m, %c5) : (!Ptr, i1, i32) -> !Tensor
  %c6 = cm.constant #cm.null -> !Obj
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, float>{{$}}
  %v7 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Tensor, boolean, java.lang.Object):io.github.cm2tt.lang.Tensor"(%ps, %m, %c6) : (!Tensor, i1, !Obj) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, float>{{$}}
  %v8 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Tensor, java.lang.Object, java.lang.Object):io.github.cm2tt.lang.Tensor"(%ps, %c6, %c6) : (!Tensor, !Obj, !Obj) -> !Tensor
  cm.return
}
}

// -----

// Options come behind any form, in either order, `isVolatile` last.
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!Obj = !cm.java<"java.lang.Object">
!CacheModifier = !cm.java<"io.github.cm2tt.lang.CacheModifier">
!EvictionPolicy = !cm.java<"io.github.cm2tt.lang.EvictionPolicy">
module attributes {cm.signature = ["*fp32", "i1"]} {
cm.func "k" body (%p: !Ptr, %m: i1) -> none {
  %c1 = cm.field.load "io.github.cm2tt.lang.CacheModifier::CA:io.github.cm2tt.lang.CacheModifier" : () -> !CacheModifier
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %v1 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.CacheModifier):io.github.cm2tt.lang.Tensor"(%p, %c1) : (!Ptr, !CacheModifier) -> !Tensor
  %c2 = cm.field.load "io.github.cm2tt.lang.EvictionPolicy::EVICT_LAST:io.github.cm2tt.lang.EvictionPolicy" : () -> !EvictionPolicy
  %c3 = cm.field.load "io.github.cm2tt.lang.CacheModifier::NONE:io.github.cm2tt.lang.CacheModifier" : () -> !CacheModifier
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %v2 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.EvictionPolicy, io.github.cm2tt.lang.CacheModifier):io.github.cm2tt.lang.Tensor"(%p, %c2, %c3) : (!Ptr, !EvictionPolicy, !CacheModifier) -> !Tensor
  %c4 = cm.field.load "io.github.cm2tt.lang.EvictionPolicy::NORMAL:io.github.cm2tt.lang.EvictionPolicy" : () -> !EvictionPolicy
  %c5 = cm.constant true
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %v3 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, boolean, io.github.cm2tt.lang.CacheModifier, io.github.cm2tt.lang.EvictionPolicy, boolean):io.github.cm2tt.lang.Tensor"(%p, %m, %c3, %c4, %c5) : (!Ptr, i1, !CacheModifier, !EvictionPolicy, i1) -> !Tensor
  %c6 = cm.constant 0 : i32
  %c7 = cm.field.load "io.github.cm2tt.lang.EvictionPolicy::EVICT_FIRST:io.github.cm2tt.lang.EvictionPolicy" : () -> !EvictionPolicy
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %v4 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, boolean, int, io.github.cm2tt.lang.EvictionPolicy):io.github.cm2tt.lang.Tensor"(%p, %m, %c6, %c7) : (!Ptr, i1, i32, !EvictionPolicy) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %v5 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, boolean, int, boolean):io.github.cm2tt.lang.Tensor"(%p, %m, %c6, %c5) : (!Ptr, i1, i32, i1) -> !Tensor
  %c8 = cm.constant #cm.null -> !Obj
  %c9 = cm.field.load "io.github.cm2tt.lang.CacheModifier::CS:io.github.cm2tt.lang.CacheModifier" : () -> !CacheModifier
  %c10 = cm.constant false
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %v6 = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, java.lang.Object, java.lang.Object, io.github.cm2tt.lang.CacheModifier, java.lang.Object, boolean):io.github.cm2tt.lang.Tensor"(%p, %c8, %c8, %c9, %c8, %c10) : (!Ptr, !Obj, !Obj, !CacheModifier, !Obj, i1) -> !Tensor
  cm.return
}
}
