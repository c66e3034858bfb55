// RUN: cm2tt-opt %s --cm2tt-tt-to-cpu --split-input-file --verify-diagnostics

tt.func public @library(%p: !tt.ptr<f32>, %x: f32) {
  // expected-error @below {{the library 'mine', which has 'f', is not supported on the CPU: only functions of libdevice are}}
  %y = tt.extern_elementwise %x {libname = "mine", libpath = "mine.bc", pure = true, symbol = "f"} : (f32) -> f32
  tt.store %p, %y : !tt.ptr<f32>
  tt.return
}

// -----

tt.func public @other_type(%p: !tt.ptr<f32>, %x: f32) {
  // expected-error @below {{libdevice's function '__nv_sin' is not supported on the CPU for these types}}
  // expected-note @below {{supported are the functions of C's <math.h>, such as '__nv_sinf' for f32 and '__nv_sin' for f64}}
  %y = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_sin"} : (f32) -> f32
  tt.store %p, %y : !tt.ptr<f32>
  tt.return
}

// -----

tt.func public @assembly(%p: !tt.ptr<i32>, %x: i32) {
  // expected-error @below {{'tt.elementwise_inline_asm' is not supported on the CPU: the assembly is PTX, for GPUs only}}
  %y = tt.elementwise_inline_asm "shl.b32 $0, $1, 3;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : i32 -> i32
  tt.store %p, %y : !tt.ptr<i32>
  tt.return
}

// -----

tt.func public @rounding(%p: !tt.ptr<f16>, %x: f32) {
  // expected-error @below {{'arith.truncf' is not supported on the CPU with rounding mode 'upward'}}
  %y = arith.truncf %x upward : f32 to f16
  tt.store %p, %y : !tt.ptr<f16>
  tt.return
}
