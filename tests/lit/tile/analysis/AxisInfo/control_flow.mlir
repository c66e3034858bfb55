// RUN: cm2tt-opt %s -cm2tt-test-print-axis-info -split-input-file -verify-diagnostics -o /dev/null

// A pointer carried around a loop loses what each step does not keep.
tt.func @loop(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %step: i32 {tt.divisibility = 8 : i32}) {
  // expected-remark @below {{constant 0}}
  %c0 = arith.constant 0 : i32
  // expected-remark @below {{constant 4}}
  %c4 = arith.constant 4 : i32
  // expected-remark @below {{contiguity [32]}}
  %range = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  // expected-remark @below {{divisibility [16]}}
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
  // expected-remark @below {{contiguity [32], divisibility [16], constancy [1]}}
  %first = tt.addptr %ps, %range : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
  // expected-remark @below {{divisibility [8], constancy [32]}}
  %steps = tt.splat %step : i32 -> tensor<32xi32>
  // expected-remark @below {{contiguity [32], divisibility [16], constancy [1]}}
  %last = scf.for %i = %c0 to %n step %c4 iter_args(%q = %first) -> (tensor<32x!tt.ptr<f32>>) : i32 {
    // expected-remark @below {{contiguity [1], divisibility [4], constancy [32], at most}}
    %is = tt.splat %i : i32 -> tensor<32xi32>
    // expected-remark @below {{contiguity [32], divisibility [16], constancy [1]}}
    %next = tt.addptr %q, %steps : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    scf.yield %next : tensor<32x!tt.ptr<f32>>
  }
  tt.return
}

// -----

tt.func @branch(%c: i1, %x: i32 {tt.divisibility = 16 : i32}, %y: i32 {tt.divisibility = 4 : i32}) {
  // expected-remark @below {{contiguity [1], divisibility [4], constancy [1]}}
  %z = scf.if %c -> i32 {
    scf.yield %x : i32
  } else {
    scf.yield %y : i32
  }
  // expected-remark @below {{contiguity [1], divisibility [4], constancy [1]}}
  %s = arith.select %c, %x, %y : i32
  tt.return
}

// -----

// A branch that is never taken adds nothing; one that always is, is all.
tt.func @dead(%x: i32 {tt.divisibility = 16 : i32}, %y: i32) {
  // expected-remark @below {{constant -1}}
  %true = arith.constant true
  // expected-remark @below {{contiguity [1], divisibility [16], constancy [1]}}
  %z = scf.if %true -> i32 {
    scf.yield %x : i32
  } else {
    // expected-remark @below {{contiguity [1], divisibility [1], constancy [1]}}
    %w = arith.addi %y, %y : i32
    scf.yield %w : i32
  }
  tt.return
}

// -----

tt.func @blocks(%c: i1, %x: i32 {tt.divisibility = 16 : i32}) {
  // expected-remark @below {{constant 8}}
  %c8 = arith.constant 8 : i32
  cf.cond_br %c, ^bb1(%x : i32), ^bb1(%c8 : i32)
^bb1(%z: i32):
  // expected-remark @below {{contiguity [1], divisibility [8], constancy [64]}}
  %zs = tt.splat %z : i32 -> tensor<64xi32>
  tt.return
}

// -----

// Functions are analysed one by one: arguments say what they are.
tt.func private @callee(%x: i32 {tt.divisibility = 4 : i32}) -> i32 {
  // expected-remark @below {{divisibility [4], constancy [16]}}
  %xs = tt.splat %x : i32 -> tensor<16xi32>
  tt.return %x : i32
}
tt.func @caller(%x: i32 {tt.divisibility = 16 : i32}) {
  // expected-remark @below {{contiguity [1], divisibility [1], constancy [1]}}
  %y = tt.call @callee(%x) : (i32) -> i32
  tt.return
}
