// RUN: python3 -B %S/Inputs/session.py %s | cm2tt-lsp-server -lit-test | FileCheck %s

// What an editor asks of a kernel in `tt` and `ttg`. Lines count from 0 in answers.
// CHECK: "method": "textDocument/publishDiagnostics"
// CHECK: "diagnostics": []

#tile = #ttg.linear<{register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [16, 0]]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func public @scale(%x: !tt.ptr<f32>, %n: i32) {
  %loaded = tt.load %x : !tt.ptr<f32>
//             ^ hover
//                   ^ hover
//                   ^ definition
// CHECK-LABEL: "id": 1,
// CHECK: \"tt.load\"
// CHECK-LABEL: "id": 2,
// CHECK: Type: `!tt.ptr<f32>`
// CHECK-LABEL: "id": 3,
// CHECK: "start": {
// CHECK-NEXT: "character": 22,
// CHECK-NEXT: "line": [[#@LINE-13]]
  %tile = tt.splat %loaded : f32 -> tensor<32x8xf32, #tile>
//                    ^ definition
//                                                      ^ definition
//  ^ references
//  ^ hover
// CHECK-LABEL: "id": 4,
// CHECK: "start": {
// CHECK-NEXT: "character": 2,
// CHECK-NEXT: "line": [[#@LINE-21]]
// CHECK-LABEL: "id": 5,
// CHECK: "start": {
// CHECK-NEXT: "character": 0,
// CHECK-NEXT: "line": [[#@LINE-28]]
// CHECK-LABEL: "id": 6,
// CHECK: "line": [[#@LINE+3]]
// CHECK: "line": [[#@LINE+2]]
// CHECK-LABEL: "id": 7,
// CHECK: tensor<32x8xf32, #ttg.linear<
  %sum = arith.addf %tile, %tile : tensor<32x8xf32, #tile>
//             ^ hover
// CHECK-LABEL: "id": 8,
// CHECK: \"arith.addf\"
  tt.return
}
}
