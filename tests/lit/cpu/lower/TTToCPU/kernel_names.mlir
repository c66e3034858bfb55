// RUN: cm2tt-opt %s -split-input-file -cm2tt-tt-to-cpu | FileCheck %s

// A kernel with the name of a function that code may call, or with a name that
// is no identifier, has another symbol. Its name is kept.

// CHECK-LABEL: llvm.func internal @kernel$expf.program
// CHECK: llvm.call @expf(
// CHECK: llvm.func @kernel$expf(%{{.+}}) -> i32 attributes {tt.kernel_name = "expf"}
// CHECK: llvm.func @expf(f32) -> f32
tt.func public @expf(%p: !tt.ptr<f32>, %x: f32) {
  %y = math.exp %x : f32
  tt.store %p, %y : !tt.ptr<f32>
  tt.return
}

// -----

// CHECK-DAG: llvm.func @kernel$memset(
// CHECK-DAG: llvm.func @kernel$printf(
// CHECK-DAG: llvm.func @kernel$lgammaf(
// CHECK-DAG: llvm.func @kernel$__truncsfhf2(
// CHECK-DAG: llvm.func @kernel$cm2tt$2ea(
// CHECK-DAG: llvm.func @kernel$a$2eprogram(
// CHECK-DAG: llvm.func @kernel$gr$c3$b6$c3$9fe(%{{.+}}) -> i32 attributes {tt.kernel_name = "gr\C3\B6\C3\9Fe"}
// CHECK-DAG: llvm.func @kernel$$01a(
// CHECK-DAG: llvm.func @kernel$1a(
// CHECK-DAG: llvm.func @kernel$$20(
// CHECK-DAG: llvm.func @plain$0({{[^{]+}}) -> i32 {
// CHECK-DAG: llvm.func @a({{[^{]+}}) -> i32 {
tt.func public @memset() {
  tt.return
}
tt.func public @printf() {
  tt.print " x" {hex = false, isSigned = array<i32>}
  tt.return
}
tt.func public @lgammaf() {
  tt.return
}
tt.func public @__truncsfhf2() {
  tt.return
}
tt.func public @cm2tt.a() {
  tt.return
}
tt.func public @a() {
  tt.return
}
tt.func public @a.program() {
  tt.return
}
tt.func public @"größe"() {
  tt.return
}
tt.func public @"\01a"() {
  tt.return
}
tt.func public @"1a"() {
  tt.return
}
tt.func public @" "() {
  tt.return
}
tt.func public @plain$0() {
  tt.return
}
