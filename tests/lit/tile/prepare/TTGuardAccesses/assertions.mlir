// RUN: cm2tt-opt %s -split-input-file -cm2tt-tt-guard-accesses | FileCheck %s

// An assertion is a site beside accesses: the elements for which it is false are counted, and the kernel goes on.
// CHECK: module attributes {guard.sites = [
// CHECK-SAME: {bytes = 1 : i64, kind = "assert", loc = {{[^,]+}}, message = "too far", parameter = -1 : i64, shape = array<i64: 64>}
// CHECK-SAME: kind = "store"
// CHECK-LABEL: tt.func public @elements
// CHECK: %[[TRUE:.+]] = arith.constant dense<true> : tensor<64xi1>
// CHECK: %[[FAILS:.+]] = arith.xori %{{.+}}, %[[TRUE]] : tensor<64xi1>
// CHECK: %[[ONES:.+]] = arith.extui %[[FAILS]]
// CHECK: %[[COUNT:.+]] = "tt.reduce"(%[[ONES]])
// CHECK: %[[ANY:.+]] = arith.cmpi ne, %[[COUNT]],
// CHECK: scf.if %[[ANY]] {
// CHECK: tt.atomic_rmw add, relaxed, gpu
// CHECK-NOT: tt.assert
// CHECK: tt.store %{{.+}}, %{{.+}}, %{{.+}} : tensor<64x!tt.ptr<i32>>
tt.func public @elements(%p: !tt.ptr<i32>, %n: i32) {
  %i = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %s = tt.splat %n : i32 -> tensor<64xi32>
  %c = arith.cmpi slt, %i, %s : tensor<64xi32>
  tt.assert %c, "too far" : tensor<64xi1>
  %q = tt.splat %p : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %a = tt.addptr %q, %i : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  tt.store %a, %i : tensor<64x!tt.ptr<i32>>
  tt.return
}

// -----

// A loop that waits ends if an assertion in its condition fails.
// CHECK-LABEL: tt.func public @waits
// CHECK: scf.while
// CHECK: tt.load %{{.+}} {isVolatile = true}
// CHECK: %[[FAILED:.+]] = arith.cmpi ne
// CHECK: scf.if %[[FAILED]]
// CHECK: %[[HOLDS:.+]] = arith.xori %[[FAILED]], %{{.+}} : i1
// CHECK: %[[GOES_ON:.+]] = arith.andi %{{.+}}, %[[HOLDS]] : i1
// CHECK: scf.condition(%[[GOES_ON]])
tt.func public @waits(%p: !tt.ptr<i32>) {
  %zero = arith.constant 0 : i32
  scf.while : () -> () {
    %x = tt.load %p {isVolatile = true} : !tt.ptr<i32>
    %c = arith.cmpi sge, %x, %zero : i32
    tt.assert %c, "negative" : i1
    %again = arith.cmpi eq, %x, %zero : i32
    scf.condition(%again)
  } do {
    scf.yield
  }
  tt.return
}
