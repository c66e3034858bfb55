// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// A product of tiles: accumulator and pointers are carried, each under its Java name; what the body declares is not.
//   void matmul(Ptr a, Ptr b, Ptr c, int k) {
//     Tensor x = add(a, arange(0, 16)).expand(0);
//     Tensor y = add(b, arange(0, 16)).expand(1);
//     Tensor acc = zeros(float.class, 16, 16);
//     for (int i = 0; i < k; i += 16) {
//       Tensor left = load(broadcastTo(x, 16, 16));
//       acc = dot(left, load(broadcastTo(y, 16, 16)), acc);
//       x = add(x, 16);
//       y = add(y, i);
//     }
//     store(broadcastTo(expand(add(c, arange(0, 16)), 1), 16, 16), acc);
//   }
// CHECK-LABEL: tt.func public @matmul(
// CHECK-SAME:  %[[A:[^ :]+]]: !tt.ptr<f16>, %[[B:[^ :]+]]: !tt.ptr<f16>, %[[C:[^ :]+]]: !tt.ptr<f32>, %[[K:[^ :]+]]: i32)
// CHECK-NEXT: %[[V0:.+]] = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
// CHECK-NEXT: %[[V1:.+]] = tt.splat %[[A]] : !tt.ptr<f16> -> tensor<16x!tt.ptr<f16>>
// CHECK-NEXT: %[[V2:.+]] = tt.addptr %[[V1]], %[[V0]] : tensor<16x!tt.ptr<f16>>, tensor<16xi32>
// CHECK-NEXT: %[[X:.+]] = tt.expand_dims %[[V2]] {axis = 0 : i32} : tensor<16x!tt.ptr<f16>> -> tensor<1x16x!tt.ptr<f16>>
// CHECK-NEXT: %[[V3:.+]] = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
// CHECK-NEXT: %[[V4:.+]] = tt.splat %[[B]] : !tt.ptr<f16> -> tensor<16x!tt.ptr<f16>>
// CHECK-NEXT: %[[V5:.+]] = tt.addptr %[[V4]], %[[V3]] : tensor<16x!tt.ptr<f16>>, tensor<16xi32>
// CHECK-NEXT: %[[Y:.+]] = tt.expand_dims %[[V5]] {axis = 1 : i32} : tensor<16x!tt.ptr<f16>> -> tensor<16x1x!tt.ptr<f16>>
// CHECK-NEXT: %[[ACC:.+]] = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C16:.+]] = arith.constant 16 : i32
// CHECK-NEXT: %[[V6:.+]]:3 = scf.for %[[I:[^ :]+]] = %[[C0]] to %[[K]] step %[[C16]] iter_args(%[[ACC1:[^ :]+]] = %[[ACC]], %[[X1:[^ :]+]] = %[[X]], %[[Y1:[^ :]+]] = %[[Y]]) -> (tensor<16x16xf32>, tensor<1x16x!tt.ptr<f16>>, tensor<16x1x!tt.ptr<f16>>)  : i32 {
// CHECK-NEXT: %[[V7:.+]] = tt.broadcast %[[X1]] : tensor<1x16x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
// CHECK-NEXT: %[[LEFT:.+]] = tt.load %[[V7]] : tensor<16x16x!tt.ptr<f16>>
// CHECK-NEXT: %[[V8:.+]] = tt.broadcast %[[Y1]] : tensor<16x1x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
// CHECK-NEXT: %[[V9:.+]] = tt.load %[[V8]] : tensor<16x16x!tt.ptr<f16>>
// CHECK-NEXT: %[[ACC2:.+]] = tt.dot %[[LEFT]], %[[V9]], %[[ACC1]], inputPrecision = tf32 : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<16> : tensor<1x16xi32>
// CHECK-NEXT: %[[X2:.+]] = tt.addptr %[[X1]], %[[CST]] : tensor<1x16x!tt.ptr<f16>>, tensor<1x16xi32>
// CHECK-NEXT: %[[V10:.+]] = tt.splat %[[I]] : i32 -> tensor<16x1xi32>
// CHECK-NEXT: %[[Y2:.+]] = tt.addptr %[[Y1]], %[[V10]] : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
// CHECK-NEXT: scf.yield %[[ACC2]], %[[X2]], %[[Y2]] : tensor<16x16xf32>, tensor<1x16x!tt.ptr<f16>>, tensor<16x1x!tt.ptr<f16>>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V11:.+]] = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
// CHECK-NEXT: %[[V12:.+]] = tt.splat %[[C]] : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
// CHECK-NEXT: %[[V13:.+]] = tt.addptr %[[V12]], %[[V11]] : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
// CHECK-NEXT: %[[V14:.+]] = tt.expand_dims %[[V13]] {axis = 1 : i32} : tensor<16x!tt.ptr<f32>> -> tensor<16x1x!tt.ptr<f32>>
// CHECK-NEXT: %[[V15:.+]] = tt.broadcast %[[V14]] : tensor<16x1x!tt.ptr<f32>> -> tensor<16x16x!tt.ptr<f32>>
// CHECK-NEXT: tt.store %[[V15]], %[[V6]]#0 : tensor<16x16x!tt.ptr<f32>>
// CHECK-NEXT: tt.return
!Class = !cm.java<"java.lang.Class">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["*fp16", "*fp16", "*fp32", "i32"]} {
cm.func "matmul" body (%a: !Ptr, %b: !Ptr, %c: !Ptr, %k: i32) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 16 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %3 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %2) : (!Ptr, !Tensor) -> !Tensor
  %4 = cm.constant 0 : i32
  %5 = cm.invoke "oracle.code.triton.Tensor::expand(int):oracle.code.triton.Tensor"(%3, %4) : (!Tensor, i32) -> !Tensor
  %x = cm.var %5 "x" : (!Tensor) -> !cm.var<!Tensor>
  %6 = cm.constant 0 : i32
  %7 = cm.constant 16 : i32
  %8 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%6, %7) : (i32, i32) -> !Tensor
  %9 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%b, %8) : (!Ptr, !Tensor) -> !Tensor
  %10 = cm.constant 1 : i32
  %11 = cm.invoke "oracle.code.triton.Tensor::expand(int):oracle.code.triton.Tensor"(%9, %10) : (!Tensor, i32) -> !Tensor
  %y = cm.var %11 "y" : (!Tensor) -> !cm.var<!Tensor>
  %12 = cm.constant f32 -> !Class
  %13 = cm.constant 16 : i32
  %14 = cm.constant 16 : i32
  %15 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int, int):oracle.code.triton.Tensor"(%12, %13, %14) : (!Class, i32, i32) -> !Tensor
  %acc = cm.var %15 "acc" : (!Tensor) -> !cm.var<!Tensor>
  cm.java.for
    body () -> !cm.var<i32> {
      %16 = cm.constant 0 : i32
      %i = cm.var %16 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> i1 {
      %17 = cm.var.load %i : (!cm.var<i32>) -> i32
      %18 = cm.lt %17, %k : i32, i32
      cm.yield %18 : i1
    }
    body (%i: !cm.var<i32>) -> none {
      %19 = cm.var.load %i : (!cm.var<i32>) -> i32
      %20 = cm.constant 16 : i32
      %21 = cm.add %19, %20 : i32
      cm.var.store %i, %21 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>) -> none {
      %22 = cm.var.load %x : (!cm.var<!Tensor>) -> !Tensor
      %23 = cm.constant 16 : i32
      %24 = cm.constant 16 : i32
      %25 = cm.invoke "oracle.code.triton.Triton::broadcastTo(oracle.code.triton.Tensor, int, int):oracle.code.triton.Tensor"(%22, %23, %24) : (!Tensor, i32, i32) -> !Tensor
      %26 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%25) : (!Tensor) -> !Tensor
      %left = cm.var %26 "left" : (!Tensor) -> !cm.var<!Tensor>
      %27 = cm.var.load %left : (!cm.var<!Tensor>) -> !Tensor
      %28 = cm.var.load %y : (!cm.var<!Tensor>) -> !Tensor
      %29 = cm.constant 16 : i32
      %30 = cm.constant 16 : i32
      %31 = cm.invoke "oracle.code.triton.Triton::broadcastTo(oracle.code.triton.Tensor, int, int):oracle.code.triton.Tensor"(%28, %29, %30) : (!Tensor, i32, i32) -> !Tensor
      %32 = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%31) : (!Tensor) -> !Tensor
      %33 = cm.var.load %acc : (!cm.var<!Tensor>) -> !Tensor
      %34 = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%27, %32, %33) : (!Tensor, !Tensor, !Tensor) -> !Tensor
      cm.var.store %acc, %34 : !cm.var<!Tensor>, !Tensor
      %35 = cm.var.load %x : (!cm.var<!Tensor>) -> !Tensor
      %36 = cm.constant 16 : i32
      %37 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%35, %36) : (!Tensor, i32) -> !Tensor
      cm.var.store %x, %37 : !cm.var<!Tensor>, !Tensor
      %38 = cm.var.load %y : (!cm.var<!Tensor>) -> !Tensor
      %39 = cm.var.load %i : (!cm.var<i32>) -> i32
      %40 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%38, %39) : (!Tensor, i32) -> !Tensor
      cm.var.store %y, %40 : !cm.var<!Tensor>, !Tensor
      cm.java.continue
    }
  %41 = cm.constant 0 : i32
  %42 = cm.constant 16 : i32
  %43 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%41, %42) : (i32, i32) -> !Tensor
  %44 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%c, %43) : (!Ptr, !Tensor) -> !Tensor
  %45 = cm.constant 1 : i32
  %46 = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%44, %45) : (!Tensor, i32) -> !Tensor
  %47 = cm.constant 16 : i32
  %48 = cm.constant 16 : i32
  %49 = cm.invoke "oracle.code.triton.Triton::broadcastTo(oracle.code.triton.Tensor, int, int):oracle.code.triton.Tensor"(%46, %47, %48) : (!Tensor, i32, i32) -> !Tensor
  %50 = cm.var.load %acc : (!cm.var<!Tensor>) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%49, %50) : (!Tensor, !Tensor) -> ()
  cm.return
}
}
