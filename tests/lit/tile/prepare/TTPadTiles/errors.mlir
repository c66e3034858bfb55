// RUN: cm2tt-opt %s -cm2tt-tt-pad-tiles -split-input-file -verify-diagnostics

// One remark for a line and shape; tiles of one value have none.
tt.func public @remarks(%x: f32) {
  // expected-remark @+1 {{a tile of 80 is padded to 128: 38 % of the elements are idle}}
  %r = tt.make_range {end = 80 : i32, start = 0 : i32} : tensor<80xi32>
  %s = tt.splat %x : f32 -> tensor<80xf32>
  %e = tt.expand_dims %r {axis = 0 : i32} : tensor<80xi32> -> tensor<1x80xi32>
  // expected-remark @+1 {{a tile of 96x80 is padded to 128x128: 53 % of the elements are idle}}
  %b = tt.broadcast %e : tensor<1x80xi32> -> tensor<96x80xi32>
  %d = arith.addi %b, %b : tensor<96x80xi32>
  tt.return
}

// -----

tt.func public @asm_effects(%x: tensor<3xi32>) {
  // expected-error @+1 {{'tt.elementwise_inline_asm' with side effects is not supported for a tile whose dimensions are not powers of two: 'tensor<3xi32>'}}
  %y = tt.elementwise_inline_asm "mov.u32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x : tensor<3xi32> -> tensor<3xi32>
  tt.return
}

// -----

tt.func public @call_effects(%x: tensor<3xf32>) {
  // expected-error @+1 {{'tt.extern_elementwise' with side effects is not supported for a tile whose dimensions are not powers of two: 'tensor<3xf32>'}}
  %y = tt.extern_elementwise %x {libname = "", libpath = "", pure = false, symbol = "f"} : (tensor<3xf32>) -> tensor<3xf32>
  tt.return
}
