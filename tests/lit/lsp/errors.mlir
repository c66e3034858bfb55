// RUN: python3 -B %S/Inputs/session.py %s | cm2tt-lsp-server -lit-test | FileCheck %s

// Errors are shown where they are, in each part of a file, and one does not hide
// those of others.
// CHECK: "method": "textDocument/publishDiagnostics"

// An unknown operation.
tt.func @f() {
// CHECK: "message": "custom op 'tt.lod' is unknown
// CHECK: "line": [[#@LINE]]
  tt.lod
}

// -----

// A type that an operation does not take.
tt.func @f(%i: i32) {
// CHECK: "message": "custom op 'tt.load' 'ptr' must be pointer
// CHECK: "line": [[#@LINE]]
  %x = tt.load %i : i32
}

// -----

// A value that is not there.
tt.func @f() -> f32 {
// CHECK: "message": "use of undeclared SSA value name"
// CHECK: "line": [[#@LINE]]
  tt.return %none : f32
}

// -----

// A constraint of a layout.
// CHECK: 'register' is given twice
// CHECK: "line": [[#@LINE]]
#l = #ttg.linear<{register = [[1]], lane = [], register = []}>

// -----

// A type of `tt`.
// CHECK: pointer to 'index', a number, a pointer or a tile of them expected
tt.func private @f(!tt.ptr<index>)

// -----

// An attribute of `cm`, which a verifier checks.
// CHECK: 'cm.kernel' must be a string
// CHECK: "line": [[#@LINE]]
module attributes {cm.kernel = 1 : i32} {}

// -----

// A dialect that does not exist.
tt.func @f() {
// CHECK: Dialect `tx' not found
  tx.load
}

// -----

// A part without an error gives none.
tt.func @g() {
  tt.return
}
// CHECK-NOT: "message"
// CHECK: "uri": "test:///file.mlir"
