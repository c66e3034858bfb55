// RUN: cm2tt-opt %s -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: tt.func @barriers(
tt.func @barriers() {
  // CHECK: ttg.barrier all
  ttg.barrier all
  // CHECK: ttg.barrier none
  ttg.barrier none
  // CHECK: ttg.barrier local|global_write
  ttg.barrier global_write | local
  // CHECK: ttg.barrier all
  ttg.barrier local|global_read|global_write|tensor_read|tensor_write
  tt.return
}

// -----

tt.func @f() {
  // TTG-BARRIER-1
  // expected-error @+1 {{TTG-BARRIER-1: memory 'heap', expected 'all', 'none' or a kind of it}}
  ttg.barrier local|heap
  tt.return
}

// -----

tt.func @f() {
  // TTG-BARRIER-1
  // expected-error @+1 {{attribute 'spaces' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0 whose maximum value is 31}}
  "ttg.barrier"() <{spaces = 32 : i32}> : () -> ()
  tt.return
}
