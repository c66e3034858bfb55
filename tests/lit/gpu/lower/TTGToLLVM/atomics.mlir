// RUN: cm2tt-opt %s --cm2tt-ttg-allocate-shared --cm2tt-ttg-to-llvm | FileCheck %s

// One thread updates an element; others get what it got from shared memory.

#l = #ttg.linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]]}>
#copies = #ttg.linear<{lane = [[1], [2], [4], [8], [16]], warp = [[0], [0]]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_80"} {
  // CHECK-LABEL: llvm.func @reduction
  // CHECK-NOT: barrier
  // CHECK-COUNT-2: red.release.gpu.global.add.f32 [$0], $1;
  // CHECK-NOT: global.add
  tt.func public @reduction(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %one = arith.constant dense<1.0> : tensor<256xf32, #l>
    %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #l>
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #l>
    %q = tt.addptr %s, %r : tensor<256x!tt.ptr<f32>, #l>, tensor<256xi32, #l>
    %old = tt.atomic_rmw fadd, acq_rel, gpu, %q, %one : (tensor<256x!tt.ptr<f32>, #l>, tensor<256xf32, #l>) -> tensor<256xf32, #l>
    tt.return
  }

  // Two halves in one word.
  // CHECK-LABEL: llvm.func @pair
  // CHECK: red.relaxed.cta.global.add.noftz.f16x2 [$0], $1;
  // CHECK-NOT: global.add
  tt.func public @pair(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
    %one = arith.constant dense<1.0> : tensor<256xf16, #l>
    %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #l>
    %s = tt.splat %p : !tt.ptr<f16> -> tensor<256x!tt.ptr<f16>, #l>
    %q = tt.addptr %s, %r : tensor<256x!tt.ptr<f16>, #l>, tensor<256xi32, #l>
    %old = tt.atomic_rmw fadd, relaxed, cta, %q, %one : (tensor<256x!tt.ptr<f16>, #l>, tensor<256xf16, #l>) -> tensor<256xf16, #l>
    tt.return
  }

  // No instruction adds to a bf16 before sm_90.
  // CHECK-LABEL: llvm.func @loop
  // CHECK-COUNT-2: @!$3 bra done; { {{.*}}retry: fma.rn.bf16 {{.*}}atom.acquire.sys.global.cas.b16
  tt.func public @loop(%p: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %n: i32) {
    %one = arith.constant dense<1.0> : tensor<256xbf16, #l>
    %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #l>
    %b = tt.splat %n : i32 -> tensor<256xi32, #l>
    %m = arith.cmpi slt, %r, %b : tensor<256xi32, #l>
    %s = tt.splat %p : !tt.ptr<bf16> -> tensor<256x!tt.ptr<bf16>, #l>
    %q = tt.addptr %s, %r : tensor<256x!tt.ptr<bf16>, #l>, tensor<256xi32, #l>
    %old = tt.atomic_rmw fadd, acquire, sys, %q, %one, %m : (tensor<256x!tt.ptr<bf16>, #l>, tensor<256xbf16, #l>, tensor<256xi1, #l>) -> tensor<256xbf16, #l>
    tt.return
  }

  // CHECK-LABEL: llvm.func @scalar
  // CHECK: nvvm.barrier
  // CHECK: "mov.b32 $0, 0; @$3 atom.acq_rel.gpu.global.add.u32 $0, [$1], $2;"
  // CHECK: @$0 st.shared
  // CHECK: nvvm.barrier
  // CHECK: llvm.load
  tt.func public @scalar(%p: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %one = arith.constant 1 : i32
    %old = tt.atomic_rmw add, acq_rel, gpu, %p, %one : (!tt.ptr<i32>, i32) -> i32
    tt.store %out, %old : !tt.ptr<i32>
    tt.return
  }

  // CHECK-LABEL: llvm.func @copies
  // CHECK: atom.relaxed.gpu.global.max.s64
  // CHECK: st.shared.b64
  // CHECK: nvvm.barrier
  // CHECK: llvm.load
  tt.func public @copies(%p: !tt.ptr<i64>) {
    %one = arith.constant dense<1> : tensor<32xi64, #copies>
    %r = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #copies>
    %s = tt.splat %p : !tt.ptr<i64> -> tensor<32x!tt.ptr<i64>, #copies>
    %q = tt.addptr %s, %r : tensor<32x!tt.ptr<i64>, #copies>, tensor<32xi32, #copies>
    %old = tt.atomic_rmw max, relaxed, gpu, %q, %one : (tensor<32x!tt.ptr<i64>, #copies>, tensor<32xi64, #copies>) -> tensor<32xi64, #copies>
    tt.store %q, %old : tensor<32x!tt.ptr<i64>, #copies>
    tt.return
  }

  // CHECK-LABEL: llvm.func @swap
  // CHECK: atom.acquire.gpu.global.cas.b16 $0, [$1], $2, $3;
  // CHECK: atom.release.gpu.global.exch.b64 $0, [$1], $2;
  tt.func public @swap(%p: !tt.ptr<f16>, %q: !tt.ptr<f64>) {
    %a = arith.constant 1.0 : f16
    %b = arith.constant 1.0 : f64
    %old = tt.atomic_cas acquire, gpu, %p, %a, %a : (!tt.ptr<f16>, f16, f16) -> f16
    %was = tt.atomic_rmw exch, release, gpu, %q, %b : (!tt.ptr<f64>, f64) -> f64
    tt.store %q, %was : !tt.ptr<f64>
    tt.return
  }

  // Updates that only read or only write are loads and stores.
  // CHECK-LABEL: llvm.func @accesses
  // CHECK: ld.acquire.gpu.global.b32 $0, [$1];
  // CHECK: st.shared.b32
  // CHECK: @$2 ld.relaxed.sys.global.b64 $0, [$1];
  // CHECK: @$2 st.release.gpu.global.b64 [$0], $1;
  // CHECK: nvvm.barrier
  // CHECK: st.release.cta.global.b32 [$0], $1;
  // CHECK: atom.acq_rel.gpu.global.or.b32
  tt.func public @accesses(%p: !tt.ptr<i32>, %q: tensor<256x!tt.ptr<i64>, #l>, %m: tensor<256xi1, #l>) {
    %zero = arith.constant 0 : i32
    %zeros = arith.constant dense<0> : tensor<256xi64, #l>
    %a = tt.atomic_rmw or, acquire, gpu, %p, %zero : (!tt.ptr<i32>, i32) -> i32
    %b = tt.atomic_rmw or, relaxed, sys, %q, %zeros, %m : (tensor<256x!tt.ptr<i64>, #l>, tensor<256xi64, #l>, tensor<256xi1, #l>) -> tensor<256xi64, #l>
    %c = tt.atomic_rmw exch, release, gpu, %q, %b, %m : (tensor<256x!tt.ptr<i64>, #l>, tensor<256xi64, #l>, tensor<256xi1, #l>) -> tensor<256xi64, #l>
    %d = tt.atomic_rmw exch, release, cta, %p, %a : (!tt.ptr<i32>, i32) -> i32
    %e = tt.atomic_rmw or, acq_rel, gpu, %p, %zero : (!tt.ptr<i32>, i32) -> i32
    tt.store %p, %e : !tt.ptr<i32>
    tt.return
  }
}
