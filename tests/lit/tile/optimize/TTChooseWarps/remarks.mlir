// RUN: cm2tt-opt %s -cm2tt-tt-choose-warps -verify-diagnostics -o /dev/null

// expected-remark @+2 {{the warps of a block, from its tiles: 8}}
// expected-remark @+1 {{the stages of loops, from their tiles: 3}}
tt.func public @copy(%p: tensor<2048x!tt.ptr<f32>>) {
  %x = tt.load %p : tensor<2048x!tt.ptr<f32>>
  tt.store %p, %x : tensor<2048x!tt.ptr<f32>>
  tt.return
}
