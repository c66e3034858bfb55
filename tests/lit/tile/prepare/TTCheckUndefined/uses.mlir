// RUN: cm2tt-opt %s -split-input-file -cm2tt-tt-check-undefined | FileCheck %s

// A sum of all elements is undefined if one is.
// CHECK-LABEL: tt.func @sum
// CHECK: %[[X:.+]] = tt.load %{{.+}}, %[[MASK:arg1]] : tensor<4x!tt.ptr<f32>>
// CHECK: %[[LEFT_OUT:.+]] = arith.xori %[[MASK]], %{{.+}} : tensor<4xi1>
// CHECK: %[[SUM:.+]] = "tt.reduce"(%[[X]])
// CHECK: %[[ANY:.+]] = "tt.reduce"(%[[LEFT_OUT]]) <{axis = 0 : i32}> ({
// CHECK:   arith.ori
// CHECK: }) : (tensor<4xi1>) -> i1
// CHECK: %[[DEFINED:.+]] = arith.xori %[[ANY]], %{{.+}} : i1
// CHECK: tt.assert %[[DEFINED]], "a number that is stored depends on an element that a load left out, as its mask was false and it has no 'other'" : i1
// CHECK: tt.store %{{.+}}, %[[SUM]]
tt.func @sum(%p: tensor<4x!tt.ptr<f32>>, %m: tensor<4xi1>, %o: !tt.ptr<f32>) {
  %x = tt.load %p, %m : tensor<4x!tt.ptr<f32>>
  %s = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.reduce.return %c : f32
  }) : (tensor<4xf32>) -> f32
  tt.store %o, %s : !tt.ptr<f32>
  tt.return
}

// -----

// Elements that an operation computes of others are stored under a mask: only those with that mask are asked for.
// CHECK-LABEL: tt.func @elementwise
// CHECK: %[[U:.+]] = arith.xori %[[M:arg1]],
// CHECK: %[[STORED:.+]] = arith.andi %[[U]], %[[N:arg3]] : tensor<4xi1>
// CHECK: %[[OK:.+]] = arith.xori %[[STORED]],
// CHECK: tt.assert %[[OK]]
// CHECK-NOT: tt.assert
tt.func @elementwise(%p: tensor<4x!tt.ptr<f32>>, %m: tensor<4xi1>, %q: tensor<4x!tt.ptr<f32>>, %n: tensor<4xi1>) {
  %x = tt.load %p, %m : tensor<4x!tt.ptr<f32>>
  %y = arith.mulf %x, %x : tensor<4xf32>
  %z = math.exp %y : tensor<4xf32>
  tt.store %q, %z, %n : tensor<4x!tt.ptr<f32>>
  tt.return
}

// -----

// With 'other', and without a mask, elements are defined: nothing is added.
// CHECK-LABEL: tt.func @defined
// CHECK-NOT: tt.assert
tt.func @defined(%p: tensor<4x!tt.ptr<f32>>, %m: tensor<4xi1>, %z: tensor<4xf32>) {
  %x = tt.load %p, %m, %z : tensor<4x!tt.ptr<f32>>
  %y = tt.load %p : tensor<4x!tt.ptr<f32>>
  %s = arith.addf %x, %y : tensor<4xf32>
  tt.store %p, %s : tensor<4x!tt.ptr<f32>>
  tt.return
}

// -----

// A selection has the elements that it chooses; 'and' is defined where a side is false.
// CHECK-LABEL: tt.func @choice
// CHECK: %[[U:.+]] = arith.xori %[[M:arg1]],
// CHECK: %[[CHOSEN:.+]] = arith.select %[[M]], %[[U]], %{{.+}} : tensor<4xi1>, tensor<4xi1>
// CHECK: %[[POSITIVE:.+]] = arith.cmpf ogt
// CHECK: arith.andi %[[POSITIVE]], %[[M]]
// CHECK: tt.assert %{{.+}}, "the mask of an access depends on
// CHECK: tt.assert %{{.+}}, "a number that is stored depends on
// CHECK-NOT: tt.assert
tt.func @choice(%p: tensor<4x!tt.ptr<f32>>, %m: tensor<4xi1>, %z: tensor<4xf32>) {
  %x = tt.load %p, %m : tensor<4x!tt.ptr<f32>>
  %y = arith.select %m, %x, %z : tensor<4xi1>, tensor<4xf32>
  %c = arith.cmpf ogt, %x, %z : tensor<4xf32>
  %d = arith.andi %c, %m : tensor<4xi1>
  tt.store %p, %y, %d : tensor<4x!tt.ptr<f32>>
  tt.return
}

// -----

// A row of the first operand of a product is one of the result.
// CHECK-LABEL: tt.func @dot
// CHECK: tt.dot
// CHECK: %[[ROWS:.+]] = "tt.reduce"(%{{.+}}) <{axis = 1 : i32}>
// CHECK: %[[COLUMN:.+]] = tt.expand_dims %[[ROWS]] {axis = 1 : i32} : tensor<16xi1> -> tensor<16x1xi1>
// CHECK: tt.broadcast %[[COLUMN]] : tensor<16x1xi1> -> tensor<16x32xi1>
// CHECK: tt.assert %{{.+}} : tensor<16x32xi1>
tt.func @dot(%p: tensor<16x16x!tt.ptr<f16>>, %m: tensor<16x16xi1>, %b: tensor<16x32xf16>, %c: tensor<16x32xf32>, %q: tensor<16x32x!tt.ptr<f32>>) {
  %a = tt.load %p, %m : tensor<16x16x!tt.ptr<f16>>
  %d = tt.dot %a, %b, %c : tensor<16x16xf16> * tensor<16x32xf16> -> tensor<16x32xf32>
  tt.store %q, %d : tensor<16x32x!tt.ptr<f32>>
  tt.return
}

// -----

// Loops and branches carry what is undefined.
// CHECK-LABEL: tt.func @carried
// CHECK: %[[LOOP:.+]]:2 = scf.for {{.+}} iter_args(%[[S:.+]] = %{{.+}}, %[[U:.+]] = %{{.+}}) -> (tensor<4xf32>, tensor<4xi1>)
// CHECK:   arith.ori %[[U]],
// CHECK:   scf.yield %{{.+}}, %{{.+}} : tensor<4xf32>, tensor<4xi1>
// CHECK: %[[IF:.+]]:2 = scf.if %{{.+}} -> (tensor<4xf32>, tensor<4xi1>) {
// CHECK:   scf.yield %[[LOOP]]#0, %[[LOOP]]#1
// CHECK: } else {
// CHECK:   scf.yield %{{.+}}, %{{.+}}
// CHECK: %[[OK:.+]] = arith.xori %[[IF]]#1
// CHECK: tt.assert %[[OK]]
tt.func @carried(%p: tensor<4x!tt.ptr<f32>>, %m: tensor<4xi1>, %z: tensor<4xf32>, %n: i32, %if: i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z) -> (tensor<4xf32>) : i32 {
    %x = tt.load %p, %m : tensor<4x!tt.ptr<f32>>
    %b = arith.addf %a, %x : tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  %t = scf.if %if -> (tensor<4xf32>) {
    scf.yield %s : tensor<4xf32>
  } else {
    scf.yield %z : tensor<4xf32>
  }
  tt.store %p, %t : tensor<4x!tt.ptr<f32>>
  tt.return
}

// -----

// A number that decides a branch or ends a loop, an address, and operands of atomics.
// CHECK-LABEL: tt.func @decides
// CHECK: tt.assert %{{.+}}, "the condition of a branch depends on
// CHECK: scf.if
// CHECK: scf.while (%{{.+}} = %{{.+}}, %{{.+}} = %{{.+}}) : (i32, i1) -> (i32, i1)
// CHECK: tt.assert %{{.+}}, "the condition of a loop depends on
// CHECK: scf.condition(%{{.+}}) %{{.+}}, %{{.+}} : i32, i1
// CHECK: tt.assert %{{.+}}, "a bound of a loop depends on
// CHECK: scf.for
// CHECK: tt.assert %{{.+}}, "the address of a load depends on
// CHECK: tt.assert %{{.+}}, "an operand of an atomic depends on
tt.func @decides(%p: !tt.ptr<i32>, %m: i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %n = tt.load %p, %m : !tt.ptr<i32>
  %c = arith.cmpi sgt, %n, %c0 : i32
  scf.if %c {
    tt.store %p, %c0 : !tt.ptr<i32>
  }
  %w = scf.while (%a = %n) : (i32) -> i32 {
    %more = arith.cmpi sgt, %a, %c0 : i32
    scf.condition(%more) %a : i32
  } do {
  ^bb0(%a: i32):
    %b = arith.subi %a, %c1 : i32
    scf.yield %b : i32
  }
  scf.for %i = %c0 to %n step %c1 : i32 {
    tt.store %p, %i : !tt.ptr<i32>
  }
  %q = tt.addptr %p, %w : !tt.ptr<i32>, i32
  %x = tt.load %q : !tt.ptr<i32>
  %old = tt.atomic_rmw add, acq_rel, gpu, %p, %n : (!tt.ptr<i32>, i32) -> i32
  tt.return
}
