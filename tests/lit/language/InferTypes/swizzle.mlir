// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// Promoted and broadcast.
!Pair = !cm.java<"oracle.code.triton.Triton$Pair">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32", "i64"]} {
cm.func "k" body (%n: i32, %l: i64) -> none {
  %c0 = cm.constant 4 : i32
  %c1 = cm.constant 2 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: Pair(int first, int second){{$}}
  %1 = cm.invoke "oracle.code.triton.Triton::swizzle2d(int, int, int, int, int):oracle.code.triton.Triton$Pair"(%n, %n, %c0, %c0, %c1) : (i32, i32, i32, i32, i32) -> !Pair
  %c2 = cm.constant 0 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c2, %c0) : (i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: Pair(tensor<x4, long> first, tensor<x4, long> second){{$}}
  %3 = cm.invoke "oracle.code.triton.Triton::swizzle2d(oracle.code.triton.Tensor, int, long, int, int):oracle.code.triton.Triton$Pair"(%2, %n, %l, %c0, %c1) : (!Tensor, i32, i64, i32, i32) -> !Pair
  cm.return
}
}
