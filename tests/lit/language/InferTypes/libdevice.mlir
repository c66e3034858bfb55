// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -o /dev/null 2>&1 | FileCheck %s

// Functions of libdevice, by the common type of their operands.
!Class = !cm.java<"java.lang.Class">
!Tensor = !cm.java<"io.github.cm2tt.lang.Tensor">
module attributes {cm.signature = ["i32", "i64", "fp32", "fp64"]} {
cm.func "k" body (%n: i32, %l: i64, %f: f32, %d: f64) -> none {
  %c0 = cm.constant 0 : i32
  %c8 = cm.constant 8 : i32
  %cu = cm.constant ui32 -> !Class
  %x = cm.invoke "io.github.cm2tt.lang.Triton::arange(int, int):io.github.cm2tt.lang.Tensor"(%c0, %c8) : (i32, i32) -> !Tensor
  %u = cm.invoke "io.github.cm2tt.lang.Triton::conv(java.lang.Class, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%cu, %x) : (!Class, !Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, int>{{$}}
  %v0 = cm.invoke "io.github.cm2tt.lang.Triton::brev(io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%x) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: long{{$}}
  %v1 = cm.invoke "io.github.cm2tt.lang.Triton::brev(long):io.github.cm2tt.lang.Tensor"(%l) : (i64) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, int>{{$}}
  %v2 = cm.invoke "io.github.cm2tt.lang.Triton::clz(io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%x) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %v3 = cm.invoke "io.github.cm2tt.lang.Triton::clz(long):io.github.cm2tt.lang.Tensor"(%l) : (i64) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, int>{{$}}
  %v4 = cm.invoke "io.github.cm2tt.lang.Triton::ffs(io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%x) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %v5 = cm.invoke "io.github.cm2tt.lang.Triton::ffs(long):io.github.cm2tt.lang.Tensor"(%l) : (i64) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, int>{{$}}
  %v6 = cm.invoke "io.github.cm2tt.lang.Triton::popc(io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%x) : (!Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %v7 = cm.invoke "io.github.cm2tt.lang.Triton::popc(long):io.github.cm2tt.lang.Tensor"(%l) : (i64) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, int>{{$}}
  %v8 = cm.invoke "io.github.cm2tt.lang.Triton::hadd(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%x, %n) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, u32>{{$}}
  %v9 = cm.invoke "io.github.cm2tt.lang.Triton::hadd(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%u, %u) : (!Tensor, !Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, int>{{$}}
  %v10 = cm.invoke "io.github.cm2tt.lang.Triton::rhadd(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%x, %n) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, u32>{{$}}
  %v11 = cm.invoke "io.github.cm2tt.lang.Triton::rhadd(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%u, %u) : (!Tensor, !Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, int>{{$}}
  %v12 = cm.invoke "io.github.cm2tt.lang.Triton::mul24(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%x, %n) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, u32>{{$}}
  %v13 = cm.invoke "io.github.cm2tt.lang.Triton::mul24(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%u, %u) : (!Tensor, !Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, int>{{$}}
  %v14 = cm.invoke "io.github.cm2tt.lang.Triton::mulhi(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%x, %n) : (!Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, u32>{{$}}
  %v15 = cm.invoke "io.github.cm2tt.lang.Triton::mulhi(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor):io.github.cm2tt.lang.Tensor"(%u, %u) : (!Tensor, !Tensor) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, long>{{$}}
  %v16 = cm.invoke "io.github.cm2tt.lang.Triton::mulhi(io.github.cm2tt.lang.Tensor, long):io.github.cm2tt.lang.Tensor"(%x, %l) : (!Tensor, i64) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, int>{{$}}
  %v17 = cm.invoke "io.github.cm2tt.lang.Triton::sad(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%x, %x, %n) : (!Tensor, !Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, u32>{{$}}
  %v18 = cm.invoke "io.github.cm2tt.lang.Triton::sad(io.github.cm2tt.lang.Tensor, io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%u, %u, %n) : (!Tensor, !Tensor, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, int>{{$}}
  %v19 = cm.invoke "io.github.cm2tt.lang.Triton::bytePerm(io.github.cm2tt.lang.Tensor, int, int):io.github.cm2tt.lang.Tensor"(%x, %n, %n) : (!Tensor, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %v20 = cm.invoke "io.github.cm2tt.lang.Triton::isfinite(float):io.github.cm2tt.lang.Tensor"(%f) : (f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %v21 = cm.invoke "io.github.cm2tt.lang.Triton::isfinite(double):io.github.cm2tt.lang.Tensor"(%d) : (f64) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %v22 = cm.invoke "io.github.cm2tt.lang.Triton::isinf(float):io.github.cm2tt.lang.Tensor"(%f) : (f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %v23 = cm.invoke "io.github.cm2tt.lang.Triton::isinf(double):io.github.cm2tt.lang.Tensor"(%d) : (f64) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %v24 = cm.invoke "io.github.cm2tt.lang.Triton::isnan(float):io.github.cm2tt.lang.Tensor"(%f) : (f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %v25 = cm.invoke "io.github.cm2tt.lang.Triton::isnan(double):io.github.cm2tt.lang.Tensor"(%d) : (f64) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %v26 = cm.invoke "io.github.cm2tt.lang.Triton::signbit(float):io.github.cm2tt.lang.Tensor"(%f) : (f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: boolean{{$}}
  %v27 = cm.invoke "io.github.cm2tt.lang.Triton::signbit(double):io.github.cm2tt.lang.Tensor"(%d) : (f64) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %v28 = cm.invoke "io.github.cm2tt.lang.Triton::saturate(float):io.github.cm2tt.lang.Tensor"(%f) : (f32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %v29 = cm.invoke "io.github.cm2tt.lang.Triton::highWord(double):io.github.cm2tt.lang.Tensor"(%d) : (f64) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %v30 = cm.invoke "io.github.cm2tt.lang.Triton::lowWord(double):io.github.cm2tt.lang.Tensor"(%d) : (f64) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x8, double>{{$}}
  %v31 = cm.invoke "io.github.cm2tt.lang.Triton::joinWords(io.github.cm2tt.lang.Tensor, int):io.github.cm2tt.lang.Tensor"(%x, %n) : (!Tensor, i32) -> !Tensor
  cm.return
}
}
