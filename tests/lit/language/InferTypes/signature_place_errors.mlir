// RUN: not cm2tt-opt %s -cm2tt-infer-types 2>&1 | FileCheck %s

// T-SIGNATURE-2: reported where the signature stands.
// CHECK: model.json:3:2: error: T-SIGNATURE-2: the number of entries of the signature is wrong: 0, expected 1 for the kernel 'k'
// CHECK: model.json:3:2: note: the parameters are: arg0: double; for example --signature='fp64'
module attributes {cm.signature = [], cm.signature_loc = loc("model.json":3:2)} {
cm.func "k" body (%d: f64) -> none {
  cm.return
}
}
