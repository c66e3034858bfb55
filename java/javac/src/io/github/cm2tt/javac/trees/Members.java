// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.Tree;
import io.github.cm2tt.javac.model.Attribute;
import io.github.cm2tt.javac.model.CodeType;
import io.github.cm2tt.javac.model.Op;
import io.github.cm2tt.javac.model.Value;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Names: variables, fields, constants, {@code this}, class literals; and the class through which a member is
 * referred to.
 */
final class Members {
    private static final Set<String> LANGUAGE_PACKAGES = Set.of("oracle.code.triton", "io.github.cm2tt.lang");
    private static final Set<String> LANGUAGE_CLASSES =
        Set.of("Triton", "Tensor", "TensorType", "Ptr", "KernelNumber", "Range", "Float16", "BFloat16",
            "Float8E4M3", "Float8E5M2", "UInt8", "UInt16", "UInt32", "UInt64", "TensorDescriptor", "Dims");

    private final Code code;
    private final Expressions expressions;

    Members(Code code, Expressions expressions) {
        this.code = code;
        this.expressions = expressions;
    }

    /**
     * A field of an object.
     *
     * @param receiver the object, or null for a static field
     * @param site the class through which it is referred to
     * @param type the type of the field in the reference
     */
    record Field(VariableElement element, Value receiver, TypeMirror site, TypeMirror type) {}

    Value identifier(IdentifierTree tree) {
        Element element = code.elementOf(tree);
        if (element == null || element.getKind() == ElementKind.PACKAGE || element instanceof TypeElement
            || element.getKind() == ElementKind.TYPE_PARAMETER) {
            return null;
        }
        if (tree.getName().contentEquals("this") || tree.getName().contentEquals("super")) {
            return receiver(tree);
        }
        var variable = (VariableElement) element;
        Value component = component(variable);
        if (component != null) {
            return code.load(component, variable.asType());
        }
        if (variable.getKind() == ElementKind.FIELD || variable.getKind() == ElementKind.ENUM_CONSTANT) {
            return read(fieldOf(tree, variable), tree);
        }
        return code.load(code.variable(variable, tree), variable.asType());
    }

    Value select(MemberSelectTree tree) {
        if (tree.getIdentifier().contentEquals("class")) {
            CodeType literal = code.names.erased(code.typeOf(tree.getExpression()));
            return code.add(
                Op.named("constant").result(CodeType.java("java.lang.Class")).value(Attribute.of(literal)));
        }
        if (tree.getIdentifier().contentEquals("this") || tree.getIdentifier().contentEquals("super")) {
            return receiver(tree);
        }
        Element element = code.elementOf(tree);
        if (!(element instanceof VariableElement variable)) {
            return null;
        }
        Value component = isThis(tree.getExpression()) ? component(variable) : null;
        if (component != null) {
            return code.load(component, variable.asType());
        }
        if (code.typeOf(tree.getExpression()).getKind() == TypeKind.ARRAY) {
            Value array = expressions.value(tree.getExpression(), null);
            expressions.arrays().check(tree.getExpression(), tree);
            return code.add("array.length", CodeType.java("int"), array);
        }
        return read(fieldOf(tree, variable), tree);
    }

    /**
     * Returns the object on which an instance method is called; the class of the method must be the innermost
     * one.
     */
    Value receiver(Tree at) {
        if (code.receiver == null && code.constructed != null) {
            throw code.problem(at, "a constructor in a kernel has no object before its end: it can read and "
                + "assign the components, as this.x");
        }
        if (code.receiver == null) {
            throw code.refused(at);
        }
        return code.receiver;
    }

    /** Returns the enclosing object to which a member without a qualifier belongs. */
    Value receiverOf(Element member, Tree at) {
        if (!isMember(member)) {
            throw code.problem(at,
                "'" + member.getSimpleName()
                    + "' belongs to an object of an outer class, which a kernel does "
                    + "not have: pass it as a parameter");
        }
        return receiver(at);
    }

    Field fieldOf(IdentifierTree tree, VariableElement field) {
        boolean isStatic = field.getModifiers().contains(Modifier.STATIC);
        return new Field(field, isStatic ? null : receiverOf(field, tree), site(field), field.asType());
    }

    Field fieldOf(MemberSelectTree tree, VariableElement field) {
        Value object = expressions.value(tree.getExpression(), null);
        boolean isStatic = field.getModifiers().contains(Modifier.STATIC);
        return new Field(
            field, isStatic ? null : object, code.typeOf(tree.getExpression()), code.typeOf(tree));
    }

    /**
     * Reads a field that is named without a qualifier. The compiler treats static fields with the type of
     * their class as constants of enums.
     */
    private Value read(Field field, Tree at) {
        VariableElement element = field.element();
        var types = code.context.types();
        boolean isConstant = element.getKind() == ElementKind.ENUM_CONSTANT || isOfLanguage(element);
        TypeMirror owner = types.erasure(element.getEnclosingElement().asType());
        if (!isConstant && field.receiver() == null
            && types.isSameType(types.erasure(element.asType()), owner)) {
            String name = element.getEnclosingElement().getSimpleName() + "." + element.getSimpleName();
            throw code.problem(at,
                "the value of '" + name
                    + "' is not known: write the constant itself, or pass it as a parameter");
        }
        return load(field, at);
    }

    /** Returns the variable of a component in the constructor of a record; null for other fields. */
    Value component(VariableElement field) {
        return code.constructed == null || field.getKind() != ElementKind.FIELD ? null
            : code.frame().find(field);
    }

    private static boolean isThis(Tree tree) {
        return tree instanceof IdentifierTree name && name.getName().contentEquals("this");
    }

    private void checkFinal(Field field, Tree at) {
        Set<Modifier> modifiers = field.element().getModifiers();
        if (modifiers.contains(Modifier.STATIC) && !modifiers.contains(Modifier.FINAL)) {
            throw code.problem(at,
                "a kernel cannot read '" + field.element().getSimpleName()
                    + "', a static field that is not final: pass its value as a parameter, or make it final");
        }
    }

    /**
     * Returns the value of a field. The value of a constant is added as an attribute, except for fields of
     * the JDK, which the compiler knows. A string becomes a constant.
     */
    private Value load(Field field, Tree at) {
        checkFinal(field, at);
        Object constant = field.element().getConstantValue();
        if (constant instanceof String) {
            return code.constant(CodeType.STRING, constant);
        }
        Op.Builder op = Op.named("field.load").result(code.names.type(field.type())).value(reference(field));
        if (field.receiver() != null) {
            op.operands(field.receiver());
        } else if (constant != null && !isOfJdk(field.element())) {
            op.attribute("value", Attribute.of(asLiteral(constant)));
        }
        return code.add(op);
    }

    /** Returns the constant in a type of literals. */
    private static Object asLiteral(Object constant) {
        if (constant instanceof Character character) {
            return (int) character;
        }
        return constant instanceof Byte || constant instanceof Short ? ((Number) constant).intValue()
            : constant;
    }

    private Attribute reference(Field field) {
        return Attribute.reference(code.names.field(field.element(), field.site()));
    }

    /** Returns the class through which a member without a qualifier is referred to. */
    TypeMirror site(Element member) {
        return isMember(member) ? code.owner.asType() : member.getEnclosingElement().asType();
    }

    private boolean isMember(Element member) {
        var types = code.context.types();
        TypeMirror owner = types.erasure(member.getEnclosingElement().asType());
        return types.isSubtype(types.erasure(code.owner.asType()), owner);
    }

    /** Returns whether a member belongs to a class of the JDK. */
    boolean isOfJdk(Element member) {
        String name = packageOf(member);
        return name.startsWith("java.") || name.startsWith("javax.") || name.startsWith("jdk.");
    }

    /** Returns whether the compiler knows the class: it is the JDK's or the kernel language's. */
    boolean isOfLanguage(Element member) {
        Element outermost = member;
        while (outermost.getEnclosingElement().getKind() != ElementKind.PACKAGE) {
            outermost = outermost.getEnclosingElement();
        }
        return isOfJdk(member)
            || LANGUAGE_PACKAGES.contains(packageOf(member))
            && LANGUAGE_CLASSES.contains(outermost.getSimpleName().toString());
    }

    private String packageOf(Element member) {
        return code.context.elements().getPackageOf(member).getQualifiedName().toString();
    }

    /** Returns whether a method is the accessor of a component of a record that javac generates. */
    boolean isAccessor(ExecutableElement method) {
        return method.getEnclosingElement().getKind() == ElementKind.RECORD
            && ((TypeElement) method.getEnclosingElement())
                .getRecordComponents()
                .stream()
                .anyMatch(component -> method.equals(component.getAccessor()))
            && !code.context.members().isWritten(method, code.context);
    }
}
