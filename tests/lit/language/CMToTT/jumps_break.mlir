// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// A break makes an scf.while; a counted loop outside stays one.
//   void inner(int n, Ptr p) {
//     for (int i = 0; i < n; i++)
//       while (true) {
//         if (n > i)
//           break;
//       }
//   }
// CHECK-LABEL: tt.func public @inner(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: scf.for %[[I:[^ :]+]] = %[[C0]] to %[[N]] step %[[C1]]  : i32 {
// CHECK-NEXT: scf.while : () -> () {
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi sgt, %[[N]], %[[I]] : i32
// CHECK-NEXT: %[[V1:.+]] = scf.if %[[V0]] -> (i32) {
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : i32
// CHECK-NEXT: scf.yield %[[C4]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C5:.+]] = arith.constant 5 : i32
// CHECK-NEXT: scf.yield %[[C5]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C5_1:.+]] = arith.constant 5 : i32
// CHECK-NEXT: %[[V2:.+]] = arith.cmpi eq, %[[V1]], %[[C5_1]] : i32
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V3:.+]] = arith.select %[[V2]], %[[C0_1]], %[[V1]] : i32
// CHECK-NEXT: %[[C0_2:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V4:.+]] = arith.cmpi eq, %[[V3]], %[[C0_2]] : i32
// CHECK-NEXT: scf.condition(%[[V4]])
// CHECK-NEXT: } do {
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "inner" body (%n: i32, %p: !Ptr) -> none {
  cm.java.for
    body () -> !cm.var<i32> {
      %0 = cm.constant 0 : i32
      %i = cm.var %0 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> i1 {
      %1 = cm.var.load %i : (!cm.var<i32>) -> i32
      %2 = cm.lt %1, %n : i32, i32
      cm.yield %2 : i1
    }
    body (%i: !cm.var<i32>) -> none {
      %3 = cm.var.load %i : (!cm.var<i32>) -> i32
      %4 = cm.constant 1 : i32
      %5 = cm.add %3, %4 : i32
      cm.var.store %i, %5 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>) -> none {
      cm.java.while
        body () -> i1 {
          %6 = cm.constant true
          cm.yield %6 : i1
        }
        body () -> none {
          cm.java.if
            body () -> i1 {
              %7 = cm.var.load %i : (!cm.var<i32>) -> i32
              %8 = cm.gt %n, %7 : i32, i32
              cm.yield %8 : i1
            }
            body () -> none {
              cm.java.break
            }
          cm.java.continue
        }
      cm.java.continue
    }
  cm.return
}
}
