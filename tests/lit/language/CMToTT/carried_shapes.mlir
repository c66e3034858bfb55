// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// A tile variable has the shape of what it holds where the loop starts; a scalar pointer is carried as well.
//   void shape(Ptr p, int n) {
//     Tensor x = arange(0, 8);
//     x = expand(x, 1);
//     for (int i = 0; i < n; i++) {
//       x = mul(x, i);
//       p = add(p, 1);
//     }
//     store(p, sum(x));
//   }
// CHECK-LABEL: tt.func public @shape(
// CHECK-SAME:  %[[P:[^ :]+]]: !tt.ptr<i32>, %[[N:[^ :]+]]: i32)
// CHECK-NEXT: %[[X:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[X1:.+]] = tt.expand_dims %[[X]] {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[V0:.+]]:2 = scf.for %[[I:[^ :]+]] = %[[C0]] to %[[N]] step %[[C1]] iter_args(%[[X2:[^ :]+]] = %[[X1]], %[[P1:[^ :]+]] = %[[P]]) -> (tensor<8x1xi32>, !tt.ptr<i32>)  : i32 {
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[I]] : i32 -> tensor<8x1xi32>
// CHECK-NEXT: %[[X3:.+]] = arith.muli %[[X2]], %[[V1]] : tensor<8x1xi32>
// CHECK-NEXT: %[[C1_1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[P2:.+]] = tt.addptr %[[P1]], %[[C1_1]] : !tt.ptr<i32>, i32
// CHECK-NEXT: scf.yield %[[X3]], %[[P2]] : tensor<8x1xi32>, !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V2:.+]] = tt.reshape %[[V0]]#0 allow_reorder : tensor<8x1xi32> -> tensor<8xi32>
// CHECK-NEXT: %[[V3:.+]] = "tt.reduce"(%[[V2]]) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%[[A0:[^ :]+]]: i32, %[[A1:[^ :]+]]: i32):
// CHECK-NEXT: %[[V1:.+]] = arith.addi %[[A0]], %[[A1]] : i32
// CHECK-NEXT: tt.reduce.return %[[V1]] : i32
// CHECK-NEXT: }) : (tensor<8xi32>) -> i32
// CHECK-NEXT: tt.store %[[V0]]#1, %[[V3]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["*i32", "i32"]} {
cm.func "shape" body (%p: !Ptr, %n: i32) -> none {
  %p_v = cm.var %p "p" : (!Ptr) -> !cm.var<!Ptr>
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %x = cm.var %2 "x" : (!Tensor) -> !cm.var<!Tensor>
  %3 = cm.var.load %x : (!cm.var<!Tensor>) -> !Tensor
  %4 = cm.constant 1 : i32
  %5 = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%3, %4) : (!Tensor, i32) -> !Tensor
  cm.var.store %x, %5 : !cm.var<!Tensor>, !Tensor
  cm.java.for
    body () -> !cm.var<i32> {
      %6 = cm.constant 0 : i32
      %i = cm.var %6 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> i1 {
      %7 = cm.var.load %i : (!cm.var<i32>) -> i32
      %8 = cm.lt %7, %n : i32, i32
      cm.yield %8 : i1
    }
    body (%i: !cm.var<i32>) -> none {
      %9 = cm.var.load %i : (!cm.var<i32>) -> i32
      %10 = cm.constant 1 : i32
      %11 = cm.add %9, %10 : i32
      cm.var.store %i, %11 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>) -> none {
      %12 = cm.var.load %x : (!cm.var<!Tensor>) -> !Tensor
      %13 = cm.var.load %i : (!cm.var<i32>) -> i32
      %14 = cm.invoke "oracle.code.triton.Triton::mul(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%12, %13) : (!Tensor, i32) -> !Tensor
      cm.var.store %x, %14 : !cm.var<!Tensor>, !Tensor
      %15 = cm.var.load %p_v : (!cm.var<!Ptr>) -> !Ptr
      %16 = cm.constant 1 : i32
      %17 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, int):oracle.code.triton.Tensor"(%15, %16) : (!Ptr, i32) -> !Tensor
      cm.var.store %p_v, %17 : !cm.var<!Ptr>, !Tensor
      cm.java.continue
    }
  %18 = cm.var.load %p_v : (!cm.var<!Ptr>) -> !Ptr
  %19 = cm.var.load %x : (!cm.var<!Tensor>) -> !Tensor
  %20 = cm.invoke "oracle.code.triton.Triton::sum(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%19) : (!Tensor) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, oracle.code.triton.Tensor):void"(%18, %20) : (!Ptr, !Tensor) -> ()
  cm.return
}
}
