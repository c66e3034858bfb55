// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// A do statement's condition is that of scf.while; one that is constant false runs its body once; constant true, for ever.
//   void test(int n, int zero, Ptr p) {
//     int k = 0;
//     do
//       k += 2;
//     while (k < n && k != 8);
//     do
//       store(p, k);
//     while (zero > 0);
//     do
//       store(p, n);
//     while (zero == 0);
//     store(p, programId(7));
//   }
// CHECK-LABEL: tt.func public @test(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[K:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]] = scf.while (%[[K_1:[^ :]+]] = %[[K]]) : (i32) -> i32 {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: %[[K_2:.+]] = arith.addi %[[K_1]], %[[C2]] : i32
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi slt, %[[K_2]], %[[N]] : i32
// CHECK-NEXT: %[[C8:.+]] = arith.constant 8 : i32
// CHECK-NEXT: %[[V2:.+]] = arith.cmpi ne, %[[K_2]], %[[C8]] : i32
// CHECK-NEXT: %[[V3:.+]] = arith.andi %[[V1]], %[[V2]] : i1
// CHECK-NEXT: scf.condition(%[[V3]]) %[[K_2]] : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[A2:[^ :]+]]: i32):
// CHECK-NEXT: scf.yield %[[A2]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: scf.while : () -> () {
// CHECK-NEXT: tt.store %[[P]], %[[V0]] : !tt.ptr<i32>
// CHECK-NEXT: %[[FALSE:.+]] = arith.constant false
// CHECK-NEXT: scf.condition(%[[FALSE]])
// CHECK-NEXT: } do {
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: scf.while : () -> () {
// CHECK-NEXT: tt.store %[[P]], %[[N]] : !tt.ptr<i32>
// CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
// CHECK-NEXT: scf.condition(%[[TRUE]])
// CHECK-NEXT: } do {
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", 0, "*i32"]} {
cm.func "test" body (%n: i32, %zero: i32, %p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %k = cm.var %0 "k" : (i32) -> !cm.var<i32>
  cm.java.do.while
    body () -> none {
      %1 = cm.var.load %k : (!cm.var<i32>) -> i32
      %2 = cm.constant 2 : i32
      %3 = cm.add %1, %2 : i32
      cm.var.store %k, %3 : !cm.var<i32>, i32
      cm.java.continue
    }
    body () -> i1 {
      %4 = cm.java.cand
        body () -> i1 {
          %5 = cm.var.load %k : (!cm.var<i32>) -> i32
          %6 = cm.lt %5, %n : i32, i32
          cm.yield %6 : i1
        }
        body () -> i1 {
          %7 = cm.var.load %k : (!cm.var<i32>) -> i32
          %8 = cm.constant 8 : i32
          %9 = cm.neq %7, %8 : i32, i32
          cm.yield %9 : i1
        } : () -> i1
      cm.yield %4 : i1
    }
  cm.java.do.while
    body () -> none {
      %10 = cm.var.load %k : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %10) : (!Ptr, i32) -> ()
      cm.java.continue
    }
    body () -> i1 {
      %11 = cm.constant 0 : i32
      %12 = cm.gt %zero, %11 : i32, i32
      cm.yield %12 : i1
    }
  cm.java.do.while
    body () -> none {
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %n) : (!Ptr, i32) -> ()
      cm.java.continue
    }
    body () -> i1 {
      %13 = cm.constant 0 : i32
      %14 = cm.eq %zero, %13 : i32, i32
      cm.yield %14 : i1
    }
  %15 = cm.constant 7 : i32
  %16 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%15) : (i32) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %16) : (!Ptr, i32) -> ()
  cm.return
}
}
