// RUN: python3 -B %S/Inputs/session.py %s | cm2tt-lsp-server -lit-test | FileCheck %s

// What an editor asks of a code model. Lines count from 0 in answers.
// CHECK: "method": "textDocument/publishDiagnostics"
// CHECK: "diagnostics": []

module {
  cm.func "helper" body (%a: i32) -> i32 {
    %0 = cm.var %a "x" : (i32) -> !cm.var<i32>
//         ^ hover
//               ^ definition
// CHECK-LABEL: "id": 1,
// CHECK: \"cm.var\"
// CHECK-LABEL: "id": 2,
// CHECK: "start": {
// CHECK-NEXT: "character": 25,
// CHECK-NEXT: "line": [[#@LINE-10]]
    %1 = cm.var.load %0 : (!cm.var<i32>) -> i32
//                   ^ hover
// CHECK-LABEL: "id": 3,
// CHECK: Type: `!cm.var<i32>`
    cm.return %1 : i32
  }
}

// The dialect as `cm2tt` prints it has no errors, with all locations.
// RUN: cm2tt %source/examples/babylon/matmul/model.json --emit=mlir -o %t.cm.mlir
// RUN: python3 -B %S/Inputs/session.py %t.cm.mlir | cm2tt-lsp-server -lit-test | FileCheck %s --check-prefix=PRINTED
// RUN: cm2tt %source/examples/babylon/matmul/model.json --emit=tt -o %t.tt.mlir
// RUN: python3 -B %S/Inputs/session.py %t.tt.mlir | cm2tt-lsp-server -lit-test | FileCheck %s --check-prefix=PRINTED
// RUN: cm2tt %source/examples/babylon/matmul/model.json --emit=ttg --target=sm_90a --launcher=all -o %t.ttg.mlir
// RUN: python3 -B %S/Inputs/session.py %t.ttg.mlir | cm2tt-lsp-server -lit-test | FileCheck %s --check-prefix=PRINTED
// PRINTED: "method": "textDocument/publishDiagnostics"
// PRINTED: "diagnostics": []
