// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import io.github.cm2tt.javac.model.Attribute;
import io.github.cm2tt.javac.model.Op;
import io.github.cm2tt.javac.model.Value;
import java.util.Map;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.PrimitiveType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;

/**
 * Conversions of values: numbers ({@code conv}), boxes ({@code valueOf}, {@code intValue}), references
 * ({@code cast}).
 */
final class Conversions {
    private static final Map<String, TypeKind> BOXES = Map.of("java.lang.Boolean", TypeKind.BOOLEAN,
        "java.lang.Byte", TypeKind.BYTE, "java.lang.Short", TypeKind.SHORT, "java.lang.Character",
        TypeKind.CHAR, "java.lang.Integer", TypeKind.INT, "java.lang.Long", TypeKind.LONG, "java.lang.Float",
        TypeKind.FLOAT, "java.lang.Double", TypeKind.DOUBLE);

    private final Code code;
    private final Types types;

    Conversions(Code code) {
        this.code = code;
        this.types = code.context.types();
    }

    PrimitiveType primitive(TypeKind kind) {
        return types.getPrimitiveType(kind);
    }

    TypeMirror object() {
        return code.context.elements().getTypeElement("java.lang.Object").asType();
    }

    /**
     * Returns the primitive type in a box; null if the type is not a box, the type itself if it is primitive.
     */
    PrimitiveType unboxed(TypeMirror type) {
        if (type instanceof PrimitiveType primitive) {
            return primitive;
        }
        TypeMirror erased =
            type.getKind() == TypeKind.NULL || type.getKind() == TypeKind.VOID ? type : types.erasure(type);
        if (!(erased instanceof DeclaredType declared)) {
            return null;
        }
        TypeKind kind = BOXES.get(((TypeElement) declared.asElement()).getQualifiedName().toString());
        return kind == null ? null : primitive(kind);
    }

    /** Returns the type of an operator with two numbers (JLS 5.6). */
    PrimitiveType promoted(TypeMirror left, TypeMirror right) {
        for (TypeKind kind : new TypeKind[] {TypeKind.DOUBLE, TypeKind.FLOAT, TypeKind.LONG}) {
            if (isOf(left, kind) || isOf(right, kind)) {
                return primitive(kind);
            }
        }
        return primitive(TypeKind.INT);
    }

    /** Returns the type of an operator with one number. */
    PrimitiveType promoted(TypeMirror type) {
        return promoted(type, type);
    }

    boolean isOf(TypeMirror type, TypeKind kind) {
        PrimitiveType unboxed = unboxed(type);
        return unboxed != null && unboxed.getKind() == kind;
    }

    /** Returns whether it is a number type, or the box of one. */
    boolean isNumber(TypeMirror type) {
        PrimitiveType unboxed = unboxed(type);
        return unboxed != null && unboxed.getKind() != TypeKind.BOOLEAN;
    }

    /** Returns a value converted to another type; unchanged if the type is null. */
    Value convert(Value value, TypeMirror from, TypeMirror to) {
        if (value == null || to == null || to.getKind() == TypeKind.VOID || to.getKind() == TypeKind.NONE) {
            return value;
        }
        boolean fromPrimitive = from.getKind().isPrimitive();
        if (fromPrimitive && to.getKind().isPrimitive()) {
            return number(value, from, to);
        }
        if (fromPrimitive) {
            return box(value, from, to);
        }
        return to.getKind().isPrimitive() ? unbox(value, from, to) : reference(value, from, to);
    }

    private Value number(Value value, TypeMirror from, TypeMirror to) {
        return from.getKind() == to.getKind() ? value : code.add("conv", code.names.type(to), value);
    }

    private Value box(Value value, TypeMirror from, TypeMirror to) {
        PrimitiveType inner = unboxed(to);
        if (inner == null) {
            inner = (PrimitiveType) from; // to Object or Number
        }
        TypeMirror box = types.boxedClass(inner).asType();
        String name = code.names.name(box);
        String ref = name + "::valueOf(" + code.names.name(inner) + "):" + name;
        return code.add(Op.named("invoke")
                .operands(number(value, from, inner))
                .result(code.names.type(box))
                .value(Attribute.reference(ref)));
    }

    private Value unbox(Value value, TypeMirror from, TypeMirror to) {
        PrimitiveType inner = unboxed(from);
        if (inner != null) {
            return number(unboxInvoke(value, inner), inner, to);
        }
        var primitive = (PrimitiveType) to; // from Object or Number
        return unboxInvoke(cast(value, types.boxedClass(primitive).asType()), primitive);
    }

    private Value unboxInvoke(Value value, PrimitiveType inner) {
        String name = code.names.name(inner);
        String ref = code.names.name(types.boxedClass(inner).asType()) + "::" + name + "Value():" + name;
        return code.add(Op.named("invoke")
                .operands(value)
                .result(code.names.type(inner))
                .value(Attribute.reference(ref)));
    }

    private Value reference(Value value, TypeMirror from, TypeMirror to) {
        boolean isSubtype =
            from.getKind() == TypeKind.NULL || types.isSubtype(types.erasure(from), types.erasure(to));
        return isSubtype ? value : cast(value, to);
    }

    /** Returns a cast of a reference, with an erased type literal. */
    Value cast(Value value, TypeMirror to) {
        return code.add(Op.named("cast")
                .operands(value)
                .result(code.names.type(to))
                .value(Attribute.of(code.names.erased(to))));
    }
}
