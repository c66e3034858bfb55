// RUN: cm2tt-opt %s -cm2tt-ttg-to-llvm -canonicalize -cse | FileCheck %s

// Neighbours in registers that are neighbours in memory share one access, of
// words, predicated by the mask; each element is stored by one thread.

#four = #ttg.linear<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]]}>
#eight = #ttg.linear<{register = [[1], [2], [4]], lane = [[8], [16], [32], [64], [128]], warp = [[256], [512]]}>
#two = #ttg.linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]]}>
#one = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]}>
#copies = #ttg.linear<{register = [[0]], lane = [[1], [2], [4], [8], [0]], warp = [[0], [0]]}>
#parts = #ttg.linear<{register = [[1], [2], [512]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]]}>

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_80"} {
// CHECK-LABEL: llvm.func @masked_f32
// CHECK-SAME: (%[[P:.+]]: !llvm.ptr<1> {llvm.align = 16 : i64}, %[[N:.+]]: i32, %[[O:.+]]: f32)
// CHECK-SAME: nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>
// CHECK: %[[T:.+]] = nvvm.read.ptx.sreg.tid.x : i32
// CHECK: %[[L:.+]] = llvm.and %[[T]]
// CHECK: %[[I:.+]] = llvm.shl %[[L]]
// CHECK: %[[M:.+]] = llvm.icmp "slt" %[[I]], %[[N]] : i32
// CHECK: %[[A:.+]] = llvm.getelementptr %[[P]][%[[I]]]
// CHECK: %[[B:.+]] = llvm.bitcast %[[O]] : f32 to i32
// The results are written before the address is read, so "&".
// CHECK: llvm.inline_asm has_side_effects "mov.b32 $0, $6; mov.b32 $1, $7; mov.b32 $2, $8; mov.b32 $3, $9; @$5 ld.global.v4.b32 {$0, $1, $2, $3}, [$4];", "=&r,=&r,=&r,=&r,l,b,r,r,r,r" %[[A]], %[[M]], %[[B]], %[[B]], %[[B]], %[[B]]
// CHECK-NOT: ld.global
// CHECK: llvm.inline_asm has_side_effects "@$5 st.global.v4.b32 [$0], {$1, $2, $3, $4};", "l,r,r,r,r,b" %[[A]]
// CHECK-NOT: st.global
// CHECK: llvm.return
tt.func public @masked_f32(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}, %o: f32) {
  %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #four>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #four>
  %ns = tt.splat %n : i32 -> tensor<512xi32, #four>
  %os = tt.splat %o : f32 -> tensor<512xf32, #four>
  %m = arith.cmpi slt, %r, %ns : tensor<512xi32, #four>
  %a = tt.addptr %s, %r : tensor<512x!tt.ptr<f32>, #four>, tensor<512xi32, #four>
  %v = tt.load %a, %m, %os : tensor<512x!tt.ptr<f32>, #four>
  tt.store %a, %v, %m : tensor<512x!tt.ptr<f32>, #four>
  tt.return
}

// Without `other` an element that is masked off is zero.
// CHECK-LABEL: llvm.func @ragged_mask
// CHECK-COUNT-4: "mov.b32 $0, 0; @$2 ld.global.b32 $0, [$1];", "=&r,l,b"
// CHECK-COUNT-4: "@$2 st.global.b32 [$0], $1;", "l,r,b"
// CHECK: llvm.return
tt.func public @ragged_mask(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #four>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #four>
  %ns = tt.splat %n : i32 -> tensor<512xi32, #four>
  %m = arith.cmpi slt, %r, %ns : tensor<512xi32, #four>
  %a = tt.addptr %s, %r : tensor<512x!tt.ptr<f32>, #four>, tensor<512xi32, #four>
  %v = tt.load %a, %m : tensor<512x!tt.ptr<f32>, #four>
  tt.store %a, %v, %m : tensor<512x!tt.ptr<f32>, #four>
  tt.return
}

// CHECK-LABEL: llvm.func @widths
// CHECK: "ld.global.v4.b32 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,l"
// CHECK: llvm.bitcast %{{.+}} : i32 to vector<2xi16>
// CHECK: "st.global.v4.b32 [$0], {$1, $2, $3, $4};"
// CHECK: "ld.global.v2.b64 {$0, $1}, [$2];", "=l,=l,l"
// CHECK: "st.global.v2.b64 [$0], {$1, $2};"
// CHECK: "ld.global.b32 $0, [$1];", "=r,l"
// CHECK: llvm.bitcast %{{.+}} : i32 to vector<4xi8>
// CHECK: "st.global.b32 [$0], $1;"
// CHECK: "ld.global.b8 $0, [$1];", "=h,l"
// CHECK: llvm.trunc %{{.+}} : i16 to i8
// CHECK: "st.global.b8 [$0], $1;", "l,h"
tt.func public @widths(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f64> {tt.divisibility = 16 : i32}, %b: !tt.ptr<i8> {tt.divisibility = 16 : i32}) {
  %r8 = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #eight>
  %ps = tt.splat %p : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #eight>
  %pa = tt.addptr %ps, %r8 : tensor<1024x!tt.ptr<f16>, #eight>, tensor<1024xi32, #eight>
  %pv = tt.load %pa : tensor<1024x!tt.ptr<f16>, #eight>
  tt.store %pa, %pv : tensor<1024x!tt.ptr<f16>, #eight>
  %r2 = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #two>
  %qs = tt.splat %q : !tt.ptr<f64> -> tensor<256x!tt.ptr<f64>, #two>
  %qa = tt.addptr %qs, %r2 : tensor<256x!tt.ptr<f64>, #two>, tensor<256xi32, #two>
  %qv = tt.load %qa : tensor<256x!tt.ptr<f64>, #two>
  tt.store %qa, %qv : tensor<256x!tt.ptr<f64>, #two>
  %r4 = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #four>
  %bs = tt.splat %b : !tt.ptr<i8> -> tensor<512x!tt.ptr<i8>, #four>
  %ba = tt.addptr %bs, %r4 : tensor<512x!tt.ptr<i8>, #four>, tensor<512xi32, #four>
  %bv = tt.load %ba : tensor<512x!tt.ptr<i8>, #four>
  tt.store %ba, %bv : tensor<512x!tt.ptr<i8>, #four>
  %r1 = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #one>
  %cs = tt.splat %b : !tt.ptr<i8> -> tensor<128x!tt.ptr<i8>, #one>
  %ca = tt.addptr %cs, %r1 : tensor<128x!tt.ptr<i8>, #one>, tensor<128xi32, #one>
  %cv = tt.load %ca : tensor<128x!tt.ptr<i8>, #one>
  tt.store %ca, %cv : tensor<128x!tt.ptr<i8>, #one>
  tt.return
}

// Truth values are bytes in memory, pointers 64 bits.
// CHECK-LABEL: llvm.func @truth_and_pointers
// CHECK: llvm.getelementptr %{{.+}} : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i8
// CHECK: %[[W:.+]] = llvm.inline_asm has_side_effects "ld.global.b8 $0, [$1];"
// CHECK: %[[B:.+]] = llvm.trunc %[[W]] : i16 to i8
// CHECK: %[[T:.+]] = llvm.icmp "ne" %[[B]]
// CHECK: llvm.zext %[[T]] : i1 to i8
// CHECK: "st.global.b8 [$0], $1;"
// CHECK: %[[Q:.+]] = llvm.inline_asm has_side_effects "ld.global.b64 $0, [$1];", "=l,l"
// CHECK: %[[R:.+]] = llvm.inttoptr %[[Q]] : i64 to !llvm.ptr<1>
// CHECK: llvm.ptrtoint %[[R]]
// CHECK: "st.global.b64 [$0], $1;"
tt.func public @truth_and_pointers(%p: !tt.ptr<i1>, %q: !tt.ptr<!tt.ptr<f32>>) {
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #one>
  %s = tt.splat %p : !tt.ptr<i1> -> tensor<128x!tt.ptr<i1>, #one>
  %a = tt.addptr %s, %r : tensor<128x!tt.ptr<i1>, #one>, tensor<128xi32, #one>
  %v = tt.load %a : tensor<128x!tt.ptr<i1>, #one>
  tt.store %a, %v : tensor<128x!tt.ptr<i1>, #one>
  %t = tt.splat %q : !tt.ptr<!tt.ptr<f32>> -> tensor<128x!tt.ptr<!tt.ptr<f32>>, #one>
  %b = tt.addptr %t, %r : tensor<128x!tt.ptr<!tt.ptr<f32>>, #one>, tensor<128xi32, #one>
  %w = tt.load %b : tensor<128x!tt.ptr<!tt.ptr<f32>>, #one>
  tt.store %b, %w : tensor<128x!tt.ptr<!tt.ptr<f32>>, #one>
  tt.return
}

// PTX takes a cache modifier or an eviction policy, not both.
// CHECK-LABEL: llvm.func @modifiers
// CHECK: "ld.volatile.global.b32 $0, [$1];"
// CHECK: "ld.global.cg.b32 $0, [$1];"
// CHECK: "ld.global.L1::evict_last.b32 $0, [$1];"
// CHECK: "ld.global.cs.b32 $0, [$1];"
// CHECK: st.global.wt.b32 [$0], $1;
// CHECK: st.global.L1::evict_first.b32 [$0], $1;
// CHECK: st.global.cs.b32 [$0], $1;
tt.func public @modifiers(%p: !tt.ptr<f32>) {
  %a = tt.load %p {isVolatile = true} : !tt.ptr<f32>
  %b = tt.load %p cacheModifier = cg : !tt.ptr<f32>
  %c = tt.load %p evictionPolicy = evict_last : !tt.ptr<f32>
  %d = tt.load %p cacheModifier = cs evictionPolicy = evict_first : !tt.ptr<f32>
  tt.store %p, %a cacheModifier = wt : !tt.ptr<f32>
  tt.store %p, %b evictionPolicy = evict_first : !tt.ptr<f32>
  tt.store %p, %c cacheModifier = cs evictionPolicy = evict_last : !tt.ptr<f32>
  tt.return
}

// Of copies in registers, lanes (bit 4) and warps (bits 5, 6), one is stored.
// CHECK-LABEL: llvm.func @copies
// CHECK-DAG: %[[ZERO:.+]] = llvm.mlir.constant(0 : i32)
// CHECK-DAG: %[[MASK:.+]] = llvm.mlir.constant(112 : i32)
// CHECK-COUNT-1: "ld.global.b32 $0, [$1];"
// CHECK: %[[F:.+]] = llvm.and %{{.+}}, %[[MASK]]
// CHECK: %[[OWN:.+]] = llvm.icmp "eq" %[[F]], %[[ZERO]]
// CHECK: "@$2 st.global.b32 [$0], $1;", "l,r,b" %{{.+}}, %{{.+}}, %[[OWN]]
// CHECK: %[[BOTH:.+]] = llvm.and %{{.+}}, %[[OWN]] : i1
// CHECK: "@$2 st.global.b32 [$0], $1;", "l,r,b" %{{.+}}, %{{.+}}, %[[BOTH]]
// CHECK: llvm.return
tt.func public @copies(%p: !tt.ptr<i32>, %c: i1) {
  %r = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #copies>
  %s = tt.splat %p : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>, #copies>
  %a = tt.addptr %s, %r : tensor<16x!tt.ptr<i32>, #copies>, tensor<16xi32, #copies>
  %v = tt.load %a : tensor<16x!tt.ptr<i32>, #copies>
  tt.store %a, %v : tensor<16x!tt.ptr<i32>, #copies>
  %m = tt.splat %c : i1 -> tensor<16xi1, #copies>
  tt.store %a, %v, %m : tensor<16x!tt.ptr<i32>, #copies>
  tt.return
}

// All threads load a scalar; the first stores it.
// CHECK-LABEL: llvm.func @scalar
// CHECK: "ld.global.b32 $0, [$1];", "=r,l" %arg0
// CHECK: %[[T:.+]] = nvvm.read.ptx.sreg.tid.x
// CHECK: %[[F:.+]] = llvm.and %[[T]]
// CHECK: %[[FIRST:.+]] = llvm.icmp "eq" %[[F]]
// CHECK: "@$2 st.global.b32 [$0], $1;", "l,r,b" %arg0, %{{.+}}, %[[FIRST]]
tt.func public @scalar(%p: !tt.ptr<f32>) {
  %v = tt.load %p : !tt.ptr<f32>
  tt.store %p, %v : !tt.ptr<f32>
  tt.return
}

  // Accesses in one contiguous part of memory have one address and constants.
  // CHECK-LABEL: llvm.func @parts
  // CHECK: %[[A:.+]] = llvm.getelementptr %arg0
  // CHECK: %[[C:.+]] = llvm.getelementptr %arg1
  // CHECK: %[[B:.+]] = llvm.getelementptr %[[A]][2048] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
  // CHECK: "ld.global.v4.b32 {$0, $1, $2, $3}, [$4];", {{.+}} %[[A]] :
  // CHECK: "ld.global.v4.b32 {$0, $1, $2, $3}, [$4];", {{.+}} %[[B]] :
  // CHECK: %[[D:.+]] = llvm.getelementptr %[[C]][2048] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
  // CHECK: "st.global.v4.b32 [$0], {$1, $2, $3, $4};", {{.+}} %[[C]],
  // CHECK: "st.global.v4.b32 [$0], {$1, $2, $3, $4};", {{.+}} %[[D]],
  tt.func public @parts(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #parts>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #parts>
    %pa = tt.addptr %ps, %r : tensor<1024x!tt.ptr<f32>, #parts>, tensor<1024xi32, #parts>
    %qs = tt.splat %q : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #parts>
    %qa = tt.addptr %qs, %r : tensor<1024x!tt.ptr<f32>, #parts>, tensor<1024xi32, #parts>
    %x = tt.load %pa : tensor<1024x!tt.ptr<f32>, #parts>
    tt.store %qa, %x : tensor<1024x!tt.ptr<f32>, #parts>
    tt.return
  }
}
