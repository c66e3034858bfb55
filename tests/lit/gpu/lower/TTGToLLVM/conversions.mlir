// RUN: cm2tt-opt %s -split-input-file -cm2tt-ttg-to-llvm -canonicalize -cse | FileCheck %s

// Conversions between floating-point types: two registers at once where there
// is an instruction, arithmetic on bits where there is none.

#two = #ttg.linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []}>

module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {
// The first register is in the lower half.
// CHECK-LABEL: llvm.func @to_e4m3
// CHECK: %[[PAIR:.+]] = llvm.inline_asm asm_dialect = att "cvt.rn.satfinite.e4m3x2.f32 $0, $1, $2;", "=h,f,f" %[[HIGH:.+]], %[[LOW:.+]] : (f32, f32) -> i16
// CHECK: llvm.bitcast %[[PAIR]] : i16 to vector<2xi8>
tt.func public @to_e4m3(%p: !tt.ptr<f32>, %q: !tt.ptr<f8E4M3FN>) {
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #two>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #two>
  %a = tt.addptr %s, %r : tensor<64x!tt.ptr<f32>, #two>, tensor<64xi32, #two>
  %v = tt.load %a : tensor<64x!tt.ptr<f32>, #two>
  %w = tt.fp_to_fp %v, rounding = rtne : tensor<64xf32, #two> -> tensor<64xf8E4M3FN, #two>
  %t = tt.splat %q : !tt.ptr<f8E4M3FN> -> tensor<64x!tt.ptr<f8E4M3FN>, #two>
  %b = tt.addptr %t, %r : tensor<64x!tt.ptr<f8E4M3FN>, #two>, tensor<64xi32, #two>
  tt.store %b, %w : tensor<64x!tt.ptr<f8E4M3FN>, #two>
  tt.return
}

// bf16 by f32, toward zero by bits; f16 of f32 toward zero in pairs.
// CHECK-LABEL: llvm.func @toward_zero
// CHECK: llvm.fpext %{{.+}} : bf16 to f32
// CHECK: llvm.call_intrinsic "llvm.nvvm.ff2f16x2.rz"
// CHECK-NOT: satfinite
// CHECK: llvm.intr.minnum
// CHECK: llvm.fptoui
// CHECK: llvm.return
tt.func public @toward_zero(%p: !tt.ptr<bf16>, %q: !tt.ptr<f16>, %e: !tt.ptr<f8E5M2>) {
  %x = tt.load %p : !tt.ptr<bf16>
  %h = tt.fp_to_fp %x, rounding = rtz : bf16 -> f16
  tt.store %q, %h : !tt.ptr<f16>
  %b = tt.fp_to_fp %x, rounding = rtz : bf16 -> f8E5M2
  tt.store %e, %b : !tt.ptr<f8E5M2>
  tt.return
}

// f8E5M2 is the upper half of f16.
// CHECK-LABEL: llvm.func @upper_half
// CHECK: llvm.lshr
// CHECK: llvm.fcmp "uno"
// CHECK: llvm.select
// CHECK-NOT: llvm.intr.minnum
// CHECK: llvm.return
tt.func public @upper_half(%p: !tt.ptr<f16>, %e: !tt.ptr<f8E5M2>) {
  %x = tt.load %p : !tt.ptr<f16>
  %b = tt.fp_to_fp %x, rounding = rtz : f16 -> f8E5M2
  tt.store %e, %b : !tt.ptr<f8E5M2>
  tt.return
}

// One value is converted once; f64 is rounded to odd before it is rounded.
// CHECK-LABEL: llvm.func @once
// CHECK: llvm.call_intrinsic "llvm.nvvm.d2f.rz"
// CHECK: llvm.fcmp "une"
// CHECK: llvm.inline_asm {{.*}}"cvt.rn.satfinite.e5m2x2.f32
// CHECK-NOT: satfinite
// CHECK: llvm.return
tt.func public @once(%x: f64, %e: !tt.ptr<f8E5M2>) {
  %s = tt.splat %x : f64 -> tensor<64xf64, #two>
  %b = tt.fp_to_fp %s, rounding = rtne : tensor<64xf64, #two> -> tensor<64xf8E5M2, #two>
  %t = tt.splat %e : !tt.ptr<f8E5M2> -> tensor<64x!tt.ptr<f8E5M2>, #two>
  tt.store %t, %b : tensor<64x!tt.ptr<f8E5M2>, #two>
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_80"} {
// Without instructions: f8E5M2 is the upper half of f16.
// CHECK-LABEL: llvm.func @bits
// CHECK-NOT: llvm.inline_asm {{.*}}cvt
// CHECK: llvm.shl %{{.+}}, %{{.+}} : i16
// CHECK: llvm.bitcast %{{.+}} : i16 to f16
// CHECK: llvm.intr.fabs
// CHECK: llvm.intr.minnum
// CHECK: llvm.return
tt.func public @bits(%p: !tt.ptr<f8E5M2>, %q: !tt.ptr<f8E4M3FN>) {
  %x = tt.load %p : !tt.ptr<f8E5M2>
  %y = tt.fp_to_fp %x, rounding = rtne : f8E5M2 -> f8E4M3FN
  tt.store %q, %y : !tt.ptr<f8E4M3FN>
  tt.return
}
}
