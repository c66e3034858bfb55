// RUN: cm2tt-opt %s -split-input-file -verify-diagnostics

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{requires all operands to have the same type}}
  %0 = "cm.add"(%a, %l) : (i32, i64) -> i32
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{result type is the type of the first operand}}
  %0 = "cm.add"(%a, %a) : (i32, i32) -> i64
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{must be Java number, but got 'i1'}}
  %0 = cm.add %c, %c : i1
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{must be Java number}}
  %0 = cm.add %s, %s : !cm.java<"java.lang.String">
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{must be Java integer or boolean}}
  %0 = cm.and %f, %f : f32
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{operand #1 must be Java integer}}
  %0 = cm.lshl %a, %f : i32, f32
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{must be boolean}}
  %0 = cm.not %a : i32
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{must be Java number}}
  %0 = cm.neg %c : i1
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{operand #0 must be Java number}}
  %0 = cm.lt %c, %c : i1, i1
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{requires all operands to have the same type}}
  %0 = cm.lt %a, %l : i32, i64
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{second operand is '!cm.java<"java.lang.String">', expected 'i32'}}
  %0 = cm.eq %a, %s : i32, !cm.java<"java.lang.String">
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{second operand is 'i64', expected 'i32'}}
  %0 = cm.neq %a, %l : i32, i64
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{no conversion from 'i32' to 'i1'}}
  %0 = cm.conv %a : i32 to i1
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{result is '!cm.java<"java.lang.Object">', expected 'i32'}}
  %0 = cm.cast %s to i32 : (!cm.java<"java.lang.String">) -> !cm.java<"java.lang.Object">
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{reference names a field, expected a method}}
  %0 = cm.invoke "a.B::f:int"(%a) : (i32) -> i32
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{wrong number of operands: 3, expected 1, or one more for a receiver}}
  %0 = cm.invoke "a.B::f(int):int"(%a, %a, %a) : (i32, i32, i32) -> i32
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{result is 'i64', expected 'i32'}}
  %0 = cm.invoke "a.B::f(int):int"(%a) : (i32) -> i64
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{result is 'i64', expected 'none'}}
  %0 = cm.invoke "a.B::f(int):void"(%a) : (i32) -> i64
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{reference names a method, expected a constructor}}
  %0 = cm.new "a.B::f():a.B"() : () -> !cm.java<"a.B">
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{result is 'i32', expected '!cm.java<"a.B">'}}
  %0 = cm.new "a.B::()"() : () -> i32
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{wrong number of operands: 1, expected 2}}
  %0 = cm.new "a.B::(int, int)"(%a) : (i32) -> !cm.java<"a.B">
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{reference names a method, expected a field}}
  %0 = cm.field.load "a.B::f():int" : () -> i32
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{result is 'i64', expected 'i32'}}
  %0 = cm.field.load "a.B::x:int" : () -> i64
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{reference names a method, expected a field}}
  cm.field.store "a.B::f():int" %a : i32
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{wrong number of operands: 3, expected 1 or 2}}
  cm.field.store "a.B::x:int" %a, %a, %a : i32, i32, i32
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{stored value is 'i64', expected 'i32'}}
  cm.field.store "a.B::x:int" %l : i64
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{first operand is '!cm.java<"java.lang.String">', expected an array}}
  %0 = cm.array.length %s : !cm.java<"java.lang.String">
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{expected an array}}
  %0 = cm.array.load %s[%a] : (!cm.java<"java.lang.String">, i32) -> i32
  cm.return
}

// -----

cm.func "f" body (%a: i32, %x: !cm.java<"int[]">) -> none {
  // expected-error@+1 {{result is 'i64', expected 'i32'}}
  %0 = cm.array.load %x[%a] : (!cm.java<"int[]">, i32) -> i64
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{expected an array}}
  cm.array.store %s[%a], %a : !cm.java<"java.lang.String">, i32, i32
  cm.return
}

// -----

cm.func "f" body (%a: i32, %x: !cm.java<"int[]">) -> none {
  // expected-error@+1 {{stored value is '!cm.java<"int[]">', expected 'i32'}}
  cm.array.store %x[%a], %x : !cm.java<"int[]">, i32, !cm.java<"int[]">
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{wrong number of bodies: 0, expected 1 or 2}}
  cm.assert
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{the condition yields 'i32', expected 'i1'}}
  cm.assert body () -> i32 {
    cm.yield %a : i32
  }
  cm.return
}

// -----

cm.func "f" body (%a: i32, %l: i64, %c: i1, %f: f32, %s: !cm.java<"java.lang.String">) -> none {
  // expected-error@+1 {{the detail yields nothing, expected a value}}
  cm.assert body () -> i1 {
    cm.yield %c : i1
  } body () -> none {
    cm.yield
  }
  cm.return
}

// -----

cm.func "f" body (%c: i1) -> none {
  // expected-error@+1 {{has no successor}}
  "cm.exception.region.enter"() <{segments = array<i32>}> : () -> ()
}

// -----

cm.func "f" body (%c: i1) -> none {
  // expected-error@+1 {{wrong number of segments: 0, expected 1}}
  cm.exception.region.enter ^a segments [] : () -> ()
^a:
  cm.return
}

// -----

cm.func "f" body (%c: i1) -> none {
  // expected-error@+1 {{segment is negative: -1}}
  cm.exception.region.enter ^a segments [-1] : () -> ()
^a:
  cm.return
}

// -----

cm.func "f" body (%c: i1) -> none {
  // expected-error@+1 {{segments take 1 operands, expected at most 0}}
  cm.exception.region.exit ^a segments [1] : () -> ()
^a:
  cm.return
}

// -----

cm.func "f" body (%x: tensor<4xf32>) -> none {
  // expected-error@+1 {{operand #0 must be Java primitive, but got 'tensor<4xf32>'}}
  %0 = "cm.conv"(%x) : (tensor<4xf32>) -> i32
  cm.return
}

// -----

cm.func "f" body (%a: i32) -> none {
  // expected-error@+1 {{failed to verify that result type is the type of the operand}}
  %0 = "cm.neg"(%a) : (i32) -> i64
  cm.return
}
