// RUN: cm2tt-opt %s "-cm2tt-tt-to-ttg=num-warps=4 target=sm_90a" | FileCheck %s

// A product of numbers of four bits that are swizzled in memory, with their scales:
// bytes are unpacked in packs of four, in the layout of their load, and scales in that
// of the product, whose registers hold neighbours along K, but not the lowest ones.
// Only the numbers are converted.
// CHECK-LABEL: tt.func public @swz
// CHECK: scf.for
// CHECK-NOT: ttg.convert_layout
// CHECK: "unpack" {{.+}} ttg.pack_axis = 1 : i32}
// CHECK: ttg.convert_layout {{.+}} tensor<32x256x2xbf16
// CHECK-NOT: ttg.convert_layout
// CHECK: "scale" {{.+}} ttg.pack_axis = 1 : i32}
// CHECK-NOT: ttg.convert_layout
// CHECK: "product" {{.+}} ttg.pack_axis = 1 : i32}
// CHECK-NOT: ttg.convert_layout
// CHECK: ttg.warp_group_dot
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.return
tt.func public @swz(%x: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %w: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %s: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %o: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %v1 = arith.constant dense<0.0> : tensor<128x64xf32>
  %v2 = arith.constant 0 : i32
  %v3 = arith.constant 1 : i32
  %loop6 = scf.for %v4 = %v2 to %n step %v3 iter_args(%v5 = %v1) -> (tensor<128x64xf32>) : i32 {
    %v7 = arith.constant 8192 : i32
    %v8 = arith.muli %v4, %v7 : i32
    %v9 = tt.addptr %w, %v8 : !tt.ptr<i8>, i32
    %v10 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %v11 = tt.expand_dims %v10 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %v12 = arith.constant dense<256> : tensor<32x1xi32>
    %v13 = arith.muli %v11, %v12 : tensor<32x1xi32>
    %v14 = tt.broadcast %v13 : tensor<32x1xi32> -> tensor<32x256xi32>
    %v15 = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
    %v16 = tt.expand_dims %v15 {axis = 0 : i32} : tensor<256xi32> -> tensor<1x256xi32>
    %v17 = tt.broadcast %v16 : tensor<1x256xi32> -> tensor<32x256xi32>
    %v18 = arith.addi %v14, %v17 : tensor<32x256xi32>
    %v19 = tt.splat %v9 : !tt.ptr<i8> -> tensor<32x256x!tt.ptr<i8>>
    %v20 = tt.addptr %v19, %v18 : tensor<32x256x!tt.ptr<i8>>, tensor<32x256xi32>
    %v21 = tt.load %v20 : tensor<32x256x!tt.ptr<i8>>
    %v22 = arith.constant 512 : i32
    %v23 = arith.muli %v4, %v22 : i32
    %v24 = tt.addptr %s, %v23 : !tt.ptr<i8>, i32
    %v25 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
    %v26 = tt.expand_dims %v25 {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
    %v27 = arith.constant dense<128> : tensor<4x1xi32>
    %v28 = arith.muli %v26, %v27 : tensor<4x1xi32>
    %v29 = tt.broadcast %v28 : tensor<4x1xi32> -> tensor<4x128xi32>
    %v30 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %v31 = tt.expand_dims %v30 {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
    %v32 = tt.broadcast %v31 : tensor<1x128xi32> -> tensor<4x128xi32>
    %v33 = arith.addi %v29, %v32 : tensor<4x128xi32>
    %v34 = tt.splat %v24 : !tt.ptr<i8> -> tensor<4x128x!tt.ptr<i8>>
    %v35 = tt.addptr %v34, %v33 : tensor<4x128x!tt.ptr<i8>>, tensor<4x128xi32>
    %v36 = tt.load %v35 : tensor<4x128x!tt.ptr<i8>>
    %v37 = arith.constant 8192 : i32
    %v38 = arith.muli %v4, %v37 : i32
    %v39 = tt.addptr %x, %v38 : !tt.ptr<bf16>, i32
    %v40 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %v41 = tt.expand_dims %v40 {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
    %v42 = tt.broadcast %v41 : tensor<128x1xi32> -> tensor<128x64xi32>
    %v43 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %v44 = tt.expand_dims %v43 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %v45 = arith.constant dense<128> : tensor<1x64xi32>
    %v46 = arith.muli %v44, %v45 : tensor<1x64xi32>
    %v47 = tt.broadcast %v46 : tensor<1x64xi32> -> tensor<128x64xi32>
    %v48 = arith.addi %v42, %v47 : tensor<128x64xi32>
    %v49 = tt.splat %v39 : !tt.ptr<bf16> -> tensor<128x64x!tt.ptr<bf16>>
    %v50 = tt.addptr %v49, %v48 : tensor<128x64x!tt.ptr<bf16>>, tensor<128x64xi32>
    %v51 = tt.load %v50 : tensor<128x64x!tt.ptr<bf16>>
    %v52, %v53 = tt.elementwise_inline_asm "unpack" {constraints = "=r,=r,=r,=r,r", packed_element = 4 : i32, pure = true} %v21 : tensor<32x256xi8> -> tensor<32x256xbf16>, tensor<32x256xbf16>
    %v54 = tt.join %v52, %v53 : tensor<32x256xbf16> -> tensor<32x256x2xbf16>
    %v55 = tt.reshape %v54 : tensor<32x256x2xbf16> -> tensor<32x64x4x2xbf16>
    %v56 = tt.trans %v55 {order = array<i32: 0, 1, 3, 2>} : tensor<32x64x4x2xbf16> -> tensor<32x64x2x4xbf16>
    %v57 = tt.reshape %v56 : tensor<32x64x2x4xbf16> -> tensor<32x512xbf16>
    %v58 = tt.reshape %v57 : tensor<32x512xbf16> -> tensor<8x4x2x2x4x8x2x2xbf16>
    %v59 = tt.trans %v58 {order = array<i32: 0, 6, 1, 3, 2, 5, 4, 7>} : tensor<8x4x2x2x4x8x2x2xbf16> -> tensor<8x2x4x2x2x8x4x2xbf16>
    %v60 = tt.reshape %v59 : tensor<8x2x4x2x2x8x4x2xbf16> -> tensor<128x128xbf16>
    %v61 = tt.reshape %v36 : tensor<4x128xi8> -> tensor<1x4x2x2x8x2x2xi8>
    %v62 = tt.trans %v61 {order = array<i32: 0, 3, 1, 6, 4, 2, 5>} : tensor<1x4x2x2x8x2x2xi8> -> tensor<1x2x4x2x8x2x2xi8>
    %v63 = tt.reshape %v62 : tensor<1x2x4x2x8x2x2xi8> -> tensor<128x4xi8>
    %v64 = tt.elementwise_inline_asm "scale" {constraints = "=r,=r,r", packed_element = 4 : i32, pure = true} %v63 : tensor<128x4xi8> -> tensor<128x4xbf16>
    %v65 = tt.expand_dims %v64 {axis = 2 : i32} : tensor<128x4xbf16> -> tensor<128x4x1xbf16>
    %v66 = tt.broadcast %v65 : tensor<128x4x1xbf16> -> tensor<128x4x32xbf16>
    %v67 = tt.reshape %v66 : tensor<128x4x32xbf16> -> tensor<128x128xbf16>
    %v68 = tt.elementwise_inline_asm "product" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %v60, %v67 : tensor<128x128xbf16>, tensor<128x128xbf16> -> tensor<128x128xbf16>
    %v69 = tt.dot %v68, %v51, %v5, inputPrecision = tf32 : tensor<128x128xbf16> * tensor<128x64xbf16> -> tensor<128x64xf32>
    scf.yield %v69 : tensor<128x64xf32>
  }
  %v70 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %v71 = tt.expand_dims %v70 {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %v72 = arith.constant dense<64> : tensor<128x1xi32>
  %v73 = arith.muli %v71, %v72 : tensor<128x1xi32>
  %v74 = tt.broadcast %v73 : tensor<128x1xi32> -> tensor<128x64xi32>
  %v75 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %v76 = tt.expand_dims %v75 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %v77 = tt.broadcast %v76 : tensor<1x64xi32> -> tensor<128x64xi32>
  %v78 = arith.addi %v74, %v77 : tensor<128x64xi32>
  %v79 = tt.splat %o : !tt.ptr<f32> -> tensor<128x64x!tt.ptr<f32>>
  %v80 = tt.addptr %v79, %v78 : tensor<128x64x!tt.ptr<f32>>, tensor<128x64xi32>
  tt.store %v80, %loop6 : tensor<128x64x!tt.ptr<f32>>
  tt.return
}
