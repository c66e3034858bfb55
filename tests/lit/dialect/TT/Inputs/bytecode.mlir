// The stored files of bytecode_versions.test are this, as bytecode.
module {
  tt.func public @kernel(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %q = tt.addptr %s, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %x = tt.load %q cacheModifier = cg evictionPolicy = evict_last : tensor<64x!tt.ptr<f32>>
    %y = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<64xf32>) -> f32
    %o = tt.atomic_rmw fadd, relaxed, sys, %p, %y : (!tt.ptr<f32>, f32) -> f32
    tt.return
  }
}
