// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.Tree;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** The types of parameters: whether a launch can give a value to a kernel, and a call to a helper. */
final class KernelParameters {
    private static final String EXPECTED =
        "expected Ptr, a number, a boolean, an enum, a record, a String or a Class";
    private static final String EXPECTED_COMPONENT = "expected Ptr, a number, a boolean or a record";

    private final Code code;

    KernelParameters(Code code) {
        this.code = code;
    }

    /**
     * A parameter, or a component of one that is a record.
     *
     * @param name the name in errors, {@code p.shape.rows}
     * @param type the type
     * @param whole the parameter
     */
    private record Place(String name, TypeMirror type, VariableElement whole) {
        boolean isComponent() {
            return !whole.getSimpleName().contentEquals(name);
        }
    }

    /** Records a problem of a parameter, of which its uses are silent. */
    void check(VariableElement parameter, Tree at, boolean isKernel) {
        String name = parameter.getSimpleName().toString();
        String problem = isKernel ? problemOf(new Place(name, parameter.asType(), parameter)) : null;
        if (problem != null) {
            code.problem(at, problem);
        } else if (parameter.asType().getKind() == TypeKind.ARRAY && !Arrays.isVarargs(parameter)) {
            new Arrays(code).refused(at);
        } else {
            return;
        }
        code.setBroken(parameter);
    }

    /** Returns why a launch cannot give a value; null if it may. */
    private String problemOf(Place place) {
        DeclaredType record = RecordParameters.recordOf(place.type());
        if (record != null && !RecordParameters.containsItself(record, code.context)) {
            return problemOfComponents(place, record);
        }
        String problem = record == null ? problemOfValue(place)
            : " is a '" + record.asElement().getSimpleName()
                + "', which has itself as a component: declare a record of numbers and pointers";
        return problem == null ? null : "'" + place.name() + "'" + problem;
    }

    private String problemOfComponents(Place place, DeclaredType record) {
        return RecordParameters.componentsOf(record, code.context).stream()
            .map(each -> problemOf(new Place(place.name() + "." + each.name(), each.type(), place.whole())))
            .filter(each -> each != null).findFirst().orElse(null);
    }

    private String problemOfValue(Place place) {
        return switch (place.type().getKind()) {
            case ARRAY ->
                " is an array of Java, which a kernel cannot reach: declare a Ptr, and give a "
                    + "DeviceBuffer (device.copyOf(array))";
            case TYPEVAR ->
                " has the type variable '" + place.type()
                    + "', which no launch knows: name a type; a Ptr points to elements of any type";
            case DECLARED ->
                problemOfClass(place, (TypeElement) code.context.types().asElement(place.type()));
            default -> null;
        };
    }

    private String problemOfClass(Place place, TypeElement type) {
        String name = type.getSimpleName().toString();
        String packageName = code.context.elements().getPackageOf(type).getQualifiedName().toString();
        boolean isLanguage = packageName.equals("io.github.cm2tt.lang");
        if (isLanguage && (name.equals("Tensor") || name.equals("TensorType"))) {
            return " is a '" + name + "', which exists in kernels only: declare a Ptr, and load a tile "
                + "(Triton.load)";
        }
        if (place.isComponent()) {
            return problemOfComponent(place, type, isLanguage);
        }
        if (packageName.startsWith("io.github.cm2tt.lang") || isObject(type)
            || !packageName.startsWith("java.") && type.getKind() != ElementKind.CLASS || isBox(type)) {
            return null;
        }
        return " is a '" + name + "', which a launch cannot give: " + EXPECTED;
    }

    private String problemOfComponent(Place place, TypeElement type, boolean isLanguage) {
        String name = type.getSimpleName().toString(), whole = place.whole().getSimpleName().toString();
        boolean isConstant = RunTimeValues.isConstant(place.whole());
        if (isLanguage && name.equals("Ptr")) {
            return isConstant ? " is a pointer, and '" + whole
                    + "' is a constant: make it a parameter of its own, or a component of another record"
                : null;
        }
        if (isObject(type)) {
            return isConstant ? null : " is a '" + name
                    + "', which is known at compile time only: annotate '" + whole
                    + "' with @Constant, or make it a parameter of its own";
        }
        return isLanguage && type.getKind() == ElementKind.CLASS || isBox(type) ? null
            : " is a '" + name + "', which a launch cannot give: " + EXPECTED_COMPONENT;
    }

    private boolean isBox(TypeElement type) {
        return new Conversions(code).unboxed(type.asType()) != null;
    }

    /** Returns whether the values of a type are constants that are objects. */
    private static boolean isObject(Element type) {
        String name = ((TypeElement) type).getQualifiedName().toString();
        return type.getKind() == ElementKind.ENUM || name.equals("java.lang.Class")
            || name.equals("java.lang.String");
    }
}
