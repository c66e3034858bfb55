// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-DOTSCALED-1
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
!Format = !cm.java<"oracle.code.triton.ScaledFormat">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %byte = cm.constant i8 -> !Class
  %i16 = cm.constant 16 : i32
  %i32 = cm.constant 32 : i32
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i16, %i32) : (!Class, i32, i32) -> !Tensor
  %bf = cm.constant !cm.java<"oracle.code.triton.BFloat16"> -> !Class
  %i64 = cm.constant 64 : i32
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%bf, %i64, %i32) : (!Class, i32, i32) -> !Tensor
  %i2 = cm.constant 2 : i32
  %s = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i16, %i2) : (!Class, i32, i32) -> !Tensor
  %null = cm.constant #cm.null -> !Tensor
  %nothing = cm.constant #cm.null -> !Format
  %BF16 = cm.field.load "oracle.code.triton.ScaledFormat::BF16:oracle.code.triton.ScaledFormat" : () -> !Format
  // expected-error @+1 {{T-DOTSCALED-1: the format of a must be a constant of ScaledFormat: }}
  %r1 = cm.invoke "oracle.code.triton.Triton::dotScaled(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat):oracle.code.triton.Tensor"(%a, %s, %nothing, %b, %null, %BF16) : (!Tensor, !Tensor, !Format, !Tensor, !Tensor, !Format) -> !Tensor
  cm.return
}
}

// -----

// T-DOTSCALED-2: four dimensions.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
!Format = !cm.java<"oracle.code.triton.ScaledFormat">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %byte = cm.constant i8 -> !Class
  %i2 = cm.constant 2 : i32
  %i16 = cm.constant 16 : i32
  %i32 = cm.constant 32 : i32
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i2, %i2, %i16, %i32) : (!Class, i32, i32, i32, i32) -> !Tensor
  %bf = cm.constant !cm.java<"oracle.code.triton.BFloat16"> -> !Class
  %i64 = cm.constant 64 : i32
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%bf, %i64, %i32) : (!Class, i32, i32) -> !Tensor
  %s = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i16, %i2) : (!Class, i32, i32) -> !Tensor
  %null = cm.constant #cm.null -> !Tensor
  %E2M1 = cm.field.load "oracle.code.triton.ScaledFormat::E2M1:oracle.code.triton.ScaledFormat" : () -> !Format
  %BF16 = cm.field.load "oracle.code.triton.ScaledFormat::BF16:oracle.code.triton.ScaledFormat" : () -> !Format
  // expected-error @+1 {{T-DOTSCALED-2: operands must be tiles of two dimensions, or of three: a tile of 2x2x16x32 byte}}
  %r1 = cm.invoke "oracle.code.triton.Triton::dotScaled(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat):oracle.code.triton.Tensor"(%a, %s, %E2M1, %b, %null, %BF16) : (!Tensor, !Tensor, !Format, !Tensor, !Tensor, !Format) -> !Tensor
  cm.return
}
}

// -----

// T-DOTSCALED-2: two dimensions and three.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
!Format = !cm.java<"oracle.code.triton.ScaledFormat">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %byte = cm.constant i8 -> !Class
  %i16 = cm.constant 16 : i32
  %i32 = cm.constant 32 : i32
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i16, %i32) : (!Class, i32, i32) -> !Tensor
  %bf = cm.constant !cm.java<"oracle.code.triton.BFloat16"> -> !Class
  %i2 = cm.constant 2 : i32
  %i64 = cm.constant 64 : i32
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%bf, %i2, %i64, %i32) : (!Class, i32, i32, i32) -> !Tensor
  %s = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i16, %i2) : (!Class, i32, i32) -> !Tensor
  %null = cm.constant #cm.null -> !Tensor
  %E2M1 = cm.field.load "oracle.code.triton.ScaledFormat::E2M1:oracle.code.triton.ScaledFormat" : () -> !Format
  %BF16 = cm.field.load "oracle.code.triton.ScaledFormat::BF16:oracle.code.triton.ScaledFormat" : () -> !Format
  // expected-error @+1 {{T-DOTSCALED-2: operands must be tiles of two dimensions, or of three: a tile of 16x32 byte and a tile of 2x64x32 bf16}}
  %r1 = cm.invoke "oracle.code.triton.Triton::dotScaled(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat):oracle.code.triton.Tensor"(%a, %s, %E2M1, %b, %null, %BF16) : (!Tensor, !Tensor, !Format, !Tensor, !Tensor, !Format) -> !Tensor
  cm.return
}
}

// -----

// T-DOTSCALED-3: E2M1.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
!Format = !cm.java<"oracle.code.triton.ScaledFormat">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %f = cm.constant f32 -> !Class
  %i16 = cm.constant 16 : i32
  %i32 = cm.constant 32 : i32
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %i16, %i32) : (!Class, i32, i32) -> !Tensor
  %bf = cm.constant !cm.java<"oracle.code.triton.BFloat16"> -> !Class
  %i64 = cm.constant 64 : i32
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%bf, %i64, %i32) : (!Class, i32, i32) -> !Tensor
  %byte = cm.constant i8 -> !Class
  %i2 = cm.constant 2 : i32
  %s = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i16, %i2) : (!Class, i32, i32) -> !Tensor
  %null = cm.constant #cm.null -> !Tensor
  %E2M1 = cm.field.load "oracle.code.triton.ScaledFormat::E2M1:oracle.code.triton.ScaledFormat" : () -> !Format
  %BF16 = cm.field.load "oracle.code.triton.ScaledFormat::BF16:oracle.code.triton.ScaledFormat" : () -> !Format
  // expected-error @+1 {{T-DOTSCALED-3: the elements of a must be byte or UInt8: a tile of 16x32 float}}
  %r1 = cm.invoke "oracle.code.triton.Triton::dotScaled(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat):oracle.code.triton.Tensor"(%a, %s, %E2M1, %b, %null, %BF16) : (!Tensor, !Tensor, !Format, !Tensor, !Tensor, !Format) -> !Tensor
  cm.return
}
}

// VARIANT
// T-DOTSCALED-3: E2M1_OUTER.
%h = cm.constant !cm.java<"oracle.code.triton.Float16"> -> !Class
%i16 = cm.constant 16 : i32
%a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%h, %i16, %i32) : (!Class, i32, i32) -> !Tensor
%E2M1_OUTER = cm.field.load "oracle.code.triton.ScaledFormat::E2M1_OUTER:oracle.code.triton.ScaledFormat" : () -> !Format
%BF16 = cm.field.load "oracle.code.triton.ScaledFormat::BF16:oracle.code.triton.ScaledFormat" : () -> !Format
// expected-error @+1 {{T-DOTSCALED-3: the elements of a must be byte or UInt8: a tile of 16x32 fp16}}
%r1 = cm.invoke "oracle.code.triton.Triton::dotScaled(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat):oracle.code.triton.Tensor"(%a, %s, %E2M1_OUTER, %b, %null, %BF16) : (!Tensor, !Tensor, !Format, !Tensor, !Tensor, !Format) -> !Tensor
// WITHOUT: %f, %E2M1

// -----

// T-DOTSCALED-3: E4M3.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
!Format = !cm.java<"oracle.code.triton.ScaledFormat">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %byte = cm.constant i8 -> !Class
  %i16 = cm.constant 16 : i32
  %i32 = cm.constant 32 : i32
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i16, %i32) : (!Class, i32, i32) -> !Tensor
  %bf = cm.constant !cm.java<"oracle.code.triton.BFloat16"> -> !Class
  %i64 = cm.constant 64 : i32
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%bf, %i64, %i32) : (!Class, i32, i32) -> !Tensor
  %i2 = cm.constant 2 : i32
  %s = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i16, %i2) : (!Class, i32, i32) -> !Tensor
  %null = cm.constant #cm.null -> !Tensor
  %E4M3 = cm.field.load "oracle.code.triton.ScaledFormat::E4M3:oracle.code.triton.ScaledFormat" : () -> !Format
  %BF16 = cm.field.load "oracle.code.triton.ScaledFormat::BF16:oracle.code.triton.ScaledFormat" : () -> !Format
  // expected-error @+1 {{T-DOTSCALED-3: the elements of a must be fp8e4nv: a tile of 16x32 byte}}
  %r1 = cm.invoke "oracle.code.triton.Triton::dotScaled(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat):oracle.code.triton.Tensor"(%a, %s, %E4M3, %b, %null, %BF16) : (!Tensor, !Tensor, !Format, !Tensor, !Tensor, !Format) -> !Tensor
  cm.return
}
}

// -----

// T-DOTSCALED-3: E5M2.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
!Format = !cm.java<"oracle.code.triton.ScaledFormat">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %e4 = cm.constant !cm.java<"oracle.code.triton.Float8E4M3"> -> !Class
  %i16 = cm.constant 16 : i32
  %i32 = cm.constant 32 : i32
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%e4, %i16, %i32) : (!Class, i32, i32) -> !Tensor
  %bf = cm.constant !cm.java<"oracle.code.triton.BFloat16"> -> !Class
  %i64 = cm.constant 64 : i32
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%bf, %i64, %i32) : (!Class, i32, i32) -> !Tensor
  %byte = cm.constant i8 -> !Class
  %i2 = cm.constant 2 : i32
  %s = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i16, %i2) : (!Class, i32, i32) -> !Tensor
  %null = cm.constant #cm.null -> !Tensor
  %E5M2 = cm.field.load "oracle.code.triton.ScaledFormat::E5M2:oracle.code.triton.ScaledFormat" : () -> !Format
  %BF16 = cm.field.load "oracle.code.triton.ScaledFormat::BF16:oracle.code.triton.ScaledFormat" : () -> !Format
  // expected-error @+1 {{T-DOTSCALED-3: the elements of a must be fp8e5: a tile of 16x32 fp8e4nv}}
  %r1 = cm.invoke "oracle.code.triton.Triton::dotScaled(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat):oracle.code.triton.Tensor"(%a, %s, %E5M2, %b, %null, %BF16) : (!Tensor, !Tensor, !Format, !Tensor, !Tensor, !Format) -> !Tensor
  cm.return
}
}

// VARIANT
// T-DOTSCALED-3: BF16.
%h = cm.constant !cm.java<"oracle.code.triton.Float16"> -> !Class
%i16 = cm.constant 16 : i32
%a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%h, %i16, %i32) : (!Class, i32, i32) -> !Tensor
// expected-error @+1 {{T-DOTSCALED-3: the elements of a must be bf16: a tile of 16x32 fp16}}
%r1 = cm.invoke "oracle.code.triton.Triton::dotScaled(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat):oracle.code.triton.Tensor"(%a, %s, %BF16, %b, %null, %BF16) : (!Tensor, !Tensor, !Format, !Tensor, !Tensor, !Format) -> !Tensor
// WITHOUT: %e4, %E5M2

// -----

// T-DOTSCALED-3: FP16.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
!Format = !cm.java<"oracle.code.triton.ScaledFormat">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %bf = cm.constant !cm.java<"oracle.code.triton.BFloat16"> -> !Class
  %i16 = cm.constant 16 : i32
  %i32 = cm.constant 32 : i32
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%bf, %i16, %i32) : (!Class, i32, i32) -> !Tensor
  %i64 = cm.constant 64 : i32
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%bf, %i64, %i32) : (!Class, i32, i32) -> !Tensor
  %byte = cm.constant i8 -> !Class
  %i2 = cm.constant 2 : i32
  %s = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i16, %i2) : (!Class, i32, i32) -> !Tensor
  %null = cm.constant #cm.null -> !Tensor
  %FP16 = cm.field.load "oracle.code.triton.ScaledFormat::FP16:oracle.code.triton.ScaledFormat" : () -> !Format
  %BF16 = cm.field.load "oracle.code.triton.ScaledFormat::BF16:oracle.code.triton.ScaledFormat" : () -> !Format
  // expected-error @+1 {{T-DOTSCALED-3: the elements of a must be fp16: a tile of 16x32 bf16}}
  %r1 = cm.invoke "oracle.code.triton.Triton::dotScaled(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat):oracle.code.triton.Tensor"(%a, %s, %FP16, %b, %null, %BF16) : (!Tensor, !Tensor, !Format, !Tensor, !Tensor, !Format) -> !Tensor
  cm.return
}
}

// -----

// T-DOTSCALED-4: a byte along K has two numbers.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
!Format = !cm.java<"oracle.code.triton.ScaledFormat">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %byte = cm.constant i8 -> !Class
  %i16 = cm.constant 16 : i32
  %i32 = cm.constant 32 : i32
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i16, %i32) : (!Class, i32, i32) -> !Tensor
  %bf = cm.constant !cm.java<"oracle.code.triton.BFloat16"> -> !Class
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%bf, %i32, %i32) : (!Class, i32, i32) -> !Tensor
  %i2 = cm.constant 2 : i32
  %s = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i16, %i2) : (!Class, i32, i32) -> !Tensor
  %null = cm.constant #cm.null -> !Tensor
  %E2M1 = cm.field.load "oracle.code.triton.ScaledFormat::E2M1:oracle.code.triton.ScaledFormat" : () -> !Format
  %BF16 = cm.field.load "oracle.code.triton.ScaledFormat::BF16:oracle.code.triton.ScaledFormat" : () -> !Format
  // expected-error @+1 {{T-DOTSCALED-4: inner extents differ: 64 and 32 numbers, of a tile of 16x32 byte and a tile of 32x32 bf16}}
  %r1 = cm.invoke "oracle.code.triton.Triton::dotScaled(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat):oracle.code.triton.Tensor"(%a, %s, %E2M1, %b, %null, %BF16) : (!Tensor, !Tensor, !Format, !Tensor, !Tensor, !Format) -> !Tensor
  cm.return
}
}

// -----

// T-DOTSCALED-5
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
!Format = !cm.java<"oracle.code.triton.ScaledFormat">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %e4 = cm.constant !cm.java<"oracle.code.triton.Float8E4M3"> -> !Class
  %i16 = cm.constant 16 : i32
  %i8 = cm.constant 8 : i32
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%e4, %i16, %i8) : (!Class, i32, i32) -> !Tensor
  %bf = cm.constant !cm.java<"oracle.code.triton.BFloat16"> -> !Class
  %i32 = cm.constant 32 : i32
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%bf, %i8, %i32) : (!Class, i32, i32) -> !Tensor
  %null = cm.constant #cm.null -> !Tensor
  %E4M3 = cm.field.load "oracle.code.triton.ScaledFormat::E4M3:oracle.code.triton.ScaledFormat" : () -> !Format
  %BF16 = cm.field.load "oracle.code.triton.ScaledFormat::BF16:oracle.code.triton.ScaledFormat" : () -> !Format
  // expected-error @+1 {{T-DOTSCALED-5: the inner extent must be 16 at least: 8}}
  %r1 = cm.invoke "oracle.code.triton.Triton::dotScaled(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat):oracle.code.triton.Tensor"(%a, %null, %E4M3, %b, %null, %BF16) : (!Tensor, !Tensor, !Format, !Tensor, !Tensor, !Format) -> !Tensor
  cm.return
}
}

// -----

// T-DOTSCALED-6
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
!Format = !cm.java<"oracle.code.triton.ScaledFormat">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %byte = cm.constant i8 -> !Class
  %i2 = cm.constant 2 : i32
  %i16 = cm.constant 16 : i32
  %i32 = cm.constant 32 : i32
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i2, %i16, %i32) : (!Class, i32, i32, i32) -> !Tensor
  %bf = cm.constant !cm.java<"oracle.code.triton.BFloat16"> -> !Class
  %i4 = cm.constant 4 : i32
  %i64 = cm.constant 64 : i32
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%bf, %i4, %i64, %i32) : (!Class, i32, i32, i32) -> !Tensor
  %null = cm.constant #cm.null -> !Tensor
  %E2M1 = cm.field.load "oracle.code.triton.ScaledFormat::E2M1:oracle.code.triton.ScaledFormat" : () -> !Format
  %BF16 = cm.field.load "oracle.code.triton.ScaledFormat::BF16:oracle.code.triton.ScaledFormat" : () -> !Format
  // expected-error @+1 {{T-DOTSCALED-6: batches differ: 2 and 4, of a tile of 2x16x32 byte and a tile of 4x64x32 bf16}}
  %r1 = cm.invoke "oracle.code.triton.Triton::dotScaled(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat):oracle.code.triton.Tensor"(%a, %null, %E2M1, %b, %null, %BF16) : (!Tensor, !Tensor, !Format, !Tensor, !Tensor, !Format) -> !Tensor
  cm.return
}
}

// VARIANT
// T-DOTSCALED-7: a shape.
%a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i16, %i32) : (!Class, i32, i32) -> !Tensor
%b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%bf, %i64, %i32) : (!Class, i32, i32) -> !Tensor
%i8 = cm.constant 8 : i32
%s = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i16, %i8) : (!Class, i32, i32) -> !Tensor
%null = cm.constant #cm.null -> !Tensor
// expected-error @+1 {{T-DOTSCALED-7: the scales of a must be bytes or fp8e4nv, 16 times 2 or 4: a tile of 16x8 byte}}
%r1 = cm.invoke "oracle.code.triton.Triton::dotScaled(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat):oracle.code.triton.Tensor"(%a, %s, %E2M1, %b, %null, %BF16) : (!Tensor, !Tensor, !Format, !Tensor, !Tensor, !Format) -> !Tensor
// WITHOUT: %i2, %i4

// -----

// T-DOTSCALED-7: a type.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
!Format = !cm.java<"oracle.code.triton.ScaledFormat">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %byte = cm.constant i8 -> !Class
  %i16 = cm.constant 16 : i32
  %i32 = cm.constant 32 : i32
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i16, %i32) : (!Class, i32, i32) -> !Tensor
  %bf = cm.constant !cm.java<"oracle.code.triton.BFloat16"> -> !Class
  %i64 = cm.constant 64 : i32
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%bf, %i64, %i32) : (!Class, i32, i32) -> !Tensor
  %f = cm.constant f32 -> !Class
  %i2 = cm.constant 2 : i32
  %s = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%f, %i16, %i2) : (!Class, i32, i32) -> !Tensor
  %null = cm.constant #cm.null -> !Tensor
  %E2M1 = cm.field.load "oracle.code.triton.ScaledFormat::E2M1:oracle.code.triton.ScaledFormat" : () -> !Format
  %BF16 = cm.field.load "oracle.code.triton.ScaledFormat::BF16:oracle.code.triton.ScaledFormat" : () -> !Format
  // expected-error @+1 {{T-DOTSCALED-7: the scales of a must be bytes or fp8e4nv, 16 times 2 or 4: a tile of 16x2 float}}
  %r1 = cm.invoke "oracle.code.triton.Triton::dotScaled(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat):oracle.code.triton.Tensor"(%a, %s, %E2M1, %b, %null, %BF16) : (!Tensor, !Tensor, !Format, !Tensor, !Tensor, !Format) -> !Tensor
  cm.return
}
}

// VARIANT
// T-DOTSCALED-7: the scales of b have N rows.
%s = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i16, %i2) : (!Class, i32, i32) -> !Tensor
%t = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i2, %i32) : (!Class, i32, i32) -> !Tensor
%E2M1 = cm.field.load "oracle.code.triton.ScaledFormat::E2M1:oracle.code.triton.ScaledFormat" : () -> !Format
// expected-error @+1 {{T-DOTSCALED-7: the scales of b must be bytes or fp8e4nv, 32 times 2 or 4: a tile of 2x32 byte}}
%r1 = cm.invoke "oracle.code.triton.Triton::dotScaled(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat):oracle.code.triton.Tensor"(%a, %s, %E2M1, %b, %t, %BF16) : (!Tensor, !Tensor, !Format, !Tensor, !Tensor, !Format) -> !Tensor
// WITHOUT: %f, %null

// VARIANT
// T-DOTSCALED-8
%s = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i16, %i2) : (!Class, i32, i32) -> !Tensor
%i4 = cm.constant 4 : i32
%t = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i32, %i4) : (!Class, i32, i32) -> !Tensor
%E2M1 = cm.field.load "oracle.code.triton.ScaledFormat::E2M1:oracle.code.triton.ScaledFormat" : () -> !Format
// expected-error @+1 {{T-DOTSCALED-8: numbers for one scale differ: 32 of a, 16 of b}}
%r1 = cm.invoke "oracle.code.triton.Triton::dotScaled(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat):oracle.code.triton.Tensor"(%a, %s, %E2M1, %b, %t, %BF16) : (!Tensor, !Tensor, !Format, !Tensor, !Tensor, !Format) -> !Tensor
// WITHOUT: %f, %null

// -----

// T-DOTSCALED-9
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
!Format = !cm.java<"oracle.code.triton.ScaledFormat">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %byte = cm.constant i8 -> !Class
  %i2048 = cm.constant 2048 : i32
  %i16 = cm.constant 16 : i32
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i2048, %i16) : (!Class, i32, i32) -> !Tensor
  %bf = cm.constant !cm.java<"oracle.code.triton.BFloat16"> -> !Class
  %i32 = cm.constant 32 : i32
  %i1024 = cm.constant 1024 : i32
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%bf, %i32, %i1024) : (!Class, i32, i32) -> !Tensor
  %null = cm.constant #cm.null -> !Tensor
  %E2M1 = cm.field.load "oracle.code.triton.ScaledFormat::E2M1:oracle.code.triton.ScaledFormat" : () -> !Format
  %BF16 = cm.field.load "oracle.code.triton.ScaledFormat::BF16:oracle.code.triton.ScaledFormat" : () -> !Format
  // expected-error @+1 {{T-DOTSCALED-9: }}
  %r1 = cm.invoke "oracle.code.triton.Triton::dotScaled(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat):oracle.code.triton.Tensor"(%a, %null, %E2M1, %b, %null, %BF16) : (!Tensor, !Tensor, !Format, !Tensor, !Tensor, !Format) -> !Tensor
  cm.return
}
}

// -----

// T-DOTSCALED-10
!Tensor = !cm.java<"oracle.code.triton.Tensor">
!Class = !cm.java<"java.lang.Class">
!Format = !cm.java<"oracle.code.triton.ScaledFormat">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %byte = cm.constant i8 -> !Class
  %i16 = cm.constant 16 : i32
  %i32 = cm.constant 32 : i32
  %a = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i16, %i32) : (!Class, i32, i32) -> !Tensor
  %bf = cm.constant !cm.java<"oracle.code.triton.BFloat16"> -> !Class
  %i64 = cm.constant 64 : i32
  %b = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%bf, %i64, %i32) : (!Class, i32, i32) -> !Tensor
  %i2 = cm.constant 2 : i32
  %s = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%byte, %i16, %i2) : (!Class, i32, i32) -> !Tensor
  %null = cm.constant #cm.null -> !Tensor
  %E2M1 = cm.field.load "oracle.code.triton.ScaledFormat::E2M1:oracle.code.triton.ScaledFormat" : () -> !Format
  %BF16 = cm.field.load "oracle.code.triton.ScaledFormat::BF16:oracle.code.triton.ScaledFormat" : () -> !Format
  %h = cm.constant !cm.java<"oracle.code.triton.Float16"> -> !Class
  %c = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%h, %i16, %i32) : (!Class, i32, i32) -> !Tensor
  // expected-error @+1 {{T-DOTSCALED-10: the accumulator must be a tile of 16x32 float: a tile of 16x32 fp16}}
  %r1 = cm.invoke "oracle.code.triton.Triton::dotScaled(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.ScaledFormat, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%a, %s, %E2M1, %b, %null, %BF16, %c) : (!Tensor, !Tensor, !Format, !Tensor, !Tensor, !Format, !Tensor) -> !Tensor
  cm.return
}
}
