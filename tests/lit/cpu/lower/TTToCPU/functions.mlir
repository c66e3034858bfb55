// RUN: cm2tt-opt %s -cm2tt-tt-to-cpu=target=cpu:x86-64-v3 | FileCheck %s

// A kernel is a function of one program, which nobody else sees, and the loop
// over programs that the runtime calls. Scratch memory is as large as that of
// the largest.

// CHECK: module attributes {cpu.scratch = 1024 : i64
// CHECK-LABEL: llvm.func internal @none.program
// CHECK: llvm.return
// CHECK-LABEL: llvm.func @none(
// CHECK-SAME: !llvm.ptr, %{{.+}}: !llvm.ptr) -> i32
tt.func public @none() {
  tt.return
}

// CHECK-LABEL: llvm.func internal @some.program
// CHECK-SAME: %{{.+}}: !llvm.ptr, %{{.+}}: !llvm.ptr {llvm.align = 64 : i64, llvm.noalias}, %{{.+}}: !llvm.ptr, %{{.+}}: i1, %{{.+}}: i16, %{{.+}}: f64, %{{.+}}: i64, %{{.+}}: i32, %{{.+}}: i32, %{{.+}}: i32, %{{.+}}: i32, %{{.+}}: i32, %{{.+}}: i32) -> i32

// CHECK-LABEL: llvm.func @some(
// CHECK-SAME: %[[LAUNCH:.+]]: !llvm.ptr, %[[ARGUMENTS:.+]]: !llvm.ptr) -> i32
// CHECK: %[[WIDTH:.+]] = llvm.load %{{.+}} -> i32
// CHECK: %[[HEIGHT:.+]] = llvm.load %{{.+}} -> i32
// CHECK: %[[DEPTH:.+]] = llvm.load %{{.+}} -> i32
// CHECK: %[[END:.+]] = llvm.load %{{.+}} -> i64
// CHECK: %[[SCRATCH:.+]] = llvm.load %{{.+}} -> !llvm.ptr

// Arguments lie where the runtime's pointers point; truth values are bytes.
// CHECK: llvm.getelementptr %[[ARGUMENTS]]
// CHECK: %[[AT:.+]] = llvm.load %{{.+}} -> !llvm.ptr
// CHECK: %[[P:.+]] = llvm.load %[[AT]] {{.*}}-> !llvm.ptr
// CHECK: %[[BYTE:.+]] = llvm.load %{{.+}} -> i8
// CHECK: %[[C:.+]] = arith.cmpi ne, %[[BYTE]],
// CHECK: %[[X:.+]] = llvm.load %{{.+}} -> i16
// CHECK: %[[Y:.+]] = llvm.load %{{.+}} -> f64

// From the first program's number to its place in the grid; x is fastest.
// CHECK: %[[BEGIN:.+]] = llvm.load %{{.+}} -> i64
// CHECK: %[[ROWS:.+]] = llvm.udiv %[[BEGIN]],
// CHECK: llvm.urem %[[ROWS]],
// CHECK: %[[PLANES:.+]] = llvm.udiv %[[ROWS]],
// CHECK: llvm.urem %[[PLANES]],
// CHECK: llvm.br ^[[HEAD:bb[0-9]+]](%[[BEGIN]],

// CHECK: ^[[HEAD]](%[[I:.+]]: i64, %[[IX:.+]]: i32, %[[IY:.+]]: i32, %[[IZ:.+]]: i32):
// CHECK: %[[MORE:.+]] = llvm.icmp "ult" %[[I]], %[[END]]
// CHECK: llvm.cond_br %[[MORE]], ^[[BODY:bb[0-9]+]], ^[[LEAVE:bb[0-9]+]]
// CHECK: ^[[BODY]]:
// CHECK: %[[FAILED:.+]] = llvm.call @some.program(%[[LAUNCH]], %[[SCRATCH]], %[[P]], %[[C]], %[[X]], %[[Y]], %[[I]], %[[IX]], %[[IY]], %[[IZ]], %[[WIDTH]], %[[HEIGHT]], %[[DEPTH]])
// CHECK: %[[FINE:.+]] = llvm.icmp "eq" %[[FAILED]],

// The next one: x counts, y and z where what is before them wraps.
// CHECK: %[[I1:.+]] = llvm.add %[[I]],
// CHECK: %[[X1:.+]] = llvm.add %[[IX]],
// CHECK: %[[WRAPS:.+]] = llvm.icmp "eq" %[[X1]], %[[WIDTH]]
// CHECK: %[[NX:.+]] = llvm.select %[[WRAPS]], %{{.+}}, %[[X1]]
// CHECK: %[[CARRY:.+]] = llvm.select %[[WRAPS]],
// CHECK: llvm.add %[[IY]], %[[CARRY]]
// CHECK: llvm.cond_br %[[FINE]], ^[[HEAD]](%[[I1]], %[[NX]], %{{.+}}), ^[[LEAVE]](%[[FAILED]] : i32)
tt.func public @some(%p: !tt.ptr<f32>, %c: i1, %x: bf16, %y: f64) {
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %q = tt.addptr %s, %r : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %v = tt.load %q : tensor<256x!tt.ptr<f32>>
  %sum = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %e: f32):
    %both = arith.addf %l, %e : f32
    tt.reduce.return %both : f32
  }) : (tensor<256xf32>) -> f32
  %t = tt.splat %sum : f32 -> tensor<256xf32>
  %z = arith.divf %v, %t : tensor<256xf32>
  tt.store %q, %z : tensor<256x!tt.ptr<f32>>
  tt.return
}
