// RUN: cm2tt-opt %s -split-input-file -verify-diagnostics

#c = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#a = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]}>
#b = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [0, 1], [8, 2], [16, 4], [0, 8], [0, 16], [0, 32]]}>
tt.func @f(%a: !ttg.memdesc<64x64xf16, #a>, %b: !ttg.memdesc<32x64xf16, #b>, %c: tensor<64x64xf32, #c>) {
  // expected-error @below {{TTG-WARP-GROUP-DOT-1: no product}}
  %d = ttg.warp_group_dot %a, %b, %c {instrN = 64 : i32} : !ttg.memdesc<64x64xf16, #a> * !ttg.memdesc<32x64xf16, #b> -> tensor<64x64xf32, #c>
  tt.return
}

// -----

#c = #ttg.linear<{register = [[0, 1], [8, 0], [0, 16], [0, 8], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#a = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]}>
#b = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [8, 1], [16, 2], [32, 4], [0, 8], [0, 16], [0, 32]]}>
tt.func @f(%a: !ttg.memdesc<64x64xf16, #a>, %b: !ttg.memdesc<64x64xf16, #b>, %c: tensor<64x64xf32, #c>) {
  // expected-error @below {{TTG-WARP-GROUP-DOT-2: not the layout of a result of warp groups with N = 64}}
  %d = ttg.warp_group_dot %a, %b, %c {instrN = 64 : i32} : !ttg.memdesc<64x64xf16, #a> * !ttg.memdesc<64x64xf16, #b> -> tensor<64x64xf32, #c>
  tt.return
}

// -----

#c = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#a = #ttg.linear<{register = [[0, 1], [8, 0], [0, 16], [0, 8], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#b = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [8, 1], [16, 2], [32, 4], [0, 8], [0, 16], [0, 32]]}>
tt.func @f(%a: tensor<64x64xf16, #a>, %b: !ttg.memdesc<64x64xf16, #b>, %c: tensor<64x64xf32, #c>) {
  // expected-error @below {{TTG-WARP-GROUP-DOT-2: not the layout of operand 0}}
  %d = ttg.warp_group_dot %a, %b, %c {instrN = 64 : i32} : tensor<64x64xf16, #a> * !ttg.memdesc<64x64xf16, #b> -> tensor<64x64xf32, #c>
  tt.return
}

// -----

#c = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#a = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0]]}>
#b = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [8, 1], [16, 2], [32, 4], [0, 8], [0, 16], [0, 32]]}>
tt.func @f(%a: !ttg.memdesc<64x64xf16, #a>, %b: !ttg.memdesc<64x64xf16, #b>, %c: tensor<64x64xf32, #c>) {
  // expected-error @below {{TTG-WARP-GROUP-DOT-3: no descriptor describes operand 0}}
  %d = ttg.warp_group_dot %a, %b, %c {instrN = 64 : i32} : !ttg.memdesc<64x64xf16, #a> * !ttg.memdesc<64x64xf16, #b> -> tensor<64x64xf32, #c>
  tt.return
}

// -----

#c = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#a = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]}>
#b = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0]]}>
tt.func @f(%a: !ttg.memdesc<64x64xf16, #a>, %b: !ttg.memdesc<64x64xf16, #b>, %c: tensor<64x64xf32, #c>) {
  // expected-error @below {{TTG-WARP-GROUP-DOT-3: no descriptor describes operand 1}}
  %d = ttg.warp_group_dot %a, %b, %c {instrN = 64 : i32} : !ttg.memdesc<64x64xf16, #a> * !ttg.memdesc<64x64xf16, #b> -> tensor<64x64xf32, #c>
  tt.return
}

// -----

#c = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#a = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]}>
#b = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [8, 1], [16, 2], [32, 4], [0, 8], [0, 16], [0, 32]]}>
tt.func @f(%a: !ttg.memdesc<64x64xf16, #a>, %b: !ttg.memdesc<64x64xf16, #b, buffers = 2>, %c: tensor<64x64xf32, #c>) {
  // expected-error @below {{TTG-WARP-GROUP-DOT-3: no descriptor describes operand 1}}
  %d = ttg.warp_group_dot %a, %b, %c {instrN = 64 : i32} : !ttg.memdesc<64x64xf16, #a> * !ttg.memdesc<64x64xf16, #b, buffers = 2> -> tensor<64x64xf32, #c>
  tt.return
}

// -----

#c = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#a = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]}>
#b = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [8, 1], [16, 2], [32, 4], [0, 8], [0, 16], [0, 32]]}>
tt.func @f(%a: !ttg.memdesc<64x64xf16, #a>, %b: !ttg.memdesc<64x64xf16, #b>, %c: tensor<64x64xf64, #c>) {
  // expected-error @below {{TTG-WARP-GROUP-DOT-4: wgmma does not multiply 'f16' and 'f16' into 'f64'}}
  %d = ttg.warp_group_dot %a, %b, %c {instrN = 64 : i32} : !ttg.memdesc<64x64xf16, #a> * !ttg.memdesc<64x64xf16, #b> -> tensor<64x64xf64, #c>
  tt.return
}

// -----

#c = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#a = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]}>
#b = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [8, 1], [16, 2], [32, 4], [0, 8], [0, 16], [0, 32]]}>
tt.func @f(%a: !ttg.memdesc<64x64xf16, #a>, %b: !ttg.memdesc<64x64xbf16, #b>, %c: tensor<64x64xf32, #c>) {
  // expected-error @below {{TTG-WARP-GROUP-DOT-4: wgmma does not multiply 'f16' and 'bf16' into 'f32'}}
  %d = ttg.warp_group_dot %a, %b, %c {instrN = 64 : i32} : !ttg.memdesc<64x64xf16, #a> * !ttg.memdesc<64x64xbf16, #b> -> tensor<64x64xf32, #c>
  tt.return
}

// -----

#c = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#a = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]}>
#b = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [8, 1], [16, 2], [32, 4], [0, 8], [0, 16], [0, 32]]}>
tt.func @f(%a: !ttg.memdesc<64x64xf16, #a>, %b: !ttg.memdesc<64x64xf16, #b>, %c: tensor<64x64xf32, #c>) {
  // expected-error @below {{TTG-WARP-GROUP-DOT-4: no instruction with N = 12 computes a product of 64x64 with K = 64 of 'f16'}}
  %d = ttg.warp_group_dot %a, %b, %c {instrN = 12 : i32} : !ttg.memdesc<64x64xf16, #a> * !ttg.memdesc<64x64xf16, #b> -> tensor<64x64xf32, #c>
  tt.return
}

// -----

#c = #ttg.linear<{register = [[0, 1], [1, 0]], lane = [], warp = []}>
tt.func @wait(%x: tensor<2x2xf16, #c>) {
  // expected-error @+1 {{TTG-WARP-GROUP-DOT-WAIT-1: results have other types than the inputs: 'tensor<2x2xf32}}
  %0 = ttg.warp_group_dot_wait %x {pending = 0 : i32} : (tensor<2x2xf16, #c>) -> tensor<2x2xf32, #c>
  tt.return
}

// -----

#c = #ttg.linear<{register = [[0, 1], [1, 0]], lane = [], warp = []}>
tt.func @copy(%x: tensor<2x2xf16, #c>) {
  // expected-error @+1 {{TTG-COPY-FRAGMENTS-1: not a tile of f32: 'tensor<2x2xf16}}
  %0 = ttg.copy_fragments %x : tensor<2x2xf16, #c>
  tt.return
}
