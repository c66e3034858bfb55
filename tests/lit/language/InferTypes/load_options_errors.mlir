// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-LOAD-5: an option of another kind.
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!MemScope = !cm.java<"io.github.cm2tt.lang.MemScope">
module attributes {cm.signature = ["*fp32", "i1"]} {
cm.func "k" body (%p: !Ptr, %m: i1) -> none {
  %c1 = cm.constant 0 : i32
  %c2 = cm.field.load "io.github.cm2tt.lang.MemScope::GPU:io.github.cm2tt.lang.MemScope" : () -> !MemScope
  // expected-error @+1 {{T-LOAD-5: an option of a load is a constant of CacheModifier or EvictionPolicy, each once, or a constant boolean after them: MemScope.GPU}}
  %v = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, boolean, int, io.github.cm2tt.lang.MemScope):io.github.cm2tt.lang.Tensor"(%p, %m, %c1, %c2) : (!Ptr, i1, i32, !MemScope) -> !Tensor
  cm.return
}
}

// VARIANT
// T-LOAD-5: an option given twice.
!CacheModifier = !cm.java<"io.github.cm2tt.lang.CacheModifier">
module attributes {cm.signature = ["*fp32"]} {
cm.func "k" body (%p: !Ptr) -> none {
%c1 = cm.field.load "io.github.cm2tt.lang.CacheModifier::CA:io.github.cm2tt.lang.CacheModifier" : () -> !CacheModifier
%c2 = cm.field.load "io.github.cm2tt.lang.CacheModifier::CG:io.github.cm2tt.lang.CacheModifier" : () -> !CacheModifier
// expected-error @+1 {{T-LOAD-5: an option of a load is a constant of CacheModifier or EvictionPolicy, each once, or a constant boolean after them: CacheModifier.CG}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.CacheModifier, io.github.cm2tt.lang.CacheModifier):io.github.cm2tt.lang.Tensor"(%p, %c1, %c2) : (!Ptr, !CacheModifier, !CacheModifier) -> !Tensor
// WITHOUT: !MemScope

// VARIANT
// T-LOAD-5: no constant.
!CacheModifier = !cm.java<"io.github.cm2tt.lang.CacheModifier">
module attributes {cm.signature = ["*fp32", "i1"]} {
%c1 = cm.field.load "io.github.cm2tt.lang.CacheModifier::CA:io.github.cm2tt.lang.CacheModifier" : () -> !CacheModifier
// expected-error @+1 {{T-LOAD-5: an option of a load is a constant of CacheModifier or EvictionPolicy, each once, or a constant boolean after them: boolean}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.CacheModifier, boolean):io.github.cm2tt.lang.Tensor"(%p, %c1, %m) : (!Ptr, !CacheModifier, i1) -> !Tensor
// WITHOUT: !MemScope, %c2

// -----

// T-LOAD-5: an option behind the last.
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!CacheModifier = !cm.java<"io.github.cm2tt.lang.CacheModifier">
!EvictionPolicy = !cm.java<"io.github.cm2tt.lang.EvictionPolicy">
module attributes {cm.signature = ["*fp32"]} {
cm.func "k" body (%p: !Ptr) -> none {
  %c1 = cm.field.load "io.github.cm2tt.lang.CacheModifier::CA:io.github.cm2tt.lang.CacheModifier" : () -> !CacheModifier
  %c2 = cm.constant true
  %c3 = cm.field.load "io.github.cm2tt.lang.EvictionPolicy::NORMAL:io.github.cm2tt.lang.EvictionPolicy" : () -> !EvictionPolicy
  // expected-error @+1 {{T-LOAD-5: an option of a load is a constant of CacheModifier or EvictionPolicy, each once, or a constant boolean after them: EvictionPolicy.NORMAL}}
  %v = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.CacheModifier, boolean, io.github.cm2tt.lang.EvictionPolicy):io.github.cm2tt.lang.Tensor"(%p, %c1, %c2, %c3) : (!Ptr, !CacheModifier, i1, !EvictionPolicy) -> !Tensor
  cm.return
}
}

// VARIANT
// T-LOAD-6
%c1 = cm.field.load "io.github.cm2tt.lang.CacheModifier::WB:io.github.cm2tt.lang.CacheModifier" : () -> !CacheModifier
// expected-error @+1 {{T-LOAD-6: a load's cache modifier is NONE, CA, CG, CS or CV: WB}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.CacheModifier):io.github.cm2tt.lang.Tensor"(%p, %c1) : (!Ptr, !CacheModifier) -> !Tensor
// WITHOUT: !EvictionPolicy, %c2, %c3

// VARIANT
// T-LOAD-7: a cache modifier and an eviction policy.
%c2 = cm.field.load "io.github.cm2tt.lang.EvictionPolicy::EVICT_FIRST:io.github.cm2tt.lang.EvictionPolicy" : () -> !EvictionPolicy
// expected-error @+1 {{T-LOAD-7: a load has a cache modifier, or an eviction policy, or is volatile, not two of these}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.CacheModifier, io.github.cm2tt.lang.EvictionPolicy):io.github.cm2tt.lang.Tensor"(%p, %c1, %c2) : (!Ptr, !CacheModifier, !EvictionPolicy) -> !Tensor
// WITHOUT: %c3

// VARIANT
// T-LOAD-7: volatile with an eviction policy.
%c1 = cm.field.load "io.github.cm2tt.lang.EvictionPolicy::EVICT_LAST:io.github.cm2tt.lang.EvictionPolicy" : () -> !EvictionPolicy
// expected-error @+1 {{T-LOAD-7: a load has a cache modifier, or an eviction policy, or is volatile, not two of these}}
%v = cm.invoke "io.github.cm2tt.lang.Triton::load(io.github.cm2tt.lang.Ptr, io.github.cm2tt.lang.EvictionPolicy, boolean):io.github.cm2tt.lang.Tensor"(%p, %c1, %c2) : (!Ptr, !EvictionPolicy, i1) -> !Tensor
// WITHOUT: !CacheModifier, %c3
