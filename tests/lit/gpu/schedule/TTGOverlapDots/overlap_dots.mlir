// RUN: cm2tt-opt %s -cm2tt-ttg-overlap-dots | FileCheck %s

#a = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]}>
#b = #ttg.shared<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [8, 1], [16, 2], [32, 4], [0, 8], [0, 16], [0, 32]]}>
#c = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]}>
#p = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [16, 0], [32, 0]], lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]}>
#v = #ttg.shared<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {

// One product runs while copies start: the one before is waited for before its
// buffer is written to.
// CHECK-LABEL: tt.func public @accumulate
// CHECK: %[[AS:.+]] = ttg.local_alloc
// CHECK: %[[BS:.+]] = ttg.local_alloc
// CHECK: %[[R:.+]] = scf.for {{.+}} iter_args(%[[ACC:.+]] = %{{.+}})
// CHECK: %[[D:.+]] = ttg.warp_group_dot %{{.+}}, %{{.+}}, %[[ACC]] {{.*}}isAsync
// CHECK: ttg.warp_group_dot_wait keep %[[AS]], %[[BS]] {pending = 1 : i32}
// CHECK: ttg.async_copy
// CHECK-NOT: warp_group_dot_wait
// CHECK: scf.yield %[[D]]
// CHECK: %[[W:.+]] = ttg.warp_group_dot_wait %[[R]] keep %[[AS]], %[[BS]] {pending = 0 : i32}
// CHECK: tt.store %{{.+}}, %[[W]]
tt.func public @accumulate(%p: tensor<64x64x!tt.ptr<f16>, #p>, %o: tensor<64x64x!tt.ptr<f32>, #c>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #c>
  %as = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #a, buffers = 3>
  %bs = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #b, buffers = 3>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32, #c>) : i32 {
    ttg.async_wait {pending = 1 : i32}
    %a = ttg.memdesc_index %as[%i] : !ttg.memdesc<64x64xf16, #a, buffers = 3> -> !ttg.memdesc<64x64xf16, #a>
    %b = ttg.memdesc_index %bs[%i] : !ttg.memdesc<64x64xf16, #b, buffers = 3> -> !ttg.memdesc<64x64xf16, #b>
    %d = ttg.warp_group_dot %a, %b, %acc {instrN = 64 : i32} : !ttg.memdesc<64x64xf16, #a> * !ttg.memdesc<64x64xf16, #b> -> tensor<64x64xf32, #c>
    %j = arith.addi %i, %c1 : i32
    %v = ttg.memdesc_index %as[%j] : !ttg.memdesc<64x64xf16, #a, buffers = 3> -> !ttg.memdesc<64x64xf16, #a>
    %t = ttg.async_copy %p, %v : tensor<64x64x!tt.ptr<f16>, #p> -> !ttg.memdesc<64x64xf16, #a>
    %w = ttg.memdesc_index %bs[%j] : !ttg.memdesc<64x64xf16, #b, buffers = 3> -> !ttg.memdesc<64x64xf16, #b>
    %u = ttg.async_copy %p, %w : tensor<64x64x!tt.ptr<f16>, #p> -> !ttg.memdesc<64x64xf16, #b>
    %g = ttg.async_commit %t, %u
    scf.yield %d : tensor<64x64xf32, #c>
  }
  tt.store %o, %r : tensor<64x64x!tt.ptr<f32>, #c>
  tt.return
}

// The first product of a turn is needed at once, and waits itself. The second
// runs into the next turn, until its result is scaled.
// CHECK-LABEL: tt.func public @attend
// CHECK: %[[R:.+]] = scf.for {{.+}} iter_args(%[[ACC:.+]] = %{{.+}})
// CHECK: %[[QK:.+]] = ttg.warp_group_dot
// CHECK-NOT: isAsync
// CHECK: %[[OLD:.+]] = ttg.warp_group_dot_wait %[[ACC]] keep %{{.+}} {pending = 0 : i32}
// CHECK: arith.mulf %[[QK]]
// CHECK: arith.mulf %[[OLD]]
// CHECK: %[[D:.+]] = ttg.warp_group_dot {{.*}}isAsync
// CHECK-NOT: warp_group_dot_wait
// CHECK: scf.yield %[[D]]
// CHECK: ttg.warp_group_dot_wait %[[R]]
tt.func public @attend(%p: tensor<64x64x!tt.ptr<f16>, #p>, %o: tensor<64x64x!tt.ptr<f32>, #c>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #c>
  %alpha = arith.constant dense<0.5> : tensor<64x64xf32, #c>
  %q = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #a>
  %ks = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #b, buffers = 2>
  %vs = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #v, buffers = 2>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32, #c>) : i32 {
    ttg.async_wait {pending = 1 : i32}
    %k = ttg.memdesc_index %ks[%i] : !ttg.memdesc<64x64xf16, #b, buffers = 2> -> !ttg.memdesc<64x64xf16, #b>
    %qk = ttg.warp_group_dot %q, %k, %zero {instrN = 64 : i32} : !ttg.memdesc<64x64xf16, #a> * !ttg.memdesc<64x64xf16, #b> -> tensor<64x64xf32, #c>
    %s = arith.mulf %qk, %alpha : tensor<64x64xf32, #c>
    %e = math.exp2 %s : tensor<64x64xf32, #c>
    %scaled = arith.mulf %acc, %alpha : tensor<64x64xf32, #c>
    %h = arith.truncf %e : tensor<64x64xf32, #c> to tensor<64x64xf16, #c>
    %v = ttg.memdesc_index %vs[%i] : !ttg.memdesc<64x64xf16, #v, buffers = 2> -> !ttg.memdesc<64x64xf16, #v>
    %d = ttg.warp_group_dot %h, %v, %scaled {instrN = 64 : i32} : tensor<64x64xf16, #c> * !ttg.memdesc<64x64xf16, #v> -> tensor<64x64xf32, #c>
    %j = arith.addi %i, %c1 : i32
    %kn = ttg.memdesc_index %ks[%j] : !ttg.memdesc<64x64xf16, #b, buffers = 2> -> !ttg.memdesc<64x64xf16, #b>
    %t = ttg.async_copy %p, %kn : tensor<64x64x!tt.ptr<f16>, #p> -> !ttg.memdesc<64x64xf16, #b>
    %vn = ttg.memdesc_index %vs[%j] : !ttg.memdesc<64x64xf16, #v, buffers = 2> -> !ttg.memdesc<64x64xf16, #v>
    %u = ttg.async_copy %p, %vn : tensor<64x64x!tt.ptr<f16>, #p> -> !ttg.memdesc<64x64xf16, #v>
    %g = ttg.async_commit %t, %u
    scf.yield %d : tensor<64x64xf32, #c>
  }
  tt.store %o, %r : tensor<64x64x!tt.ptr<f32>, #c>
  tt.return
}

// What is written in each turn, in one buffer, must have been read.
// CHECK-LABEL: tt.func public @one_buffer
// CHECK: ttg.warp_group_dot
// CHECK-NOT: isAsync
// CHECK-NOT: warp_group_dot_wait
// CHECK: tt.return

// What nobody writes can always be read.
// CHECK-LABEL: tt.func public @constant_operands
// CHECK: %[[D:.+]] = ttg.warp_group_dot {{.*}}isAsync
// CHECK-NEXT: %[[E:.+]] = ttg.warp_group_dot %{{.+}}, %{{.+}}, %[[D]] {{.*}}isAsync
// CHECK-NEXT: scf.yield %[[E]]
// CHECK: ttg.warp_group_dot_wait %{{.+}} keep
tt.func public @one_buffer(%x: tensor<64x64xf16, #p>, %o: tensor<64x64x!tt.ptr<f32>, #c>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #c>
  %b = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #b>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32, #c>) : i32 {
    %a = ttg.local_alloc %x : (tensor<64x64xf16, #p>) -> !ttg.memdesc<64x64xf16, #a>
    %d = ttg.warp_group_dot %a, %b, %acc {instrN = 64 : i32} : !ttg.memdesc<64x64xf16, #a> * !ttg.memdesc<64x64xf16, #b> -> tensor<64x64xf32, #c>
    scf.yield %d : tensor<64x64xf32, #c>
  }
  tt.store %o, %r : tensor<64x64x!tt.ptr<f32>, #c>
  tt.return
}
tt.func public @constant_operands(%o: tensor<64x64x!tt.ptr<f32>, #c>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #c>
  %a = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #a>
  %b = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #b>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32, #c>) : i32 {
    %d = ttg.warp_group_dot %a, %b, %acc {instrN = 64 : i32} : !ttg.memdesc<64x64xf16, #a> * !ttg.memdesc<64x64xf16, #b> -> tensor<64x64xf32, #c>
    %e = ttg.warp_group_dot %a, %b, %d {instrN = 64 : i32} : !ttg.memdesc<64x64xf16, #a> * !ttg.memdesc<64x64xf16, #b> -> tensor<64x64xf32, #c>
    scf.yield %e : tensor<64x64xf32, #c>
  }
  tt.store %o, %r : tensor<64x64x!tt.ptr<f32>, #c>
  tt.return
}

// Only the next iteration reads the product: it runs while the threads store,
// and not into that iteration.
// CHECK-LABEL: tt.func public @ahead
// CHECK: scf.for {{.+}} iter_args(%[[OLD:.+]] = %{{.+}})
// CHECK: %[[D:.+]] = ttg.warp_group_dot {{.*}}isAsync
// CHECK-NEXT: tt.store %{{.+}}, %[[OLD]]
// CHECK-NEXT: %[[W:.+]] = ttg.warp_group_dot_wait %[[D]] keep %{{.+}} {pending = 0 : i32}
// CHECK-NEXT: scf.yield %[[W]]
tt.func public @ahead(%o: tensor<64x64x!tt.ptr<f32>, #c>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #c>
  %a = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #a>
  %b = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #b>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %zero) -> (tensor<64x64xf32, #c>) : i32 {
    %d = ttg.warp_group_dot %a, %b, %zero {instrN = 64 : i32} : !ttg.memdesc<64x64xf16, #a> * !ttg.memdesc<64x64xf16, #b> -> tensor<64x64xf32, #c>
    tt.store %o, %old : tensor<64x64x!tt.ptr<f32>, #c>
    scf.yield %d : tensor<64x64xf32, #c>
  }
  tt.store %o, %r : tensor<64x64x!tt.ptr<f32>, #c>
  tt.return
}
}
