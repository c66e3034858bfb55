// RUN: cm2tt-opt %s -split-input-file -cm2tt-tt-to-ttg="target=sm_90a num-warps=1" -cm2tt-ttg-to-llvm -canonicalize -cse | FileCheck %s

// Four neighbours of a thread begin at a multiple of 4, and 16 divides the
// divisor: one division, and one more comparison for the first of them, as the
// dividend may be negative.

// CHECK-LABEL: llvm.func @quotients(
// CHECK-COUNT-1: llvm.sdiv
// CHECK-COUNT-1: llvm.srem
// CHECK-NOT: llvm.sdiv
// CHECK-NOT: llvm.srem
// CHECK: st.global.v4.b32
tt.func public @quotients(%o: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %first: i32 {tt.divisibility = 16 : i32}, %d: i32 {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %f = tt.splat %first : i32 -> tensor<128xi32>
  %x = arith.addi %f, %r : tensor<128xi32>
  %y = tt.splat %d : i32 -> tensor<128xi32>
  %q = arith.divsi %x, %y : tensor<128xi32>
  %m = arith.remsi %x, %y : tensor<128xi32>
  %s = arith.xori %q, %m : tensor<128xi32>
  %p = tt.splat %o : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
  %a = tt.addptr %p, %r : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
  tt.store %a, %s : tensor<128x!tt.ptr<i32>>
  tt.return
}

// -----

// The remainders of numbers without a sign differ as the dividends do.

// CHECK-LABEL: llvm.func @unsigned(
// CHECK: %[[LAST:.+]] = llvm.urem
// CHECK-NOT: llvm.urem
// CHECK-NOT: llvm.icmp
// CHECK-COUNT-3: llvm.sub %[[LAST]]
// CHECK: st.global.v4.b32
tt.func public @unsigned(%o: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %first: i32 {tt.divisibility = 16 : i32}, %d: i32 {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %f = tt.splat %first : i32 -> tensor<128xi32>
  %x = arith.addi %f, %r : tensor<128xi32>
  %y = tt.splat %d : i32 -> tensor<128xi32>
  %m = arith.remui %x, %y : tensor<128xi32>
  %p = tt.splat %o : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
  %a = tt.addptr %p, %r : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
  tt.store %a, %m : tensor<128x!tt.ptr<i32>>
  tt.return
}

// -----

// Each by itself: nothing is known of the divisor, or of the first dividend.

// CHECK-LABEL: llvm.func @unknown(
// CHECK-COUNT-8: llvm.sdiv
tt.func public @unknown(%o: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %first: i32 {tt.divisibility = 16 : i32}, %d: i32) {
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %f = tt.splat %first : i32 -> tensor<128xi32>
  %g = tt.splat %d : i32 -> tensor<128xi32>
  %x = arith.addi %f, %r : tensor<128xi32>
  %z = arith.addi %g, %r : tensor<128xi32>
  %q = arith.divsi %x, %g : tensor<128xi32>
  %m = arith.divsi %z, %f : tensor<128xi32>
  %s = arith.xori %q, %m : tensor<128xi32>
  %p = tt.splat %o : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
  %a = tt.addptr %p, %r : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
  tt.store %a, %s : tensor<128x!tt.ptr<i32>>
  tt.return
}

// -----

// Of 64 bits: one branch for all, and the quotients that remainders need are
// those of the division before.

// CHECK-LABEL: llvm.func @wide(
// CHECK: %[[HIGH:.+]] = llvm.lshr
// CHECK: %[[NARROW:.+]] = llvm.icmp "eq" %[[HIGH]]
// CHECK: llvm.cond_br %[[NARROW]], ^[[A:.+]], ^[[B:.+]]
// CHECK: ^[[A]]:
// CHECK-COUNT-4: llvm.udiv {{.+}} : i32
// CHECK: ^[[B]]:
// CHECK-COUNT-4: llvm.sdiv {{.+}} : i64
// CHECK-NOT: llvm.cond_br
// CHECK-NOT: llvm.{{[su]}}rem
// CHECK: st.global
tt.func public @wide(%o: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %first: i64, %d: i64) {
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %w = arith.extsi %r : tensor<128xi32> to tensor<128xi64>
  %f = tt.splat %first : i64 -> tensor<128xi64>
  %x = arith.addi %f, %w : tensor<128xi64>
  %y = tt.splat %d : i64 -> tensor<128xi64>
  %m = arith.remsi %x, %y : tensor<128xi64>
  %q = arith.divsi %x, %y : tensor<128xi64>
  %s = arith.xori %q, %m : tensor<128xi64>
  %t = arith.trunci %s : tensor<128xi64> to tensor<128xi32>
  %p = tt.splat %o : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
  %a = tt.addptr %p, %r : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
  tt.store %a, %t : tensor<128x!tt.ptr<i32>>
  tt.return
}
