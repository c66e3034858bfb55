// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// The bound is a component of a record: of the run, then a constant.
//   record Shape(int length, int width)
//   void component(int n, Ptr p) {
//     Shape s = new Shape(n, 8);
//     for (int i = 0; i < s.length(); i++)
//       store(p, i);
//     for (int j = 0; j < s.width(); j++)
//       store(p, j);
//   }
// CHECK-LABEL: tt.func public @component(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: scf.for %[[I:[^ :]+]] = %[[C0]] to %[[N]] step %[[C1]]  : i32 {
// CHECK-NEXT: tt.store %[[P]], %[[I]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C8:.+]] = arith.constant 8 : i32
// CHECK-NEXT: %[[C1_1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: scf.for %[[J:[^ :]+]] = %[[C0_1]] to %[[C8]] step %[[C1_1]]  : i32 {
// CHECK-NEXT: tt.store %[[P]], %[[J]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Shape = !cm.java<"demo.Shape">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "component" body (%n: i32, %p: !Ptr) -> none {
  %0 = cm.constant 8 : i32
  %1 = cm.new "demo.Shape::(int, int)"(%n, %0) {named = {record = "(int length, int width)demo.Shape"}} : (i32, i32) -> !Shape
  %s = cm.var %1 "s" : (!Shape) -> !cm.var<!Shape>
  cm.java.for
    body () -> !cm.var<i32> {
      %2 = cm.constant 0 : i32
      %i = cm.var %2 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> i1 {
      %3 = cm.var.load %i : (!cm.var<i32>) -> i32
      %4 = cm.var.load %s : (!cm.var<!Shape>) -> !Shape
      %5 = cm.invoke "demo.Shape::length():int"(%4) : (!Shape) -> i32
      %6 = cm.lt %3, %5 : i32, i32
      cm.yield %6 : i1
    }
    body (%i: !cm.var<i32>) -> none {
      %7 = cm.var.load %i : (!cm.var<i32>) -> i32
      %8 = cm.constant 1 : i32
      %9 = cm.add %7, %8 : i32
      cm.var.store %i, %9 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>) -> none {
      %10 = cm.var.load %i : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %10) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.java.for
    body () -> !cm.var<i32> {
      %11 = cm.constant 0 : i32
      %j = cm.var %11 "j" : (i32) -> !cm.var<i32>
      cm.yield %j : !cm.var<i32>
    }
    body (%j: !cm.var<i32>) -> i1 {
      %12 = cm.var.load %j : (!cm.var<i32>) -> i32
      %13 = cm.var.load %s : (!cm.var<!Shape>) -> !Shape
      %14 = cm.invoke "demo.Shape::width():int"(%13) : (!Shape) -> i32
      %15 = cm.lt %12, %14 : i32, i32
      cm.yield %15 : i1
    }
    body (%j: !cm.var<i32>) -> none {
      %16 = cm.var.load %j : (!cm.var<i32>) -> i32
      %17 = cm.constant 1 : i32
      %18 = cm.add %16, %17 : i32
      cm.var.store %j, %18 : !cm.var<i32>, i32
      cm.yield
    }
    body (%j: !cm.var<i32>) -> none {
      %19 = cm.var.load %j : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %19) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.return
}
}

// -----

// A component of a component, on the left, of a record that a helper returns; a long one.
//   record Inner(int n, long m)
//   record Outer(Inner b)
//   Outer make(int n) { return new Outer(new Inner(n, (long) n)); }
//   void nested(int n, Ptr p) {
//     Outer a = make(n);
//     for (int i = 0; a.b().n() > i; i++)
//       store(p, i);
//     for (int j = 0; j < a.b().m(); j++)
//       store(p, j);
//   }
// CHECK-LABEL: tt.func public @nested(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[V0:.+]] = arith.extsi %[[N]] : i32 to i64
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: scf.for %[[I:[^ :]+]] = %[[C0]] to %[[N]] step %[[C1]]  : i32 {
// CHECK-NEXT: tt.store %[[P]], %[[I]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i64
// CHECK-NEXT: %[[C1_1:.+]] = arith.constant 1 : i64
// CHECK-NEXT: scf.for %[[J:[^ :]+]] = %[[C0_1]] to %[[V0]] step %[[C1_1]]  : i64 {
// CHECK-NEXT: %[[V1:.+]] = arith.trunci %[[J]] : i64 to i32
// CHECK-NEXT: tt.store %[[P]], %[[V1]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Inner = !cm.java<"demo.Inner">
!Outer = !cm.java<"demo.Outer">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"], cm.kernel = "nested"} {
cm.func "make" body (%n: i32) -> !Outer {
  %0 = cm.conv %n : i32 to i64
  %1 = cm.new "demo.Inner::(int, long)"(%n, %0) {named = {record = "(int n, long m)demo.Inner"}} : (i32, i64) -> !Inner
  %2 = cm.new "demo.Outer::(demo.Inner)"(%1) {named = {record = "(Inner b)demo.Outer"}} : (!Inner) -> !Outer
  cm.return %2 : !Outer
}
cm.func "nested" body (%n: i32, %p: !Ptr) -> none {
  %0 = cm.invoke "demo.K::make(int):demo.Outer"(%n) : (i32) -> !Outer
  %a = cm.var %0 "a" : (!Outer) -> !cm.var<!Outer>
  cm.java.for
    body () -> !cm.var<i32> {
      %1 = cm.constant 0 : i32
      %i = cm.var %1 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> i1 {
      %2 = cm.var.load %a : (!cm.var<!Outer>) -> !Outer
      %3 = cm.invoke "demo.Outer::b():demo.Inner"(%2) : (!Outer) -> !Inner
      %4 = cm.invoke "demo.Inner::n():int"(%3) : (!Inner) -> i32
      %5 = cm.var.load %i : (!cm.var<i32>) -> i32
      %6 = cm.gt %4, %5 : i32, i32
      cm.yield %6 : i1
    }
    body (%i: !cm.var<i32>) -> none {
      %7 = cm.var.load %i : (!cm.var<i32>) -> i32
      %8 = cm.constant 1 : i32
      %9 = cm.add %7, %8 : i32
      cm.var.store %i, %9 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>) -> none {
      %10 = cm.var.load %i : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %10) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.java.for
    body () -> !cm.var<i32> {
      %11 = cm.constant 0 : i32
      %j = cm.var %11 "j" : (i32) -> !cm.var<i32>
      cm.yield %j : !cm.var<i32>
    }
    body (%j: !cm.var<i32>) -> i1 {
      %12 = cm.var.load %j : (!cm.var<i32>) -> i32
      %13 = cm.conv %12 : i32 to i64
      %14 = cm.var.load %a : (!cm.var<!Outer>) -> !Outer
      %15 = cm.invoke "demo.Outer::b():demo.Inner"(%14) : (!Outer) -> !Inner
      %16 = cm.invoke "demo.Inner::m():long"(%15) : (!Inner) -> i64
      %17 = cm.lt %13, %16 : i64, i64
      cm.yield %17 : i1
    }
    body (%j: !cm.var<i32>) -> none {
      %18 = cm.var.load %j : (!cm.var<i32>) -> i32
      %19 = cm.constant 1 : i32
      %20 = cm.add %18, %19 : i32
      cm.var.store %j, %20 : !cm.var<i32>, i32
      cm.yield
    }
    body (%j: !cm.var<i32>) -> none {
      %21 = cm.var.load %j : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %21) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.return
}
}
