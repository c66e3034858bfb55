// RUN: cm2tt-opt %s -cm2tt-tt-to-ttg -cse | FileCheck %s

// A quotient is not computed twice. Its layout costs nothing by itself, so that
// it has the one that is offered first: that of the load, whose elements are not
// neighbours. The store gains from vectors only if all three have them.

// CHECK: #[[$WIDE:.+]] = #ttg.linear<{register = {{\[\[}}1], [2], [4]], lane = {{\[\[}}8], [16], [32], [64], [128]], warp = {{\[\[}}256], [512]]}>
// CHECK-LABEL: tt.func public @shared_quotient
// CHECK: arith.divsi %{{.+}} : tensor<1024xi32, #[[$WIDE]]>
// CHECK: tt.load %{{.+}} : tensor<1024x!tt.ptr<f16>, #[[$WIDE]]>
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.store %{{.+}} : tensor<1024x!tt.ptr<f16>, #[[$WIDE]]>
tt.func public @shared_quotient(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %o: !tt.ptr<f16> {tt.divisibility = 16 : i32},
                                %w: i32 {tt.divisibility = 16 : i32}, %f: i32) {
  %id = tt.get_program_id x : i32
  %size = arith.constant 1024 : i32
  %first = arith.muli %id, %size : i32
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %at = tt.splat %first : i32 -> tensor<1024xi32>
  %i = arith.addi %at, %r : tensor<1024xi32>
  %width = tt.splat %w : i32 -> tensor<1024xi32>
  %column = arith.remsi %i, %width : tensor<1024xi32>
  %row = arith.divsi %i, %width : tensor<1024xi32>
  %factor = tt.splat %f : i32 -> tensor<1024xi32>
  %from = arith.divsi %column, %factor : tensor<1024xi32>
  %line = arith.muli %row, %factor : tensor<1024xi32>
  %source = arith.addi %line, %from : tensor<1024xi32>
  %s = tt.splat %p : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
  %a = tt.addptr %s, %source : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
  %v = tt.load %a : tensor<1024x!tt.ptr<f16>>
  %start = arith.muli %row, %width : tensor<1024xi32>
  %target = arith.addi %start, %column : tensor<1024xi32>
  %t = tt.splat %o : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
  %b = tt.addptr %t, %target : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
  tt.store %b, %v : tensor<1024x!tt.ptr<f16>>
  tt.return
}
