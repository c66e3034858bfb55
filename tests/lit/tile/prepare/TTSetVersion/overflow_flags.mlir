// RUN: cm2tt-opt %s -cm2tt-tt-set-version | FileCheck %s
// RUN: cm2tt-opt %s -cm2tt-tt-set-version=version=3.6 | FileCheck %s --check-prefix=TEXT
// RUN: cm2tt-opt %s -cm2tt-tt-phase | FileCheck %s
// RUN: cm2tt-opt %s -canonicalize | FileCheck %s --check-prefix=FAULT
// RUN: cm2tt %s --emit=ptx --target=sm_90a | FileCheck %s --check-prefix=PTX

// For %x = 5 neither sum overflows, and the result is less than %x. MLIR 22 adds
// the constants, keeps the flag, and thereby says that the result is greater
// (llvm#140328). If FAULT fails, MLIR is right: TTSetVersion need not drop flags.
// CHECK-LABEL: @sums
// CHECK-NOT: overflow
// CHECK: tt.return
// TEXT-LABEL: @sums
// TEXT-COUNT-2: overflow<nsw>
// FAULT-LABEL: @sums
// FAULT: arith.constant 2147483647 : i32
// FAULT: arith.addi {{.*}} overflow<nsw>
// PTX: .entry sums
// PTX: setp.{{..}}.s32
tt.func public @sums(%out: !tt.ptr<i32>, %x: i32) {
  %a = arith.constant -2147483648 : i32
  %b = arith.constant -1 : i32
  %t = arith.addi %x, %a overflow<nsw> : i32
  %r = arith.addi %t, %b overflow<nsw> : i32
  %less = arith.cmpi slt, %r, %x : i32
  %n = arith.extui %less : i1 to i32
  tt.store %out, %n : !tt.ptr<i32>
  tt.return
}

// The flag of the second cast is no flag of both together.
// CHECK-LABEL: @casts
// CHECK-NOT: overflow
// CHECK: tt.return
// FAULT-LABEL: @casts
// FAULT: arith.trunci {{.*}} overflow<nuw> : i32 to i8
tt.func public @casts(%out: !tt.ptr<i8>, %x: i32) {
  %t = arith.trunci %x : i32 to i16
  %r = arith.trunci %t overflow<nuw> : i16 to i8
  tt.store %out, %r : !tt.ptr<i8>
  tt.return
}

// Each operation that has such flags, on tiles and in regions.
// CHECK-LABEL: @all
// CHECK-NOT: overflow
// CHECK: tt.return
tt.func public @all(%out: !tt.ptr<i32>, %x: i32, %c: i1) {
  %y = tt.splat %x : i32 -> tensor<4xi32>
  %0 = arith.subi %x, %x overflow<nsw, nuw> : i32
  %1 = arith.muli %x, %0 overflow<nuw> : i32
  %2 = arith.shli %1, %x overflow<nsw> : i32
  %3 = arith.addi %y, %y overflow<nsw> : tensor<4xi32>
  scf.if %c {
    %4 = arith.subi %2, %x overflow<nsw> : i32
    tt.store %out, %4 : !tt.ptr<i32>
  }
  tt.return
}
