// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-ATOMIC-1
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  // expected-error @+1 {{T-ATOMIC-1: cannot access int, which is not a pointer}}
  %v = cm.invoke "io.github.cm2tt.lang.Triton::atomicAdd(int, int):io.github.cm2tt.lang.Tensor"(%n, %n) : (i32, i32) -> !Tensor
  cm.return
}
}

// VARIANT
// T-ATOMIC-1: no pointer to compare at.
// expected-error @+1 {{T-ATOMIC-1: cannot access int, which is not a pointer}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::atomicCas(int, int, int):io.github.cm2tt.lang.Tensor"(%n, %n, %n) : (i32, i32, i32) -> !Tensor

// VARIANT
// T-ATOMIC-2: narrow integers.
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
module attributes {cm.signature = ["*i16", "i32"]} {
cm.func "k" body (%p: !Ptr, %n: i32) -> none {
// expected-error @+1 {{T-ATOMIC-2: no such atomic update of short}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::atomicAdd(io.github.cm2tt.lang.Ptr, int):io.github.cm2tt.lang.Tensor"(%p, %n) : (!Ptr, i32) -> !Tensor

// VARIANT
// T-ATOMIC-2: truth values.
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
module attributes {cm.signature = ["*i1", "i1"]} {
cm.func "k" body (%p: !Ptr, %m: i1) -> none {
// expected-error @+1 {{T-ATOMIC-2: no such atomic update of boolean}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::atomicXchg(io.github.cm2tt.lang.Ptr, boolean):io.github.cm2tt.lang.Tensor"(%p, %m) : (!Ptr, i1) -> !Tensor

// VARIANT
// T-ATOMIC-2: narrow floating-point numbers are added only.
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
module attributes {cm.signature = ["*fp16", "fp32"]} {
cm.func "k" body (%p: !Ptr, %x: f32) -> none {
// expected-error @+1 {{T-ATOMIC-2: no such atomic update of fp16}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::atomicMax(io.github.cm2tt.lang.Ptr, float):io.github.cm2tt.lang.Tensor"(%p, %x) : (!Ptr, f32) -> !Tensor

// VARIANT
// T-ATOMIC-2: floating-point numbers have no bits.
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
module attributes {cm.signature = ["*fp32", "fp32"]} {
cm.func "k" body (%p: !Ptr, %x: f32) -> none {
// expected-error @+1 {{T-ATOMIC-2: no such atomic update of float}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::atomicXor(io.github.cm2tt.lang.Ptr, float):io.github.cm2tt.lang.Tensor"(%p, %x) : (!Ptr, f32) -> !Tensor

// VARIANT
// T-ATOMIC-3: of an update.
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!Obj = !cm.java<"java.lang.Object">
module attributes {cm.signature = ["*i32"]} {
cm.func "k" body (%p: !Ptr) -> none {
%c1 = cm.constant #cm.null -> !Obj
// expected-error @+1 {{T-ATOMIC-3: the value cannot be converted to int: null}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::atomicAdd(io.github.cm2tt.lang.Ptr, java.lang.Object):io.github.cm2tt.lang.Tensor"(%p, %c1) : (!Ptr, !Obj) -> !Tensor

// VARIANT
// T-ATOMIC-3: of a swap.
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
module attributes {cm.signature = ["*i32", "i32"]} {
cm.func "k" body (%p: !Ptr, %n: i32) -> none {
// expected-error @+1 {{T-ATOMIC-3: the value cannot be converted to int: a pointer to int}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::atomicCas(io.github.cm2tt.lang.Ptr, int, io.github.cm2tt.lang.Ptr):io.github.cm2tt.lang.Tensor"(%p, %n, %p) : (!Ptr, i32, !Ptr) -> !Tensor

// VARIANT
// T-ATOMIC-4
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
module attributes {cm.signature = ["*i32", "i32"]} {
cm.func "k" body (%p: !Ptr, %n: i32) -> none {
// expected-error @+1 {{T-ATOMIC-4: the mask must hold truth values: int}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::atomicAdd(io.github.cm2tt.lang.Ptr, int, int):io.github.cm2tt.lang.Tensor"(%p, %n, %n) : (!Ptr, i32, i32) -> !Tensor

// -----

// T-ATOMIC-5: a tile of another shape.
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
  // expected-error @+1 {{T-ATOMIC-5: shapes do not broadcast: a tile of 4 pointers to int and a tile of 8 int}}
  %v = cm.invoke "io.github.cm2tt.lang.Triton::atomicAdd(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%q, %b) : (!Tensor, !Tensor) -> !Tensor
  cm.return
}
}

// VARIANT
// T-ATOMIC-5: a tile through one pointer.
// expected-error @+1 {{T-ATOMIC-5: pointers are fewer than values or masks: a pointer to int}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::atomicAdd(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%p, %a) : (!Ptr, !Tensor) -> !Tensor
// WITHOUT: %c3, %b, %q

// -----

// T-ATOMIC-6: an option of another kind.
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!Obj = !cm.java<"java.lang.Object">
!CacheModifier = !cm.java<"io.github.cm2tt.lang.CacheModifier">
module attributes {cm.signature = ["*i32", "i32"]} {
cm.func "k" body (%p: !Ptr, %n: i32) -> none {
  %c1 = cm.constant #cm.null -> !Obj
  %c2 = cm.field.load "io.github.cm2tt.lang.CacheModifier::CA:io.github.cm2tt.lang.CacheModifier" : () -> !CacheModifier
  // expected-error @+1 {{T-ATOMIC-6: an option of an atomic is a constant of MemSemantic or MemScope, each once: CacheModifier.CA}}
  %v = cm.invoke "io.github.cm2tt.lang.Triton::atomicAdd(io.github.cm2tt.lang.Ptr, int, java.lang.Object, io.github.cm2tt.lang.CacheModifier):io.github.cm2tt.lang.Tensor"(%p, %n, %c1, %c2) : (!Ptr, i32, !Obj, !CacheModifier) -> !Tensor
  cm.return
}
}

// VARIANT
// T-ATOMIC-6: an option given twice.
!MemScope = !cm.java<"io.github.cm2tt.lang.MemScope">
module attributes {cm.signature = ["*i32", "i32"]} {
%c1 = cm.field.load "io.github.cm2tt.lang.MemScope::GPU:io.github.cm2tt.lang.MemScope" : () -> !MemScope
%c2 = cm.field.load "io.github.cm2tt.lang.MemScope::CTA:io.github.cm2tt.lang.MemScope" : () -> !MemScope
// expected-error @+1 {{T-ATOMIC-6: an option of an atomic is a constant of MemSemantic or MemScope, each once: MemScope.CTA}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::atomicCas(io.github.cm2tt.lang.Ptr, int, int, io.github.cm2tt.lang.MemScope, io.github.cm2tt.lang.MemScope):io.github.cm2tt.lang.Tensor"(%p, %n, %n, %c1, %c2) : (!Ptr, i32, i32, !MemScope, !MemScope) -> !Tensor
// WITHOUT: !Obj, !CacheModifier

// VARIANT
// T-ATOMIC-7
module attributes {cm.signature = ["*u8", "i32"]} {
// expected-error @+1 {{T-ATOMIC-7: only numbers of 16, 32 or 64 bits can be compared and swapped: u8}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::atomicCas(io.github.cm2tt.lang.Ptr, int, int):io.github.cm2tt.lang.Tensor"(%p, %n, %n) : (!Ptr, i32, i32) -> !Tensor
// WITHOUT: !Obj, !CacheModifier, %c1, %c2

// VARIANT
// T-ATOMIC-8: a load of truth values.
!MemScope = !cm.java<"io.github.cm2tt.lang.MemScope">
!MemSemantic = !cm.java<"io.github.cm2tt.lang.MemSemantic">
module attributes {cm.signature = ["*i1"]} {
cm.func "k" body (%p: !Ptr) -> none {
// expected-error @+1 {{T-ATOMIC-8: no such atomic access to boolean}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::atomicLoad(io.github.cm2tt.lang.Ptr):io.github.cm2tt.lang.Tensor"(%p) : (!Ptr) -> !Tensor
// WITHOUT: !Obj, !CacheModifier, %c1, %c2

// -----

// T-ATOMIC-8: a store of 16 bits.
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!MemScope = !cm.java<"io.github.cm2tt.lang.MemScope">
!MemSemantic = !cm.java<"io.github.cm2tt.lang.MemSemantic">
module attributes {cm.signature = ["*fp16", "i32"]} {
cm.func "k" body (%p: !Ptr, %n: i32) -> none {
  // expected-error @+1 {{T-ATOMIC-8: no such atomic access to fp16}}
  cm.invoke "io.github.cm2tt.lang.Triton::atomicStore(io.github.cm2tt.lang.Ptr, int):void"(%p, %n) : (!Ptr, i32) -> ()
  cm.return
}
}

// VARIANT
// T-ATOMIC-8: a wait for a floating-point number.
module attributes {cm.signature = ["*fp32", "i32"]} {
// expected-error @+1 {{T-ATOMIC-8: no such atomic access to float}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::atomicPoll(io.github.cm2tt.lang.Ptr, int):io.github.cm2tt.lang.Tensor"(%p, %n) : (!Ptr, i32) -> !Tensor
cm.return
// WITHOUT: cm.invoke

// VARIANT
// T-ATOMIC-9: a load that releases.
module attributes {cm.signature = ["*i32"]} {
cm.func "k" body (%p: !Ptr) -> none {
%s = cm.field.load "io.github.cm2tt.lang.MemSemantic::RELEASE:io.github.cm2tt.lang.MemSemantic" : () -> !MemSemantic
// expected-error @+1 {{T-ATOMIC-9: the order of the access must be RELAXED or ACQUIRE: RELEASE}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::atomicLoad(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.MemSemantic):io.github.cm2tt.lang.Tensor"(%p, %s) : (!Ptr, !MemSemantic) -> !Tensor
cm.return
// WITHOUT: cm.invoke

// VARIANT
// T-ATOMIC-9: a store that acquires.
module attributes {cm.signature = ["*i32", "i32"]} {
%s = cm.field.load "io.github.cm2tt.lang.MemSemantic::ACQ_REL:io.github.cm2tt.lang.MemSemantic" : () -> !MemSemantic
// expected-error @+1 {{T-ATOMIC-9: the order of the access must be RELAXED or RELEASE: ACQ_REL}}
cm.invoke "io.github.cm2tt.lang.Triton::atomicStore(io.github.cm2tt.lang.Ptr, int, io.github.cm2tt.lang.MemSemantic):void"(%p, %n, %s) : (!Ptr, i32, !MemSemantic) -> ()

// VARIANT
// T-ATOMIC-10: a float.
module attributes {cm.signature = ["*i32", "fp32"]} {
cm.func "k" body (%p: !Ptr, %f: f32) -> none {
%c = cm.constant 1 : i32
// expected-error @+1 {{T-ATOMIC-10: the timeout must be one integer: float}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::atomicPoll(io.github.cm2tt.lang.Ptr, int, float):io.github.cm2tt.lang.Tensor"(%p, %c, %f) : (!Ptr, i32, f32) -> !Tensor
cm.return
// WITHOUT: cm.invoke
