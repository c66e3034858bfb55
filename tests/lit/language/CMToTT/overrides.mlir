// RUN: cm2tt-opt %s -cm2tt-cm-to-tt | FileCheck %s

// A record's attribute `overrides` names the methods that are called for those
// of its interfaces; a call through `super` is that of the named method.
//   interface I { default int h(int x) { return x; } int x(); }
//   interface J extends I { default int h(int x) { return I.super.h(x) + 10; } }
//   record R() implements J { int x() { return 7; } int h(char x) { ... } }
//   enum Mode { FAST, EXACT }
// CHECK-LABEL: tt.func public @k(
// CHECK-SAME:  %[[P:[^:]+]]: !tt.ptr<i32>, %[[N:[^:]+]]: i32)
// CHECK-NEXT: %[[TEN:.+]] = arith.constant 10 : i32
// CHECK-NEXT: %[[A:.+]] = arith.addi %[[N]], %[[TEN]] : i32
// CHECK-NEXT: tt.store %[[P]], %[[A]]
// CHECK-NEXT: tt.store %[[P]], %[[N]]
// CHECK:      %[[C:.+]] = arith.constant 20 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C]]
// CHECK:      %[[X:.+]] = arith.constant 7 : i32
// CHECK-NEXT: tt.store %[[P]], %[[X]]
// CHECK:      %[[ONE:.+]] = arith.constant 1 : i32
// CHECK-NEXT: tt.store %[[P]], %[[ONE]]
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!I = !cm.java<"demo.I">
!R = !cm.java<"demo.R">
!Mode = !cm.java<"demo.Mode">
module attributes {cm.kernel = "k", cm.signature = ["*i32", "i32"]} {
cm.func "h" {named = {owner = "demo.I"}} body (%this: !I, %x: i32) -> i32 {
  cm.return %x : i32
}
cm.func "h" {named = {owner = "demo.J"}} body (%this: !I, %x: i32) -> i32 {
  %0 = cm.invoke "demo.I::h(int):int"(%this, %x) {named = {invoke.kind = "SUPER", invoke.varargs = false}} : (!I, i32) -> i32
  %1 = cm.constant 10 : i32
  %2 = cm.add %0, %1 : i32
  cm.return %2 : i32
}
cm.func "h" {named = {owner = "demo.R", descriptor = "(char)"}} body (%this: !R, %x: ui16) -> i32 {
  %0 = cm.constant 20 : i32
  cm.return %0 : i32
}
cm.func "x" {named = {owner = "demo.R"}} body (%this: !R) -> i32 {
  %0 = cm.constant 7 : i32
  cm.return %0 : i32
}
cm.func "k" {named = {owner = "demo.K"}} body (%p: !Ptr, %n: i32) -> none {
  %r = cm.new "demo.R::()"() {named = {record = "()demo.R", interfaces = "demo.J demo.I", overrides = "demo.I::h(int) demo.J::h(int); demo.J::h(int) demo.J::h(int); demo.I::x() demo.R::x()"}} : () -> !R
  %0 = cm.invoke "demo.I::h(int):int"(%r, %n) : (!R, i32) -> i32
  cm.invoke "io.github.cm2tt.lang.Ptr::store(java.lang.Number):void"(%p, %0) : (!Ptr, i32) -> ()
  %1 = cm.invoke "demo.I::h(int):int"(%r, %n) {named = {invoke.kind = "SUPER", invoke.varargs = false}} : (!R, i32) -> i32
  cm.invoke "io.github.cm2tt.lang.Ptr::store(java.lang.Number):void"(%p, %1) : (!Ptr, i32) -> ()
  %char = cm.conv %n : i32 to ui16
  %2 = cm.invoke "demo.R::h(char):int"(%r, %char) : (!R, ui16) -> i32
  cm.invoke "io.github.cm2tt.lang.Ptr::store(java.lang.Number):void"(%p, %2) : (!Ptr, i32) -> ()
  %3 = cm.invoke "demo.I::x():int"(%r) : (!R) -> i32
  cm.invoke "io.github.cm2tt.lang.Ptr::store(java.lang.Number):void"(%p, %3) : (!Ptr, i32) -> ()
  %mode = cm.field.load "demo.Mode::EXACT:demo.Mode" : () -> !Mode
  %4 = cm.invoke "demo.Mode::ordinal():int"(%mode) {named = {enum.constants = "FAST EXACT"}} : (!Mode) -> i32
  cm.invoke "io.github.cm2tt.lang.Ptr::store(java.lang.Number):void"(%p, %4) : (!Ptr, i32) -> ()
  cm.return
}
}
