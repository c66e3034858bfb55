// RUN: cm2tt-opt %s | cm2tt-opt | FileCheck %s
// RUN: cm2tt-opt %s -mlir-print-op-generic | cm2tt-opt | FileCheck %s

// CHECK-LABEL: cm.func "loops"
cm.func "loops" body (%a: i32, %c: i1, %array: !cm.java<"int[]">) -> none {
  // CHECK: cm.java.for
  cm.java.for
    // CHECK-NEXT: body () -> none {
    body () -> none {
      cm.yield
    }
    // CHECK: body () -> i1 {
    body () -> i1 {
      cm.yield %c : i1
    }
    // CHECK: body () -> none {
    body () -> none {
      cm.yield
    }
    // CHECK: body () -> none {
    body () -> none {
      // CHECK: cm.java.break
      cm.java.break
    }
  // CHECK: cm.java.for
  cm.java.for
    // CHECK-NEXT: body () -> tuple<!cm.var<i32>, !cm.var<i32>> {
    body () -> tuple<!cm.var<i32>, !cm.var<i32>> {
      %i = cm.var %a "i" : (i32) -> !cm.var<i32>
      %t = cm.tuple %i, %i : (!cm.var<i32>, !cm.var<i32>) -> tuple<!cm.var<i32>, !cm.var<i32>>
      cm.yield %t : tuple<!cm.var<i32>, !cm.var<i32>>
    }
    // CHECK: body (%{{.*}}: !cm.var<i32>, %{{.*}}: !cm.var<i32>) -> i1 {
    body (%i: !cm.var<i32>, %j: !cm.var<i32>) -> i1 {
      cm.yield %c : i1
    }
    // CHECK: body (%{{.*}}: !cm.var<i32>, %{{.*}}: !cm.var<i32>) -> none {
    body (%i: !cm.var<i32>, %j: !cm.var<i32>) -> none {
      cm.yield
    }
    // CHECK: body (%{{.*}}: !cm.var<i32>, %{{.*}}: !cm.var<i32>) -> none {
    body (%i: !cm.var<i32>, %j: !cm.var<i32>) -> none {
      // CHECK: cm.java.continue
      cm.java.continue
    }
  // CHECK: cm.java.enhancedFor
  cm.java.enhancedFor
    // CHECK-NEXT: body () -> !cm.java<"int[]"> {
    body () -> !cm.java<"int[]"> {
      cm.yield %array : !cm.java<"int[]">
    }
    // CHECK: body (%{{.*}}: i32) -> !cm.var<i32> {
    body (%e: i32) -> !cm.var<i32> {
      %v = cm.var %e "e" : (i32) -> !cm.var<i32>
      cm.yield %v : !cm.var<i32>
    }
    // CHECK: body (%{{.*}}: !cm.var<i32>) -> none {
    body (%v: !cm.var<i32>) -> none {
      // CHECK: cm.java.continue
      cm.java.continue
    }
  // CHECK: cm.java.while
  cm.java.while
    // CHECK-NEXT: body () -> i1 {
    body () -> i1 {
      cm.yield %c : i1
    }
    // CHECK: body () -> none {
    body () -> none {
      cm.return
    }
  // CHECK: cm.java.do.while
  cm.java.do.while
    // CHECK-NEXT: body () -> none {
    body () -> none {
      // CHECK: cm.java.continue
      cm.java.continue
    }
    // CHECK: body () -> i1 {
    body () -> i1 {
      cm.yield %c : i1
    }
  cm.unreachable
}

// CHECK-LABEL: cm.func "conditions"
cm.func "conditions" body (%a: i32, %c: i1, %s: !cm.java<"java.lang.String">) -> none {
  // CHECK: cm.java.if
  cm.java.if
    // CHECK-NEXT: body "cond" () -> i1 {
    body "cond" () -> i1 {
      cm.yield %c : i1
    }
    // CHECK: body "then" () -> none {
    body "then" () -> none {
      cm.yield
    }
  // CHECK: cm.java.if
  cm.java.if
    // CHECK-NEXT: body () -> i1 {
    body () -> i1 {
      cm.yield %c : i1
    }
    // CHECK: body () -> none {
    body () -> none {
      cm.yield
    }
    // CHECK: body () -> i1 {
    body () -> i1 {
      cm.yield %c : i1
    }
    // CHECK: body () -> none {
    body () -> none {
      cm.return
    }
    // CHECK: body () -> none {
    body () -> none {
      cm.throw %s : !cm.java<"java.lang.String">
    }
  // CHECK: cm.java.block body () -> none {
  cm.java.block body () -> none {
    cm.yield
  }
  // CHECK: cm.java.labeled body () -> none {
  cm.java.labeled body () -> none {
    %0 = cm.constant "outer" -> !cm.java<"java.lang.String">
    // CHECK: cm.java.while
    cm.java.while
      // CHECK-NEXT: body () -> i1 {
      body () -> i1 {
        cm.yield %c : i1
      }
      // CHECK: body () -> none {
      body () -> none {
        // CHECK: cm.java.if
        cm.java.if
          // CHECK-NEXT: body () -> i1 {
          body () -> i1 {
            cm.yield %c : i1
          }
          // CHECK: body () -> none {
          body () -> none {
            // CHECK: cm.java.continue "outer"
            cm.java.continue "outer"
          }
        // CHECK: cm.java.break %{{.*}} : !cm.java<"java.lang.String">
        cm.java.break %0 : !cm.java<"java.lang.String">
      }
    cm.yield
  }
  cm.return
}
