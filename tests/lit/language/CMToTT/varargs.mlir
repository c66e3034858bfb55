// RUN: cm2tt-opt %s -cm2tt-cm-to-tt | FileCheck %s

// The arguments of a variable-arity method: their number is a constant, and
// loops over them are unrolled.
//   int sum(int first, int... more) {
//     int s = first + more.length;
//     for (int m : more) s += m;
//     return s;
//   }
// CHECK-LABEL: tt.func public @k(
// CHECK-SAME:  %[[P:[^:]+]]: !tt.ptr<i32>, %[[N:[^:]+]]: i32)
// CHECK:      %[[TWO:.+]] = arith.constant 2 : i32
// CHECK:      %[[A:.+]] = arith.addi %[[N]], %[[TWO]] : i32
// CHECK-NEXT: %[[B:.+]] = arith.addi %[[A]], %[[N]] : i32
// CHECK-NEXT: %[[C:.+]] = arith.addi %[[B]], %[[N]] : i32
// CHECK-NEXT: tt.store %[[P]], %[[C]]
// CHECK:      tt.store %[[P]], %[[N]]
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!Ints = !cm.java<"int[]">
module attributes {cm.kernel = "k", cm.signature = ["*i32", "i32"]} {
cm.func "sum" {named = {owner = "demo.K"}} body (%first: i32, %more: !Ints) -> i32 {
  %n = cm.array.length %more : !Ints
  %0 = cm.add %first, %n : i32
  %s = cm.var %0 "s" : (i32) -> !cm.var<i32>
  cm.java.enhancedFor
    body () -> !Ints {
      cm.yield %more : !Ints
    }
    body (%1: i32) -> !cm.var<i32> {
      %m = cm.var %1 "m" : (i32) -> !cm.var<i32>
      cm.yield %m : !cm.var<i32>
    }
    body (%m: !cm.var<i32>) -> none {
      %2 = cm.var.load %s : (!cm.var<i32>) -> i32
      %3 = cm.var.load %m : (!cm.var<i32>) -> i32
      %4 = cm.add %2, %3 : i32
      cm.var.store %s, %4 : !cm.var<i32>, i32
      cm.java.continue
    }
  %5 = cm.var.load %s : (!cm.var<i32>) -> i32
  cm.return %5 : i32
}
cm.func "last" {named = {owner = "demo.K"}} body (%all: !Ints) -> i32 {
  %n = cm.array.length %all : !Ints
  %one = cm.constant 1 : i32
  %i = cm.sub %n, %one : i32
  %0 = cm.array.load %all[%i] : (!Ints, i32) -> i32
  cm.return %0 : i32
}
cm.func "k" {named = {owner = "demo.K"}} body (%p: !Ptr, %n: i32) -> none {
  %0 = cm.invoke "demo.K::sum(int, int[]):int"(%n, %n, %n) {named = {invoke.kind = "STATIC", invoke.varargs = true}} : (i32, i32, i32) -> i32
  cm.invoke "io.github.cm2tt.lang.Ptr::store(java.lang.Number):void"(%p, %0) : (!Ptr, i32) -> ()
  %1 = cm.constant 7 : i32
  %2 = cm.invoke "demo.K::last(int[]):int"(%1, %n) {named = {invoke.kind = "STATIC", invoke.varargs = true}} : (i32, i32) -> i32
  cm.invoke "io.github.cm2tt.lang.Ptr::store(java.lang.Number):void"(%p, %2) : (!Ptr, i32) -> ()
  cm.return
}
}
