// RUN: cm2tt-opt %s -cm2tt-ttg-allocate-shared -cm2tt-ttg-to-llvm -canonicalize -cse | FileCheck %s

#c = #ttg.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []}>
#a = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []}>
#b = #ttg.linear<{register = [[1, 0], [8, 0]], lane = [[2, 0], [4, 0], [0, 1], [0, 2], [0, 4]], warp = []}>
// The rows and columns of each thread's part of the result, and all of K.
#fc = #ttg.linear<{register = [[0, 1]], lane = [[0, 2], [1, 0], [2, 0], [4, 0], [8, 0]], warp = []}>
#fa = #ttg.linear<{register = [[0, 1]], lane = [[0, 0], [1, 0], [2, 0], [4, 0], [8, 0]], warp = []}>
#fb = #ttg.linear<{register = [[0, 1], [1, 0]], lane = [[0, 2], [0, 0], [0, 0], [0, 0], [0, 0]], warp = []}>
// Parts of the operands; a row is 256 long.
#la = #ttg.linear<{register = [[0, 1], [0, 2], [0, 32], [0, 64], [0, 128], [1, 0], [2, 0]], lane = [[0, 4], [0, 8], [0, 16], [4, 0], [8, 0]], warp = []}>
#lb = #ttg.linear<{register = [[0, 1], [0, 2], [32, 0], [64, 0], [128, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = []}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_80"} {
// CHECK-LABEL: llvm.func @fragments
// CHECK: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k16.row.col.f32.f32"
// CHECK-NOT: llvm.call_intrinsic
tt.func public @fragments(%a: tensor<16x16xf16, #a>, %b: tensor<16x8xf16, #b>, %c: tensor<16x8xf32, #c>, %p: tensor<16x8x!tt.ptr<f32>, #c>) {
  %d = tt.dot %a, %b, %c : tensor<16x16xf16, #a> * tensor<16x8xf16, #b> -> tensor<16x8xf32, #c>
  tt.store %p, %d : tensor<16x8x!tt.ptr<f32>, #c>
  tt.return
}
// CHECK-LABEL: llvm.func @scalars
// CHECK-COUNT-4: llvm.intr.fma
// CHECK-NOT: llvm.intr.fma
tt.func public @scalars(%a: tensor<16x2xf32, #fa>, %b: tensor<2x4xf32, #fb>, %c: tensor<16x4xf32, #fc>, %p: tensor<16x4x!tt.ptr<f32>, #fc>) {
  %d = tt.dot %a, %b, %c : tensor<16x2xf32, #fa> * tensor<2x4xf32, #fb> -> tensor<16x4xf32, #fc>
  tt.store %p, %d : tensor<16x4x!tt.ptr<f32>, #fc>
  tt.return
}
// Two elements of the result, and two iterations of 128 along K. The operands
// are stored before, and loaded as they are needed.
// CHECK-LABEL: llvm.func @through_memory
// CHECK: llvm.store %{{.+}} : vector<4xi32>, !llvm.ptr<3>
// CHECK: nvvm.bar.warp.sync
// CHECK: llvm.br ^[[BODY:bb[0-9]+]](%{{.+}}, %{{.+}}, %{{.+}} : i32, f32, f32)
// CHECK: ^[[BODY]](%[[I:.+]]: i32, %[[X:.+]]: f32, %[[Y:.+]]: f32):
// CHECK: llvm.load %{{.+}} : !llvm.ptr<3> -> vector<4xi32>
// CHECK: llvm.intr.fma(%{{.+}}, %{{.+}}, %[[X]])
// CHECK: llvm.intr.fma(%{{.+}}, %{{.+}}, %[[Y]])
// CHECK-COUNT-254: llvm.intr.fma
// CHECK-NOT: llvm.intr.fma
// CHECK: %[[NEXT:.+]] = llvm.add %[[I]], %{{.+}}
// CHECK: %[[MORE:.+]] = llvm.icmp "ult" %[[NEXT]], %{{.+}}
// CHECK: llvm.cond_br %[[MORE]], ^[[BODY]](%[[NEXT]], %{{.+}}, %{{.+}} : i32, f32, f32), ^[[END:bb[0-9]+]](
// CHECK: ^[[END]](%{{.+}}: f32, %{{.+}}: f32):
// CHECK: llvm.return
tt.func public @through_memory(%a: tensor<16x256xf32, #la>, %b: tensor<256x4xf32, #lb>, %c: tensor<16x4xf32, #fc>, %p: tensor<16x4x!tt.ptr<f32>, #fc>) {
  %d = tt.dot %a, %b, %c : tensor<16x256xf32, #la> * tensor<256x4xf32, #lb> -> tensor<16x4xf32, #fc>
  tt.store %p, %d : tensor<16x4x!tt.ptr<f32>, #fc>
  tt.return
}
}
