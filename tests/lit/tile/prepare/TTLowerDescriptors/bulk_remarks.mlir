// RUN: cm2tt-opt %s -cm2tt-tt-lower-descriptors='tensor-maps=true creates-tensor-maps=true' -split-input-file -verify-diagnostics -o /dev/null

// expected-remark @below {{not by bulk tensor copies: rows are gathered or scattered}}
tt.func @gathered(%d: !tt.tensordesc<tensor<1x32xf16>>, %r: tensor<16xi32>, %i: i32) -> tensor<16x32xf16> {
  %x = tt.descriptor_gather %d[%r, %i] : (!tt.tensordesc<tensor<1x32xf16>>, tensor<16xi32>, i32) -> tensor<16x32xf16>
  tt.return %x : tensor<16x32xf16>
}

// -----

// expected-remark @below {{not by bulk tensor copies: the last index of an access is not known to be a multiple of 16 bytes}}
tt.func @chosen(%d: !tt.tensordesc<tensor<64xf32>>, %e: !tt.tensordesc<tensor<64xf32>>, %c: i1, %i: i32) -> tensor<64xf32> {
  %f = arith.select %c, %d, %e : !tt.tensordesc<tensor<64xf32>>
  %x = tt.descriptor_load %f[%i] : !tt.tensordesc<tensor<64xf32>> -> tensor<64xf32>
  tt.return %x : tensor<64xf32>
}

// -----

tt.func private @other(!tt.tensordesc<tensor<64xf32>>)
// expected-remark @below {{not by bulk tensor copies: a function without a body gets it}}
tt.func @calls(%d: !tt.tensordesc<tensor<64xf32>>) {
  tt.call @other(%d) : (!tt.tensordesc<tensor<64xf32>>) -> ()
  tt.return
}

// -----

// expected-remark @below {{not by bulk tensor copies: the block is not a sequence of boxes of 16 bytes to 256 elements}}
tt.func @long(%d: !tt.tensordesc<tensor<2x512x4xf32>>) {
  tt.return
}

// -----

tt.func @stored(%p: !tt.ptr<f32>, %m: i32, %i: i32 {tt.divisibility = 16 : i32}, %x: tensor<64xf32>) {
  %one = arith.constant 1 : i64
  // expected-remark @below {{not by bulk tensor copies: the size of rows is not known to be a multiple of 16 bytes, which stores write at once}}
  %e = tt.make_tensor_descriptor %p, [%m], [%one] : <f32>, <tensor<64xf32>>
  tt.descriptor_store %e[%i], %x : !tt.tensordesc<tensor<64xf32>>, tensor<64xf32>
  tt.return
}

// -----

// expected-remark @below {{not by bulk tensor copies: the last index of an access is not known to be a multiple of 16 bytes}}
tt.func @unaligned(%d: !tt.tensordesc<tensor<8x64xf16>>, %i: i32) -> tensor<8x64xf16> {
  %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<8x64xf16>> -> tensor<8x64xf16>
  tt.return %x : tensor<8x64xf16>
}

// -----

tt.func @bytes(%p: !tt.ptr<f8E5M2>, %n: i32, %i: i32 {tt.divisibility = 16 : i32}) -> tensor<64xf8E5M2> {
  %one = arith.constant 1 : i64
  // expected-remark @below {{not by bulk tensor copies: elements of 8 bits cannot be padded with NaN}}
  %d = tt.make_tensor_descriptor %p, [%n], [%one] {padding = 2 : i32} : <f8E5M2>, <tensor<64xf8E5M2>>
  %x = tt.descriptor_load %d[%i] : !tt.tensordesc<tensor<64xf8E5M2>> -> tensor<64xf8E5M2>
  tt.return %x : tensor<64xf8E5M2>
}

// -----

// Bulk copies count in unsigned integers.
// expected-remark @below {{the reduction is one of unsigned integers only}}
tt.func public @counted(%a: !tt.tensordesc<tensor<8xi32>>, %x: tensor<8xi32>) {
  %c0 = arith.constant 0 : i32
  tt.descriptor_reduce inc, %a[%c0], %x : !tt.tensordesc<tensor<8xi32>>, tensor<8xi32>
  tt.return
}

// -----

// They combine signed integers of 64 bits by min and max only.
// expected-remark @below {{the reduction is one of unsigned integers only}}
tt.func public @signed(%a: !tt.tensordesc<tensor<8xi64>>, %x: tensor<8xi64>) {
  %c0 = arith.constant 0 : i32
  tt.descriptor_reduce xor, %a[%c0], %x : !tt.tensordesc<tensor<8xi64>>, tensor<8xi64>
  tt.return
}

// -----

tt.func public @accepted(%a: !tt.tensordesc<tensor<8xui32>>, %b: !tt.tensordesc<tensor<8xi64>>, %x: tensor<8xi32>, %y: tensor<8xi64>) {
  %c0 = arith.constant 0 : i32
  tt.descriptor_reduce inc, %a[%c0], %x : !tt.tensordesc<tensor<8xui32>>, tensor<8xi32>
  tt.descriptor_reduce max, %b[%c0], %y : !tt.tensordesc<tensor<8xi64>>, tensor<8xi64>
  tt.return
}
