// RUN: %variants %s | cm2tt-opt -split-input-file -verify-diagnostics -cm2tt-tt-to-ttg

// Assembly whose constraints or text do not fit its operands ends LLVM.

tt.func public @operands(%x: f32) {
  // expected-error @+1 {{the constraints '=r,r,r' do not fit the assembly: 1 registers of results and 1 of operands expected}}
  %y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tt.return
}

// VARIANT: results
// expected-error @+1 {{the constraints 'r,=r' do not fit the assembly: 1 registers of results and 1 of operands expected}}
%y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "r,=r", packed_element = 1 : i32, pure = true} %x : f32 -> f32

// VARIANT: malformed
// expected-error @+1 {{the constraints '=r,,r' do not fit the assembly}}
%y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,,r", packed_element = 1 : i32, pure = true} %x : f32 -> f32

// VARIANT: letter
// expected-error @+1 {{the constraints '=r,w' do not fit the assembly: number 1 is not one register for 'f32'}}
%y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,w", packed_element = 1 : i32, pure = true} %x : f32 -> f32

// VARIANT: indirect
// expected-error @+1 {{number 1 is not one register for 'f32'}}
%y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,*r", packed_element = 1 : i32, pure = true} %x : f32 -> f32

// -----

tt.func public @tied(%x: f32, %i: i32) {
  %y = tt.elementwise_inline_asm "f $0;" {constraints = "=r,0", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  // expected-error @+1 {{number 1 is not one register for 'i32'}}
  %z = tt.elementwise_inline_asm "f $0;" {constraints = "=r,0", packed_element = 1 : i32, pure = true} %i : i32 -> f32
  tt.return
}

// VARIANT: reference
tt.func public @tied(%x: f32) {
%y = tt.elementwise_inline_asm "L${:uid}: f $0, ${1}; // $$" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : f32 -> f32
// expected-error @+1 {{assembly names '$2;', which is not one of its 2 registers}}
%z = tt.elementwise_inline_asm "f $0, $2;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : f32 -> f32

// -----

tt.func public @modifier(%x: f32) {
  // expected-error @+1 {{assembly names '${1:', which is not one of its 2 registers}}
  %z = tt.elementwise_inline_asm "f $0, ${1:h};" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tt.return
}

// VARIANT: odd
tt.func public @modifier(%x: i8) {
// expected-error @+1 {{assembly for 6 elements of type 'i8' at a time is not supported on the GPU: a multiple of 4 expected}}
%z = tt.elementwise_inline_asm "f" {constraints = "=r,r", packed_element = 6 : i32, pure = true} %x : i8 -> i8

// -----

tt.func public @half_of_float(%s: f32) {
  %x = tt.splat %s : f32 -> tensor<128xf32>
  // expected-error @+2 {{the constraints '=h,r' do not fit the assembly: number 0, 'h', is a register of 16 bits, for 'f32', which has 32}}
  // expected-note @+1 {{write 'r' or 'f', and convert in the assembly}}
  %y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=h,r", packed_element = 1 : i32, pure = true} %x : tensor<128xf32> -> tensor<128xf32>
  tt.return
}

// -----

tt.func public @half_for_int(%x: i32) {
  // expected-error @+2 {{number 1, 'h', is a register of 16 bits, for 'i32', which has 32}}
  // expected-note @+1 {{write 'r' or 'f', and convert in the assembly}}
  %y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,h", packed_element = 1 : i32, pure = true} %x : i32 -> i32
  tt.return
}

// VARIANT: word_of_half
tt.func public @half_for_int(%x: f16) {
// expected-error @+2 {{number 0, 'r', is a register of 32 bits, for 'f16', which has 16}}
// expected-note @+1 {{write 'h', and convert in the assembly}}
%y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,h", packed_element = 1 : i32, pure = true} %x : f16 -> f16

// VARIANT: float_for_half
tt.func public @half_for_int(%x: bf16) {
// expected-error @+2 {{number 1, 'f', is a register of 32 bits, for 'bf16', which has 16}}
// expected-note @+1 {{write 'h', and convert in the assembly}}
%y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : bf16 -> f32

// VARIANT: word_for_long
tt.func public @half_for_int(%x: i64) {
// expected-error @+2 {{number 1, 'r', is a register of 32 bits, for 'i64', which has 64}}
// expected-note @+1 {{write 'l' or 'd', and convert in the assembly}}
%y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : i64 -> i32

// VARIANT: word_for_pointer
tt.func public @half_for_int(%x: !tt.ptr<f32>) {
// expected-error @+2 {{number 1, 'r', is a register of 32 bits, for '!tt.ptr<f32>', which has 64}}
// expected-note @+1 {{write 'l' or 'd', and convert in the assembly}}
%y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : !tt.ptr<f32> -> i32

// VARIANT: long_of_float
tt.func public @half_for_int(%x: f32) {
// expected-error @+2 {{number 0, 'l', is a register of 64 bits, for 'f32', which has 32}}
// expected-note @+1 {{write 'r' or 'f', and convert in the assembly}}
%y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=l,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32

// VARIANT: double_for_float
tt.func public @half_for_int(%x: f32) {
// expected-error @+2 {{number 1, 'd', is a register of 64 bits, for 'f32', which has 32}}
// expected-note @+1 {{write 'r' or 'f', and convert in the assembly}}
%y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=f,d", packed_element = 1 : i32, pure = true} %x : f32 -> f32

// VARIANT: float_of_double
tt.func public @half_for_int(%x: f64) {
// expected-error @+2 {{number 0, 'f', is a register of 32 bits, for 'f64', which has 64}}
// expected-note @+1 {{write 'l' or 'd', and convert in the assembly}}
%y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=f,d", packed_element = 1 : i32, pure = true} %x : f64 -> f64

// VARIANT: half_of_bytes
tt.func public @half_for_int(%s: i8) {
%x = tt.splat %s : i8 -> tensor<128xi8>
// expected-error @+2 {{number 0, 'h', is a register of 16 bits, for 4 of 'i8', which are 32}}
// expected-note @+1 {{write 'r' or 'f', and convert in the assembly}}
%y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=h,r", packed_element = 4 : i32, pure = true} %x : tensor<128xi8> -> tensor<128xi8>

// VARIANT: half_for_halves
tt.func public @half_for_int(%s: f16) {
%x = tt.splat %s : f16 -> tensor<128xf16>
// expected-error @+2 {{number 1, 'h', is a register of 16 bits, for 2 of 'f16', which are 32}}
// expected-note @+1 {{write 'r' or 'f', and convert in the assembly}}
%y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,h", packed_element = 2 : i32, pure = true} %x : tensor<128xf16> -> tensor<128xf16>

// VARIANT: predicate_of_int
// expected-error @+2 {{number 0, 'b', is a register of 1 bits, for 'i32', which has 32}}
// expected-note @+1 {{write 'r' or 'f', and convert in the assembly}}
%y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=b,r", packed_element = 1 : i32, pure = true} %x : i32 -> i32

// VARIANT: long_for_byte
tt.func public @half_for_int(%x: i8) {
// expected-error @+2 {{number 1, 'l', is a register of 64 bits, for 'i8', which has 8}}
// expected-note @+1 {{write 'h' or 'r', and convert in the assembly}}
%y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,l", packed_element = 1 : i32, pure = true} %x : i8 -> i8

// VARIANT: float_for_byte
tt.func public @half_for_int(%x: i8) {
// expected-error @+2 {{number 1, 'f', is a register of 32 bits, for 'i8', which has 8}}
// expected-note @+1 {{write 'h' or 'r', and convert in the assembly}}
%y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,f", packed_element = 1 : i32, pure = true} %x : i8 -> i8

// VARIANT: long_for_bit
tt.func public @half_for_int(%x: i1) {
// expected-error @+2 {{number 1, 'l', is a register of 64 bits, for 'i1', which has 1}}
// expected-note @+1 {{write 'b', 'h' or 'r', and convert in the assembly}}
%y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=b,l", packed_element = 1 : i32, pure = true} %x : i1 -> i1

// VARIANT: wide_of_long
tt.func public @half_for_int(%x: i64) {
// expected-error @+2 {{number 0, 'q', is a register of 128 bits, for 'i64', which has 64}}
// expected-note @+1 {{write 'l' or 'd', and convert in the assembly}}
%y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=q,l", packed_element = 1 : i32, pure = true} %x : i64 -> i64

// -----

// Registers of the width of what they hold; bytes and bits may be in wider ones.
tt.func public @widths(%b: i1, %c: i8, %h: f16, %w: i32, %f: f32, %l: i64, %d: f64, %p: !tt.ptr<i8>) {
  %t = tt.splat %c : i8 -> tensor<128xi8>
  %u = tt.splat %b : i1 -> tensor<128xi1>
  %0 = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=b,b", packed_element = 1 : i32, pure = false} %b : i1 -> i1
  %1 = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,h", packed_element = 1 : i32, pure = false} %b : i1 -> i1
  %2 = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=h,r", packed_element = 1 : i32, pure = false} %c : i8 -> i8
  %3 = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=c,h", packed_element = 1 : i32, pure = false} %h : f16 -> i16
  %4 = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=f,r", packed_element = 1 : i32, pure = false} %w : i32 -> i32
  %5 = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=&r,f", packed_element = 1 : i32, pure = false} %f : f32 -> f32
  %6 = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=l,d", packed_element = 1 : i32, pure = false} %d : f64 -> i64
  %7 = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=d,l", packed_element = 1 : i32, pure = false} %p : !tt.ptr<i8> -> f64
  %8 = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=h,h", packed_element = 2 : i32, pure = false} %t : tensor<128xi8> -> tensor<128xi8>
  %9 = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = false} %t : tensor<128xi8> -> tensor<128xi8>
  %10 = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,r", packed_element = 4 : i32, pure = false} %u : tensor<128xi1> -> tensor<128xi8>
  tt.return
}
