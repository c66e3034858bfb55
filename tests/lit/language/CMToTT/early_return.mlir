// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// What follows a return that may be taken is in the other branch.
//   void early(int a, Ptr p) {
//     if (a < 0)
//       return;
//     store(p, a);
//     if (a > 5)
//       store(p, 1);
//     else
//       return;
//     store(p, 2);
//   }
// CHECK-LABEL: tt.func public @early(
// CHECK-SAME:  %[[A:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi slt, %[[A]], %[[C0]] : i32
// CHECK-NEXT: scf.if %[[V0]] {
// CHECK-NEXT: } else {
// CHECK-NEXT: tt.store %[[P]], %[[A]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C5:.+]] = arith.constant 5 : i32
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi sgt, %[[A]], %[[C5]] : i32
// CHECK-NEXT: scf.if %[[V1]] {
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C1]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C2]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "early" body (%a: i32, %p: !Ptr) -> none {
  cm.java.if
    body () -> i1 {
      %0 = cm.constant 0 : i32
      %1 = cm.lt %a, %0 : i32, i32
      cm.yield %1 : i1
    }
    body () -> none {
      cm.return
    }
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %a) : (!Ptr, i32) -> ()
  cm.java.if
    body () -> i1 {
      %2 = cm.constant 5 : i32
      %3 = cm.gt %a, %2 : i32, i32
      cm.yield %3 : i1
    }
    body () -> none {
      %4 = cm.constant 1 : i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %4) : (!Ptr, i32) -> ()
      cm.yield
    }
    body () -> none {
      cm.return
    }
  %5 = cm.constant 2 : i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %5) : (!Ptr, i32) -> ()
  cm.return
}
}

// -----

// Where both branches go on in part, the exit's number decides.
//   void inside(int a, int b, Ptr p) {
//     if (a < 0) {
//       if (b < 0)
//         return;
//       store(p, a);
//     }
//     store(p, b);
//   }
// CHECK-LABEL: tt.func public @inside(
// CHECK-SAME:  %[[A:[^ :]+]]: i32, %[[B:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi slt, %[[A]], %[[C0]] : i32
// CHECK-NEXT: %[[V1:.+]] = scf.if %[[V0]] -> (i32) {
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V2:.+]] = arith.cmpi slt, %[[B]], %[[C0_1]] : i32
// CHECK-NEXT: %[[V3:.+]] = scf.if %[[V2]] -> (i32) {
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: scf.yield %[[C1]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: tt.store %[[P]], %[[A]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C0_2:.+]] = arith.constant 0 : i32
// CHECK-NEXT: scf.yield %[[C0_2]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[V3]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: scf.yield %[[C0_1]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_3:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V4:.+]] = arith.cmpi eq, %[[V1]], %[[C0_3]] : i32
// CHECK-NEXT: scf.if %[[V4]] {
// CHECK-NEXT: tt.store %[[P]], %[[B]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "i32", "*i32"]} {
cm.func "inside" body (%a: i32, %b: i32, %p: !Ptr) -> none {
  cm.java.if
    body () -> i1 {
      %0 = cm.constant 0 : i32
      %1 = cm.lt %a, %0 : i32, i32
      cm.yield %1 : i1
    }
    body () -> none {
      cm.java.if
        body () -> i1 {
          %2 = cm.constant 0 : i32
          %3 = cm.lt %b, %2 : i32, i32
          cm.yield %3 : i1
        }
        body () -> none {
          cm.return
        }
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %a) : (!Ptr, i32) -> ()
      cm.yield
    }
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %b) : (!Ptr, i32) -> ()
  cm.return
}
}
