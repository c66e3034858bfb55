// RUN: cm2tt-opt %s -cm2tt-infer-types -split-input-file -verify-diagnostics
// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file -verify-diagnostics

// All errors of a kernel are reported, each once; what uses an erroneous value is passed over.
//   void all(boolean c, int n, Ptr p) {
//     Tensor bad = arange(0, n);
//     Tensor sum = add(bad, 1);
//     for (int i = 0; i < programId(3); i++) {
//       sum = add(sum, arange(0, i));
//       store(p, sum);
//     }
//     if (c)
//       sum = expand(bad, 7);
//     else
//       store(p, arange(0, 5));
//     for (int i : staticRange(4))
//       store(p, programId(4));
//     while (n < programId(5))
//       n++;
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Range = !cm.java<"oracle.code.triton.Range">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i1", "i32", "*i32"]} {
// expected-note @+1 {{'n' is int, by the signature}}
cm.func "all" body (%c: i1, %n: i32, %p: !Ptr) -> none {
  %n_v = cm.var %n "n" : (i32) -> !cm.var<i32>
  %0 = cm.constant 0 : i32
  %1 = cm.var.load %n_v : (!cm.var<i32>) -> i32
  // expected-error @+2 {{T-ARANGE-1: bounds must be constant ints: the constant 0 and int}}
  // expected-note @+1 {{the value of a parameter is a constant if it is annotated with @Constant and given by constant(name, value)}}
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %bad = cm.var %2 "bad" : (!Tensor) -> !cm.var<!Tensor>
  %3 = cm.var.load %bad : (!cm.var<!Tensor>) -> !Tensor
  %4 = cm.constant 1 : i32
  %5 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%3, %4) : (!Tensor, i32) -> !Tensor
  %sum = cm.var %5 "sum" : (!Tensor) -> !cm.var<!Tensor>
  cm.java.for
    body () -> !cm.var<i32> {
      // expected-note @+1 {{'i' is int, from here}}
      %6 = cm.constant 0 : i32
      %i = cm.var %6 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> i1 {
      %7 = cm.var.load %i : (!cm.var<i32>) -> i32
      %8 = cm.constant 3 : i32
      // expected-error @+1 {{T-PROGRAMID-1: the axis must be a constant 0, 1 or 2: the constant 3}}
      %9 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%8) : (i32) -> i32
      %10 = cm.lt %7, %9 : i32, i32
      cm.yield %10 : i1
    }
    body (%i: !cm.var<i32>) -> none {
      %11 = cm.var.load %i : (!cm.var<i32>) -> i32
      %12 = cm.constant 1 : i32
      %13 = cm.add %11, %12 : i32
      cm.var.store %i, %13 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>) -> none {
      %14 = cm.var.load %sum : (!cm.var<!Tensor>) -> !Tensor
      %15 = cm.constant 0 : i32
      %16 = cm.var.load %i : (!cm.var<i32>) -> i32
      // expected-error @+2 {{T-ARANGE-1: bounds must be constant ints: the constant 0 and int}}
      // expected-note @+1 {{the value of a parameter is a constant if it is annotated with @Constant and given by constant(name, value)}}
      %17 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%15, %16) : (i32, i32) -> !Tensor
      %18 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%14, %17) : (!Tensor, !Tensor) -> !Tensor
      cm.var.store %sum, %18 : !cm.var<!Tensor>, !Tensor
      %19 = cm.var.load %sum : (!cm.var<!Tensor>) -> !Tensor
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, oracle.code.triton.Tensor):void"(%p, %19) : (!Ptr, !Tensor) -> ()
      cm.java.continue
    }
  cm.java.if
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> none {
      %20 = cm.var.load %bad : (!cm.var<!Tensor>) -> !Tensor
      %21 = cm.constant 7 : i32
      %22 = cm.invoke "oracle.code.triton.Triton::expand(oracle.code.triton.Tensor, int):oracle.code.triton.Tensor"(%20, %21) : (!Tensor, i32) -> !Tensor
      cm.var.store %sum, %22 : !cm.var<!Tensor>, !Tensor
      cm.yield
    }
    body () -> none {
      %23 = cm.constant 0 : i32
      %24 = cm.constant -5 : i32
      // expected-error @+1 {{T-ARANGE-2: the range is empty: 0 to -5}}
      %25 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%23, %24) : (i32, i32) -> !Tensor
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, oracle.code.triton.Tensor):void"(%p, %25) : (!Ptr, !Tensor) -> ()
      cm.yield
    }
  // expected-remark @+1 {{the loop is unrolled: 4 iterations}}
  cm.java.enhancedFor
    body () -> !Range {
      %26 = cm.constant 4 : i32
      %27 = cm.invoke "oracle.code.triton.Triton::staticRange(int):oracle.code.triton.Range"(%26) : (i32) -> !Range
      cm.yield %27 : !Range
    }
    body (%28: i32) -> !cm.var<i32> {
      %i_1 = cm.var %28 "i" : (i32) -> !cm.var<i32>
      cm.yield %i_1 : !cm.var<i32>
    }
    body (%i_1: !cm.var<i32>) -> none {
      %29 = cm.constant 4 : i32
      // expected-error @+1 {{T-PROGRAMID-1: the axis must be a constant 0, 1 or 2: the constant 4}}
      %30 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%29) : (i32) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %30) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.java.while
    body () -> i1 {
      %31 = cm.var.load %n_v : (!cm.var<i32>) -> i32
      %32 = cm.constant 5 : i32
      // expected-error @+1 {{T-PROGRAMID-1: the axis must be a constant 0, 1 or 2: the constant 5}}
      %33 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%32) : (i32) -> i32
      %34 = cm.lt %31, %33 : i32, i32
      cm.yield %34 : i1
    }
    body () -> none {
      %35 = cm.var.load %n_v : (!cm.var<i32>) -> i32
      %36 = cm.constant 1 : i32
      %37 = cm.add %35, %36 : i32
      cm.var.store %n_v, %37 : !cm.var<i32>, i32
      cm.java.continue
    }
  cm.return
}
}
