// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Others where the left side does not decide.
//   void effects(int a, Ptr p) {
//     boolean both = a > 0 && atomicAdd(p, 1) > 0;
//     boolean any = a > 0 || atomicAdd(p, 2) > 0;
//     if (both & any)
//       store(p, a);
//   }
// CHECK-LABEL: tt.func public @effects(
// CHECK-SAME:  %[[A:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi sgt, %[[A]], %[[C0]] : i32
// CHECK-NEXT: %[[BOTH:.+]] = scf.if %[[V0]] -> (i1) {
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
// CHECK-NEXT: %[[V1:.+]] = tt.atomic_rmw add, acq_rel, gpu, %[[P]], %[[C1]], %[[TRUE]] : (!tt.ptr<i32>, i32, i1) -> i32
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V2:.+]] = arith.cmpi sgt, %[[V1]], %[[C0_1]] : i32
// CHECK-NEXT: scf.yield %[[V2]] : i1
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[FALSE:.+]] = arith.constant false
// CHECK-NEXT: scf.yield %[[FALSE]] : i1
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_2:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V3:.+]] = arith.cmpi sgt, %[[A]], %[[C0_2]] : i32
// CHECK-NEXT: %[[ANY:.+]] = scf.if %[[V3]] -> (i1) {
// CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
// CHECK-NEXT: scf.yield %[[TRUE]] : i1
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
// CHECK-NEXT: %[[V1:.+]] = tt.atomic_rmw add, acq_rel, gpu, %[[P]], %[[C2]], %[[TRUE]] : (!tt.ptr<i32>, i32, i1) -> i32
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V2:.+]] = arith.cmpi sgt, %[[V1]], %[[C0_1]] : i32
// CHECK-NEXT: scf.yield %[[V2]] : i1
// CHECK-NEXT: }
// CHECK-NEXT: %[[V4:.+]] = arith.andi %[[BOTH]], %[[ANY]] : i1
// CHECK-NEXT: scf.if %[[V4]] {
// CHECK-NEXT: tt.store %[[P]], %[[A]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "effects" body (%a: i32, %p: !Ptr) -> none {
  %6 = cm.java.cand
    body () -> i1 {
      %0 = cm.constant 0 : i32
      %1 = cm.gt %a, %0 : i32, i32
      cm.yield %1 : i1
    }
    body () -> i1 {
      %2 = cm.constant 1 : i32
      %3 = cm.invoke "oracle.code.triton.Triton::atomicAdd(oracle.code.triton.Ptr, int):int"(%p, %2) : (!Ptr, i32) -> i32
      %4 = cm.constant 0 : i32
      %5 = cm.gt %3, %4 : i32, i32
      cm.yield %5 : i1
    } : () -> i1
  %both = cm.var %6 "both" : (i1) -> !cm.var<i1>
  %13 = cm.java.cor
    body () -> i1 {
      %7 = cm.constant 0 : i32
      %8 = cm.gt %a, %7 : i32, i32
      cm.yield %8 : i1
    }
    body () -> i1 {
      %9 = cm.constant 2 : i32
      %10 = cm.invoke "oracle.code.triton.Triton::atomicAdd(oracle.code.triton.Ptr, int):int"(%p, %9) : (!Ptr, i32) -> i32
      %11 = cm.constant 0 : i32
      %12 = cm.gt %10, %11 : i32, i32
      cm.yield %12 : i1
    } : () -> i1
  %any = cm.var %13 "any" : (i1) -> !cm.var<i1>
  cm.java.if
    body () -> i1 {
      %14 = cm.var.load %both : (!cm.var<i1>) -> i1
      %15 = cm.var.load %any : (!cm.var<i1>) -> i1
      %16 = cm.and %14, %15 : i1
      cm.yield %16 : i1
    }
    body () -> none {
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %a) : (!Ptr, i32) -> ()
      cm.yield
    }
  cm.return
}
}
