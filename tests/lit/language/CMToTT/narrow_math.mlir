// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file -verify-diagnostics | FileCheck %s

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

// -----

// CHECK-LABEL: tt.func public @more(
// CHECK-SAME:  %[[X:[^:]+]]: f32)
// CHECK: math.roundeven %[[X]] : f32
// CHECK: math.tan %[[X]] : f32
// CHECK: math.asin %[[X]] : f32
// CHECK: math.acos %[[X]] : f32
// CHECK: math.atan %[[X]] : f32
// CHECK: math.sinh %[[X]] : f32
// CHECK: math.cosh %[[X]] : f32
// CHECK: math.tanh %[[X]] : f32
// CHECK: math.expm1 %[[X]] : f32
// CHECK: math.log1p %[[X]] : f32
// CHECK: math.log10 %[[X]] : f32
// CHECK: tt.return
module attributes {cm.signature = ["fp32"]} {
cm.func "more" body (%x: f32) -> none {
  %0 = cm.conv %x : f32 to f64
  %1 = cm.invoke "java.lang.Math::rint(double):double"(%0) : (f64) -> f64
  %2 = cm.conv %1 : f64 to f32
  %3 = cm.invoke "java.lang.Math::tan(double):double"(%0) : (f64) -> f64
  // expected-remark @+1 {{the function is computed as one of float, whose last bits may differ from those of Math's}}
  %4 = cm.conv %3 : f64 to f32
  %5 = cm.invoke "java.lang.Math::asin(double):double"(%0) : (f64) -> f64
  // expected-remark @+1 {{the function is computed as one of float, whose last bits may differ from those of Math's}}
  %6 = cm.conv %5 : f64 to f32
  %7 = cm.invoke "java.lang.Math::acos(double):double"(%0) : (f64) -> f64
  // expected-remark @+1 {{the function is computed as one of float, whose last bits may differ from those of Math's}}
  %8 = cm.conv %7 : f64 to f32
  %9 = cm.invoke "java.lang.Math::atan(double):double"(%0) : (f64) -> f64
  // expected-remark @+1 {{the function is computed as one of float, whose last bits may differ from those of Math's}}
  %10 = cm.conv %9 : f64 to f32
  %11 = cm.invoke "java.lang.Math::sinh(double):double"(%0) : (f64) -> f64
  // expected-remark @+1 {{the function is computed as one of float, whose last bits may differ from those of Math's}}
  %12 = cm.conv %11 : f64 to f32
  %13 = cm.invoke "java.lang.Math::cosh(double):double"(%0) : (f64) -> f64
  // expected-remark @+1 {{the function is computed as one of float, whose last bits may differ from those of Math's}}
  %14 = cm.conv %13 : f64 to f32
  %15 = cm.invoke "java.lang.Math::tanh(double):double"(%0) : (f64) -> f64
  // expected-remark @+1 {{the function is computed as one of float, whose last bits may differ from those of Math's}}
  %16 = cm.conv %15 : f64 to f32
  %17 = cm.invoke "java.lang.Math::expm1(double):double"(%0) : (f64) -> f64
  // expected-remark @+1 {{the function is computed as one of float, whose last bits may differ from those of Math's}}
  %18 = cm.conv %17 : f64 to f32
  %19 = cm.invoke "java.lang.Math::log1p(double):double"(%0) : (f64) -> f64
  // expected-remark @+1 {{the function is computed as one of float, whose last bits may differ from those of Math's}}
  %20 = cm.conv %19 : f64 to f32
  %21 = cm.invoke "java.lang.Math::log10(double):double"(%0) : (f64) -> f64
  // expected-remark @+1 {{the function is computed as one of float, whose last bits may differ from those of Math's}}
  %22 = cm.conv %21 : f64 to f32
  cm.return
}
}
