// RUN: cm2tt-opt %s -cm2tt-ttg-to-llvm | FileCheck %s

#e1 = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = []}>
#e4 = #ttg.linear<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []}>
#copies = #ttg.linear<{register = [[0], [1]], lane = [[2], [4], [8], [16], [32]], warp = []}>
#far = #ttg.linear<{register = [[64], [1]], lane = [[2], [4], [8], [16], [32]], warp = []}>
module attributes {"ttg.num-warps" = 1 : i32, ttg.target = "sm_90a", "ttg.threads-per-warp" = 32 : i32} {

// One piece for each register; a value that repeats has one result.
// CHECK-LABEL: llvm.func @each
// CHECK-COUNT-4: llvm.inline_asm asm_dialect = att "neg.s32 $0, $1;", "=r,r" %{{.*}} : (i32) -> i32
// CHECK: llvm.inline_asm asm_dialect = att "neg.s32 $0, $1;", "=r,r" %arg1 : (i32) -> i32
// CHECK-NOT: neg.s32
tt.func public @each(%p: !tt.ptr<i32>, %s: i32) {
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #e4>
  %x = tt.elementwise_inline_asm "neg.s32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %r : tensor<128xi32, #e4> -> tensor<128xi32, #e4>
  %t = tt.splat %s : i32 -> tensor<128xi32, #e4>
  %y = tt.elementwise_inline_asm "neg.s32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %t : tensor<128xi32, #e4> -> tensor<128xi32, #e4>
  %z = arith.addi %x, %y : tensor<128xi32, #e4>
  %q = tt.splat %p : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #e4>
  %a = tt.addptr %q, %r : tensor<128x!tt.ptr<i32>, #e4>, tensor<128xi32, #e4>
  tt.store %a, %z : tensor<128x!tt.ptr<i32>, #e4>
  tt.return
}

// Blanks around constraints mean nothing.
// CHECK-LABEL: llvm.func @blanks
// CHECK: llvm.inline_asm has_side_effects asm_dialect = att "f $0, $1, $2;", "=r,r,r" %arg0, %arg0
tt.func public @blanks(%s: i32) {
  %y = tt.elementwise_inline_asm "f $0, $1, $2;" {constraints = " =r, r,\09r ", packed_element = 1 : i32, pure = false} %s, %s : i32, i32 -> i32
  tt.return
}

// What has effects runs for each element, of equal values, too; but not for a
// register that repeats another's element.
// CHECK-LABEL: llvm.func @effects
// CHECK-COUNT-2: llvm.inline_asm has_side_effects asm_dialect = att "f $0, $1;", "=r,r" %arg0
// CHECK-NOT: llvm.inline_asm
tt.func public @effects(%s: i32) {
  %t = tt.splat %s : i32 -> tensor<64xi32, #copies>
  %y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %t : tensor<64xi32, #copies> -> tensor<64xi32, #copies>
  tt.return
}

// Four bytes are a word; four halves are two; wider elements have one each.
// CHECK-LABEL: llvm.func @packed
// CHECK: %[[BYTES:.+]] = llvm.bitcast %{{.*}} : vector<4xi8> to i32
// CHECK: %[[ALL:.+]] = llvm.inline_asm has_side_effects asm_dialect = att "f", "=r,=r,=r,=r,=r,=r,r,r,r,r,r" %[[BYTES]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (i32, i32, i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32, i32, i32)>
// CHECK: %[[LOW:.+]] = llvm.extractvalue %[[ALL]][0]
// CHECK: %[[HIGH:.+]] = llvm.extractvalue %[[ALL]][1]
// CHECK-COUNT-4: llvm.extractvalue %[[ALL]]
// CHECK: llvm.bitcast %[[LOW]] : i32 to vector<2xf16>
// CHECK: llvm.bitcast %[[HIGH]] : i32 to vector<2xf16>
// CHECK-NOT: llvm.inline_asm
tt.func public @packed() {
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #e4>
  %b = arith.trunci %r : tensor<128xi32, #e4> to tensor<128xi8, #e4>
  %c:2 = tt.elementwise_inline_asm "f" {constraints = "=r,=r,=r,=r,=r,=r,r,r,r,r,r", packed_element = 4 : i32, pure = false} %b, %r : tensor<128xi8, #e4>, tensor<128xi32, #e4> -> tensor<128xf16, #e4>, tensor<128xi32, #e4>
  tt.return
}

// A thread with fewer registers than a pack leaves the others undefined.
// CHECK-LABEL: llvm.func @padded
// CHECK: %[[BYTE:.+]] = llvm.trunc
// CHECK: %[[NONE:.+]] = llvm.mlir.undef : i8
// CHECK: llvm.insertelement %[[BYTE]], %{{.*}} : vector<4xi8>
// CHECK-COUNT-3: llvm.insertelement %[[NONE]], %{{.*}} : vector<4xi8>
// CHECK: llvm.inline_asm has_side_effects {{.*}} : (i32) -> i32
// CHECK-NOT: llvm.inline_asm
tt.func public @padded() {
  %r = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #e1>
  %b = arith.trunci %r : tensor<32xi32, #e1> to tensor<32xi8, #e1>
  %c = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,r", packed_element = 4 : i32, pure = false} %b : tensor<32xi8, #e1> -> tensor<32xi8, #e1>
  tt.return
}

// Packed bits are the lowest of a word.
// CHECK-LABEL: llvm.func @bits
// CHECK: %[[BITS:.+]] = llvm.bitcast %{{.*}} : vector<4xi1> to i4
// CHECK: %[[WORD:.+]] = llvm.zext %[[BITS]] : i4 to i32
// CHECK: %[[NOT:.+]] = llvm.inline_asm has_side_effects {{.*}} %[[WORD]] : (i32) -> i32
// CHECK: llvm.trunc %[[NOT]] : i32 to i4
tt.func public @bits() {
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #e4>
  %b = arith.trunci %r : tensor<128xi32, #e4> to tensor<128xi1, #e4>
  %c = tt.elementwise_inline_asm "not.b32 $0, $1;" {constraints = "=r,r", packed_element = 4 : i32, pure = false} %b : tensor<128xi1, #e4> -> tensor<128xi1, #e4>
  tt.return
}

// Scalars, and assembly without operands.
// CHECK-LABEL: llvm.func @scalar
// CHECK: llvm.inline_asm has_side_effects asm_dialect = att "mov.u64 $0, %globaltimer;", "=l"  : () -> i64
// CHECK: llvm.inline_asm has_side_effects asm_dialect = att "prefetch.global.L2 [$1]; mov.u32 $0, 0;", "=r,l,~{memory}" %arg0 : (!llvm.ptr<1>) -> i32
tt.func public @scalar(%p: !tt.ptr<f32>) {
  %t = tt.elementwise_inline_asm "mov.u64 $0, %globaltimer;" {constraints = "=l", packed_element = 1 : i32, pure = false} -> i64
  %n = tt.elementwise_inline_asm "prefetch.global.L2 [$1]; mov.u32 $0, 0;" {constraints = "=r,l,~{memory}", packed_element = 1 : i32, pure = false} %p : !tt.ptr<f32> -> i32
  tt.return
}

// The neighbours along the dimension that the attribute names, wherever the registers
// are that hold them.
// CHECK-LABEL: llvm.func @neighbours
// CHECK: %[[X0:.+]] = llvm.shl
// CHECK: %[[C64:.+]] = llvm.mlir.constant(64 : i32)
// CHECK: %[[X64:.+]] = llvm.or disjoint %[[X0]], %[[C64]]
// CHECK: %[[C1:.+]] = llvm.mlir.constant(1 : i32)
// CHECK: %[[X1:.+]] = llvm.or disjoint %[[X0]], %[[C1]]
// CHECK: %[[C65:.+]] = llvm.mlir.constant(65 : i32)
// CHECK: %[[X65:.+]] = llvm.or disjoint %[[X0]], %[[C65]]
// CHECK: llvm.inline_asm {{.+}} %[[X0]], %[[X1]] :
// CHECK: llvm.inline_asm {{.+}} %[[X64]], %[[X65]] :
// CHECK-NOT: llvm.inline_asm
tt.func public @neighbours() {
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #far>
  %y = tt.elementwise_inline_asm "f" {constraints = "=r,=r,r,r", packed_element = 2 : i32, pure = false, ttg.pack_axis = 0 : i32} %r : tensor<128xi32, #far> -> tensor<128xi32, #far>
  tt.return
}

// Equal elements of one pack are several: only equal packs have one result.
// CHECK-LABEL: llvm.func @equal
// CHECK: llvm.inline_asm asm_dialect = att "f", "=r,=r,r,r" %arg0, %arg0 :
// CHECK-NOT: "f"
tt.func public @equal(%s: i32, %p: !tt.ptr<i32>) {
  %t = tt.splat %s : i32 -> tensor<128xi32, #far>
  %y = tt.elementwise_inline_asm "f" {constraints = "=r,=r,r,r", packed_element = 2 : i32, pure = true, ttg.pack_axis = 0 : i32} %t : tensor<128xi32, #far> -> tensor<128xi32, #far>
  %q = tt.splat %p : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #far>
  tt.store %q, %y : tensor<128x!tt.ptr<i32>, #far>
  tt.return
}

}
