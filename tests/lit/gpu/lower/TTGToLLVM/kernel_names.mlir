// RUN: cm2tt-opt %s -split-input-file -cm2tt-ttg-to-llvm | FileCheck %s

// A kernel whose name is no identifier of PTX, or that of a function that it may
// call, has another symbol. Its name is kept.

module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_80"} {
// CHECK-DAG: llvm.func @kernel$gr$c3$b6$c3$9fe() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, tt.kernel_name = "gr\C3\B6\C3\9Fe"}
// CHECK-DAG: llvm.func @kernel$$24()
// CHECK-DAG: llvm.func @kernel$_()
// CHECK-DAG: llvm.func @kernel$__nv_sinf()
// CHECK-DAG: llvm.func @kernel$vprintf()
// CHECK-DAG: llvm.func @kernel$malloc()
// CHECK-DAG: llvm.func @kernel$WARP_SZ()
// CHECK-DAG: llvm.func @kernel$a$2db()
// CHECK-DAG: llvm.func @expf() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
// CHECK-DAG: llvm.func @_$() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
tt.func public @"größe"() {
  tt.return
}
tt.func public @"$"() {
  tt.return
}
tt.func public @_() {
  tt.return
}
tt.func public @__nv_sinf() {
  tt.return
}
tt.func public @vprintf() {
  tt.return
}
tt.func public @malloc() {
  tt.return
}
tt.func public @WARP_SZ() {
  tt.return
}
tt.func public @"a-b"() {
  tt.return
}
tt.func public @expf() {
  tt.return
}
tt.func public @_$() {
  tt.return
}
}

// -----

// A function of a library that the kernel calls, whatever its name.

module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_90a"} {
// CHECK-LABEL: llvm.func @kernel$mine
// CHECK: llvm.call @mine(
tt.func public @mine(%p: !tt.ptr<f32>, %x: f32) {
  %y = tt.extern_elementwise %x {libname = "own", libpath = "/own.bc", pure = true, symbol = "mine"} : (f32) -> f32
  tt.store %p, %y : !tt.ptr<f32>
  tt.return
}
}
