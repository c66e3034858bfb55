// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// int x; while ((x = load(p)) < n) { }  store(p, x);
// A variable that gets its first value in the condition has it behind the loop.
//   void first(int n, Ptr p) {
//     int x;
//     store(p, x);
//   }
// CHECK-LABEL: tt.func public @first(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[V0:.+]] = scf.while : () -> i32 {
// CHECK-NEXT: %[[X:.+]] = tt.load %[[P]] : !tt.ptr<i32>
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi slt, %[[X]], %[[N]] : i32
// CHECK-NEXT: %[[V2:.+]] = scf.if %[[V1]] -> (i32) {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: scf.yield %[[C0]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: scf.yield %[[C2]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V3:.+]] = arith.cmpi eq, %[[V2]], %[[C0_1]] : i32
// CHECK-NEXT: scf.condition(%[[V3]]) %[[X]] : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[A0:[^ :]+]]: i32):
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: tt.store %[[P]], %[[V0]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "first" body (%n: i32, %p: !Ptr) -> none {
  %x = cm.var "x" : () -> !cm.var<i32>
  cm.java.while body () -> i1 {
  %l = cm.invoke "oracle.code.triton.Triton::load(P):int"(%p) : (!Ptr) -> i32
  cm.var.store %x, %l : !cm.var<i32>, i32
  %r = cm.var.load %x : (!cm.var<i32>) -> i32
  %c = cm.lt %r, %n : i32, i32
  cm.yield %c : i1
  } body () -> none {
  cm.java.continue
  }
  %0 = cm.var.load %x : (!cm.var<i32>) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %0) : (!Ptr, i32) -> ()
  cm.return
}
}
