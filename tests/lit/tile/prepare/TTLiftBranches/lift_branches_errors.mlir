// RUN: cm2tt-opt %s -cm2tt-tt-lift-branches -split-input-file -verify-diagnostics

tt.func public @kernel(%c: i1) {
  scf.if %c {
    tt.call @other_branch(%c) : (i1) -> ()
  }
  tt.return
}
tt.func private @other_branch(%c: i1) {
  // expected-error @+1 {{a function that is called in a loop or a branch may branch by 'cf' only, not by 'llvm.cond_br'}}
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.return
^bb2:
  tt.return
}
