// RUN: cm2tt-opt %s -cm2tt-tt-lower-descriptors -verify-diagnostics -split-input-file

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
