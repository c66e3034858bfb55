// RUN: cm2tt-opt %s -cm2tt-tt-lower-descriptors -verify-diagnostics -o /dev/null

// expected-remark @below {{tensor descriptors are accessed by pointers with masks, not by bulk tensor copies: there are no tensor maps}}
tt.func @passed(%d: !tt.tensordesc<tensor<64xf32>>) {
  tt.return
}

tt.func @made(%p: !tt.ptr<f32>, %n: i32) {
  %one = arith.constant 1 : i64
  // expected-remark @below {{tensor descriptors are accessed by pointers with masks, not by bulk tensor copies: there are no tensor maps}}
  %d = tt.make_tensor_descriptor %p, [%n], [%one] : <f32>, <tensor<64xf32>>
  tt.return
}
