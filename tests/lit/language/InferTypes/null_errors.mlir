// RUN: cm2tt-opt %s -cm2tt-infer-types -split-input-file -verify-diagnostics=only-expected
// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file -verify-diagnostics=only-expected

// T-NULL-1: null on one way, a mask on the other: tested behind them, given for an optional parameter.
//   void merged(boolean c, Ptr p) {
//     Tensor m = null;
//     if (c)
//       m = compare(arange(0, 8), 4, LessThan);
//     if (m != null)
//       store(p, 1);
//     Tensor x = arange(0, 8);
//     store(add(p, x), x, m);
//   }
!Kind = !cm.java<"oracle.code.triton.Triton$CompareKind">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i1", "*i32"]} {
cm.func "merged" body (%c: i1, %p: !Ptr) -> none {
  %0 = cm.constant #cm.null -> !Tensor
  %m = cm.var %0 "m" : (!Tensor) -> !cm.var<!Tensor>
  cm.java.if
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> none {
      %1 = cm.constant 0 : i32
      %2 = cm.constant 8 : i32
      %3 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%1, %2) : (i32, i32) -> !Tensor
      %4 = cm.constant 4 : i32
      %5 = cm.field.load "oracle.code.triton.Triton$CompareKind::LessThan:oracle.code.triton.Triton$CompareKind" : () -> !Kind
      %6 = cm.invoke "oracle.code.triton.Triton::compare(oracle.code.triton.Tensor, int, oracle.code.triton.Triton$CompareKind):oracle.code.triton.Tensor"(%3, %4, %5) : (!Tensor, i32, !Kind) -> !Tensor
      cm.var.store %m, %6 : !cm.var<!Tensor>, !Tensor
      cm.yield
    }
  cm.java.if
    body () -> i1 {
      %7 = cm.var.load %m : (!cm.var<!Tensor>) -> !Tensor
      %8 = cm.constant #cm.null -> !Tensor
      // expected-error @+1 {{T-NULL-1: whether it is null must be known while compiling: a tile of 8 boolean}}
      %9 = cm.neq %7, %8 : !Tensor, !Tensor
      cm.yield %9 : i1
    }
    body () -> none {
      %10 = cm.constant 1 : i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %10) : (!Ptr, i32) -> ()
      cm.yield
    }
  %11 = cm.constant 0 : i32
  %12 = cm.constant 8 : i32
  %13 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%11, %12) : (i32, i32) -> !Tensor
  %14 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %13) : (!Ptr, !Tensor) -> !Tensor
  %15 = cm.var.load %m : (!cm.var<!Tensor>) -> !Tensor
  // expected-error @+1 {{T-NULL-1: whether it is null must be known while compiling: a tile of 8 boolean}}
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%14, %13, %15) : (!Tensor, !Tensor, !Tensor) -> ()
  cm.return
}
}

// -----

// T-NULL-1: through ?:, a record and a helper.
//   record Options(Tensor bias)
//   boolean isAbsent(Options o) { return o.bias() == null; }
//   void through(boolean c, Ptr p) {
//     Options o = new Options(c ? null : arange(0, 8));
//     if (isAbsent(o))
//       store(p, 1);
//   }
!Options = !cm.java<"demo.Options">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i1", "*i32"], cm.kernel = "through"} {
cm.func "isAbsent" body (%o: !Options) -> i1 {
  %0 = cm.invoke "demo.Options::bias():oracle.code.triton.Tensor"(%o) : (!Options) -> !Tensor
  %1 = cm.constant #cm.null -> !Tensor
  // expected-error @+1 {{T-NULL-1: whether it is null must be known while compiling: a tile of 8 int}}
  %2 = cm.eq %0, %1 : !Tensor, !Tensor
  cm.return %2 : i1
}
cm.func "through" body (%c: i1, %p: !Ptr) -> none {
  %0 = cm.java.cexpression
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> !Tensor {
      %1 = cm.constant #cm.null -> !Tensor
      cm.yield %1 : !Tensor
    }
    body () -> !Tensor {
      %2 = cm.constant 0 : i32
      %3 = cm.constant 8 : i32
      %4 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%2, %3) : (i32, i32) -> !Tensor
      cm.yield %4 : !Tensor
    } : () -> !Tensor
  %5 = cm.new "demo.Options::(oracle.code.triton.Tensor)"(%0) {named = {record = "(Tensor bias)demo.Options"}} : (!Tensor) -> !Options
  %o = cm.var %5 "o" : (!Options) -> !cm.var<!Options>
  cm.java.if
    body () -> i1 {
      %6 = cm.var.load %o : (!cm.var<!Options>) -> !Options
      %7 = cm.invoke "demo.K::isAbsent(demo.Options):boolean"(%6) : (!Options) -> i1
      cm.yield %7 : i1
    }
    body () -> none {
      %8 = cm.constant 1 : i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %8) : (!Ptr, i32) -> ()
      cm.yield
    }
  cm.return
}
}
