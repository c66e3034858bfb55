// The stored files of bytecode_versions.test are this, as bytecode.
module {
  tt.func @convert(%a: tensor<4xf32, #ttg.linear<{register = [[1]], lane = [[2]], warp = []}>>) {
    %b = ttg.convert_layout %a : tensor<4xf32, #ttg.linear<{register = [[1]], lane = [[2]], warp = []}>> -> tensor<4xf32, #ttg.linear<{register = [[2]], lane = [[1]], warp = []}>>
    tt.return
  }
}
