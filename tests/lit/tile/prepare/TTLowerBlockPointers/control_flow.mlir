// RUN: cm2tt-opt %s -cm2tt-tt-lower-block-pointers | FileCheck %s --implicit-check-not='!tt.ptr<tensor'

// A loop carries the base, the extent, the stride and the offset.
// CHECK-LABEL: tt.func @for
tt.func @for(%p: !tt.ptr<f32>, %n: i64, %i: i32, %k: i32) -> f32 {
  %one = arith.constant 1 : i64
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  %b = tt.make_tensor_ptr %p, [%n], [%one], [%i] {order = array<i32: 0>} : <tensor<64xf32>>
  // CHECK: scf.for {{.+}} iter_args({{.+}}) -> (f32, !tt.ptr<f32>, i64, i64, i64) : i32 {
  // CHECK: scf.yield {{.+}} : f32, !tt.ptr<f32>, i64, i64, i64
  // CHECK-NEXT: } {tt.num_stages = 2 : i32}
  %r:2 = scf.for %j = %i to %k step %c1 iter_args(%s = %zero, %a = %b) -> (f32, !tt.ptr<tensor<64xf32>>) : i32 {
    %x = tt.load %a : !tt.ptr<tensor<64xf32>>
    %y = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%l: f32, %m: f32):
      %t = arith.addf %l, %m : f32
      tt.reduce.return %t : f32
    }) : (tensor<64xf32>) -> f32
    %u = arith.addf %s, %y : f32
    %c = tt.advance %a, [%c1] : <tensor<64xf32>>
    scf.yield %u, %c : f32, !tt.ptr<tensor<64xf32>>
  } {tt.num_stages = 2 : i32}
  tt.return %r#0 : f32
}

// CHECK-LABEL: tt.func @while
tt.func @while(%p: !tt.ptr<f32>, %n: i64, %i: i32) -> tensor<64xf32> {
  %one = arith.constant 1 : i64
  %c1 = arith.constant 1 : i32
  %b = tt.make_tensor_ptr %p, [%n], [%one], [%i] {order = array<i32: 0>} : <tensor<64xf32>>
  // CHECK: scf.while ({{.+}}) : (!tt.ptr<f32>, i64, i64, i64, i32) -> (!tt.ptr<f32>, i64, i64, i64, i32)
  // CHECK: scf.condition({{.+}}) {{.+}} : !tt.ptr<f32>, i64, i64, i64, i32
  %e:2 = scf.while (%a = %b, %j = %i) : (!tt.ptr<tensor<64xf32>>, i32) -> (!tt.ptr<tensor<64xf32>>, i32) {
    %c = arith.cmpi sgt, %j, %c1 : i32
    scf.condition(%c) %a, %j : !tt.ptr<tensor<64xf32>>, i32
  } do {
  ^bb0(%a: !tt.ptr<tensor<64xf32>>, %j: i32):
    %z = tt.advance %a, [%j] : <tensor<64xf32>>
    %k = arith.subi %j, %c1 : i32
    scf.yield %z, %k : !tt.ptr<tensor<64xf32>>, i32
  }
  %x = tt.load %e#0 : !tt.ptr<tensor<64xf32>>
  tt.return %x : tensor<64xf32>
}

// CHECK-LABEL: tt.func @choices
tt.func @choices(%p: !tt.ptr<f32>, %n: i64, %i: i32, %c: i1) -> tensor<64xf32> {
  %one = arith.constant 1 : i64
  %b = tt.make_tensor_ptr %p, [%n], [%one], [%i] {order = array<i32: 0>} : <tensor<64xf32>>
  // CHECK: ub.poison : !tt.ptr<f32>
  // CHECK-COUNT-3: ub.poison : i64
  %u = ub.poison : !tt.ptr<tensor<64xf32>>
  // CHECK: scf.if {{.+}} -> (!tt.ptr<f32>, i64, i64, i64)
  %d = scf.if %c -> !tt.ptr<tensor<64xf32>> {
    %z = tt.advance %b, [%i] : <tensor<64xf32>>
    scf.yield %z : !tt.ptr<tensor<64xf32>>
  } else {
    scf.yield %u : !tt.ptr<tensor<64xf32>>
  }
  // CHECK: arith.select {{.+}} : !tt.ptr<f32>
  // CHECK-COUNT-3: arith.select {{.+}} : i64
  %e = arith.select %c, %d, %b : !tt.ptr<tensor<64xf32>>
  %x = tt.load %e : !tt.ptr<tensor<64xf32>>
  tt.return %x : tensor<64xf32>
}

// CHECK-LABEL: tt.func @blocks
tt.func @blocks(%p: !tt.ptr<f32>, %n: i64, %i: i32, %c: i1) -> tensor<64xf32> {
  %one = arith.constant 1 : i64
  %b = tt.make_tensor_ptr %p, [%n], [%one], [%i] {order = array<i32: 0>} : <tensor<64xf32>>
  // CHECK: cf.cond_br {{.+}}, ^bb1({{.+}} : !tt.ptr<f32>, i64, i64, i64), ^bb2
  cf.cond_br %c, ^go(%b : !tt.ptr<tensor<64xf32>>), ^other
^go(%a: !tt.ptr<tensor<64xf32>>):
  %x = tt.load %a : !tt.ptr<tensor<64xf32>>
  tt.return %x : tensor<64xf32>
^other:
  // CHECK: cf.switch
  // CHECK-NEXT: default: ^bb1({{.+}} : !tt.ptr<f32>, i64, i64, i64)
  // CHECK-NEXT: 7: ^bb1({{.+}} : !tt.ptr<f32>, i64, i64, i64)
  cf.switch %i : i32, [
    default: ^go(%b : !tt.ptr<tensor<64xf32>>),
    7: ^go(%b : !tt.ptr<tensor<64xf32>>)
  ]
}

// Attributes stay at arguments that stay.
// CHECK-LABEL: tt.func private @helper
// CHECK-SAME: (%{{.+}}: i32 {tt.divisibility = 16 : i32}, %{{.+}}: !tt.ptr<f32>, %{{.+}}: i64, %{{.+}}: i64, %{{.+}}: i64, %{{.+}}: i64 {tt.divisibility = 4 : i32})
// CHECK-SAME: -> (!tt.ptr<f32>, i64, i64, i64, i32) attributes {noinline = false}
tt.func private @helper(%i: i32 {tt.divisibility = 16 : i32}, %b: !tt.ptr<tensor<64xf32>>, %n: i64 {tt.divisibility = 4 : i32}) -> (!tt.ptr<tensor<64xf32>>, i32) attributes {noinline = false} {
  %z = tt.advance %b, [%i] : <tensor<64xf32>>
  // CHECK: tt.return {{.+}} : !tt.ptr<f32>, i64, i64, i64, i32
  tt.return %z, %i : !tt.ptr<tensor<64xf32>>, i32
}

// CHECK: tt.func private @declared(!tt.ptr<f32>, i64, i64, i64)
tt.func private @declared(!tt.ptr<tensor<64xf32>>)

// CHECK-LABEL: tt.func @call
tt.func @call(%p: !tt.ptr<f32>, %n: i64, %i: i32) -> tensor<64xf32> {
  %one = arith.constant 1 : i64
  %b = tt.make_tensor_ptr %p, [%n], [%one], [%i] {order = array<i32: 0>} : <tensor<64xf32>>
  // CHECK: %[[R:.+]]:5 = tt.call @helper({{.+}}) : (i32, !tt.ptr<f32>, i64, i64, i64, i64) -> (!tt.ptr<f32>, i64, i64, i64, i32)
  // CHECK: %[[O:.+]] = arith.muli %[[R]]#3, %[[R]]#2 : i64
  // CHECK: tt.addptr %[[R]]#0, %[[O]] : !tt.ptr<f32>, i64
  %c:2 = tt.call @helper(%i, %b, %n) : (i32, !tt.ptr<tensor<64xf32>>, i64) -> (!tt.ptr<tensor<64xf32>>, i32)
  %x = tt.load %c#0 : !tt.ptr<tensor<64xf32>>
  tt.return %x : tensor<64xf32>
}
