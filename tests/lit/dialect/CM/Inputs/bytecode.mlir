// The stored files of bytecode_versions.test are this, as bytecode.
module attributes {cm.kernel = "kernel", cm.signature = ["*fp32:16", 64 : i32]} {
  cm.func "kernel" body () -> none {
    %0 = cm.constant 3 : i32
    cm.return
  }
}
