// RUN: cm2tt-opt %s -cm2tt-infer-types -verify-diagnostics=only-expected

// T-ARRAY-1: an index that is known at run time only.
!Ints = !cm.java<"int[]">
module attributes {cm.kernel = "k", cm.signature = ["i32"]} {
cm.func "pick" {named = {owner = "demo.K"}} body (%all: !Ints, %i: i32) -> i32 {
  // expected-error @+2 {{T-ARRAY-1: the index must be a constant from 0 to 1: int}}
  // expected-note @+1 {{unrolled loops go over all elements: for (var x : values)}}
  %0 = cm.array.load %all[%i] : (!Ints, i32) -> i32
  cm.return %0 : i32
}
cm.func "all" {named = {owner = "demo.K"}} body (%n: i32, %all: !Ints) -> i32 {
  %0 = cm.invoke "demo.K::pick(int[], int):int"(%all, %n) : (!Ints, i32) -> i32
  cm.return %0 : i32
}
cm.func "k" {named = {owner = "demo.K"}} body (%n: i32) -> none {
  %0 = cm.invoke "demo.K::all(int, int[]):int"(%n, %n, %n) {named = {invoke.kind = "STATIC", invoke.varargs = true}} : (i32, i32, i32) -> i32
  cm.return
}
}
