// RUN: cm2tt-opt %s -split-input-file -verify-diagnostics

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{loop variable is 'i32', expected a box}}
  cm.java.for
    body () -> i32 {
      cm.yield %a : i32
    }
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> none {
      cm.yield
    }
    body () -> none {
      cm.java.continue
    }
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{wrong number of parameters of the initialization: 1, expected 0}}
  cm.java.for
    body (%i: i32) -> none {
      cm.yield
    }
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> none {
      cm.yield
    }
    body () -> none {
      cm.java.continue
    }
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{the condition yields 'i32', expected 'i1'}}
  cm.java.for
    body () -> none {
      cm.yield
    }
    body () -> i32 {
      cm.yield %a : i32
    }
    body () -> none {
      cm.yield
    }
    body () -> none {
      cm.java.continue
    }
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{expected 4 regions}}
  cm.java.for
    body () -> none {
      cm.yield
    }
    body () -> i1 {
      cm.yield %c : i1
    }
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{the expression yields nothing, expected a value}}
  cm.java.enhancedFor
    body () -> none {
      cm.yield
    }
    body (%e: i32) -> none {
      cm.yield
    }
    body () -> none {
      cm.java.continue
    }
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{wrong number of parameters of the definition: 0, expected 1}}
  cm.java.enhancedFor
    body () -> i32 {
      cm.yield %a : i32
    }
    body () -> none {
      cm.yield
    }
    body () -> none {
      cm.java.continue
    }
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{loop variable is 'i32', expected a box}}
  cm.java.enhancedFor
    body () -> i32 {
      cm.yield %a : i32
    }
    body (%e: i32) -> i32 {
      cm.yield %a : i32
    }
    body () -> none {
      cm.java.continue
    }
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{parameter #0 of the loop is '!cm.var<i64>', expected '!cm.var<i32>'}}
  cm.java.enhancedFor
    body () -> i32 {
      cm.yield %a : i32
    }
    body (%e: i32) -> !cm.var<i32> {
      %v = cm.var %e : (i32) -> !cm.var<i32>
      cm.yield %v : !cm.var<i32>
    }
    body (%v: !cm.var<i64>) -> none {
      cm.java.continue
    }
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{the condition yields 'i32', expected 'i1'}}
  cm.java.while
    body () -> i32 {
      cm.yield %a : i32
    }
    body () -> none {
      cm.java.continue
    }
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{the loop yields 'i32', expected 'none'}}
  cm.java.do.while
    body () -> i32 {
      cm.yield %a : i32
    }
    body () -> i1 {
      cm.yield %c : i1
    }
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{wrong number of bodies: 1, expected 2 or more}}
  cm.java.if
    body () -> i1 {
      cm.yield %c : i1
    }
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{the predicate yields 'i32', expected 'i1'}}
  cm.java.if
    body () -> i32 {
      cm.yield %a : i32
    }
    body () -> none {
      cm.yield
    }
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{the action yields 'i1', expected 'none'}}
  cm.java.if
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> i1 {
      cm.yield %c : i1
    }
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{wrong number of parameters of the block: 1, expected 0}}
  cm.java.block
    body (%x: i32) -> none {
      cm.yield
    }
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{body begins with no label, expected a constant string}}
  cm.java.labeled
    body () -> none {
      cm.yield
    }
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{the labeled statement yields 'i1', expected 'none'}}
  cm.java.labeled
    body () -> i1 {
      %0 = cm.constant "x" -> !cm.java<"java.lang.String">
      cm.yield %c : i1
    }
  cm.return
}

// -----

cm.func "f" body () -> none {
  // expected-error@+1 {{is outside of a loop or switch}}
  cm.java.break
}

// -----

cm.func "f" body () -> none {
  // expected-error@+1 {{is outside of a loop}}
  cm.java.continue
}

// -----

cm.func "f" body () -> none {
  // expected-error@+1 {{no enclosing statement has its label}}
  cm.java.continue "x"
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  cm.java.while body () -> i1 {
    cm.yield %c : i1
  } body () -> none {
    // expected-error@+1 {{no enclosing statement has its label}}
    cm.java.break %s : !cm.java<"java.lang.String">
  }
  cm.return
}

// -----

cm.func "f" body (%a: i32) -> none {
  // expected-error@+1 {{is outside of a switch expression}}
  cm.java.yield %a : i32
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  %0 = cm.java.switch.expression %a
    body (%x: i32) -> i1 {
      cm.yield %c : i1
    }
    body () -> i32 {
      // expected-error@+1 {{yielded value is missing, expected 'i32'}}
      cm.java.yield
    } : (i32) -> i32
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  %0 = cm.java.switch.expression %a
    body (%x: i32) -> i1 {
      cm.yield %c : i1
    }
    body () -> i32 {
      // expected-error@+1 {{yielded value is 'i64', expected 'i32'}}
      cm.java.yield %l : i64
    } : (i32) -> i32
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{wrong number of bodies: 1, expected pairs}}
  cm.java.switch.statement %a
    body (%x: i32) -> i1 {
      cm.yield %c : i1
    } : (i32) -> ()
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{parameter #0 of the predicate is 'i64', expected 'i32'}}
  cm.java.switch.statement %a
    body (%x: i64) -> i1 {
      cm.yield %c : i1
    }
    body () -> none {
      cm.yield
    } : (i32) -> ()
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{the action yields 'i32', expected 'none'}}
  cm.java.switch.statement %a
    body (%x: i32) -> i1 {
      cm.yield %c : i1
    }
    body () -> i32 {
      cm.yield %a : i32
    } : (i32) -> ()
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{the action yields 'i1', expected 'i32'}}
  %0 = cm.java.switch.expression %a
    body (%x: i32) -> i1 {
      cm.yield %c : i1
    }
    body () -> i1 {
      cm.yield %c : i1
    } : (i32) -> i32
  cm.return
}

// -----

cm.func "f" body () -> none {
  // expected-error@+1 {{is outside of a switch}}
  cm.java.switch.fallthrough
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{wrong number of bodies: 1, expected 2 or more}}
  %0 = cm.java.cand
    body () -> i1 {
      cm.yield %c : i1
    } : () -> i1
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{the predicate yields 'i32', expected 'i1'}}
  %0 = cm.java.cor
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> i32 {
      cm.yield %a : i32
    } : () -> i1
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{the second choice yields 'i1', expected 'i32'}}
  %0 = cm.java.cexpression
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> i32 {
      cm.yield %a : i32
    }
    body () -> i1 {
      cm.yield %c : i1
    } : () -> i32
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{the expression yields nothing, expected a value}}
  cm.java.synchronized
    body () -> none {
      cm.yield
    }
    body () -> none {
      cm.yield
    }
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{wrong number of bodies: 0, expected 1 or more}}
  cm.java.try
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{body #1 yields 'i1', expected none}}
  cm.java.try
    body () -> none {
      cm.yield
    }
    body () -> i1 {
      cm.yield %c : i1
    }
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{the pattern yields nothing, expected a value}}
  %0 = cm.pattern.match %s
    body () -> none {
      cm.yield
    }
    body () -> none {
      cm.yield
    } : (!cm.java<"java.lang.String">) -> i1
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{reference names a field, expected a record}}
  %0 = cm.pattern.record "a.B::x:int"() : () -> !cm.java<"a.P">
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{wrong number of operands: 0, expected 1}}
  %0 = cm.pattern.record "(int x)a.B"() : () -> !cm.java<"a.P">
  cm.return
}

// -----

cm.func "f" body (%a: i32, %c: i1) -> none {
  // expected-error@+1 {{the first choice yields 'i1', expected 'i32'}}
  %0 = cm.java.cexpression
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> i32 {
      cm.yield %a : i32
    } : () -> i32
  cm.return
}
