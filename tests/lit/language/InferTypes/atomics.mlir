// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// Atomics give what was there before, in the pointers' shape.
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!Obj = !cm.java<"java.lang.Object">
!MemScope = !cm.java<"io.github.cm2tt.lang.MemScope">
!MemSemantic = !cm.java<"io.github.cm2tt.lang.MemSemantic">
module attributes {cm.signature = ["*i32", "*u64", "*fp16", "*fp32", "*fp64", "i32", "i1"]} {
cm.func "k" body (%i: !Ptr, %u: !Ptr, %h: !Ptr, %f: !Ptr, %d: !Ptr, %n: i32, %m: i1) -> none {
  %c1 = cm.constant 0 : i32
  %c2 = cm.constant 8 : i32
  %x = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c1, %c2) : (i32, i32) -> !Tensor
  %is = cm.invoke "io.github.cm2tt.lang.Triton::add(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%i, %x) : (!Ptr, !Tensor) -> !Tensor
  %fs = cm.invoke "io.github.cm2tt.lang.Triton::add(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%f, %x) : (!Ptr, !Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %v1 = cm.invoke "io.github.cm2tt.lang.Triton::atomicAdd(io.github.cm2tt.lang.Ptr, int):io.github.cm2tt.lang.Tensor"(%i, %n) : (!Ptr, i32) -> !Tensor
  %c3 = cm.constant 1 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, int>{{$}}
  %v2 = cm.invoke "io.github.cm2tt.lang.Triton::atomicAdd(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%is, %c3) : (!Tensor, i32) -> !Tensor
  %c4 = cm.constant 0.5 : f32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: fp16{{$}}
  %v3 = cm.invoke "io.github.cm2tt.lang.Triton::atomicAdd(io.github.cm2tt.lang.Ptr, float):io.github.cm2tt.lang.Tensor"(%h, %c4) : (!Ptr, f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, float>{{$}}
  %v4 = cm.invoke "io.github.cm2tt.lang.Triton::atomicAdd(io.github.cm2tt.lang.Tensor, int, boolean):io.github.cm2tt.lang.Tensor"(%fs, %n, %m) : (!Tensor, i32, i1) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u64{{$}}
  %v5 = cm.invoke "io.github.cm2tt.lang.Triton::atomicMax(io.github.cm2tt.lang.Ptr, int):io.github.cm2tt.lang.Tensor"(%u, %n) : (!Ptr, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, float>{{$}}
  %v6 = cm.invoke "io.github.cm2tt.lang.Triton::atomicMin(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%fs, %x) : (!Tensor, !Tensor) -> !Tensor
  %c5 = cm.constant #cm.null -> !Obj
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %v7 = cm.invoke "io.github.cm2tt.lang.Triton::atomicMax(io.github.cm2tt.lang.Ptr, int, java.lang.Object):io.github.cm2tt.lang.Tensor"(%d, %n, %c5) : (!Ptr, i32, !Obj) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u64{{$}}
  %v8 = cm.invoke "io.github.cm2tt.lang.Triton::atomicAnd(io.github.cm2tt.lang.Ptr, int):io.github.cm2tt.lang.Tensor"(%u, %n) : (!Ptr, i32) -> !Tensor
  %c6 = cm.field.load "io.github.cm2tt.lang.MemScope::SYS:io.github.cm2tt.lang.MemScope" : () -> !MemScope
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, int>{{$}}
  %v9 = cm.invoke "io.github.cm2tt.lang.Triton::atomicOr(io.github.cm2tt.lang.Tensor, int, boolean, io.github.cm2tt.lang.MemScope):io.github.cm2tt.lang.Tensor"(%is, %c3, %m, %c6) : (!Tensor, i32, i1, !MemScope) -> !Tensor
  %c7 = cm.field.load "io.github.cm2tt.lang.MemSemantic::RELAXED:io.github.cm2tt.lang.MemSemantic" : () -> !MemSemantic
  %c8 = cm.field.load "io.github.cm2tt.lang.MemScope::CTA:io.github.cm2tt.lang.MemScope" : () -> !MemScope
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %v10 = cm.invoke "io.github.cm2tt.lang.Triton::atomicXor(io.github.cm2tt.lang.Ptr, int, io.github.cm2tt.lang.MemSemantic, io.github.cm2tt.lang.MemScope):io.github.cm2tt.lang.Tensor"(%i, %n, %c7, %c8) : (!Ptr, i32, !MemSemantic, !MemScope) -> !Tensor
  %c9 = cm.field.load "io.github.cm2tt.lang.MemSemantic::RELEASE:io.github.cm2tt.lang.MemSemantic" : () -> !MemSemantic
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %v11 = cm.invoke "io.github.cm2tt.lang.Triton::atomicXchg(io.github.cm2tt.lang.Ptr, int, io.github.cm2tt.lang.MemScope, io.github.cm2tt.lang.MemSemantic):io.github.cm2tt.lang.Tensor"(%f, %n, %c8, %c9) : (!Ptr, i32, !MemScope, !MemSemantic) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u64{{$}}
  %v12 = cm.invoke "io.github.cm2tt.lang.Triton::atomicXchg(io.github.cm2tt.lang.Ptr, int):io.github.cm2tt.lang.Tensor"(%u, %n) : (!Ptr, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %v13 = cm.invoke "io.github.cm2tt.lang.Triton::atomicCas(io.github.cm2tt.lang.Ptr, int, int):io.github.cm2tt.lang.Tensor"(%i, %c1, %c3) : (!Ptr, i32, i32) -> !Tensor
  %c10 = cm.field.load "io.github.cm2tt.lang.MemSemantic::ACQUIRE:io.github.cm2tt.lang.MemSemantic" : () -> !MemSemantic
  // CHECK: [[#@LINE+1]]:{{.*}} remark: fp16{{$}}
  %v14 = cm.invoke "io.github.cm2tt.lang.Triton::atomicCas(io.github.cm2tt.lang.Ptr, int, int, io.github.cm2tt.lang.MemSemantic):io.github.cm2tt.lang.Tensor"(%h, %c1, %n, %c10) : (!Ptr, i32, i32, !MemSemantic) -> !Tensor
  %c11 = cm.field.load "io.github.cm2tt.lang.MemScope::GPU:io.github.cm2tt.lang.MemScope" : () -> !MemScope
  %c12 = cm.field.load "io.github.cm2tt.lang.MemSemantic::ACQ_REL:io.github.cm2tt.lang.MemSemantic" : () -> !MemSemantic
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, int>{{$}}
  %v15 = cm.invoke "io.github.cm2tt.lang.Triton::atomicCas(io.github.cm2tt.lang.Tensor, int, io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.MemScope, io.github.cm2tt.lang.MemSemantic):io.github.cm2tt.lang.Tensor"(%is, %c1, %x, %c11, %c12) : (!Tensor, i32, !Tensor, !MemScope, !MemSemantic) -> !Tensor
  cm.return
}
}

// -----

// Reads have the pointers' shape, writes no result, waits truth values.
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
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u16{{$}}
  %v1 = cm.invoke "io.github.cm2tt.lang.Triton::atomicLoad(io.github.cm2tt.lang.Ptr):io.github.cm2tt.lang.Tensor"(%h) : (!Ptr) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, long>{{$}}
  %v2 = cm.invoke "io.github.cm2tt.lang.Triton::atomicLoad(io.github.cm2tt.lang.Tensor, boolean, io.github.cm2tt.lang.MemSemantic, io.github.cm2tt.lang.MemScope):io.github.cm2tt.lang.Tensor"(%ls, %m, %s, %c) : (!Tensor, i1, !MemSemantic, !MemScope) -> !Tensor
  cm.invoke "io.github.cm2tt.lang.Triton::atomicStore(io.github.cm2tt.lang.Tensor, int):void"(%ls, %n) : (!Tensor, i32) -> ()
  cm.invoke "io.github.cm2tt.lang.Triton::atomicStore(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor, boolean, io.github.cm2tt.lang.MemSemantic):void"(%ls, %x, %m, %s) : (!Tensor, !Tensor, i1, !MemSemantic) -> ()
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %v3 = cm.invoke "io.github.cm2tt.lang.Triton::atomicPoll(io.github.cm2tt.lang.Ptr, int):io.github.cm2tt.lang.Tensor"(%h, %n) : (!Ptr, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, boolean>{{$}}
  %v4 = cm.invoke "io.github.cm2tt.lang.Triton::atomicPoll(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor, long, io.github.cm2tt.lang.MemScope):io.github.cm2tt.lang.Tensor"(%ls, %x, %t, %c) : (!Tensor, !Tensor, i64, !MemScope) -> !Tensor
  cm.return
}
}
