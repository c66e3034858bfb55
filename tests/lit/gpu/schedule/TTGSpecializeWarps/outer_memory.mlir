// RUN: cm2tt-opt %s -split-input-file --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=8},cm2tt-ttg-specialize-warps{num-stages=4})' | FileCheck %s --check-prefixes=CHECK,EIGHT
// RUN: cm2tt-opt %s -split-input-file --pass-pipeline='builtin.module(cm2tt-tt-to-ttg{target=sm_90a num-warps=4},cm2tt-ttg-specialize-warps{num-stages=4})' | FileCheck %s --check-prefixes=CHECK,FOUR

// Slots of 32 KiB: beside a ring of 128 KiB and a result of 64 KiB there is room
// for one, of 32 KiB for two.
// CHECK-LABEL: tt.func public @one
// CHECK: ttg.local_alloc : () -> !ttg.memdesc<128x128xf16, #{{[a-z0-9]+}}>
// CHECK: ttg.producer {
// CHECK: ttg.next_buffer %{{.+}} of 1
// CHECK: ttg.tensor_copy %arg0

!wide = !tt.tensordesc<tensor<128x128xf16>>
!desc = !tt.tensordesc<tensor<128x128xf16>>
!result = !tt.tensordesc<tensor<128x128xf32>>

tt.func public @one(%a: !wide, %b: !desc, %c: !result, %n: i32, %programs: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %p = tt.get_program_id x : i32
  %q = tt.get_num_programs x : i32
  scf.for %i = %p to %programs step %q : i32 {
    %x = tt.descriptor_load %a[%i, %c0] : !wide -> tensor<128x128xf16>
    %r = scf.for %k = %c0 to %n step %c128 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i32 {
      %y = tt.descriptor_load %b[%k, %c0] : !desc -> tensor<128x128xf16>
      %d = tt.dot %x, %y, %acc : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
      scf.yield %d : tensor<128x128xf32>
    }
    tt.descriptor_store %c[%i, %c0], %r : !result, tensor<128x128xf32>
  } {tt.programs}
  tt.return
}

// -----

// CHECK-LABEL: tt.func public @two
// CHECK: ttg.next_buffer %{{.+}} of 2
// CHECK: ttg.tensor_copy %arg0

!wide = !tt.tensordesc<tensor<128x128xf16>>
!desc = !tt.tensordesc<tensor<128x128xf16>>

tt.func public @two(%a: !wide, %b: !desc, %c: !wide, %n: i32, %programs: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %p = tt.get_program_id x : i32
  %q = tt.get_num_programs x : i32
  scf.for %i = %p to %programs step %q : i32 {
    %x = tt.descriptor_load %a[%i, %c0] : !wide -> tensor<128x128xf16>
    %r = scf.for %k = %c0 to %n step %c128 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i32 {
      %y = tt.descriptor_load %b[%k, %c0] : !desc -> tensor<128x128xf16>
      %d = tt.dot %x, %y, %acc : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
      scf.yield %d : tensor<128x128xf32>
    }
    %h = arith.truncf %r : tensor<128x128xf32> to tensor<128x128xf16>
    tt.descriptor_store %c[%i, %c0], %h : !wide, tensor<128x128xf16>
  } {tt.programs}
  tt.return
}

// -----

// With 4 warps, the registers suffice for a second block. So does the memory
// beside a ring of 64 KiB, a result of 16 KiB and one slot of 32 KiB, not two.
// CHECK-LABEL: tt.func public @half
// EIGHT: ttg.next_buffer %{{.+}} of 2
// FOUR: ttg.next_buffer %{{.+}} of 1
// CHECK: ttg.tensor_copy %arg0

!wide = !tt.tensordesc<tensor<128x128xf16>>
!desc = !tt.tensordesc<tensor<128x64xf16>>

tt.func public @half(%a: !wide, %b: !desc, %c: !desc, %n: i32, %programs: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %p = tt.get_program_id x : i32
  %q = tt.get_num_programs x : i32
  scf.for %i = %p to %programs step %q : i32 {
    %x = tt.descriptor_load %a[%i, %c0] : !wide -> tensor<128x128xf16>
    %r = scf.for %k = %c0 to %n step %c128 iter_args(%acc = %zero) -> (tensor<128x64xf32>) : i32 {
      %y = tt.descriptor_load %b[%k, %c0] : !desc -> tensor<128x64xf16>
      %d = tt.dot %x, %y, %acc : tensor<128x128xf16> * tensor<128x64xf16> -> tensor<128x64xf32>
      scf.yield %d : tensor<128x64xf32>
    }
    %h = arith.truncf %r : tensor<128x64xf32> to tensor<128x64xf16>
    tt.descriptor_store %c[%i, %c0], %h : !desc, tensor<128x64xf16>
  } {tt.programs}
  tt.return
}

// -----

// The last product of an iteration runs on into the next one where there are two
// slots. The only slot is reported before that.
// CHECK-LABEL: tt.func public @late
// CHECK: ttg.next_buffer %{{.+}} of 1
// CHECK: ttg.producer_end
// CHECK: ttg.next_buffer %{{.+}} of 1
// CHECK: ttg.warp_group_dot
// CHECK: ttg.warp_group_dot
// CHECK-NOT: scf.yield
// CHECK: ttg.mbarrier_arrive %{{.+}} after %{{[^ ]+}} :
// CHECK-NEXT: scf.yield

!wide = !tt.tensordesc<tensor<128x128xf16>>
!desc = !tt.tensordesc<tensor<128x128xf16>>
!result = !tt.tensordesc<tensor<128x128xf32>>

tt.func public @late(%a: !wide, %b: !desc, %c: !result, %n: i32, %m: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %o = scf.for %i = %c0 to %m step %c128 iter_args(%sum = %zero) -> (tensor<128x128xf32>) : i32 {
    %x = tt.descriptor_load %a[%i, %c0] : !wide -> tensor<128x128xf16>
    %r = scf.for %k = %c0 to %n step %c128 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i32 {
      %y = tt.descriptor_load %b[%k, %c0] : !desc -> tensor<128x128xf16>
      %d = tt.dot %y, %x, %acc : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
      scf.yield %d : tensor<128x128xf32>
    }
    tt.descriptor_store %c[%i, %c0], %r : !result, tensor<128x128xf32>
    %h = arith.truncf %r : tensor<128x128xf32> to tensor<128x128xf16>
    %e = tt.dot %h, %x, %sum : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    scf.yield %e : tensor<128x128xf32>
  }
  tt.descriptor_store %c[%c0, %c0], %o : !result, tensor<128x128xf32>
  tt.return
}

// -----

// A result that is stored after the loops takes the place of the rings: there is
// room for two slots.
// CHECK-LABEL: tt.func public @after
// CHECK: ttg.next_buffer %{{.+}} of 2
// CHECK: ttg.tensor_copy %arg0
// CHECK: ttg.next_buffer %{{.+}} of 5
// CHECK: ttg.tensor_copy %arg1
// CHECK: ttg.producer_end

!wide = !tt.tensordesc<tensor<128x128xf16>>
!desc = !tt.tensordesc<tensor<128x128xf16>>
!result = !tt.tensordesc<tensor<128x128xf32>>

tt.func public @after(%a: !wide, %b: !desc, %c: !result, %n: i32, %m: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %o = scf.for %i = %c0 to %m step %c128 iter_args(%sum = %zero) -> (tensor<128x128xf32>) : i32 {
    %x = tt.descriptor_load %a[%i, %c0] : !wide -> tensor<128x128xf16>
    %r = scf.for %k = %c0 to %n step %c128 iter_args(%acc = %sum) -> (tensor<128x128xf32>) : i32 {
      %y = tt.descriptor_load %b[%k, %c0] : !desc -> tensor<128x128xf16>
      %d = tt.dot %x, %y, %acc : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
      scf.yield %d : tensor<128x128xf32>
    }
    scf.yield %r : tensor<128x128xf32>
  }
  tt.descriptor_store %c[%c0, %c0], %o : !result, tensor<128x128xf32>
  tt.return
}
