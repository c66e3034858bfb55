// RUN: cm2tt-opt %s -cm2tt-tt-to-ttg -cse | FileCheck %s

// What control flow passes on has one layout on all ways, that of what uses it;
// cheap tiles are made in it, outside of loops if they can be.

// CHECK-LABEL: tt.func public @sum_rows
// CHECK-DAG: %[[Z:.+]] = arith.constant dense<0.000000e+00> : tensor<1024xf32, #[[L:.+]]>
// CHECK-DAG: %[[STEP:.+]] = arith.constant dense<1024> : tensor<1024xi32, #[[L]]>
// CHECK: scf.for {{.*}} iter_args(%[[S:.+]] = %[[Z]], %[[P:.+]] = %{{.+}}) -> (tensor<1024xf32, #[[L]]>, tensor<1024x!tt.ptr<f32>, #[[L]]>)
// CHECK-NEXT: %[[V:.+]] = tt.load %[[P]] : tensor<1024x!tt.ptr<f32>, #[[L]]>
// CHECK-NEXT: %[[T:.+]] = arith.addf %[[S]], %[[V]] : tensor<1024xf32, #[[L]]>
// CHECK-NEXT: %[[N:.+]] = tt.addptr %[[P]], %[[STEP]]
// CHECK-NEXT: scf.yield %[[T]], %[[N]]
// CHECK-NOT: ttg.convert_layout
tt.func public @sum_rows(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<1024xf32>
  %step = arith.constant dense<1024> : tensor<1024xi32>
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %p0 = tt.addptr %ps, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %sum:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero, %at = %p0) -> (tensor<1024xf32>, tensor<1024x!tt.ptr<f32>>) : i32 {
    %v = tt.load %at : tensor<1024x!tt.ptr<f32>>
    %t = arith.addf %s, %v : tensor<1024xf32>
    %next = tt.addptr %at, %step : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    scf.yield %t, %next : tensor<1024xf32>, tensor<1024x!tt.ptr<f32>>
  }
  %qs = tt.splat %q : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %q0 = tt.addptr %qs, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %q0, %sum#0 : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// CHECK-LABEL: tt.func public @branches
// CHECK: %[[X:.+]] = scf.if %{{.+}} -> (tensor<512xf32, #[[L:.+]]>)
// CHECK:   scf.yield %{{.+}} : tensor<512xf32, #[[L]]>
// CHECK:   scf.yield %{{.+}} : tensor<512xf32, #[[L]]>
// CHECK: tt.store %{{.+}}, %[[X]] : tensor<512x!tt.ptr<f32>, #[[L]]>
tt.func public @branches(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %c: i1) {
  %zero = arith.constant dense<0.0> : tensor<512xf32>
  %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %p0 = tt.addptr %ps, %r : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  %x = scf.if %c -> (tensor<512xf32>) {
    %v = tt.load %p0 : tensor<512x!tt.ptr<f32>>
    scf.yield %v : tensor<512xf32>
  } else {
    scf.yield %zero : tensor<512xf32>
  }
  tt.store %p0, %x : tensor<512x!tt.ptr<f32>>
  tt.return
}

// CHECK-LABEL: tt.func public @halve
// CHECK: %[[Z:.+]] = scf.while (%{{.+}} = %{{.+}}) : (tensor<512xf32, #[[L:.+]]>) -> tensor<512xf32, #[[L]]>
// CHECK:   scf.condition(%{{.+}}) %{{.+}} : tensor<512xf32, #[[L]]>
// CHECK: ^bb0(%{{.+}}: tensor<512xf32, #[[L]]>):
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.store %{{.+}}, %[[Z]] : tensor<512x!tt.ptr<f32>, #[[L]]>
tt.func public @halve(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %c: i1) {
  %half = arith.constant dense<0.5> : tensor<512xf32>
  %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %p0 = tt.addptr %ps, %r : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  %x = tt.load %p0 : tensor<512x!tt.ptr<f32>>
  %z = scf.while (%y = %x) : (tensor<512xf32>) -> tensor<512xf32> {
    %m = "tt.reduce"(%y) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tt.reduce.return %s : f32
    }) : (tensor<512xf32>) -> f32
    %one = arith.constant 1.0 : f32
    %more = arith.cmpf ogt, %m, %one : f32
    scf.condition(%more) %y : tensor<512xf32>
  } do {
  ^bb0(%y: tensor<512xf32>):
    %h = arith.mulf %y, %half : tensor<512xf32>
    scf.yield %h : tensor<512xf32>
  }
  tt.store %p0, %z : tensor<512x!tt.ptr<f32>>
  tt.return
}

// A cheap tile is made for the block that takes it.
// CHECK-LABEL: tt.func public @blocks
// CHECK: cf.cond_br %{{.+}}, ^bb1(%{{.+}} : tensor<512xi32, #[[L:.+]]>), ^bb1(%{{.+}} : tensor<512xi32, #[[L]]>)
// CHECK: ^bb1(%[[Y:.+]]: tensor<512xi32, #[[L]]>):
// CHECK: tt.store %{{.+}}, %[[Y]] : tensor<512x!tt.ptr<i32>, #[[L]]>
tt.func public @blocks(%p: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %c: i1) {
  %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %ps = tt.splat %p : !tt.ptr<i32> -> tensor<512x!tt.ptr<i32>>
  %p0 = tt.addptr %ps, %r : tensor<512x!tt.ptr<i32>>, tensor<512xi32>
  %x = tt.load %p0 : tensor<512x!tt.ptr<i32>>
  cf.cond_br %c, ^bb1(%x : tensor<512xi32>), ^bb1(%r : tensor<512xi32>)
^bb1(%y: tensor<512xi32>):
  tt.store %p0, %y : tensor<512x!tt.ptr<i32>>
  tt.return
}
