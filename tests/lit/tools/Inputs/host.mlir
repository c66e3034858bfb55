// What lowering for a CPU leaves, by hand: the function and its attributes.
module attributes {
  cpu.scratch = 128 : i64,
  cpu.sites = [
    {kind = "load", bytes = 4 : i64, parameter = 0 : i64,
     shape = array<i64: 2, 16>, loc = loc("Kernel.java":3:5)},
    {kind = "store", bytes = 8 : i64, parameter = -1 : i64,
     shape = array<i64>, loc = loc(unknown)},
    {kind = "assert", message = "n > 0", loc = loc("n"("Kernel.java":4:7))},
    {kind = "atomic", bytes = 2 : i64},
    7 : i64]} {
  llvm.func @sinf(f32) -> f32
  llvm.func @kernel(%launch: !llvm.ptr, %arguments: !llvm.ptr) -> i32 {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %x = llvm.load %arguments : !llvm.ptr -> !llvm.ptr
    %0 = llvm.load %x : !llvm.ptr -> vector<8xf32>
    %1 = llvm.fmul %0, %0 {fastmathFlags = #llvm.fastmath<contract>} : vector<8xf32>
    %2 = llvm.fadd %1, %0 {fastmathFlags = #llvm.fastmath<contract>} : vector<8xf32>
    llvm.store %2, %x : vector<8xf32>, !llvm.ptr
    %3 = llvm.load %x : !llvm.ptr -> f32
    %4 = llvm.fmul %3, %3 : f32
    %5 = llvm.fadd %4, %3 : f32
    %6 = llvm.call @sinf(%5) : (f32) -> f32
    llvm.store %6, %x : f32, !llvm.ptr
    llvm.return %zero : i32
  }
}
