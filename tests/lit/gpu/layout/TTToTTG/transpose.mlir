// RUN: cm2tt-opt %s -cm2tt-tt-to-ttg | FileCheck %s

// A block of 32x32 is loaded by rows and stored by columns. A conversion, which
// goes through shared memory, costs less than stores of halves of sectors.

// CHECK-LABEL: tt.func public @transpose
// CHECK: tt.load %{{.+}} : tensor<32x32x!tt.ptr<f16>, #[[$IN:.+]]>
// CHECK: ttg.convert_layout
// CHECK: tt.store %{{.+}} : tensor<32x32x!tt.ptr<f16>, #[[$IN]]>
tt.func public @transpose(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
  %c = arith.constant 32 : i32
  %p0 = tt.get_program_id x : i32
  %p1 = tt.get_program_id y : i32
  %o0 = arith.muli %p0, %c : i32
  %o1 = arith.muli %p1, %c : i32
  %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %s0 = tt.splat %o0 : i32 -> tensor<32xi32>
  %s1 = tt.splat %o1 : i32 -> tensor<32xi32>
  %i = arith.addi %s0, %r : tensor<32xi32>
  %j = arith.addi %s1, %r : tensor<32xi32>
  %ie = tt.expand_dims %i {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %je = tt.expand_dims %j {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %ns = tt.splat %n : i32 -> tensor<32x1xi32>
  %row = arith.muli %ie, %ns : tensor<32x1xi32>
  %rb = tt.broadcast %row : tensor<32x1xi32> -> tensor<32x32xi32>
  %jb = tt.broadcast %je : tensor<1x32xi32> -> tensor<32x32xi32>
  %off = arith.addi %rb, %jb : tensor<32x32xi32>
  %xs = tt.splat %x : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>>
  %px = tt.addptr %xs, %off : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
  %v = tt.load %px : tensor<32x32x!tt.ptr<f16>>
  %je2 = tt.expand_dims %j {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %ie2 = tt.expand_dims %i {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %row2 = arith.muli %je2, %ns : tensor<32x1xi32>
  %rb2 = tt.broadcast %row2 : tensor<32x1xi32> -> tensor<32x32xi32>
  %ib2 = tt.broadcast %ie2 : tensor<1x32xi32> -> tensor<32x32xi32>
  %off2 = arith.addi %rb2, %ib2 : tensor<32x32xi32>
  %ys = tt.splat %y : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>>
  %py = tt.addptr %ys, %off2 : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
  %tr = tt.trans %v {order = array<i32: 1, 0>} : tensor<32x32xf16> -> tensor<32x32xf16>
  tt.store %py, %tr : tensor<32x32x!tt.ptr<f16>>
  tt.return
}
