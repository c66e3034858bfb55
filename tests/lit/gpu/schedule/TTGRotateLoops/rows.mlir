// RUN: cm2tt-opt %s --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=4},cm2tt-ttg-rotate-loops,tt.func(cm2tt-ttg-overlap-dots))' | FileCheck %s

!qdesc = !tt.tensordesc<tensor<128x64xf16>>
!kdesc = !tt.tensordesc<tensor<64x64xf16>>
!odesc = !tt.tensordesc<tensor<128x64xf32>>
!q = tensor<128x64xf16>
!k = tensor<64x64xf16>
!sum = tensor<128x64xf32>
!row = tensor<128xf32>

// A row that is computed last keeps the wait for the second product after it, by
// assembly that only the loop has.
// CHECK-LABEL: tt.func public @sums
// CHECK-NOT: tt.elementwise_inline_asm
// CHECK: scf.for
// CHECK: ttg.warp_group_dot
// CHECK: %[[D:.+]] = ttg.warp_group_dot %{{[^,]+}}, %{{[^,]+}}, %{{[^,]+}} {{.+}}isAsync
// CHECK: ttg.warp_group_dot_wait %{{.+}} {pending = 1 : i32}
// CHECK: tt.reduce.return
// CHECK: %[[ROW:.+]] = arith.addf
// CHECK: %[[MARKED:.+]] = tt.elementwise_inline_asm "{{.+}}fence.proxy.async{{.+}}" {{.+}}pure = false} %[[ROW]]
// CHECK: ttg.warp_group_dot_wait %[[D]] {{.+}} {pending = 0 : i32}
// CHECK: arith.truncf
// CHECK: scf.yield %{{[^,]+}}, %[[MARKED]],
// CHECK-NOT: tt.elementwise_inline_asm
tt.func public @sums(%q: !qdesc, %k: !kdesc, %v: !kdesc, %o: !odesc, %totals: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %zeros = arith.constant dense<0.0> : !row
  %x = tt.descriptor_load %q[%c0, %c0] : !qdesc -> !q
  %r:2 = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero, %sum = %zeros) -> (!sum, !row) : i32 {
    %y = tt.descriptor_load %k[%c0, %i] : !kdesc -> !k
    %z = tt.descriptor_load %v[%i, %c0] : !kdesc -> !k
    %s = tt.dot %x, %y, %zero : !q * !k -> !sum
    %part = "tt.reduce"(%s) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (!sum) -> !row
    %next = arith.addf %sum, %part : !row
    %h = arith.truncf %s : !sum to !q
    %d = tt.dot %h, %z, %acc : !q * !k -> !sum
    scf.yield %d, %next : !sum, !row
  }
  tt.descriptor_store %o[%c0, %c0], %r#0 : !odesc, !sum
  %range = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %p = tt.splat %totals : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %pp = tt.addptr %p, %range : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  tt.store %pp, %r#1 : tensor<128x!tt.ptr<f32>>
  tt.return
}
