// RUN: cm2tt-opt %s -cm2tt-infer-types -split-input-file -verify-diagnostics
// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file -verify-diagnostics

// T-FOREACH-1
//   void notRange(Ptr p) {
//     Tensor t = arange(0, 8);
//     for (int i : t)
//       store(p, i);
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["*i32"]} {
cm.func "notRange" body (%p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  // expected-note @+1 {{'t' is a tile of 8 int, from here}}
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %t = cm.var %2 "t" : (!Tensor) -> !cm.var<!Tensor>
  // expected-error @+2 {{T-FOREACH-1: a kernel can only go over a range: a tile of 8 int}}
  // expected-note @+1 {{use Triton.range or Triton.staticRange (unrolled)}}
  cm.java.enhancedFor
    body () -> !Tensor {
      %3 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
      cm.yield %3 : !Tensor
    }
    body (%4: i32) -> !cm.var<i32> {
      %i = cm.var %4 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> none {
      %5 = cm.var.load %i : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %5) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.return
}
}

// -----

// T-RANGE-1: a fraction, a truth value, a tile.
//   void numbers(boolean b, Ptr p) {
//     Range r = range(1.5f);
//     Range s = staticRange(true, 4);
//     Range t = range(0, arange(0, 8));
//     Range u = range(b);
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Range = !cm.java<"oracle.code.triton.Range">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i1", "*i32"]} {
// expected-note @+1 {{'arg0' is boolean, by the signature}}
cm.func "numbers" body (%b: i1, %p: !Ptr) -> none {
  %0 = cm.constant 1.5 : f32
  // expected-error @+1 {{T-RANGE-1: a range's numbers must be ints or longs: the constant 1.5f}}
  %1 = cm.invoke "oracle.code.triton.Triton::range(float):oracle.code.triton.Range"(%0) : (f32) -> !Range
  %r = cm.var %1 "r" : (!Range) -> !cm.var<!Range>
  %2 = cm.constant true
  %3 = cm.constant 4 : i32
  // expected-error @+1 {{T-RANGE-1: a range's numbers must be ints or longs: the constant true}}
  %4 = cm.invoke "oracle.code.triton.Triton::staticRange(boolean, int):oracle.code.triton.Range"(%2, %3) : (i1, i32) -> !Range
  %s = cm.var %4 "s" : (!Range) -> !cm.var<!Range>
  %5 = cm.constant 0 : i32
  %6 = cm.constant 0 : i32
  %7 = cm.constant 8 : i32
  // expected-note @+1 {{the operand is a tile of 8 int, from here}}
  %8 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%6, %7) : (i32, i32) -> !Tensor
  // expected-error @+1 {{T-RANGE-1: a range's numbers must be ints or longs: a tile of 8 int}}
  %9 = cm.invoke "oracle.code.triton.Triton::range(int, oracle.code.triton.Tensor):oracle.code.triton.Range"(%5, %8) : (i32, !Tensor) -> !Range
  %t = cm.var %9 "t" : (!Range) -> !cm.var<!Range>
  // expected-error @+1 {{T-RANGE-1: a range's numbers must be ints or longs: boolean}}
  %10 = cm.invoke "oracle.code.triton.Triton::range(boolean):oracle.code.triton.Range"(%b) : (i1) -> !Range
  %u = cm.var %10 "u" : (!Range) -> !cm.var<!Range>
  cm.return
}
}

// -----

// T-RANGE-1: an unsigned long has no signed counterpart.
//   void longs(long n) {
//     for (long i : range(n)) ;
//   }
!Range = !cm.java<"oracle.code.triton.Range">
module attributes {cm.signature = ["u64"]} {
// expected-note @+1 {{'arg0' is u64, by the signature}}
cm.func "longs" body (%n: i64) -> none {
  cm.java.enhancedFor
    body () -> !Range {
      // expected-error @+1 {{T-RANGE-1: a range's numbers must be ints or longs: u64}}
      %0 = cm.invoke "oracle.code.triton.Triton::range(long):oracle.code.triton.Range"(%n) : (i64) -> !Range
      cm.yield %0 : !Range
    }
    body (%1: i64) -> !cm.var<i64> {
      %i = cm.var %1 "i" : (i64) -> !cm.var<i64>
      cm.yield %i : !cm.var<i64>
    }
    body (%i: !cm.var<i64>) -> none {
      cm.java.continue
    }
  cm.return
}
}

// -----

// T-RANGE-2
//   void still(int n, Ptr p) {
//     for (int i : range(0, n, 0))
//       store(p, i);
//     for (int i : staticRange(0, 4, 0))
//       store(p, i);
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Range = !cm.java<"oracle.code.triton.Range">
module attributes {cm.signature = ["i32", "*i32"]} {
// expected-note @+1 {{'arg0' is int, by the signature}}
cm.func "still" body (%n: i32, %p: !Ptr) -> none {
  cm.java.enhancedFor
    body () -> !Range {
      %0 = cm.constant 0 : i32
      %1 = cm.constant 0 : i32
      // expected-error @+1 {{T-RANGE-2: the step must not be 0}}
      %2 = cm.invoke "oracle.code.triton.Triton::range(int, int, int):oracle.code.triton.Range"(%0, %n, %1) : (i32, i32, i32) -> !Range
      cm.yield %2 : !Range
    }
    body (%3: i32) -> !cm.var<i32> {
      %i = cm.var %3 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> none {
      %4 = cm.var.load %i : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %4) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.java.enhancedFor
    body () -> !Range {
      %5 = cm.constant 0 : i32
      %6 = cm.constant 4 : i32
      %7 = cm.constant 0 : i32
      // expected-error @+1 {{T-RANGE-2: the step must not be 0}}
      %8 = cm.invoke "oracle.code.triton.Triton::staticRange(int, int, int):oracle.code.triton.Range"(%5, %6, %7) : (i32, i32, i32) -> !Range
      cm.yield %8 : !Range
    }
    body (%9: i32) -> !cm.var<i32> {
      %i_1 = cm.var %9 "i" : (i32) -> !cm.var<i32>
      cm.yield %i_1 : !cm.var<i32>
    }
    body (%i_1: !cm.var<i32>) -> none {
      %10 = cm.var.load %i_1 : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %10) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.return
}
}

// -----

// T-RANGE-3
//   void known(int n, Ptr p) {
//     for (int i : staticRange(0, n))
//       store(p, i);
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Range = !cm.java<"oracle.code.triton.Range">
module attributes {cm.signature = ["i32", "*i32"]} {
// expected-note @+1 {{'arg0' is int, by the signature}}
cm.func "known" body (%n: i32, %p: !Ptr) -> none {
  cm.java.enhancedFor
    body () -> !Range {
      %0 = cm.constant 0 : i32
      // expected-error @+1 {{T-RANGE-3: the numbers of a static range must be constants: the constant 0, int, the constant 1}}
      %1 = cm.invoke "oracle.code.triton.Triton::staticRange(int, int):oracle.code.triton.Range"(%0, %n) : (i32, i32) -> !Range
      cm.yield %1 : !Range
    }
    body (%2: i32) -> !cm.var<i32> {
      %i = cm.var %2 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> none {
      %3 = cm.var.load %i : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %3) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.return
}
}
