// RUN: cm2tt-opt %s -cm2tt-infer-types -verify-diagnostics=only-expected -split-input-file

// T-JAVA-1: references are not compared.
!Ptr = !cm.java<"oracle.code.triton.Ptr">
module attributes {cm.signature = ["*fp32"]} {
cm.func "k" body (%p: !Ptr) -> none {
  // expected-error @+1 {{T-JAVA-1: Java's operators and functions need numbers: a pointer to float}}
  %0 = cm.eq %p, %p : !Ptr, !Ptr
  cm.return
}
}

// -----

// T-JAVA-2
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["i32", "fp32"]} {
cm.func "k" body (%n: !Num, %f: !Num) -> none {
  // expected-error @+1 {{T-JAVA-2: types differ: int and float}}
  %0 = cm.eq %n, %f : !Num, !Num
  cm.return
}
}

// -----

// T-JAVA-3: an Integer that is none.
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["fp32"]} {
cm.func "k" body (%f: !Num) -> none {
  %0 = cm.invoke "java.lang.Integer::valueOf(int):int"(%f) : (!Num) -> i32
  // expected-error @+1 {{T-JAVA-3: no such operation on this type: float}}
  %1 = cm.xor %0, %0 : i32
  cm.return
}
}

// -----

// T-JAVA-4
module attributes {cm.signature = [7]} {
cm.func "k" body (%n: i32) -> none {
  %0 = cm.constant 0 : i32
  // expected-error @+1 {{T-JAVA-4: division by zero}}
  %1 = cm.div %n, %0 : i32
  cm.return
}
}

// -----

// T-JAVA-5: an Integer that is none.
!Num = !cm.java<"java.lang.Number">
module attributes {cm.signature = ["fp32", "i32"]} {
cm.func "k" body (%f: !Num, %n: i32) -> none {
  %0 = cm.invoke "java.lang.Integer::valueOf(int):int"(%f) : (!Num) -> i32
  // expected-error @+1 {{T-JAVA-5: a shift's distance must be an integer: float}}
  %1 = cm.lshl %n, %0 : i32, i32
  cm.return
}
}

// -----

// T-JAVA-4: whatever is divided.
module attributes {cm.signature = ["i64"]} {
cm.func "k" body (%n: i64) -> none {
  %0 = cm.constant 0 : i64
  // expected-error @+1 {{T-JAVA-4: division by zero}}
  %1 = cm.mod %n, %0 : i64
  cm.return
}
}
