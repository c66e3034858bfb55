// RUN: cm2tt-opt %s --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=4},cm2tt-ttg-specialize-warps{num-stages=3},tt.func(cm2tt-ttg-overlap-dots))' | FileCheck %s

// The position in the rings goes on over all tiles, and so do the values that
// the coordinates need. The last slot of a tile is reported after its loop.
// CHECK-LABEL: tt.func public @persistent
// CHECK: ttg.producer {
// CHECK: %[[P:.+]]:3 = scf.for %{{.+}} iter_args(%[[AT:.+]] = %{{.+}}, %[[S:.+]] = %{{.+}}, %[[Q:.+]] = %{{.+}}) -> (i32, i32, i32)
// CHECK: %[[IN:.+]]:2 = scf.for {{.+}} iter_args(%{{.+}} = %[[S]], %{{.+}} = %[[Q]])
// CHECK: ttg.tensor_copy %arg0[%[[AT]],
// CHECK: scf.yield %{{.+}}, %[[IN]]#0, %[[IN]]#1
// CHECK: ttg.producer_end
// CHECK: scf.for {{.+}} iter_args(%{{.+}} = %{{.+}}, %[[CS:.+]] = %{{.+}}, %[[CQ:.+]] = %{{.+}}) -> (i32, i32, i32)
// CHECK: %[[R:.+]]:3 = scf.for %{{.+}} = %[[LO:.+]] to %[[HI:.+]] step {{.+}} iter_args(%{{.+}} = %{{.+}}, %{{.+}} = %[[CS]], %{{.+}} = %[[CQ]])
// CHECK: ttg.mbarrier_arrive
// CHECK: %[[RAN:.+]] = arith.cmpi slt, %[[LO]], %[[HI]]
// CHECK: ttg.memdesc_index %{{.+}}[%[[R]]#1]
// CHECK: ttg.mbarrier_arrive {{.+}} mask %[[RAN]]
// CHECK: scf.yield %{{.+}}, %[[R]]#1, %[[R]]#2
// CHECK: ttg.mbarrier_inval

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>

tt.func public @persistent(%a: !desc, %b: !desc, %c: !desc, %n: i32, %tiles: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %p = tt.get_program_id x : i32
  %q = tt.get_num_programs x : i32
  %e = scf.for %i = %p to %tiles step %q iter_args(%m = %c0) -> (i32) : i32 {
    %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
      %x = tt.descriptor_load %a[%m, %k] : !desc -> !tile
      %y = tt.descriptor_load %b[%c0, %k] : !desc -> !tile
    %t = tt.trans %y {order = array<i32: 1, 0>} : !tile -> !tile
    %d = tt.dot %x, %t, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
    }
    %h = arith.truncf %r : !sum to !tile
    tt.descriptor_store %c[%m, %c0], %h : !desc, !tile
    %next = arith.addi %m, %c64 : i32
    scf.yield %next : i32
  }
  tt.return
}
