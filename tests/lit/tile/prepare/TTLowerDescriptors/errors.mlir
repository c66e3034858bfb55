// RUN: cm2tt-opt %s -cm2tt-tt-lower-descriptors -verify-diagnostics -split-input-file

tt.func @last_stride(%p: !tt.ptr<f32>, %n: i32, %k: i64) {
  %two = arith.constant 2 : i64
  // expected-error @below {{a descriptor with a last stride of 2, 1 expected}}
  %d = tt.make_tensor_descriptor %p, [%n, %n], [%k, %two] : <f32>, <tensor<8x16xf32>>
  tt.return
}

// -----

tt.func @stride(%p: !tt.ptr<f16>, %n: i32, %k: i64) {
  %one = arith.constant 1 : i64
  %odd = arith.constant 12 : i64
  // expected-error @below {{a descriptor whose stride 1 is 24 bytes, a multiple of 16 expected}}
  %d = tt.make_tensor_descriptor %p, [%n, %n, %n], [%k, %odd, %one] : <f16>, <tensor<8x16x16xf16>>
  tt.return
}

// -----

tt.func @row(%p: !tt.ptr<i8>, %n: i32, %k: i64) {
  %one = arith.constant 1 : i64
  // expected-error @below {{a descriptor of blocks with rows of 8 bytes, at least 16 expected: '!tt.tensordesc<tensor<64x8xi8>>'}}
  %d = tt.make_tensor_descriptor %p, [%n, %n], [%k, %one] : <i8>, <tensor<64x8xi8>>
  tt.return
}

// -----

// expected-error @below {{parameter 1 is a descriptor of blocks of rank 6, 1 to 5 expected: '!tt.tensordesc<tensor<1x1x1x1x2x16xf32>>'}}
tt.func @rank(%n: i32, %d: !tt.tensordesc<tensor<1x1x1x1x2x16xf32>>) {
  tt.return
}

// -----

// expected-error @below {{parameter 0 is a descriptor of blocks with rows of 8 bytes, at least 16 expected}}
tt.func @parameter_row(%d: !tt.tensordesc<tensor<16x2xf32>>) {
  tt.return
}

// -----

tt.func @region(%d: !tt.tensordesc<tensor<64xf32>>) {
  // expected-error @below {{'scf.execute_region' is not supported for tensor descriptors}}
  %c = scf.execute_region -> !tt.tensordesc<tensor<64xf32>> {
    scf.yield %d : !tt.tensordesc<tensor<64xf32>>
  }
  tt.return
}

// -----

tt.func @layout(%d: !tt.tensordesc<tensor<64xf32>>, %i: i32, %x: tensor<64xf32, "layout">) {
  // expected-error @below {{'tt.descriptor_store' of a block is not supported for a tile with a layout}}
  tt.descriptor_store %d[%i], %x : !tt.tensordesc<tensor<64xf32>>, tensor<64xf32, "layout">
  tt.return
}
