// RUN: cm2tt-opt %s -cm2tt-test-print-axis-info -split-input-file -verify-diagnostics -o /dev/null

tt.func @sources() {
  // expected-remark @below {{contiguity [128], divisibility [4611686018427387904], constancy [1], at most 127}}
  %range = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  // expected-remark @below {{contiguity [64], divisibility [64], constancy [1], at most 127}}
  %upper = tt.make_range {end = 128 : i32, start = 64 : i32} : tensor<64xi32>
  // expected-remark @below {{contiguity [1], divisibility [1], constancy [1], at most 2147483647}}
  %pid = tt.get_program_id x : i32
  // expected-remark @below {{contiguity [1], divisibility [16], constancy [1], constant 48}}
  %c48 = arith.constant 48 : i32
  // expected-remark @below {{contiguity [1, 1], divisibility [8, 8], constancy [4, 8], constant -8}}
  %tile = arith.constant dense<-8> : tensor<4x8xi32>
  // expected-remark @below {{contiguity [1], divisibility [1], constancy [4]}}
  %float = arith.constant dense<1.0> : tensor<4xf32>
  // expected-remark @below {{contiguity [1], divisibility [4], constancy [2], constant 4}}
  %odd = arith.constant dense<4> : tensor<6xi32>
  // expected-remark @below {{contiguity [1], divisibility [1], constancy [1]}}
  %dense = arith.constant dense<[1, 2]> : tensor<2xi32>
  tt.return
}

// -----

// What a vector add does: offsets begin at multiples of the block.
tt.func @offsets(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
  // expected-remark @below {{constant 1024}}
  %c1024 = arith.constant 1024 : i32
  // expected-remark @below {{at most 2147483647}}
  %pid = tt.get_program_id x : i32
  // expected-remark @below {{contiguity [1], divisibility [1024], constancy [1]}}
  %start = arith.muli %pid, %c1024 : i32
  // expected-remark @below {{contiguity [1024]}}
  %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  // expected-remark @below {{contiguity [1], divisibility [1024], constancy [1024]}}
  %starts = tt.splat %start : i32 -> tensor<1024xi32>
  // expected-remark @below {{contiguity [1024], divisibility [1024], constancy [1]}}
  %offsets = arith.addi %starts, %range : tensor<1024xi32>
  // expected-remark @below {{contiguity [1], divisibility [16], constancy [1024]}}
  %ns = tt.splat %n : i32 -> tensor<1024xi32>
  // expected-remark @below {{contiguity [1], divisibility [1], constancy [16]}}
  %mask = arith.cmpi slt, %offsets, %ns : tensor<1024xi32>
  // expected-remark @below {{contiguity [1], divisibility [1], constancy [1]}}
  %unaligned = arith.cmpi sle, %offsets, %ns : tensor<1024xi32>
  // expected-remark @below {{contiguity [1], divisibility [1], constancy [16]}}
  %mirrored = arith.cmpi sgt, %ns, %offsets : tensor<1024xi32>
  // expected-remark @below {{contiguity [1], divisibility [16], constancy [1024]}}
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  // expected-remark @below {{contiguity [1024], divisibility [16], constancy [1]}}
  %pointers = tt.addptr %ps, %offsets : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  // expected-remark @below {{contiguity [1], divisibility [1], constancy [1]}}
  %values = tt.load %pointers, %mask : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// Rows and columns: a row stride that is divisible keeps columns aligned.
tt.func @two_dims(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}) {
  // expected-remark @below {{contiguity [16]}}
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  // expected-remark @below {{contiguity [32]}}
  %c = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  // expected-remark @below {{contiguity [16, 1], divisibility [4611686018427387904, 1], constancy [1, 1]}}
  %rows = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  // expected-remark @below {{contiguity [1, 32], divisibility [1, 4611686018427387904], constancy [1, 1]}}
  %columns = tt.expand_dims %c {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  // expected-remark @below {{contiguity [1, 1], divisibility [16, 16], constancy [16, 1]}}
  %strides = tt.splat %stride : i32 -> tensor<16x1xi32>
  // expected-remark @below {{contiguity [1, 1], divisibility [16, 16], constancy [1, 1]}}
  %starts = arith.muli %rows, %strides : tensor<16x1xi32>
  // expected-remark @below {{contiguity [1, 1], divisibility [16, 16], constancy [1, 32]}}
  %a = tt.broadcast %starts : tensor<16x1xi32> -> tensor<16x32xi32>
  // expected-remark @below {{contiguity [1, 32], divisibility [1, 4611686018427387904], constancy [16, 1]}}
  %b = tt.broadcast %columns : tensor<1x32xi32> -> tensor<16x32xi32>
  // expected-remark @below {{contiguity [1, 32], divisibility [1, 16], constancy [1, 1]}}
  %offsets = arith.addi %a, %b : tensor<16x32xi32>
  // expected-remark @below {{contiguity [1, 1], divisibility [16, 16], constancy [16, 32]}}
  %ps = tt.splat %p : !tt.ptr<f16> -> tensor<16x32x!tt.ptr<f16>>
  // expected-remark @below {{contiguity [1, 32], divisibility [2, 16], constancy [1, 1]}}
  %pointers = tt.addptr %ps, %offsets : tensor<16x32x!tt.ptr<f16>>, tensor<16x32xi32>
  // expected-remark @below {{contiguity [32, 1], divisibility [16, 2], constancy [1, 1]}}
  %transposed = tt.trans %pointers {order = array<i32: 1, 0>} : tensor<16x32x!tt.ptr<f16>> -> tensor<32x16x!tt.ptr<f16>>
  // expected-remark @below {{contiguity [1, 1, 32], divisibility [2, 2, 16], constancy [1, 1, 1]}}
  %reshaped = tt.reshape %pointers : tensor<16x32x!tt.ptr<f16>> -> tensor<4x4x32x!tt.ptr<f16>>
  // expected-remark @below {{contiguity [16], divisibility [16], constancy [1]}}
  %cut = tt.make_range {end = 48 : i32, start = 32 : i32, tt.divisibility = dense<16> : tensor<1xi32>} : tensor<16xi32>
  tt.return
}

// -----

// Quotients and remainders of what is not negative, and of what may be.
tt.func @quotients(%n: i32, %m: i32 {tt.divisibility = 8 : i32}) {
  // expected-remark @below {{contiguity [64]}}
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  // expected-remark @below {{constant 16}}
  %c16 = arith.constant dense<16> : tensor<64xi32>
  // expected-remark @below {{contiguity [1], divisibility [1], constancy [16], at most 3}}
  %quotient = arith.divsi %range, %c16 : tensor<64xi32>
  // expected-remark @below {{contiguity [16], divisibility [16], constancy [1], at most 15}}
  %remainder = arith.remsi %range, %c16 : tensor<64xi32>
  // expected-remark @below {{contiguity [1], divisibility [8], constancy [64]}}
  %ms = tt.splat %m : i32 -> tensor<64xi32>
  // expected-remark @below {{contiguity [1], divisibility [1], constancy [8]}}
  %by_argument = arith.divsi %range, %ms : tensor<64xi32>
  // expected-remark @below {{contiguity [8], divisibility [8], constancy [1], at most 63}}
  %modulo_argument = arith.remsi %range, %ms : tensor<64xi32>
  // expected-remark @below {{contiguity [64], divisibility [8], constancy [1]}}
  %shifted = arith.addi %range, %ms : tensor<64xi32>
  // expected-remark @below {{contiguity [1], divisibility [1], constancy [1]}}
  %maybe_negative = arith.remsi %shifted, %c16 : tensor<64xi32>
  // expected-remark @below {{contiguity [8], divisibility [8], constancy [1]}}
  %unsigned = arith.remui %shifted, %c16 : tensor<64xi32>
  // expected-remark @below {{constant 3}}
  %c3 = arith.constant dense<3> : tensor<64xi32>
  // expected-remark @below {{contiguity [1], divisibility [1], constancy [8]}}
  %arithmetic = arith.shrsi %shifted, %c3 : tensor<64xi32>
  // expected-remark @below {{constant 7}}
  %c7 = arith.constant dense<7> : tensor<64xi32>
  // expected-remark @below {{contiguity [8], divisibility [8], constancy [1], at most 7}}
  %low_bits = arith.andi %shifted, %c7 : tensor<64xi32>
  tt.return
}

// -----

// Rows that wrap around: within an access, sums and products of program ids and
// ranges are presumed not to be negative, and divisors that are no constants to be
// positive. A mask of bits ends the presumption.
tt.func @wrapped(%m: i32 {tt.divisibility = 16 : i32}, %groups: i32) {
  // expected-remark @below {{constant 64}}
  %c64 = arith.constant 64 : i32
  // expected-remark @below {{at most 2147483647}}
  %pid = tt.get_program_id x : i32
  // expected-remark @below {{presumably not negative}}
  %group = arith.divsi %pid, %groups : i32
  // expected-remark @below {{presumably not negative}}
  %first = arith.muli %group, %c64 : i32
  // expected-remark @below {{divisibility [64], constancy [64], presumably}}
  %firsts = tt.splat %first : i32 -> tensor<64xi32>
  // expected-remark @below {{contiguity [64]}}
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  // expected-remark @below {{contiguity [64], divisibility [64]}}
  %rows = arith.addi %firsts, %range : tensor<64xi32>
  // expected-remark @below {{divisibility [16]}}
  %ms = tt.splat %m : i32 -> tensor<64xi32>
  // expected-remark @below {{contiguity [1], divisibility [1], constancy [1], presumably not negative; within an access contiguity [16], divisibility [16]}}
  %wrapped = arith.remsi %rows, %ms : tensor<64xi32>
  // expected-remark @below {{constant 15}}
  %c15 = arith.constant dense<15> : tensor<64xi32>
  // expected-remark-re @below {{{{^contiguity \[1\], divisibility \[1\], constancy \[1\], at most 15$}}}}
  %masked = arith.andi %wrapped, %c15 : tensor<64xi32>
  tt.return
}

// -----

// There are no assumptions about differences and parameters.
tt.func @difference(%m: i32 {tt.divisibility = 16 : i32}) {
  // expected-remark @below {{contiguity [64]}}
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  // expected-remark @below {{divisibility [16]}}
  %ms = tt.splat %m : i32 -> tensor<64xi32>
  // expected-remark @below {{contiguity [64], divisibility [16], constancy [1]}}
  %behind = arith.addi %range, %ms : tensor<64xi32>
  // expected-remark @below {{contiguity [1], divisibility [1], constancy [1]}}
  %a = arith.remsi %behind, %ms : tensor<64xi32>
  // expected-remark @below {{contiguity [64], divisibility [16], constancy [1]}}
  %before = arith.subi %range, %ms : tensor<64xi32>
  // expected-remark @below {{contiguity [1], divisibility [1], constancy [1]}}
  %b = arith.remsi %before, %ms : tensor<64xi32>
  tt.return
}

// -----

// Pointers that a loop carries keep their alignment if every step does.
tt.func @carried(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}, %n: i32) {
  // expected-remark @below {{constant 0}}
  %c0 = arith.constant 0 : i32
  // expected-remark @below {{constant 32}}
  %c32 = arith.constant 32 : i32
  // expected-remark @below {{divisibility [512]}}
  %step = arith.muli %stride, %c32 : i32
  // expected-remark @below {{divisibility [512], constancy [64]}}
  %steps = tt.splat %step : i32 -> tensor<64xi32>
  // expected-remark @below {{contiguity [64]}}
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  // expected-remark @below {{divisibility [16], constancy [64]}}
  %ps = tt.splat %p : !tt.ptr<f16> -> tensor<64x!tt.ptr<f16>>
  // expected-remark @below {{contiguity [64], divisibility [16]}}
  %first = tt.addptr %ps, %range : tensor<64x!tt.ptr<f16>>, tensor<64xi32>
  // expected-remark @below {{contiguity [64], divisibility [16]}}
  %last = scf.for %i = %c0 to %n step %c32 iter_args(%at = %first) -> (tensor<64x!tt.ptr<f16>>) : i32 {
    // expected-remark @below {{contiguity [64], divisibility [16]}}
    %next = tt.addptr %at, %steps : tensor<64x!tt.ptr<f16>>, tensor<64xi32>
    scf.yield %next : tensor<64x!tt.ptr<f16>>
  }
  tt.return
}

// -----

// Sizes that nobody knows.
tt.func @dynamic(%x: tensor<?xi32>) {
  // expected-remark @below {{contiguity [1], divisibility [1], constancy [1]}}
  %y = arith.addi %x, %x : tensor<?xi32>
  tt.return
}

// -----

// Integers wrap: what interprets a number cuts groups to those without a wrap.
tt.func @wraps(%base: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %head: i32) {
  // expected-remark @below {{contiguity [256]}}
  %range = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  // expected-remark @below {{constancy [256]}}
  %heads = tt.splat %head : i32 -> tensor<256xi32>
  // expected-remark @below {{contiguity [256], divisibility [1]}}
  %sum = arith.addi %heads, %range : tensor<256xi32>
  // expected-remark @below {{contiguity [256], divisibility [1]}}
  %low = arith.trunci %sum : tensor<256xi32> to tensor<256xi8>
  // expected-remark @below {{contiguity [1], divisibility [1], constancy [1], at most 255}}
  %index = arith.extui %low : tensor<256xi8> to tensor<256xi32>
  // expected-remark @below {{contiguity [256], divisibility [4611686018427387904]}}
  %bit = arith.trunci %range : tensor<256xi32> to tensor<256xi1>
  // expected-remark @below {{contiguity [2], divisibility [2], constancy [1], at most 1}}
  %unsigned = arith.extui %bit : tensor<256xi1> to tensor<256xi32>
  // expected-remark @below {{contiguity [1], divisibility [1], constancy [1]}}
  %signed = arith.extsi %bit : tensor<256xi1> to tensor<256xi32>
  // expected-remark @below {{constancy [256]}}
  %bases = tt.splat %base : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  // expected-remark @below {{contiguity [1], divisibility [4]}}
  %narrow = tt.addptr %bases, %low : tensor<256x!tt.ptr<f32>>, tensor<256xi8>
  // An offset of 32 bits that wraps leaves the array.
  // expected-remark @below {{contiguity [256], divisibility [4]}}
  %wide = tt.addptr %bases, %sum : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.return
}

// -----

// Hints prove nothing.
tt.func @hints(%n: i32) {
  // expected-remark @below {{contiguity [256]}}
  %range = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  // expected-remark @below {{constancy [256]}}
  %ns = tt.splat %n : i32 -> tensor<256xi32>
  // expected-remark @below {{contiguity [1], divisibility [1], constancy [1], at most 255; within an access contiguity [256], divisibility [256], constancy [1]}}
  %rest = arith.remsi %range, %ns {tt.contiguity = dense<256> : tensor<1xi32>, tt.divisibility = dense<256> : tensor<1xi32>} : tensor<256xi32>
  tt.return
}
