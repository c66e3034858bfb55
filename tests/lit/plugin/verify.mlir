// RUN: mlir-opt --load-dialect-plugin=%libs/Cm2ttPlugin.so %s \
// RUN:   --verify-diagnostics

// What the plugin brings is verified in the stock tool as in ours.

tt.func @size() {
  // expected-error@+1 {{TT-MAKE-RANGE-2: result is 'tensor<64xi32>', 48 elements in one dimension expected}}
  %0 = tt.make_range {end = 48 : i32, start = 0 : i32} : tensor<64xi32>
  tt.return
}
