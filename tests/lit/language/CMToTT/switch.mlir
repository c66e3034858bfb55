// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Cases are compared one after the other.
//   void arrows(int a, Ptr p) {
//     int x = 0;
//     switch (a) {
//       case 1 -> x = 10;
//       case 2, 3 -> { x = 20; }
//       default -> x = a;
//     }
//     store(p, x);
//   }
// CHECK-LABEL: tt.func public @arrows(
// CHECK-SAME:  %[[A:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[X:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi eq, %[[A]], %[[C1]] : i32
// CHECK-NEXT: %[[V1:.+]] = scf.if %[[V0]] -> (i32) {
// CHECK-NEXT: %[[X1:.+]] = arith.constant 10 : i32
// CHECK-NEXT: scf.yield %[[X1]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: %[[V2:.+]] = arith.cmpi eq, %[[A]], %[[C2]] : i32
// CHECK-NEXT: %[[C3:.+]] = arith.constant 3 : i32
// CHECK-NEXT: %[[V3:.+]] = arith.cmpi eq, %[[A]], %[[C3]] : i32
// CHECK-NEXT: %[[V4:.+]] = arith.ori %[[V2]], %[[V3]] : i1
// CHECK-NEXT: %[[V5:.+]] = scf.if %[[V4]] -> (i32) {
// CHECK-NEXT: %[[X1:.+]] = arith.constant 20 : i32
// CHECK-NEXT: scf.yield %[[X1]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[A]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[V5]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.store %[[P]], %[[V1]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "arrows" body (%a: i32, %p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %x = cm.var %0 "x" : (i32) -> !cm.var<i32>
  cm.java.switch.statement %a
    body (%1: i32) -> i1 {
      %2 = cm.constant 1 : i32
      %3 = cm.eq %1, %2 : i32, i32
      cm.yield %3 : i1
    }
    body () -> none {
      %4 = cm.constant 10 : i32
      cm.var.store %x, %4 : !cm.var<i32>, i32
      cm.yield
    }
    body (%5: i32) -> i1 {
      %10 = cm.java.cor
        body () -> i1 {
          %6 = cm.constant 2 : i32
          %7 = cm.eq %5, %6 : i32, i32
          cm.yield %7 : i1
        }
        body () -> i1 {
          %8 = cm.constant 3 : i32
          %9 = cm.eq %5, %8 : i32, i32
          cm.yield %9 : i1
        } : () -> i1
      cm.yield %10 : i1
    }
    body () -> none {
      %11 = cm.constant 20 : i32
      cm.var.store %x, %11 : !cm.var<i32>, i32
      cm.yield
    }
    body () -> i1 {
      %12 = cm.constant true
      cm.yield %12 : i1
    }
    body () -> none {
      cm.var.store %x, %a : !cm.var<i32>, i32
      cm.yield
    } : (i32) -> ()
  %13 = cm.var.load %x : (!cm.var<i32>) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %13) : (!Ptr, i32) -> ()
  cm.return
}
}

// -----

// A case that falls through runs the next one's statements as well.
//   void old(int a, Ptr p) {
//     switch (a) {
//       case 1:
//         store(p, 1);
//       case 2:
//         store(p, 2);
//         break;
//       case 3:
//         store(p, 3);
//     }
//   }
// CHECK-LABEL: tt.func public @old(
// CHECK-SAME:  %[[A:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi eq, %[[A]], %[[C1]] : i32
// CHECK-NEXT: %[[V1:.+]] = scf.if %[[V0]] -> (i32) {
// CHECK-NEXT: %[[C1_1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C1_1]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C2]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C2_1:.+]] = arith.constant 2 : i32
// CHECK-NEXT: scf.yield %[[C2_1]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C2_2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: %[[V2:.+]] = arith.cmpi eq, %[[A]], %[[C2_2]] : i32
// CHECK-NEXT: %[[V3:.+]] = scf.if %[[V2]] -> (i32) {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C2]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C2_1:.+]] = arith.constant 2 : i32
// CHECK-NEXT: scf.yield %[[C2_1]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C3:.+]] = arith.constant 3 : i32
// CHECK-NEXT: %[[V4:.+]] = arith.cmpi eq, %[[A]], %[[C3]] : i32
// CHECK-NEXT: scf.if %[[V4]] {
// CHECK-NEXT: %[[C3_1:.+]] = arith.constant 3 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C3_1]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: scf.yield %[[C0]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[V3]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C2_3:.+]] = arith.constant 2 : i32
// CHECK-NEXT: %[[V5:.+]] = arith.cmpi eq, %[[V1]], %[[C2_3]] : i32
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "old" body (%a: i32, %p: !Ptr) -> none {
  cm.java.switch.statement %a
    body (%0: i32) -> i1 {
      %1 = cm.constant 1 : i32
      %2 = cm.eq %0, %1 : i32, i32
      cm.yield %2 : i1
    }
    body () -> none {
      %3 = cm.constant 1 : i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %3) : (!Ptr, i32) -> ()
      cm.java.switch.fallthrough
    }
    body (%4: i32) -> i1 {
      %5 = cm.constant 2 : i32
      %6 = cm.eq %4, %5 : i32, i32
      cm.yield %6 : i1
    }
    body () -> none {
      %7 = cm.constant 2 : i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %7) : (!Ptr, i32) -> ()
      cm.java.break
    }
    body (%8: i32) -> i1 {
      %9 = cm.constant 3 : i32
      %10 = cm.eq %8, %9 : i32, i32
      cm.yield %10 : i1
    }
    body () -> none {
      %11 = cm.constant 3 : i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %11) : (!Ptr, i32) -> ()
      cm.yield
    } : (i32) -> ()
  cm.return
}
}
