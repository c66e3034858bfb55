// RUN: cm2tt-opt %s -inline | FileCheck %s

// CHECK-LABEL: tt.func public @kernel(
// CHECK-SAME: %[[X:.*]]: f32, %[[P:.*]]: !tt.ptr<f32>, %[[C:.*]]: i1)
tt.func public @kernel(%x: f32, %p: !tt.ptr<f32>, %c: i1) attributes {noinline = false} {
  // One block: results are replaced.
  // CHECK-NEXT: %[[S:.*]] = arith.addf %[[X]], %[[X]] : f32
  %0:2 = tt.call @single(%x) : (f32) -> (f32, f32)
  // Several blocks: returns branch behind the call.
  // CHECK-NEXT: cf.cond_br %[[C]], ^[[BB2:bb[0-9]]](%[[S]] : f32), ^[[BB1:bb[0-9]]]
  // CHECK-NEXT: ^[[BB1]]:
  // CHECK-NEXT: %[[N:.*]] = arith.negf %[[S]] : f32
  // CHECK-NEXT: cf.br ^[[BB2]](%[[N]] : f32)
  // CHECK-NEXT: ^[[BB2]](%[[R:.*]]: f32):
  %1 = tt.call @several(%0#0, %c) : (f32, i1) -> f32
  // CHECK-NEXT: tt.store %[[P]], %[[R]]
  tt.store %p, %1 : !tt.ptr<f32>
  // A hint not to inline does not count.
  // CHECK-NEXT: tt.store %[[P]], %[[X]]
  tt.call @hinted(%p, %0#1) : (!tt.ptr<f32>, f32) -> ()
  // CHECK-NEXT: tt.call @declared(%[[P]])
  tt.call @declared(%p) : (!tt.ptr<f32>) -> ()
  // CHECK-NEXT: tt.return
  tt.return
}

// What was inlined everywhere is gone.
// CHECK-NOT: @single
tt.func private @single(%x: f32) -> (f32, f32) attributes {noinline = false} {
  %0 = arith.addf %x, %x : f32
  tt.return %0, %x : f32, f32
}

// CHECK-NOT: @several
tt.func private @several(%x: f32, %c: i1) -> f32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.return %x : f32
^bb2:
  %0 = arith.negf %x : f32
  tt.return %0 : f32
}

// CHECK-NOT: @hinted
tt.func private @hinted(%p: !tt.ptr<f32>, %x: f32) attributes {noinline = true} {
  tt.store %p, %x : !tt.ptr<f32>
  tt.return
}

// CHECK: tt.func private @declared(
tt.func private @declared(!tt.ptr<f32>)

// Into a loop only a callee of one block can go.
// CHECK-LABEL: tt.func @in_loop(
tt.func @in_loop(%n: i32, %m: i32, %x: f32, %c: i1, %p: !tt.ptr<f32>) {
  // CHECK: scf.for
  // CHECK-NEXT: %[[S:.*]] = arith.addf
  // CHECK-NEXT: tt.store %{{.*}}, %[[S]]
  // CHECK-NEXT: tt.call @branching(
  scf.for %i = %n to %m step %n : i32 {
    %0:2 = tt.call @single(%x) : (f32) -> (f32, f32)
    tt.store %p, %0#0 : !tt.ptr<f32>
    %1 = tt.call @branching(%x, %c) : (f32, i1) -> f32
  }
  tt.return
}

tt.func private @branching(%x: f32, %c: i1) -> f32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.return %x : f32
^bb2:
  tt.return %x : f32
}

// Operations of other dialects that Triton uses may move as well.
// CHECK-LABEL: tt.func @other_dialects(
// CHECK-NEXT: llvm.intr.assume
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: math.exp
// CHECK-NEXT: arith.select
tt.func @other_dialects(%x: f32, %c: i1) -> f32 {
  %0 = tt.call @helper(%x, %c) : (f32, i1) -> f32
  tt.return %0 : f32
}

tt.func private @helper(%x: f32, %c: i1) -> f32 {
  llvm.intr.assume %c : i1
  gpu.barrier
  %0 = math.exp %x : f32
  %1 = scf.if %c -> f32 {
    scf.yield %x : f32
  } else {
    scf.yield %0 : f32
  }
  tt.return %1 : f32
}
