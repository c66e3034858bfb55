// RUN: cm2tt-opt %s -cm2tt-tt-to-ttg -cse | FileCheck %s

// Where neighbours of a tile go to addresses that are not known, as where
// elements are selected, threads hold one each: a warp then writes neighbours in
// one instruction, which are in few sectors. Vectors of what is loaded for it
// matter less.

// CHECK: #[[$ONE:.+]] = #ttg.linear<{register = {{\[\[}}128], [256], [512]], lane = {{\[\[}}1], [2], [4], [8], [16]], warp = {{\[\[}}32], [64]]}>
// CHECK-LABEL: tt.func public @select
// CHECK: tt.load %{{.+}} : tensor<1024x!tt.ptr<i64>, #[[$ONE]]>
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.store %{{.+}} : tensor<1024x!tt.ptr<i64>, #[[$ONE]]>
tt.func public @select(%p: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %o: !tt.ptr<i64> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %s = tt.splat %p : !tt.ptr<i64> -> tensor<1024x!tt.ptr<i64>>
  %a = tt.addptr %s, %r : tensor<1024x!tt.ptr<i64>>, tensor<1024xi32>
  %v = tt.load %a : tensor<1024x!tt.ptr<i64>>
  %t = tt.splat %o : !tt.ptr<i64> -> tensor<1024x!tt.ptr<i64>>
  %b = tt.addptr %t, %v : tensor<1024x!tt.ptr<i64>>, tensor<1024xi64>
  tt.store %b, %v : tensor<1024x!tt.ptr<i64>>
  tt.return
}
