// RUN: cm2tt-opt %s -split-input-file -cm2tt-tt-guard-accesses | FileCheck %s

// A pointer that a loop advances has the origin of its initial value.
// CHECK: kind = "load", loc = {{[^,]+}}, parameter = 1 : i64
// CHECK-LABEL: tt.func public @loop
// CHECK-COUNT-2: tt.load %{{.+}} : !tt.ptr<i64>
// CHECK-NOT: !tt.ptr<i64>
// CHECK: scf.for
// CHECK: arith.cmpi ult
// CHECK: tt.load %{{.+}}, %{{.+}}, %{{.+}} : tensor<64x!tt.ptr<f32>>
tt.func public @loop(%n: i32, %p: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %step = arith.constant dense<64> : tensor<64xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %e = scf.for %i = %c0 to %n step %c1 iter_args(%q = %s) -> (tensor<64x!tt.ptr<f32>>) : i32 {
    %x = tt.load %q : tensor<64x!tt.ptr<f32>>
    %r = tt.addptr %q, %step : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    scf.yield %r : tensor<64x!tt.ptr<f32>>
  }
  tt.return
}

// -----

// A pointer of two origins may access the memory of both, not that of a third
// parameter.
// CHECK: kind = "load", loc = {{[^,]+}}, parameter = -1 : i64
// CHECK-LABEL: tt.func public @select
// CHECK-SAME: %[[TABLE:arg4]]: !tt.ptr<i64>
// CHECK: %[[W:.+]] = arith.constant 2 : i32
// CHECK: %[[P:.+]] = tt.addptr %[[TABLE]], %[[W]]
// CHECK: %[[A:.+]] = tt.load %[[P]]
// CHECK: %[[W:.+]] = arith.constant 4 : i32
// CHECK: %[[P:.+]] = tt.addptr %[[TABLE]], %[[W]]
// CHECK: %[[B:.+]] = tt.load %[[P]]
// CHECK: %[[OFFSET:.+]] = arith.subi %[[ADDRESS:.+]], %[[A]]
// CHECK: %[[INA:.+]] = arith.cmpi ult, %[[OFFSET]]
// CHECK: %[[OFFSET:.+]] = arith.subi %[[ADDRESS]], %[[B]]
// CHECK: %[[INB:.+]] = arith.cmpi ult, %[[OFFSET]]
// CHECK: %[[VALID:.+]] = arith.ori %[[INA]], %[[INB]]
// CHECK: tt.load %{{.+}}, %[[VALID]]
tt.func public @select(%c: i1, %a: !tt.ptr<f32>, %b: !tt.ptr<f32>, %d: !tt.ptr<f32>) {
  %p = scf.if %c -> (!tt.ptr<f32>) {
    scf.yield %a : !tt.ptr<f32>
  } else {
    scf.yield %b : !tt.ptr<f32>
  }
  %q = arith.select %c, %a, %p : !tt.ptr<f32>
  %x = tt.load %q : !tt.ptr<f32>
  tt.return
}

// -----

// A pointer of unknown origin may access any memory that the table has: after 1
// parameter and 1 site, the sink and their number.
// CHECK: kind = "load", loc = {{[^,]+}}, parameter = -1 : i64
// CHECK-LABEL: tt.func public @unknown
// CHECK-SAME: %[[TABLE:arg1]]: !tt.ptr<i64>
// CHECK: %[[W:.+]] = arith.constant 8 : i32
// CHECK: %[[P:.+]] = tt.addptr %[[TABLE]], %[[W]]
// CHECK: %[[N:.+]] = tt.load %[[P]]
// CHECK: %[[COUNT:.+]] = arith.trunci %[[N]] : i64 to i32
// CHECK: %[[ADDRESS:.+]] = tt.ptr_to_int
// CHECK: %[[NONE:.+]] = arith.constant dense<false>
// CHECK: %[[VALID:.+]] = scf.for %[[I:.+]] = %{{.+}} to %[[COUNT]] step %{{.+}} iter_args(%[[SO:.+]] = %[[NONE]])
// CHECK: %[[AT:.+]] = arith.muli %[[I]]
// CHECK: arith.constant 9 : i32
// CHECK: tt.addptr
// CHECK: %[[PLACE:.+]] = tt.addptr %{{.+}}, %[[AT]]
// CHECK: %[[BEGIN:.+]] = tt.load %[[PLACE]]
// CHECK: %[[NEXT:.+]] = tt.addptr %[[PLACE]]
// CHECK: %[[SIZE:.+]] = tt.load %[[NEXT]]
// CHECK: arith.cmpi uge, %[[SIZE]]
// CHECK: %[[BEGINS:.+]] = tt.splat %[[BEGIN]]
// CHECK: arith.subi %[[ADDRESS]], %[[BEGINS]]
// CHECK: %[[IN:.+]] = arith.cmpi ult
// CHECK: %[[OR:.+]] = arith.ori %[[SO]], %[[IN]]
// CHECK: scf.yield %[[OR]]
// CHECK: tt.load %{{.+}}, %[[VALID]]
tt.func public @unknown(%a: i64) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %p = tt.int_to_ptr %a : i64 -> !tt.ptr<f32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %x = tt.load %q : tensor<64x!tt.ptr<f32>>
  tt.return
}

// -----

// Unstructured control flow, and one pointer that is read from memory.
// CHECK: kind = "store", loc = {{[^,]+}}, parameter = 0 : i64
// CHECK-SAME: kind = "load", loc = {{[^,]+}}, parameter = 1 : i64
// CHECK-SAME: kind = "store", loc = {{[^,]+}}, parameter = -1 : i64
// CHECK-LABEL: tt.func public @branches
tt.func public @branches(%a: !tt.ptr<f32>, %b: !tt.ptr<!tt.ptr<f32>>, %c: i1, %v: f32) {
  %c1 = arith.constant 1 : i32
  cf.br ^bb1(%a : !tt.ptr<f32>)
^bb1(%p: !tt.ptr<f32>):
  tt.store %p, %v : !tt.ptr<f32>
  %q = tt.addptr %p, %c1 : !tt.ptr<f32>, i32
  cf.cond_br %c, ^bb1(%q : !tt.ptr<f32>), ^bb2
^bb2:
  %l = tt.load %b : !tt.ptr<!tt.ptr<f32>>
  %s = arith.select %c, %a, %l : !tt.ptr<f32>
  tt.store %s, %v : !tt.ptr<f32>
  tt.return
}
