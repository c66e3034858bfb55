// RUN: cm2tt-opt %s -split-input-file -verify-diagnostics -cm2tt-tt-to-cpu

// What the CPU does not do is named at its place, in one error, before anything
// is changed.

tt.func public @constant() {
  // expected-error @+1 {{a constant tile must have one value in all its elements on the CPU}}
  %c = arith.constant dense<[1, 2]> : tensor<2xi32>
  tt.return
}

// -----

// expected-error @+1 {{a value of type 'i128' is not supported on the CPU}}
tt.func public @wide(%x: i128) {
  tt.return
}

// -----

// expected-error @+1 {{a value of type 'vector<4xf32>' is not supported on the CPU}}
tt.func public @vector(%x: vector<4xf32>) {
  tt.return
}

// -----

// expected-error @+1 {{a pointer to address space 3 is not supported on the CPU, only to 1}}
tt.func public @shared(%p: !tt.ptr<f32, 3>) {
  tt.return
}

// -----

// expected-error @+1 {{a parameter of type 'index' is not supported on the CPU}}
tt.func public @index(%i: index) {
  tt.return
}

// -----

// expected-error @+1 {{a tile that functions pass on is not supported on the CPU}}
tt.func public @tile(%x: tensor<16xi32>) {
  tt.return
}

// -----

tt.func public @huge() {
  // expected-error @+1 {{a tile is too large: at most 1048576 elements expected: 'tensor<2048x1024xi32>'}}
  %s = arith.constant dense<0> : tensor<2048x1024xi32>
  tt.return
}

// -----

tt.func public @wraps() {
  // expected-error @+1 {{a tile is too large: at most 1048576 elements expected}}
  %s = ub.poison : tensor<4294967296x4294967296xi8>
  tt.return
}

// -----

tt.func public @odd() {
  // expected-error @+1 {{a tile needs dimensions that are powers of two: 'tensor<3xi32>'}}
  %c = arith.constant dense<1> : tensor<3xi32>
  tt.return
}

// -----

// expected-error @+1 {{a function without a body is not supported on the CPU: 'external'}}
tt.func private @external()
tt.func public @kernel() {
  tt.return
}

// -----

// expected-error @+1 {{a function with results is not supported on the CPU: 'result'}}
tt.func public @result() -> i32 {
  %c = arith.constant 1 : i32
  tt.return %c : i32
}

// -----

tt.func private @callee() {
  tt.return
}
tt.func public @caller() {
  // expected-error @+1 {{the call of 'callee' cannot be inlined: a function that has a body and does not call itself expected}}
  tt.call @callee() : () -> ()
  tt.return
}

// -----

// expected-error @+1 {{there is no kernel: a public 'tt.func' expected}}
module {
  tt.func private @helper() {
    tt.return
  }
}

// -----

// expected-error @+1 {{'llvm.func' is not supported on the CPU}}
llvm.func @other()

// -----

// expected-error @+1 {{a kernel's name must not be empty or have a byte 0}}
tt.func public @"a\00b"() {
  tt.return
}

// -----

// expected-error @+1 {{a kernel's name must not be empty or have a byte 0}}
tt.func public @""() {
  tt.return
}

// -----

tt.func public @narrow_dot(%x: f16, %y: f32) {
  %a = tt.splat %x : f16 -> tensor<16x16xf16>
  %c = tt.splat %y : f32 -> tensor<16x16xf32>
  // expected-error @+1 {{'tt.dot' is not supported on the CPU for operands of type 'f16' and sums of type 'f32': both f32, f64 or i32 expected}}
  %d = tt.dot %a, %a, %c : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  tt.return
}

// -----

tt.func public @assembly(%x: i32) {
  %s = tt.splat %x : i32 -> tensor<16xi32>
  // expected-error @+1 {{'tt.elementwise_inline_asm' is not supported on the CPU: the assembly is PTX, for GPUs only}}
  %y = tt.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %s : tensor<16xi32> -> tensor<16xi32>
  tt.return
}

// -----

tt.func public @block(%p: !tt.ptr<f32>, %n: i64, %i: i32) {
  // expected-error @+1 {{'tt.make_tensor_ptr' is not supported on the CPU}}
  %b = tt.make_tensor_ptr %p, [%n, %n], [%n, %n], [%i, %i] {order = array<i32: 1, 0>} : <tensor<64x32xf32>>
  tt.return
}

// -----

// expected-error @+1 {{a value of type '!tt.tensordesc<tensor<64x32xf32>>' is not supported on the CPU}}
tt.func public @descriptor(%d: !tt.tensordesc<tensor<64x32xf32>>) {
  tt.return
}

// -----

tt.func public @region(%x: f32) {
  %s = tt.splat %x : f32 -> tensor<16xf32>
  %y = "tt.map_elementwise"(%s) <{pack = 1 : i32}> ({
  ^bb0(%e: f32):
    // expected-error @+1 {{a tile in the region of 'tt.map_elementwise' is not supported on the CPU}}
    %t = tt.splat %e : f32 -> tensor<4xf32>
    tt.map_elementwise.return %e : f32
  }) : (tensor<16xf32>) -> tensor<16xf32>
  tt.return
}

// -----

tt.func public @endless(%x: f32) {
  %s = tt.splat %x : f32 -> tensor<16xf32>
  // expected-error @+1 {{the region of 'tt.map_elementwise' never returns}}
  %y = "tt.map_elementwise"(%s) <{pack = 1 : i32}> ({
  ^bb0(%e: f32):
    cf.br ^again
  ^again:
    cf.br ^again
  }) : (tensor<16xf32>) -> tensor<16xf32>
  tt.return
}
