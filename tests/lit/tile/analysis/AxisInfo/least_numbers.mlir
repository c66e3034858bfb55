// RUN: cm2tt-opt %s -cm2tt-test-print-axis-info -split-input-file -verify-diagnostics -o /dev/null

// The least number has no negation: its largest divisor is itself, or the largest that is claimed. A divisor below 1
// would be divided by.
tt.func @products(%x: i64, %y: i32) {
  // expected-remark @below {{divisibility [4611686018427387904], constancy [1], constant -9223372036854775808}}
  %least = arith.constant -9223372036854775808 : i64
  // expected-remark @below {{contiguity [1], divisibility [4611686018427387904], constancy [1]}}
  %a = arith.muli %x, %least : i64
  // expected-remark @below {{contiguity [1], divisibility [4611686018427387904], constancy [1]}}
  %b = arith.muli %a, %a : i64
  // expected-remark @below {{contiguity [1], divisibility [4611686018427387904], constancy [1]}}
  %c = arith.muli %b, %x : i64
  // expected-remark @below {{contiguity [1], divisibility [4611686018427387904], constancy [1]}}
  %d = arith.muli %x, %c : i64
  // expected-remark @below {{divisibility [2147483648], constancy [1], constant -2147483648}}
  %least32 = arith.constant -2147483648 : i32
  // expected-remark @below {{contiguity [1], divisibility [2147483648], constancy [1]}}
  %e = arith.muli %y, %least32 : i32
  // expected-remark @below {{contiguity [1], divisibility [4611686018427387904], constancy [1]}}
  %f = arith.muli %e, %e : i32
  // expected-remark @below {{contiguity [1], divisibility [4611686018427387904], constancy [1]}}
  %g = arith.muli %f, %e : i32
  tt.return
}

// -----

// Choices, sums, masks, shifts, quotients and remainders of it.
tt.func @others(%x: i64, %p: i1) {
  // expected-remark @below {{divisibility [4611686018427387904]}}
  %least = arith.constant -9223372036854775808 : i64
  // expected-remark @below {{divisibility [4611686018427387904]}}
  %zero = arith.constant 0 : i64
  // expected-remark @below {{divisibility [1], constancy [1], constant -1}}
  %minus = arith.constant -1 : i64
  // expected-remark @below {{constant 63}}
  %distance = arith.constant 63 : i64
  // expected-remark @below {{divisibility [4611686018427387904]}}
  %choice = arith.select %p, %least, %zero : i64
  // expected-remark @below {{divisibility [4611686018427387904]}}
  %square = arith.muli %choice, %choice : i64
  // expected-remark @below {{divisibility [4611686018427387904]}}
  %sum = arith.addi %square, %choice : i64
  // expected-remark @below {{divisibility [4611686018427387904]}}
  %difference = arith.subi %choice, %sum : i64
  // expected-remark @below {{divisibility [4611686018427387904]}}
  %masked = arith.andi %x, %choice : i64
  // expected-remark @below {{divisibility [1]}}
  %quotient = arith.divsi %choice, %minus : i64
  // expected-remark @below {{divisibility [1]}}
  %rest = arith.remsi %choice, %minus : i64
  // expected-remark @below {{divisibility [1]}}
  %byZero = arith.divsi %x, %zero : i64
  // expected-remark @below {{divisibility [1]}}
  %restOfZero = arith.remsi %x, %zero : i64
  // expected-remark @below {{divisibility [1]}}
  %shifted = arith.shli %x, %distance : i64
  // expected-remark @below {{divisibility [4611686018427387904]}}
  %product = arith.muli %masked, %sum : i64
  // expected-remark @below {{divisibility [4611686018427387904]}}
  %cube = arith.muli %product, %square : i64
  tt.return
}

// -----

// A carried value, and offsets of tiles.
tt.func @carried(%base: !tt.ptr<i32>, %n: i64, %x: i64) {
  // expected-remark @below {{divisibility [4611686018427387904]}}
  %least = arith.constant -9223372036854775808 : i64
  // expected-remark @below {{constant 0}}
  %zero = arith.constant 0 : i64
  // expected-remark @below {{constant 1}}
  %one = arith.constant 1 : i64
  // expected-remark @below {{divisibility [4611686018427387904]}}
  %last = scf.for %i = %zero to %n step %one iter_args(%a = %least) -> (i64) : i64 {
    // expected-remark @below {{divisibility [4611686018427387904]}}
    %next = arith.muli %a, %a : i64
    scf.yield %next : i64
  }
  // expected-remark @below {{divisibility [4611686018427387904], constancy [16]}}
  %splat = tt.splat %last : i64 -> tensor<16xi64>
  // expected-remark @below {{divisibility [4611686018427387904], constancy [16]}}
  %square = arith.muli %splat, %splat : tensor<16xi64>
  // expected-remark @below {{constancy [16]}}
  %bases = tt.splat %base : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  // expected-remark @below {{constancy [16]}}
  %pointers = tt.addptr %bases, %square : tensor<16x!tt.ptr<i32>>, tensor<16xi64>
  tt.return
}
