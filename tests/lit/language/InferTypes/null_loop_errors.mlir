// RUN: cm2tt-opt %s -cm2tt-infer-types -split-input-file -verify-diagnostics=only-expected
// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file -verify-diagnostics=only-expected

// T-NULL-1, T-LOOP-1: null before a loop that gives the variable a tile; null from an iteration on.
//   void loops(boolean c, int n, Ptr p) {
//     Tensor t = null;
//     do {
//       if (c)
//         break;
//       t = arange(0, 8);
//     } while (n > 0);
//     if (t == null)
//       store(p, 1);
//     Tensor u = arange(0, 8);
//     for (int i = 0; i < n; i++)
//       u = c ? null : u;
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i1", "i32", "*i32"]} {
cm.func "loops" body (%c: i1, %n: i32, %p: !Ptr) -> none {
  %0 = cm.constant #cm.null -> !Tensor
  %t = cm.var %0 "t" : (!Tensor) -> !cm.var<!Tensor>
  cm.java.do.while
    body () -> none {
      cm.java.if
        body () -> i1 {
          cm.yield %c : i1
        }
        body () -> none {
          cm.java.break
        }
      %1 = cm.constant 0 : i32
      %2 = cm.constant 8 : i32
      %3 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%1, %2) : (i32, i32) -> !Tensor
      cm.var.store %t, %3 : !cm.var<!Tensor>, !Tensor
      cm.java.continue
    }
    body () -> i1 {
      %4 = cm.constant 0 : i32
      %5 = cm.gt %n, %4 : i32, i32
      cm.yield %5 : i1
    }
  cm.java.if
    body () -> i1 {
      %6 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
      %7 = cm.constant #cm.null -> !Tensor
      // expected-error @+1 {{T-NULL-1: whether it is null must be known while compiling: a tile of 8 int}}
      %8 = cm.eq %6, %7 : !Tensor, !Tensor
      cm.yield %8 : i1
    }
    body () -> none {
      %9 = cm.constant 1 : i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %9) : (!Ptr, i32) -> ()
      cm.yield
    }
  %10 = cm.constant 0 : i32
  %11 = cm.constant 8 : i32
  %12 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%10, %11) : (i32, i32) -> !Tensor
  %u = cm.var %12 "u" : (!Tensor) -> !cm.var<!Tensor>
  cm.java.for
    body () -> !cm.var<i32> {
      %13 = cm.constant 0 : i32
      %i = cm.var %13 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> i1 {
      %14 = cm.var.load %i : (!cm.var<i32>) -> i32
      %15 = cm.lt %14, %n : i32, i32
      cm.yield %15 : i1
    }
    body (%i: !cm.var<i32>) -> none {
      %16 = cm.var.load %i : (!cm.var<i32>) -> i32
      %17 = cm.constant 1 : i32
      %18 = cm.add %16, %17 : i32
      cm.var.store %i, %18 : !cm.var<i32>, i32
      cm.yield
    }
    body (%i: !cm.var<i32>) -> none {
      %19 = cm.java.cexpression
        body () -> i1 {
          cm.yield %c : i1
        }
        body () -> !Tensor {
          %20 = cm.constant #cm.null -> !Tensor
          cm.yield %20 : !Tensor
        }
        body () -> !Tensor {
          %21 = cm.var.load %u : (!cm.var<!Tensor>) -> !Tensor
          cm.yield %21 : !Tensor
        } : () -> !Tensor
      // expected-error @+1 {{T-LOOP-1: 'u' is a tile of 8 int where the loop starts and may be null after an iteration}}
      cm.var.store %u, %19 : !cm.var<!Tensor>, !Tensor
      cm.java.continue
    }
  cm.return
}
}
