// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Tiles and pointers are merged too; what both branches leave equal stays a constant, as z, which gives a shape.
//   void tiles(boolean c, Ptr p, Ptr q) {
//     Tensor t = arange(0, 8);
//     int z;
//     if (c) {
//       t = add(t, 1);
//       p = q;
//       z = 8;
//     } else {
//       z = 8;
//     }
//     store(add(p, t), arange(0, z));
//   }
// CHECK-LABEL: tt.func public @tiles(
// CHECK-SAME:  %[[C:[^ :]+]]: i1, %[[P:[^ :]+]]: !tt.ptr<i32>, %[[Q:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[T:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V0:.+]]:2 = scf.if %[[C]] -> (tensor<8xi32>, !tt.ptr<i32>) {
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<1> : tensor<8xi32>
// CHECK-NEXT: %[[T1:.+]] = arith.addi %[[T]], %[[CST]] : tensor<8xi32>
// CHECK-NEXT: scf.yield %[[T1]], %[[Q]] : tensor<8xi32>, !tt.ptr<i32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[T]], %[[P]] : tensor<8xi32>, !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[V0]]#1 : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: %[[V2:.+]] = tt.addptr %[[V1]], %[[V0]]#0 : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
// CHECK-NEXT: %[[V3:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: tt.store %[[V2]], %[[V3]] : tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i1", "*i32", "*i32"]} {
cm.func "tiles" body (%c: i1, %p: !Ptr, %q: !Ptr) -> none {
  %p_v = cm.var %p "p" : (!Ptr) -> !cm.var<!Ptr>
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %t = cm.var %2 "t" : (!Tensor) -> !cm.var<!Tensor>
  %z = cm.var "z" : () -> !cm.var<i32>
  cm.java.if
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> none {
      %3 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
      %4 = cm.constant 1 : i32
      %5 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%3, %4) : (!Tensor, i32) -> !Tensor
      cm.var.store %t, %5 : !cm.var<!Tensor>, !Tensor
      cm.var.store %p_v, %q : !cm.var<!Ptr>, !Ptr
      %6 = cm.constant 8 : i32
      cm.var.store %z, %6 : !cm.var<i32>, i32
      cm.yield
    }
    body () -> none {
      %7 = cm.constant 8 : i32
      cm.var.store %z, %7 : !cm.var<i32>, i32
      cm.yield
    }
  %8 = cm.var.load %p_v : (!cm.var<!Ptr>) -> !Ptr
  %9 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  %10 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%8, %9) : (!Ptr, !Tensor) -> !Tensor
  %11 = cm.constant 0 : i32
  %12 = cm.var.load %z : (!cm.var<i32>) -> i32
  %13 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%11, %12) : (i32, i32) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%10, %13) : (!Tensor, !Tensor) -> ()
  cm.return
}
}

// -----

// A variable of a branch ends with it.
//   void own(boolean c, int a, Ptr p) {
//     if (c) {
//       int t = a + 1;
//       t = t * 2;
//       store(p, t);
//     }
//   }
// CHECK-LABEL: tt.func public @own(
// CHECK-SAME:  %[[C:[^ :]+]]: i1, %[[A:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: scf.if %[[C]] {
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[T:.+]] = arith.addi %[[A]], %[[C1]] : i32
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: %[[T1:.+]] = arith.muli %[[T]], %[[C2]] : i32
// CHECK-NEXT: tt.store %[[P]], %[[T1]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i1", "i32", "*i32"]} {
cm.func "own" body (%c: i1, %a: i32, %p: !Ptr) -> none {
  cm.java.if
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> none {
      %0 = cm.constant 1 : i32
      %1 = cm.add %a, %0 : i32
      %t = cm.var %1 "t" : (i32) -> !cm.var<i32>
      %2 = cm.var.load %t : (!cm.var<i32>) -> i32
      %3 = cm.constant 2 : i32
      %4 = cm.mul %2, %3 : i32
      cm.var.store %t, %4 : !cm.var<i32>, i32
      %5 = cm.var.load %t : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %5) : (!Ptr, i32) -> ()
      cm.yield
    }
  cm.return
}
}
