// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-STORE-1
module attributes {cm.signature = ["i32", "i1"]} {
cm.func "k" body (%n: i32, %m: i1) -> none {
  // expected-error @+1 {{T-STORE-1: cannot store to int, which is not a pointer}}
  cm.invoke "io.github.cm2tt.lang.Triton::store(int, int, boolean):void"(%n, %n, %m) : (i32, i32, i1) -> ()
  cm.return
}
}

// VARIANT
// T-STORE-2: a pointer is not a number.
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
module attributes {cm.signature = ["*fp32", "i1"]} {
cm.func "k" body (%p: !Ptr, %m: i1) -> none {
// expected-error @+1 {{T-STORE-2: the value cannot be converted to float: a pointer to float}}
cm.invoke "io.github.cm2tt.lang.Triton::store(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Ptr, boolean):void"(%p, %p, %m) : (!Ptr, !Ptr, i1) -> ()

// -----

// T-STORE-2: nothing is not a number.
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!Obj = !cm.java<"java.lang.Object">
module attributes {cm.signature = ["*fp32"]} {
cm.func "k" body (%p: !Ptr) -> none {
  %c1 = cm.constant #cm.null -> !Obj
  // expected-error @+1 {{T-STORE-2: the value cannot be converted to float: null}}
  cm.invoke "io.github.cm2tt.lang.Triton::store(io.github.cm2tt.lang.Ptr, java.lang.Object):void"(%p, %c1) : (!Ptr, !Obj) -> ()
  cm.return
}
}

// VARIANT
// T-STORE-2: an option is not a number.
!CacheModifier = !cm.java<"io.github.cm2tt.lang.CacheModifier">
module attributes {cm.signature = ["*fp32"]} {
%c1 = cm.field.load "io.github.cm2tt.lang.CacheModifier::WB:io.github.cm2tt.lang.CacheModifier" : () -> !CacheModifier
// expected-error @+1 {{T-STORE-2: the value cannot be converted to float: CacheModifier.WB}}
cm.invoke "io.github.cm2tt.lang.Triton::store(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.CacheModifier):void"(%p, %c1) : (!Ptr, !CacheModifier) -> ()
// WITHOUT: !Obj

// VARIANT
// T-STORE-3
module attributes {cm.signature = ["*i32", "i32"]} {
cm.func "k" body (%p: !Ptr, %n: i32) -> none {
// expected-error @+1 {{T-STORE-3: the mask must hold truth values: int}}
cm.invoke "io.github.cm2tt.lang.Triton::store(io.github.cm2tt.lang.Ptr, int, int):void"(%p, %n, %n) : (!Ptr, i32, i32) -> ()
// WITHOUT: !Obj, %c1

// -----

// T-STORE-4: a tile of another shape.
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
module attributes {cm.signature = ["*i32"]} {
cm.func "k" body (%p: !Ptr) -> none {
  %c1 = cm.constant 0 : i32
  %c2 = cm.constant 4 : i32
  %a = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c1, %c2) : (i32, i32) -> !Tensor
  %c3 = cm.constant 8 : i32
  %b = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c1, %c3) : (i32, i32) -> !Tensor
  %q = cm.invoke "io.github.cm2tt.lang.Triton::add(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%p, %a) : (!Ptr, !Tensor) -> !Tensor
  // expected-error @+1 {{T-STORE-4: shapes do not broadcast: a tile of 4 pointers to int and a tile of 8 int}}
  cm.invoke "io.github.cm2tt.lang.Triton::store(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor):void"(%q, %b) : (!Tensor, !Tensor) -> ()
  cm.return
}
}

// VARIANT
// T-STORE-4: a tile through one pointer.
// expected-error @+1 {{T-STORE-4: fewer pointers than values or masks: a pointer to int and a tile of 4 int}}
cm.invoke "io.github.cm2tt.lang.Triton::store(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Tensor):void"(%p, %a) : (!Ptr, !Tensor) -> ()
// WITHOUT: %c3, %b, %q

// VARIANT
// T-STORE-4: a tile of masks for one pointer.
!CompareKind = !cm.java<"io.github.cm2tt.lang.CompareKind">
module attributes {cm.signature = ["*i32", "i32"]} {
cm.func "k" body (%p: !Ptr, %n: i32) -> none {
%c3 = cm.field.load "io.github.cm2tt.lang.CompareKind::LessThan:io.github.cm2tt.lang.CompareKind" : () -> !CompareKind
%m = cm.invoke "io.github.cm2tt.lang.Triton::compare(io.github.cm2tt.lang.Tensor, int, io.github.cm2tt.lang.CompareKind):io.github.cm2tt.lang.Tensor"(%a, %n, %c3) : (!Tensor, i32, !CompareKind) -> !Tensor
// expected-error @+1 {{T-STORE-4: fewer pointers than values or masks: a pointer to int and a tile of 4 boolean}}
cm.invoke "io.github.cm2tt.lang.Triton::store(io.github.cm2tt.lang.Ptr, int, io.github.cm2tt.lang.Tensor):void"(%p, %n, %m) : (!Ptr, i32, !Tensor) -> ()
// WITHOUT: %b, %q

// -----

// T-STORE-5
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!Obj = !cm.java<"java.lang.Object">
!EvictionPolicy = !cm.java<"io.github.cm2tt.lang.EvictionPolicy">
module attributes {cm.signature = ["*i32", "i32"]} {
cm.func "k" body (%p: !Ptr, %n: i32) -> none {
  %c1 = cm.constant #cm.null -> !Obj
  %c2 = cm.field.load "io.github.cm2tt.lang.EvictionPolicy::NORMAL:io.github.cm2tt.lang.EvictionPolicy" : () -> !EvictionPolicy
  %c3 = cm.constant true
  // expected-error @+1 {{T-STORE-5: an option of a store is a constant of CacheModifier or EvictionPolicy, each once: the constant true}}
  cm.invoke "io.github.cm2tt.lang.Triton::store(io.github.cm2tt.lang.Ptr, int, java.lang.Object, io.github.cm2tt.lang.EvictionPolicy, boolean):void"(%p, %n, %c1, %c2, %c3) : (!Ptr, i32, !Obj, !EvictionPolicy, i1) -> ()
  cm.return
}
}

// VARIANT
// T-STORE-6
!CacheModifier = !cm.java<"io.github.cm2tt.lang.CacheModifier">
module attributes {cm.signature = ["*i32", "i32"]} {
%c1 = cm.field.load "io.github.cm2tt.lang.CacheModifier::CA:io.github.cm2tt.lang.CacheModifier" : () -> !CacheModifier
// expected-error @+1 {{T-STORE-6: a store's cache modifier is NONE, WB, CG, CS or WT: CA}}
cm.invoke "io.github.cm2tt.lang.Triton::store(io.github.cm2tt.lang.Ptr, int, io.github.cm2tt.lang.CacheModifier):void"(%p, %n, %c1) : (!Ptr, i32, !CacheModifier) -> ()
// WITHOUT: !Obj, !EvictionPolicy, %c2, %c3

// VARIANT
// T-STORE-7
!CacheModifier = !cm.java<"io.github.cm2tt.lang.CacheModifier">
!EvictionPolicy = !cm.java<"io.github.cm2tt.lang.EvictionPolicy">
%c1 = cm.field.load "io.github.cm2tt.lang.EvictionPolicy::EVICT_LAST:io.github.cm2tt.lang.EvictionPolicy" : () -> !EvictionPolicy
%c2 = cm.field.load "io.github.cm2tt.lang.CacheModifier::WT:io.github.cm2tt.lang.CacheModifier" : () -> !CacheModifier
// expected-error @+1 {{T-STORE-7: a store has a cache modifier or an eviction policy, not both}}
cm.invoke "io.github.cm2tt.lang.Triton::store(io.github.cm2tt.lang.Ptr, int, io.github.cm2tt.lang.EvictionPolicy, io.github.cm2tt.lang.CacheModifier):void"(%p, %n, %c1, %c2) : (!Ptr, i32, !EvictionPolicy, !CacheModifier) -> ()
// WITHOUT: !Obj, %c3
