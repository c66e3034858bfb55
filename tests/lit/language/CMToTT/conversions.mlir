// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Math.max and Math.min follow the sign; of floats, they propagate NaN.
// CHECK-LABEL: tt.func public @math(
// CHECK-SAME:  %[[P0:[^:]+]]: i32,
// CHECK-SAME:  %[[P1:[^:]+]]: i32,
// CHECK-SAME:  %[[P2:[^:]+]]: f32,
// CHECK-SAME:  %[[P3:[^:]+]]: f64)
// CHECK-NEXT: %[[V0:.+]] = arith.maxsi %[[P0]], %[[P0]] : i32
// CHECK-NEXT: %[[V1:.+]] = arith.minsi %[[P0]], %[[P0]] : i32
// CHECK-NEXT: %[[V2:.+]] = arith.maxui %[[P1]], %[[P0]] : i32
// CHECK-NEXT: %[[V3:.+]] = arith.minui %[[P1]], %[[P1]] : i32
// CHECK-NEXT: %[[V4:.+]] = arith.maximumf %[[P2]], %[[P2]] : f32
// CHECK-NEXT: %[[V5:.+]] = arith.minimumf %[[P2]], %[[P2]] : f32
// CHECK-NEXT: tt.return
module attributes {cm.signature = ["i32", "u32", "fp32", "fp64"]} {
cm.func "math" body (%n: i32, %u: i32, %f: f32, %d: f64) -> none {
  %0 = cm.invoke "java.lang.Math::max(int, int):int"(%n, %n) : (i32, i32) -> i32
  %1 = cm.invoke "java.lang.Math::min(int, int):int"(%n, %n) : (i32, i32) -> i32
  %2 = cm.invoke "java.lang.Math::max(int, int):int"(%u, %n) : (i32, i32) -> i32
  %3 = cm.invoke "java.lang.Math::min(int, int):int"(%u, %u) : (i32, i32) -> i32
  %4 = cm.invoke "java.lang.Math::max(float, float):float"(%f, %f) : (f32, f32) -> f32
  %5 = cm.invoke "java.lang.Math::min(float, float):float"(%f, %f) : (f32, f32) -> f32
  cm.return
}
}

// -----

// Conversions of small floats, unsigned numbers and truth values.
// CHECK-LABEL: tt.func public @conv(
// CHECK-SAME:  %[[P0:[^:]+]]: !tt.ptr<f16>,
// CHECK-SAME:  %[[P1:[^:]+]]: !tt.ptr<bf16>,
// CHECK-SAME:  %[[P2:[^:]+]]: !tt.ptr<f8E4M3FN>,
// CHECK-SAME:  %[[P3:[^:]+]]: !tt.ptr<f8E5M2>,
// CHECK-SAME:  %[[P4:[^:]+]]: !tt.ptr<i8>,
// CHECK-SAME:  %[[P5:[^:]+]]: i1)
// CHECK-NEXT: %[[V0:.+]] = tt.load %[[P0]], %[[P5]] : !tt.ptr<f16>
// CHECK-NEXT: %[[V1:.+]] = tt.load %[[P1]], %[[P5]] : !tt.ptr<bf16>
// CHECK-NEXT: %[[V2:.+]] = tt.load %[[P2]], %[[P5]] : !tt.ptr<f8E4M3FN>
// CHECK-NEXT: %[[V3:.+]] = tt.load %[[P3]], %[[P5]] : !tt.ptr<f8E5M2>
// CHECK-NEXT: %[[V4:.+]] = tt.load %[[P4]], %[[P5]] : !tt.ptr<i8>
// CHECK-NEXT: %[[V5:.+]] = arith.extf %[[V0]] : f16 to f32
// CHECK-NEXT: %[[V6:.+]] = arith.extf %[[V1]] : bf16 to f32
// CHECK-NEXT: %[[V7:.+]] = arith.truncf %[[V6]] : f32 to f16
// CHECK-NEXT: %[[V8:.+]] = tt.fp_to_fp %[[V2]] : f8E4M3FN -> f32
// CHECK-NEXT: %[[V9:.+]] = tt.fp_to_fp %[[V3]] : f8E5M2 -> f16
// CHECK-NEXT: %[[V10:.+]] = arith.extui %[[V4]] : i8 to i32
// CHECK-NEXT: %[[V11F:.+]] = arith.extf %[[V0]] : f16 to f32
// CHECK-NEXT: %[[V11:.+]] = arith.fptosi %[[V11F]] : f32 to i32
// CHECK-NEXT: %[[V12:.+]] = tt.fp_to_fp %[[V2]] : f8E4M3FN -> f32
// CHECK-NEXT: %[[V13:.+]] = arith.fptosi %[[V12]] : f32 to i32
// CHECK-NEXT: %[[V14:.+]] = arith.extui %[[P5]] : i1 to i32
// CHECK-NEXT: %[[V15:.+]] = arith.uitofp %[[P5]] : i1 to f32
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Num = !cm.java<"java.lang.Number">
!Class = !cm.java<"java.lang.Class">
!F16 = !cm.java<"oracle.code.triton.Float16">
module attributes {cm.signature = ["*fp16", "*bf16", "*fp8e4nv", "*fp8e5", "*u8", "i1"]} {
cm.func "conv" body (%h: !Ptr, %b: !Ptr, %e: !Ptr, %g: !Ptr, %u: !Ptr, %m: i1) -> none {
  %ch = cm.constant !F16 -> !Class
  %cf = cm.constant f32 -> !Class
  %ci = cm.constant i32 -> !Class
  %vh = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%h, %m) : (!Ptr, i1) -> !Num
  %vb = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%b, %m) : (!Ptr, i1) -> !Num
  %ve = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%e, %m) : (!Ptr, i1) -> !Num
  %vg = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%g, %m) : (!Ptr, i1) -> !Num
  %vu = cm.invoke "oracle.code.triton.Triton::load(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%u, %m) : (!Ptr, i1) -> !Num
  %0 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Class, java.lang.Number):java.lang.Number"(%cf, %vh) : (!Class, !Num) -> !Num
  %1 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Class, java.lang.Number):java.lang.Number"(%ch, %vb) : (!Class, !Num) -> !Num
  %2 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Class, java.lang.Number):java.lang.Number"(%cf, %ve) : (!Class, !Num) -> !Num
  %3 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Class, java.lang.Number):java.lang.Number"(%ch, %vg) : (!Class, !Num) -> !Num
  %4 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Class, java.lang.Number):java.lang.Number"(%ci, %vu) : (!Class, !Num) -> !Num
  %5 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Class, java.lang.Number):java.lang.Number"(%ci, %vh) : (!Class, !Num) -> !Num
  %6 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Class, java.lang.Number):java.lang.Number"(%ci, %ve) : (!Class, !Num) -> !Num
  %7 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Class, java.lang.Number):java.lang.Number"(%ci, %m) : (!Class, i1) -> !Num
  %8 = cm.invoke "oracle.code.triton.Triton::conv(java.lang.Class, java.lang.Number):java.lang.Number"(%cf, %m) : (!Class, i1) -> !Num
  cm.return
}
}

// -----

// On a tile or a pointer, the class of the type is the first argument.
// CHECK-LABEL: tt.func public @fluent(
// CHECK-SAME:  %[[X:[^:]+]]: !tt.ptr<f32>)
// CHECK-NEXT: %[[W:.+]] = tt.bitcast %[[X]] : !tt.ptr<f32> -> !tt.ptr<i32>
// CHECK-NEXT: %[[V:.+]] = tt.load %[[X]] : !tt.ptr<f32>
// CHECK-NEXT: %[[H:.+]] = tt.fp_to_fp %[[V]], rounding = rtz : f32 -> f16
// CHECK-NEXT: %[[B:.+]] = tt.bitcast %[[H]] : f16 -> i16
// CHECK-NEXT: %[[I:.+]] = arith.extsi %[[B]] : i16 to i32
// CHECK-NEXT: tt.store %[[W]], %[[I]] : !tt.ptr<i32>
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!T = !cm.java<"io.github.cm2tt.lang.Tensor">
!Class = !cm.java<"java.lang.Class">
!Rounding = !cm.java<"io.github.cm2tt.lang.Triton$Rounding">
module attributes {cm.signature = ["*fp32"]} {
cm.func "fluent" body (%x: !Ptr) -> none {
  %ch = cm.constant !cm.java<"io.github.cm2tt.lang.Float16"> -> !Class
  %cs = cm.constant i16 -> !Class
  %ci = cm.constant i32 -> !Class
  %rtz = cm.field.load "io.github.cm2tt.lang.Triton$Rounding::RTZ:io.github.cm2tt.lang.Triton$Rounding" : () -> !Rounding
  %w = cm.invoke "io.github.cm2tt.lang.Ptr::bitcast(java.lang.Class):io.github.cm2tt.lang.Ptr"(%x, %ci) : (!Ptr, !Class) -> !Ptr
  %v = cm.invoke "io.github.cm2tt.lang.Ptr::load():io.github.cm2tt.lang.Tensor"(%x) : (!Ptr) -> !T
  %h = cm.invoke "io.github.cm2tt.lang.Tensor::conv(java.lang.Class, io.github.cm2tt.lang.Triton$Rounding):io.github.cm2tt.lang.Tensor"(%v, %ch, %rtz) : (!T, !Class, !Rounding) -> !T
  %b = cm.invoke "io.github.cm2tt.lang.Tensor::bitcast(java.lang.Class):io.github.cm2tt.lang.Tensor"(%h, %cs) : (!T, !Class) -> !T
  cm.invoke "io.github.cm2tt.lang.Ptr::store(java.lang.Number):void"(%w, %b) : (!Ptr, !T) -> ()
  cm.return
}
}
