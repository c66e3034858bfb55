// RUN: %variants %s | cm2tt-opt -split-input-file -verify-diagnostics -cm2tt-tt-to-ttg

// What the GPU does not do yet is named at its place, in one error, before
// anything is changed.

tt.func public @constant() {
  // expected-error @+1 {{a constant tile must have one value in all its elements on the GPU}}
  %c = arith.constant dense<[1, 2]> : tensor<2xi32>
  tt.return
}

// -----

// expected-error @+1 {{a value of type 'i128' is not supported on the GPU}}
tt.func public @wide(%x: i128) {
  tt.return
}

// VARIANT: vector
// expected-error @+1 {{a value of type 'vector<4xf32>' is not supported on the GPU}}
tt.func public @wide(%x: vector<4xf32>) {

// VARIANT: shared
// expected-error @+1 {{a pointer to address space 3 is not supported on the GPU, only to 1}}
tt.func public @wide(%p: !tt.ptr<f32, 3>) {

// VARIANT: index
// expected-error @+1 {{a parameter of type 'index' is not supported on the GPU}}
tt.func public @wide(%i: index) {

// VARIANT: tile
// expected-error @+1 {{a tile that functions pass on is not supported on the GPU}}
tt.func public @wide(%x: tensor<16xi32>) {

// -----

tt.func public @huge() {
  // expected-error @+1 {{a tile of 1048576 elements is too large for 128 threads: at most 524288 expected}}
  %r = tt.make_range {start = 0 : i32, end = 1048576 : i32} : tensor<1048576xi32>
  tt.return
}

// -----

tt.func public @odd() {
  // expected-error @+1 {{a tile needs dimensions that are powers of two: 'tensor<3xi32>'}}
  %c = arith.constant dense<1> : tensor<3xi32>
  tt.return
}

// -----

tt.func public @fp8(%x: f8E5M2) {
  // expected-error @+1 {{'arith.extf' is not supported on the GPU for 'f8E5M2'}}
  %y = arith.extf %x : f8E5M2 to f32
  tt.return
}

// VARIANT: fp8_negated
%y = math.absf %x : f8E5M2
// expected-error @+1 {{'arith.negf' is not supported on the GPU for 'f8E5M2'}}
%z = arith.negf %y : f8E5M2
tt.return

// VARIANT: rounding
tt.func public @fp8(%x: f32) {
// expected-error @+1 {{'arith.truncf' is not supported on the GPU with rounding mode 'upward'}}
%y = arith.truncf %x upward : f32 to f16

// VARIANT: fraction
tt.func public @fp8(%x: f32) {
// expected-error @+1 {{'math.isnan' is not supported on the GPU}}
%y = math.isnan %x : f32

// -----

module attributes {ttg.libdevice = "none"} {
tt.func public @exp(%x: f64) {
  // expected-error @+1 {{'math.exp' for 'f64' needs NVIDIA's libdevice.10.bc, which is not found: --libdevice, $CM2TT_LIBDEVICE}}
  %y = math.exp %x : f64
  tt.return
}
}

// VARIANT: log10
tt.func public @exp(%x: f16) {
// expected-error @+1 {{'math.log10' for 'f32' needs NVIDIA's libdevice.10.bc}}
%y = math.log10 %x : f16

// VARIANT: symbol
tt.func public @exp(%x: f32) {
// expected-error @+1 {{the function '__nv_j0f' needs NVIDIA's libdevice.10.bc}}
%y = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_j0f"} : (f32) -> f32

// -----

tt.func public @no_library(%x: f32) {
  // expected-error @+1 {{there is no library '/nonexistent/mine.bc', which has 'f'}}
  %y = tt.extern_elementwise %x {libname = "mine", libpath = "/nonexistent/mine.bc", pure = true, symbol = "f"} : (f32) -> f32
  tt.return
}

// VARIANT: no_path
// expected-error @+1 {{the library 'mine' has no path: expected 'libpath', or 'libdevice'}}
%y = tt.extern_elementwise %x {libname = "mine", libpath = "", pure = true, symbol = "f"} : (f32) -> f32

// -----

tt.func public @load_cache(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{cache modifier 'wb' is not one of loads: ca, cg, cs or cv expected}}
  %x = tt.load %p cacheModifier = wb : !tt.ptr<f32>
  tt.return
}

// -----

tt.func public @store_cache(%p: !tt.ptr<f32>, %x: f32) {
  // expected-error @+1 {{cache modifier 'cv' is not one of stores: cg, cs, wb or wt expected}}
  tt.store %p, %x cacheModifier = cv : !tt.ptr<f32>
  tt.return
}

// -----

tt.func private @helper() {
  tt.return
}
tt.func public @caller() {
  // expected-error @+1 {{the call of 'helper' cannot be inlined: a function that has a body and does not call itself expected}}
  tt.call @helper() : () -> ()
  tt.return
}

// -----

// expected-error @+1 {{a function without a body is not supported on the GPU: 'declared'}}
tt.func private @declared()

// -----

// expected-error @+1 {{a function with results is not supported on the GPU: 'results'}}
tt.func public @results() -> i32 {
  %c = arith.constant 1 : i32
  tt.return %c : i32
}

// -----

// expected-error @+1 {{a kernel's name must not be empty or have a byte 0}}
tt.func public @"a\00b"() {
  tt.return
}

// -----

// expected-error @+1 {{'llvm.func' is not supported on the GPU}}
llvm.func @other()

// -----

// expected-error @+1 {{there is no kernel: a public 'tt.func' expected}}
module {
  tt.func private @helper() {
    tt.return
  }
}

// -----

tt.func public @thread() {
  // expected-error @+1 {{'gpu.thread_id' is not supported on the GPU}}
  %x = gpu.thread_id x
  tt.return
}

// -----

tt.func public @execute() {
  // expected-error @+1 {{'scf.execute_region' is not supported on the GPU}}
  scf.execute_region {
    scf.yield
  }
  tt.return
}
