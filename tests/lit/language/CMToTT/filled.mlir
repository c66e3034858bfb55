// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// The size of the grid.
// CHECK-LABEL: tt.func public @num_programs(
// CHECK-NEXT: %[[V0:.+]] = tt.get_num_programs x : i32
// CHECK-NEXT: %[[V1:.+]] = tt.get_num_programs z : i32
// CHECK-NEXT: tt.return
module attributes {cm.signature = []} {
cm.func "num_programs" body () -> none {
  %0 = cm.constant 0 : i32
  %2 = cm.constant 2 : i32
  %a = cm.invoke "oracle.code.triton.Triton::numPrograms(int):int"(%0) : (i32) -> i32
  %b = cm.invoke "oracle.code.triton.Triton::numPrograms(int):int"(%2) : (i32) -> i32
  cm.return
}
}

// -----

// Constants are filled as constants; run-time numbers are converted, then
// repeated.
// CHECK-LABEL: tt.func public @full(
// CHECK-SAME: %[[P0:[^:]+]]: i32
// CHECK-SAME: %[[P1:[^:]+]]: f32
// CHECK-NEXT: %[[C0:.+]] = arith.constant dense<4.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %[[V1:.+]] = arith.sitofp %[[P0]] : i32 to f16
// CHECK-NEXT: %[[V2:.+]] = tt.splat %[[V1]] : f16 -> tensor<4xf16>
// CHECK-NEXT: %[[V3:.+]] = arith.sitofp %[[P0]] : i32 to f32
// CHECK-NEXT: %[[V4:.+]] = tt.splat %[[P1]] : f32 -> tensor<4xf32>
// CHECK-NEXT: %[[V5:.+]] = arith.sitofp %[[P0]] : i32 to f32
// CHECK-NEXT: %[[V6:.+]] = tt.splat %[[V5]] : f32 -> tensor<4xf32>
// CHECK-NEXT: %[[C7:.+]] = arith.constant dense<0.000000e+00> : tensor<4xf16>
// CHECK-NEXT: tt.return
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = ["i32", "fp32", 4]} {
cm.func "full" body (%n: i32, %x: f32, %c4: i32) -> none {
  %f = cm.constant f32 -> !Class
  %h = cm.constant !cm.java<"oracle.code.triton.Float16"> -> !Class
  %1 = cm.invoke "oracle.code.triton.Triton::full(java.lang.Class, int, int[]):oracle.code.triton.Tensor"(%f, %c4, %c4) : (!Class, i32, i32) -> !Tensor
  %2 = cm.invoke "oracle.code.triton.Triton::full(java.lang.Class, int, int[]):oracle.code.triton.Tensor"(%h, %n, %c4) : (!Class, i32, i32) -> !Tensor
  %3 = cm.invoke "oracle.code.triton.Triton::full(java.lang.Class, int):oracle.code.triton.Tensor"(%f, %n) : (!Class, i32) -> !Tensor
  %4 = cm.invoke "oracle.code.triton.Triton::fullLike(oracle.code.triton.Tensor, float):oracle.code.triton.Tensor"(%1, %x) : (!Tensor, f32) -> !Tensor
  %5 = cm.invoke "oracle.code.triton.Triton::fullLike(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%1, %n) : (!Tensor, i32) -> !Tensor
  %6 = cm.invoke "oracle.code.triton.Triton::zerosLike(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%2) : (!Tensor) -> !Tensor
  cm.return
}
}
