// A kernel of f32 with a product, a sum and a function, and lines.
tt.func public @kernel(%x: !tt.ptr<f32>, %n: i32) {
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %q = tt.addptr %p, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %a = tt.load %q : tensor<256x!tt.ptr<f32>>
  %b = arith.mulf %a, %a : tensor<256xf32>
  %c = arith.addf %b, %a : tensor<256xf32>
  %d = math.exp2 %c : tensor<256xf32>
  tt.store %q, %d : tensor<256x!tt.ptr<f32>>
  tt.return
}
