// RUN: cm2tt-opt %s --cm2tt-tt-order-programs --split-input-file --verify-diagnostics | FileCheck %s

// The rows of a causal kernel: the last ones have the longest loops.

// CHECK-LABEL: @causal
// CHECK-SAME: attributes {tt.longest_first}
// CHECK: %[[ID:.*]] = tt.get_program_id x
// CHECK: %[[N:.*]] = tt.get_num_programs x
// CHECK: %[[LAST:.*]] = arith.subi %[[N]], %{{.*}}
// CHECK: %[[I:.*]] = arith.subi %[[LAST]], %[[ID]]
// CHECK: arith.muli %[[I]]
// CHECK: %[[J:.*]] = tt.get_program_id y
// CHECK: tt.store %{{.*}}, %[[J]]
// CHECK: %[[ID2:.*]] = tt.get_program_id x
// CHECK: %[[I2:.*]] = arith.subi %{{.*}}, %[[ID2]]
// CHECK: tt.store %{{.*}}, %[[I2]]
// expected-remark @below {{programs start in reverse order along dimension x: their loops grow with it}}
tt.func public @causal(%p: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %i = tt.get_program_id x : i32
  %first = arith.muli %i, %c128 : i32
  %j = tt.get_program_id y : i32
  tt.store %p, %j : !tt.ptr<i32>
  %i2 = tt.get_program_id x : i32
  tt.store %p, %i2 : !tt.ptr<i32>
  %next = arith.addi %first, %c128 : i32
  %end = arith.minsi %next, %n : i32
  scf.for %k = %c0 to %end step %c64 : i32 {
    tt.store %p, %k : !tt.ptr<i32>
  }
  // Each program has the same number of blocks on the diagonal.
  scf.for %k = %first to %end step %c64 : i32 {
    tt.store %p, %k : !tt.ptr<i32>
  }
  tt.return
}

// -----

// A lower bound that falls; a step that is passed; quotients, shifts, wider
// types, selects, and differences.

// CHECK-LABEL: @down
// CHECK: %[[ID:.*]] = tt.get_program_id z
// CHECK: arith.subi %{{.*}}, %[[ID]]
// expected-remark @below {{along dimension z}}
tt.func public @down(%p: !tt.ptr<i64>, %n: i32, %step: i64, %b: i1) {
  %c2 = arith.constant 2 : i32
  %c8 = arith.constant 8 : i32
  %m2 = arith.constant -2 : i32
  %i = tt.get_program_id z : i32
  %rest = arith.subi %n, %i : i32
  %half = arith.divsi %rest, %c2 : i32
  %shifted = arith.shli %half, %c2 : i32
  %max = arith.maxsi %shifted, %c8 : i32
  %which = arith.select %b, %max, %c8 : i32
  %lower = arith.extsi %which : i32 to i64
  %twice = arith.muli %i, %m2 : i32
  %less = arith.divsi %twice, %m2 : i32
  %upper = arith.extsi %less : i32 to i64
  scf.for %k = %lower to %upper step %step : i64 {
    tt.store %p, %k : !tt.ptr<i64>
  }
  tt.return
}

// -----

// Loops that become shorter, that do both, or of which it is not known.

// CHECK-LABEL: @unchanged
// CHECK-NOT: tt.get_num_programs
tt.func public @unchanged(%p: !tt.ptr<i32>, %n: i32) {
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %z = tt.get_program_id z : i32
  scf.for %k = %x to %n step %c1 : i32 {
    tt.store %p, %k : !tt.ptr<i32>
  }
  scf.for %k = %c0 to %y step %c1 : i32 {
    tt.store %p, %k : !tt.ptr<i32>
  }
  scf.for %k = %y to %n step %c1 : i32 {
    tt.store %p, %k : !tt.ptr<i32>
  }
  %odd = arith.remsi %z, %n : i32
  %per = arith.divsi %n, %z : i32
  scf.for %k = %odd to %per step %c1 : i32 {
    scf.for %l = %c1 to %k step %c1 : i32 {
      tt.store %p, %l : !tt.ptr<i32>
    }
  }
  tt.return
}

// -----

// A program that waits for one before it.

// CHECK-LABEL: @waits
// CHECK-NOT: tt.get_num_programs
tt.func public @waits(%p: !tt.ptr<i32>) {
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %true = arith.constant true
  %x = tt.get_program_id x : i32
  scf.while : () -> () {
    // expected-remark @below {{programs keep their order: 'tt.atomic_rmw' may wait for other programs}}
    %v = tt.atomic_rmw add, acquire, gpu, %p, %c0, %true : (!tt.ptr<i32>, i32, i1) -> i32
    %more = arith.cmpi slt, %v, %x : i32
    scf.condition(%more)
  } do {
    scf.yield
  }
  scf.for %k = %c0 to %x step %c1 : i32 {
    tt.store %p, %k : !tt.ptr<i32>
  }
  tt.return
}

// -----

// The same by branches between blocks.

// CHECK-LABEL: @branches
// CHECK-NOT: tt.get_num_programs
tt.func public @branches(%p: !tt.ptr<i32>) {
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %true = arith.constant true
  %x = tt.get_program_id x : i32
  cf.br ^wait
^wait:
  // expected-remark @below {{programs keep their order: 'tt.atomic_rmw' may wait for other programs}}
  %v = tt.atomic_rmw add, acquire, gpu, %p, %c0, %true : (!tt.ptr<i32>, i32, i1) -> i32
  %more = arith.cmpi slt, %v, %x : i32
  cf.cond_br %more, ^wait, ^work
^work:
  scf.for %k = %c0 to %x step %c1 : i32 {
    tt.store %p, %k : !tt.ptr<i32>
  }
  tt.return
}

// -----

// An atomic update alone does not wait.

// CHECK-LABEL: @counts
// CHECK: tt.get_num_programs
// expected-remark @below {{along dimension x}}
tt.func public @counts(%p: !tt.ptr<i32>) {
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %true = arith.constant true
  %x = tt.get_program_id x : i32
  scf.for %k = %c0 to %x step %c1 : i32 {
    %v = tt.atomic_rmw add, acq_rel, gpu, %p, %c1, %true : (!tt.ptr<i32>, i32, i1) -> i32
  }
  tt.return
}

// -----

// CHECK-LABEL: @volatile
// CHECK-NOT: tt.get_num_programs
tt.func public @volatile(%p: !tt.ptr<i32>) {
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %x = tt.get_program_id x : i32
  scf.for %k = %c0 to %x step %c1 : i32 {
    // expected-remark @below {{programs keep their order: 'tt.load' may wait for other programs}}
    %v = tt.load %p {isVolatile = true} : !tt.ptr<i32>
    tt.store %p, %v : !tt.ptr<i32>
  }
  tt.return
}

// -----

// CHECK-LABEL: @polls
// CHECK-NOT: tt.get_num_programs
tt.func public @polls(%p: !tt.ptr<i32>) {
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %x = tt.get_program_id x : i32
  // expected-remark @below {{programs keep their order: 'tt.atomic_poll' may wait for other programs}}
  %b = tt.atomic_poll acquire, gpu, %p, %x : !tt.ptr<i32>, i32 -> i1
  scf.for %k = %c0 to %x step %c1 : i32 {
    tt.store %p, %k : !tt.ptr<i32>
  }
  tt.return
}

// -----

// CHECK-LABEL: @prints
// CHECK-NOT: tt.get_num_programs
tt.func public @prints(%p: !tt.ptr<i32>) {
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %x = tt.get_program_id x : i32
  // expected-remark @below {{programs keep their order: 'tt.print' prints the position of the program in the grid}}
  tt.print "x" {hex = false, isSigned = array<i32: 1>} : %x : i32
  scf.for %k = %c0 to %x step %c1 : i32 {
    tt.store %p, %k : !tt.ptr<i32>
  }
  tt.return
}

// -----

// CHECK-LABEL: @dependent
// CHECK-NOT: tt.get_num_programs
tt.func public @dependent(%p: !tt.ptr<i32>) {
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %x = tt.get_program_id x : i32
  // expected-remark @below {{programs keep their order: 'tt.grid_dependency_wait' is about the order of kernels}}
  tt.grid_dependency_wait
  scf.for %k = %c0 to %x step %c1 : i32 {
    tt.store %p, %k : !tt.ptr<i32>
  }
  tt.return
}

// -----

// CHECK-LABEL: @assembly
// CHECK-NOT: tt.get_num_programs
tt.func public @assembly(%p: !tt.ptr<i32>) {
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %x = tt.get_program_id x : i32
  // expected-remark @below {{programs keep their order: 'tt.elementwise_inline_asm' may read the position of the program in the grid}}
  %y = tt.elementwise_inline_asm "mov.u32 $0, %ctaid.x;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  scf.for %k = %c0 to %x step %c1 : i32 {
    tt.store %p, %y : !tt.ptr<i32>
  }
  tt.return
}

// -----

// CHECK-LABEL: @foreign
// CHECK-NOT: tt.get_num_programs
tt.func public @foreign(%p: !tt.ptr<i32>) {
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %x = tt.get_program_id x : i32
  // expected-remark @below {{programs keep their order: 'tt.elementwise_inline_asm' may have effects that other programs see}}
  %y = tt.elementwise_inline_asm "mov.u32 $0, 1;" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  scf.for %k = %c0 to %x step %c1 : i32 {
    tt.store %p, %y : !tt.ptr<i32>
  }
  tt.return
}

// -----

// A function that is called has the indices of its caller.

// CHECK-LABEL: @callee
// CHECK-NOT: tt.get_num_programs
tt.func private @callee(%p: !tt.ptr<i32>) {
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %x = tt.get_program_id x : i32
  scf.for %k = %c0 to %x step %c1 : i32 {
    tt.store %p, %k : !tt.ptr<i32>
  }
  tt.return
}
tt.func public @caller(%p: !tt.ptr<i32>) {
  tt.call @callee(%p) : (!tt.ptr<i32>) -> ()
  tt.return
}

// -----

// CHECK-LABEL: @calls
// CHECK-NOT: tt.get_num_programs
tt.func private @elsewhere(!tt.ptr<i32>)
tt.func public @calls(%p: !tt.ptr<i32>) {
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %x = tt.get_program_id x : i32
  // expected-remark @below {{programs keep their order: 'tt.call' is not inlined}}
  tt.call @elsewhere(%p) : (!tt.ptr<i32>) -> ()
  scf.for %k = %c0 to %x step %c1 : i32 {
    tt.store %p, %k : !tt.ptr<i32>
  }
  tt.return
}

// -----

// The longest are the first already, as those of gradients are.
// CHECK-LABEL: @ordered
// CHECK-SAME: attributes {tt.longest_first}
// CHECK-NOT: tt.get_num_programs
tt.func public @ordered(%p: !tt.ptr<i32>, %n: i32) {
  %c1 = arith.constant 1 : i32
  %x = tt.get_program_id x : i32
  scf.for %k = %x to %n step %c1 : i32 {
    tt.store %p, %k : !tt.ptr<i32>
  }
  tt.return
}
