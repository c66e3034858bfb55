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

// expected-error @below {{TTG-LINEAR-1: some elements are nowhere: the layout holds 2^1 of 2^2}}
#l = #ttg.linear<{register = [[2]], lane = [], warp = []}>

// -----

// expected-error @below {{TTG-LINEAR-1: the layout has 2^21 registers, at most 2^20 expected}}
#l = #ttg.linear<{register = [[0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0]], lane = [], warp = []}>

// -----

// expected-error @below {{TTG-SHARED-1: 2^2 offsets hold 2^1 of 2^1 elements, each once expected}}
#l = #ttg.shared<{offset = [[1], [0]]}>

// -----

#l = #ttg.linear<{register = [[1]], lane = [[2]], warp = []}>
// expected-error @below {{TTG-LINEAR-2: the layout is of a tensor of shape [4], [8] expected}}
tt.func private @f(tensor<8xf32, #l>)

// -----

#a = #ttg.linear<{register = [[1]], lane = [[2]], warp = []}>
tt.func @f(%x: tensor<4xf32, #a>) {
  // expected-error @below {{TTG-CONVERT-LAYOUT-2: 'tensor<4xf32>' has no #ttg.linear layout}}
  %y = ttg.convert_layout %x : tensor<4xf32, #a> -> tensor<4xf32>
  tt.return
}

// -----

#a = #ttg.linear<{register = [[1]], lane = [[2]], warp = []}>
#b = #ttg.linear<{register = [], lane = [[1], [2]], warp = []}>
tt.func @f(%x: tensor<4xf32, #a>) {
  // expected-error @below {{TTG-CONVERT-LAYOUT-2: layouts are over 2 and 4 lanes, one number expected}}
  %y = ttg.convert_layout %x : tensor<4xf32, #a> -> tensor<4xf32, #b>
  tt.return
}

// -----

#a = #ttg.linear<{register = [[1]], lane = [[2]], warp = []}>
#b = #ttg.linear<{register = [], lane = [[1]], warp = [[2]]}>
tt.func @f(%x: tensor<4xf32, #a>) {
  // expected-error @below {{TTG-CONVERT-LAYOUT-2: layouts are over 1 and 2 warps, one number expected}}
  %y = ttg.convert_layout %x : tensor<4xf32, #a> -> tensor<4xf32, #b>
  tt.return
}

// -----

#a = #ttg.linear<{register = [[1]], lane = [[2]], warp = []}>
#b = #ttg.linear<{register = [[1]], lane = [], warp = []}>
tt.func @f(%x: tensor<4xf32, #a>) {
  // TTG-CONVERT-LAYOUT-1
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
  // expected-error @below {{the result's encoding is not #ttg.linear}}
  %y = tt.broadcast %x : tensor<2x1xf32, #a> -> tensor<2x2xf32, #b>
  tt.return
}

// -----

// expected-error @below {{attribute 'ttg.target' is not a string: 90 : i32}}
module attributes {ttg.target = 90 : i32} {}

// -----

tt.func public @pack_axis(%x: tensor<8x4xi8>) {
  // expected-error @below {{attribute 'ttg.pack_axis' is not an i32: "x"}}
  %y = tt.elementwise_inline_asm "" {constraints = "=r,r", packed_element = 4 : i32, pure = true, ttg.pack_axis = "x"} %x : tensor<8x4xi8> -> tensor<8x4xi8>
  tt.return
}

// -----

tt.func public @pack_axis_of_tile(%x: tensor<8x4xi8>) {
  // expected-error @below {{attribute 'ttg.pack_axis' is 2, a dimension of a result of rank 2 expected}}
  %y = tt.elementwise_inline_asm "" {constraints = "=r,r", packed_element = 4 : i32, pure = true, ttg.pack_axis = 2 : i32} %x : tensor<8x4xi8> -> tensor<8x4xi8>
  tt.return
}

// -----

tt.func public @pack_axis_of_scalar(%x: i8) {
  // expected-error @below {{attribute 'ttg.pack_axis' is 0, a dimension of a result of rank 0 expected}}
  %y = tt.elementwise_inline_asm "" {constraints = "=r,r", packed_element = 4 : i32, pure = true, ttg.pack_axis = 0 : i32} %x : i8 -> i8
  tt.return
}

// -----

// expected-error @below {{attribute 'ttg.num-warps' is not an i32: 4 : i64}}
module attributes {"ttg.num-warps" = 4 : i64} {}

// -----

// expected-error @below {{attribute 'ttg.num-warps' is not a power of two: 3}}
module attributes {"ttg.num-warps" = 3 : i32} {}

// -----

// expected-error @below {{attribute 'ttg.threads-per-warp' is not a power of two: 0}}
module attributes {"ttg.threads-per-warp" = 0 : i32} {}

// -----

// expected-error @below {{attribute 'ttg.maxnreg' is 0, at least 1 expected}}
module attributes {ttg.maxnreg = 0 : i32} {}

// -----

// expected-error @below {{attribute 'ttg.shared' is negative: -1}}
module attributes {ttg.shared = -1 : i32} {}

// -----

#m = #ttg.shared<{offset = [[0, 1], [1, 0]]}>
// expected-error @+1 {{TTG-MEMDESC-1: the layout is for another shape: expected 2, 2}}
tt.func private @memdesc_shape(!ttg.memdesc<4x2xf32, #m>)

// -----

#m = #ttg.shared<{offset = [[0, 1], [1, 0]]}>
// expected-error @+1 {{TTG-MEMDESC-2: there is no buffer}}
tt.func private @memdesc_buffers(!ttg.memdesc<2x2xf32, #m, buffers = 0>)

// -----

#m = #ttg.shared<{offset = [[0, 1], [1, 0]]}>
// expected-error @+1 {{TTG-MEMDESC-3: '!ttg.token' cannot be in shared memory}}
tt.func private @memdesc_elements(!ttg.memdesc<2x2x!ttg.token, #m>)

// -----

#r = #ttg.linear<{register = [[0, 1], [1, 0]], lane = [], warp = []}>
#m = #ttg.shared<{offset = [[0, 1], [1, 0]]}>
tt.func @alloc(%x: tensor<2x2xf16, #r>) {
  // expected-error @+1 {{TTG-LOCAL-ALLOC-1: '!ttg.memdesc<2x2xf32, #ttg.shared<{offset = [[0, 1], [1, 0]]}>>' cannot hold 'tensor<2x2xf16, #ttg.linear<{register = [[0, 1], [1, 0]], lane = [], warp = []}>>'}}
  %m = ttg.local_alloc %x : (tensor<2x2xf16, #r>) -> !ttg.memdesc<2x2xf32, #m>
  tt.return
}

// -----

#r = #ttg.linear<{register = [[0, 1], [1, 0]], lane = [], warp = []}>
#m = #ttg.shared<{offset = [[0, 1], [1, 0]]}>
tt.func @alloc_buffers(%x: tensor<2x2xf32, #r>) {
  // expected-error @+1 {{TTG-LOCAL-ALLOC-1: one tile expected, there are 2 buffers}}
  %m = ttg.local_alloc %x : (tensor<2x2xf32, #r>) -> !ttg.memdesc<2x2xf32, #m, buffers = 2>
  tt.return
}

// -----

#r = #ttg.linear<{register = [[0, 1], [1, 0]], lane = [], warp = []}>
#m = #ttg.shared<{offset = [[0, 1], [1, 0]]}>
tt.func @store(%x: tensor<2x2xf32, #r>, %m: !ttg.memdesc<2x2xf32, #m, buffers = 2>) {
  // expected-error @+1 {{TTG-LOCAL-STORE-1: one tile expected, there are 2 buffers}}
  ttg.local_store %x, %m : tensor<2x2xf32, #r> -> !ttg.memdesc<2x2xf32, #m, buffers = 2>
  tt.return
}

// -----

#r = #ttg.linear<{register = [[0, 1], [1, 0]], lane = [], warp = []}>
#m = #ttg.shared<{offset = [[1], [2]]}>
tt.func @load(%m: !ttg.memdesc<4xf32, #m>) {
  // expected-error @+1 {{TTG-LOCAL-LOAD-1: '!ttg.memdesc<4xf32}}
  %x = ttg.local_load %m : !ttg.memdesc<4xf32, #m> -> tensor<2x2xf32, #r>
  tt.return
}

// -----

tt.func @next(%i: i32) {
  // TTG-NEXT-BUFFER-1
  // expected-error @+1 {{attribute 'count' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive}}
  %n = ttg.next_buffer %i of 0
  tt.return
}

// -----

#m = #ttg.shared<{offset = [[1], [2]]}>
tt.func @index(%m: !ttg.memdesc<4xf32, #m, buffers = 4>, %i: i32) {
  // expected-error @+1 {{TTG-MEMDESC-INDEX-1: the result must be '!ttg.memdesc<4xf32}}
  %x = ttg.memdesc_index %m[%i] : !ttg.memdesc<4xf32, #m, buffers = 4> -> !ttg.memdesc<4xf32, #m, buffers = 2>
  tt.return
}

// -----

#m = #ttg.shared<{offset = [[0, 1], [1, 0]]}>
tt.func @trans_order(%m: !ttg.memdesc<2x2xf32, #m>) {
  // expected-error @+1 {{TTG-MEMDESC-TRANS-1: 'order' is not a permutation of 2 dimensions}}
  %x = ttg.memdesc_trans %m {order = array<i32: 1, 1>} : !ttg.memdesc<2x2xf32, #m> -> !ttg.memdesc<2x2xf32, #m>
  tt.return
}

// -----

#m = #ttg.shared<{offset = [[0, 1], [1, 0]]}>
tt.func @trans_layout(%m: !ttg.memdesc<2x2xf32, #m>) {
  // expected-error @+1 {{TTG-MEMDESC-TRANS-2: the result must be '!ttg.memdesc<2x2xf32}}
  %x = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<2x2xf32, #m> -> !ttg.memdesc<2x2xf32, #m>
  tt.return
}

// -----

#r = #ttg.linear<{register = [[1], [2]], lane = [], warp = []}>
#m = #ttg.shared<{offset = [[1], [2]]}>
tt.func @copy(%p: tensor<4x!tt.ptr<f16>, #r>, %m: !ttg.memdesc<4xf32, #m>) {
  // expected-error @+1 {{TTG-ASYNC-COPY-1: '!ttg.memdesc<4xf32}}
  %t = ttg.async_copy %p, %m : tensor<4x!tt.ptr<f16>, #r> -> !ttg.memdesc<4xf32, #m>
  tt.return
}
