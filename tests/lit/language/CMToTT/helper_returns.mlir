// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Several returns, one of them in a loop; the call has the value that was returned.
//   int find(int n, int m) {
//     if (n < 0)
//       return 0;
//     for (int i = 0; i < n; i++)
//       if (i * i > m)
//         return i;
//     return n;
//   }
//   void returns(int a, int b, Ptr p) {
//     store(p, find(a, b));
//   }
// CHECK-LABEL: tt.func public @returns(
// CHECK-SAME:  %[[A:[^ :]+]]: i32, %[[B:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi slt, %[[A]], %[[C0]] : i32
// CHECK-NEXT: %[[V1:.+]] = scf.if %[[V0]] -> (i32) {
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: scf.yield %[[C0_1]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V2:.+]]:3 = scf.while (%[[I:[^ :]+]] = %[[C0_1]]) : (i32) -> (i32, i32, i32) {
// CHECK-NEXT: %[[V3:.+]] = arith.cmpi slt, %[[I]], %[[A]] : i32
// CHECK-NEXT: %[[V4:.+]]:3 = scf.if %[[V3]] -> (i32, i32, i32) {
// CHECK-NEXT: %[[V5:.+]] = arith.muli %[[I]], %[[I]] : i32
// CHECK-NEXT: %[[V6:.+]] = arith.cmpi sgt, %[[V5]], %[[B]] : i32
// CHECK-NEXT: %[[V7:.+]]:2 = scf.if %[[V6]] -> (i32, i32) {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: scf.yield %[[I]], %[[C2]] : i32, i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[V8:.+]] = ub.poison : i32
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : i32
// CHECK-NEXT: scf.yield %[[V8]], %[[C4]] : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C4_1:.+]] = arith.constant 4 : i32
// CHECK-NEXT: %[[V9:.+]] = arith.cmpi eq, %[[V7]]#1, %[[C4_1]] : i32
// CHECK-NEXT: %[[C0_2:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V10:.+]] = arith.select %[[V9]], %[[C0_2]], %[[V7]]#1 : i32
// CHECK-NEXT: %[[C0_3:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V11:.+]] = arith.cmpi eq, %[[V10]], %[[C0_3]] : i32
// CHECK-NEXT: %[[V12:.+]]:2 = scf.if %[[V11]] -> (i32, i32) {
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[I1:.+]] = arith.addi %[[I]], %[[C1]] : i32
// CHECK-NEXT: %[[C0_4:.+]] = arith.constant 0 : i32
// CHECK-NEXT: scf.yield %[[I1]], %[[C0_4]] : i32, i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[V8:.+]] = ub.poison : i32
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: scf.yield %[[V8]], %[[C2]] : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[V7]]#0, %[[V12]]#0, %[[V12]]#1 : i32, i32, i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[V5:.+]] = ub.poison : i32
// CHECK-NEXT: %[[C3:.+]] = arith.constant 3 : i32
// CHECK-NEXT: scf.yield %[[V5]], %[[I]], %[[C3]] : i32, i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_5:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V13:.+]] = arith.cmpi eq, %[[V4]]#2, %[[C0_5]] : i32
// CHECK-NEXT: scf.condition(%[[V13]]) %[[V4]]#1, %[[V4]]#0, %[[V4]]#2 : i32, i32, i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[A0:[^ :]+]]: i32, %[[A1:[^ :]+]]: i32, %[[A2:[^ :]+]]: i32):
// CHECK-NEXT: scf.yield %[[A0]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C3_1:.+]] = arith.constant 3 : i32
// CHECK-NEXT: %[[V14:.+]] = arith.cmpi eq, %[[V2]]#2, %[[C3_1]] : i32
// CHECK-NEXT: %[[C0_6:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V15:.+]] = arith.select %[[V14]], %[[C0_6]], %[[V2]]#2 : i32
// CHECK-NEXT: %[[C0_7:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V16:.+]] = arith.cmpi eq, %[[V15]], %[[C0_7]] : i32
// CHECK-NEXT: %[[V17:.+]] = scf.if %[[V16]] -> (i32) {
// CHECK-NEXT: scf.yield %[[A]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[V2]]#1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[V17]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: tt.store %[[P]], %[[V1]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i32", "i32", "*i32"], cm.kernel = "returns"} {
cm.func "find" body (%n: i32, %m: i32) -> i32 {
  cm.java.if
    body () -> i1 {
      %0 = cm.constant 0 : i32
      %1 = cm.lt %n, %0 : i32, i32
      cm.yield %1 : i1
    }
    body () -> none {
      %2 = cm.constant 0 : i32
      cm.return %2 : i32
    }
  cm.java.for
    body () -> !cm.var<i32> {
      %3 = cm.constant 0 : i32
      %i = cm.var %3 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> i1 {
      %4 = cm.var.load %i : (!cm.var<i32>) -> i32
      %5 = cm.lt %4, %n : i32, i32
      cm.yield %5 : i1
    }
    body (%i: !cm.var<i32>) -> none {
      %6 = cm.var.load %i : (!cm.var<i32>) -> i32
      %7 = cm.constant 1 : i32
      %8 = cm.add %6, %7 : i32
      cm.var.store %i, %8 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>) -> none {
      cm.java.if
        body () -> i1 {
          %9 = cm.var.load %i : (!cm.var<i32>) -> i32
          %10 = cm.var.load %i : (!cm.var<i32>) -> i32
          %11 = cm.mul %9, %10 : i32
          %12 = cm.gt %11, %m : i32, i32
          cm.yield %12 : i1
        }
        body () -> none {
          %13 = cm.var.load %i : (!cm.var<i32>) -> i32
          cm.return %13 : i32
        }
      cm.java.continue
    }
  cm.return %n : i32
}
cm.func "returns" body (%a: i32, %b: i32, %p: !Ptr) -> none {
  %0 = cm.invoke "demo.K::find(int, int):int"(%a, %b) : (i32, i32) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %0) : (!Ptr, i32) -> ()
  cm.return
}
}

// -----

// A known condition leaves one return, and a constant.
//   int size(boolean wide) {
//     if (wide)
//       return 16;
//     return 8;
//   }
//   void known(Ptr p) {
//     store(add(p, arange(0, size(false))), arange(0, size(1 > 2)));
//   }
// CHECK-LABEL: tt.func public @known(
// CHECK-SAME:  %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[P]] : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: %[[V2:.+]] = tt.addptr %[[V1]], %[[V0]] : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
// CHECK-NEXT: %[[V3:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: tt.store %[[V2]], %[[V3]] : tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["*i32"], cm.kernel = "known"} {
cm.func "size" body (%wide: i1) -> i32 {
  cm.java.if
    body () -> i1 {
      cm.yield %wide : i1
    }
    body () -> none {
      %0 = cm.constant 16 : i32
      cm.return %0 : i32
    }
  %1 = cm.constant 8 : i32
  cm.return %1 : i32
}
cm.func "known" body (%p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant false
  %2 = cm.invoke "demo.K::size(boolean):int"(%1) : (i1) -> i32
  %3 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %2) : (i32, i32) -> !Tensor
  %4 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %3) : (!Ptr, !Tensor) -> !Tensor
  %5 = cm.constant 0 : i32
  %6 = cm.constant 1 : i32
  %7 = cm.constant 2 : i32
  %8 = cm.gt %6, %7 : i32, i32
  %9 = cm.invoke "demo.K::size(boolean):int"(%8) : (i1) -> i32
  %10 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%5, %9) : (i32, i32) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%4, %10) : (!Tensor, !Tensor) -> ()
  cm.return
}
}
