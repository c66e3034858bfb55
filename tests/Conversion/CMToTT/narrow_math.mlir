// RUN: cm2tt-opt %s -cm2tt-cm-to-tt=remarks=true -verify-diagnostics | FileCheck %s

// A function of double whose operand is a float and whose result is cast to
// float is computed in float.
// CHECK-LABEL: tt.func public @k(
// CHECK-SAME:  %[[P:[^:]+]]: !tt.ptr<f32>, %[[X:[^:]+]]: f32, %[[D:[^:]+]]: f64, %[[H:[^:]+]]: f16)
// CHECK: %[[ROOT:.+]] = tt.precise_sqrt %[[X]]
// CHECK: %[[FLOOR:.+]] = math.floor %[[X]] : f32
// CHECK: %[[EXP:.+]] = math.exp %[[X]] : f32
// CHECK: tt.store %[[P]], %[[ROOT]]
// CHECK: tt.store %[[P]], %[[FLOOR]]
// CHECK: tt.store %[[P]], %[[EXP]]
// CHECK: %[[WIDE:.+]] = math.sqrt %[[D]] : f64
// CHECK: %[[NARROW:.+]] = arith.truncf %[[WIDE]] : f64 to f32
// CHECK: tt.store %[[P]], %[[NARROW]]
// CHECK: %[[F:.+]] = arith.extf %[[H]] : f16 to f32
// CHECK: %[[HROOT:.+]] = tt.precise_sqrt %[[F]]
// CHECK: tt.store %[[P]], %[[HROOT]]
!Ptr = !cm.java<"io.github.cm2tt.lang.Ptr">
!Half = !cm.java<"io.github.cm2tt.lang.Float16">
module attributes {cm.signature = ["*fp32", "fp32", "fp64", "fp16"]} {
cm.func "k" body (%p: !Ptr, %x: f32, %d: f64, %h: !Half) -> none {
  %0 = cm.conv %x : f32 to f64
  %1 = cm.invoke "java.lang.Math::sqrt(double):double"(%0) : (f64) -> f64
  %2 = cm.conv %1 : f64 to f32
  %3 = cm.invoke "java.lang.Math::floor(double):double"(%0) : (f64) -> f64
  %4 = cm.conv %3 : f64 to f32
  %5 = cm.invoke "java.lang.Math::exp(double):double"(%0) : (f64) -> f64
  // expected-remark @+1 {{the function is computed as one of float, whose last bits may differ from those of Math's}}
  %6 = cm.conv %5 : f64 to f32
  cm.invoke "io.github.cm2tt.lang.Ptr::store(java.lang.Number):void"(%p, %2) : (!Ptr, f32) -> ()
  cm.invoke "io.github.cm2tt.lang.Ptr::store(java.lang.Number):void"(%p, %4) : (!Ptr, f32) -> ()
  cm.invoke "io.github.cm2tt.lang.Ptr::store(java.lang.Number):void"(%p, %6) : (!Ptr, f32) -> ()
  %7 = cm.invoke "java.lang.Math::sqrt(double):double"(%d) : (f64) -> f64
  %8 = cm.conv %7 : f64 to f32
  cm.invoke "io.github.cm2tt.lang.Ptr::store(java.lang.Number):void"(%p, %8) : (!Ptr, f32) -> ()
  %9 = cm.invoke "io.github.cm2tt.lang.Float16::doubleValue():double"(%h) : (!Half) -> f64
  %10 = cm.invoke "java.lang.Math::sqrt(double):double"(%9) : (f64) -> f64
  %11 = cm.conv %10 : f64 to f32
  cm.invoke "io.github.cm2tt.lang.Ptr::store(java.lang.Number):void"(%p, %11) : (!Ptr, f32) -> ()
  cm.return
}
}
