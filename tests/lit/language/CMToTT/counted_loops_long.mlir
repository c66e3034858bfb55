// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Java compares an int with a long as longs: the loop counts longs, which are the int variable in its body.
//   void up(long n, Ptr p) {
//     for (int i = 0; i < n; i++)
//       store(p, i);
//   }
// CHECK-LABEL: tt.func public @up(
// CHECK-SAME:  %[[N:[^ :]+]]: i64, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i64
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i64
// CHECK-NEXT: scf.for %[[I:[^ :]+]] = %[[C0]] to %[[N]] step %[[C1]]  : i64 {
// CHECK-NEXT: %[[V0:.+]] = arith.trunci %[[I]] : i64 to i32
// CHECK-NEXT: tt.store %[[P]], %[[V0]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i64", "*i32"]} {
cm.func "up" body (%n: i64, %p: !Ptr) -> none {
  cm.java.for
    body () -> !cm.var<i32> {
      %0 = cm.constant 0 : i32
      %i = cm.var %0 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> i1 {
      %1 = cm.var.load %i : (!cm.var<i32>) -> i32
      %2 = cm.conv %1 : i32 to i64
      %3 = cm.lt %2, %n : i64, i64
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
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %7) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.return
}
}

// -----

// Down, from an int to a long that is included.
//   void down(long n, int m, Ptr p) {
//     for (int i = m; n <= i; i -= 2)
//       store(p, i);
//   }
// CHECK-LABEL: tt.func public @down(
// CHECK-SAME:  %[[N:[^ :]+]]: i64, %[[M:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[V0:.+]] = arith.extsi %[[M]] : i32 to i64
// CHECK-NEXT: %[[CM1:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[V1:.+]] = arith.addi %[[N]], %[[CM1]] : i64
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i64
// CHECK-NEXT: %[[V2:.+]] = arith.addi %[[V0]], %[[V1]] : i64
// CHECK-NEXT: scf.for %[[I:[^ :]+]] = %[[V1]] to %[[V0]] step %[[C2]]  : i64 {
// CHECK-NEXT: %[[V3:.+]] = arith.subi %[[V2]], %[[I]] : i64
// CHECK-NEXT: %[[V4:.+]] = arith.trunci %[[V3]] : i64 to i32
// CHECK-NEXT: tt.store %[[P]], %[[V4]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i64", "i32", "*i32"]} {
cm.func "down" body (%n: i64, %m: i32, %p: !Ptr) -> none {
  cm.java.for
    body () -> !cm.var<i32> {
      %i = cm.var %m "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> i1 {
      %0 = cm.var.load %i : (!cm.var<i32>) -> i32
      %1 = cm.conv %0 : i32 to i64
      %2 = cm.le %n, %1 : i64, i64
      cm.yield %2 : i1
    }
    body (%i: !cm.var<i32>) -> none {
      %3 = cm.var.load %i : (!cm.var<i32>) -> i32
      %4 = cm.constant 2 : i32
      %5 = cm.sub %3, %4 : i32
      cm.var.store %i, %5 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>) -> none {
      %6 = cm.var.load %i : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %6) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.return
}
}

// -----

// The step is an int of the run, which is widened too.
//   void step(long n, int s, Ptr p) {
//     for (int i = 0; i < n; i += s)
//       store(p, i);
//   }
// CHECK-LABEL: tt.func public @step(
// CHECK-SAME:  %[[N:[^ :]+]]: i64, %[[S:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[V0:.+]] = arith.extsi %[[S]] : i32 to i64
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i64
// CHECK-NEXT: scf.for %[[I:[^ :]+]] = %[[C0]] to %[[N]] step %[[V0]]  : i64 {
// CHECK-NEXT: %[[V1:.+]] = arith.trunci %[[I]] : i64 to i32
// CHECK-NEXT: tt.store %[[P]], %[[V1]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i64", "i32", "*i32"]} {
cm.func "step" body (%n: i64, %s: i32, %p: !Ptr) -> none {
  cm.java.for
    body () -> !cm.var<i32> {
      %0 = cm.constant 0 : i32
      %i = cm.var %0 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> i1 {
      %1 = cm.var.load %i : (!cm.var<i32>) -> i32
      %2 = cm.conv %1 : i32 to i64
      %3 = cm.lt %2, %n : i64, i64
      cm.yield %3 : i1
    }
    body (%i: !cm.var<i32>) -> none {
      %4 = cm.var.load %i : (!cm.var<i32>) -> i32
      %5 = cm.add %4, %s : i32
      cm.var.store %i, %5 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>) -> none {
      %6 = cm.var.load %i : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %6) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.return
}
}

// -----

// A counter from outside stays an int, behind the loop too.
//   void outside(long n, Ptr p) {
//     int i;
//     for (i = 0; i < n; i++)
//       store(p, i);
//     store(p, i);
//   }
// CHECK-LABEL: tt.func public @outside(
// CHECK-SAME:  %[[N:[^ :]+]]: i64, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i64
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i64
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]] = scf.for %[[I:[^ :]+]] = %[[C0]] to %[[N]] step %[[C1]] iter_args(%[[I_1:[^ :]+]] = %[[C0_1]]) -> (i32)  : i64 {
// CHECK-NEXT: %[[V1:.+]] = arith.trunci %[[I]] : i64 to i32
// CHECK-NEXT: tt.store %[[P]], %[[V1]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C1_1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[I_2:.+]] = arith.addi %[[V1]], %[[C1_1]] : i32
// CHECK-NEXT: scf.yield %[[I_2]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.store %[[P]], %[[V0]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i64", "*i32"]} {
cm.func "outside" body (%n: i64, %p: !Ptr) -> none {
  %i = cm.var "i" : () -> !cm.var<i32>
  cm.java.for
    body () -> none {
      %0 = cm.constant 0 : i32
      cm.var.store %i, %0 : !cm.var<i32>, i32
      cm.yield
    }
    body () -> i1 {
      %1 = cm.var.load %i : (!cm.var<i32>) -> i32
      %2 = cm.conv %1 : i32 to i64
      %3 = cm.lt %2, %n : i64, i64
      cm.yield %3 : i1
    }
    body () -> none {
      %4 = cm.var.load %i : (!cm.var<i32>) -> i32
      %5 = cm.constant 1 : i32
      %6 = cm.add %4, %5 : i32
      cm.var.store %i, %6 : !cm.var<i32>, i32
      cm.yield
    }
    body () -> none {
      %7 = cm.var.load %i : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %7) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  %8 = cm.var.load %i : (!cm.var<i32>) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %8) : (!Ptr, i32) -> ()
  cm.return
}
}
