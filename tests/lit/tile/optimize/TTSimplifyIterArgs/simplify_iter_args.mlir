// RUN: cm2tt-opt %s -split-input-file -cm2tt-tt-simplify-iter-args | FileCheck %s

// Two pointers that move alike are one.
// CHECK-LABEL: tt.func @equal
// CHECK: scf.for %{{.+}} = {{.*}} iter_args(%[[P:.+]] = %arg0) -> (!tt.ptr<f32>)
// CHECK:   %[[X:.+]] = tt.load %[[P]]
// CHECK:   tt.store %[[P]], %[[X]]
// CHECK:   %[[N:.+]] = tt.addptr %[[P]], %arg1
// CHECK-NEXT: scf.yield %[[N]] :
tt.func @equal(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%q = %p, %s = %p) -> (!tt.ptr<f32>, !tt.ptr<f32>) : i32 {
    %x = tt.load %q : !tt.ptr<f32>
    tt.store %s, %x : !tt.ptr<f32>
    %a = tt.addptr %q, %n : !tt.ptr<f32>, i32
    %b = tt.addptr %s, %n : !tt.ptr<f32>, i32
    scf.yield %a, %b : !tt.ptr<f32>, !tt.ptr<f32>
  }
  tt.return
}

// -----

// Equal because two others are: %a with %b, %c with %d. Results, too.
// CHECK-LABEL: tt.func @mutual
// CHECK: %[[R:.+]]:2 = scf.for {{.*}} iter_args(%[[A:.+]] = %arg0, %[[C:.+]] = %arg1) -> (f32, f32)
// CHECK:   %[[X:.+]] = arith.addf %[[A]], %[[C]] : f32
// CHECK-NEXT: scf.yield %[[X]], %[[A]] : f32, f32
// CHECK: tt.return %[[R]]#0, %[[R]]#0, %[[R]]#1, %[[R]]#1
tt.func @mutual(%x: f32, %y: f32, %n: i32) -> (f32, f32, f32, f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x, %c = %y, %d = %y) -> (f32, f32, f32, f32) : i32 {
    %s = arith.addf %a, %c : f32
    // Commutative.
    %t = arith.addf %d, %b : f32
    scf.yield %s, %t, %b, %a : f32, f32, f32, f32
  }
  tt.return %r#0, %r#1, %r#2, %r#3 : f32, f32, f32, f32
}

// -----

// They start alike, but differ after two turns.
// CHECK-LABEL: tt.func @different
// CHECK: iter_args({{.*}}) -> (f32, f32, f32)
tt.func @different(%x: f32, %y: f32, %n: i32) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x, %c = %x) -> (f32, f32, f32) : i32 {
    %s = arith.addf %a, %y : f32
    %t = arith.addf %a, %y : f32
    scf.yield %b, %c, %y : f32, f32, f32
  }
  tt.return %r#0, %r#1, %r#2 : f32, f32, f32
}

// -----

// Loads may differ though they look alike, and so may subtractions' operands.
// CHECK-LABEL: tt.func @loads
// CHECK: iter_args({{.*}}) -> (f32, f32, f32, f32)
tt.func @loads(%p: !tt.ptr<f32>, %x: f32, %y: f32, %n: i32) -> (f32, f32, f32, f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x, %c = %x, %d = %x) -> (f32, f32, f32, f32) : i32 {
    %s = tt.load %p : !tt.ptr<f32>
    tt.store %p, %y : !tt.ptr<f32>
    %t = tt.load %p : !tt.ptr<f32>
    %u = arith.subf %c, %y : f32
    %v = arith.subf %y, %d : f32
    scf.yield %s, %t, %u, %v : f32, f32, f32, f32
  }
  tt.return %r#0, %r#1, %r#2, %r#3 : f32, f32, f32, f32
}

// -----

// What only serves itself goes, with what computes it; hints stay.
// CHECK-LABEL: tt.func @unneeded
// CHECK: %[[R:.+]] = scf.for %{{.+}} = %{{.+}} to %{{.+}} step %{{.+}} iter_args(%[[A:.+]] = %arg0) -> (f32)
// CHECK-NEXT: %[[S:.+]] = arith.addf %[[A]], %[[A]]
// CHECK-NEXT: scf.yield %[[S]] : f32
// CHECK-NEXT: } {tt.num_stages = 2 : i32}
// CHECK: tt.return %[[R]]
tt.func @unneeded(%x: f32, %n: i32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x, %c = %x) -> (f32, f32, f32) : i32 {
    %s = arith.addf %a, %a : f32
    %t = arith.mulf %b, %c : f32
    %u = scf.for %j = %c0 to %n step %c1 iter_args(%d = %c) -> (f32) : i32 {
      %v = arith.mulf %d, %b : f32
      scf.yield %v : f32
    }
    scf.yield %s, %t, %u : f32, f32, f32
  } {tt.num_stages = 2 : i32}
  tt.return %r#0 : f32
}

// -----

// An effect inside of an inner loop needs what it uses.
// CHECK-LABEL: tt.func @needed
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (f32, f32)
tt.func @needed(%p: !tt.ptr<f32>, %x: f32, %y: f32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y, %c = %y) -> (f32, f32, f32) : i32 {
    scf.for %j = %c0 to %n step %c1 : i32 {
      tt.store %p, %a : !tt.ptr<f32>
    }
    %s = arith.addf %c, %c : f32
    scf.yield %b, %a, %s : f32, f32, f32
  }
  tt.return
}

// -----

// A producer computes its values itself, also if the consumers have equal ones
// before it. In its loops what is equal is one value, too.
// CHECK-LABEL: tt.func @producer
// CHECK: %[[TWICE:.+]] = arith.addi %arg1, %arg1
// CHECK: ttg.producer
// CHECK: %[[OWN:.+]] = arith.addi %arg1, %arg1
// CHECK: scf.for {{.*}} iter_args(%[[X:.+]] = %[[OWN]]) -> (i32)
// CHECK: ttg.producer_end
// CHECK: scf.for {{.*}} iter_args(%{{.+}} = %[[TWICE]]) -> (i32)
#barrier = #ttg.shared<{offset = []}, rank = 1>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 8 : i32} {
tt.func @producer(%p: !tt.ptr<i32>, %n: i32) {
  %full = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #barrier>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %twice = arith.addi %n, %n : i32
  tt.store %p, %twice : !tt.ptr<i32>
  ttg.producer {
    ttg.mbarrier_init %full : <1xi64, #barrier>
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %own = arith.addi %n, %n : i32
    %s:2 = scf.for %i = %d0 to %own step %d1 iter_args(%a = %own, %b = %own) -> (i32, i32) : i32 {
      %u = arith.addi %a, %n : i32
      %v = arith.addi %b, %n : i32
      ttg.mbarrier_wait %full, %u : <1xi64, #barrier>
      ttg.mbarrier_wait %full, %v : <1xi64, #barrier>
      scf.yield %u, %v : i32, i32
    }
    ttg.producer_end
  }
  %r:2 = scf.for %i = %c0 to %twice step %c1 iter_args(%a = %twice, %b = %twice) -> (i32, i32) : i32 {
    %u = arith.addi %a, %n : i32
    %v = arith.addi %b, %n : i32
    scf.yield %u, %v : i32, i32
  }
  tt.store %p, %r#0 : !tt.ptr<i32>
  tt.store %p, %r#1 : !tt.ptr<i32>
  tt.return
}
}
