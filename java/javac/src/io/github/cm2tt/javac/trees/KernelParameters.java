// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.Tree;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** The types of parameters: whether a launch can give a value to a kernel, and a call to a helper. */
final class KernelParameters {
    private static final String EXPECTED = "expected Ptr, a number, a boolean, an enum, a record or a Class";

    private final Code code;

    KernelParameters(Code code) {
        this.code = code;
    }

    /** Records a problem of a parameter, of which its uses are silent. */
    void check(VariableElement parameter, Tree at, boolean isKernel) {
        String problem = isKernel ? problemOfKernel(parameter) : null;
        if (problem != null) {
            code.problem(at, "'" + parameter.getSimpleName() + "' " + problem);
        } else if (parameter.asType().getKind() == TypeKind.ARRAY && !Arrays.isVarargs(parameter)) {
            new Arrays(code).refused(at);
        } else {
            return;
        }
        code.setBroken(parameter);
    }

    /** Returns why a launch cannot give a parameter; null if it may. */
    private String problemOfKernel(VariableElement parameter) {
        TypeMirror type = parameter.asType();
        return switch (type.getKind()) {
            case ARRAY ->
                "is an array of Java, which a kernel cannot reach: declare a Ptr, and give a "
                    + "DeviceBuffer (device.copyOf(array))";
            case TYPEVAR ->
                "has the type variable '" + type
                    + "', which no launch knows: name a type; a Ptr points to elements of any type";
            case DECLARED -> problemOfClass((TypeElement) code.context.types().asElement(type));
            default -> null;
        };
    }

    private String problemOfClass(TypeElement type) {
        String name = type.getSimpleName().toString();
        boolean isTile = name.equals("Tensor") || name.equals("TensorType");
        String packageName = code.context.elements().getPackageOf(type).getQualifiedName().toString();
        if (isTile && packageName.equals("io.github.cm2tt.lang")) {
            return "is a '" + name + "', which exists in kernels only: declare a Ptr, and load a tile "
                + "(Triton.load)";
        }
        if (packageName.startsWith("io.github.cm2tt.lang") || isAllowed(type, packageName)) {
            return null;
        }
        return "is a '" + name + "', which a launch cannot give: " + EXPECTED;
    }

    private boolean isAllowed(Element type, String packageName) {
        if (packageName.startsWith("java.")) {
            boolean isBox =
                packageName.equals("java.lang") && new Conversions(code).unboxed(type.asType()) != null;
            return isBox || type.getSimpleName().contentEquals("Class") || type.getKind() == ElementKind.ENUM
                || type.getKind() == ElementKind.RECORD;
        }
        return type.getKind() != ElementKind.CLASS;
    }
}
