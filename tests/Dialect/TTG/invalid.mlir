// RUN: cm2tt-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{'register' is given twice}}
#l = #ttg.linear<{register = [[1]], lane = [], register = []}>

// -----

// expected-error @below {{unknown input dimension 'thread', expected 'register' or 'lane' or 'warp'}}
#l = #ttg.linear<{thread = [[1]]}>

// -----

// expected-error @below {{unknown input dimension 'lane', expected 'offset'}}
#l = #ttg.shared<{lane = [[1]]}>

// -----

// expected-error @below {{'block' has basis vectors, none expected}}
#l = #ttg.linear<{register = [[1]], block = [[2]]}>

// -----

// expected-error @below {{lane basis 0 has 1 coordinates, expected 2}}
#l = #ttg.linear<{lane = [[1]], register = [[0, 1]], warp = [[1, 0]]}>

// -----

// expected-error @below {{register basis 0 has coordinate -1 outside of size 1}}
#l = #ttg.linear<{register = [[-1]]}>

// -----

// expected-error @below {{register basis 0 has coordinate 4294967296 outside of size 1}}
#l = #ttg.linear<{register = [[4294967296]]}>

// -----

// expected-error @below {{more than 2^62 elements}}
#l = #ttg.linear<{register = [[1073741824, 1073741824, 1073741824]]}>

// -----

// expected-error @below {{rank is 65, at most 64 expected}}
#l = #ttg.linear<{register = []}, rank = 65>

// -----

// expected-error @below {{expected 'rank'}}
#l = #ttg.linear<{register = []}, size = 1>

// -----

// expected-error @below {{T-LINEAR-1: some elements are nowhere: the layout holds 2^1 of 2^2}}
#l = #ttg.linear<{register = [[2]], lane = [], warp = []}>

// -----

// expected-error @below {{T-LINEAR-1: the layout has 2^21 registers, at most 2^20 expected}}
#l = #ttg.linear<{register = [[0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0]], lane = [], warp = []}>

// -----

// expected-error @below {{T-SHARED-1: 2^2 offsets hold 2^1 of 2^1 elements, each once expected}}
#l = #ttg.shared<{offset = [[1], [0]]}>

// -----

#l = #ttg.linear<{register = [[1]], lane = [[2]], warp = []}>
// expected-error @below {{T-LINEAR-2: the layout is of a tensor of shape [4], [8] expected}}
tt.func private @f(tensor<8xf32, #l>)

// -----

#a = #ttg.linear<{register = [[1]], lane = [[2]], warp = []}>
tt.func @f(%x: tensor<4xf32, #a>) {
  // expected-error @below {{T-CONVERT-LAYOUT-2: 'tensor<4xf32>' has no #ttg.linear layout}}
  %y = ttg.convert_layout %x : tensor<4xf32, #a> -> tensor<4xf32>
  tt.return
}

// -----

#a = #ttg.linear<{register = [[1]], lane = [[2]], warp = []}>
#b = #ttg.linear<{register = [], lane = [[1], [2]], warp = []}>
tt.func @f(%x: tensor<4xf32, #a>) {
  // expected-error @below {{T-CONVERT-LAYOUT-2: layouts are over 2 and 4 lanes, one number expected}}
  %y = ttg.convert_layout %x : tensor<4xf32, #a> -> tensor<4xf32, #b>
  tt.return
}

// -----

#a = #ttg.linear<{register = [[1]], lane = [[2]], warp = []}>
#b = #ttg.linear<{register = [], lane = [[1]], warp = [[2]]}>
tt.func @f(%x: tensor<4xf32, #a>) {
  // expected-error @below {{T-CONVERT-LAYOUT-2: layouts are over 1 and 2 warps, one number expected}}
  %y = ttg.convert_layout %x : tensor<4xf32, #a> -> tensor<4xf32, #b>
  tt.return
}

// -----

#a = #ttg.linear<{register = [[1]], lane = [[2]], warp = []}>
#b = #ttg.linear<{register = [[1]], lane = [], warp = []}>
tt.func @f(%x: tensor<4xf32, #a>) {
  // expected-error @below {{op requires the same shape for all operands and results}}
  %y = ttg.convert_layout %x : tensor<4xf32, #a> -> tensor<2xf32, #b>
  tt.return
}

// -----

#a = #ttg.linear<{register = [[1]], lane = [[2]], warp = []}>
tt.func @f(%x: tensor<4xf32, #a>) {
  // expected-error @below {{op requires the same element type for all operands and results}}
  %y = ttg.convert_layout %x : tensor<4xf32, #a> -> tensor<4xf16, #a>
  tt.return
}

// -----

// The halves are in two lanes.
#a = #ttg.linear<{register = [[1, 0]], lane = [[0, 1]], warp = []}>
#b = #ttg.linear<{register = [[1]], lane = [[0]], warp = []}>
tt.func @f(%x: tensor<2x2xf32, #a>) {
  // expected-error @+2 {{both halves of the last dimension are not in registers of one thread}}
  // expected-error @+1 {{failed to infer returned types}}
  %y, %z = "tt.split"(%x) : (tensor<2x2xf32, #a>) -> (tensor<2xf32, #b>, tensor<2xf32, #b>)
  tt.return
}

// -----

#a = #ttg.linear<{register = [], lane = [[1, 0]], warp = []}>
#b = #ttg.linear<{register = [[1, 0]], lane = [[0, 1]], warp = []}>
tt.func @f(%x: tensor<2x1xf32, #a>) {
  // expected-error @below {{threads lack elements that the result's layout wants}}
  %y = tt.broadcast %x : tensor<2x1xf32, #a> -> tensor<2x2xf32, #b>
  tt.return
}

// -----

#a = #ttg.linear<{register = [], lane = [[1, 0]], warp = []}>
#b = #ttg.shared<{offset = [[1, 0], [0, 1]]}>
tt.func @f(%x: tensor<2x1xf32, #a>) {
  // expected-error @below {{the result's encoding is no #ttg.linear}}
  %y = tt.broadcast %x : tensor<2x1xf32, #a> -> tensor<2x2xf32, #b>
  tt.return
}

// -----

// expected-error @below {{attribute 'ttg.target' is no string: 90 : i32}}
module attributes {ttg.target = 90 : i32} {}

// -----

// expected-error @below {{attribute 'ttg.num-warps' is no i32: 4 : i64}}
module attributes {"ttg.num-warps" = 4 : i64} {}

// -----

// expected-error @below {{attribute 'ttg.num-warps' is no power of two: 3}}
module attributes {"ttg.num-warps" = 3 : i32} {}

// -----

// expected-error @below {{attribute 'ttg.threads-per-warp' is no power of two: 0}}
module attributes {"ttg.threads-per-warp" = 0 : i32} {}

// -----

// expected-error @below {{attribute 'ttg.shared' is negative: -1}}
module attributes {ttg.shared = -1 : i32} {}
