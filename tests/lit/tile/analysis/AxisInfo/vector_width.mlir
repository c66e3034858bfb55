// RUN: cm2tt-opt %s -cm2tt-test-print-axis-info -split-input-file -verify-diagnostics -o /dev/null

// Four registers in a row, twice.
#wide = #ttg.linear<{register = [[1], [2], [128]], lane = [[4], [8], [16], [32], [64]], warp = []}>

tt.func @aligned(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 2 : i32}) {
  // expected-remark @below {{contiguity [256]}}
  %range = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #wide>
  // expected-remark @below {{divisibility [16]}}
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #wide>
  // expected-remark @below {{contiguity [256], divisibility [16]}}
  %pointers = tt.addptr %ps, %range : tensor<256x!tt.ptr<f32>, #wide>, tensor<256xi32, #wide>
  // expected-remark @below {{constancy [1]}}
  // expected-remark @below {{accesses of 4 elements along dimension 0}}
  %x = tt.load %pointers : tensor<256x!tt.ptr<f32>, #wide>
  // expected-remark @below {{divisibility [2]}}
  %ns = tt.splat %n : i32 -> tensor<256xi32, #wide>
  // expected-remark @below {{constancy [2]}}
  %mask = arith.cmpi slt, %range, %ns : tensor<256xi32, #wide>
  // expected-remark @below {{accesses of 2 elements along dimension 0}}
  tt.store %pointers, %x, %mask : tensor<256x!tt.ptr<f32>, #wide>
  tt.return
}

// -----

// Nothing is known of the pointer; then, that it is aligned to two elements.
#wide = #ttg.linear<{register = [[1], [2], [128]], lane = [[4], [8], [16], [32], [64]], warp = []}>

tt.func @unaligned(%p: !tt.ptr<f32>, %q: !tt.ptr<f32> {tt.divisibility = 8 : i32}) {
  // expected-remark @below {{contiguity [256]}}
  %range = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #wide>
  // expected-remark @below {{divisibility [1]}}
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #wide>
  // expected-remark @below {{contiguity [256], divisibility [1]}}
  %pointers = tt.addptr %ps, %range : tensor<256x!tt.ptr<f32>, #wide>, tensor<256xi32, #wide>
  // expected-remark @below {{constancy [1]}}
  // expected-remark @below {{accesses of 1 elements along dimension 0}}
  %x = tt.load %pointers : tensor<256x!tt.ptr<f32>, #wide>
  // expected-remark @below {{divisibility [8]}}
  %qs = tt.splat %q : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #wide>
  // expected-remark @below {{contiguity [256], divisibility [8]}}
  %others = tt.addptr %qs, %range : tensor<256x!tt.ptr<f32>, #wide>, tensor<256xi32, #wide>
  // expected-remark @below {{constancy [1]}}
  // expected-remark @below {{accesses of 2 elements along dimension 0}}
  %y = tt.load %others : tensor<256x!tt.ptr<f32>, #wide>
  tt.return
}

// -----

// 16-bit elements: eight fit, the layout has four in a row, in any register.
#spread = #ttg.linear<{register = [[128], [2], [1]], lane = [[4], [8], [16], [32], [64]], warp = []}>

tt.func @narrow(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
  // expected-remark @below {{contiguity [256]}}
  %range = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #spread>
  // expected-remark @below {{divisibility [16]}}
  %ps = tt.splat %p : !tt.ptr<f16> -> tensor<256x!tt.ptr<f16>, #spread>
  // expected-remark @below {{contiguity [256], divisibility [16]}}
  %pointers = tt.addptr %ps, %range : tensor<256x!tt.ptr<f16>, #spread>, tensor<256xi32, #spread>
  // expected-remark @below {{constancy [1]}}
  // expected-remark @below {{accesses of 4 elements along dimension 0}}
  %x = tt.load %pointers : tensor<256x!tt.ptr<f16>, #spread>
  tt.return
}
