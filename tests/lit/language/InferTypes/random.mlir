// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// The shape is that of seed and offsets together.
!Class = !cm.java<"java.lang.Class">
!Pair = !cm.java<"oracle.code.triton.Triton$Pair">
!Quad = !cm.java<"oracle.code.triton.Triton$Quad">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32", "i64", "fp32"]} {
cm.func "k" body (%n: i32, %l: i64, %f: f32) -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, u32>{{$}}
  %2 = cm.invoke "oracle.code.triton.Triton::randint(int, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%n, %1) : (i32, !Tensor) -> !Tensor
  %c2 = cm.constant 7 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u32{{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::randint(long, int, int):oracle.code.triton.Tensor"(%l, %n, %c2) : (i64, i32, i32) -> !Tensor
  %c3 = cm.constant 1 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: Quad(tensor<x4, u32> first, tensor<x4, u32> second, tensor<x4, u32> third, tensor<x4, u32> fourth){{$}}
  %4 = cm.invoke "oracle.code.triton.Triton::randint4x(int, oracle.code.triton.Tensor):oracle.code.triton.Triton$Quad"(%c3, %1) : (i32, !Tensor) -> !Quad
  %c4 = cm.constant i64 -> !Class
  %c5 = cm.constant 2 : i32
  %5 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c4, %c5, %c3) : (!Class, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x2, x4, float>{{$}}
  %6 = cm.invoke "oracle.code.triton.Triton::rand(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%5, %1) : (!Tensor, !Tensor) -> !Tensor
  %c6 = cm.constant 3 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: Quad(tensor<x4, float> first, tensor<x4, float> second, tensor<x4, float> third, tensor<x4, float> fourth){{$}}
  %7 = cm.invoke "oracle.code.triton.Triton::rand4x(int, oracle.code.triton.Tensor, int):oracle.code.triton.Triton$Quad"(%c3, %1, %c6) : (i32, !Tensor, i32) -> !Quad
  %c7 = cm.constant i8 -> !Class
  %8 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c7, %c1) : (!Class, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x4, float>{{$}}
  %9 = cm.invoke "oracle.code.triton.Triton::randn(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%8, %c3) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: Quad(tensor<x4, float> first, tensor<x4, float> second, tensor<x4, float> third, tensor<x4, float> fourth){{$}}
  %10 = cm.invoke "oracle.code.triton.Triton::randn4x(int, oracle.code.triton.Tensor):oracle.code.triton.Triton$Quad"(%c3, %1) : (i32, !Tensor) -> !Quad
  %11 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c4, %c1) : (!Class, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: Quad(tensor<x4, u64> first, tensor<x4, u64> second, tensor<x4, u64> third, tensor<x4, u64> fourth){{$}}
  %12 = cm.invoke "oracle.code.triton.Triton::philox(int, oracle.code.triton.Tensor, oracle.code.triton.Tensor, int, int):oracle.code.triton.Triton$Quad"(%c3, %11, %1, %c0, %n) : (i32, !Tensor, !Tensor, i32, i32) -> !Quad
  // CHECK: [[#@LINE+1]]:{{.*}} remark: Quad(tensor<x4, u32> first, tensor<x4, u32> second, tensor<x4, u32> third, tensor<x4, u32> fourth){{$}}
  %13 = cm.invoke "oracle.code.triton.Triton::philox(int, int, oracle.code.triton.Tensor, int, int, int):oracle.code.triton.Triton$Quad"(%c3, %c0, %1, %c0, %n, %c2) : (i32, i32, !Tensor, i32, i32, i32) -> !Quad
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %14 = cm.invoke "oracle.code.triton.Triton::uintToUniformFloat(long):oracle.code.triton.Tensor"(%l) : (i64) -> !Tensor
  %c8 = cm.constant f32 -> !Class
  %15 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c8, %c1) : (!Class, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: Pair(tensor<x4, float> first, tensor<x4, float> second){{$}}
  %16 = cm.invoke "oracle.code.triton.Triton::pairUniformToNormal(float, oracle.code.triton.Tensor):oracle.code.triton.Triton$Pair"(%f, %15) : (f32, !Tensor) -> !Pair
  cm.return
}
}
