// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// The variables that the body stores are carried, in the order of their stores; the loop's own, and those that are only
// read, are not.
//   void carried(int n, int m, Ptr p) {
//     int sum = 0;
//     int last = m;
//     for (int i = 0; i < n; i++) {
//       last = i;
//       sum += i * m;
//     }
//     store(p, sum + last);
//   }
// CHECK-LABEL: tt.func public @carried(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[M:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[SUM:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V0:.+]]:2 = scf.for %[[I:[^ :]+]] = %[[C0]] to %[[N]] step %[[C1]] iter_args(%[[LAST:[^ :]+]] = %[[M]], %[[SUM1:[^ :]+]] = %[[SUM]]) -> (i32, i32)  : i32 {
// CHECK-NEXT: %[[V1:.+]] = arith.muli %[[I]], %[[M]] : i32
// CHECK-NEXT: %[[SUM2:.+]] = arith.addi %[[SUM1]], %[[V1]] : i32
// CHECK-NEXT: scf.yield %[[I]], %[[SUM2]] : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[V2:.+]] = arith.addi %[[V0]]#1, %[[V0]]#0 : i32
// CHECK-NEXT: tt.store %[[P]], %[[V2]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "i32", "*i32"]} {
cm.func "carried" body (%n: i32, %m: i32, %p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %sum = cm.var %0 "sum" : (i32) -> !cm.var<i32>
  %last = cm.var %m "last" : (i32) -> !cm.var<i32>
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
      %7 = cm.var.load %i : (!cm.var<i32>) -> i32
      cm.var.store %last, %7 : !cm.var<i32>, i32
      %8 = cm.var.load %sum : (!cm.var<i32>) -> i32
      %9 = cm.var.load %i : (!cm.var<i32>) -> i32
      %10 = cm.mul %9, %m : i32
      %11 = cm.add %8, %10 : i32
      cm.var.store %sum, %11 : !cm.var<i32>, i32
      cm.java.continue
    }
  %12 = cm.var.load %sum : (!cm.var<i32>) -> i32
  %13 = cm.var.load %last : (!cm.var<i32>) -> i32
  %14 = cm.add %12, %13 : i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %14) : (!Ptr, i32) -> ()
  cm.return
}
}

// -----

// Bounds that are included move by one, on either side of the comparison.
//   void spellings(int n, int s, Ptr p) {
//     for (int i = 1; i <= n; i += 2)
//       store(p, i);
//     for (int i = 0; n > i; i = s + i)
//       store(p, i);
//     for (int i = 0; i != 8; i -= -2)
//       store(p, i);
//   }
// CHECK-LABEL: tt.func public @spellings(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[S:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[C1_1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.addi %[[N]], %[[C1_1]] : i32
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: scf.for %[[I:[^ :]+]] = %[[C1]] to %[[V0]] step %[[C2]]  : i32 {
// CHECK-NEXT: tt.store %[[P]], %[[I]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: scf.for %[[I:[^ :]+]] = %[[C0]] to %[[N]] step %[[S]]  : i32 {
// CHECK-NEXT: tt.store %[[P]], %[[I]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C8:.+]] = arith.constant 8 : i32
// CHECK-NEXT: %[[C2_1:.+]] = arith.constant 2 : i32
// CHECK-NEXT: scf.for %[[I:[^ :]+]] = %[[C0_1]] to %[[C8]] step %[[C2_1]]  : i32 {
// CHECK-NEXT: tt.store %[[P]], %[[I]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "i32", "*i32"]} {
cm.func "spellings" body (%n: i32, %s: i32, %p: !Ptr) -> none {
  cm.java.for
    body () -> !cm.var<i32> {
      %0 = cm.constant 1 : i32
      %i = cm.var %0 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> i1 {
      %1 = cm.var.load %i : (!cm.var<i32>) -> i32
      %2 = cm.le %1, %n : i32, i32
      cm.yield %2 : i1
    }
    body (%i: !cm.var<i32>) -> none {
      %3 = cm.var.load %i : (!cm.var<i32>) -> i32
      %4 = cm.constant 2 : i32
      %5 = cm.add %3, %4 : i32
      cm.var.store %i, %5 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>) -> none {
      %6 = cm.var.load %i : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %6) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.java.for
    body () -> !cm.var<i32> {
      %7 = cm.constant 0 : i32
      %i_1 = cm.var %7 "i" : (i32) -> !cm.var<i32>
      cm.yield %i_1 : !cm.var<i32>
    }
    body (%i_1: !cm.var<i32>) -> i1 {
      %8 = cm.var.load %i_1 : (!cm.var<i32>) -> i32
      %9 = cm.gt %n, %8 : i32, i32
      cm.yield %9 : i1
    }
    body (%i_1: !cm.var<i32>) -> none {
      %10 = cm.var.load %i_1 : (!cm.var<i32>) -> i32
      %11 = cm.add %s, %10 : i32
      cm.var.store %i_1, %11 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i_1: !cm.var<i32>) -> none {
      %12 = cm.var.load %i_1 : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %12) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.java.for
    body () -> !cm.var<i32> {
      %13 = cm.constant 0 : i32
      %i_2 = cm.var %13 "i" : (i32) -> !cm.var<i32>
      cm.yield %i_2 : !cm.var<i32>
    }
    body (%i_2: !cm.var<i32>) -> i1 {
      %14 = cm.var.load %i_2 : (!cm.var<i32>) -> i32
      %15 = cm.constant 8 : i32
      %16 = cm.neq %14, %15 : i32, i32
      cm.yield %16 : i1
    }
    body (%i_2: !cm.var<i32>) -> none {
      %17 = cm.var.load %i_2 : (!cm.var<i32>) -> i32
      %18 = cm.constant -2 : i32
      %19 = cm.sub %17, %18 : i32
      cm.var.store %i_2, %19 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i_2: !cm.var<i32>) -> none {
      %20 = cm.var.load %i_2 : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %20) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.return
}
}
