// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// All formats, packings and types of scales; scales and accumulators that are absent.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
!Format = !cm.java<"oracle.code.triton.ScaledFormat">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %byte = cm.constant i8 -> !Class
  %i16 = cm.constant 16 : i32
  %i32 = cm.constant 32 : i32
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i16, %i32) : (!Class, i32, i32) -> !Tensor
  %u8 = cm.constant !cm.java<"oracle.code.triton.UInt8"> -> !Class
  %i2 = cm.constant 2 : i32
  %s = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%u8, %i16, %i2) : (!Class, i32, i32) -> !Tensor
  %bf = cm.constant !cm.java<"oracle.code.triton.BFloat16"> -> !Class
  %i64 = cm.constant 64 : i32
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%bf, %i64, %i32) : (!Class, i32, i32) -> !Tensor
  %f = cm.constant f32 -> !Class
  %c = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %i16, %i32) : (!Class, i32, i32) -> !Tensor
  %null = cm.constant #cm.null -> !Tensor
  %E2M1 = cm.field.load "oracle.code.triton.ScaledFormat::E2M1:oracle.code.triton.ScaledFormat" : () -> !Format
  %BF16 = cm.field.load "oracle.code.triton.ScaledFormat::BF16:oracle.code.triton.ScaledFormat" : () -> !Format
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x16, x32, float>{{$}}
  %r1 = cm.invoke "oracle.code.triton.Triton::dotScaled(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat):oracle.code.triton.Tensor"(%a, %s, %E2M1, %b, %null, %BF16) : (!Tensor, !Tensor, !Format, !Tensor, !Tensor, !Format) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x16, x32, float>{{$}}
  %r2 = cm.invoke "oracle.code.triton.Triton::dotScaled(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %s, %E2M1, %b, %null, %BF16, %c) : (!Tensor, !Tensor, !Format, !Tensor, !Tensor, !Format, !Tensor) -> !Tensor
  %E2M1_OUTER = cm.field.load "oracle.code.triton.ScaledFormat::E2M1_OUTER:oracle.code.triton.ScaledFormat" : () -> !Format
  %o = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%u8, %i64, %i16) : (!Class, i32, i32) -> !Tensor
  %e4 = cm.constant !cm.java<"oracle.code.triton.Float8E4M3"> -> !Class
  %i4 = cm.constant 4 : i32
  %t = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%e4, %i32, %i4) : (!Class, i32, i32) -> !Tensor
  %u = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%e4, %i16, %i4) : (!Class, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x16, x32, float>{{$}}
  %r3 = cm.invoke "oracle.code.triton.Triton::dotScaled(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %u, %E2M1, %o, %t, %E2M1_OUTER, %null) : (!Tensor, !Tensor, !Format, !Tensor, !Tensor, !Format, !Tensor) -> !Tensor
  %E4M3 = cm.field.load "oracle.code.triton.ScaledFormat::E4M3:oracle.code.triton.ScaledFormat" : () -> !Format
  %FP16 = cm.field.load "oracle.code.triton.ScaledFormat::FP16:oracle.code.triton.ScaledFormat" : () -> !Format
  %d = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%e4, %i2, %i16, %i64) : (!Class, i32, i32, i32) -> !Tensor
  %h = cm.constant !cm.java<"oracle.code.triton.Float16"> -> !Class
  %i8 = cm.constant 8 : i32
  %h2 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%h, %i2, %i64, %i8) : (!Class, i32, i32, i32) -> !Tensor
  %v = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i2, %i16, %i2) : (!Class, i32, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x2, x16, x8, float>{{$}}
  %r4 = cm.invoke "oracle.code.triton.Triton::dotScaled(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat):oracle.code.triton.Tensor"(%d, %v, %E4M3, %h2, %null, %FP16) : (!Tensor, !Tensor, !Format, !Tensor, !Tensor, !Format) -> !Tensor
  %E5M2 = cm.field.load "oracle.code.triton.ScaledFormat::E5M2:oracle.code.triton.ScaledFormat" : () -> !Format
  %e5 = cm.constant !cm.java<"oracle.code.triton.Float8E5M2"> -> !Class
  %e = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%e5, %i64, %i8) : (!Class, i32, i32) -> !Tensor
  %x = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%e4, %i16, %i64) : (!Class, i32, i32) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: tensor<x16, x8, float>{{$}}
  %r5 = cm.invoke "oracle.code.triton.Triton::dotScaled(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat):oracle.code.triton.Tensor"(%x, %null, %E4M3, %e, %null, %E5M2) : (!Tensor, !Tensor, !Format, !Tensor, !Tensor, !Format) -> !Tensor
  cm.return
}
}
