// RUN: cm2tt-opt %s -cm2tt-cm-to-tt -split-input-file | FileCheck %s
// RUN: cm2tt-opt %s -cm2tt-infer-types -split-input-file -o /dev/null

// Each hint is an attribute of the loop.
//   void hints(int n, Ptr p) {
//     for (int i : range(n).numStages(3).unroll(2))
//       store(p, i);
//     for (int i : range(1, n).warpSpecialize().flatten().disallowAccMultiBuffer())
//       store(p, i);
//     for (int i : range(1, 9, 2).disableLicm().numStages(0))
//       store(p, i);
//   }
// CHECK-LABEL: tt.func public @hints(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: scf.for %[[I:[^ :]+]] = %[[C0]] to %[[N]] step %[[C1]]  : i32 {
// CHECK-NEXT: tt.store %[[P]], %[[I]] : !tt.ptr<i32>
// CHECK-NEXT: } {tt.loop_unroll_factor = 2 : i32, tt.num_stages = 3 : i32}
// CHECK-NEXT: %[[C1_1:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[C1_2:.+]] = arith.constant 1 : i32
// CHECK-NEXT: scf.for %[[I:[^ :]+]] = %[[C1_1]] to %[[N]] step %[[C1_2]]  : i32 {
// CHECK-NEXT: tt.store %[[P]], %[[I]] : !tt.ptr<i32>
// CHECK-NEXT: } {tt.disallow_acc_multi_buffer, tt.flatten, tt.warp_specialize}
// CHECK-NEXT: %[[C1_3:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[C9:.+]] = arith.constant 9 : i32
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: scf.for %[[I:[^ :]+]] = %[[C1_3]] to %[[C9]] step %[[C2]]  : i32 {
// CHECK-NEXT: tt.store %[[P]], %[[I]] : !tt.ptr<i32>
// CHECK-NEXT: } {llvm.loop_annotation = #loop_annotation, tt.num_stages = 0 : i32}
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Range = !cm.java<"oracle.code.triton.Range">
module attributes {cm.signature = ["i32", "*i32"]} {
cm.func "hints" body (%n: i32, %p: !Ptr) -> none {
  cm.java.enhancedFor
    body () -> !Range {
      %0 = cm.invoke "oracle.code.triton.Triton::range(int):oracle.code.triton.Range"(%n) : (i32) -> !Range
      %1 = cm.constant 3 : i32
      %2 = cm.invoke "oracle.code.triton.Range::numStages(int):oracle.code.triton.Range"(%0, %1) : (!Range, i32) -> !Range
      %3 = cm.constant 2 : i32
      %4 = cm.invoke "oracle.code.triton.Range::unroll(int):oracle.code.triton.Range"(%2, %3) : (!Range, i32) -> !Range
      cm.yield %4 : !Range
    }
    body (%5: i32) -> !cm.var<i32> {
      %i = cm.var %5 "i" : (i32) -> !cm.var<i32>
      cm.yield %i : !cm.var<i32>
    }
    body (%i: !cm.var<i32>) -> none {
      %6 = cm.var.load %i : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %6) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.java.enhancedFor
    body () -> !Range {
      %7 = cm.constant 1 : i32
      %8 = cm.invoke "oracle.code.triton.Triton::range(int, int):oracle.code.triton.Range"(%7, %n) : (i32, i32) -> !Range
      %9 = cm.invoke "oracle.code.triton.Range::warpSpecialize():oracle.code.triton.Range"(%8) : (!Range) -> !Range
      %10 = cm.invoke "oracle.code.triton.Range::flatten():oracle.code.triton.Range"(%9) : (!Range) -> !Range
      %11 = cm.invoke "oracle.code.triton.Range::disallowAccMultiBuffer():oracle.code.triton.Range"(%10) : (!Range) -> !Range
      cm.yield %11 : !Range
    }
    body (%12: i32) -> !cm.var<i32> {
      %i_1 = cm.var %12 "i" : (i32) -> !cm.var<i32>
      cm.yield %i_1 : !cm.var<i32>
    }
    body (%i_1: !cm.var<i32>) -> none {
      %13 = cm.var.load %i_1 : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %13) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.java.enhancedFor
    body () -> !Range {
      %14 = cm.constant 1 : i32
      %15 = cm.constant 9 : i32
      %16 = cm.constant 2 : i32
      %17 = cm.invoke "oracle.code.triton.Triton::range(int, int, int):oracle.code.triton.Range"(%14, %15, %16) : (i32, i32, i32) -> !Range
      %18 = cm.invoke "oracle.code.triton.Range::disableLicm():oracle.code.triton.Range"(%17) : (!Range) -> !Range
      %19 = cm.constant 0 : i32
      %20 = cm.invoke "oracle.code.triton.Range::numStages(int):oracle.code.triton.Range"(%18, %19) : (!Range, i32) -> !Range
      cm.yield %20 : !Range
    }
    body (%21: i32) -> !cm.var<i32> {
      %i_2 = cm.var %21 "i" : (i32) -> !cm.var<i32>
      cm.yield %i_2 : !cm.var<i32>
    }
    body (%i_2: !cm.var<i32>) -> none {
      %22 = cm.var.load %i_2 : (!cm.var<i32>) -> i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %22) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.return
}
}

// -----

// A known step may be negative; the counter is long if one of the numbers is.
//   void steps(int n, long m, int s, Ptr p) {
//     for (int i : range(n, 0, -2))
//       store(p, i);
//     for (long i : range(n, m, s))
//       store(p, (int) i);
//   }
// CHECK-LABEL: tt.func public @steps(
// CHECK-SAME:  %[[N:[^ :]+]]: i32, %[[M:[^ :]+]]: i64, %[[S:[^ :]+]]: i32, %[[P:[^ :]+]]: !tt.ptr<i32>)
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : i32
// CHECK-NEXT: scf.for %[[I:[^ :]+]] = %[[C0]] to %[[N]] step %[[C2]]  : i32 {
// CHECK-NEXT: %[[I1:.+]] = arith.subi %[[N]], %[[I]] : i32
// CHECK-NEXT: tt.store %[[P]], %[[I1]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V0:.+]] = arith.extsi %[[N]] : i32 to i64
// CHECK-NEXT: %[[V1:.+]] = arith.extsi %[[S]] : i32 to i64
// CHECK-NEXT: scf.for %[[I:[^ :]+]] = %[[V0]] to %[[M]] step %[[V1]]  : i64 {
// CHECK-NEXT: %[[V2:.+]] = arith.trunci %[[I]] : i64 to i32
// CHECK-NEXT: tt.store %[[P]], %[[V2]] : !tt.ptr<i32>
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
!Ptr = !cm.java<"oracle.code.triton.Ptr">
!Range = !cm.java<"oracle.code.triton.Range">
module attributes {cm.signature = ["i32", "i64", "i32", "*i32"]} {
cm.func "steps" body (%n: i32, %m: i64, %s: i32, %p: !Ptr) -> none {
  cm.java.enhancedFor
    body () -> !Range {
      %0 = cm.constant 0 : i32
      %1 = cm.constant -2 : i32
      %2 = cm.invoke "oracle.code.triton.Triton::range(int, int, int):oracle.code.triton.Range"(%n, %0, %1) : (i32, i32, i32) -> !Range
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
      %5 = cm.invoke "oracle.code.triton.Triton::range(int, long, int):oracle.code.triton.Range"(%n, %m, %s) : (i32, i64, i32) -> !Range
      cm.yield %5 : !Range
    }
    body (%6: i64) -> !cm.var<i64> {
      %i_1 = cm.var %6 "i" : (i64) -> !cm.var<i64>
      cm.yield %i_1 : !cm.var<i64>
    }
    body (%i_1: !cm.var<i64>) -> none {
      %7 = cm.var.load %i_1 : (!cm.var<i64>) -> i64
      %8 = cm.conv %7 : i64 to i32
      cm.invoke "oracle.code.triton.Triton::store(oracle.code.triton.Ptr, int):void"(%p, %8) : (!Ptr, i32) -> ()
      cm.java.continue
    }
  cm.return
}
}
