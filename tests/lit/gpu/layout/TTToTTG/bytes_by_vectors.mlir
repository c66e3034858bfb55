// RUN: cm2tt %s --target=sm_90a --num-warps=4 --num-stages=3 -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: not grep ld.global.b8 %t.ptx

// Bytes are not loaded one by one, though 32 lanes with a byte each have a sector
// in common: of `b`, a thread has four neighbours in a register. Of `scale`, it
// loads the pairs that the product needs.

// CHECK-LABEL: .entry scaled
// CHECK-COUNT-4: ld.global.b32
// CHECK-COUNT-2: ld.global.b16
tt.func public @scaled(%x: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %w: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %s: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %out: !tt.ptr<bf16> {tt.divisibility = 16 : i32}) {
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %c32 = arith.constant dense<32> : tensor<32x1xi32>
  %c32_k = arith.constant dense<32> : tensor<64x1xi32>
  %c32_kt = arith.constant dense<32> : tensor<1x64xi32>
  %c2 = arith.constant dense<2> : tensor<32x1xi32>
  %m = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %k = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %g = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  %m1 = tt.expand_dims %m {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %m0 = tt.expand_dims %m {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %k1 = tt.expand_dims %k {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %k0 = tt.expand_dims %k {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %g0 = tt.expand_dims %g {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
  %a1 = tt.splat %x : !tt.ptr<bf16> -> tensor<32x1x!tt.ptr<bf16>>
  %a2 = tt.addptr %a1, %m1 : tensor<32x1x!tt.ptr<bf16>>, tensor<32x1xi32>
  %a3 = arith.muli %k0, %c32_kt : tensor<1x64xi32>
  %a4 = tt.broadcast %a2 : tensor<32x1x!tt.ptr<bf16>> -> tensor<32x64x!tt.ptr<bf16>>
  %a5 = tt.broadcast %a3 : tensor<1x64xi32> -> tensor<32x64xi32>
  %a6 = tt.addptr %a4, %a5 : tensor<32x64x!tt.ptr<bf16>>, tensor<32x64xi32>
  %a = tt.load %a6 : tensor<32x64x!tt.ptr<bf16>>
  %b1 = arith.muli %k1, %c32_k : tensor<64x1xi32>
  %b2 = tt.splat %w : !tt.ptr<i8> -> tensor<64x1x!tt.ptr<i8>>
  %b3 = tt.addptr %b2, %b1 : tensor<64x1x!tt.ptr<i8>>, tensor<64x1xi32>
  %b4 = tt.broadcast %b3 : tensor<64x1x!tt.ptr<i8>> -> tensor<64x32x!tt.ptr<i8>>
  %b5 = tt.broadcast %m0 : tensor<1x32xi32> -> tensor<64x32xi32>
  %b6 = tt.addptr %b4, %b5 : tensor<64x32x!tt.ptr<i8>>, tensor<64x32xi32>
  %b = tt.load %b6 : tensor<64x32x!tt.ptr<i8>>
  %s1 = arith.muli %m1, %c2 : tensor<32x1xi32>
  %s2 = tt.splat %s : !tt.ptr<i8> -> tensor<32x1x!tt.ptr<i8>>
  %s3 = tt.addptr %s2, %s1 : tensor<32x1x!tt.ptr<i8>>, tensor<32x1xi32>
  %s4 = tt.broadcast %s3 : tensor<32x1x!tt.ptr<i8>> -> tensor<32x2x!tt.ptr<i8>>
  %s5 = tt.broadcast %g0 : tensor<1x2xi32> -> tensor<32x2xi32>
  %s6 = tt.addptr %s4, %s5 : tensor<32x2x!tt.ptr<i8>>, tensor<32x2xi32>
  %scale = tt.load %s6 : tensor<32x2x!tt.ptr<i8>>
  %f = tt.bitcast %b : tensor<64x32xi8> -> tensor<64x32xf8E4M3FN>
  %d = tt.dot_scaled %a, %f scale %scale, %zero lhs = bf16 rhs = e4m3 {fastMath = false} : tensor<32x64xbf16> * tensor<64x32xf8E4M3FN>, tensor<32x2xi8> -> tensor<32x32xf32>
  %o1 = arith.muli %m1, %c32 : tensor<32x1xi32>
  %o2 = tt.splat %out : !tt.ptr<bf16> -> tensor<32x1x!tt.ptr<bf16>>
  %o3 = tt.addptr %o2, %o1 : tensor<32x1x!tt.ptr<bf16>>, tensor<32x1xi32>
  %o4 = tt.broadcast %o3 : tensor<32x1x!tt.ptr<bf16>> -> tensor<32x32x!tt.ptr<bf16>>
  %o5 = tt.broadcast %m0 : tensor<1x32xi32> -> tensor<32x32xi32>
  %o6 = tt.addptr %o4, %o5 : tensor<32x32x!tt.ptr<bf16>>, tensor<32x32xi32>
  %r = arith.truncf %d : tensor<32x32xf32> to tensor<32x32xbf16>
  tt.store %o6, %r : tensor<32x32x!tt.ptr<bf16>>
  tt.return
}
