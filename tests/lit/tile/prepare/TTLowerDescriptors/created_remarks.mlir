// RUN: cm2tt-opt %s -cm2tt-tt-lower-descriptors='tensor-maps=true' -verify-diagnostics -o /dev/null

tt.func @passed(%d: !tt.tensordesc<tensor<64xf32>>) {
  tt.return
}

tt.func @made(%p: !tt.ptr<f32>, %n: i32) {
  %one = arith.constant 1 : i64
  // expected-remark @below {{not by bulk tensor copies: the target cannot create tensor maps}}
  %d = tt.make_tensor_descriptor %p, [%n], [%one] : <f32>, <tensor<64xf32>>
  tt.return
}
