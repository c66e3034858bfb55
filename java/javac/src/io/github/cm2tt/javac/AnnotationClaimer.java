// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;

/**
 * Claims the annotations of the kernel language. Otherwise {@code -Xlint:all} warns that no processor claimed
 * them, which {@code -Werror} turns into an error.
 *
 * <p>Not here: any work ({@link CodeModelProcessor}, which sees annotations of all names, and so must not
 * claim them).
 */
public final class AnnotationClaimer extends AbstractProcessor {
    /** Called by javac's service loader. */
    public AnnotationClaimer() {}

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Set.of("io.github.cm2tt.lang.Kernel", "io.github.cm2tt.lang.Constant",
            "io.github.cm2tt.lang.Reflect", "io.github.cm2tt.lang.CodeReflection",
            "io.github.cm2tt.lang.Launchers");
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latest();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        return !EclipseCompiler.is(processingEnv); // It has no warning, and may ask this processor first.
    }
}
