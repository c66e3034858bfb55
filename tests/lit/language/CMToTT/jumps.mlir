// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// A continue leaves scf.for as it is: the rest of the body is in the other branch.
//   void next(int n, Ptr p) {
//     int sum = 0;
//     for (int i = 0; i < n; i++) {
//       if (i == 3)
//         continue;
//       sum += i;
//     }
//     store(p, sum);
//   }
// CHECK-LABEL: tt.func public @next(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[SUM:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V0:.+]] = scf.for %[[I:[^ :]+]] = %[[C0]] to %[[N]] step %[[C1]] iter_args(%[[SUM1:[^ :]+]] = %[[SUM]]) -> (i32)  : i32 {
// CHECK-NEXT: %[[C3:.+]] = arith.constant 3 : i32
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi eq, %[[I]], %[[C3]] : i32
// CHECK-NEXT: %[[V2:.+]] = scf.if %[[V1]] -> (i32) {
// CHECK-NEXT: scf.yield %[[SUM1]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[SUM2:.+]] = arith.addi %[[SUM1]], %[[I]] : i32
// CHECK-NEXT: scf.yield %[[SUM2]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[V2]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.store %[[P]], %[[V0]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "next" body (%n: i32, %p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %sum = cm.var %0 "sum" : (i32) -> !cm.var<i32>
  cm.java.for
    body () -> !cm.var<i32> {
      %1 = cm.constant 0 : i32
      %i = cm.var %1 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> i1 {
      %2 = cm.var.load %i : (!cm.var<i32>) -> i32
      %3 = cm.lt %2, %n : i32, i32
      cm.yield %3 : i1
    }
    body (%i: !cm.var<i32>) -> none {
      %4 = cm.var.load %i : (!cm.var<i32>) -> i32
      %5 = cm.constant 1 : i32
      %6 = cm.add %4, %5 : i32
      cm.var.store %i, %6 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>) -> none {
      cm.java.if
        body () -> i1 {
          %7 = cm.var.load %i : (!cm.var<i32>) -> i32
          %8 = cm.constant 3 : i32
          %9 = cm.eq %7, %8 : i32, i32
          cm.yield %9 : i1
        }
        body () -> none {
          cm.java.continue
        }
      %10 = cm.var.load %sum : (!cm.var<i32>) -> i32
      %11 = cm.var.load %i : (!cm.var<i32>) -> i32
      %12 = cm.add %10, %11 : i32
      cm.var.store %sum, %12 : !cm.var<i32>, i32
      cm.java.continue
    }
  %13 = cm.var.load %sum : (!cm.var<i32>) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %13) : (!Ptr, i32) -> ()
  cm.return
}
}

// -----

// Out of a block.
//   void block(int n, Ptr p) {
//     out: {
//       if (n > 0)
//         break out;
//       store(p, 1);
//     }
//     store(p, 2);
//   }
// CHECK-LABEL: tt.func public @block(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi sgt, %[[N]], %[[C0]] : i32
// CHECK-NEXT: %[[V1:.+]] = scf.if %[[V0]] -> (i32) {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: scf.yield %[[C2]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C1]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: scf.yield %[[C0_1]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_2:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V2:.+]] = arith.cmpi eq, %[[V1]], %[[C0_2]] : i32
// CHECK-NEXT: %[[V3:.+]] = scf.if %[[V2]] -> (i32) {
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: scf.yield %[[C0_1]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: scf.yield %[[C2]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C2_1:.+]] = arith.constant 2 : i32
// CHECK-NEXT: %[[V4:.+]] = arith.cmpi eq, %[[V3]], %[[C2_1]] : i32
// CHECK-NEXT: %[[C2_2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C2_2]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!String = !cm.java<"java.lang.String">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "block" body (%n: i32, %p: !Ptr) -> none {
  cm.java.labeled body () -> none {
    %0 = cm.constant "out" -> !String
    cm.java.block body () -> none {
      cm.java.if
        body () -> i1 {
          %1 = cm.constant 0 : i32
          %2 = cm.gt %n, %1 : i32, i32
          cm.yield %2 : i1
        }
        body () -> none {
          cm.java.break "out"
        }
      %3 = cm.constant 1 : i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %3) : (!Ptr, i32) -> ()
      cm.yield
    }
    cm.yield
  }
  %4 = cm.constant 2 : i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %4) : (!Ptr, i32) -> ()
  cm.return
}
}
