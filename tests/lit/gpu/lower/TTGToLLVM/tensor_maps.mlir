// RUN: cm2tt-opt %s -cm2tt-ttg-allocate-shared -cm2tt-ttg-to-llvm -canonicalize -cse | FileCheck %s

// Thread 0 writes the fields of a map of 128 bytes in shared memory; the
// contiguous dimension is the first one, strides are in bytes. The first warp
// copies the map.
// CHECK-LABEL: llvm.func @create
// CHECK: %[[FIRST:.+]] = llvm.icmp "eq" %[[TID:.+]], %{{.+}} : i32
// CHECK: llvm.cond_br %[[FIRST]], ^[[WRITE:.+]], ^[[AFTER:.+]]
// CHECK: ^[[WRITE]]:
// CHECK-COUNT-8: llvm.store %{{.+}}, %{{.+}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
// CHECK-NOT: llvm.store
// CHECK: tensormap.replace.tile.global_address.shared::cta.b1024.b64 [$0], $1;
// CHECK: tensormap.replace.tile.rank.shared::cta.b1024.b32 [$0], 1;
// CHECK: tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [$0], 0, $1;
// CHECK: tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [$0], 0, $1;{{.+}} %{{.+}}, %arg3
// CHECK: tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [$0], 0, $1;
// CHECK: tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [$0], 1, $1;
// CHECK: tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [$0], 1, $1;{{.+}} %{{.+}}, %arg2
// CHECK: %[[STRIDE:.+]] = llvm.mul %arg4, %{{.+}} : i64
// CHECK: tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [$0], 0, $1;{{.+}} %{{.+}}, %[[STRIDE]]
// CHECK: tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [$0], 10;
// CHECK: tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [$0], 0;
// CHECK: tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [$0], 2;
// CHECK: tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [$0], 1;
// CHECK: ^[[AFTER]]:
// CHECK: llvm.icmp "ult" %[[TID]]
// CHECK: nvvm.bar.warp.sync
// CHECK: tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [$0], [$1], 128;
// CHECK: fence.proxy.tensormap::generic.acquire.gpu [$0], 128;
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "sm_90a", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @create(%slot: !tt.ptr<i8>, %base: !tt.ptr<bf16>, %m: i32, %n: i32, %s: i64) {
    %one = arith.constant 1 : i64
    %zero = arith.constant 0 : i32
    %d = ttg.tensor_map_create %slot, %base, [%m, %n], [%s, %one] padding nan : (!tt.ptr<i8>, !tt.ptr<bf16>) -> !tt.tensordesc<tensor<8x32xbf16>>
    tt.return
  }

  // The first of three slots that is the address of neither map. A map may be
  // poison, its address then is any.
  // CHECK-LABEL: llvm.func @select_slot
  // CHECK: %[[M:.+]] = llvm.freeze
  // CHECK: %[[A:.+]] = llvm.ptrtoint %[[M]]
  // CHECK: %[[N:.+]] = llvm.freeze
  // CHECK: %[[B:.+]] = llvm.ptrtoint %[[N]]
  // CHECK: %[[SECOND:.+]] = llvm.getelementptr %[[FIRST:.+]][128]
  // CHECK: %[[THIRD:.+]] = llvm.getelementptr %[[FIRST]][256]
  // CHECK: llvm.addrspacecast %[[SECOND]]
  // CHECK: llvm.icmp "eq" %[[A]],
  // CHECK: llvm.icmp "eq" %[[B]],
  // CHECK: %[[TAKEN:.+]] = llvm.or
  // CHECK: %[[LATER:.+]] = llvm.select %[[TAKEN]], %[[THIRD]], %[[SECOND]]
  // CHECK: llvm.addrspacecast %[[FIRST]]
  // CHECK: %[[USED:.+]] = llvm.or
  // CHECK: llvm.select %[[USED]], %[[LATER]], %[[FIRST]]
  tt.func public @select_slot(%slots: !tt.ptr<i8>, %d: !tt.tensordesc<tensor<8x32xbf16>>, %e: !tt.tensordesc<tensor<8x32xbf16>>, %base: !tt.ptr<bf16>, %m: i32, %s: i64) {
    %slot = ttg.tensor_map_slot %slots beside %d, %e : !tt.ptr<i8>, !tt.tensordesc<tensor<8x32xbf16>>, !tt.tensordesc<tensor<8x32xbf16>>
    %f = ttg.tensor_map_create %slot, %base, [%m, %m], [%s, %s] : (!tt.ptr<i8>, !tt.ptr<bf16>) -> !tt.tensordesc<tensor<8x32xbf16>>
    tt.return
  }

  // Both maps are on their way before a thread waits for the first one; then
  // all threads acquire both.
  // CHECK-LABEL: llvm.func @create_two
  // CHECK: tensormap.cp_fenceproxy
  // CHECK-NOT: fence.proxy
  // CHECK: tensormap.cp_fenceproxy
  // CHECK: %[[A:.+]] = llvm.addrspacecast %arg0
  // CHECK: fence.proxy.tensormap::generic.acquire.gpu [$0], 128;{{.+}} %[[A]]
  // CHECK: %[[B:.+]] = llvm.addrspacecast %arg1
  // CHECK: fence.proxy.tensormap::generic.acquire.gpu [$0], 128;{{.+}} %[[B]]
  // CHECK-NOT: fence.proxy
  // CHECK: llvm.return
  tt.func public @create_two(%slot: !tt.ptr<i8>, %other: !tt.ptr<i8>, %base: !tt.ptr<bf16>, %m: i32, %n: i32, %s: i64) {
    %one = arith.constant 1 : i64
    %d = ttg.tensor_map_create %slot, %base, [%m, %n], [%s, %one] : (!tt.ptr<i8>, !tt.ptr<bf16>) -> !tt.tensordesc<tensor<8x32xbf16>>
    gpu.barrier
    %e = ttg.tensor_map_create %other, %base, [%n, %m], [%s, %one] : (!tt.ptr<i8>, !tt.ptr<bf16>) -> !tt.tensordesc<tensor<8x32xbf16>>
    tt.return
  }

  // The choice of a slot needs the first map.
  // CHECK-LABEL: llvm.func @create_after_use
  // CHECK: tensormap.cp_fenceproxy
  // CHECK: fence.proxy.tensormap::generic.acquire
  // CHECK: tensormap.cp_fenceproxy
  // CHECK: fence.proxy.tensormap::generic.acquire
  // CHECK-NOT: fence.proxy
  // CHECK: llvm.return
  tt.func public @create_after_use(%slot: !tt.ptr<i8>, %slots: !tt.ptr<i8>, %base: !tt.ptr<bf16>, %m: i32, %n: i32, %s: i64) {
    %one = arith.constant 1 : i64
    %d = ttg.tensor_map_create %slot, %base, [%m, %n], [%s, %one] : (!tt.ptr<i8>, !tt.ptr<bf16>) -> !tt.tensordesc<tensor<8x32xbf16>>
    %free = ttg.tensor_map_slot %slots beside %d : !tt.ptr<i8>, !tt.tensordesc<tensor<8x32xbf16>>
    %e = ttg.tensor_map_create %free, %base, [%n, %m], [%s, %one] : (!tt.ptr<i8>, !tt.ptr<bf16>) -> !tt.tensordesc<tensor<8x32xbf16>>
    tt.return
  }
}
