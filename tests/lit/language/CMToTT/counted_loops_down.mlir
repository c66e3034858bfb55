// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Down from m to n, in scf.for up from n to m: its induction variable is taken from n + m.
//   void spellings(int n, int m, int s, Ptr p) {
//     for (int i = m; i > n; i--)
//       store(p, i);
//     for (int i = m; i >= 0; i -= 4)
//       store(p, i);
//     for (int i = m; n <= i; i -= s)
//       store(p, i);
//     for (int i = m; i > 0; i += s)
//       store(p, i);
//     for (int i = m; i != n; i--)
//       store(p, i);
//   }
// CHECK-LABEL: tt.func public @spellings(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[M:[^ :]+]]: i32, %[[S:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.addi %[[M]], %[[N]] : i32
// CHECK-NEXT: scf.for %[[I:[^ :]+]] = %[[N]] to %[[M]] step %[[C1]]  : i32 {
// CHECK-NEXT: %[[V1:.+]] = arith.subi %[[V0]], %[[I]] : i32
// CHECK-NEXT: tt.store %[[P]], %[[V1]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[CM1:.+]] = arith.constant -1 : i32
// CHECK-NEXT: %[[CM1_1:.+]] = arith.constant -1 : i32
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : i32
// CHECK-NEXT: %[[V2:.+]] = arith.addi %[[M]], %[[CM1_1]] : i32
// CHECK-NEXT: scf.for %[[I:[^ :]+]] = %[[CM1_1]] to %[[M]] step %[[C4]]  : i32 {
// CHECK-NEXT: %[[V1:.+]] = arith.subi %[[V2]], %[[I]] : i32
// CHECK-NEXT: tt.store %[[P]], %[[V1]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[CM1_2:.+]] = arith.constant -1 : i32
// CHECK-NEXT: %[[V3:.+]] = arith.addi %[[N]], %[[CM1_2]] : i32
// CHECK-NEXT: %[[V4:.+]] = arith.addi %[[M]], %[[V3]] : i32
// CHECK-NEXT: scf.for %[[I:[^ :]+]] = %[[V3]] to %[[M]] step %[[S]]  : i32 {
// CHECK-NEXT: %[[V1:.+]] = arith.subi %[[V4]], %[[I]] : i32
// CHECK-NEXT: tt.store %[[P]], %[[V1]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C0_2:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V5:.+]] = arith.subi %[[C0_2]], %[[S]] : i32
// CHECK-NEXT: scf.for %[[I:[^ :]+]] = %[[C0_1]] to %[[M]] step %[[V5]]  : i32 {
// CHECK-NEXT: %[[V1:.+]] = arith.subi %[[M]], %[[I]] : i32
// CHECK-NEXT: tt.store %[[P]], %[[V1]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[C1_1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V6:.+]] = arith.addi %[[M]], %[[N]] : i32
// CHECK-NEXT: scf.for %[[I:[^ :]+]] = %[[N]] to %[[M]] step %[[C1_1]]  : i32 {
// CHECK-NEXT: %[[V1:.+]] = arith.subi %[[V6]], %[[I]] : i32
// CHECK-NEXT: tt.store %[[P]], %[[V1]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "i32", "i32", "*i32"]} {
cm.func "spellings" body (%n: i32, %m: i32, %s: i32, %p: !Ptr) -> none {
  cm.java.for
    body () -> !cm.var<i32> {
      %i = cm.var %m "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> i1 {
      %0 = cm.var.load %i : (!cm.var<i32>) -> i32
      %1 = cm.gt %0, %n : i32, i32
      cm.yield %1 : i1
    }
    body (%i: !cm.var<i32>) -> none {
      %2 = cm.var.load %i : (!cm.var<i32>) -> i32
      %3 = cm.constant 1 : i32
      %4 = cm.sub %2, %3 : i32
      cm.var.store %i, %4 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>) -> none {
      %5 = cm.var.load %i : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %5) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.java.for
    body () -> !cm.var<i32> {
      %i_1 = cm.var %m "i" : (i32) -> !cm.var<i32>
      cm.yield %i_1 : !cm.var<i32>
    }
    body (%i_1: !cm.var<i32>) -> i1 {
      %6 = cm.var.load %i_1 : (!cm.var<i32>) -> i32
      %7 = cm.constant 0 : i32
      %8 = cm.ge %6, %7 : i32, i32
      cm.yield %8 : i1
    }
    body (%i_1: !cm.var<i32>) -> none {
      %9 = cm.var.load %i_1 : (!cm.var<i32>) -> i32
      %10 = cm.constant 4 : i32
      %11 = cm.sub %9, %10 : i32
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
      %i_2 = cm.var %m "i" : (i32) -> !cm.var<i32>
      cm.yield %i_2 : !cm.var<i32>
    }
    body (%i_2: !cm.var<i32>) -> i1 {
      %13 = cm.var.load %i_2 : (!cm.var<i32>) -> i32
      %14 = cm.le %n, %13 : i32, i32
      cm.yield %14 : i1
    }
    body (%i_2: !cm.var<i32>) -> none {
      %15 = cm.var.load %i_2 : (!cm.var<i32>) -> i32
      %16 = cm.sub %15, %s : i32
      cm.var.store %i_2, %16 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i_2: !cm.var<i32>) -> none {
      %17 = cm.var.load %i_2 : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %17) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.java.for
    body () -> !cm.var<i32> {
      %i_3 = cm.var %m "i" : (i32) -> !cm.var<i32>
      cm.yield %i_3 : !cm.var<i32>
    }
    body (%i_3: !cm.var<i32>) -> i1 {
      %18 = cm.var.load %i_3 : (!cm.var<i32>) -> i32
      %19 = cm.constant 0 : i32
      %20 = cm.gt %18, %19 : i32, i32
      cm.yield %20 : i1
    }
    body (%i_3: !cm.var<i32>) -> none {
      %21 = cm.var.load %i_3 : (!cm.var<i32>) -> i32
      %22 = cm.add %21, %s : i32
      cm.var.store %i_3, %22 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i_3: !cm.var<i32>) -> none {
      %23 = cm.var.load %i_3 : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %23) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.java.for
    body () -> !cm.var<i32> {
      %i_4 = cm.var %m "i" : (i32) -> !cm.var<i32>
      cm.yield %i_4 : !cm.var<i32>
    }
    body (%i_4: !cm.var<i32>) -> i1 {
      %24 = cm.var.load %i_4 : (!cm.var<i32>) -> i32
      %25 = cm.neq %24, %n : i32, i32
      cm.yield %25 : i1
    }
    body (%i_4: !cm.var<i32>) -> none {
      %26 = cm.var.load %i_4 : (!cm.var<i32>) -> i32
      %27 = cm.constant 1 : i32
      %28 = cm.sub %26, %27 : i32
      cm.var.store %i_4, %28 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i_4: !cm.var<i32>) -> none {
      %29 = cm.var.load %i_4 : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %29) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.return
}
}
