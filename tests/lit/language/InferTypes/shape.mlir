// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -o /dev/null 2>&1 | FileCheck %s

// Tiles' shapes and types.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!TensorType = !cm.java<"oracle.code.triton.TensorType">
module attributes {cm.signature = ["fp32", "*fp32", 4, 8]} {
cm.func "k" body (%f: f32, %p: !Ptr, %c4: i32, %c8: i32) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c0>{{$}}
  %0 = cm.constant 0 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c1>{{$}}
  %1 = cm.constant 1 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c2>{{$}}
  %2 = cm.constant 2 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, int>{{$}}
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %c4) : (i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x1, x4, int>{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%a, %0) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x1, int>{{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%a, %1) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x1, x1, int>{{$}}
  %5 = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%4, %2) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, int>{{$}}
  %b = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %c8) : (i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<TensorType, ctensor<x4, x1, int>>{{$}}
  %ta = cm.invoke "oracle.code.triton.Tensor::type():oracle.code.triton.TensorType"(%4) : (!Tensor) -> !TensorType
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<TensorType, ctensor<x8, int>>{{$}}
  %tb = cm.invoke "oracle.code.triton.Tensor::type():oracle.code.triton.TensorType"(%b) : (!Tensor) -> !TensorType
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<TensorType, ctensor<x4, x8, int>>{{$}}
  %tj = cm.invoke "oracle.code.triton.Triton::joinShape(oracle.code.triton.TensorType, oracle.code.triton.TensorType):oracle.code.triton.TensorType"(%ta, %tb) : (!TensorType, !TensorType) -> !TensorType
  // The target gives the shape, the operand the element type.
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, float>{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::broadcast(java.lang.Object, oracle.code.triton.TensorType):oracle.code.triton.Tensor"(%f, %tj) : (f32, !TensorType) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, ptr<float>>{{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::broadcast(java.lang.Object, oracle.code.triton.TensorType):oracle.code.triton.Tensor"(%p, %tb) : (!Ptr, !TensorType) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, x8, int>{{$}}
  %8 = cm.invoke "oracle.code.triton.Triton::broadcast(java.lang.Object, oracle.code.triton.TensorType):oracle.code.triton.Tensor"(%b, %tj) : (!Tensor, !TensorType) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, int>{{$}}
  %9 = cm.invoke "oracle.code.triton.Triton::broadcast(java.lang.Object, oracle.code.triton.TensorType):oracle.code.triton.Tensor"(%c4, %tb) : (i32, !TensorType) -> !Tensor
  cm.return
}
}
