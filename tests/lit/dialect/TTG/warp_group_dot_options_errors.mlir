// RUN: cm2tt-opt %s -split-input-file -verify-diagnostics

tt.func @order(%a: !tt.ptr<f16>, %u: i1) {
  // expected-error @below {{unexpected 'useC' of a product}}
  %0 = ttg.warp_group_dot %a, %a, %a, inputPrecision = tf32, useC = %u {instrN = 8 : i32}
}

// -----

tt.func @twice(%a: !tt.ptr<f16>, %u: i1) {
  // expected-error @below {{unexpected 'useC' of a product}}
  %0 = ttg.warp_group_dot %a, %a, %a, useC = %u, useC = %u {instrN = 8 : i32}
}

// -----

tt.func @precisions(%a: !tt.ptr<f16>) {
  // expected-error @below {{unexpected 'inputPrecision' of a product}}
  %0 = ttg.warp_group_dot %a, %a, %a, inputPrecision = tf32, inputPrecision = ieee {instrN = 8 : i32}
}

// -----

tt.func @name(%a: !tt.ptr<f16>) {
  // expected-error @below {{unexpected 'precision' of a product}}
  %0 = ttg.warp_group_dot %a, %a, %a, precision = tf32 {instrN = 8 : i32}
}

// -----

tt.func @value(%a: !tt.ptr<f16>) {
  // expected-error @below {{unknown precision 'fp8'}}
  %0 = ttg.warp_group_dot %a, %a, %a, inputPrecision = fp8 {instrN = 8 : i32}
}
