// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// A variable that holds null is one without a value: both branches give it one.
//   void merged(boolean c, Ptr p) {
//     Tensor t = null;
//     if (c)
//       t = arange(0, 8);
//     else
//       t = add(arange(0, 8), 1);
//     store(add(p, t), t);
//   }
// CHECK-LABEL: tt.func public @merged(
// CHECK-SAME:  %[[C:[^ :]+]]: i1, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[V0:.+]] = scf.if %[[C]] -> (tensor<8xi32>) {
// CHECK-NEXT: %[[T:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: scf.yield %[[T]] : tensor<8xi32>
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[V1:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<1> : tensor<8xi32>
// CHECK-NEXT: %[[T_1:.+]] = arith.addi %[[V1]], %[[CST]] : tensor<8xi32>
// CHECK-NEXT: scf.yield %[[T_1]] : tensor<8xi32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V2:.+]] = tt.splat %[[P]] : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: %[[V3:.+]] = tt.addptr %[[V2]], %[[V0]] : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
// CHECK-NEXT: tt.store %[[V3]], %[[V0]] : tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i1", "*i32"]} {
cm.func "merged" body (%c: i1, %p: !Ptr) -> none {
  %0 = cm.constant #cm.null -> !Tensor
  %t = cm.var %0 "t" : (!Tensor) -> !cm.var<!Tensor>
  cm.java.if
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> none {
      %1 = cm.constant 0 : i32
      %2 = cm.constant 8 : i32
      %3 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%1, %2) : (i32, i32) -> !Tensor
      cm.var.store %t, %3 : !cm.var<!Tensor>, !Tensor
      cm.yield
    }
    body () -> none {
      %4 = cm.constant 0 : i32
      %5 = cm.constant 8 : i32
      %6 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%4, %5) : (i32, i32) -> !Tensor
      %7 = cm.constant 1 : i32
      %8 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%6, %7) : (!Tensor, i32) -> !Tensor
      cm.var.store %t, %8 : !cm.var<!Tensor>, !Tensor
      cm.yield
    }
  %9 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  %10 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %9) : (!Ptr, !Tensor) -> !Tensor
  %11 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%10, %11) : (!Tensor, !Tensor) -> ()
  cm.return
}
}

// -----

// So is null that a branch leaves: what may be read is the other's tile (Java's null would be no operand).
//   void oneSided(boolean c, Ptr p) {
//     Tensor t = null;
//     if (c)
//       t = arange(0, 8);
//     store(add(p, t), t);
//   }
// CHECK-LABEL: tt.func public @oneSided(
// CHECK-SAME:  %[[C:[^ :]+]]: i1, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[V0:.+]] = scf.if %[[C]] -> (tensor<8xi32>) {
// CHECK-NEXT: %[[T:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: scf.yield %[[T]] : tensor<8xi32>
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[V1:.+]] = ub.poison : tensor<8xi32>
// CHECK-NEXT: scf.yield %[[V1]] : tensor<8xi32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V2:.+]] = tt.splat %[[P]] : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: %[[V3:.+]] = tt.addptr %[[V2]], %[[V0]] : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
// CHECK-NEXT: tt.store %[[V3]], %[[V0]] : tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i1", "*i32"]} {
cm.func "oneSided" body (%c: i1, %p: !Ptr) -> none {
  %0 = cm.constant #cm.null -> !Tensor
  %t = cm.var %0 "t" : (!Tensor) -> !cm.var<!Tensor>
  cm.java.if
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> none {
      %1 = cm.constant 0 : i32
      %2 = cm.constant 8 : i32
      %3 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%1, %2) : (i32, i32) -> !Tensor
      cm.var.store %t, %3 : !cm.var<!Tensor>, !Tensor
      cm.yield
    }
  %4 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  %5 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %4) : (!Ptr, !Tensor) -> !Tensor
  %6 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%5, %6) : (!Tensor, !Tensor) -> ()
  cm.return
}
}
