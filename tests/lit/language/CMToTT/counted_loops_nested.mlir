// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Long counters.
//   void longs(long n, Ptr p) {
//     for (long i = 0; n >= i; i++)
//       store(p, i);
//   }
// CHECK-LABEL: tt.func public @longs(
// CHECK-SAME:  %[[N:[^ :]+]]: i64, %[[P:[^ :]+]]: !tt.ptr<i64>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i64
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i64
// CHECK-NEXT: %[[V0:.+]] = arith.addi %[[N]], %[[C1]] : i64
// CHECK-NEXT: %[[C1_1:.+]] = arith.constant 1 : i64
// CHECK-NEXT: scf.for %[[I:[^ :]+]] = %[[C0]] to %[[V0]] step %[[C1_1]]  : i64 {
// CHECK-NEXT: tt.store %[[P]], %[[I]] : !tt.ptr<i64>
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i64", "*i64"]} {
cm.func "longs" body (%n: i64, %p: !Ptr) -> none {
  cm.java.for
    body () -> !cm.var<i64> {
      %0 = cm.constant 0 : i32
      %1 = cm.conv %0 : i32 to i64
      %i = cm.var %1 "i" : (i64) -> !cm.var<i64>
      cm.yield %i : !cm.var<i64>
    }
    body (%i: !cm.var<i64>) -> i1 {
      %2 = cm.var.load %i : (!cm.var<i64>) -> i64
      %3 = cm.ge %n, %2 : i64, i64
      cm.yield %3 : i1
    }
    body (%i: !cm.var<i64>) -> none {
      %4 = cm.var.load %i : (!cm.var<i64>) -> i64
      %5 = cm.constant 1 : i64
      %6 = cm.add %4, %5 : i64
      cm.var.store %i, %6 : !cm.var<i64>, i64
      cm.yield
    }
    body (%i: !cm.var<i64>) -> none {
      %7 = cm.var.load %i : (!cm.var<i64>) -> i64
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, long):void"(%p, %7) : (!Ptr, i64) -> ()
      cm.java.continue
    }
  cm.return
}
}

// -----

//   void nested(int n, int m, Ptr p) {
//     int sum = 0;
//     for (int i = 0; i < n; i++)
//       for (int j = i; j < m; j++)
//         sum += j;
//     store(p, sum);
//   }
// CHECK-LABEL: tt.func public @nested(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[M:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[SUM:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V0:.+]] = scf.for %[[I:[^ :]+]] = %[[C0]] to %[[N]] step %[[C1]] iter_args(%[[SUM1:[^ :]+]] = %[[SUM]]) -> (i32)  : i32 {
// CHECK-NEXT: %[[C1_1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V1:.+]] = scf.for %[[J:[^ :]+]] = %[[I]] to %[[M]] step %[[C1_1]] iter_args(%[[SUM2:[^ :]+]] = %[[SUM1]]) -> (i32)  : i32 {
// CHECK-NEXT: %[[SUM3:.+]] = arith.addi %[[SUM2]], %[[J]] : i32
// CHECK-NEXT: scf.yield %[[SUM3]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[V1]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.store %[[P]], %[[V0]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "i32", "*i32"]} {
cm.func "nested" body (%n: i32, %m: i32, %p: !Ptr) -> none {
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
      cm.java.for
        body () -> !cm.var<i32> {
          %7 = cm.var.load %i : (!cm.var<i32>) -> i32
          %j = cm.var %7 "j" : (i32) -> !cm.var<i32>
          cm.yield %j : !cm.var<i32>
        }
        body (%j: !cm.var<i32>) -> i1 {
          %8 = cm.var.load %j : (!cm.var<i32>) -> i32
          %9 = cm.lt %8, %m : i32, i32
          cm.yield %9 : i1
        }
        body (%j: !cm.var<i32>) -> none {
          %10 = cm.var.load %j : (!cm.var<i32>) -> i32
          %11 = cm.constant 1 : i32
          %12 = cm.add %10, %11 : i32
          cm.var.store %j, %12 : !cm.var<i32>, i32
          cm.yield
        }
        body (%j: !cm.var<i32>) -> none {
          %13 = cm.var.load %sum : (!cm.var<i32>) -> i32
          %14 = cm.var.load %j : (!cm.var<i32>) -> i32
          %15 = cm.add %13, %14 : i32
          cm.var.store %sum, %15 : !cm.var<i32>, i32
          cm.java.continue
        }
      cm.java.continue
    }
  %16 = cm.var.load %sum : (!cm.var<i32>) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %16) : (!Ptr, i32) -> ()
  cm.return
}
}
