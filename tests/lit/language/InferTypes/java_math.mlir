// RUN: cm2tt-opt %s -cm2tt-infer-types=print=true -split-input-file -o /dev/null 2>&1 | FileCheck %s

// The type of the operands.
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i32", "i64", "fp32", "fp64", "u32"]} {
cm.func "k" body (%n: i32, %l: i64, %f: f32, %d: f64, %u: i32) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %0 = cm.invoke "java.lang.Math::max(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %n) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %1 = cm.invoke "java.lang.Math::min(java.lang.Number, java.lang.Number):java.lang.Number"(%d, %d) : (f64, f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: long{{$}}
  %2 = cm.invoke "java.lang.Math::abs(java.lang.Number):java.lang.Number"(%l) : (i64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %3 = cm.invoke "java.lang.Math::fma(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%f, %f, %f) : (f32, f32, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %4 = cm.invoke "java.lang.Math::sqrt(java.lang.Number):java.lang.Number"(%d) : (f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %5 = cm.invoke "java.lang.Math::exp(java.lang.Number):java.lang.Number"(%d) : (f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %6 = cm.invoke "java.lang.Math::log(java.lang.Number):java.lang.Number"(%d) : (f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %7 = cm.invoke "java.lang.Math::sin(java.lang.Number):java.lang.Number"(%d) : (f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %8 = cm.invoke "java.lang.Math::cos(java.lang.Number):java.lang.Number"(%d) : (f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %9 = cm.invoke "java.lang.Math::floor(java.lang.Number):java.lang.Number"(%d) : (f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %10 = cm.invoke "java.lang.Math::ceil(java.lang.Number):java.lang.Number"(%d) : (f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %11 = cm.invoke "java.lang.Math::floorDiv(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %n) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: long{{$}}
  %12 = cm.invoke "java.lang.Math::floorMod(java.lang.Number, java.lang.Number):java.lang.Number"(%l, %l) : (i64, i64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %13 = cm.invoke "java.lang.Math::ceilDiv(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %n) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u32{{$}}
  %14 = cm.invoke "java.lang.Integer::max(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %u) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: long{{$}}
  %15 = cm.invoke "java.lang.Long::sum(java.lang.Number, java.lang.Number):java.lang.Number"(%l, %l) : (i64, i64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %16 = cm.invoke "java.lang.Float::min(java.lang.Number, java.lang.Number):java.lang.Number"(%f, %f) : (f32, f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %17 = cm.invoke "java.lang.Integer::divideUnsigned(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %n) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: long{{$}}
  %18 = cm.invoke "java.lang.Long::remainderUnsigned(java.lang.Number, java.lang.Number):java.lang.Number"(%l, %l) : (i64, i64) -> !Num
  cm.return
}
}

// -----

// Constants fold.
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = [-7, 2]} {
cm.func "k" body (%a: i32, %b: i32) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c-0>{{$}}
  %z = cm.constant -0.0 : f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c0>{{$}}
  %y = cm.constant 0.0 : f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c0>{{$}}
  %0 = cm.invoke "java.lang.Math::max(java.lang.Number, java.lang.Number):java.lang.Number"(%z, %y) : (f64, f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c-0>{{$}}
  %1 = cm.invoke "java.lang.Math::min(java.lang.Number, java.lang.Number):java.lang.Number"(%y, %z) : (f64, f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c7>{{$}}
  %2 = cm.invoke "java.lang.Math::abs(java.lang.Number):java.lang.Number"(%a) : (i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c0>{{$}}
  %3 = cm.invoke "java.lang.Math::abs(java.lang.Number):java.lang.Number"(%z) : (f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c-4>{{$}}
  %4 = cm.invoke "java.lang.Math::floorDiv(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %b) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c1>{{$}}
  %5 = cm.invoke "java.lang.Math::floorMod(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %b) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c-3>{{$}}
  %6 = cm.invoke "java.lang.Math::ceilDiv(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %b) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c0>{{$}}
  %7 = cm.invoke "java.lang.Math::sqrt(java.lang.Number):java.lang.Number"(%y) : (f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c0>{{$}}
  %8 = cm.invoke "java.lang.Math::fma(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%y, %y, %z) : (f64, f64, f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c2147483644>{{$}}
  %9 = cm.invoke "java.lang.Integer::divideUnsigned(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %b) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c1>{{$}}
  %10 = cm.invoke "java.lang.Integer::remainderUnsigned(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %b) : (i32, i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c-5>{{$}}
  %11 = cm.invoke "java.lang.Integer::sum(java.lang.Number, java.lang.Number):java.lang.Number"(%a, %b) : (i32, i32) -> !Num
  cm.return
}
}

// -----

// Unboxing converts, but not the sign; boxing does nothing.
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i32", "u32", "fp32", "fp16"]} {
cm.func "k" body (%n: i32, %u: i32, %f: f32, %h: f16) -> none {
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c2.75>{{$}}
  %d = cm.constant 2.75 : f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c1.0E+10>{{$}}
  %big = cm.constant 1.0e+10 : f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: u32{{$}}
  %0 = cm.invoke "java.lang.Number::intValue(java.lang.Number):java.lang.Number"(%u) : (i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: float{{$}}
  %1 = cm.invoke "java.lang.Number::floatValue(java.lang.Number):java.lang.Number"(%h) : (f16) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: long{{$}}
  %2 = cm.invoke "java.lang.Integer::longValue(java.lang.Number):java.lang.Number"(%n) : (i32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %3 = cm.invoke "java.lang.Float::intValue(java.lang.Number):java.lang.Number"(%f) : (f32) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<byte, c2>{{$}}
  %4 = cm.invoke "java.lang.Double::byteValue(java.lang.Number):java.lang.Number"(%d) : (f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c2147483647>{{$}}
  %5 = cm.invoke "java.lang.Double::intValue(java.lang.Number):java.lang.Number"(%big) : (f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c2.75>{{$}}
  %6 = cm.invoke "java.lang.Double::doubleValue(java.lang.Number):java.lang.Number"(%d) : (f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c2.75>{{$}}
  %7 = cm.invoke "java.lang.Double::floatValue(java.lang.Number):java.lang.Number"(%d) : (f64) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: fp16{{$}}
  %8 = cm.invoke "java.lang.Float::valueOf(java.lang.Number):java.lang.Number"(%h) : (f16) -> !Num
  // CHECK: [[#@LINE+1]]:{{.*}} remark: short{{$}}
  %9 = cm.invoke "java.lang.Number::shortValue(java.lang.Number):java.lang.Number"(%n) : (i32) -> !Num
  cm.return
}
}

// -----

// Tiles and the kernel language's numbers are Numbers of Java, too.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Half = !cm.java<"io.github.cm2tt.lang.Float16">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = ["fp16"]} {
cm.func "k" body (%h: !Half) -> none {
  %c = cm.constant i32 -> !Class
  %zero = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c) : (!Class) -> !Tensor
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<float, c0>{{$}}
  %0 = cm.invoke "oracle.code.triton.Tensor::floatValue():float"(%zero) : (!Tensor) -> f32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %1 = cm.invoke "io.github.cm2tt.lang.Float16::doubleValue():double"(%h) : (!Half) -> f64
  cm.return
}
}

// -----

// Divisions of a long by an int: Java has overloads, whose remainder is an int.
module attributes {cm.signature = ["i64", "i32"]} {
cm.func "k" body (%l: i64, %n: i32) -> none {
  %a = cm.constant -7 : i64
  %b = cm.constant 4 : i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: long{{$}}
  %r0 = cm.invoke "java.lang.Math::floorDiv(long, int):long"(%l, %n) : (i64, i32) -> i64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<long, c-2>
  %c0 = cm.invoke "java.lang.Math::floorDiv(long, int):long"(%a, %b) : (i64, i32) -> i64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: long{{$}}
  %r1 = cm.invoke "java.lang.Math::ceilDiv(long, int):long"(%l, %n) : (i64, i32) -> i64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<long, c-1>
  %c1 = cm.invoke "java.lang.Math::ceilDiv(long, int):long"(%a, %b) : (i64, i32) -> i64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %r2 = cm.invoke "java.lang.Math::floorMod(long, int):int"(%l, %n) : (i64, i32) -> i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c1>
  %c2 = cm.invoke "java.lang.Math::floorMod(long, int):int"(%a, %b) : (i64, i32) -> i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %r3 = cm.invoke "java.lang.Math::ceilMod(long, int):int"(%l, %n) : (i64, i32) -> i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c-3>
  %c3 = cm.invoke "java.lang.Math::ceilMod(long, int):int"(%a, %b) : (i64, i32) -> i32
  cm.return
}
}

// -----

// Strings, constants of enums and null are compared at compile time.
!String = !cm.java<"java.lang.String">
!Mode = !cm.java<"demo.Mode">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %a = cm.constant "fast" -> !String
  %b = cm.constant "slow" -> !String
  %m = cm.field.load "demo.Mode::FAST:demo.Mode" : () -> !Mode
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>
  %0 = cm.invoke "java.util.Objects::equals(java.lang.Object, java.lang.Object):boolean"(%a, %a) : (!String, !String) -> i1
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, cfalse>
  %1 = cm.invoke "java.lang.String::equals(java.lang.Object):boolean"(%a, %b) : (!String, !String) -> i1
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<boolean, ctrue>
  %2 = cm.invoke "java.util.Objects::equals(java.lang.Object, java.lang.Object):boolean"(%m, %m) : (!Mode, !Mode) -> i1
  cm.return
}
}

// -----

// Functions of doubles, and counts of bits; constants fold.
module attributes {cm.signature = ["fp64", "i32", "i64"]} {
cm.func "k" body (%d: f64, %n: i32, %l: i64) -> none {
  %h = cm.constant 2.5 : f64
  %one = cm.constant 1.0 : f64
  %nan = cm.constant 0x7FF8000000000000 : f64
  %inf = cm.constant 0x7FF0000000000000 : f64
  %m = cm.constant 40 : i32
  %w = cm.constant -1 : i64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %0 = cm.invoke "java.lang.Math::rint(double):double"(%d) : (f64) -> f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %1 = cm.invoke "java.lang.Math::tan(double):double"(%d) : (f64) -> f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %2 = cm.invoke "java.lang.Math::asin(double):double"(%d) : (f64) -> f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %3 = cm.invoke "java.lang.Math::acos(double):double"(%d) : (f64) -> f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %4 = cm.invoke "java.lang.Math::atan(double):double"(%d) : (f64) -> f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %5 = cm.invoke "java.lang.Math::sinh(double):double"(%d) : (f64) -> f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %6 = cm.invoke "java.lang.Math::cosh(double):double"(%d) : (f64) -> f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %7 = cm.invoke "java.lang.Math::tanh(double):double"(%d) : (f64) -> f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %8 = cm.invoke "java.lang.Math::expm1(double):double"(%d) : (f64) -> f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %9 = cm.invoke "java.lang.Math::log1p(double):double"(%d) : (f64) -> f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %10 = cm.invoke "java.lang.Math::log10(double):double"(%d) : (f64) -> f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %11 = cm.invoke "java.lang.Math::atan2(double, double):double"(%d, %one) : (f64, f64) -> f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: double{{$}}
  %12 = cm.invoke "java.lang.Math::pow(double, double):double"(%d, %one) : (f64, f64) -> f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %13 = cm.invoke "java.lang.Integer::bitCount(int):int"(%n) : (i32) -> i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %14 = cm.invoke "java.lang.Integer::numberOfLeadingZeros(int):int"(%n) : (i32) -> i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %15 = cm.invoke "java.lang.Long::bitCount(long):int"(%l) : (i64) -> i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: int{{$}}
  %16 = cm.invoke "java.lang.Long::numberOfLeadingZeros(long):int"(%l) : (i64) -> i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c2>{{$}}
  %17 = cm.invoke "java.lang.Math::rint(double):double"(%h) : (f64) -> f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c0>{{$}}
  %18 = cm.invoke "java.lang.Math::log10(double):double"(%one) : (f64) -> f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c2.5>{{$}}
  %19 = cm.invoke "java.lang.Math::pow(double, double):double"(%h, %one) : (f64, f64) -> f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, cNaN>{{$}}
  %20 = cm.invoke "java.lang.Math::pow(double, double):double"(%one, %inf) : (f64, f64) -> f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, cNaN>{{$}}
  %21 = cm.invoke "java.lang.Math::pow(double, double):double"(%one, %nan) : (f64, f64) -> f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<double, c1.5707963267948966>{{$}}
  %22 = cm.invoke "java.lang.Math::atan2(double, double):double"(%inf, %one) : (f64, f64) -> f64
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c2>{{$}}
  %23 = cm.invoke "java.lang.Integer::bitCount(int):int"(%m) : (i32) -> i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c26>{{$}}
  %24 = cm.invoke "java.lang.Integer::numberOfLeadingZeros(int):int"(%m) : (i32) -> i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c64>{{$}}
  %25 = cm.invoke "java.lang.Long::bitCount(long):int"(%w) : (i64) -> i32
  // CHECK: [[#@LINE+1]]:{{.*}} remark: constant<int, c0>{{$}}
  %26 = cm.invoke "java.lang.Long::numberOfLeadingZeros(long):int"(%w) : (i64) -> i32
  cm.return
}
}
