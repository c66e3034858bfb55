// RUN: cm2tt-opt %s -split-input-file -verify-diagnostics | FileCheck %s

#one = #ttg.shared<{offset = []}, rank = 1>
#flat = #ttg.shared<{offset = [[1], [2]]}>
!barrier = !ttg.memdesc<1xi64, #one>
!tile = !ttg.memdesc<4xf32, #flat>
!desc = !tt.tensordesc<tensor<64x64xf16>>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 8 : i32} {
// CHECK-LABEL: tt.func @producer
tt.func @producer(%slot: !tt.ptr<i8>, %parity: i32, %k: i1) {
  %b = ttg.local_alloc : () -> !barrier
  %m = ttg.local_alloc : () -> !tile
  // CHECK: ttg.mbarrier_init %{{.+}} {count = 4 : i32} : <1xi64
  ttg.mbarrier_init %b {count = 4 : i32} : !barrier
  // CHECK: ttg.producer {
  // CHECK-NEXT: ttg.tensor_map_acquire %arg0 : !tt.ptr<i8> -> !tt.tensordesc<tensor<64x64xf16>>
  // CHECK: ttg.producer_end
  ttg.producer {
    %d = ttg.tensor_map_acquire %slot : !tt.ptr<i8> -> !desc
    ttg.mbarrier_wait %b, %parity : !barrier
    ttg.producer_end
  }
  // CHECK: ttg.mbarrier_arrive %{{.+}} after %{{.+}} : <1xi64, #{{.+}}>, !ttg.memdesc<4xf32
  ttg.mbarrier_arrive %b after %m : !barrier, !tile
  // CHECK: ttg.mbarrier_arrive %{{.+}} after %{{.+}} mask %{{.+}} :
  ttg.mbarrier_arrive %b after %m mask %k : !barrier, !tile
  tt.return
}
}

// -----

tt.func @no_arrivals() {
  %b = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #ttg.shared<{offset = []}, rank = 1>>
  // TTG-MBARRIER-INIT-1
  // expected-error @+1 {{attribute 'count' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive}}
  ttg.mbarrier_init %b {count = 0 : i32} : !ttg.memdesc<1xi64, #ttg.shared<{offset = []}, rank = 1>>
  tt.return
}

// -----

// TTG-PRODUCER-1
tt.func @in_branch(%k: i1) {
  scf.if %k {
    // expected-error @+1 {{TTG-PRODUCER-1: is not in the first block of a function}}
    ttg.producer {
      ttg.producer_end
    }
  }
  tt.return
}

// -----

// TTG-PRODUCER-1
module {
tt.func @two() {
  // expected-error @+1 {{TTG-PRODUCER-1: is one of 2 of the module, expected one}}
  ttg.producer {
    ttg.producer_end
  }
  ttg.producer {
    ttg.producer_end
  }
  tt.return
}
}

// -----

// TTG-PRODUCER-2
tt.func @value_of_consumers(%i: i32) {
  %j = arith.addi %i, %i : i32
  ttg.producer {
    // expected-error @+1 {{TTG-PRODUCER-2: a producer uses a value of the consumers, expected a parameter of the kernel or memory of 'ttg.local_alloc'}}
    %k = arith.addi %j, %i : i32
    ttg.producer_end
  }
  tt.return
}

// -----

// TTG-PRODUCER-3
tt.func @tile() {
  ttg.producer {
    // expected-error @+1 {{TTG-PRODUCER-3: a producer has a tile in registers, expected scalars}}
    %x = arith.constant dense<0> : tensor<4xi32>
    ttg.producer_end
  }
  tt.return
}

// -----

// TTG-PRODUCER-4
module attributes {"ttg.num-warps" = 4 : i32, "ttg.total-num-warps" = 12 : i32} {
tt.func @warps() {
  // expected-error @+1 {{TTG-PRODUCER-4: 'ttg.total-num-warps' of the module is 12, expected 8}}
  ttg.producer {
    ttg.producer_end
  }
  tt.return
}
}

// -----

// TTG-PRODUCER-5
tt.func @late_init(%parity: i32) {
  %a = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #ttg.shared<{offset = []}, rank = 1>>
  %b = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #ttg.shared<{offset = []}, rank = 1>>
  ttg.producer {
    ttg.mbarrier_init %a {count = 4 : i32} : !ttg.memdesc<1xi64, #ttg.shared<{offset = []}, rank = 1>>
    %c = arith.constant 0 : i32
    ttg.mbarrier_wait %a, %c : !ttg.memdesc<1xi64, #ttg.shared<{offset = []}, rank = 1>>
    // expected-error @+1 {{TTG-PRODUCER-5: is not at the beginning of the producer, where the consumers wait for it}}
    ttg.mbarrier_init %b {count = 4 : i32} : !ttg.memdesc<1xi64, #ttg.shared<{offset = []}, rank = 1>>
    ttg.producer_end
  }
  tt.return
}
