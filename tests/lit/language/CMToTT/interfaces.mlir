// RUN: cm2tt-opt %s -cm2tt-cm-to-tt | FileCheck %s

// Methods of an interface are those of the record, an overridden default method
// as well; type tests are decided at compile time.
//   interface Op { int apply(int x); default int twice(int x) { return apply(apply(x)); } }
//   record Add(int n) implements Op { int apply(int x) { return x + n; } }
//   record Mul(int n) implements Op { int apply(int x) { return x * n; } int twice(int x) { return x; } }
// CHECK-LABEL: tt.func public @k(
// CHECK-SAME:  %[[P:[^:]+]]: !tt.ptr<i32>, %[[N:[^:]+]]: i32)
// CHECK-NEXT: %[[A:.+]] = arith.addi %[[N]], %[[N]] : i32
// CHECK-NEXT: %[[B:.+]] = arith.addi %[[A]], %[[N]] : i32
// CHECK-NEXT: tt.store %[[P]], %[[B]]
// CHECK-NEXT: %[[M:.+]] = arith.muli %[[N]], %[[N]] : i32
// CHECK-NEXT: tt.store %[[P]], %[[M]]
// CHECK-NEXT: tt.store %[[P]], %[[N]]
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!Op = !cm.java<"demo.Op">
!Add = !cm.java<"demo.Add">
!Mul = !cm.java<"demo.Mul">
!Pattern = !cm.ext<"Pattern<demo.Mul>">
module attributes {cm.kernel = "k", cm.signature = ["*i32", "i32"]} {
cm.func "apply" {named = {owner = "demo.Add"}} body (%this: !Add, %x: i32) -> i32 {
  %0 = cm.field.load "demo.Add::n:int" %this : (!Add) -> i32
  %1 = cm.add %x, %0 : i32
  cm.return %1 : i32
}
cm.func "apply" {named = {owner = "demo.Mul"}} body (%this: !Mul, %x: i32) -> i32 {
  %0 = cm.field.load "demo.Mul::n:int" %this : (!Mul) -> i32
  %1 = cm.mul %x, %0 : i32
  cm.return %1 : i32
}
cm.func "twice" {named = {owner = "demo.Op"}} body (%this: !Op, %x: i32) -> i32 {
  %0 = cm.invoke "demo.Op::apply(int):int"(%this, %x) : (!Op, i32) -> i32
  %1 = cm.invoke "demo.Op::apply(int):int"(%this, %0) : (!Op, i32) -> i32
  cm.return %1 : i32
}
cm.func "twice" {named = {owner = "demo.Mul"}} body (%this: !Mul, %x: i32) -> i32 {
  cm.return %x : i32
}
cm.func "test" {named = {owner = "demo.K"}} body (%p: !Ptr, %op: !Op, %x: i32) -> none {
  %0 = cm.invoke "demo.Op::twice(int):int"(%op, %x) : (!Op, i32) -> i32
  %null = cm.constant #cm.null -> !Mul
  %mul = cm.var %null "mul" : (!Mul) -> !cm.var<!Mul>
  cm.java.if
    body () -> i1 {
      %1 = cm.instanceof %op of !Add : !Op
      cm.yield %1 : i1
    }
    body () -> none {
      cm.invoke "io.github.cm2tt.lang.Ptr::store(java.lang.Number):void"(%p, %0) : (!Ptr, i32) -> ()
      cm.yield
    }
    body () -> i1 {
      %2 = cm.pattern.match %op
        body () -> !Pattern {
          %3 = cm.pattern.type "mul" : !Pattern
          cm.yield %3 : !Pattern
        }
        body (%m: !Mul) -> none {
          cm.var.store %mul, %m : !cm.var<!Mul>, !Mul
          cm.yield
        } : (!Op) -> i1
      cm.yield %2 : i1
    }
    body () -> none {
      %4 = cm.var.load %mul : (!cm.var<!Mul>) -> !Mul
      %5 = cm.invoke "demo.Mul::apply(int):int"(%4, %x) : (!Mul, i32) -> i32
      cm.invoke "io.github.cm2tt.lang.Ptr::store(java.lang.Number):void"(%p, %5) : (!Ptr, i32) -> ()
      %6 = cm.instanceof %op of !Op : !Op
      cm.java.if
        body () -> i1 {
          cm.yield %6 : i1
        }
        body () -> none {
          cm.invoke "io.github.cm2tt.lang.Ptr::store(java.lang.Number):void"(%p, %0) : (!Ptr, i32) -> ()
          cm.yield
        }
        body () -> none {
          cm.yield
        }
      cm.yield
    }
    body () -> none {
      cm.yield
    }
  cm.return
}
cm.func "k" {named = {owner = "demo.K"}} body (%p: !Ptr, %n: i32) -> none {
  %add = cm.new "demo.Add::(int)"(%n) {named = {record = "(int n)demo.Add", interfaces = "demo.Op"}} : (i32) -> !Add
  %mul = cm.new "demo.Mul::(int)"(%n) {named = {record = "(int n)demo.Mul", interfaces = "demo.Op"}} : (i32) -> !Mul
  cm.invoke "demo.K::test(io.github.cm2tt.lang.Ptr, demo.Op, int):void"(%p, %add, %n) : (!Ptr, !Add, i32) -> ()
  cm.invoke "demo.K::test(io.github.cm2tt.lang.Ptr, demo.Op, int):void"(%p, %mul, %n) : (!Ptr, !Mul, i32) -> ()
  cm.return
}
}
