// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePathScanner;
import io.github.cm2tt.javac.trees.Context;
import io.github.cm2tt.javac.trees.FunctionModel;
import io.github.cm2tt.javac.trees.MethodModeler;
import io.github.cm2tt.javac.trees.TypeNames;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;

/**
 * Creates the models of methods of a class: the annotated ones, and those with names that kernels may call.
 */
final class ClassModeler extends TreePathScanner<Void, Void> {
    private final Context context;
    private final Set<String> reachable;
    private final Map<ExecutableElement, FunctionModel> functions = new LinkedHashMap<>();
    private final Set<ExecutableElement> kernels = new HashSet<>();

    /** @param reachable simple names of methods */
    ClassModeler(Context context, Set<String> reachable) {
        this.context = context;
        this.reachable = reachable;
    }

    /** Returns the methods in the order of the source. */
    Iterable<FunctionModel> functions() {
        return functions.values();
    }

    /** Returns whether the method is annotated. */
    boolean isKernel(FunctionModel function) {
        return kernels.contains(function.method());
    }

    @Override
    public Void visitMethod(MethodTree method, Void unused) {
        boolean isAnnotated = KernelAnnotations.isAnnotated(method);
        if (isAnnotated || reachable.contains(method.getName().toString())) {
            add(method, isAnnotated);
        }
        return super.visitMethod(method, unused);
    }

    private void add(MethodTree method, boolean isAnnotated) {
        if (!(context.trees().getElement(getCurrentPath()) instanceof ExecutableElement element)
            || TypeNames.isConstructor(element) && !isOfRecord(element)) {
            return;
        }
        boolean isNative = element.getModifiers().contains(Modifier.NATIVE);
        if (method.getBody() == null && !isAnnotated && !isNative) {
            return;
        }
        // A method that is wrong or has no code hides the one of an earlier model.
        boolean isErroneous = isErroneous();
        FunctionModel function =
            isErroneous ? wrong(element, method, FunctionModel.REFUSED) : model(method, element);
        if (isAnnotated && !isErroneous) {
            kernels.add(element);
            function = checked(function, method);
        }
        functions.put(element, function);
    }

    /** Returns whether a constructor is one that the source of a record contains. */
    private boolean isOfRecord(ExecutableElement constructor) {
        return constructor.getEnclosingElement().getKind() == ElementKind.RECORD
            && context.elements().getOrigin(constructor) == Elements.Origin.EXPLICIT;
    }

    private FunctionModel model(MethodTree method, ExecutableElement element) {
        if (method.getBody() == null) {
            return wrong(element, method, KernelAnnotations.isAnnotated(method)
                ? "kernels have a body: '" + element.getSimpleName() + "' has none"
                : "kernels cannot call '" + Names.owner(element) + "." + element.getSimpleName()
                    + "': it is native, and so runs on the JVM only; write it in Java");
        }
        try {
            return MethodModeler.model(getCurrentPath(), context);
        } catch (RuntimeException | StackOverflowError e) {
            return wrong(element, method,
                "no code model could be created for '" + element.getSimpleName() + "': " + e
                    + "; please report this as an error of cm2tt");
        }
    }

    private FunctionModel wrong(ExecutableElement element, Tree at, String message) {
        var problem = new FunctionModel.Problem(at, message);
        return new FunctionModel(element, getCurrentPath(), null, List.of(), List.of(problem));
    }

    /** Checks that a kernel is static and returns nothing. */
    private FunctionModel checked(FunctionModel function, MethodTree method) {
        ExecutableElement element = function.method();
        if (method.getBody() == null) {
            return function;
        }
        if (element.getReturnType().getKind() != TypeKind.VOID) {
            if (KernelAnnotations.isOurKernel(element)) {
                return wrong(element, method.getReturnType(),
                    "a kernel returns nothing: '" + element.getSimpleName() + "' returns '"
                        + element.getReturnType() + "'; let it store its results through a Ptr, or "
                        + "remove @Kernel: helpers need no annotation, those of libraries @Reflect");
            }
            return function; // A helper, of which there may be overloads.
        }
        if (KernelAnnotations.isOurKernel(element) && !element.getModifiers().contains(Modifier.STATIC)) {
            return wrong(element, method,
                "a kernel is static, since there is no object on the device: '" + element.getSimpleName()
                    + "'; declare it 'static', and pass what it needs as parameters");
        }
        return function;
    }

    /** Returns whether javac found names or types in the method that do not exist; it has reported them. */
    private boolean isErroneous() {
        ErrorFinder finder = new ErrorFinder();
        finder.scan(getCurrentPath(), null);
        return finder.isFound;
    }

    private final class ErrorFinder extends TreePathScanner<Void, Void> {
        private boolean isFound;

        @Override
        public Void scan(Tree tree, Void unused) {
            return isFound ? null : super.scan(tree, unused);
        }

        @Override
        public Void visitIdentifier(IdentifierTree tree, Void unused) {
            check();
            return null;
        }

        @Override
        public Void visitMemberSelect(MemberSelectTree tree, Void unused) {
            check();
            return super.visitMemberSelect(tree, unused);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
            check();
            return super.visitMethodInvocation(tree, unused);
        }

        private void check() {
            TypeMirror type = context.trees().getTypeMirror(getCurrentPath());
            isFound |= type != null && type.getKind() == TypeKind.ERROR;
        }
    }
}
