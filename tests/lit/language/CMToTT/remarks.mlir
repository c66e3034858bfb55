// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file -verify-diagnostics -o /dev/null

// Which branches are folded, and which loops are unrolled.
//   void remarks(boolean t, int n, Ptr p) {
//     if (t)
//       store(p, 1);
//     if (n > 0)
//       store(p, 2);
//     else if (t)
//       store(p, 3);
//     int x = t ? 4 : 5;
//     switch (n) {
//       case 1 -> store(p, x);
//       case 0 -> store(p, 5);
//     }
//     while (n > 0)
//       store(p, 6);
//     for (int i : staticRange(3)) {
//       if (i == 1)
//         break;
//       store(p, i);
//     }
//     for (int i : staticRange(1, 2))
//       store(p, i);
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Range = !cm.java<"oracle.code.triton.Range">
module attributes {cm.signature = [true, 0, "*i32"]} {
cm.func "remarks" body (%t: i1, %n: i32, %p: !Ptr) -> none {
  // expected-remark @+1 {{the condition is always true}}
  cm.java.if
    body () -> i1 {
      cm.yield %t : i1
    }
    body () -> none {
      %0 = cm.constant 1 : i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %0) : (!Ptr, i32) -> ()
      cm.yield
    }
  // expected-remark @+2 {{the condition is always false}}
  // expected-remark @+1 {{the condition is always true}}
  cm.java.if
    body () -> i1 {
      %1 = cm.constant 0 : i32
      %2 = cm.gt %n, %1 : i32, i32
      cm.yield %2 : i1
    }
    body () -> none {
      %3 = cm.constant 2 : i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %3) : (!Ptr, i32) -> ()
      cm.yield
    }
    body () -> i1 {
      cm.yield %t : i1
    }
    body () -> none {
      %4 = cm.constant 3 : i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %4) : (!Ptr, i32) -> ()
      cm.yield
    }
  // expected-remark @+1 {{the condition is always true}}
  %7 = cm.java.cexpression
    body () -> i1 {
      cm.yield %t : i1
    }
    body () -> i32 {
      %5 = cm.constant 4 : i32
      cm.yield %5 : i32
    }
    body () -> i32 {
      %6 = cm.constant 5 : i32
      cm.yield %6 : i32
    } : () -> i32
  %x = cm.var %7 "x" : (i32) -> !cm.var<i32>
  // expected-remark @+2 {{the condition is always false}}
  // expected-remark @+1 {{the condition is always true}}
  cm.java.switch.statement %n
    body (%8: i32) -> i1 {
      %9 = cm.constant 1 : i32
      %10 = cm.eq %8, %9 : i32, i32
      cm.yield %10 : i1
    }
    body () -> none {
      %11 = cm.var.load %x : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %11) : (!Ptr, i32) -> ()
      cm.yield
    }
    body (%12: i32) -> i1 {
      %13 = cm.constant 0 : i32
      %14 = cm.eq %12, %13 : i32, i32
      cm.yield %14 : i1
    }
    body () -> none {
      %15 = cm.constant 5 : i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %15) : (!Ptr, i32) -> ()
      cm.yield
    } : (i32) -> ()
  // expected-remark @+1 {{the loop never runs}}
  cm.java.while
    body () -> i1 {
      %16 = cm.constant 0 : i32
      %17 = cm.gt %n, %16 : i32, i32
      cm.yield %17 : i1
    }
    body () -> none {
      %18 = cm.constant 6 : i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %18) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  // expected-remark @+1 {{the loop is unrolled: 2 iterations}}
  cm.java.enhancedFor
    body () -> !Range {
      %19 = cm.constant 3 : i32
      %20 = cm.invoke "oracle.code.triton.Triton::staticRange(int):oracle.code.triton.Range"(%19) : (i32) -> !Range
      cm.yield %20 : !Range
    }
    body (%21: i32) -> !cm.var<i32> {
      %i = cm.var %21 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> none {
      // expected-remark @+2 {{the condition is always false}}
      // expected-remark @+1 {{the condition is always true}}
      cm.java.if
        body () -> i1 {
          %22 = cm.var.load %i : (!cm.var<i32>) -> i32
          %23 = cm.constant 1 : i32
          %24 = cm.eq %22, %23 : i32, i32
          cm.yield %24 : i1
        }
        body () -> none {
          cm.java.break
        }
      %25 = cm.var.load %i : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %25) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  // expected-remark @+1 {{the loop is unrolled: 1 iteration}}
  cm.java.enhancedFor
    body () -> !Range {
      %26 = cm.constant 1 : i32
      %27 = cm.constant 2 : i32
      %28 = cm.invoke "oracle.code.triton.Triton::staticRange(int, int):oracle.code.triton.Range"(%26, %27) : (i32, i32) -> !Range
      cm.yield %28 : !Range
    }
    body (%29: i32) -> !cm.var<i32> {
      %i_1 = cm.var %29 "i" : (i32) -> !cm.var<i32>
      cm.yield %i_1 : !cm.var<i32>
    }
    body (%i_1: !cm.var<i32>) -> none {
      %30 = cm.var.load %i_1 : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %30) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.return
}
}
