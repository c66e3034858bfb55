// RUN: cm2tt-opt %s -cm2tt-infer-types -split-input-file -verify-diagnostics
// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file -verify-diagnostics

// T-OP-1: arrays, strings, type tests, fields.
//   void values(int n) {
//     String s = "a";
//     Tensor t = arange(0, 4);
//     Total = n;
//   }
!String = !cm.java<"java.lang.String">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i32"]} {
cm.func "values" body (%n: i32) -> none {
  %0 = cm.constant "a" -> !String
  %s = cm.var %0 "s" : (!String) -> !cm.var<!String>
  // expected-error @+2 {{T-OP-1: strings cannot be used in a kernel: 'concat'}}
  // expected-note @+1 {{a text and numbers are printed by Triton.devicePrint("n is", n)}}
  %x = cm.concat %s, %n : (!cm.var<!String>, i32) -> !String
  %1 = cm.constant 0 : i32
  %2 = cm.constant 4 : i32
  %3 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%1, %2) : (i32, i32) -> !Tensor
  %t = cm.var %3 "t" : (!Tensor) -> !cm.var<!Tensor>
  %u = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
  // expected-error @+1 {{T-OP-1: type tests cannot be used in a kernel: 'pattern.type'}}
  %i = cm.pattern.type "n" : !cm.ext<"Pattern<int>">
  %a = cm.constant #cm.null -> !cm.java<"int[]">
  // expected-error @+2 {{T-OP-1: arrays cannot be used in a kernel: 'array.length'}}
  // expected-note @+1 {{tiles hold many values: Triton.arange, Triton.load, ...}}
  %l = cm.array.length %a : !cm.java<"int[]">
  // expected-error @+2 {{T-OP-1: arrays cannot be used in a kernel: 'array.load'}}
  // expected-note @+1 {{tiles hold many values: Triton.arange, Triton.load, ...}}
  %e = cm.array.load %a[%n] : (!cm.java<"int[]">, i32) -> i32
  // expected-error @+2 {{T-OP-1: arrays cannot be used in a kernel: 'array.store'}}
  // expected-note @+1 {{tiles hold many values: Triton.arange, Triton.load, ...}}
  cm.array.store %a[%n], %n : !cm.java<"int[]">, i32, i32
  // expected-error @+2 {{T-OP-1: assignments to fields cannot be used in a kernel: 'field.store'}}
  // expected-note @+1 {{return the values instead}}
  cm.field.store "demo.K::Total:int" %n : i32
  cm.return
}
}

// -----

// T-OP-1: exceptions, assertions, monitors.
//   void statements(boolean c, int n) {
//     if (c) {
//     }
//   }
module attributes {cm.signature = ["i1", "i32"]} {
cm.func "statements" body (%c: i1, %n: i32) -> none {
  %e = cm.constant #cm.null -> !cm.java<"java.lang.Error">
  // expected-error @+2 {{T-OP-1: Java's assertions cannot be used in a kernel: 'assert'}}
  // expected-note @+1 {{use Triton.deviceAssert}}
  cm.assert body () -> i1 {
  cm.yield %c : i1
  }
  // expected-error @+2 {{T-OP-1: monitors cannot be used in a kernel: 'monitor.enter'}}
  // expected-note @+1 {{atomic methods order accesses: Triton.atomicAdd, Triton.atomicCas, ...}}
  cm.monitor.enter %e : !cm.java<"java.lang.Error">
  // expected-error @+2 {{T-OP-1: monitors cannot be used in a kernel: 'monitor.exit'}}
  // expected-note @+1 {{atomic methods order accesses: Triton.atomicAdd, Triton.atomicCas, ...}}
  cm.monitor.exit %e : !cm.java<"java.lang.Error">
  // expected-error @+2 {{T-OP-1: monitors cannot be used in a kernel: 'java.synchronized'}}
  // expected-note @+1 {{atomic methods order accesses: Triton.atomicAdd, Triton.atomicCas, ...}}
  cm.java.synchronized body () -> !cm.java<"java.lang.Error"> {
  cm.yield %e : !cm.java<"java.lang.Error">
  } body () -> none {
  cm.yield
  }
  // expected-error @+2 {{T-OP-1: exceptions cannot be used in a kernel: 'java.try'}}
  // expected-note @+1 {{Triton.deviceAssert stops a kernel with a message}}
  cm.java.try body () -> none {
  cm.yield
  } body (%x: !cm.java<"java.lang.RuntimeException">) -> none {
  cm.yield
  }
  // expected-error @+1 {{T-OP-1: quoted code cannot be used in a kernel: 'quoted'}}
  %q = cm.quoted body () -> i32 {
  cm.yield %n : i32
  } : () -> !cm.ext<"Quoted<Op>">
  cm.java.if
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> none {
      // expected-error @+2 {{T-OP-1: exceptions cannot be used in a kernel: 'throw'}}
      // expected-note @+1 {{Triton.deviceAssert stops a kernel with a message}}
      cm.throw %e : !cm.java<"java.lang.Error">
    }
  cm.return
}
}

// -----

// T-OP-1: an operation that has no kind.
//   void unknown(int n) {
//   }
module attributes {cm.signature = ["i32"]} {
cm.func "unknown" body (%n: i32) -> none {
  // expected-error @+1 {{T-OP-1: 'module' cannot be used in a kernel}}
  cm.module body () -> none {
  cm.unreachable
  }
  cm.return
}
}
