// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s

// Whether an optional argument of a helper is null is known while compiling: the branch that is not taken is not typed.
//   Tensor shifted(Tensor x, Tensor bias) {
//     if (bias != null)
//       return add(x, bias);
//     return x;
//   }
//   void optional(Ptr p) {
//     Tensor x = arange(0, 8);
//     store(add(p, x), shifted(x, null));
//     store(add(p, x), shifted(x, x));
//   }
// CHECK-LABEL: tt.func public @optional(
// CHECK-SAME:  %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[X:.+]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT: %[[V0:.+]] = tt.splat %[[P]] : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: %[[V1:.+]] = tt.addptr %[[V0]], %[[X]] : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
// CHECK-NEXT: tt.store %[[V1]], %[[X]] : tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: %[[V2:.+]] = tt.splat %[[P]] : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: %[[V3:.+]] = tt.addptr %[[V2]], %[[X]] : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
// CHECK-NEXT: %[[V4:.+]] = arith.addi %[[X]], %[[X]] : tensor<8xi32>
// CHECK-NEXT: tt.store %[[V3]], %[[V4]] : tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["*i32"], cm.kernel = "optional"} {
cm.func "shifted" body (%x: !Tensor, %bias: !Tensor) -> !Tensor {
  cm.java.if
    body () -> i1 {
      %0 = cm.constant #cm.null -> !Tensor
      %1 = cm.neq %bias, %0 : !Tensor, !Tensor
      cm.yield %1 : i1
    }
    body () -> none {
      %2 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%x, %bias) : (!Tensor, !Tensor) -> !Tensor
      cm.return %2 : !Tensor
    }
  cm.return %x : !Tensor
}
cm.func "optional" body (%p: !Ptr) -> none {
  %0 = cm.constant 0 : i32
  %1 = cm.constant 8 : i32
  %2 = cm.invoke "oracle.code.triton.Triton::arange(int, int):oracle.code.triton.Tensor"(%0, %1) : (i32, i32) -> !Tensor
  %x = cm.var %2 "x" : (!Tensor) -> !cm.var<!Tensor>
  %3 = cm.var.load %x : (!cm.var<!Tensor>) -> !Tensor
  %4 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %3) : (!Ptr, !Tensor) -> !Tensor
  %5 = cm.var.load %x : (!cm.var<!Tensor>) -> !Tensor
  %6 = cm.constant #cm.null -> !Tensor
  %7 = cm.invoke "demo.K::shifted(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%5, %6) : (!Tensor, !Tensor) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%4, %7) : (!Tensor, !Tensor) -> ()
  %8 = cm.var.load %x : (!cm.var<!Tensor>) -> !Tensor
  %9 = cm.invoke "oracle.code.triton.Triton::add(oracle.code.triton.Ptr, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%p, %8) : (!Ptr, !Tensor) -> !Tensor
  %10 = cm.var.load %x : (!cm.var<!Tensor>) -> !Tensor
  %11 = cm.var.load %x : (!cm.var<!Tensor>) -> !Tensor
  %12 = cm.invoke "demo.K::shifted(oracle.code.triton.Tensor, oracle.code.triton.Tensor):oracle.code.triton.Tensor"(%10, %11) : (!Tensor, !Tensor) -> !Tensor
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Tensor, oracle.code.triton.Tensor):void"(%9, %12) : (!Tensor, !Tensor) -> ()
  cm.return
}
}

// -----

// Null through ?: and through a record, tested there.
//   record Options(Tensor bias, int n)
//   void held(boolean c, Ptr p) {
//     Options o = new Options(null, 8);
//     store(p, o.bias() == null ? 1 : programId(7));
//     Tensor t = c ? null : null;
//     store(p, t == null ? 2 : programId(7));
//   }
// CHECK-LABEL: tt.func public @held(
// CHECK-SAME:  %[[C:[^ :]+]]: i1, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C1]] : !tt.ptr<i32>
// CHECK-NEXT: scf.if %[[C]] {
// CHECK-NEXT: }
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: tt.store %[[P]], %[[C2]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
!Options = !cm.java<"demo.Options">
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Tensor = !cm.java<"oracle.code.triton.Tensor">
module attributes {cm.signature = ["i1", "*i32"]} {
cm.func "held" body (%c: i1, %p: !Ptr) -> none {
  %0 = cm.constant #cm.null -> !Tensor
  %1 = cm.constant 8 : i32
  %2 = cm.new "demo.Options::(oracle.code.triton.Tensor, int)"(%0, %1) {named = {record = "(Tensor bias, int n)demo.Options"}} : (!Tensor, i32) -> !Options
  %o = cm.var %2 "o" : (!Options) -> !cm.var<!Options>
  %3 = cm.java.cexpression
    body () -> i1 {
      %4 = cm.var.load %o : (!cm.var<!Options>) -> !Options
      %5 = cm.invoke "demo.Options::bias():oracle.code.triton.Tensor"(%4) : (!Options) -> !Tensor
      %6 = cm.constant #cm.null -> !Tensor
      %7 = cm.eq %5, %6 : !Tensor, !Tensor
      cm.yield %7 : i1
    }
    body () -> i32 {
      %8 = cm.constant 1 : i32
      cm.yield %8 : i32
    }
    body () -> i32 {
      %9 = cm.constant 7 : i32
      %10 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%9) : (i32) -> i32
      cm.yield %10 : i32
    } : () -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %3) : (!Ptr, i32) -> ()
  %11 = cm.java.cexpression
    body () -> i1 {
      cm.yield %c : i1
    }
    body () -> !Tensor {
      %12 = cm.constant #cm.null -> !Tensor
      cm.yield %12 : !Tensor
    }
    body () -> !Tensor {
      %13 = cm.constant #cm.null -> !Tensor
      cm.yield %13 : !Tensor
    } : () -> !Tensor
  %t = cm.var %11 "t" : (!Tensor) -> !cm.var<!Tensor>
  %14 = cm.java.cexpression
    body () -> i1 {
      %15 = cm.var.load %t : (!cm.var<!Tensor>) -> !Tensor
      %16 = cm.constant #cm.null -> !Tensor
      %17 = cm.eq %15, %16 : !Tensor, !Tensor
      cm.yield %17 : i1
    }
    body () -> i32 {
      %18 = cm.constant 2 : i32
      cm.yield %18 : i32
    }
    body () -> i32 {
      %19 = cm.constant 7 : i32
      %20 = cm.invoke "oracle.code.triton.Triton::programId(int):int"(%19) : (i32) -> i32
      cm.yield %20 : i32
    } : () -> i32
  cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %14) : (!Ptr, i32) -> ()
  cm.return
}
}
