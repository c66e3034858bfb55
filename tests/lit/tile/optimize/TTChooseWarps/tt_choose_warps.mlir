// RUN: cm2tt-opt %s -split-input-file -cm2tt-tt-choose-warps | FileCheck %s
// RUN: cm2tt-opt %s -split-input-file -cm2tt-tt-choose-warps="target=sm_80" | FileCheck %s --check-prefix=SM80
// RUN: cm2tt-opt %s -split-input-file -cm2tt-tt-choose-warps="num-warps=2 num-stages=5" | FileCheck %s --check-prefix=GIVEN
// RUN: cm2tt-opt %s -split-input-file -cm2tt-tt-choose-warps="num-warps=2" | FileCheck %s --check-prefix=STAGES

// A product of warp groups: 128 x 256 sums, 64 x (128 + 256) loaded numbers of f16.
// CHECK: module attributes {tt.num_stages = 4 : i32, tt.num_warps = 8 : i32}
// SM80: module attributes {tt.num_stages = 3 : i32, tt.num_warps = 8 : i32}
// GIVEN-NOT: tt.num_warps
// GIVEN-NOT: tt.num_stages = {{[^2]}}
// STAGES: module attributes {tt.num_stages = 4 : i32}
module {
tt.func public @product(%a: tensor<128x64x!tt.ptr<f16>>, %b: tensor<64x256x!tt.ptr<f16>>, %c: tensor<128x256x!tt.ptr<f32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<128x256xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<128x256xf32>) : i32 {
    %x = tt.load %a : tensor<128x64x!tt.ptr<f16>>
    %y = tt.load %b : tensor<64x256x!tt.ptr<f16>>
    %d = tt.dot %x, %y, %sum : tensor<128x64xf16> * tensor<64x256xf16> -> tensor<128x256xf32>
    scf.yield %d : tensor<128x256xf32>
  }
  tt.store %c, %r : tensor<128x256x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Of 64 rows there is work for one warp group. Small tiles have many stages.
// CHECK: module attributes {tt.num_stages = 8 : i32, tt.num_warps = 4 : i32}
module {
tt.func public @low(%a: tensor<64x64x!tt.ptr<f16>>, %b: tensor<64x128x!tt.ptr<f16>>, %c: tensor<64x128x!tt.ptr<f32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<64x128xf32>) : i32 {
    %x = tt.load %a : tensor<64x64x!tt.ptr<f16>>
    %y = tt.load %b : tensor<64x128x!tt.ptr<f16>>
    %d = tt.dot %x, %y, %sum : tensor<64x64xf16> * tensor<64x128xf16> -> tensor<64x128xf32>
    scf.yield %d : tensor<64x128xf32>
  }
  tt.store %c, %r : tensor<64x128x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Two products, one after the other: 128 x 64 scores and 128 x 64 results, which one
// warp group can have.
// CHECK: module attributes {tt.num_stages = 3 : i32, tt.num_warps = 4 : i32}
module {
tt.func public @attention(%q: tensor<128x64xf16>, %k: tensor<64x64x!tt.ptr<f16>>, %v: tensor<64x64x!tt.ptr<f16>>, %o: tensor<128x64x!tt.ptr<f32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<128x64xf32>) : i32 {
    %x = tt.load %k : tensor<64x64x!tt.ptr<f16>>
    %s = tt.dot %q, %x, %zero : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
    %p = arith.truncf %s : tensor<128x64xf32> to tensor<128x64xf16>
    %y = tt.load %v : tensor<64x64x!tt.ptr<f16>>
    %d = tt.dot %p, %y, %sum : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
    scf.yield %d : tensor<128x64xf32>
  }
  tt.store %o, %r : tensor<128x64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Large tiles of keys and values, 64 KiB together, have two stages.
// CHECK: module attributes {tt.num_stages = 2 : i32, tt.num_warps = 8 : i32}
module {
tt.func public @wide_attention(%q: tensor<128x128xf16>, %k: tensor<128x128x!tt.ptr<f16>>, %v: tensor<128x128x!tt.ptr<f16>>, %o: tensor<128x128x!tt.ptr<f32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<128x128xf32>) : i32 {
    %x = tt.load %k : tensor<128x128x!tt.ptr<f16>>
    %s = tt.dot %q, %x, %zero : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    %p = arith.truncf %s : tensor<128x128xf32> to tensor<128x128xf16>
    %y = tt.load %v : tensor<128x128x!tt.ptr<f16>>
    %d = tt.dot %p, %y, %sum : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.store %o, %r : tensor<128x128x!tt.ptr<f32>>
  tt.return
}
}

// -----

// The same of 256 rows: up to 16 warps if an operand is computed.
// CHECK: module attributes {tt.num_stages = 3 : i32, tt.num_warps = 16 : i32}
module {
tt.func public @tall_attention(%q: tensor<256x64xf16>, %k: tensor<64x64x!tt.ptr<f16>>, %v: tensor<64x64x!tt.ptr<f16>>, %o: tensor<256x64x!tt.ptr<f32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<256x64xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<256x64xf32>) : i32 {
    %x = tt.load %k : tensor<64x64x!tt.ptr<f16>>
    %s = tt.dot %q, %x, %zero : tensor<256x64xf16> * tensor<64x64xf16> -> tensor<256x64xf32>
    %p = arith.truncf %s : tensor<256x64xf32> to tensor<256x64xf16>
    %y = tt.load %v : tensor<64x64x!tt.ptr<f16>>
    %d = tt.dot %p, %y, %sum : tensor<256x64xf16> * tensor<64x64xf16> -> tensor<256x64xf32>
    scf.yield %d : tensor<256x64xf32>
  }
  tt.store %o, %r : tensor<256x64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Products that are scaled in each iteration: two blocks have shared memory for 4
// stages of 24 KiB each.
// CHECK: module attributes {tt.num_stages = 4 : i32, tt.num_warps = 4 : i32}
module {
tt.func public @scaled(%a: tensor<64x128x!tt.ptr<f8E4M3FN>>, %b: tensor<128x128x!tt.ptr<f8E4M3FN>>, %scales: tensor<64x128xf32>, %o: tensor<64x128x!tt.ptr<f32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<64x128xf32>) : i32 {
    %x = tt.load %a : tensor<64x128x!tt.ptr<f8E4M3FN>>
    %y = tt.load %b : tensor<128x128x!tt.ptr<f8E4M3FN>>
    %d = tt.dot %x, %y, %zero : tensor<64x128xf8E4M3FN> * tensor<128x128xf8E4M3FN> -> tensor<64x128xf32>
    %m = arith.mulf %d, %scales : tensor<64x128xf32>
    %s = arith.addf %sum, %m : tensor<64x128xf32>
    scf.yield %s : tensor<64x128xf32>
  }
  tt.store %o, %r : tensor<64x128x!tt.ptr<f32>>
  tt.return
}
}

// -----

// A second operand that is computed has 16 KiB of shared memory, too.
// CHECK: module attributes {tt.num_stages = 3 : i32, tt.num_warps = 8 : i32}
module {
tt.func public @packed(%a: tensor<128x64x!tt.ptr<f16>>, %b: tensor<64x128x!tt.ptr<i8>>, %o: tensor<128x128x!tt.ptr<f32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<128x128xf32>) : i32 {
    %x = tt.load %a : tensor<128x64x!tt.ptr<f16>>
    %y = tt.load %b : tensor<64x128x!tt.ptr<i8>>
    %w = arith.sitofp %y : tensor<64x128xi8> to tensor<64x128xf16>
    %d = tt.dot %x, %w, %sum : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.store %o, %r : tensor<128x128x!tt.ptr<f32>>
  tt.return
}
}

// -----

// A row that is reduced: 32 numbers a thread.
// CHECK: module attributes {tt.num_stages = 3 : i32, tt.num_warps = 4 : i32}
module {
tt.func public @row(%p: tensor<4096x!tt.ptr<f32>>, %o: !tt.ptr<f32>) {
  %x = tt.load %p : tensor<4096x!tt.ptr<f32>>
  %s = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tt.reduce.return %t : f32
  }) : (tensor<4096xf32>) -> f32
  tt.store %o, %s : !tt.ptr<f32>
  tt.return
}
}

// -----

// Parts of a row that a loop loads: 16 numbers a thread.
// CHECK: module attributes {tt.num_stages = 3 : i32, tt.num_warps = 16 : i32}
module {
tt.func public @parts(%p: tensor<8192x!tt.ptr<f32>>, %o: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<8192xf32>
  %sums = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<8192xf32>) : i32 {
    %x = tt.load %p : tensor<8192x!tt.ptr<f32>>
    %d = arith.addf %sum, %x : tensor<8192xf32>
    scf.yield %d : tensor<8192xf32>
  }
  %s = "tt.reduce"(%sums) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tt.reduce.return %t : f32
  }) : (tensor<8192xf32>) -> f32
  tt.store %o, %s : !tt.ptr<f32>
  tt.return
}
}

// -----

// A tile that is copied: 8 numbers a thread. What the module says stays.
// CHECK: module attributes {tt.num_stages = 2 : i32, tt.num_warps = 4 : i32}
module attributes {tt.num_stages = 2 : i32} {
tt.func public @copy(%p: tensor<1024x!tt.ptr<f32>>) {
  %x = tt.load %p : tensor<1024x!tt.ptr<f32>>
  tt.store %p, %x : tensor<1024x!tt.ptr<f32>>
  tt.return
}
}

// -----

// A tile that is only stored, by a descriptor.
// CHECK: module attributes {tt.num_stages = 3 : i32, tt.num_warps = 8 : i32}
module {
tt.func public @fill(%d: !tt.tensordesc<tensor<128x128xf32>>, %i: i32) {
  %x = arith.constant dense<1.0> : tensor<128x128xf32>
  tt.descriptor_store %d[%i, %i], %x : !tt.tensordesc<tensor<128x128xf32>>, tensor<128x128xf32>
  tt.return
}
}

// -----

// The results of a scaled product: 128 x 32 of them leave a thread 32.
// CHECK: module attributes {tt.num_stages = 3 : i32, tt.num_warps = 4 : i32}
module {
tt.func public @scaled(%a: tensor<128x64xf8E5M2>, %as: tensor<128x2xi8>, %b: tensor<64x32xf8E5M2>, %bs: tensor<32x2xi8>, %c: tensor<128x32xf32>, %p: tensor<128x32x!tt.ptr<f32>>) {
  %d = tt.dot_scaled %a scale %as, %b scale %bs, %c lhs = e5m2 rhs = e5m2 {fastMath = false} : tensor<128x64xf8E5M2>, tensor<128x2xi8> * tensor<64x32xf8E5M2>, tensor<32x2xi8> -> tensor<128x32xf32>
  tt.store %p, %d : tensor<128x32x!tt.ptr<f32>>
  tt.return
}
}
