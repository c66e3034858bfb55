// RUN: cm2tt-opt %s | cm2tt-opt | FileCheck %s
// RUN: cm2tt-opt %s -mlir-print-op-generic | cm2tt-opt | FileCheck %s

// CHECK-LABEL: cm.func "switches"
cm.func "switches" body (%a: i32, %c: i1) -> none {
  // CHECK: cm.java.switch.statement %{{.*}}
  cm.java.switch.statement %a
    // CHECK-NEXT: body (%{{.*}}: i32) -> i1 {
    body (%s: i32) -> i1 {
      cm.yield %c : i1
    }
    // CHECK: body () -> none {
    body () -> none {
      // CHECK: cm.java.switch.fallthrough
      cm.java.switch.fallthrough
    }
    // CHECK: body (%{{.*}}: i32) -> i1 {
    body (%s: i32) -> i1 {
      cm.yield %c : i1
    }
    // CHECK: body () -> none {
    body () -> none {
      // CHECK: cm.java.break
      cm.java.break
    }
    // CHECK: body () -> none {
    body () -> none {
      cm.yield
    }
    // CHECK: body () -> none {
    body () -> none {
      // CHECK: cm.java.break
      cm.java.break
    // CHECK: } : (i32) -> ()
    } : (i32) -> ()
  // CHECK: cm.java.switch.expression %{{.*}}
  %0 = cm.java.switch.expression %a
    // CHECK-NEXT: body (%{{.*}}: i32) -> i1 {
    body (%s: i32) -> i1 {
      cm.yield %c : i1
    }
    // CHECK: body () -> i32 {
    body () -> i32 {
      // CHECK: cm.java.yield %{{.*}} : i32
      cm.java.yield %a : i32
    // CHECK: } : (i32) -> i32
    } : (i32) -> i32
  cm.return
}

// CHECK-LABEL: cm.func "operators"
cm.func "operators" body (%a: i32, %c: i1) -> none {
  // CHECK: cm.java.cand
  %0 = cm.java.cand
    // CHECK-NEXT: body () -> i1 {
    body () -> i1 {
      cm.yield %c : i1
    }
    // CHECK: body () -> i1 {
    body () -> i1 {
      cm.yield %c : i1
    // CHECK: } : () -> i1
    } : () -> i1
  // CHECK: cm.java.cor
  %1 = cm.java.cor
    // CHECK-NEXT: body () -> i1 {
    body () -> i1 {
      cm.yield %c : i1
    }
    // CHECK: body () -> i1 {
    body () -> i1 {
      cm.yield %c : i1
    // CHECK: } : () -> i1
    } : () -> i1
  // CHECK: cm.java.cexpression
  %2 = cm.java.cexpression
    // CHECK-NEXT: body () -> i1 {
    body () -> i1 {
      cm.yield %c : i1
    }
    // CHECK: body () -> i32 {
    body () -> i32 {
      cm.yield %a : i32
    }
    // CHECK: body () -> i32 {
    body () -> i32 {
      cm.yield %a : i32
    // CHECK: } : () -> i32
    } : () -> i32
  cm.return
}

// CHECK-LABEL: cm.func "synchronized"
cm.func "synchronized" body (%s: !cm.java<"java.lang.String">) -> none {
  // CHECK: cm.java.synchronized
  cm.java.synchronized
    // CHECK-NEXT: body () -> !cm.java<"java.lang.String"> {
    body () -> !cm.java<"java.lang.String"> {
      cm.yield %s : !cm.java<"java.lang.String">
    }
    // CHECK: body () -> none {
    body () -> none {
      cm.yield
    }
  // CHECK: cm.java.try
  cm.java.try
    // CHECK-NEXT: body () -> none {
    body () -> none {
      cm.yield
    }
    // CHECK: body (%{{.*}}: !cm.java<"java.lang.RuntimeException">) -> none {
    body (%e: !cm.java<"java.lang.RuntimeException">) -> none {
      cm.yield
    }
  cm.return
}

// CHECK-LABEL: cm.func "patterns"
cm.func "patterns" body (%s: !cm.java<"java.lang.Object">) -> none {
  // CHECK: cm.pattern.match %{{.*}}
  %0 = cm.pattern.match %s
    // CHECK-NEXT: body () -> !cm.ext<"Pattern<demo.P>"> {
    body () -> !cm.ext<"Pattern<demo.P>"> {
      // CHECK: cm.pattern.type "n" : !cm.ext<"Pattern<int>">
      %p = cm.pattern.type "n" : !cm.ext<"Pattern<int>">
      // CHECK: cm.pattern.match.all : !cm.ext<"Pattern<int>">
      %q = cm.pattern.match.all : !cm.ext<"Pattern<int>">
      // CHECK: cm.pattern.record "(int x, int y)demo.P"(%{{.*}}, %{{.*}}) : (!cm.ext<"Pattern<int>">, !cm.ext<"Pattern<int>">) -> !cm.ext<"Pattern<demo.P>">
      %r = cm.pattern.record "(int x, int y)demo.P"(%p, %q) : (!cm.ext<"Pattern<int>">, !cm.ext<"Pattern<int>">) -> !cm.ext<"Pattern<demo.P>">
      // CHECK: cm.yield %{{.*}} : !cm.ext<"Pattern<demo.P>">
      cm.yield %r : !cm.ext<"Pattern<demo.P>">
    }
    // CHECK: body (%{{.*}}: i32) -> none {
    body (%n: i32) -> none {
      cm.yield
    // CHECK: } : (!cm.java<"java.lang.Object">) -> i1
    } : (!cm.java<"java.lang.Object">) -> i1
  cm.return
}
