// RUN: cm2tt-opt %s -split-input-file -cm2tt-tt-hoist-invariants | FileCheck %s

// CHECK-LABEL: tt.func @pure
// CHECK: arith.muli %arg1, %arg1
// CHECK-NEXT: %[[S:.+]] = tt.splat
// CHECK-NEXT: scf.for
// CHECK-NEXT: scf.for
// CHECK-NEXT: tt.store %arg0, %[[S]]
tt.func @pure(%p: tensor<64x!tt.ptr<i32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    scf.for %j = %c0 to %n step %c1 : i32 {
      %m = arith.muli %n, %n : i32
      %s = tt.splat %m : i32 -> tensor<64xi32>
      tt.store %p, %s : tensor<64x!tt.ptr<i32>>
    }
  }
  tt.return
}

// -----

// The loop may not run, and then the address may be no good.
// CHECK-LABEL: tt.func @loads
// CHECK: %[[RUNS:.+]] = arith.cmpi slt, %arg3, %arg4 : i32
// CHECK: %[[T:.+]] = tt.splat %[[RUNS]] : i1 -> tensor<64xi1>
// CHECK: %[[M:.+]] = arith.andi %arg1, %[[T]] : tensor<64xi1>
// CHECK: tt.load %arg0, %[[M]], %arg5 : tensor<64x!tt.ptr<f32>>
// CHECK: %[[RUNS:.+]] = arith.cmpi slt, %arg3, %arg4 : i32
// CHECK: tt.load %arg2, %[[RUNS]] : !tt.ptr<f32>
// CHECK: scf.for
// CHECK-NOT: tt.load
tt.func @loads(%p: tensor<64x!tt.ptr<f32>>, %m: tensor<64xi1>, %q: !tt.ptr<f32>, %lo: i32, %hi: i32, %o: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %lo to %hi step %c1 iter_args(%a = %o) -> (tensor<64xf32>) : i32 {
    %x = tt.load %p, %m, %o : tensor<64x!tt.ptr<f32>>
    %y = tt.load %q : !tt.ptr<f32>
    %s = tt.splat %y : f32 -> tensor<64xf32>
    %t = arith.addf %x, %s : tensor<64xf32>
    %b = arith.addf %a, %t : tensor<64xf32>
    scf.yield %b : tensor<64xf32>
  }
  tt.return %r : tensor<64xf32>
}

// -----

// A loop that runs for certain needs no mask; unsigned bounds are compared so.
// CHECK-LABEL: tt.func @bounds
// CHECK: tt.load %arg0 : !tt.ptr<f32>
// CHECK: scf.for
// CHECK: arith.cmpi ult
// CHECK: tt.load
// CHECK: scf.for unsigned
tt.func @bounds(%p: !tt.ptr<f32>, %n: i32, %x: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %x) -> (f32) : i32 {
    %y = tt.load %p : !tt.ptr<f32>
    %b = arith.addf %a, %y : f32
    scf.yield %b : f32
  }
  %s = scf.for unsigned %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f32) : i32 {
    %y = tt.load %p : !tt.ptr<f32>
    %b = arith.addf %a, %y : f32
    scf.yield %b : f32
  }
  tt.return %r, %s : f32, f32
}

// -----

// Something is written, in the loop or in one inside; the load is volatile or
// under a condition; the program forbids it.
// CHECK-LABEL: tt.func @kept
// CHECK: scf.for
// CHECK:   tt.load
// CHECK:   scf.for
// CHECK: scf.for
// CHECK:   tt.load
// CHECK:   scf.if
// CHECK:     tt.load
// CHECK: scf.for
// CHECK:   arith.muli
tt.func @kept(%p: !tt.ptr<i32>, %c: i1, %n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = tt.load %p : !tt.ptr<i32>
    scf.for %j = %c0 to %n step %c1 : i32 {
      tt.store %p, %x : !tt.ptr<i32>
    }
  }
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> (i32) : i32 {
    %x = tt.load %p {isVolatile = true} : !tt.ptr<i32>
    %z = scf.if %c -> i32 {
      %y = tt.load %p : !tt.ptr<i32>
      scf.yield %y : i32
    } else {
      scf.yield %x : i32
    }
    scf.yield %z : i32
  }
  scf.for %i = %c0 to %n step %c1 : i32 {
    %m = arith.muli %n, %n : i32
    tt.store %p, %m : !tt.ptr<i32>
  } {llvm.loop_annotation = #llvm.loop_annotation<licm = <disable = true>>}
  tt.return %r : i32
}

// -----

// A division by what may be zero waits for the loop to run.
// CHECK-LABEL: tt.func @division
// CHECK: scf.for
// CHECK:   arith.divsi
tt.func @division(%p: !tt.ptr<i32>, %n: i32, %d: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %m = arith.divsi %n, %d : i32
    tt.store %p, %m : !tt.ptr<i32>
  }
  tt.return
}
