// RUN: cm2tt-opt %s -split-input-file -verify-diagnostics -cm2tt-tt-to-ttg

// Assembly whose constraints or text do not fit its operands ends LLVM.

tt.func public @operands(%x: f32) {
  // expected-error @+1 {{the constraints '=r,r,r' do not fit the assembly: 1 registers of results and 1 of operands expected}}
  %y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tt.return
}

// -----

tt.func public @results(%x: f32) {
  // expected-error @+1 {{the constraints 'r,=r' do not fit the assembly: 1 registers of results and 1 of operands expected}}
  %y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "r,=r", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tt.return
}

// -----

tt.func public @malformed(%x: f32) {
  // expected-error @+1 {{the constraints '=r,,r' do not fit the assembly}}
  %y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,,r", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tt.return
}

// -----

tt.func public @letter(%x: f32) {
  // expected-error @+1 {{the constraints '=r,w' do not fit the assembly: number 1 is not one register for 'f32'}}
  %y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,w", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tt.return
}

// -----

tt.func public @indirect(%x: f32) {
  // expected-error @+1 {{number 1 is not one register for 'f32'}}
  %y = tt.elementwise_inline_asm "f $0, $1;" {constraints = "=r,*r", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tt.return
}

// -----

tt.func public @tied(%x: f32, %i: i32) {
  %y = tt.elementwise_inline_asm "f $0;" {constraints = "=r,0", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  // expected-error @+1 {{number 1 is not one register for 'i32'}}
  %z = tt.elementwise_inline_asm "f $0;" {constraints = "=r,0", packed_element = 1 : i32, pure = true} %i : i32 -> f32
  tt.return
}

// -----

tt.func public @reference(%x: f32) {
  %y = tt.elementwise_inline_asm "L${:uid}: f $0, ${1}; // $$" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  // expected-error @+1 {{assembly names '$2;', which is not one of its 2 registers}}
  %z = tt.elementwise_inline_asm "f $0, $2;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tt.return
}

// -----

tt.func public @modifier(%x: f32) {
  // expected-error @+1 {{assembly names '${1:', which is not one of its 2 registers}}
  %z = tt.elementwise_inline_asm "f $0, ${1:h};" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tt.return
}

// -----

tt.func public @odd(%x: i8) {
  // expected-error @+1 {{assembly for 6 elements of type 'i8' at a time is not supported on the GPU: a multiple of 4 expected}}
  %z = tt.elementwise_inline_asm "f" {constraints = "=r,r", packed_element = 6 : i32, pure = true} %x : i8 -> i8
  tt.return
}
