// RUN: cm2tt-opt %s -split-input-file --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=4},cm2tt-ttg-specialize-warps{num-stages=3},tt.func(cm2tt-ttg-overlap-dots))' | FileCheck %s

// Two loops that follow each other load blocks that are alike: to the same rings,
// where the second goes on after the first. The loop around yields its position.
// CHECK-LABEL: tt.func public @parts
// CHECK: %[[A:.+]] = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #{{.+}}, buffers = 5>
// CHECK: %[[B:.+]] = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #{{.+}}, buffers = 5>
// CHECK-NOT: ttg.local_alloc : () -> !ttg.memdesc<64x64xf16
// CHECK: ttg.producer {
// CHECK: scf.for {{.+}} iter_args(%[[S:.+]] = %{{.+}}, %[[P:.+]] = %{{.+}}) -> (i32, i32)
// CHECK: %[[ONE:.+]]:2 = scf.for {{.+}} iter_args(%{{.+}} = %[[S]], %{{.+}} = %[[P]]) -> (i32, i32)
// CHECK: %[[TWO:.+]]:2 = scf.for {{.+}} iter_args(%{{.+}} = %[[ONE]]#0, %{{.+}} = %[[ONE]]#1) -> (i32, i32)
// CHECK: scf.yield %[[TWO]]#0, %[[TWO]]#1
// CHECK: ttg.producer_end
// CHECK: scf.for {{.+}} iter_args(%[[S:.+]] = %{{.+}}, %[[P:.+]] = %{{.+}}) -> (i32, i32)
// CHECK: %[[ONE:.+]]:3 = scf.for {{.+}} iter_args(%{{.+}} = %{{.+}}, %{{.+}} = %[[S]], %{{.+}} = %[[P]])
// CHECK: ttg.memdesc_index %[[A]]
// The last slot of the first loop is reported before the second.
// CHECK: ttg.memdesc_index %{{.+}}[%[[ONE]]#1]
// CHECK: ttg.mbarrier_arrive
// CHECK: %[[TWO:.+]]:3 = scf.for {{.+}} iter_args(%{{.+}} = %{{.+}}, %{{.+}} = %[[ONE]]#1, %{{.+}} = %[[ONE]]#2)
// CHECK: ttg.memdesc_index %[[A]]
// CHECK: scf.yield %[[TWO]]#1, %[[TWO]]#2
// CHECK: ttg.mbarrier_inval
// CHECK: ttg.mbarrier_inval
// CHECK-NOT: ttg.mbarrier_inval

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>

tt.func public @parts(%a: !desc, %b: !desc, %c: !desc, %m: i32, %n: i32, %programs: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %p = tt.get_program_id x : i32
  %q = tt.get_num_programs x : i32
  scf.for %i = %p to %programs step %q : i32 {
    %r = scf.for %k = %c0 to %m step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
      %x = tt.descriptor_load %a[%i, %k] : !desc -> !tile
      %y = tt.descriptor_load %b[%k, %c0] : !desc -> !tile
      %d = tt.dot %x, %y, %acc : !tile * !tile -> !sum
      scf.yield %d : !sum
    }
    %s = scf.for %k = %m to %n step %c64 iter_args(%acc = %r) -> (!sum) : i32 {
      %x = tt.descriptor_load %a[%i, %k] : !desc -> !tile
      %y = tt.descriptor_load %b[%k, %c0] : !desc -> !tile
      %d = tt.dot %x, %y, %acc : !tile * !tile -> !sum
      scf.yield %d : !sum
    }
    %h = arith.truncf %s : !sum to !tile
    tt.descriptor_store %c[%i, %c0], %h : !desc, !tile
  } {tt.programs}
  tt.return
}

// -----

// Without a loop around them, the last slot of the first loop is reported, too, but
// not that of the second. The barriers end after that.
// CHECK-LABEL: tt.func public @flat
// CHECK: ttg.producer_end
// CHECK: %[[ONE:.+]]:3 = scf.for
// CHECK: scf.yield
// CHECK-NOT: ttg.mbarrier_inval
// CHECK: ttg.mbarrier_arrive
// CHECK: scf.for {{.+}} iter_args(%{{.+}} = %{{.+}}, %{{.+}} = %[[ONE]]#1, %{{.+}} = %[[ONE]]#2)
// CHECK: scf.yield
// CHECK-NOT: ttg.mbarrier_arrive
// CHECK: ttg.mbarrier_inval
// CHECK: ttg.mbarrier_inval
// CHECK-NOT: ttg.mbarrier_inval

!desc = !tt.tensordesc<tensor<64x64xf16>>
!tile = tensor<64x64xf16>
!sum = tensor<64x64xf32>

tt.func public @flat(%a: !desc, %b: !desc, %c: !desc, %m: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : !sum
  %r = scf.for %k = %c0 to %m step %c64 iter_args(%acc = %zero) -> (!sum) : i32 {
    %x = tt.descriptor_load %a[%c0, %k] : !desc -> !tile
    %y = tt.descriptor_load %b[%k, %c0] : !desc -> !tile
    %d = tt.dot %x, %y, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  %s = scf.for %k = %m to %n step %c64 iter_args(%acc = %r) -> (!sum) : i32 {
    %x = tt.descriptor_load %a[%c0, %k] : !desc -> !tile
    %y = tt.descriptor_load %b[%k, %c0] : !desc -> !tile
    %d = tt.dot %x, %y, %acc : !tile * !tile -> !sum
    scf.yield %d : !sum
  }
  %h = arith.truncf %s : !sum to !tile
  tt.descriptor_store %c[%c0, %c0], %h : !desc, !tile
  tt.return
}
