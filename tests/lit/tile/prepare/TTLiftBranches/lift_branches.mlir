// RUN: cm2tt-opt %s -cm2tt-tt-lift-branches | FileCheck %s
// RUN: cm2tt-opt %s -cm2tt-tt-phase | FileCheck %s --check-prefix=INLINED

// INLINED-LABEL: tt.func public @loops(
// INLINED-NOT: tt.call
// INLINED-NOT: tt.func private
// INLINED-LABEL: tt.func @left_alone(

// CHECK-LABEL: tt.func public @loops(
tt.func public @loops(%n: i32, %x: f32, %p: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %a = tt.call @early(%x, %i) : (f32, i32) -> f32
    %b = tt.call @by_other(%a, %i) : (f32, i32) -> f32
    %c = tt.call @choice(%b, %i) : (f32, i32) -> f32
    tt.store %p, %c : !tt.ptr<f32>
    tt.call @endless() : () -> ()
  }
  %d = tt.call @among_blocks(%x, %n) : (f32, i32) -> f32
  tt.store %p, %d : !tt.ptr<f32>
  tt.return
}

// Returns in one of two ways.
// CHECK-LABEL: tt.func private @early(
// CHECK-SAME: %[[X:.*]]: f32, %[[I:.*]]: i32)
// CHECK: %[[C:.*]] = arith.cmpi
// CHECK-NEXT: %[[R:.*]] = scf.if %[[C]] -> (f32) {
// CHECK-NEXT: scf.yield %[[X]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[N:.*]] = arith.negf %[[X]]
// CHECK-NEXT: scf.yield %[[N]]
// CHECK-NEXT: }
// CHECK-NEXT: tt.return %[[R]]
tt.func private @early(%x: f32, %i: i32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c = arith.cmpi eq, %i, %c0 : i32
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.return %x : f32
^bb2:
  %y = arith.negf %x : f32
  tt.return %y : f32
}

// A function of one block calls one with a loop: both are inlined in a loop.
tt.func private @by_other(%x: f32, %i: i32) -> f32 {
  %y = tt.call @looping(%x, %i) : (f32, i32) -> f32
  tt.return %y : f32
}

// CHECK-LABEL: tt.func private @looping(
// CHECK: scf.while
// CHECK: scf.condition
// CHECK-NOT: cf.{{cond_}}br
// CHECK: tt.return
tt.func private @looping(%x: f32, %i: i32) -> f32 {
  %c1 = arith.constant 1 : i32
  cf.br ^bb1(%x, %i : f32, i32)
^bb1(%y: f32, %j: i32):
  %z = arith.addf %y, %x : f32
  %k = arith.subi %j, %c1 : i32
  %c = arith.cmpi sgt, %k, %c1 : i32
  cf.cond_br %c, ^bb1(%z, %k : f32, i32), ^bb2
^bb2:
  tt.return %z : f32
}

// A choice of three: a nest of scf.if, as no target has scf.index_switch.
// CHECK-LABEL: tt.func private @choice(
// CHECK-NOT: scf.index_switch
// CHECK: %[[FIRST:.*]] = arith.cmpi eq
// CHECK-NEXT: %[[Y:.*]] = scf.if %[[FIRST]] -> (f32) {
// CHECK: } else {
// CHECK: %[[SECOND:.*]] = arith.cmpi eq
// CHECK-NEXT: %[[INNER:.*]] = scf.if %[[SECOND]] -> (f32) {
// CHECK: } else {
// CHECK: }
// CHECK-NEXT: scf.yield %[[INNER]]
// CHECK-NEXT: }
// CHECK-NEXT: tt.return %[[Y]]
tt.func private @choice(%x: f32, %i: i32) -> f32 {
  cf.switch %i : i32, [default: ^bb3, 0: ^bb1, 5: ^bb2]
^bb1:
  tt.return %x : f32
^bb2:
  %y = arith.negf %x : f32
  tt.return %y : f32
^bb3:
  %z = arith.addf %x, %x : f32
  tt.return %z : f32
}

// CHECK-LABEL: tt.func private @endless(
// CHECK: scf.while
// CHECK: tt.return
tt.func private @endless() {
  cf.br ^bb1
^bb1:
  gpu.barrier
  cf.br ^bb1
}

// Between the kernel's own blocks: stays.
// CHECK-LABEL: tt.func private @among_blocks(
// CHECK: cf.cond_br
tt.func private @among_blocks(%x: f32, %i: i32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c = arith.cmpi eq, %i, %c0 : i32
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.return %x : f32
^bb2:
  %y = arith.negf %x : f32
  tt.return %y : f32
}

// A function that calls itself, and one that is declared, stay as they are.
// CHECK-LABEL: tt.func @left_alone(
tt.func @left_alone(%c: i1) {
  scf.if %c {
    tt.call @itself(%c) : (i1) -> ()
    tt.call @declared() : () -> ()
  }
  tt.return
}
tt.func private @declared()
tt.func private @itself(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.call @itself(%c) : (i1) -> ()
  tt.return
^bb2:
  tt.return
}
