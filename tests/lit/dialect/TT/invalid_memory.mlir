// RUN: cm2tt-opt %s -split-input-file -verify-diagnostics

// Pointers, block pointers and descriptors.

tt.func @f(%p: i64) {
  // expected-error @+1 {{'ptr' must be}}
  tt.load %p : i64
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // TT-LOAD-1
  // expected-error @+1 {{failed to verify that 'result' has the type that 'ptr' points at}}
  "tt.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> i32
  tt.return
}

// -----

tt.func @f(%p: tensor<8x!tt.ptr<f32>>, %m: i1) {
  // TT-LOAD-2
  // expected-error @+1 {{failed to verify that 'mask' is i1 with the shape of 'ptr'}}
  "tt.load"(%p, %m) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<8x!tt.ptr<f32>>, i1) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %m: i1, %o: i32) {
  // TT-LOAD-2
  // expected-error @+1 {{failed to verify that 'other' has the type that 'ptr' points at}}
  "tt.load"(%p, %m, %o) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (!tt.ptr<f32>, i1, i32) -> f32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %o: f32) {
  // expected-error @+1 {{TT-LOAD-2: 'other' without a mask}}
  "tt.load"(%p, %o) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!tt.ptr<f32>, f32) -> f32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<tensor<8xf32>>, %m: tensor<8xi1>) {
  // expected-error @+1 {{TT-LOAD-3: mask with a block pointer: '!tt.ptr<tensor<8xf32>>'}}
  tt.load %p, %m : !tt.ptr<tensor<8xf32>>
  tt.return
}

// -----

tt.func @f(%p: tensor<8x!tt.ptr<f32>>) {
  // expected-error @+1 {{TT-LOAD-3: boundaryCheck without a block pointer: 'tensor<8x!tt.ptr<f32>>'}}
  tt.load %p {boundaryCheck = array<i32: 0>} : tensor<8x!tt.ptr<f32>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<tensor<8xf32>>) {
  // expected-error @+1 {{TT-LOAD-4: boundaryCheck names dimension 1 of a block of rank 1}}
  tt.load %p {boundaryCheck = array<i32: 1>} : !tt.ptr<tensor<8xf32>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<tensor<8xf32>>) {
  // expected-error @+1 {{TT-LOAD-4: boundaryCheck names dimension 0 twice}}
  tt.load %p {boundaryCheck = array<i32: 0, 0>} : !tt.ptr<tensor<8xf32>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<tensor<8xf32>>) {
  // expected-error @+1 {{TT-LOAD-4: padding without boundaryCheck}}
  tt.load %p {padding = 1 : i32} : !tt.ptr<tensor<8xf32>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<tensor<8xi32>>) {
  // expected-error @+1 {{TT-LOAD-4: padding with NaN for elements of 'i32'}}
  tt.load %p {boundaryCheck = array<i32: 0>, padding = 2 : i32} : !tt.ptr<tensor<8xi32>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %x: i32) {
  // TT-STORE-1
  // expected-error @+1 {{failed to verify that 'value' has the type that 'ptr' points at}}
  "tt.store"(%p, %x) : (!tt.ptr<f32>, i32) -> ()
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %x: f32, %m: tensor<8xi1>) {
  // TT-STORE-2
  // expected-error @+1 {{failed to verify that 'mask' is i1 with the shape of 'ptr'}}
  "tt.store"(%p, %x, %m) : (!tt.ptr<f32>, f32, tensor<8xi1>) -> ()
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<tensor<8xf32>>, %x: tensor<8xf32>, %m: tensor<8xi1>) {
  // expected-error @+1 {{TT-STORE-3: mask with a block pointer}}
  tt.store %p, %x, %m : !tt.ptr<tensor<8xf32>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<tensor<8xf32>>, %x: tensor<8xf32>) {
  // expected-error @+1 {{TT-STORE-3: boundaryCheck names dimension -1 of a block of rank 1}}
  tt.store %p, %x {boundaryCheck = array<i32: -1>} : !tt.ptr<tensor<8xf32>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %x: f32) {
  // expected-error @+1 {{TT-ATOMIC-RMW-2: 'add' is not defined for 'f32'}}
  tt.atomic_rmw add, acq_rel, gpu, %p, %x : (!tt.ptr<f32>, f32) -> f32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<i16>, %x: i16) {
  // expected-error @+1 {{TT-ATOMIC-RMW-2: 'exch' is not defined for 'i16'}}
  tt.atomic_rmw exch, acq_rel, gpu, %p, %x : (!tt.ptr<i16>, i16) -> i16
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f8E5M2>, %x: f8E5M2) {
  // expected-error @+1 {{TT-ATOMIC-RMW-2: 'fadd' is not defined for 'f8E5M2'}}
  tt.atomic_rmw fadd, acq_rel, gpu, %p, %x : (!tt.ptr<f8E5M2>, f8E5M2) -> f8E5M2
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<i32>, %x: i64) {
  // TT-ATOMIC-RMW-1
  // expected-error @+1 {{failed to verify that 'val' has the type that 'ptr' points at}}
  tt.atomic_rmw add, acq_rel, gpu, %p, %x : (!tt.ptr<i32>, i64) -> i64
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<i32>, %x: i32) {
  // TT-ATOMIC-RMW-1
  // expected-error @+1 {{failed to verify that all of {val, result} have same type}}
  "tt.atomic_rmw"(%p, %x) <{atomic_rmw_op = 4 : i32, scope = 1 : i32, sem = 1 : i32}> : (!tt.ptr<i32>, i32) -> i64
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<i8>, %x: i8) {
  // expected-error @+1 {{TT-ATOMIC-CAS-2: elements have 8 bits, 16, 32 or 64 expected}}
  tt.atomic_cas acq_rel, gpu, %p, %x, %x : (!tt.ptr<i8>, i8, i8) -> i8
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<i32>, %x: i64) {
  // TT-ATOMIC-CAS-1
  // expected-error @+1 {{failed to verify that 'val' has the type that 'ptr' points at}}
  tt.atomic_cas acq_rel, gpu, %p, %x, %x : (!tt.ptr<i32>, i64, i64) -> i64
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f16>, %n: i64, %i: i32) {
  // expected-error @+1 {{TT-TENSOR-PTR-1: 1 dimensions for a block of rank 2}}
  tt.make_tensor_ptr %p, [%n], [%n], [%i] {order = array<i32: 1, 0>} : <tensor<64x32xf16>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f16>, %n: i64, %i: i32) {
  // expected-error @+1 {{TT-TENSOR-PTR-2: order is [1, 1], a permutation of 2 dimensions expected}}
  tt.make_tensor_ptr %p, [%n, %n], [%n, %n], [%i, %i] {order = array<i32: 1, 1>} : <tensor<64x32xf16>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f16>, %n: i64, %i: i32) {
  // expected-error @+1 {{TT-TENSOR-PTR-2: order is [0], a permutation of 2 dimensions expected}}
  tt.make_tensor_ptr %p, [%n, %n], [%n, %n], [%i, %i] {order = array<i32: 0>} : <tensor<64x32xf16>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %n: i64, %i: i32) {
  // TT-TENSOR-PTR-3
  // expected-error @+1 {{failed to verify that 'base' points at the element type of the block}}
  "tt.make_tensor_ptr"(%p, %n, %n, %i) <{order = array<i32: 0>}> : (!tt.ptr<f32>, i64, i64, i32) -> !tt.ptr<tensor<8xf16>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %n: i64, %i: i32) {
  // expected-error @+1 {{must be block pointer}}
  tt.make_tensor_ptr %p, [%n], [%n], [%i] {order = array<i32: 0>} : <f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<tensor<64x32xf16>>, %i: i32) {
  // expected-error @+1 {{TT-ADVANCE-1: 1 offsets for a block of rank 2}}
  tt.advance %p, [%i] : <tensor<64x32xf16>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f16>, %n: i64, %i: i32) {
  // expected-error @+1 {{TT-MAKE-DESC-1: 1 dimensions for a block of rank 2}}
  tt.make_tensor_descriptor %p, [%i], [%n] : <f16>, <64x32xf16>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f16>, %n: i64, %i: i32) {
  // expected-error @+1 {{TT-MAKE-DESC-1: block of rank 6, 1 to 5 expected}}
  tt.make_tensor_descriptor %p, [%i, %i, %i, %i, %i, %i], [%n, %n, %n, %n, %n, %n] : <f16>, <1x1x1x1x1x8xf16>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f16>, %n: i64, %i: i32) {
  // TT-MAKE-DESC-2
  // expected-error @+1 {{failed to verify that 'base' points at the element type of the block}}
  tt.make_tensor_descriptor %p, [%i], [%n] : <f16>, <32xsi16>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<i16>, %n: i64, %i: i32) {
  // expected-error @+1 {{TT-MAKE-DESC-3: padding with NaN for elements of 'si16'}}
  tt.make_tensor_descriptor %p, [%i], [%n] {padding = 2 : i32} : <i16>, <32xsi16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<8x32xf16>, %i: i32) {
  // expected-error @+1 {{TT-DESC-LOAD-1: 1 indices for a block of rank 2}}
  tt.descriptor_load %d[%i] : !tt.tensordesc<8x32xf16> -> tensor<8x32xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<8x32xui16>, %i: i32) {
  // expected-error @+1 {{TT-DESC-LOAD-2: elements of 'f16' for a block of 'i16'}}
  tt.descriptor_load %d[%i, %i] : !tt.tensordesc<8x32xui16> -> tensor<8x32xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<8x32xf16>, %i: i32) {
  // expected-error @+1 {{TT-DESC-LOAD-2: shape [32, 8] for a block of shape [8, 32]}}
  tt.descriptor_load %d[%i, %i] : !tt.tensordesc<8x32xf16> -> tensor<32x8xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<8x32xf16>, %i: i32, %x: tensor<8x32xf16>) {
  // expected-error @+1 {{TT-DESC-STORE-1: 1 indices for a block of rank 2}}
  tt.descriptor_store %d[%i], %x : !tt.tensordesc<8x32xf16>, tensor<8x32xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<8x32xf16>, %i: i32, %x: tensor<8x32xf32>) {
  // expected-error @+1 {{TT-DESC-STORE-2: elements of 'f32' for a block of 'f16'}}
  tt.descriptor_store %d[%i, %i], %x : !tt.tensordesc<8x32xf16>, tensor<8x32xf32>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<8x32xf16>, %i: i32, %x: tensor<8x32xf16>) {
  // expected-error @+1 {{TT-DESC-REDUCE-1: 3 indices for a block of rank 2}}
  tt.descriptor_reduce add, %d[%i, %i, %i], %x : !tt.tensordesc<8x32xf16>, tensor<8x32xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<32xf32>, %i: i32, %x: tensor<16xf32>) {
  // expected-error @+1 {{TT-DESC-REDUCE-2: shape [16] for a block of shape [32]}}
  tt.descriptor_reduce add, %d[%i], %x : !tt.tensordesc<32xf32>, tensor<16xf32>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<32xf32>, %i: i32, %x: tensor<32xf32>) {
  // expected-error @+1 {{TT-DESC-REDUCE-3: 'min' is not defined for 'f32'}}
  tt.descriptor_reduce min, %d[%i], %x : !tt.tensordesc<32xf32>, tensor<32xf32>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<32xui64>, %i: i32, %x: tensor<32xi64>) {
  // expected-error @+1 {{TT-DESC-REDUCE-3: 'inc' is not defined for 'ui64'}}
  tt.descriptor_reduce inc, %d[%i], %x : !tt.tensordesc<32xui64>, tensor<32xi64>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<32xf16>, %i: i32, %x: tensor<32xf16>) {
  // expected-error @+1 {{TT-DESC-REDUCE-3: 'xor' is not defined for 'f16'}}
  tt.descriptor_reduce xor, %d[%i], %x : !tt.tensordesc<32xf16>, tensor<32xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<32xf64>, %i: i32, %x: tensor<32xf64>) {
  // expected-error @+1 {{TT-DESC-REDUCE-3: 'add' is not defined for 'f64'}}
  tt.descriptor_reduce add, %d[%i], %x : !tt.tensordesc<32xf64>, tensor<32xf64>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<8x32xf16>, %r: tensor<8xi32>, %i: i32) {
  // expected-error @+1 {{TT-DESC-GATHER-1: block is 'tensor<8x32xf16>', one row expected}}
  tt.descriptor_gather %d[%r, %i] : (!tt.tensordesc<8x32xf16>, tensor<8xi32>, i32) -> tensor<8x32xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<1x32xf64>, %r: tensor<8xi32>, %i: i32) {
  // expected-error @+1 {{TT-DESC-GATHER-1: elements have 64 bits, 8 to 32 expected}}
  tt.descriptor_gather %d[%r, %i] : (!tt.tensordesc<1x32xf64>, tensor<8xi32>, i32) -> tensor<8x32xf64>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<1x8xf16>, %r: tensor<8xi32>, %i: i32) {
  // expected-error @+1 {{TT-DESC-GATHER-1: row has 8 elements, at least 16 expected}}
  tt.descriptor_gather %d[%r, %i] : (!tt.tensordesc<1x8xf16>, tensor<8xi32>, i32) -> tensor<8x8xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<1x32xf16>, %r: tensor<4xi32>, %i: i32) {
  // expected-error @+1 {{TT-DESC-GATHER-2: offsets are 'tensor<4xi32>', at least 8 in one dimension expected}}
  tt.descriptor_gather %d[%r, %i] : (!tt.tensordesc<1x32xf16>, tensor<4xi32>, i32) -> tensor<4x32xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<1x32xf16>, %r: tensor<8xi64>, %i: i32) {
  // expected-error @+1 {{TT-DESC-GATHER-2: offsets are of 'i64', i16 or i32 expected}}
  tt.descriptor_gather %d[%r, %i] : (!tt.tensordesc<1x32xf16>, tensor<8xi64>, i32) -> tensor<8x32xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<1x32xf16>, %r: tensor<8xi32>, %i: i32) {
  // expected-error @+1 {{TT-DESC-GATHER-3: tile is 'tensor<8x32xf32>', 'tensor<8x32xf16>' expected}}
  tt.descriptor_gather %d[%r, %i] : (!tt.tensordesc<1x32xf16>, tensor<8xi32>, i32) -> tensor<8x32xf32>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<1x32xf16>, %r: tensor<8xi32>, %i: i32, %x: tensor<16x32xf16>) {
  // expected-error @+1 {{TT-DESC-SCATTER-1: tile is 'tensor<16x32xf16>', 'tensor<8x32xf16>' expected}}
  tt.descriptor_scatter %d[%r, %i], %x : !tt.tensordesc<1x32xf16>, tensor<8xi32>, i32, tensor<16x32xf16>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // TT-ATOMIC-LOAD-1
  // expected-error @+1 {{'result' has the type that 'ptr' points at}}
  %x = tt.atomic_load acquire, gpu, %p : (!tt.ptr<f32>) -> i32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<i32>) {
  // expected-error @+1 {{TT-ATOMIC-LOAD-2: order is 'release', expected 'relaxed' or 'acquire'}}
  %x = tt.atomic_load release, gpu, %p : (!tt.ptr<i32>) -> i32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %x: i32) {
  // TT-ATOMIC-STORE-1
  // expected-error @+1 {{'value' has the type that 'ptr' points at}}
  "tt.atomic_store"(%p, %x) <{scope = 1 : i32, sem = 1 : i32}> : (!tt.ptr<f32>, i32) -> ()
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<i32>, %x: i32) {
  // expected-error @+1 {{TT-ATOMIC-STORE-2: order is 'acq_rel', expected 'relaxed' or 'release'}}
  tt.atomic_store acq_rel, gpu, %p, %x : !tt.ptr<i32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<i64>, %x: i32) {
  // TT-ATOMIC-POLL-1
  // expected-error @+1 {{'expected' has the type that 'ptr' points at}}
  %b = tt.atomic_poll acquire, gpu, %p, %x : !tt.ptr<i64>, i32 -> i1
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<i32>, %x: i32) {
  // expected-error @+1 {{TT-ATOMIC-POLL-2: order is 'release', expected 'relaxed' or 'acquire'}}
  %b = tt.atomic_poll release, gpu, %p, %x : !tt.ptr<i32>, i32 -> i1
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<i8>, %x: i8) {
  // expected-error @+1 {{TT-ATOMIC-POLL-3: elements have 8 bits, 16, 32 or 64 expected}}
  %b = tt.atomic_poll acquire, gpu, %p, %x : !tt.ptr<i8>, i8 -> i1
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{'cachePolicy' is 3 : i32, expected a '#tt.cache_policy' alone}}
  %x = tt.load %p {cachePolicy = 3 : i32} : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{expected a '#tt.cache_policy' alone}}
  %x = tt.load %p cacheModifier = ca {cachePolicy = #tt.cache_policy<cache_modifier = ca, eviction_policy = evict_last>} : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{'cacheModifier' is given twice}}
  %x = tt.load %p cacheModifier = ca cacheModifier = cg : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{'never' is no value of 'evictionPolicy'}}
  %x = tt.load %p evictionPolicy = never : !tt.ptr<f32>
  tt.return
}

// -----

// expected-error @+1 {{address space 'shared', expected 'global' or 'constant'}}
tt.func @f(%p: !tt.ptr<f32, "shared">) {
  tt.return
}

// -----

tt.func @f(%x: f64) {
  // TT-APPROX-DIVF-1
  // expected-error @+1 {{operand #0 must be 32-bit float or ranked tensor of 32-bit float values}}
  %y = tt.approx_divf %x, %x : f64
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<i32>, %x: i32) {
  // TT-ATOMIC-POLL-1
  // expected-error @+1 {{the result is i1 with the shape of 'expected'}}
  %b = "tt.atomic_poll"(%p, %x) <{scope = 1 : i32, sem = 1 : i32}> : (!tt.ptr<i32>, i32) -> tensor<8xi1>
  tt.return
}
