// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-JMATH-1: javac converts an int; what is not a number of Java's is not.
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["fp16"]} {
cm.func "k" body (%h: f16) -> none {
  // expected-error @+1 {{T-JMATH-1: the function is of a float or a double, not fp16}}
  %r = cm.invoke "java.lang.Math::sqrt(java.lang.Number):java.lang.Number"(%h) : (f16) -> !Num
  cm.return
}
}

// VARIANT
// T-JMATH-1: of three.
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
// expected-error @+1 {{T-JMATH-1: the function is of a float or a double, not int}}
%r = cm.invoke "java.lang.Math::fma(java.lang.Number, java.lang.Number, java.lang.Number):java.lang.Number"(%n, %n, %n) : (i32, i32, i32) -> !Num

// VARIANT
// T-JMATH-2
module attributes {cm.signature = ["u32"]} {
cm.func "k" body (%u: i32) -> none {
// expected-error @+1 {{T-JMATH-2: the division is of int or long, not u32}}
%r = cm.invoke "java.lang.Math::floorDiv(java.lang.Number, java.lang.Number):java.lang.Number"(%u, %u) : (i32, i32) -> !Num

// VARIANT
// T-JMATH-3
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: f32) -> none {
// expected-error @+1 {{T-JMATH-3: only integers can be read as unsigned, not float}}
%r = cm.invoke "java.lang.Integer::divideUnsigned(java.lang.Number, java.lang.Number):java.lang.Number"(%f, %f) : (f32, f32) -> !Num

// -----

// T-JAVA-1: of java.lang.Math.
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["*fp32"]} {
cm.func "k" body (%p: !Ptr) -> none {
  // expected-note @+2 {{tiles and pointers have methods: Triton.add, Triton.compare, ...}}
  // expected-error @+1 {{T-JAVA-1: Java's operators and functions need numbers: a pointer to float}}
  %r = cm.invoke "java.lang.Math::abs(java.lang.Number):java.lang.Number"(%p) : (!Ptr) -> !Num
  cm.return
}
}

// VARIANT
// T-JAVA-2: of java.lang.Math.
module attributes {cm.signature = ["i32", "fp32"]} {
cm.func "k" body (%n: i32, %f: f32) -> none {
// expected-note @+2 {{Java converts its own numbers; cast one of them, or use the methods of Triton, which convert all}}
// expected-error @+1 {{T-JAVA-2: types differ: int and float}}
%r = cm.invoke "java.lang.Math::max(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %f) : (i32, f32) -> !Num
// WITHOUT: !Ptr

// VARIANT
// T-JAVA-3: no order of truth values.
module attributes {cm.signature = ["i1"]} {
cm.func "k" body (%b: i1) -> none {
// expected-error @+1 {{T-JAVA-3: no such operation on this type: boolean}}
%r = cm.invoke "java.lang.Math::max(java.lang.Number, java.lang.Number):java.lang.Number"(%b, %b) : (i1, i1) -> !Num
// WITHOUT: !Ptr

// VARIANT
// T-JAVA-4: of java.lang.Math.
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
%c = cm.constant 0 : i32
// expected-error @+1 {{T-JAVA-4: division by zero: int by the constant 0}}
%r = cm.invoke "java.lang.Math::floorMod(java.lang.Number, java.lang.Number):java.lang.Number"(%n, %c) : (i32, i32) -> !Num
// WITHOUT: !Ptr

// -----

// T-EQUALS-1
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
  // expected-error @+1 {{T-EQUALS-1: equals compares strings, constants of enums, class literals and null, which are known while compiling: int and int}}
  %r = cm.invoke "java.util.Objects::equals(java.lang.Object, java.lang.Object):boolean"(%n, %n) : (i32, i32) -> i1
  cm.return
}
}

// VARIANT
// T-JMATH-4
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: f32) -> none {
// expected-error @+1 {{T-JMATH-4: bits are counted of an int or a long, not of float}}
%r = cm.invoke "java.lang.Integer::bitCount(int):int"(%f) : (f32) -> i32
