// RUN: cm2tt-opt %s -cm2tt-tt-unroll-loops -canonicalize -cse | FileCheck %s

// Eight turns by four: no rest.
// CHECK-LABEL: tt.func @constant
// CHECK: scf.for %{{.+}} = %c0_i32 to %c8_i32 step %c4_i32
// CHECK-COUNT-4: tt.store
// CHECK-NOT: tt.loop_unroll_factor
// CHECK-NOT: scf.for
tt.func @constant(%p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  scf.for %i = %c0 to %c8 step %c1 : i32 {
    tt.store %p, %i : !tt.ptr<i32>
  } {tt.loop_unroll_factor = 4 : i32}
  tt.return
}

// The rest is another loop. A loop that does not run must not run now.
// CHECK-LABEL: tt.func @unknown
// CHECK-SAME: %[[LO:[^:]+]]: i32, %[[HI:[^:]+]]: i32
// CHECK: %[[UP:.+]] = arith.maxsi %[[LO]], %[[HI]]
// CHECK: arith.subi %[[UP]], %[[LO]]
// CHECK: %[[R:.+]] = scf.for %{{.+}} = %[[LO]] to %[[MID:.+]] step %{{.+}} iter_args
// CHECK-COUNT-2: arith.addf
// CHECK: } {tt.num_stages = 4 : i32}
// CHECK: scf.for %{{.+}} = %[[MID]] to %[[UP]] step %{{.+}} iter_args(%{{.+}} = %[[R]])
// CHECK: arith.addf
// CHECK: } {tt.num_stages = 1 : i32}
// CHECK-NOT: tt.loop_unroll_factor
tt.func @unknown(%lo: i32, %hi: i32, %x: f32) -> f32 {
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %lo to %hi step %c1 iter_args(%a = %x) -> (f32) : i32 {
    %b = arith.addf %a, %x : f32
    scf.yield %b : f32
  } {tt.loop_unroll_factor = 2 : i32, tt.num_stages = 4 : i32}
  tt.return %r : f32
}

// Fewer turns than copies: only the rest is left.
// CHECK-LABEL: tt.func @few
// CHECK: scf.for %{{.+}} = %c0_i32 to %c3_i32 step %c1_i32
// CHECK-NEXT: tt.store
// CHECK-NEXT: } {tt.num_stages = 1 : i32}
// CHECK-NEXT: tt.return
tt.func @few(%p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  scf.for %i = %c0 to %c3 step %c1 : i32 {
    tt.store %p, %i : !tt.ptr<i32>
  } {tt.loop_unroll_factor = 4 : i32}
  tt.return
}

// Once is no repetition, a thousand million times is too many; an unsigned
// loop is left alone.
// CHECK-LABEL: tt.func @kept
// CHECK-COUNT-3: scf.for
// CHECK-NOT: scf.for
tt.func @kept(%n: i32, %p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    tt.store %p, %i : !tt.ptr<i32>
  } {tt.loop_unroll_factor = 1 : i32}
  scf.for %i = %c0 to %n step %c1 : i32 {
    tt.store %p, %i : !tt.ptr<i32>
  } {tt.loop_unroll_factor = 1000000000 : i32}
  scf.for unsigned %i = %c0 to %n step %c1 : i32 {
    tt.store %p, %i : !tt.ptr<i32>
  } {tt.loop_unroll_factor = 2 : i32}
  tt.return
}

// A short loop that loads tiles becomes straight code, and the one around it.
// CHECK-LABEL: tt.func @window
// CHECK-NOT: scf.for
// CHECK-COUNT-6: tt.load
// CHECK-NOT: tt.load
// CHECK: tt.return
tt.func @window(%p: tensor<64x!tt.ptr<f32>>, %x: tensor<64xf32>) -> tensor<64xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %x) -> (tensor<64xf32>) : i32 {
    %s = scf.for %j = %c0 to %c3 step %c1 iter_args(%b = %a) -> (tensor<64xf32>) : i32 {
      %k = arith.muli %i, %c3 : i32
      %l = arith.addi %k, %j : i32
      %o = tt.splat %l : i32 -> tensor<64xi32>
      %q = tt.addptr %p, %o : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
      %v = tt.load %q : tensor<64x!tt.ptr<f32>>
      %c = arith.addf %b, %v : tensor<64xf32>
      scf.yield %c : tensor<64xf32>
    }
    scf.yield %s : tensor<64xf32>
  }
  tt.return %r : tensor<64xf32>
}

// Not a loop that asks for something, contains a product, runs more often, or
// accesses more elements.
// CHECK-LABEL: tt.func @long
// CHECK-COUNT-4: scf.for
// CHECK-NOT: scf.for
// CHECK: tt.return
tt.func @long(%p: tensor<16x16x!tt.ptr<f16>>, %a: tensor<16x16xf16>, %x: tensor<16x16xf32>,
              %w: tensor<4096x!tt.ptr<f16>>, %z: tensor<4096xf16>) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c9 = arith.constant 9 : i32
  scf.for %i = %c0 to %c3 step %c1 : i32 {
    tt.store %p, %a : tensor<16x16x!tt.ptr<f16>>
  } {tt.num_stages = 2 : i32}
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%b = %x) -> (tensor<16x16xf32>) : i32 {
    %v = tt.load %p : tensor<16x16x!tt.ptr<f16>>
    %c = tt.dot %v, %a, %b : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
    scf.yield %c : tensor<16x16xf32>
  }
  scf.for %i = %c0 to %c9 step %c1 : i32 {
    tt.store %p, %a : tensor<16x16x!tt.ptr<f16>>
  }
  scf.for %i = %c0 to %c3 step %c1 : i32 {
    tt.store %w, %z : tensor<4096x!tt.ptr<f16>>
  }
  tt.return %r : tensor<16x16xf32>
}

// A part of a row that is one block: the loop runs once or not at all. The bound
// may wrap; it is less than the beginning then, as before.
// CHECK-LABEL: tt.func @block_of_row
// CHECK: %[[BEGIN:.+]] = arith.muli
// CHECK: %[[END:.+]] = arith.minsi
// CHECK: %[[RUNS:.+]] = arith.cmpi slt, %[[BEGIN]], %[[END]]
// CHECK: %[[R:.+]] = scf.if %[[RUNS]] -> (i32)
// CHECK: tt.store %{{.+}}, %[[BEGIN]]
// CHECK: %[[NEXT:.+]] = arith.addi %[[BEGIN]], %[[SUM:.+]]
// CHECK: scf.yield %[[NEXT]]
// CHECK: } else {
// CHECK: scf.yield %[[SUM]]
// CHECK: tt.return %[[R]]
tt.func @block_of_row(%p: !tt.ptr<i32>, %n: i32, %sum: i32) -> i32 {
  %c64 = arith.constant 64 : i32
  %c1 = arith.constant 1 : i32
  %id = tt.get_program_id x : i32
  %begin = arith.muli %id, %c64 : i32
  %next = arith.addi %id, %c1 : i32
  %all = arith.muli %next, %c64 : i32
  %end = arith.minsi %n, %all : i32
  %r = scf.for %i = %begin to %end step %c64 iter_args(%s = %sum) -> (i32) : i32 {
    tt.store %p, %i : !tt.ptr<i32>
    %t = arith.addi %i, %s : i32
    scf.yield %t : i32
  }
  tt.return %r : i32
}

// A part of two blocks; steps that are not constant; a bound that is larger by
// what is not known; a loop that compares without signs.
// CHECK-LABEL: tt.func @more_than_a_block
// CHECK-COUNT-4: scf.for
tt.func @more_than_a_block(%p: !tt.ptr<i32>, %begin: i32, %n: i32) {
  %c64 = arith.constant 64 : i32
  %c65 = arith.constant 65 : i32
  %two = arith.addi %begin, %c65 : i32
  scf.for %i = %begin to %two step %c64 : i32 {
    tt.store %p, %i : !tt.ptr<i32>
  }
  %one = arith.addi %begin, %c64 : i32
  scf.for %i = %begin to %one step %n : i32 {
    tt.store %p, %i : !tt.ptr<i32>
  }
  %unknown = arith.addi %begin, %n : i32
  scf.for %i = %begin to %unknown step %c64 : i32 {
    tt.store %p, %i : !tt.ptr<i32>
  }
  scf.for unsigned %i = %begin to %one step %c64 : i32 {
    tt.store %p, %i : !tt.ptr<i32>
  }
  tt.return
}

// A loop with a product, whose operands are copied in loops only.
// CHECK-LABEL: tt.func @block_of_product
// CHECK: scf.for
tt.func @block_of_product(%a: tensor<16x16xf16>, %begin: i32, %n: i32, %sum: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %c64 = arith.constant 64 : i32
  %all = arith.addi %begin, %c64 : i32
  %end = arith.minsi %n, %all : i32
  %r = scf.for %i = %begin to %end step %c64 iter_args(%s = %sum) -> (tensor<16x16xf32>) : i32 {
    %t = tt.dot %a, %a, %s : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
    scf.yield %t : tensor<16x16xf32>
  }
  tt.return %r : tensor<16x16xf32>
}
