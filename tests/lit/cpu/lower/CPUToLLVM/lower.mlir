// RUN: cm2tt-opt %s -cm2tt-cpu-to-llvm | FileCheck %s

// Loops, branches, arithmetic and functions of numbers become LLVM's.
// CHECK-LABEL: llvm.func @all
// CHECK-SAME: %[[P:.+]]: !llvm.ptr, %[[N:.+]]: i64, %[[C:.+]]: i1
// CHECK: %[[ANY:.+]] = llvm.icmp "sgt" %[[N]], %{{.+}}
// CHECK: llvm.cond_br %[[ANY]], ^[[BODY:bb[0-9]+]](%{{.+}}, %[[INIT:.+]] : i64, vector<8xf32>), ^[[END:bb[0-9]+]](%[[INIT]] : vector<8xf32>)
// CHECK: ^[[BODY]](%[[I:.+]]: i64, %[[SUM:.+]]: vector<8xf32>):
// CHECK: %[[A:.+]] = llvm.getelementptr %[[P]][%[[I]]]
// CHECK: %[[X:.+]] = llvm.load %[[A]]
// CHECK: %[[Y:.+]] = llvm.intr.fma(%[[X]], %[[X]], %[[SUM]])
// CHECK: %[[Z:.+]] = llvm.fadd %[[Y]], %[[X]] {fastmathFlags = #llvm.fastmath<contract>}
// CHECK: %[[NEXT:.+]] = llvm.add %[[I]], %{{.+}}
// CHECK: %[[MORE:.+]] = llvm.icmp "slt" %[[NEXT]], %[[N]]
// CHECK: llvm.cond_br %[[MORE]], ^[[BODY]](%[[NEXT]], %[[Z]] : i64, vector<8xf32>), ^[[END]](%[[Z]] : vector<8xf32>)
// CHECK: ^[[END]](%[[ALL:.+]]: vector<8xf32>):
// CHECK: llvm.cond_br %[[C]]
// CHECK: llvm.store %[[ALL]], %[[P]]
// CHECK-NOT: {{scf|arith|math|cf}}.
llvm.func @all(%p: !llvm.ptr, %n: i64, %c: i1) -> i32 {
  %zero = arith.constant 0 : i64
  %step = arith.constant 8 : i64
  %init = arith.constant dense<0.0> : vector<8xf32>
  %sum = scf.for %i = %zero to %n step %step iter_args(%s = %init) -> (vector<8xf32>) : i64 {
    %a = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %x = llvm.load %a : !llvm.ptr -> vector<8xf32>
    %y = math.fma %x, %x, %s : vector<8xf32>
    %z = arith.addf %y, %x fastmath<contract> : vector<8xf32>
    scf.yield %z : vector<8xf32>
  }
  scf.if %c {
    llvm.store %sum, %p : vector<8xf32>, !llvm.ptr
  }
  %done = arith.constant 0 : i32
  llvm.return %done : i32
}

// A region of several blocks in place, and a loop that tests first.
// CHECK-LABEL: llvm.func @regions
// CHECK-SAME: %[[N:.+]]: i32
// CHECK: llvm.br ^[[TEST:bb[0-9]+]](%[[N]] : i32)
// CHECK: ^[[TEST]](%[[K:.+]]: i32):
// CHECK: llvm.cond_br %{{.+}}, ^[[REST:bb[0-9]+]](%[[K]] : i32), ^[[END:bb[0-9]+]](%[[K]] : i32)
// CHECK: ^[[REST]](%{{.+}}: i32):
// CHECK: llvm.cond_br %{{.+}}, ^[[LESS:bb[0-9]+]], ^[[HALF:bb[0-9]+]]
// CHECK: ^[[LESS]]:
// CHECK: %[[A:.+]] = llvm.sub
// CHECK: llvm.br ^[[BEHIND:bb[0-9]+]](%[[A]] : i32)
// CHECK: ^[[HALF]]:
// CHECK: %[[B:.+]] = llvm.ashr
// CHECK: llvm.br ^[[BEHIND]](%[[B]] : i32)
// CHECK: ^[[BEHIND]](%[[NEXT:.+]]: i32):
// CHECK: llvm.cond_br %{{.+}}, ^[[REST]](%[[NEXT]] : i32), ^[[END]](%[[NEXT]] : i32)
// CHECK: ^[[END]](%[[R:.+]]: i32):
// CHECK: llvm.return %[[R]]
llvm.func @regions(%n: i32) -> i32 {
  %one = arith.constant 1 : i32
  %r = scf.while (%k = %n) : (i32) -> i32 {
    %go = arith.cmpi sgt, %k, %one : i32
    scf.condition(%go) %k : i32
  } do {
  ^bb0(%k: i32):
    %next = scf.execute_region -> i32 {
      %odd = arith.trunci %k : i32 to i1
      cf.cond_br %odd, ^less, ^half
    ^less:
      %a = arith.subi %k, %one : i32
      scf.yield %a : i32
    ^half:
      %b = arith.shrsi %k, %one : i32
      scf.yield %b : i32
    }
    scf.yield %next : i32
  }
  llvm.return %r : i32
}

// The function ends behind a call that says so, wherever it stands.
// CHECK-LABEL: llvm.func @leaves
// CHECK-SAME: %[[FAIL:.+]]: !llvm.ptr, %{{.+}}: i64, %[[C:.+]]: i1
// CHECK: llvm.cond_br %[[C]], ^[[THEN:bb[0-9]+]], ^
// CHECK: ^[[THEN]]:
// CHECK-NEXT: llvm.call %[[FAIL]](%{{.+}}) : !llvm.ptr, (i64) -> ()
// CHECK-NEXT: %[[ONE:.+]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: llvm.return %[[ONE]]
// CHECK: llvm.call %[[FAIL]]
// CHECK-NEXT: %[[ONE:.+]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: llvm.return %[[ONE]]
// CHECK: llvm.mlir.constant(0 : i32)
// CHECK: llvm.return
llvm.func @leaves(%fail: !llvm.ptr, %n: i64, %c: i1) -> i32 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  scf.for %i = %zero to %n step %one : i64 {
    scf.if %c {
      llvm.call %fail(%i) {cpu.leaves} : !llvm.ptr, (i64) -> ()
    }
  }
  scf.if %c {
    llvm.call %fail(%n) {cpu.leaves} : !llvm.ptr, (i64) -> ()
  }
  %done = llvm.mlir.constant(0 : i32) : i32
  llvm.return %done : i32
}

// Other calls return.
// CHECK-LABEL: llvm.func @returns
// CHECK: llvm.call
// CHECK-NEXT: %[[DONE:.+]] = llvm.mlir.constant(0 : i32)
// CHECK-NEXT: llvm.return %[[DONE]]
llvm.func @returns(%f: !llvm.ptr) -> i32 {
  llvm.call %f() : !llvm.ptr, () -> ()
  %done = llvm.mlir.constant(0 : i32) : i32
  llvm.return %done : i32
}
