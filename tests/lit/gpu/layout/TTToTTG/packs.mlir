// RUN: cm2tt-opt %s "-cm2tt-tt-to-ttg=num-warps=4" -cse | FileCheck %s

// A pack of assembly has neighbours along the dimension that is contiguous in memory.

// Rows, of which a thread loads four bytes.
// CHECK-LABEL: tt.func public @rows
// CHECK: %[[X:.+]] = tt.load {{.+}} : tensor<32x32x!tt.ptr<i8>, #[[$L:.+]]>
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.elementwise_inline_asm {{.+}} ttg.pack_axis = 1 : i32} %[[X]] : tensor<32x32xi8, #[[$L]]> -> tensor<32x32xi8, #[[$L]]>
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.return
tt.func public @rows(%x: !tt.ptr<i8> {tt.divisibility = 16 : i32}) {
  %c32 = arith.constant dense<32> : tensor<32x1xi32>
  %r = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %row = tt.expand_dims %r {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %column = tt.expand_dims %r {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %start = arith.muli %row, %c32 : tensor<32x1xi32>
  %i = tt.broadcast %start : tensor<32x1xi32> -> tensor<32x32xi32>
  %j = tt.broadcast %column : tensor<1x32xi32> -> tensor<32x32xi32>
  %o = arith.addi %i, %j : tensor<32x32xi32>
  %p = tt.splat %x : !tt.ptr<i8> -> tensor<32x32x!tt.ptr<i8>>
  %q = tt.addptr %p, %o : tensor<32x32x!tt.ptr<i8>>, tensor<32x32xi32>
  %v = tt.load %q : tensor<32x32x!tt.ptr<i8>>
  %w = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %v : tensor<32x32xi8> -> tensor<32x32xi8>
  tt.store %q, %w : tensor<32x32x!tt.ptr<i8>>
  tt.return
}

// Columns, through a transposition and operations on elements.
// CHECK-LABEL: tt.func public @columns
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.elementwise_inline_asm {{.+}} ttg.pack_axis = 0 : i32}
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.return
tt.func public @columns(%x: !tt.ptr<i8> {tt.divisibility = 16 : i32}) {
  %c32 = arith.constant dense<32> : tensor<32x1xi32>
  %c7 = arith.constant dense<7> : tensor<32x32xi8>
  %r = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %row = tt.expand_dims %r {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %column = tt.expand_dims %r {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %start = arith.muli %row, %c32 : tensor<32x1xi32>
  %i = tt.broadcast %start : tensor<32x1xi32> -> tensor<32x32xi32>
  %j = tt.broadcast %column : tensor<1x32xi32> -> tensor<32x32xi32>
  %o = arith.addi %i, %j : tensor<32x32xi32>
  %p = tt.splat %x : !tt.ptr<i8> -> tensor<32x32x!tt.ptr<i8>>
  %q = tt.addptr %p, %o : tensor<32x32x!tt.ptr<i8>>, tensor<32x32xi32>
  %v = tt.load %q : tensor<32x32x!tt.ptr<i8>>
  %t = tt.trans %v {order = array<i32: 1, 0>} : tensor<32x32xi8> -> tensor<32x32xi8>
  %m = arith.andi %c7, %t : tensor<32x32xi8>
  %w = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %m : tensor<32x32xi8> -> tensor<32x32xi8>
  %u = tt.trans %w {order = array<i32: 1, 0>} : tensor<32x32xi8> -> tensor<32x32xi8>
  tt.store %q, %u : tensor<32x32x!tt.ptr<i8>>
  tt.return
}

// A pack that may have any elements has any layout, and one element has no pack.
// CHECK-LABEL: tt.func public @any
// CHECK-NOT: ttg.pack_axis
// CHECK: tt.return
tt.func public @any(%x: !tt.ptr<i8> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %p = tt.splat %x : !tt.ptr<i8> -> tensor<128x!tt.ptr<i8>>
  %q = tt.addptr %p, %r : tensor<128x!tt.ptr<i8>>, tensor<128xi32>
  %v = tt.load %q : tensor<128x!tt.ptr<i8>>
  %w = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,r", packed_element = 4 : i32, pure = true, ttg.any_pack} %v : tensor<128xi8> -> tensor<128xi8>
  %u = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %w : tensor<128xi8> -> tensor<128xi8>
  tt.store %q, %u : tensor<128x!tt.ptr<i8>>
  tt.return
}
