// RUN: cm2tt-opt %s --cm2tt-ttg-to-llvm --split-input-file | FileCheck %s

// A loop's condition is at its end; a tile is carried register by register.

#l = #ttg.linear<{register = [[128]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "sm_80"} {
  // CHECK-LABEL: llvm.func @carried
  // CHECK-SAME: %[[LO:.*]]: i32, %[[HI:.*]]: i32
  // CHECK: %[[RUNS:.*]] = llvm.icmp "slt" %[[LO]], %[[HI]]
  // CHECK: llvm.cond_br %[[RUNS]], ^[[BODY:.*]](%[[LO]], %[[Z:.*]], %[[Z]] : i32, f32, f32), ^[[EXIT:.*]](%[[Z]], %[[Z]] : f32, f32)
  // CHECK: ^[[BODY]](%[[I:.*]]: i32, %[[A0:.*]]: f32, %[[A1:.*]]: f32):
  // CHECK: %[[B0:.*]] = llvm.fadd %[[A0]]
  // CHECK: %[[B1:.*]] = llvm.fadd %[[A1]]
  // CHECK: %[[NEXT:.*]] = llvm.add %[[I]], %{{.*}} overflow<nsw>
  // CHECK: %[[MORE:.*]] = llvm.icmp "slt" %[[NEXT]], %[[HI]]
  // CHECK: llvm.cond_br %[[MORE]], ^[[BODY]](%[[NEXT]], %[[B0]], %[[B1]] : i32, f32, f32), ^[[EXIT]](%[[B0]], %[[B1]] : f32, f32)
  // CHECK: ^[[EXIT]](%{{.*}}: f32, %{{.*}}: f32):
  tt.func public @carried(%lo: i32, %hi: i32, %p: !tt.ptr<f32>) {
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<256xf32, #l>
    %one = arith.constant dense<1.0> : tensor<256xf32, #l>
    %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #l>
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #l>
    %q = tt.addptr %s, %r : tensor<256x!tt.ptr<f32>, #l>, tensor<256xi32, #l>
    // The second is never used, the third always the same.
    %sum:3 = scf.for %i = %lo to %hi step %c1 iter_args(%a = %zero, %b = %one, %c = %one)
        -> (tensor<256xf32, #l>, tensor<256xf32, #l>, tensor<256xf32, #l>) : i32 {
      %n = arith.addf %a, %c : tensor<256xf32, #l>
      %m = arith.mulf %n, %n : tensor<256xf32, #l>
      scf.yield %n, %m, %c : tensor<256xf32, #l>, tensor<256xf32, #l>, tensor<256xf32, #l>
    }
    tt.store %q, %sum#0 : tensor<256x!tt.ptr<f32>, #l>
    tt.return
  }

  // The first turn is certain: no test. Unsigned, with a step that may wrap.
  // CHECK-LABEL: llvm.func @certain
  // CHECK: llvm.br ^[[BODY:.*]](%{{.*}} : i32)
  // CHECK: llvm.add %{{.*}}, %{{.*}} : i32
  // CHECK: llvm.icmp "ult"
  // CHECK: llvm.cond_br %{{.*}}, ^[[BODY]](%{{.*}} : i32), ^{{.*}} {loop_annotation = #{{.*}}}
  tt.func public @certain(%p: !tt.ptr<i32>) {
    %c0 = arith.constant 0 : i32
    %c3 = arith.constant 3 : i32
    %top = arith.constant -1 : i32
    scf.for unsigned %i = %c0 to %top step %c3 : i32 {
      tt.store %p, %i : !tt.ptr<i32>
    } {llvm.loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}
    tt.return
  }

  // CHECK-LABEL: llvm.func @choice
  // CHECK: llvm.cond_br %{{.*}}, ^[[THEN:.*]], ^[[ELSE:.*]]
  // CHECK: ^[[THEN]]:
  // CHECK: llvm.br ^[[EXIT:.*]](%{{.*}}, %{{.*}} : f32, f32)
  // CHECK: ^[[ELSE]]:
  // CHECK: llvm.br ^[[EXIT]](%{{.*}}, %{{.*}} : f32, f32)
  // CHECK: ^[[EXIT]](%{{.*}}: f32, %{{.*}}: f32):
  tt.func public @choice(%c: i1, %p: !tt.ptr<f32>) {
    %one = arith.constant dense<1.0> : tensor<256xf32, #l>
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #l>
    %x:2 = scf.if %c -> (tensor<256xf32, #l>, i32) {
      %l = tt.load %s : tensor<256x!tt.ptr<f32>, #l>
      %n = arith.constant 1 : i32
      scf.yield %l, %n : tensor<256xf32, #l>, i32
    } else {
      %n = arith.constant 2 : i32
      scf.yield %one, %n : tensor<256xf32, #l>, i32
    }
    tt.store %s, %x#0 : tensor<256x!tt.ptr<f32>, #l>
    tt.return
  }

  // The condition is tested again at the end.
  // CHECK-LABEL: llvm.func @while
  // CHECK: llvm.br ^[[FIRST:.*]](
  // CHECK: ^[[FIRST]](
  // CHECK: llvm.cond_br %{{.*}}, ^[[BODY:.*]](%{{.*}}), ^[[EXIT:.*]](
  // CHECK: ^[[BODY]](%{{.*}}: i32, %{{.*}}: f32, %{{.*}}: f32)
  // CHECK: llvm.icmp "slt"
  // CHECK: llvm.cond_br %{{.*}}, ^[[BODY]](%{{.*}}), ^[[EXIT]](
  tt.func public @while(%n: i32, %p: !tt.ptr<f32>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #l>
    %x = tt.load %s : tensor<256x!tt.ptr<f32>, #l>
    %r:2 = scf.while (%i = %c0, %a = %x) : (i32, tensor<256xf32, #l>) -> (i32, tensor<256xf32, #l>) {
      %c = arith.cmpi slt, %i, %n : i32
      scf.condition(%c) %i, %a : i32, tensor<256xf32, #l>
    } do {
    ^bb0(%i: i32, %a: tensor<256xf32, #l>):
      %j = arith.addi %i, %c1 : i32
      %b = arith.mulf %a, %a : tensor<256xf32, #l>
      scf.yield %j, %b : i32, tensor<256xf32, #l>
    }
    tt.store %s, %r#1 : tensor<256x!tt.ptr<f32>, #l>
    tt.return
  }

  // A loop that waits has one block.
  // CHECK-LABEL: llvm.func @wait
  // CHECK: llvm.br ^[[LOOP:.*]]
  // CHECK: ^[[LOOP]]:
  // CHECK: llvm.cond_br %{{.*}}, ^[[LOOP]], ^[[EXIT:.*]]
  // CHECK: ^[[EXIT]]:
  // CHECK-NEXT: llvm.return
  tt.func public @wait(%p: !tt.ptr<i32>) {
    %c0 = arith.constant 0 : i32
    scf.while : () -> () {
      %x = tt.load %p {isVolatile = true} : !tt.ptr<i32>
      %c = arith.cmpi eq, %x, %c0 : i32
      scf.condition(%c)
    } do {
      scf.yield
    }
    tt.return
  }

  // CHECK-LABEL: llvm.func @switch
  // CHECK: llvm.switch %{{.*}} : i32, ^[[D:.*]](%{{.*}}, %{{.*}} : f32, f32) [
  // CHECK-NEXT: 1: ^[[C:.*]](%{{.*}}, %{{.*}} : f32, f32),
  // CHECK-NEXT: 2: ^[[D]](%{{.*}}, %{{.*}} : f32, f32)
  // CHECK: ^[[D]](%{{.*}}: f32, %{{.*}}: f32):
  tt.func public @switch(%f: i32, %p: !tt.ptr<f32>) {
    %one = arith.constant dense<1.0> : tensor<256xf32, #l>
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #l>
    %x = tt.load %s : tensor<256x!tt.ptr<f32>, #l>
    cf.switch %f : i32, [
      default: ^bb1(%one : tensor<256xf32, #l>),
      1: ^bb2(%x : tensor<256xf32, #l>),
      2: ^bb1(%x : tensor<256xf32, #l>)
    ]
  ^bb1(%a: tensor<256xf32, #l>):
    tt.store %s, %a : tensor<256x!tt.ptr<f32>, #l>
    tt.return
  ^bb2(%b: tensor<256xf32, #l>):
    cf.br ^bb1(%b : tensor<256xf32, #l>)
  }

  // Tokens leave nothing.
  // CHECK-LABEL: llvm.func @tokens
  // CHECK: llvm.cond_br %{{.*}}, ^[[BODY:.*]](%{{.*}} : i32), ^
  // CHECK: ^[[BODY]](%{{.*}}: i32):
  tt.func public @tokens(%n: i32, %p: !tt.ptr<i32>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %t = "ttg.async_commit"() : () -> !ttg.token
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (!ttg.token) : i32 {
      tt.store %p, %i : !tt.ptr<i32>
      %b = ttg.async_commit %a
      scf.yield %b : !ttg.token
    }
    ttg.async_wait %r {pending = 0 : i32}
    tt.return
  }
}
