// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-DOT-1
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %0 = cm.constant 0 : i32
  %2 = cm.constant 2 : i32
  %4 = cm.constant 4 : i32
  %a = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %4) : (i32, i32) -> !Tensor
  // expected-error @+1 {{T-DOT-1: operands must be tiles of two dimensions, or of three: a tile of 4 int and a tile of 4 int}}
  %r = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %a) : (!Tensor, !Tensor) -> !Tensor
  cm.return
}
}

// -----

// T-DOT-2
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %ta = cm.constant f32 -> !Class
  %tb = cm.constant f32 -> !Class
  %f = cm.constant f32 -> !Class
  %h = cm.constant !cm.java<"oracle.code.triton.Float16"> -> !Class
  %m = cm.constant 16 : i32
  %k = cm.constant 32 : i32
  %n = cm.constant 64 : i32
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%ta, %m, %k) : (!Class, i32, i32) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%tb, %k, %n) : (!Class, i32, i32) -> !Tensor
  // expected-error @+1 {{T-DOT-2: inner extents differ: 32 and 16, of a tile of 16x32 float and a tile of 16x32 float}}
  %r = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %a) : (!Tensor, !Tensor) -> !Tensor
  cm.return
}
}

// -----

// T-DOT-3
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %f = cm.constant f32 -> !Class
  %2 = cm.constant 2 : i32
  %16 = cm.constant 16 : i32
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %2, %16, %16) : (!Class, i32, i32, i32) -> !Tensor
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %16, %16, %16) : (!Class, i32, i32, i32) -> !Tensor
  // expected-error @+1 {{T-DOT-3: batches differ: 2 and 16, of a tile of 2x16x16 float and a tile of 16x16x16 float}}
  %r = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %b) : (!Tensor, !Tensor) -> !Tensor
  cm.return
}
}

// VARIANT
// T-DOT-4: two types.
%ta = cm.constant f32 -> !Class
%tb = cm.constant !cm.java<"oracle.code.triton.Float16"> -> !Class
%f = cm.constant f32 -> !Class
%h = cm.constant !cm.java<"oracle.code.triton.Float16"> -> !Class
%m = cm.constant 16 : i32
%k = cm.constant 32 : i32
%n = cm.constant 64 : i32
%a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%ta, %m, %k) : (!Class, i32, i32) -> !Tensor
%b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%tb, %k, %n) : (!Class, i32, i32) -> !Tensor
// expected-error @+2 {{T-DOT-4: operands must be of one type, byte, fp8, fp16, bf16, float or double: a tile of 16x32 float and a tile of 32x64 fp16}}
// expected-note @+1 {{conv converts a tile: x.conv(Float16.class)}}
%r = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %b) : (!Tensor, !Tensor) -> !Tensor
// WITHOUT: %2, %16

// VARIANT
// T-DOT-4: unsigned bytes.
%ta = cm.constant !cm.java<"oracle.code.triton.UInt8"> -> !Class
%tb = cm.constant !cm.java<"oracle.code.triton.UInt8"> -> !Class
%f = cm.constant f32 -> !Class
%h = cm.constant !cm.java<"oracle.code.triton.Float16"> -> !Class
%m = cm.constant 16 : i32
%k = cm.constant 32 : i32
%n = cm.constant 64 : i32
%a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%ta, %m, %k) : (!Class, i32, i32) -> !Tensor
%b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%tb, %k, %n) : (!Class, i32, i32) -> !Tensor
// expected-error @+1 {{T-DOT-4: operands must be of one type, byte, fp8, fp16, bf16, float or double: a tile of 16x32 u8 and a tile of 32x64 u8}}
%r = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %b) : (!Tensor, !Tensor) -> !Tensor
// WITHOUT: %2, %16

// VARIANT
// T-DOT-5
%ta = cm.constant f32 -> !Class
%tb = cm.constant f32 -> !Class
%f = cm.constant f32 -> !Class
%h = cm.constant !cm.java<"oracle.code.triton.Float16"> -> !Class
%m = cm.constant 16 : i32
%k = cm.constant 8 : i32
%n = cm.constant 16 : i32
%a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%ta, %m, %k) : (!Class, i32, i32) -> !Tensor
%b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%tb, %k, %n) : (!Class, i32, i32) -> !Tensor
// expected-error @+1 {{T-DOT-5: the inner extent must be 16 at least for float: 8}}
%r = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %b) : (!Tensor, !Tensor) -> !Tensor
// WITHOUT: %2, %16

// VARIANT
// T-DOT-5: more for 8 bits.
%ta = cm.constant i8 -> !Class
%tb = cm.constant i8 -> !Class
%f = cm.constant f32 -> !Class
%h = cm.constant !cm.java<"oracle.code.triton.Float16"> -> !Class
%m = cm.constant 16 : i32
%k = cm.constant 16 : i32
%n = cm.constant 16 : i32
%a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%ta, %m, %k) : (!Class, i32, i32) -> !Tensor
%b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%tb, %k, %n) : (!Class, i32, i32) -> !Tensor
// expected-error @+1 {{T-DOT-5: the inner extent must be 32 at least for byte: 16}}
%r = cm.invoke "oracle.code.triton.Triton::dot(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %b) : (!Tensor, !Tensor) -> !Tensor
// WITHOUT: %2, %16
