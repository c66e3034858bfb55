// RUN: cm2tt-opt %s -split-input-file -verify-diagnostics

// Shape operations, matrix products and operations with regions.

tt.func @f(%x: f32) {
  // expected-error @+1 {{TT-SPLAT-1: tile of 'f16' from 'f32'}}
  tt.splat %x : f32 -> tensor<8xf16>
  tt.return
}

// -----

tt.func @f(%x: tensor<2xf32>) {
  // expected-error @+1 {{TT-UNSPLAT-1: tile of 2 elements, 1 expected}}
  tt.unsplat %x : tensor<2xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @+2 {{TT-EXPAND-DIMS-1: axis is 2, 0 to 1 expected}}
  // expected-error @+1 {{failed to infer returned types}}
  tt.expand_dims %x {axis = 2 : i32} : tensor<8xf32> -> tensor<8x1xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @+2 {{TT-EXPAND-DIMS-1: axis is -1, 0 to 1 expected}}
  // expected-error @+1 {{failed to infer returned types}}
  tt.expand_dims %x {axis = -1 : i32} : tensor<8xf32> -> tensor<8x1xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // TT-EXPAND-DIMS-2
  // expected-error @+2 {{inferred type(s) 'tensor<8x1xf32>' are incompatible with return type(s) of operation 'tensor<1x8xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  tt.expand_dims %x {axis = 1 : i32} : tensor<8xf32> -> tensor<1x8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32, "other">) {
  // expected-error @+2 {{the encoding is not a layout: "other"}}
  // expected-error @+1 {{failed to infer returned types}}
  tt.expand_dims %x {axis = 1 : i32} : tensor<8xf32, "other"> -> tensor<8x1xf32, "other">
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @+1 {{operand #0 must be ranked tensor}}
  "tt.expand_dims"(%x) <{axis = 0 : i32}> : (f32) -> tensor<1xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{TT-RESHAPE-1: numbers of elements differ: 8 and 16}}
  tt.reshape %x : tensor<8xf32> -> tensor<4x4xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{TT-RESHAPE-1: element types differ: 'f32' and 'i32'}}
  tt.reshape %x : tensor<8xf32> -> tensor<2x4xi32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{TT-RESHAPE-2: only one type has an encoding: 'tensor<8xf32>' and 'tensor<2x4xf32, "other">'}}
  tt.reshape %x : tensor<8xf32> -> tensor<2x4xf32, "other">
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32, "other">) {
  // expected-error @+1 {{the encoding is not a layout: "other"}}
  tt.reshape %x : tensor<8xf32, "other"> -> tensor<2x4xf32, "other">
  tt.return
}

// -----

tt.func @f(%x: tensor<8x1xf32>) {
  // expected-error @+1 {{TT-BROADCAST-1: element types differ: 'f32' and 'f16'}}
  tt.broadcast %x : tensor<8x1xf32> -> tensor<8x4xf16>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{TT-BROADCAST-1: ranks differ: 1 and 2}}
  tt.broadcast %x : tensor<8xf32> -> tensor<8x4xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8x2xf32>) {
  // expected-error @+1 {{TT-BROADCAST-2: dimension 1 grows from 2 to 4, only 1 may grow}}
  tt.broadcast %x : tensor<8x2xf32> -> tensor<8x4xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8x1xf32, "other">) {
  // expected-error @+1 {{TT-BROADCAST-3: only one type has an encoding}}
  tt.broadcast %x : tensor<8x1xf32, "other"> -> tensor<8x4xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{TT-CAT-1: element types differ: 'f32' and 'f16'}}
  tt.cat %x, %x : tensor<8xf32> -> tensor<16xf16>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{TT-CAT-2: result has 8 elements, 16 expected}}
  tt.cat %x, %x : tensor<8xf32> -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // TT-JOIN-2
  // expected-error @+2 {{inferred type(s) 'tensor<8x2xf32>' are incompatible}}
  // expected-error @+1 {{failed to infer returned types}}
  tt.join %x, %x : tensor<8xf32> -> tensor<2x8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>, %y: tensor<4xf32>) {
  // TT-JOIN-1
  // expected-error @+1 {{requires all operands to have the same type}}
  "tt.join"(%x, %y) : (tensor<8xf32>, tensor<4xf32>) -> tensor<8x2xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8x4xf32>) {
  // expected-error @+2 {{TT-SPLIT-1: operand is 'tensor<8x4xf32>', 2 dimensions or more, the last of size 2, expected}}
  // expected-error @+1 {{failed to infer returned types}}
  tt.split %x : tensor<8x4xf32> -> tensor<8x2xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<2xf32>) {
  // expected-error @+2 {{TT-SPLIT-1: operand is 'tensor<2xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  tt.split %x : tensor<2xf32> -> tensor<1xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8x2xf32>) {
  // TT-SPLIT-2
  // expected-error @+2 {{inferred type(s) 'tensor<8xf32>', 'tensor<8xf32>' are incompatible}}
  // expected-error @+1 {{failed to infer returned types}}
  tt.split %x : tensor<8x2xf32> -> tensor<4xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8x4xf32>) {
  // expected-error @+2 {{TT-TRANS-1: order is not a permutation of 2 dimensions}}
  // expected-error @+1 {{failed to infer returned types}}
  tt.trans %x {order = array<i32: 0, 2>} : tensor<8x4xf32> -> tensor<4x8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8x4xf32>) {
  // TT-TRANS-2
  // expected-error @+2 {{inferred type(s) 'tensor<4x8xf32>' are incompatible}}
  // expected-error @+1 {{failed to infer returned types}}
  tt.trans %x {order = array<i32: 1, 0>} : tensor<8x4xf32> -> tensor<8x4xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8x4xf32>, %i: tensor<8x4xi32>) {
  // expected-error @+1 {{TT-GATHER-1: axis is 2, less than the rank 2 expected}}
  tt.gather %x[%i] {axis = 2 : i32} : (tensor<8x4xf32>, tensor<8x4xi32>) -> tensor<8x4xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8x4xf32>, %i: tensor<8xi32>) {
  // expected-error @+1 {{TT-GATHER-2: ranks differ: 2 and 1}}
  tt.gather %x[%i] {axis = 0 : i32} : (tensor<8x4xf32>, tensor<8xi32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8x4xf32>, %i: tensor<8x8xi32>) {
  // expected-error @+1 {{TT-GATHER-2: dimension 1 has 8 indices for 4 elements}}
  tt.gather %x[%i] {axis = 0 : i32} : (tensor<8x4xf32>, tensor<8x8xi32>) -> tensor<8x8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8x4xf32>, %i: tensor<2x4xi32>) {
  // expected-error @+1 {{TT-GATHER-3: result is 'tensor<8x4xf32>', 'tensor<2x4xf32>' expected}}
  tt.gather %x[%i] {axis = 0 : i32} : (tensor<8x4xf32>, tensor<2x4xi32>) -> tensor<8x4xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32xf16>, %b: tensor<2x32x16xf16>, %c: tensor<16x16xf32>) {
  // expected-error @+1 {{TT-DOT-1: ranks are 2, 3 and 2, all 2 or all 3 expected}}
  tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<2x32x16xf16> -> tensor<16x16xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32xf16>, %b: tensor<16x16xf16>, %c: tensor<16x16xf32>) {
  // expected-error @+1 {{TT-DOT-1: inner dimensions differ: 32 and 16}}
  tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<2x16x32xf16>, %b: tensor<4x32x16xf16>, %c: tensor<2x16x16xf32>) {
  // expected-error @+1 {{TT-DOT-1: batch dimensions differ: 2, 4 and 2}}
  tt.dot %a, %b, %c : tensor<2x16x32xf16> * tensor<4x32x16xf16> -> tensor<2x16x16xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x16xf32>) {
  // expected-error @+1 {{TT-DOT-1: accumulator is 16x16, 16x8 expected}}
  tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<32x8xf16> -> tensor<16x16xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32xf16>, %b: tensor<32x16xbf16>, %c: tensor<16x16xf32>) {
  // expected-error @+1 {{TT-DOT-2: element types differ: 'f16' and 'bf16'}}
  tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<32x16xbf16> -> tensor<16x16xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32xi8>, %b: tensor<32x16xi8>, %c: tensor<16x16xf32>) {
  // expected-error @+1 {{TT-DOT-3: accumulator of 'f32' for operands of 'i8'}}
  tt.dot %a, %b, %c : tensor<16x32xi8> * tensor<32x16xi8> -> tensor<16x16xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32xf64>, %b: tensor<32x16xf64>, %c: tensor<16x16xf32>) {
  // expected-error @+1 {{TT-DOT-3: accumulator of 'f32' for operands of 'f64'}}
  tt.dot %a, %b, %c : tensor<16x32xf64> * tensor<32x16xf64> -> tensor<16x16xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32xbf16>, %b: tensor<32x16xbf16>, %c: tensor<16x16xbf16>) {
  // expected-error @+1 {{TT-DOT-3: accumulator of 'bf16' for operands of 'bf16'}}
  tt.dot %a, %b, %c : tensor<16x32xbf16> * tensor<32x16xbf16> -> tensor<16x16xbf16>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32xi16>, %b: tensor<32x16xi16>, %c: tensor<16x16xi32>) {
  // expected-error @+1 {{TT-DOT-3: accumulator of 'i32' for operands of 'i16'}}
  tt.dot %a, %b, %c : tensor<16x32xi16> * tensor<32x16xi16> -> tensor<16x16xi32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32xf16, "a">, %b: tensor<32x16xf16>, %c: tensor<16x16xf32, "c">) {
  // expected-error @+1 {{TT-DOT-4: only some operands have an encoding}}
  tt.dot %a, %b, %c : tensor<16x32xf16, "a"> * tensor<32x16xf16> -> tensor<16x16xf32, "c">
  tt.return
}

// -----

tt.func @f(%a: tensor<64x32xi8>, %b: tensor<32x16xbf16>, %c: tensor<64x16xf32>) {
  // expected-error @+1 {{TT-DOT-SCALED-1: inner dimensions differ: 64 and 32}}
  tt.dot_scaled %a, %b, %c lhs = e2m1 rhs = bf16 {fastMath = true} : tensor<64x32xi8> * tensor<32x16xbf16> -> tensor<64x16xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<64x32xi8>, %b: tensor<64x16xbf16>, %c: tensor<64x16xf16>) {
  // expected-error @+1 {{TT-DOT-SCALED-1: accumulator of 'f16', f32 expected}}
  tt.dot_scaled %a, %b, %c lhs = e2m1 rhs = bf16 {fastMath = true} : tensor<64x32xi8> * tensor<64x16xbf16> -> tensor<64x16xf16>
  tt.return
}

// -----

tt.func @f(%a: tensor<64xi8>, %b: tensor<64x16xbf16>, %c: tensor<64x16xf32>) {
  // expected-error @+1 {{TT-DOT-SCALED-1: ranks are 1, 2 and 2, all 2 or all 3 expected}}
  tt.dot_scaled %a, %b, %c lhs = e2m1 rhs = bf16 {fastMath = true} : tensor<64xi8> * tensor<64x16xbf16> -> tensor<64x16xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<64x64xi8>, %b: tensor<64x16xbf16>, %c: tensor<64x16xf32>) {
  // expected-error @+1 {{TT-DOT-SCALED-2: format e2m3 is not supported}}
  tt.dot_scaled %a, %b, %c lhs = e2m3 rhs = bf16 {fastMath = true} : tensor<64x64xi8> * tensor<64x16xbf16> -> tensor<64x16xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<64x32xi8>, %b: tensor<64x16xf16>, %c: tensor<64x16xf32>) {
  // expected-error @+1 {{TT-DOT-SCALED-2: b has elements of 'f16', 'bf16' expected for bf16}}
  tt.dot_scaled %a, %b, %c lhs = e2m1 rhs = bf16 {fastMath = true} : tensor<64x32xi8> * tensor<64x16xf16> -> tensor<64x16xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<64x32xi8>, %s: tensor<32x2xi8>, %b: tensor<64x16xbf16>, %c: tensor<64x16xf32>) {
  // expected-error @+1 {{TT-DOT-SCALED-3: scale of a is 'tensor<32x2xi8>', [64] and K expected}}
  tt.dot_scaled %a scale %s, %b, %c lhs = e2m1 rhs = bf16 {fastMath = true} : tensor<64x32xi8>, tensor<32x2xi8> * tensor<64x16xbf16> -> tensor<64x16xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<64x32xi8>, %s: tensor<64x8xi8>, %b: tensor<64x16xbf16>, %c: tensor<64x16xf32>) {
  // expected-error @+1 {{TT-DOT-SCALED-3: 8 scales for 64 elements, one for 16 or 32 expected}}
  tt.dot_scaled %a scale %s, %b, %c lhs = e2m1 rhs = bf16 {fastMath = true} : tensor<64x32xi8>, tensor<64x8xi8> * tensor<64x16xbf16> -> tensor<64x16xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<64x32xi8>, %s: tensor<64x2xi8>, %b: tensor<64x16xbf16>, %t: tensor<16x4xi8>, %c: tensor<64x16xf32>) {
  // expected-error @+1 {{TT-DOT-SCALED-3: elements for one scale differ: 32 and 16}}
  tt.dot_scaled %a scale %s, %b scale %t, %c lhs = e2m1 rhs = bf16 {fastMath = true} : tensor<64x32xi8>, tensor<64x2xi8> * tensor<64x16xbf16>, tensor<16x4xi8> -> tensor<64x16xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<64x64xbf16>, %b: tensor<64x16xbf16>, %c: tensor<64x16xf32>) {
  // expected-error @+1 {{TT-DOT-SCALED-4: a of format bf16 is not packed}}
  tt.dot_scaled %a, %b, %c lhs = bf16 rhs = bf16 {fastMath = true, lhs_k_pack = false} : tensor<64x64xbf16> * tensor<64x16xbf16> -> tensor<64x16xf32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @+2 {{TT-REDUCE-1: there is no operand}}
  // expected-error @+1 {{failed to infer returned types}}
  "tt.reduce"() <{axis = 0 : i32}> ({
    tt.reduce.return
  }) : () -> ()
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>, %y: tensor<4xf32>) {
  // expected-error @+2 {{TT-REDUCE-1: operands differ: 'tensor<8xf32>' and 'tensor<4xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  "tt.reduce"(%x, %y) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    tt.reduce.return %a, %b : f32, f32
  }) : (tensor<8xf32>, tensor<4xf32>) -> (f32, f32)
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @+2 {{TT-REDUCE-2: axis is 1, less than the rank 1 expected}}
  // expected-error @+1 {{failed to infer returned types}}
  "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tt.reduce.return %a : f32
  }) : (tensor<8xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%x: tensor<8x4xf32>) {
  // TT-REDUCE-3
  // expected-error @+2 {{inferred type(s) 'tensor<4xf32>' are incompatible}}
  // expected-error @+1 {{failed to infer returned types}}
  "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tt.reduce.return %a : f32
  }) : (tensor<8x4xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{TT-REDUCE-4: region takes ('f32'), ('f32', 'f32') expected}}
  "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32):
    tt.reduce.return %a : f32
  }) : (tensor<8xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{TT-REDUCE-4: region returns ('f32', 'f32'), ('f32') expected}}
  "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tt.reduce.return %a, %b : f32, f32
  }) : (tensor<8xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{TT-REDUCE-4: region ends in 'ub.unreachable', 'tt.reduce.return' expected}}
  "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    ub.unreachable
  }) : (tensor<8xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    // TT-REDUCE-RETURN-1
    // expected-error @+1 {{expects parent op 'tt.reduce'}}
    tt.reduce.return %a : f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @+2 {{TT-SCAN-1: there is no operand}}
  // expected-error @+1 {{failed to infer returned types}}
  "tt.scan"() <{axis = 0 : i32, reverse = false}> ({
    tt.scan.return
  }) : () -> ()
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @+2 {{TT-SCAN-2: axis is -1, less than the rank 1 expected}}
  // expected-error @+1 {{failed to infer returned types}}
  "tt.scan"(%x) <{axis = -1 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    tt.scan.return %a : f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // TT-SCAN-3
  // expected-error @+2 {{inferred type(s) 'tensor<8xf32>' are incompatible}}
  // expected-error @+1 {{failed to infer returned types}}
  "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    tt.scan.return %a : f32
  }) : (tensor<8xf32>) -> tensor<8xf64>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{TT-SCAN-4: region takes ('f32', 'i32'), ('f32', 'f32') expected}}
  "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: i32):
    tt.scan.return %a : f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    // TT-SCAN-RETURN-1
    // expected-error @+1 {{expects parent op 'tt.scan'}}
    tt.scan.return %a : f32
  }) : (tensor<8xf32>) -> f32
  tt.return
}

// -----

tt.func @f() {
  // expected-error @+1 {{TT-MAP-1: there are 0 operands and 1 results, at least one of each expected}}
  "tt.map_elementwise"() <{pack = 1 : i32}> ({
    %c = arith.constant 0.0 : f32
    tt.map_elementwise.return %c : f32
  }) : () -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{TT-MAP-2: pack is 16, a power of two up to 8 that divides it expected}}
  "tt.map_elementwise"(%x) <{pack = 16 : i32}> ({
    tt.map_elementwise.return
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{TT-MAP-2: pack is 3, a power of two up to 8 that divides it expected}}
  "tt.map_elementwise"(%x) <{pack = 3 : i32}> ({
    tt.map_elementwise.return
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{TT-MAP-3: region takes ('f32'), ('f32', 'f32') expected}}
  "tt.map_elementwise"(%x) <{pack = 2 : i32}> ({
  ^bb0(%a: f32):
    tt.map_elementwise.return %a, %a : f32, f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{TT-MAP-3: region returns ('f32'), ('i1') expected}}
  "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: f32):
    tt.map_elementwise.return %a : f32
  }) : (tensor<8xf32>) -> tensor<8xi1>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{TT-MAP-3: region ends in 'ub.unreachable', 'tt.map_elementwise.return' expected}}
  "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: f32):
    ub.unreachable
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>, %p: !tt.ptr<f32>) {
  // expected-error @+1 {{TT-MAP-4: region writes memory: 'tt.store'}}
  "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: f32):
    // expected-note @+1 {{written here}}
    tt.store %p, %a : !tt.ptr<f32>
    tt.map_elementwise.return %a : f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    // TT-MAP-RETURN-1
    // expected-error @+1 {{expects parent op 'tt.map_elementwise'}}
    tt.map_elementwise.return %a : f32
  }) : (tensor<8xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%x: tensor<8x4xi32>) {
  // expected-error @+1 {{TT-HISTOGRAM-1: rank of 'tensor<8x4xi32>' is 2, 1 expected}}
  tt.histogram %x : tensor<8x4xi32> -> tensor<16xi32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xi32>, %m: tensor<4xi1>) {
  // expected-error @+1 {{'mask' is i1 with the shape of 'src'}}
  %0 = "tt.histogram"(%x, %m) : (tensor<8xi32>, tensor<4xi1>) -> tensor<16xi32>
  tt.return
}

// -----

tt.func @f(%x: tensor<1xf32>) {
  // expected-error @+1 {{the result has the element type of 'src'}}
  %0 = "tt.unsplat"(%x) : (tensor<1xf32>) -> i32
  tt.return
}

// -----

tt.func @print_counts(%x: tensor<4xi32>, %y: i32) {
  // expected-error @+1 {{TT-PRINT-2: shapes has 1 entries, 2 expected}}
  tt.print " " {hex = false, isSigned = array<i32: 1, 1>, shapes = [array<i64: 3>]} : %x, %y : tensor<4xi32>, i32
  tt.return
}

// -----

tt.func @print_extent(%x: tensor<4xi32>) {
  // expected-error @+1 {{TT-PRINT-2: shape array<i64: 5> for 'tensor<4xi32>', a part of it expected}}
  tt.print " " {hex = false, isSigned = array<i32: 1>, shapes = [array<i64: 5>]} : %x : tensor<4xi32>
  tt.return
}

// -----

tt.func @map_pack(%x: tensor<6xi32>) {
  // expected-error @+1 {{TT-MAP-2: pack is 4, a power of two up to 6 that divides it expected}}
  %y = "tt.map_elementwise"(%x) <{pack = 4 : i32}> ({
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
    tt.map_elementwise.return %a, %b, %c, %d : i32, i32, i32, i32
  }) : (tensor<6xi32>) -> tensor<6xi32>
  tt.return
}
