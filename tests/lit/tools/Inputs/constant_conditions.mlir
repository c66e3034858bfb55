// Conditions that are compared as integers, in which bits are constant: the steps of a
// sorting network in reverse order, and others.

tt.func public @flipped(%p: tensor<4x2x!tt.ptr<f32>>, %left: tensor<4x2xf32>, %right: tensor<4x2xf32>, %n: tensor<4x2xi32>, %s: i32) {
  %r = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  %row = tt.expand_dims %r {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
  %one = arith.constant dense<1> : tensor<1x2xi32>
  %b = arith.xori %row, %one : tensor<1x2xi32>
  %bits = tt.broadcast %b : tensor<1x2xi32> -> tensor<4x2xi32>
  %c = arith.cmpf ogt, %left, %right : tensor<4x2xf32>
  %i = arith.extui %c : tensor<4x2xi1> to tensor<4x2xi32>
  %t = arith.cmpi ne, %i, %bits : tensor<4x2xi32>
  %v = arith.select %t, %left, %right : tensor<4x2xi1>, tensor<4x2xf32>
  tt.store %p, %v : tensor<4x2x!tt.ptr<f32>>
  tt.return
}

tt.func public @equal(%p: tensor<4x2x!tt.ptr<f32>>, %left: tensor<4x2xf32>, %right: tensor<4x2xf32>, %n: tensor<4x2xi32>, %s: i32) {
  %r = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  %row = tt.expand_dims %r {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
  %one = arith.constant dense<1> : tensor<1x2xi32>
  %b = arith.xori %row, %one : tensor<1x2xi32>
  %bits = tt.broadcast %b : tensor<1x2xi32> -> tensor<4x2xi32>
  %c = arith.cmpf ogt, %left, %right : tensor<4x2xf32>
  %i = arith.extui %c : tensor<4x2xi1> to tensor<4x2xi32>
  %t = arith.cmpi eq, %i, %bits : tensor<4x2xi32>
  %v = arith.select %t, %left, %right : tensor<4x2xi1>, tensor<4x2xf32>
  tt.store %p, %v : tensor<4x2x!tt.ptr<f32>>
  tt.return
}

tt.func public @pattern(%p: tensor<4x2x!tt.ptr<f32>>, %left: tensor<4x2xf32>, %right: tensor<4x2xf32>, %n: tensor<4x2xi32>, %s: i32) {
  %r = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  %row = tt.expand_dims %r {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
  %some = arith.constant dense<[[0, 1]]> : tensor<1x2xi32>
  %b = arith.xori %row, %some : tensor<1x2xi32>
  %bits = tt.broadcast %b : tensor<1x2xi32> -> tensor<4x2xi32>
  %c = arith.cmpf ogt, %left, %right : tensor<4x2xf32>
  %i = arith.extui %c : tensor<4x2xi1> to tensor<4x2xi32>
  %t = arith.cmpi ne, %i, %bits : tensor<4x2xi32>
  %v = arith.select %t, %left, %right : tensor<4x2xi1>, tensor<4x2xf32>
  tt.store %p, %v : tensor<4x2x!tt.ptr<f32>>
  tt.return
}

tt.func public @reshaped(%p: tensor<4x2x!tt.ptr<f32>>, %left: tensor<4x2xf32>, %right: tensor<4x2xf32>, %n: tensor<4x2xi32>, %s: i32) {
  %r = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  %row = tt.expand_dims %r {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
  %col = tt.reshape %r : tensor<2xi32> -> tensor<1x2xi32>
  %one = arith.constant dense<1> : tensor<1x2xi32>
  %b = arith.xori %col, %one : tensor<1x2xi32>
  %bits = tt.broadcast %b : tensor<1x2xi32> -> tensor<4x2xi32>
  %c = arith.cmpf ogt, %left, %right : tensor<4x2xf32>
  %i = arith.extui %c : tensor<4x2xi1> to tensor<4x2xi32>
  %t = arith.cmpi ne, %i, %bits : tensor<4x2xi32>
  %v = arith.select %t, %left, %right : tensor<4x2xi1>, tensor<4x2xf32>
  tt.store %p, %v : tensor<4x2x!tt.ptr<f32>>
  tt.return
}

tt.func public @twice(%p: tensor<4x2x!tt.ptr<f32>>, %left: tensor<4x2xf32>, %right: tensor<4x2xf32>, %n: tensor<4x2xi32>, %s: i32) {
  %r = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  %row = tt.expand_dims %r {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
  %one = arith.constant dense<1> : tensor<1x2xi32>
  %some = arith.constant dense<[[1, 0]]> : tensor<1x2xi32>
  %f = arith.xori %row, %one : tensor<1x2xi32>
  %g = tt.broadcast %f : tensor<1x2xi32> -> tensor<4x2xi32>
  %h = tt.broadcast %some : tensor<1x2xi32> -> tensor<4x2xi32>
  %bits = arith.xori %g, %h : tensor<4x2xi32>
  %c = arith.cmpf ogt, %left, %right : tensor<4x2xf32>
  %i = arith.extui %c : tensor<4x2xi1> to tensor<4x2xi32>
  %t = arith.cmpi ne, %i, %bits : tensor<4x2xi32>
  %v = arith.select %t, %left, %right : tensor<4x2xi1>, tensor<4x2xf32>
  tt.store %p, %v : tensor<4x2x!tt.ptr<f32>>
  tt.return
}

tt.func public @mixed(%p: tensor<4x2x!tt.ptr<f32>>, %left: tensor<4x2xf32>, %right: tensor<4x2xf32>, %n: tensor<4x2xi32>, %s: i32) {
  %r = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  %row = tt.expand_dims %r {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
  %one = arith.constant dense<1> : tensor<4x2xi32>
  %m = arith.andi %n, %one : tensor<4x2xi32>
  %bits = arith.xori %m, %one : tensor<4x2xi32>
  %c = arith.cmpf ogt, %left, %right : tensor<4x2xf32>
  %i = arith.extui %c : tensor<4x2xi1> to tensor<4x2xi32>
  %t = arith.cmpi ne, %i, %bits : tensor<4x2xi32>
  %v = arith.select %t, %left, %right : tensor<4x2xi1>, tensor<4x2xf32>
  tt.store %p, %v : tensor<4x2x!tt.ptr<f32>>
  tt.return
}

tt.func public @only_constants(%p: tensor<4x2x!tt.ptr<f32>>, %left: tensor<4x2xf32>, %right: tensor<4x2xf32>, %n: tensor<4x2xi32>, %s: i32) {
  %r = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  %row = tt.expand_dims %r {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
  %some = arith.constant dense<[[1, 0]]> : tensor<1x2xi32>
  %one = arith.constant dense<1> : tensor<1x2xi32>
  %z = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
  %e = tt.expand_dims %z {axis = 0 : i32} : tensor<1xi32> -> tensor<1x1xi32>
  %y = tt.broadcast %e : tensor<1x1xi32> -> tensor<1x2xi32>
  %x = arith.xori %y, %some : tensor<1x2xi32>
  %b = arith.xori %x, %one : tensor<1x2xi32>
  %bits = tt.broadcast %b : tensor<1x2xi32> -> tensor<4x2xi32>
  %c = arith.cmpf ogt, %left, %right : tensor<4x2xf32>
  %i = arith.extui %c : tensor<4x2xi1> to tensor<4x2xi32>
  %t = arith.cmpi ne, %i, %bits : tensor<4x2xi32>
  %v = arith.select %t, %left, %right : tensor<4x2xi1>, tensor<4x2xf32>
  tt.store %p, %v : tensor<4x2x!tt.ptr<f32>>
  tt.return
}

tt.func public @one_element(%p: tensor<4x2x!tt.ptr<f32>>, %left: tensor<4x2xf32>, %right: tensor<4x2xf32>, %n: tensor<4x2xi32>, %s: i32) {
  %r = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  %row = tt.expand_dims %r {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
  %z = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
  %e = tt.expand_dims %z {axis = 0 : i32} : tensor<1xi32> -> tensor<1x1xi32>
  %one = arith.constant dense<1> : tensor<1x1xi32>
  %x = arith.xori %e, %one : tensor<1x1xi32>
  %bits = tt.broadcast %x : tensor<1x1xi32> -> tensor<4x2xi32>
  %c = arith.cmpf ogt, %left, %right : tensor<4x2xf32>
  %i = arith.extui %c : tensor<4x2xi1> to tensor<4x2xi32>
  %t = arith.cmpi ne, %i, %bits : tensor<4x2xi32>
  %v = arith.select %t, %left, %right : tensor<4x2xi1>, tensor<4x2xf32>
  tt.store %p, %v : tensor<4x2x!tt.ptr<f32>>
  tt.return
}

tt.func public @masked(%p: tensor<4x2x!tt.ptr<f32>>, %left: tensor<4x2xf32>, %right: tensor<4x2xf32>, %n: tensor<4x2xi32>, %s: i32) {
  %r = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  %row = tt.expand_dims %r {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
  %one = arith.constant dense<1> : tensor<1x2xi32>
  %m = arith.andi %row, %one : tensor<1x2xi32>
  %b = arith.xori %m, %one : tensor<1x2xi32>
  %bits = tt.broadcast %b : tensor<1x2xi32> -> tensor<4x2xi32>
  %c = arith.cmpf ogt, %left, %right : tensor<4x2xf32>
  %i = arith.extui %c : tensor<4x2xi1> to tensor<4x2xi32>
  %t = arith.cmpi ne, %i, %bits : tensor<4x2xi32>
  %v = arith.select %t, %left, %right : tensor<4x2xi1>, tensor<4x2xf32>
  tt.store %p, %v : tensor<4x2x!tt.ptr<f32>>
  tt.return
}

tt.func public @united(%p: tensor<4x2x!tt.ptr<f32>>, %left: tensor<4x2xf32>, %right: tensor<4x2xf32>, %n: tensor<4x2xi32>, %s: i32) {
  %r = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  %row = tt.expand_dims %r {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
  %some = arith.constant dense<[[0, 1]]> : tensor<1x2xi32>
  %one = arith.constant dense<1> : tensor<1x2xi32>
  %m = arith.ori %row, %some : tensor<1x2xi32>
  %b = arith.xori %m, %one : tensor<1x2xi32>
  %bits = tt.broadcast %b : tensor<1x2xi32> -> tensor<4x2xi32>
  %c = arith.cmpf ogt, %left, %right : tensor<4x2xf32>
  %i = arith.extui %c : tensor<4x2xi1> to tensor<4x2xi32>
  %t = arith.cmpi eq, %i, %bits : tensor<4x2xi32>
  %v = arith.select %t, %left, %right : tensor<4x2xi1>, tensor<4x2xf32>
  tt.store %p, %v : tensor<4x2x!tt.ptr<f32>>
  tt.return
}

tt.func public @pattern_equal(%p: tensor<4x2x!tt.ptr<f32>>, %left: tensor<4x2xf32>, %right: tensor<4x2xf32>, %n: tensor<4x2xi32>, %s: i32) {
  %r = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  %row = tt.expand_dims %r {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
  %some = arith.constant dense<[[1, 0]]> : tensor<1x2xi32>
  %b = arith.xori %row, %some : tensor<1x2xi32>
  %bits = tt.broadcast %b : tensor<1x2xi32> -> tensor<4x2xi32>
  %c = arith.cmpf ogt, %left, %right : tensor<4x2xf32>
  %i = arith.extui %c : tensor<4x2xi1> to tensor<4x2xi32>
  %t = arith.cmpi eq, %i, %bits : tensor<4x2xi32>
  %v = arith.select %t, %left, %right : tensor<4x2xi1>, tensor<4x2xf32>
  tt.store %p, %v : tensor<4x2x!tt.ptr<f32>>
  tt.return
}
