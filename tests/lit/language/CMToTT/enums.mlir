// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Constants of the kernel's own enums go through calls and records, and are compared while compiling.
//   enum Mode { EXACT, FAST }
//   record Options(Mode mode)
//   int f(Mode mode) {
//     if (mode == Mode.FAST)
//       return 1;
//     return programId(7);
//   }
//   int g(Options o) { return o.mode() != Mode.FAST ? 2 : programId(7); }
//   void compared(Ptr p) {
//     store(p, f(Mode.FAST));
//     store(p, g(new Options(Mode.EXACT)));
//   }
// CHECK-LABEL: tt.func public @compared(
// CHECK-SAME:  %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C1]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C2]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Mode = !cm.java<"demo.Mode">
!Options = !cm.java<"demo.Options">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["*i32"], cm.kernel = "compared"} {
cm.func "f" body (%mode: !Mode) -> i32 {
  cm.java.if
    body () -> i1 {
      %0 = cm.field.load "demo.Mode::FAST:demo.Mode" : () -> !Mode
      %1 = cm.eq %mode, %0 : !Mode, !Mode
      cm.yield %1 : i1
    }
    body () -> none {
      %2 = cm.constant 1 : i32
      cm.return %2 : i32
    }
  %3 = cm.constant 7 : i32
  %4 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%3) : (i32) -> i32
  cm.return %4 : i32
}
cm.func "g" body (%o: !Options) -> i32 {
  %0 = cm.java.cexpression
    body () -> i1 {
      %1 = cm.invoke "demo.Options::mode():demo.Mode"(%o) : (!Options) -> !Mode
      %2 = cm.field.load "demo.Mode::FAST:demo.Mode" : () -> !Mode
      %3 = cm.neq %1, %2 : !Mode, !Mode
      cm.yield %3 : i1
    }
    body () -> i32 {
      %4 = cm.constant 2 : i32
      cm.yield %4 : i32
    }
    body () -> i32 {
      %5 = cm.constant 7 : i32
      %6 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%5) : (i32) -> i32
      cm.yield %6 : i32
    } : () -> i32
  cm.return %0 : i32
}
cm.func "compared" body (%p: !Ptr) -> none {
  %0 = cm.field.load "demo.Mode::FAST:demo.Mode" : () -> !Mode
  %1 = cm.invoke "demo.K::f(demo.Mode):int"(%0) : (!Mode) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %1) : (!Ptr, i32) -> ()
  %2 = cm.field.load "demo.Mode::EXACT:demo.Mode" : () -> !Mode
  %3 = cm.new "demo.Options::(demo.Mode)"(%2) {named = {record = "(Mode mode)demo.Options"}} : (!Mode) -> !Options
  %4 = cm.invoke "demo.K::g(demo.Options):int"(%3) : (!Options) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %4) : (!Ptr, i32) -> ()
  cm.return
}
}

// -----

// A switch over one takes one case: as a statement, and as an expression.
//   void chosen(Mode mode, Ptr p) {
//     switch (mode) {
//       case EXACT -> store(p, programId(7));
//       case FAST -> store(p, 1);
//       default -> store(p, programId(8));
//     }
//   }
//   void switched(Ptr p) {
//     chosen(Mode.FAST, p);
//     Mode mode = Mode.EXACT;
//     store(p, switch (mode) { case FAST -> programId(7); default -> 2; });
//   }
// CHECK-LABEL: tt.func public @switched(
// CHECK-SAME:  %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C1]] : !tt.ptr<i32>
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C2]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Mode = !cm.java<"demo.Mode">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["*i32"], cm.kernel = "switched"} {
cm.func "chosen" body (%mode: !Mode, %p: !Ptr) -> none {
  cm.java.switch.statement %mode
    body (%0: !Mode) -> i1 {
      %1 = cm.field.load "demo.Mode::EXACT:demo.Mode" : () -> !Mode
      %2 = cm.eq %0, %1 : !Mode, !Mode
      cm.yield %2 : i1
    }
    body () -> none {
      %3 = cm.constant 7 : i32
      %4 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%3) : (i32) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %4) : (!Ptr, i32) -> ()
      cm.yield
    }
    body (%5: !Mode) -> i1 {
      %6 = cm.field.load "demo.Mode::FAST:demo.Mode" : () -> !Mode
      %7 = cm.eq %5, %6 : !Mode, !Mode
      cm.yield %7 : i1
    }
    body () -> none {
      %8 = cm.constant 1 : i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %8) : (!Ptr, i32) -> ()
      cm.yield
    }
    body () -> i1 {
      %9 = cm.constant true
      cm.yield %9 : i1
    }
    body () -> none {
      %10 = cm.constant 8 : i32
      %11 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%10) : (i32) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %11) : (!Ptr, i32) -> ()
      cm.yield
    } : (!Mode) -> ()
  cm.return
}
cm.func "switched" body (%p: !Ptr) -> none {
  %0 = cm.field.load "demo.Mode::FAST:demo.Mode" : () -> !Mode
  cm.invoke "demo.K::chosen(demo.Mode, oracle.code.triton.Ptr):void"(%0, %p) : (!Mode, !Ptr) -> ()
  %1 = cm.field.load "demo.Mode::EXACT:demo.Mode" : () -> !Mode
  %mode = cm.var %1 "mode" : (!Mode) -> !cm.var<!Mode>
  %2 = cm.var.load %mode : (!cm.var<!Mode>) -> !Mode
  %3 = cm.java.switch.expression %2
    body (%4: !Mode) -> i1 {
      %5 = cm.field.load "demo.Mode::FAST:demo.Mode" : () -> !Mode
      %6 = cm.eq %4, %5 : !Mode, !Mode
      cm.yield %6 : i1
    }
    body () -> i32 {
      %7 = cm.constant 7 : i32
      %8 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%7) : (i32) -> i32
      cm.yield %8 : i32
    }
    body () -> i1 {
      %9 = cm.constant true
      cm.yield %9 : i1
    }
    body () -> i32 {
      %10 = cm.constant 2 : i32
      cm.yield %10 : i32
    } : (!Mode) -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %3) : (!Ptr, i32) -> ()
  cm.return
}
}
