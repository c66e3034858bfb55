// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// A loop that tests first and is left by its test only.
//   void plain(int n, Ptr p) {
//     int k = 0;
//     while (k < n)
//       k = k * 2 + 1;
//     store(p, k);
//   }
// CHECK-LABEL: tt.func public @plain(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[K:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]] = scf.while (%[[K1:[^ :]+]] = %[[K]]) : (i32) -> i32 {
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi slt, %[[K1]], %[[N]] : i32
// CHECK-NEXT: scf.condition(%[[V1]]) %[[K1]] : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[K1:[^ :]+]]: i32):
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: %[[V1:.+]] = arith.muli %[[K1]], %[[C2]] : i32
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[K2:.+]] = arith.addi %[[V1]], %[[C1]] : i32
// CHECK-NEXT: scf.yield %[[K2]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.store %[[P]], %[[V0]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "plain" body (%n: i32, %p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %k = cm.var %0 "k" : (i32) -> !cm.var<i32>
  cm.java.while
    body () -> i1 {
      %1 = cm.var.load %k : (!cm.var<i32>) -> i32
      %2 = cm.lt %1, %n : i32, i32
      cm.yield %2 : i1
    }
    body () -> none {
      %3 = cm.var.load %k : (!cm.var<i32>) -> i32
      %4 = cm.constant 2 : i32
      %5 = cm.mul %3, %4 : i32
      %6 = cm.constant 1 : i32
      %7 = cm.add %5, %6 : i32
      cm.var.store %k, %7 : !cm.var<i32>, i32
      cm.java.continue
    }
  %8 = cm.var.load %k : (!cm.var<i32>) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %8) : (!Ptr, i32) -> ()
  cm.return
}
}

// -----

// Otherwise the test comes after all of an iteration.
//   void doWhile(int n, Ptr p) {
//     int k = 1;
//     do {
//       k *= 2;
//     } while (k < n);
//     store(p, k);
//   }
// CHECK-LABEL: tt.func public @doWhile(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[K:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V0:.+]] = scf.while (%[[K1:[^ :]+]] = %[[K]]) : (i32) -> i32 {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: %[[K2:.+]] = arith.muli %[[K1]], %[[C2]] : i32
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi slt, %[[K2]], %[[N]] : i32
// CHECK-NEXT: scf.condition(%[[V1]]) %[[K2]] : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[A0:[^ :]+]]: i32):
// CHECK-NEXT: scf.yield %[[A0]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.store %[[P]], %[[V0]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "doWhile" body (%n: i32, %p: !Ptr) -> none {
  %0 = cm.constant 1 : i32
  %k = cm.var %0 "k" : (i32) -> !cm.var<i32>
  cm.java.do.while
    body () -> none {
      %1 = cm.var.load %k : (!cm.var<i32>) -> i32
      %2 = cm.constant 2 : i32
      %3 = cm.mul %1, %2 : i32
      cm.var.store %k, %3 : !cm.var<i32>, i32
      cm.java.continue
    }
    body () -> i1 {
      %4 = cm.var.load %k : (!cm.var<i32>) -> i32
      %5 = cm.lt %4, %n : i32, i32
      cm.yield %5 : i1
    }
  %6 = cm.var.load %k : (!cm.var<i32>) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %6) : (!Ptr, i32) -> ()
  cm.return
}
}

// -----

// The exit's number (0: none, else which jump) decides whether to go on.
//   void endless(int n, Ptr p) {
//     int k = 0;
//     for (;;) {
//       if (k > n)
//         break;
//       k += n;
//     }
//     store(p, k);
//   }
// CHECK-LABEL: tt.func public @endless(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[K:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]] = scf.while (%[[K1:[^ :]+]] = %[[K]]) : (i32) -> i32 {
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi sgt, %[[K1]], %[[N]] : i32
// CHECK-NEXT: %[[V2:.+]]:2 = scf.if %[[V1]] -> (i32, i32) {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: scf.yield %[[K1]], %[[C2]] : i32, i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[K2:.+]] = arith.addi %[[K1]], %[[N]] : i32
// CHECK-NEXT: %[[C3:.+]] = arith.constant 3 : i32
// CHECK-NEXT: scf.yield %[[K2]], %[[C3]] : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C3_1:.+]] = arith.constant 3 : i32
// CHECK-NEXT: %[[V3:.+]] = arith.cmpi eq, %[[V2]]#1, %[[C3_1]] : i32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V4:.+]] = arith.select %[[V3]], %[[C0]], %[[V2]]#1 : i32
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V5:.+]] = arith.cmpi eq, %[[V4]], %[[C0_1]] : i32
// CHECK-NEXT: %[[V6:.+]] = scf.if %[[V5]] -> (i32) {
// CHECK-NEXT: %[[C0_2:.+]] = arith.constant 0 : i32
// CHECK-NEXT: scf.yield %[[C0_2]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: scf.yield %[[C2]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_3:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V7:.+]] = arith.cmpi eq, %[[V6]], %[[C0_3]] : i32
// CHECK-NEXT: scf.condition(%[[V7]]) %[[V2]]#0 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[A0:[^ :]+]]: i32):
// CHECK-NEXT: scf.yield %[[A0]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.store %[[P]], %[[V0]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "endless" body (%n: i32, %p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %k = cm.var %0 "k" : (i32) -> !cm.var<i32>
  cm.java.for
    body () -> none {
      cm.yield
    }
    body () -> i1 {
      %1 = cm.constant true
      cm.yield %1 : i1
    }
    body () -> none {
      cm.yield
    }
    body () -> none {
      cm.java.if
        body () -> i1 {
          %2 = cm.var.load %k : (!cm.var<i32>) -> i32
          %3 = cm.gt %2, %n : i32, i32
          cm.yield %3 : i1
        }
        body () -> none {
          cm.java.break
        }
      %4 = cm.var.load %k : (!cm.var<i32>) -> i32
      %5 = cm.add %4, %n : i32
      cm.var.store %k, %5 : !cm.var<i32>, i32
      cm.java.continue
    }
  %6 = cm.var.load %k : (!cm.var<i32>) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %6) : (!Ptr, i32) -> ()
  cm.return
}
}
