// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/** The front end: creates the code models of kernels while javac compiles them. */
module io.github.cm2tt.javac {
    requires transitive java.compiler;
    requires transitive jdk.compiler;

    provides com.sun.source.util.Plugin with io.github.cm2tt.javac.CodeModelPlugin;
    provides javax.annotation.processing.Processor with io.github.cm2tt.javac.CodeModelProcessor,
        io.github.cm2tt.javac.AnnotationClaimer;
}
