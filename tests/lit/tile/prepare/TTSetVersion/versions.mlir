// RUN: cm2tt-opt %s -cm2tt-tt-set-version | FileCheck %s --check-prefixes=CORE,WORD
// RUN: cm2tt-opt %s -cm2tt-tt-set-version=version=3.6 | FileCheck %s --check-prefixes=OLD,WORD
// RUN: cm2tt-opt %s -cm2tt-tt-set-version=version=3.7 | FileCheck %s --check-prefixes=OLD,BARRIER
// RUN: cm2tt-opt %s -cm2tt-tt-set-version=version=3.8 | FileCheck %s --check-prefixes=OLD,BARRIER
// RUN: cm2tt-opt %s -cm2tt-tt-set-version=version=3.9 | FileCheck %s --check-prefixes=CORE,BARRIER,NEW
// RUN: not cm2tt-opt %s -cm2tt-tt-set-version=version=2.0 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// UNKNOWN: version '2.0' of Triton, expected 3.6, 3.7, 3.8 or 3.9

// WORD-LABEL: tt.func @barriers
// BARRIER-LABEL: tt.func @barriers
tt.func @barriers() {
  // WORD-COUNT-2: gpu.barrier
  // BARRIER: ttg.barrier all
  // BARRIER-NEXT: ttg.barrier local
  gpu.barrier
  ttg.barrier local
  tt.return
}

// CORE-LABEL: tt.func @quotient
// OLD-LABEL: tt.func @quotient
tt.func @quotient(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CORE: tt.approx_divf
  // OLD: arith.divf %arg0, %arg0 : tensor<8xf32>
  %0 = tt.approx_divf %x, %x : tensor<8xf32>
  tt.return %0 : tensor<8xf32>
}

// OLD-LABEL: tt.func @bytes
// NEW-LABEL: tt.func @bytes
tt.func @bytes(%x: tensor<8xi32>) -> tensor<8xi32> {
  // OLD: tt.elementwise_inline_asm "dp4a.u32.s32 $0, $1, $2, $3;" {constraints = "=r,r,r,r", packed_element = 1 : i32, pure = true} %arg0, %arg0, %arg0
  // NEW: tt.elementwise_inline_asm "dp4a.u32.s32 $0, $1, $2, $3;"
  %0 = tt.dp4a unsigned %x, %x, %x : tensor<8xi32>
  tt.return %0 : tensor<8xi32>
}

// CORE-LABEL: tt.func @launches
// OLD-LABEL: tt.func @launches
tt.func @launches() {
  // CORE: tt.grid_dependency_wait
  // OLD: tt.elementwise_inline_asm "griddepcontrol.wait; // dummy $0" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tt.grid_dependency_wait
  // CORE: tt.grid_dependency_launch_dependents
  // OLD: tt.elementwise_inline_asm "griddepcontrol.launch_dependents; // dummy $0"
  tt.grid_dependency_launch_dependents
  tt.return
}

// Triton lowers no inverse functions, and no powers.
// OLD-LABEL: tt.func @functions
// NEW-LABEL: tt.func @functions
tt.func @functions(%x: tensor<8xf32>, %h: tensor<8xf16>, %d: f64) {
  // OLD: math.sin
  // NEW: math.sin
  %0 = math.sin %x : tensor<8xf32>
  // OLD: tt.extern_elementwise %arg0 {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_acosf"} : (tensor<8xf32>) -> tensor<8xf32>
  // NEW: tt.extern_elementwise %arg0 {{.*}}"__nv_acosf"
  %1 = math.acos %x : tensor<8xf32>
  // OLD: %[[X:.+]] = arith.extf %arg1 : tensor<8xf16> to tensor<8xf32>
  // OLD: %[[Y:.+]] = arith.extf %arg1
  // OLD: %[[POWER:.+]] = tt.extern_elementwise %[[X]], %[[Y]] {{.*}}"__nv_powf"
  // OLD: arith.truncf %[[POWER]] : tensor<8xf32> to tensor<8xf16>
  %2 = math.powf %h, %h : tensor<8xf16>
  // OLD: tt.extern_elementwise %arg2 {{.*}}"__nv_trunc"} : (f64) -> f64
  %3 = math.trunc %d : f64
  tt.return
}

// NEW-LABEL: tt.func @atomics
tt.func @atomics(%p: !tt.ptr<i32>) {
  // NEW: tt.atomic_load
  %0 = tt.atomic_load acquire, gpu, %p : (!tt.ptr<i32>) -> i32
  // NEW: tt.atomic_store
  tt.atomic_store release, gpu, %p, %0 : !tt.ptr<i32>
  // NEW: tt.atomic_poll
  %1 = tt.atomic_poll acquire, gpu, %p, %0 : !tt.ptr<i32>, i32 -> i1
  tt.return
}
