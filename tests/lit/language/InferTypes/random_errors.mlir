// RUN: %variants %s | cm2tt-opt -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-RANDOM-1
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: f32) -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  // expected-error @+1 {{T-RANDOM-1: the seed must be an integer: float}}
  %2 = cm.invoke "oracle.code.triton.Triton::rand(float, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%f, %1) : (f32, !Tensor) -> !Tensor
  cm.return
}
}

// VARIANT
// T-RANDOM-1: a truth value.
!Quad = !cm.java<"oracle.code.triton.Triton$Quad">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
%true = cm.constant true
// expected-error @+1 {{T-RANDOM-1: the seed must be an integer: the constant true}}
%2 = cm.invoke "oracle.code.triton.Triton::philox(boolean, oracle.code.triton.Tensor, int, int, int):oracle.code.triton.Triton$Quad"(%true, %1, %c0, %c0, %c0) : (i1, !Tensor, i32, i32, i32) -> !Quad

// -----

// T-RANDOM-2
!Class = !cm.java<"java.lang.Class">
!Quad = !cm.java<"oracle.code.triton.Triton$Quad">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %c0 = cm.constant f32 -> !Class
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1) : (!Class, i32) -> !Tensor
  %c2 = cm.constant 1 : i32
  // expected-error @+1 {{T-RANDOM-2: offsets must be integers: a tile of 4 float}}
  %2 = cm.invoke "oracle.code.triton.Triton::randn4x(int, oracle.code.triton.Tensor):oracle.code.triton.Triton$Quad"(%c2, %1) : (i32, !Tensor) -> !Quad
  cm.return
}
}

// VARIANT
// T-RANDOM-3: negative.
%c0 = cm.constant 0 : i32
%1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
%c3 = cm.constant -1 : i32
// expected-error @+1 {{T-RANDOM-3: the number of rounds must be a constant from 0 to 64: the constant -1}}
%2 = cm.invoke "oracle.code.triton.Triton::randint(int, oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%c2, %1, %c3) : (i32, !Tensor, i32) -> !Tensor
// WITHOUT: !Class, !Quad

// VARIANT
// T-RANDOM-3: many.
%c0 = cm.constant 0 : i32
%1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
%c3 = cm.constant 65 : i32
// expected-error @+1 {{T-RANDOM-3: the number of rounds must be a constant from 0 to 64: the constant 65}}
%2 = cm.invoke "oracle.code.triton.Triton::philox(int, oracle.code.triton.Tensor, int, int, int, int):oracle.code.triton.Triton$Quad"(%c2, %1, %c0, %c0, %c0, %c3) : (i32, !Tensor, i32, i32, i32, i32) -> !Quad
// WITHOUT: !Class

// VARIANT
// T-RANDOM-3: known at run time only.
module attributes {cm.signature = ["i32"]} {
cm.func "k" body (%n: i32) -> none {
%c0 = cm.constant 0 : i32
%1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
// expected-error @+1 {{T-RANDOM-3: the number of rounds must be a constant from 0 to 64: int}}
%2 = cm.invoke "oracle.code.triton.Triton::randint4x(int, oracle.code.triton.Tensor, int):oracle.code.triton.Triton$Quad"(%c2, %1, %n) : (i32, !Tensor, i32) -> !Quad
// WITHOUT: !Class

// VARIANT
// T-RANDOM-4: a float.
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: f32) -> none {
%c0 = cm.constant 0 : i32
%1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
// expected-error @+1 {{T-RANDOM-4: counters must be integers: float}}
%2 = cm.invoke "oracle.code.triton.Triton::philox(int, oracle.code.triton.Tensor, int, float, int):oracle.code.triton.Triton$Quad"(%c2, %1, %c0, %f, %c0) : (i32, !Tensor, i32, f32, i32) -> !Quad
// WITHOUT: !Class

// VARIANT
// T-RANDOM-4: narrow.
%c0 = cm.constant i16 -> !Class
%c3 = cm.constant 0 : i32
// expected-error @+1 {{T-RANDOM-4: the first counter must have 32 or 64 bits: a tile of 4 short}}
%2 = cm.invoke "oracle.code.triton.Triton::philox(int, oracle.code.triton.Tensor, int, int, int):oracle.code.triton.Triton$Quad"(%c2, %1, %c3, %c3, %c3) : (i32, !Tensor, i32, i32, i32) -> !Quad

// VARIANT
// T-RANDOM-5: narrow.
%c0 = cm.constant i16 -> !Class
// expected-error @+1 {{T-RANDOM-5: integers of 32 or 64 bits are expected: a tile of 4 short}}
%2 = cm.invoke "oracle.code.triton.Triton::uintToUniformFloat(oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1) : (!Tensor) -> !Tensor
// WITHOUT: !Quad, %c2

// -----

// T-RANDOM-5: floats.
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: f32) -> none {
  // expected-error @+1 {{T-RANDOM-5: integers of 32 or 64 bits are expected: float}}
  %1 = cm.invoke "oracle.code.triton.Triton::uintToUniformFloat(float):oracle.code.triton.Tensor"(%f) : (f32) -> !Tensor
  cm.return
}
}

// -----

// T-RANDOM-6
!Class = !cm.java<"java.lang.Class">
!Pair = !cm.java<"oracle.code.triton.Triton$Pair">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: f32) -> none {
  %c0 = cm.constant f64 -> !Class
  %c1 = cm.constant 4 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::zeros(java.lang.Class, int[]):oracle.code.triton.Tensor"(%c0, %c1) : (!Class, i32) -> !Tensor
  // expected-error @+1 {{T-RANDOM-6: floats are expected: a tile of 4 double}}
  %2 = cm.invoke "oracle.code.triton.Triton::pairUniformToNormal(float, oracle.code.triton.Tensor):oracle.code.triton.Triton$Pair"(%f, %1) : (f32, !Tensor) -> !Pair
  cm.return
}
}

// -----

// T-BINARY-3
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = []} {
cm.func "k" body () -> none {
  %c0 = cm.constant 0 : i32
  %c1 = cm.constant 2 : i32
  %1 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c1) : (i32, i32) -> !Tensor
  %c2 = cm.constant 4 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%c0, %c2) : (i32, i32) -> !Tensor
  // expected-error @+1 {{T-BINARY-3: shapes do not broadcast: a tile of 2 int and a tile of 4 int}}
  %3 = cm.invoke "oracle.code.triton.Triton::rand(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%1, %2) : (!Tensor, !Tensor) -> !Tensor
  cm.return
}
}
