// RUN: cm2tt-opt %s -split-input-file -verify-diagnostics

// Types, traits, attributes, functions, element-wise, grid and debugging
// operations.

// expected-error @+1 {{pointer to 'index', a number, a pointer or a tile of them expected}}
tt.func private @f(!tt.ptr<index>)

// -----

// expected-error @+1 {{pointer to 'i7', a number, a pointer or a tile of them expected}}
tt.func private @f(!tt.ptr<i7>)

// -----

// expected-error @+1 {{pointer to 'tensor<8xsi32>', a number, a pointer or a tile of them expected}}
tt.func private @f(!tt.ptr<tensor<8xsi32>>)

// -----

// expected-error @+1 {{pointer to 'ui8', a number, a pointer or a tile of them expected}}
tt.func private @f(!tt.ptr<ui8>)

// -----

// expected-error @+1 {{descriptor of blocks of '!tt.ptr<f32>', a number expected}}
tt.func private @f(!tt.tensordesc<8x!tt.ptr<f32>>)

// -----

// expected-error @+1 {{expected '>'}}
tt.func private @f(!tt.tensordesc<tensor<8xf32>, 1>)

// -----

// expected-error @+1 {{descriptor of 'f32', expected a tile type, or a shape with an element type}}
tt.func private @f(!tt.tensordesc<f32>)

// -----

// expected-error @+1 {{expected '<'}}
tt.func private @f(!tt.tensordesc)

// -----

// expected-error @+1 {{expected static shape}}
tt.func private @f(!tt.tensordesc<?x8xf32>)

// -----

// expected-error @+1 {{invalid tensor element type: 'tuple<>'}}
tt.func private @f(!tt.tensordesc<8xtuple<>>)

// -----

tt.func @f(%x: tensor<?xf32>) {
  // expected-error @+1 {{operand #0 has a dynamic dimension: 'tensor<?xf32>'}}
  tt.precise_sqrt %x : tensor<?xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<f32>) {
  // expected-error @+1 {{operand #0 has no dimension: 'tensor<f32>'}}
  tt.precise_sqrt %x : tensor<f32>
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @+1 {{result #0 has more than 1048576 elements, rounded up to powers of two: 'tensor<800x1025xf32>'}}
  tt.splat %x : f32 -> tensor<800x1025xf32>
  tt.return
}

// -----

// Layouts are maps of bits.
tt.func @f(%x: f32) {
  // expected-error @+1 {{result #0 has a layout, and a dimension that is not a power of two}}
  tt.splat %x : f32 -> tensor<3xf32, 1 : i32>
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @+1 {{result #0 has a dimension of size 0: 'tensor<0xf32>'}}
  tt.splat %x : f32 -> tensor<0xf32>
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @+1 {{result #0 has more than 1048576 elements: 'tensor<2048x1024xf32>'}}
  tt.splat %x : f32 -> tensor<2048x1024xf32>
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @+1 {{result #0 has more than 1048576 elements}}
  tt.splat %x : f32 -> tensor<4611686018427387904x4611686018427387904xf32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<tensor<8x0xf32>>) {
  // expected-error @+1 {{operand #0 has a dimension of size 0}}
  tt.load %p : !tt.ptr<tensor<8x0xf32>>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<8x0xf32>, %i: i32) {
  // expected-error @+1 {{operand #0 has a dimension of size 0}}
  tt.descriptor_load %d[%i, %i] : !tt.tensordesc<8x0xf32> -> tensor<8x4xf32>
  tt.return
}

// -----

tt.func @f(%x: f32, %y: tensor<8xf32>) {
  // TT-EXTERN-1
  // expected-error @+1 {{mixes scalars and tiles: 'f32' and 'tensor<8xf32>'}}
  tt.extern_elementwise %x, %y {libname = "", libpath = "", pure = true, symbol = "f"} : (f32, tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%p: tensor<4x!tt.ptr<f32>>, %i: tensor<8xi32>) {
  // TT-ADDPTR-1
  // expected-error @+1 {{op all non-scalar operands/results must have the same shape and base type}}
  tt.addptr %p, %i : tensor<4x!tt.ptr<f32>>, tensor<8xi32>
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{has tiles of two shapes: 'tensor<8xf32>' and 'tensor<4xf32>'}}
  "tt.map_elementwise"(%x, %y) <{pack = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tt.map_elementwise.return %a : f32
  }) : (tensor<8xf32>, tensor<4xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%p: tensor<4x!tt.ptr<f32>>, %i: tensor<4xi32, "other">) {
  // expected-error @+1 {{has tiles of two encodings: 'tensor<4x!tt.ptr<f32>>' and 'tensor<4xi32, "other">'}}
  tt.addptr %p, %i : tensor<4x!tt.ptr<f32>>, tensor<4xi32, "other">
  tt.return
}

// -----

// expected-error @+1 {{attribute 'tt.divisibility' is not an i32: 16 : i64}}
tt.func private @f(i32 {tt.divisibility = 16 : i64})

// -----

// expected-error @+1 {{attribute 'tt.contiguity' is 0, at least 1 expected}}
tt.func private @f(i32 {tt.contiguity = 0 : i32})

// -----

// expected-error @+1 {{attribute 'tt.constancy' on argument 1 of type 'f32', an integer or a pointer expected}}
tt.func private @f(i32, f32 {tt.constancy = 4 : i32})

// -----

// expected-error @+1 {{attribute 'tt.nv_tma_desc' is not an i32: unit}}
tt.func private @f(!tt.ptr<i8> {tt.nv_tma_desc})

// -----

tt.func @f(%x: i32) {
  // expected-error @+1 {{attribute 'tt.divisibility' has -4, at least 1 expected}}
  arith.addi %x, %x {tt.divisibility = dense<[16, -4]> : tensor<2xi32>} : i32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @+1 {{attribute 'tt.contiguity' is not a vector of i32: dense<4> : tensor<1xi64>}}
  arith.addi %x, %x {tt.contiguity = dense<4> : tensor<1xi64>} : i32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @+1 {{attribute 'tt.num_stages' is -1, at least 0 expected}}
  scf.for %i = %x to %x step %x : i32 {
  } {tt.num_stages = -1 : i32}
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @+1 {{attribute 'tt.flatten' takes no value: 1 : i32}}
  scf.for %i = %x to %x step %x : i32 {
  } {tt.flatten = 1 : i32}
  tt.return
}

// -----

// TT-FUNC-1
// expected-error @+1 {{type of entry block argument #0('f32') must match the type of the corresponding argument in function signature('i32')}}
"tt.func"() <{sym_name = "f", function_type = (i32) -> ()}> ({
^bb0(%x: f32):
  tt.return
}) : () -> ()

// -----

tt.func @f(%x: f32) {
  // expected-error @+1 {{TT-CALL-1: no function @g}}
  tt.call @g(%x) : (f32) -> ()
  tt.return
}

// -----

tt.func private @g(f32) -> i32
tt.func @f(%x: i32) {
  // expected-error @+1 {{TT-CALL-2: operands are ('i32'), ('f32') expected}}
  tt.call @g(%x) : (i32) -> i32
  tt.return
}

// -----

tt.func private @g(f32) -> i32
tt.func @f(%x: f32) {
  // expected-error @+1 {{TT-CALL-2: results are (), ('i32') expected}}
  tt.call @g(%x) : (f32) -> ()
  tt.return
}

// -----

tt.func @f(%x: f32) -> i32 {
  // expected-error @+1 {{TT-RETURN-1: operands are ('f32'), ('i32') expected}}
  tt.return %x : f32
}

// -----

tt.func @f(%c: i1) {
  scf.if %c {
    // expected-error @+1 {{expects parent op 'tt.func'}}
    tt.return
  }
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{TT-BITCAST-1: cast between a pointer and a number: '!tt.ptr<f32>' and 'i64'}}
  tt.bitcast %p : !tt.ptr<f32> -> i64
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{TT-BITCAST-1: address spaces differ: 1 and 3}}
  tt.bitcast %p : !tt.ptr<f32> -> !tt.ptr<i32, 3>
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @+1 {{TT-BITCAST-2: numbers of bits differ: 32 and 16}}
  tt.bitcast %x : f32 -> i16
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @+1 {{TT-FP-TO-FP-1: no rounding for a conversion from 32 to 8 bits}}
  tt.fp_to_fp %x : f32 -> f8E5M2
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // TT-INT-TO-PTR-1
  // expected-error @+1 {{operand #0 must be 64-bit signless integer or ranked tensor of 64-bit signless integer values, but got 'i32'}}
  tt.int_to_ptr %x : i32 -> !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // TT-PTR-TO-INT-1
  // expected-error @+1 {{result #0 must be 64-bit signless integer or ranked tensor of 64-bit signless integer values, but got 'i32'}}
  tt.ptr_to_int %p : !tt.ptr<f32> -> i32
  tt.return
}

// -----

tt.func @f(%x: f32, %y: f64) {
  // TT-CLAMPF-1
  // expected-error @+1 {{requires the same type for all operands and results}}
  "tt.clampf"(%x, %x, %y) <{propagateNan = 0 : i32}> : (f32, f32, f64) -> f32
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // TT-PRECISE-SQRT-1
  // expected-error @+1 {{requires the same type for all operands and results}}
  "tt.precise_sqrt"(%x) : (f32) -> f64
  tt.return
}

// -----

tt.func @f(%x: f32, %y: f64) {
  // TT-PRECISE-DIVF-1
  // expected-error @+1 {{requires the same type for all operands and results}}
  "tt.precise_divf"(%x, %y) : (f32, f64) -> f32
  tt.return
}

// -----

tt.func @f(%x: i32, %y: i64) {
  // TT-MULHIUI-1
  // expected-error @+1 {{requires the same type for all operands and results}}
  "tt.mulhiui"(%x, %y) : (i32, i64) -> i32
  tt.return
}

// -----

tt.func @f(%x: tensor<8xi32>, %y: tensor<4xi32>) {
  // TT-DP4A-1
  // expected-error @+1 {{all non-scalar operands/results must have the same shape and base type}}
  "tt.dp4a"(%x, %x, %y) : (tensor<8xi32>, tensor<8xi32>, tensor<4xi32>) -> tensor<8xi32>
  tt.return
}

// -----

tt.func @f(%x: i32, %y: tensor<8xi32>) {
  // TT-DP4A-1
  // expected-error @+1 {{mixes scalars and tiles: 'i32' and 'tensor<8xi32>'}}
  "tt.dp4a"(%x, %y, %y) : (i32, tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  tt.return
}

// -----

tt.func @f(%x: i64) {
  // TT-DP4A-1
  // expected-error @+1 {{operand #0 must be 32-bit signless integer or ranked tensor of 32-bit signless integer values, but got 'i64'}}
  tt.dp4a %x, %x, %x : i64
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // TT-DP4A-1
  // expected-error @+1 {{operand #0 must be 32-bit signless integer or ranked tensor of 32-bit signless integer values, but got 'f32'}}
  tt.dp4a %x, unsigned %x, %x : f32
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @+1 {{TT-EXTERN-2: the symbol is empty}}
  tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = ""} : (f32) -> f32
  tt.return
}

// -----

tt.func @f(%x: f32, %y: tensor<8xf32>) {
  // TT-ASM-1
  // expected-error @+1 {{mixes scalars and tiles: 'f32' and 'tensor<8xf32>'}}
  tt.elementwise_inline_asm "" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x, %y : f32, tensor<8xf32> -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @+1 {{TT-ASM-2: there is no result}}
  "tt.elementwise_inline_asm"(%x) <{asm_string = "", constraints = "", packed_element = 1 : i32, pure = true}> : (f32) -> ()
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @+1 {{TT-ASM-3: packed_element is 0, at least 1 expected}}
  tt.elementwise_inline_asm "" {constraints = "=r,r", packed_element = 0 : i32, pure = true} %x : f32 -> f32
  tt.return
}

// -----

tt.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{TT-ASM-3: packed_element is 16, a divisor of 8 expected}}
  tt.elementwise_inline_asm "" {constraints = "=r,r", packed_element = 16 : i32, pure = true} %x : tensor<8xf32> -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @+1 {{TT-MAKE-RANGE-1: start is 8, less than the end 8 expected}}
  tt.make_range {start = 8 : i32, end = 8 : i32} : tensor<8xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @+1 {{TT-MAKE-RANGE-2: result is 'tensor<8xi32>', 4294967295 elements in one dimension expected}}
  tt.make_range {start = -2147483648 : i32, end = 2147483647 : i32} : tensor<8xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @+1 {{TT-MAKE-RANGE-2: result is 'tensor<1x8xi32>', 8 elements in one dimension expected}}
  tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<1x8xi32>
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @+1 {{TT-PRINT-1: isSigned has 0 entries, 1 expected}}
  tt.print "" {hex = false, isSigned = array<i32>} : %x : i32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @+1 {{TT-PRINT-1: isSigned has 2, 0 or 1 expected}}
  tt.print "" {hex = false, isSigned = array<i32: 2>} : %x : i32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // TT-ASSERT-1
  // expected-error @+1 {{operand #0 must be 1-bit signless integer or ranked tensor of 1-bit signless integer values, but got 'i32'}}
  tt.assert %x, "" : i32
  tt.return
}

// -----

tt.func @f() {
  // expected-error @+1 {{one of the following enum values for attribute 'axis' [x, y, z]}}
  tt.get_program_id w : i32
  tt.return
}

// -----

tt.func @f() {
  // TT-PROGRAM-ID-1
  // expected-error @+1 {{result #0 must be 32-bit signless integer, but got 'i64'}}
  "tt.get_program_id"() <{axis = 0 : i32}> : () -> i64
  tt.return
}

// -----

tt.func @f() {
  // TT-NUM-PROGRAMS-1
  // expected-error @+1 {{result #0 must be 32-bit signless integer, but got 'i64'}}
  "tt.get_num_programs"() <{axis = 0 : i32}> : () -> i64
  tt.return
}
