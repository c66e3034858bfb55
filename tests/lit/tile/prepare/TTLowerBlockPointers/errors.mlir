// RUN: cm2tt-opt %s -cm2tt-tt-lower-block-pointers -verify-diagnostics -split-input-file

// expected-error @below {{a kernel has no block pointers as parameters, but parameter 1 of 'kernel' is '!tt.ptr<tensor<64xf32>>'}}
tt.func @kernel(%n: i32, %b: !tt.ptr<tensor<64xf32>>) {
  tt.return
}

// -----

tt.func @region(%p: !tt.ptr<f32>, %n: i64, %i: i32) {
  %one = arith.constant 1 : i64
  %b = tt.make_tensor_ptr %p, [%n], [%one], [%i] {order = array<i32: 0>} : <tensor<64xf32>>
  // expected-error @below {{'scf.execute_region' is not supported for block pointers}}
  %c = scf.execute_region -> !tt.ptr<tensor<64xf32>> {
    scf.yield %b : !tt.ptr<tensor<64xf32>>
  }
  tt.return
}

// -----

tt.func @layout(%p: !tt.ptr<f32>, %n: i64, %i: i32) {
  %b = tt.make_tensor_ptr %p, [%n], [%n], [%i] {order = array<i32: 0>} : <tensor<64xf32, "layout">>
  // expected-error @below {{'tt.load' of a block is not supported for a tile with a layout}}
  %x = tt.load %b : !tt.ptr<tensor<64xf32, "layout">>
  tt.return
}
