// RUN: cm2tt-opt %s -split-input-file -cm2tt-tt-guard-accesses | FileCheck %s

// The table has 2 words for each of 3 parameters, then 4 for each site.
// CHECK: module attributes {guard.sites = [
// CHECK-SAME: {bytes = 4 : i64, kind = "load", loc = {{[^,]+}}, parameter = 0 : i64, shape = array<i64: 64>}
// CHECK-SAME: {bytes = 4 : i64, kind = "store", loc = {{[^,]+}}, parameter = 1 : i64, shape = array<i64: 64>}
// CHECK-LABEL: tt.func public @copy
// CHECK-SAME: %[[X:arg0]]: !tt.ptr<f32>, %[[OUT:arg1]]: !tt.ptr<f32>, %[[N:arg2]]: i32, %[[TABLE:arg3]]: !tt.ptr<i64> {tt.divisibility = 16 : i32}
// The memory of the first parameter: an access of 4 bytes fits at its bytes - 3.
// CHECK: %[[W0:.+]] = arith.constant 0 : i32
// CHECK: %[[P0:.+]] = tt.addptr %[[TABLE]], %[[W0]]
// CHECK: %[[BEGIN:.+]] = tt.load %[[P0]] : !tt.ptr<i64>
// CHECK: %[[W1:.+]] = arith.constant 1 : i32
// CHECK: %[[P1:.+]] = tt.addptr %[[TABLE]], %[[W1]]
// CHECK: %[[SIZE:.+]] = tt.load %[[P1]] : !tt.ptr<i64>
// CHECK: %[[FOUR:.+]] = arith.constant 4 : i64
// CHECK: %[[FITS:.+]] = arith.cmpi uge, %[[SIZE]], %[[FOUR]]
// CHECK: %[[THREE:.+]] = arith.constant 3 : i64
// CHECK: %[[MORE:.+]] = arith.subi %[[SIZE]], %[[THREE]]
// CHECK: %[[COUNT:.+]] = arith.select %[[FITS]], %[[MORE]],
// The program's number: x + X * (y + Y * z).
// CHECK: tt.get_program_id z
// CHECK: tt.get_program_id y
// CHECK: tt.get_num_programs y
// CHECK: %[[YZ:.+]] = arith.addi
// CHECK: tt.get_program_id x
// CHECK: tt.get_num_programs x
// CHECK: %[[PROGRAM:.+]] = arith.addi

// CHECK: %[[MASK:.+]] = arith.cmpi slt
// CHECK: %[[PTR:.+]] = tt.addptr
// CHECK: %[[ADDRESS:.+]] = tt.ptr_to_int %[[PTR]]
// CHECK: %[[BEGINS:.+]] = tt.splat %[[BEGIN]]
// CHECK: %[[OFFSET:.+]] = arith.subi %[[ADDRESS]], %[[BEGINS]]
// CHECK: %[[COUNTS:.+]] = tt.splat %[[COUNT]]
// CHECK: %[[VALID:.+]] = arith.cmpi ult, %[[OFFSET]], %[[COUNTS]]
// CHECK: %[[TRUE:.+]] = arith.constant dense<true>
// CHECK: %[[INVALID:.+]] = arith.xori %[[VALID]], %[[TRUE]]
// CHECK: %[[FAULT:.+]] = arith.andi %[[MASK]], %[[INVALID]]
// CHECK: %[[BOTH:.+]] = arith.andi %[[MASK]], %[[VALID]]
// CHECK: %[[ONES:.+]] = arith.extui %[[FAULT]]
// CHECK: %[[FAULTS:.+]] = "tt.reduce"(%[[ONES]])
// CHECK: arith.addi
// CHECK: %[[ANY:.+]] = arith.cmpi ne, %[[FAULTS]],
// CHECK: scf.if %[[ANY]] {
// The first element with a fault, and its address.
// CHECK: %[[INDEX:.+]] = tt.make_range {end = 64 : i32, start = 0 : i32}
// CHECK: %[[INDICES:.+]] = arith.select %[[FAULT]], %[[INDEX]],
// CHECK: %[[FIRST:.+]] = "tt.reduce"(%[[INDICES]])
// CHECK: arith.minui
// CHECK: %[[FIRSTS:.+]] = tt.splat %[[FIRST]]
// CHECK: %[[IS:.+]] = arith.cmpi eq, %[[INDEX]], %[[FIRSTS]]
// CHECK: %[[PLACES:.+]] = arith.select %[[IS]], %[[ADDRESS]],
// CHECK: %[[PLACE:.+]] = "tt.reduce"(%[[PLACES]])
// CHECK: arith.maxui
// CHECK: %[[ELEMENT:.+]] = arith.extui %[[FIRST]]
// The record of site 0 begins at word 6.
// CHECK: %[[W6:.+]] = arith.constant 6 : i32
// CHECK: %[[P6:.+]] = tt.addptr %[[TABLE]], %[[W6]]
// CHECK: %[[ADDED:.+]] = arith.extui %[[FAULTS]]
// CHECK: %[[BEFORE:.+]] = tt.atomic_rmw add, relaxed, gpu, %[[P6]], %[[ADDED]] : (!tt.ptr<i64>, i64) -> i64
// CHECK: %[[NONE:.+]] = arith.cmpi eq, %[[BEFORE]],
// CHECK: arith.constant 7 : i32
// CHECK: tt.store %{{.+}}, %[[PROGRAM]], %[[NONE]]
// CHECK: arith.constant 8 : i32
// CHECK: tt.store %{{.+}}, %[[ELEMENT]], %[[NONE]]
// CHECK: arith.constant 9 : i32
// CHECK: tt.store %{{.+}}, %[[PLACE]], %[[NONE]]
// CHECK: }
// CHECK: %[[ZEROS:.+]] = arith.constant dense<0.0{{.*}}> : tensor<64xf32>
// CHECK: %[[V:.+]] = tt.load %[[PTR]], %[[BOTH]], %[[ZEROS]]

// A store without a mask.
// CHECK: %[[TO:.+]] = tt.addptr
// CHECK: tt.ptr_to_int %[[TO]]
// CHECK: %[[VALID:.+]] = arith.cmpi ult
// CHECK: %[[FAULT:.+]] = arith.xori %[[VALID]]
// CHECK: arith.extui %[[FAULT]]
// CHECK: arith.constant 10 : i32
// CHECK: tt.atomic_rmw add, relaxed
// CHECK: tt.store %[[TO]], %[[V]], %[[VALID]]
tt.func public @copy(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %s = tt.splat %n : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %r, %s : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %xp, %m : tensor<64x!tt.ptr<f32>>
  %os = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %op = tt.addptr %os, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %op, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}

// -----

// Elements of tiles of two dimensions are counted row by row; a load keeps its
// `other` and its cache modifier.
// CHECK-LABEL: tt.func public @tile
// CHECK: tt.ptr_to_int %arg0
// CHECK: tt.reshape %{{.+}} allow_reorder : tensor<4x8xi32> -> tensor<32xi32>
// CHECK: %[[COLUMN:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32}
// CHECK: %[[COLUMNS:.+]] = tt.expand_dims %[[COLUMN]] {axis = 0 : i32}
// CHECK: %[[WIDE:.+]] = tt.broadcast %[[COLUMNS]]
// CHECK: %[[ROW:.+]] = tt.make_range {end = 4 : i32, start = 0 : i32}
// CHECK: %[[ROWS:.+]] = tt.expand_dims %[[ROW]] {axis = 1 : i32}
// CHECK: %[[EIGHT:.+]] = arith.constant dense<8>
// CHECK: %[[STARTS:.+]] = arith.muli %[[ROWS]], %[[EIGHT]]
// CHECK: %[[TALL:.+]] = tt.broadcast %[[STARTS]]
// CHECK: arith.addi %[[WIDE]], %[[TALL]]
// CHECK: tt.load %arg0, %{{.+}}, %arg2 cacheModifier = cg
tt.func public @tile(%p: tensor<4x8x!tt.ptr<f16>>, %m: tensor<4x8xi1>, %o: tensor<4x8xf16>) {
  %v = tt.load %p, %m, %o cacheModifier = cg : tensor<4x8x!tt.ptr<f16>>
  tt.store %p, %v : tensor<4x8x!tt.ptr<f16>>
  tt.return
}

// -----

// A scalar, and the type of what is loaded: a pointer that is not loaded is
// null.
// CHECK: kind = "load", loc = {{[^,]+}}, parameter = 0 : i64, shape = array<i64>
// CHECK-LABEL: tt.func public @scalar
// CHECK: %[[VALID:.+]] = arith.cmpi ult, %{{.+}}, %{{.+}} : i64
// CHECK: %[[FAULT:.+]] = arith.xori %[[VALID]], %{{.+}} : i1
// CHECK: %[[COUNT:.+]] = arith.extui %[[FAULT]] : i1 to i32
// CHECK: arith.cmpi ne, %[[COUNT]]
// CHECK: scf.if
// CHECK: tt.atomic_rmw add, relaxed, gpu
// CHECK: }
// CHECK: %[[NULL:.+]] = tt.int_to_ptr %{{.+}} : i64 -> !tt.ptr<f32>
// CHECK: %[[P:.+]] = tt.load %arg0, %[[VALID]], %[[NULL]] : !tt.ptr<!tt.ptr<f32>>
// CHECK: tt.ptr_to_int %[[P]]
tt.func public @scalar(%p: !tt.ptr<!tt.ptr<f32>>, %q: !tt.ptr<f32>) {
  %a = tt.load %p : !tt.ptr<!tt.ptr<f32>>
  %v = tt.load %a : !tt.ptr<f32>
  tt.store %q, %v : !tt.ptr<f32>
  tt.return
}

// -----

// Atomics: one with a mask, and a swap, which accesses the sink instead.
// CHECK: kind = "atomic"
// CHECK-SAME: bytes = 8 : i64, kind = "atomic"
// CHECK-LABEL: tt.func public @atomics
// CHECK: %[[VALID:.+]] = arith.cmpi ult
// CHECK: %[[BOTH:.+]] = arith.andi %arg2, %[[VALID]]
// CHECK: tt.atomic_rmw add, relaxed
// CHECK: tt.atomic_rmw fadd, acq_rel, gpu, %arg0, %arg1, %[[BOTH]]
// CHECK: %[[VALID:.+]] = arith.cmpi ult
// CHECK: tt.atomic_rmw add, relaxed
// The sink is after 5 parameters and 2 sites.
// CHECK: arith.constant 18 : i32
// CHECK: %[[WORD:.+]] = tt.addptr %arg5
// CHECK: %[[SINK:.+]] = tt.bitcast %[[WORD]] : !tt.ptr<i64> -> !tt.ptr<f64>
// CHECK: %[[ZERO:.+]] = arith.constant 0.0{{.*}} : f64
// CHECK: %[[PTR:.+]] = arith.select %[[VALID]], %arg3, %[[SINK]]
// CHECK: %[[CMP:.+]] = arith.select %[[VALID]], %arg4, %[[ZERO]]
// CHECK: %[[VAL:.+]] = arith.select %[[VALID]], %arg4, %[[ZERO]]
// CHECK: tt.atomic_cas acq_rel, gpu, %[[PTR]], %[[CMP]], %[[VAL]]
tt.func public @atomics(%p: tensor<64x!tt.ptr<f32>>, %x: tensor<64xf32>, %m: tensor<64xi1>, %q: !tt.ptr<f64>, %y: f64) {
  %old = tt.atomic_rmw fadd, acq_rel, gpu, %p, %x, %m : (tensor<64x!tt.ptr<f32>>, tensor<64xf32>, tensor<64xi1>) -> tensor<64xf32>
  %was = tt.atomic_cas acq_rel, gpu, %q, %y, %y : (!tt.ptr<f64>, f64, f64) -> f64
  tt.return
}

// -----

// A loop that waits for a value ends if it cannot read it.
// CHECK-LABEL: tt.func public @polls
// CHECK: scf.while
// CHECK: %[[HAS:.+]] = arith.cmpi ne
// CHECK: scf.if %[[HAS]]
// CHECK: %[[OLD:.+]] = tt.atomic_rmw or, acquire
// CHECK: %[[WAITS:.+]] = arith.cmpi ne, %[[OLD]]
// CHECK: %[[SOUND:.+]] = arith.xori %[[HAS]], %true
// CHECK: %[[BOTH:.+]] = arith.andi %[[WAITS]], %[[SOUND]]
// CHECK: scf.condition(%[[BOTH]])
tt.func public @polls(%p: !tt.ptr<i32>, %x: i32) {
  %zero = arith.constant 0 : i32
  scf.while : () -> () {
    %old = tt.atomic_rmw or, acquire, gpu, %p, %zero : (!tt.ptr<i32>, i32) -> i32
    %waits = arith.cmpi ne, %old, %x : i32
    scf.condition(%waits)
  } do {
    scf.yield
  }
  tt.return
}

// -----

// A module that is guarded already, and a function that is no kernel.
// CHECK-LABEL: tt.func public @guarded(%arg0: !tt.ptr<f32>, %arg1: !tt.ptr<i64>)
// CHECK-NEXT: tt.load %arg0 : !tt.ptr<f32>
module attributes {guard.sites = []} {
  tt.func public @guarded(%p: !tt.ptr<f32>, %table: !tt.ptr<i64>) {
    %v = tt.load %p : !tt.ptr<f32>
    tt.return
  }
}

// -----

// CHECK: guard.sites = []
// CHECK-LABEL: tt.func private @callee(%arg0: !tt.ptr<f32>) -> f32
// CHECK-NEXT: tt.load %arg0 : !tt.ptr<f32>
tt.func private @callee(%p: !tt.ptr<f32>) -> f32 {
  %v = tt.load %p : !tt.ptr<f32>
  tt.return %v : f32
}
