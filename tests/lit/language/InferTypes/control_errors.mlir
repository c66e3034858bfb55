// RUN: cm2tt-opt %s -cm2tt-infer-types -split-input-file -verify-diagnostics
// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file -verify-diagnostics

// T-CONTROL-1
//   void blocks(boolean c) {
//   }
module attributes {cm.signature = ["i1"]} {
// expected-error @+1 {{T-CONTROL-1: branches between blocks cannot be used in a kernel}}
cm.func "blocks" body (%c: i1) -> none {
  cm.cbranch %c, ^then, ^end
  ^then:
  cm.branch ^end
  ^end:
  cm.return
}
}

// -----

// T-CONTROL-2: no case holds, and none is the default.
//   void noCase(Ptr p) {
//     store(p, switch (3) { case 1 -> 5; });
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["*i32"]} {
cm.func "noCase" body (%p: !Ptr) -> none {
  %0 = cm.constant 3 : i32
  // expected-remark @+2 {{the condition is always false}}
  // expected-error @+1 {{T-CONTROL-2: the expression has no value here}}
  %5 = cm.java.switch.expression %0
    body (%1: i32) -> i1 {
      %2 = cm.constant 1 : i32
      %3 = cm.eq %1, %2 : i32, i32
      cm.yield %3 : i1
    }
    body () -> i32 {
      %4 = cm.constant 5 : i32
      cm.yield %4 : i32
    } : (i32) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %5) : (!Ptr, i32) -> ()
  cm.return
}
}

// -----

// T-CONTROL-2: a return instead of a value.
//   void jump(boolean c, Ptr p) {
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i1", "*i32"]} {
cm.func "jump" body (%c: i1, %p: !Ptr) -> none {
  // expected-error @+1 {{T-CONTROL-2: the expression has no value here}}
  cm.java.while body () -> i1 {
  cm.return
  } body () -> none {
  cm.java.continue
  }
  cm.return
}
}

// -----

// T-CONTROL-3
//   void variables(boolean c, Ptr p) {
//   }
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["i1", "*i32"]} {
cm.func "variables" body (%c: i1, %p: !Ptr) -> none {
  // expected-error @+1 {{T-CONTROL-3: the loop's variables are not those that its first part declares}}
  cm.java.for body () -> !cm.var<i32> {
  cm.unreachable
  } body (%i: !cm.var<i32>) -> i1 {
  cm.yield %c : i1
  } body (%i: !cm.var<i32>) -> none {
  cm.yield
  } body (%i: !cm.var<i32>) -> none {
  cm.java.continue
  }
  cm.return
}
}
