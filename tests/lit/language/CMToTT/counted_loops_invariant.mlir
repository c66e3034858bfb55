// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// The step is a component too; one of a record that the loop assigns is no bound of a counted loop.
//   record Size(int n, int step)
//   void changed(int n, Ptr p) {
//     Size s = new Size(n, 2);
//     for (int i = 0; i < n; i += s.step())
//       store(p, i);
//     for (int j = 0; j < s.n(); j++)
//       s = new Size(j, n);
//   }
// CHECK-LABEL: tt.func public @changed(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: scf.for %[[I:[^ :]+]] = %[[C0]] to %[[N]] step %[[C2]]  : i32 {
// CHECK-NEXT: tt.store %[[P]], %[[I]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]]:3 = scf.while (%[[S:[^ :]+]] = %[[N]], %[[S_1:[^ :]+]] = %[[C2]], %[[J:[^ :]+]] = %[[C0_1]]) : (i32, i32, i32) -> (i32, i32, i32) {
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi slt, %[[J]], %[[S]] : i32
// CHECK-NEXT: scf.condition(%[[V1]]) %[[S]], %[[S_1]], %[[J]] : i32, i32, i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[S_2:[^ :]+]]: i32, %[[S_3:[^ :]+]]: i32, %[[J_1:[^ :]+]]: i32):
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[J_2:.+]] = arith.addi %[[J_1]], %[[C1]] : i32
// CHECK-NEXT: scf.yield %[[J_1]], %[[N]], %[[J_2]] : i32, i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Size = !cm.java<"demo.Size">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "changed" body (%n: i32, %p: !Ptr) -> none {
  %0 = cm.constant 2 : i32
  %1 = cm.new "demo.Size::(int, int)"(%n, %0) {named = {record = "(int n, int step)demo.Size"}} : (i32, i32) -> !Size
  %s = cm.var %1 "s" : (!Size) -> !cm.var<!Size>
  cm.java.for
    body () -> !cm.var<i32> {
      %2 = cm.constant 0 : i32
      %i = cm.var %2 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> i1 {
      %3 = cm.var.load %i : (!cm.var<i32>) -> i32
      %4 = cm.lt %3, %n : i32, i32
      cm.yield %4 : i1
    }
    body (%i: !cm.var<i32>) -> none {
      %5 = cm.var.load %i : (!cm.var<i32>) -> i32
      %6 = cm.var.load %s : (!cm.var<!Size>) -> !Size
      %7 = cm.invoke "demo.Size::step():int"(%6) : (!Size) -> i32
      %8 = cm.add %5, %7 : i32
      cm.var.store %i, %8 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>) -> none {
      %9 = cm.var.load %i : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %9) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.java.for
    body () -> !cm.var<i32> {
      %10 = cm.constant 0 : i32
      %j = cm.var %10 "j" : (i32) -> !cm.var<i32>
      cm.yield %j : !cm.var<i32>
    }
    body (%j: !cm.var<i32>) -> i1 {
      %11 = cm.var.load %j : (!cm.var<i32>) -> i32
      %12 = cm.var.load %s : (!cm.var<!Size>) -> !Size
      %13 = cm.invoke "demo.Size::n():int"(%12) : (!Size) -> i32
      %14 = cm.lt %11, %13 : i32, i32
      cm.yield %14 : i1
    }
    body (%j: !cm.var<i32>) -> none {
      %15 = cm.var.load %j : (!cm.var<i32>) -> i32
      %16 = cm.constant 1 : i32
      %17 = cm.add %15, %16 : i32
      cm.var.store %j, %17 : !cm.var<i32>, i32
      cm.yield
    }
    body (%j: !cm.var<i32>) -> none {
      %18 = cm.var.load %j : (!cm.var<i32>) -> i32
      %19 = cm.new "demo.Size::(int, int)"(%18, %n) {named = {record = "(int n, int step)demo.Size"}} : (i32, i32) -> !Size
      cm.var.store %s, %19 : !cm.var<!Size>, !Size
      cm.java.continue
    }
  cm.return
}
}

// -----

// What a lambda gives may be another number each time.
//   void supplier(int n, Ptr p) {
//     IntSupplier f = () -> n;
//     for (int i = 0; i < f.getAsInt(); i++)
//       store(p, i);
//   }
// CHECK-LABEL: tt.func public @supplier(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]] = scf.while (%[[I:[^ :]+]] = %[[C0]]) : (i32) -> i32 {
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi slt, %[[I]], %[[N]] : i32
// CHECK-NEXT: scf.condition(%[[V1]]) %[[I]] : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[I_1:[^ :]+]]: i32):
// CHECK-NEXT: tt.store %[[P]], %[[I_1]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[I_2:.+]] = arith.addi %[[I_1]], %[[C1]] : i32
// CHECK-NEXT: scf.yield %[[I_2]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!IntSupplier = !cm.java<"java.util.function.IntSupplier">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "supplier" body (%n: i32, %p: !Ptr) -> none {
  %0 = cm.lambda body () -> i32 {
    cm.return %n : i32
  } : () -> !IntSupplier
  %f = cm.var %0 "f" : (!IntSupplier) -> !cm.var<!IntSupplier>
  cm.java.for
    body () -> !cm.var<i32> {
      %1 = cm.constant 0 : i32
      %i = cm.var %1 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> i1 {
      %2 = cm.var.load %i : (!cm.var<i32>) -> i32
      %3 = cm.var.load %f : (!cm.var<!IntSupplier>) -> !IntSupplier
      %4 = cm.invoke "java.util.function.IntSupplier::getAsInt():int"(%3) : (!IntSupplier) -> i32
      %5 = cm.lt %2, %4 : i32, i32
      cm.yield %5 : i1
    }
    body (%i: !cm.var<i32>) -> none {
      %6 = cm.var.load %i : (!cm.var<i32>) -> i32
      %7 = cm.constant 1 : i32
      %8 = cm.add %6, %7 : i32
      cm.var.store %i, %8 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>) -> none {
      %9 = cm.var.load %i : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %9) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.return
}
}
