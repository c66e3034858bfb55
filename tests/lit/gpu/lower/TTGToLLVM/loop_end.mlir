// RUN: cm2tt-opt %s -split-input-file -cm2tt-ttg-to-llvm -canonicalize -cse | FileCheck %s

// The wait for a loop's last product is not reached if there is no iteration:
// ptxas would run the products one by one.
#c = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#b = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [8, 1], [16, 2], [32, 4], [0, 8], [0, 16], [0, 32]]}>
#a = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]}>
// CHECK-LABEL: llvm.func @unknown_count
// CHECK: llvm.cond_br %{{.+}}, ^[[BODY:bb[0-9]+]]({{.+}}), ^[[EXIT:bb[0-9]+]]
// CHECK: ^[[BODY]](
// CHECK: wgmma.mma_async
// CHECK: llvm.cond_br %{{.+}}, ^[[BODY]]({{.+}}), ^[[END:bb[0-9]+]]
// CHECK: ^[[END]]
// CHECK-NEXT: llvm.inline_asm {{.*}}"wgmma.wait_group.sync.aligned 0;"
// CHECK: llvm.br ^[[EXIT]](
// CHECK: ^[[EXIT]](
// CHECK-NOT: wgmma.wait_group
// CHECK: llvm.return
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {
  tt.func public @unknown_count(%o: tensor<64x64x!tt.ptr<f32>, #c>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #c>
    %a = ttg.local_alloc {ttg.offset = 0 : i32} : () -> !ttg.memdesc<64x64xf16, #a>
    %b = ttg.local_alloc {ttg.offset = 8192 : i32} : () -> !ttg.memdesc<64x64xf16, #b>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32, #c>) : i32 {
      %d = ttg.warp_group_dot %a, %b, %acc {instrN = 64 : i32, isAsync} : !ttg.memdesc<64x64xf16, #a> * !ttg.memdesc<64x64xf16, #b> -> tensor<64x64xf32, #c>
      scf.yield %d : tensor<64x64xf32, #c>
    }
    %w = ttg.warp_group_dot_wait %r keep %a, %b {pending = 0 : i32} : (tensor<64x64xf32, #c>, !ttg.memdesc<64x64xf16, #a>, !ttg.memdesc<64x64xf16, #b>) -> tensor<64x64xf32, #c>
    tt.store %o, %w : tensor<64x64x!tt.ptr<f32>, #c>
    tt.return
  }
}

// -----

// A loop that surely runs ends where it did.
#c = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#b = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [8, 1], [16, 2], [32, 4], [0, 8], [0, 16], [0, 32]]}>
#a = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]}>
// CHECK-LABEL: llvm.func @known_count
// CHECK: llvm.br ^[[BODY:bb[0-9]+]](
// CHECK: ^[[BODY]](
// CHECK: llvm.cond_br %{{.+}}, ^[[BODY]]({{.+}}), ^[[EXIT:bb[0-9]+]]
// CHECK: ^[[EXIT]]
// CHECK-NEXT: llvm.inline_asm {{.*}}"wgmma.wait_group.sync.aligned 0;"
// CHECK-NOT: llvm.br
// CHECK: llvm.return
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {
  tt.func public @known_count(%o: tensor<64x64x!tt.ptr<f32>, #c>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #c>
    %a = ttg.local_alloc {ttg.offset = 0 : i32} : () -> !ttg.memdesc<64x64xf16, #a>
    %b = ttg.local_alloc {ttg.offset = 8192 : i32} : () -> !ttg.memdesc<64x64xf16, #b>
    %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32, #c>) : i32 {
      %d = ttg.warp_group_dot %a, %b, %acc {instrN = 64 : i32, isAsync} : !ttg.memdesc<64x64xf16, #a> * !ttg.memdesc<64x64xf16, #b> -> tensor<64x64xf32, #c>
      scf.yield %d : tensor<64x64xf32, #c>
    }
    %w = ttg.warp_group_dot_wait %r keep %a, %b {pending = 0 : i32} : (tensor<64x64xf32, #c>, !ttg.memdesc<64x64xf16, #a>, !ttg.memdesc<64x64xf16, #b>) -> tensor<64x64xf32, #c>
    tt.store %o, %w : tensor<64x64x!tt.ptr<f32>, #c>
    tt.return
  }
}
