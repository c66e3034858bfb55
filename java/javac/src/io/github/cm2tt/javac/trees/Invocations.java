// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import io.github.cm2tt.javac.model.Attribute;
import io.github.cm2tt.javac.model.CodeType;
import io.github.cm2tt.javac.model.Op;
import io.github.cm2tt.javac.model.Value;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.IntersectionType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.util.Types;

/**
 * Calls of methods. The arguments of a variable-arity method are not collected in an array. References are
 * erased and name the class through which a method is called or, if the model has to contain the method, the
 * class that declares it, by which it is found. The compiler finds the methods of records that implement
 * those of an interface by the class of the record.
 */
final class Invocations {
    private final Code code;
    private final Expressions expressions;
    private final Conversions conversions;
    private final Members members;
    private final ConstantArguments constantArguments;
    private final Types types;

    Invocations(Code code, Expressions expressions, Conversions conversions, Members members) {
        this.code = code;
        this.expressions = expressions;
        this.conversions = conversions;
        this.members = members;
        this.constantArguments = new ConstantArguments(code);
        this.types = code.context.types();
    }

    /**
     * A called method.
     *
     * @param element the method
     * @param type its type in the call
     * @param site the class through which it is called
     * @param isVarargs whether arguments are elements of the last parameter
     * @param isSuper whether it is called through {@code super}
     */
    record Target(
        ExecutableElement element, ExecutableType type, TypeMirror site, boolean isVarargs, boolean isSuper) {
        boolean isStatic() {
            return element.getModifiers().contains(Modifier.STATIC);
        }
    }

    Value invoke(MethodInvocationTree tree) {
        Tree select = Code.skipParentheses(tree.getMethodSelect());
        if (!(code.elementOf(select) instanceof ExecutableElement named)
            || !(code.typeOf(select) instanceof ExecutableType type)) {
            throw code.refused(tree);
        }
        if (TypeNames.isConstructor(named)) {
            return expressions.creations().delegate(tree, named, type);
        }
        expressions.jdkMethods().checkPrint(named, tree);
        ExecutableElement method = expressions.jdkMethods().canonical(named);
        List<Value> operands = new ArrayList<>();
        Value receiver = null;
        TypeMirror site;
        boolean isStatic = method.getModifiers().contains(Modifier.STATIC);
        if (select instanceof MemberSelectTree member) {
            site = method == named ? code.typeOf(member.getExpression()) : ownerOf(method).asType();
            receiver = expressions.value(member.getExpression(), null);
        } else {
            site = members.site(method);
            receiver = isStatic ? null : members.receiverOf(method, tree);
        }
        if (!isStatic) {
            operands.add(receiver);
        }
        List<? extends ExpressionTree> arguments = tree.getArguments();
        expressions.jdkMethods().check(named, tree);
        constantArguments.check(method, arguments);
        boolean isVarargs = isVarargs(method, type, arguments.stream().map(code::typeOf).toList());
        operands.addAll(arguments(arguments, type, isVarargs));
        return call(new Target(method, type, site, isVarargs, isSuper(select)), operands, tree);
    }

    private static boolean isSuper(Tree select) {
        return select instanceof MemberSelectTree member && isNamedSuper(member.getExpression());
    }

    /** Returns whether a qualifier is {@code super} or {@code I.super}. */
    static boolean isNamedSuper(Tree qualifier) {
        return qualifier instanceof IdentifierTree name && name.getName().contentEquals("super")
            || qualifier instanceof MemberSelectTree outer && outer.getIdentifier().contentEquals("super");
    }

    /**
     * Returns whether the arguments are elements of the array of the last parameter, that is, whether the
     * last argument is not an array.
     */
    boolean isVarargs(ExecutableElement method, ExecutableType type, List<? extends TypeMirror> arguments) {
        List<? extends TypeMirror> parameters = type.getParameterTypes();
        int last = parameters.size() - 1;
        boolean isPolymorphic = parameters.size() != method.getParameters().size(); // as MethodHandle.invoke
        return method.isVarArgs() && !isPolymorphic
            && (arguments.size() != parameters.size()
                || !isArgument(arguments.get(last), parameters.get(last)));
    }

    private boolean isArgument(TypeMirror argument, TypeMirror parameter) {
        return argument.getKind() == TypeKind.NULL
            || argument.getKind() != TypeKind.VOID
            && types.isAssignable(types.erasure(argument), types.erasure(parameter));
    }

    /** Returns the values of arguments, converted to the types of the parameters. */
    List<Value> arguments(List<? extends ExpressionTree> arguments, ExecutableType type, boolean isVarargs) {
        List<Value> values = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            values.add(expressions.value(arguments.get(i), parameter(type, i, isVarargs)));
        }
        return values;
    }

    /** Returns the required type of the argument with an index. */
    static TypeMirror parameter(ExecutableType type, int index, boolean isVarargs) {
        List<? extends TypeMirror> parameters = type.getParameterTypes();
        int last = parameters.size() - 1;
        return isVarargs && index >= last ? ((ArrayType) parameters.get(last)).getComponentType()
            : parameters.get(index);
    }

    /** Returns the component of a record, by a call of its accessor. */
    Value read(Value record, DeclaredType type, RecordParameters.Component component, Tree at) {
        var member = (ExecutableType) types.asMemberOf(type, component.accessor());
        return call(new Target(component.accessor(), member, type, false, false), List.of(record), at);
    }

    /** Creates the call, and returns its value, or null if it has none. */
    Value call(Target target, List<Value> operands, Tree at) {
        ExecutableElement method = target.element();
        TypeMirror site = site(target, at);
        boolean isOwn = isContained(method, site);
        if (isOwn) {
            checkConstants(target, at);
            code.call(method, at);
        }
        if (EnumMethods.isOfEnum(method)) {
            return new EnumMethods(code).call(target, site, operands, at);
        }
        String reference = isOwn ? code.names.function(method, ownerOf(method))
            : code.names.method(method, site);
        Op.Builder op = Op.named("invoke").operands(operands).value(Attribute.reference(reference));
        if (target.isVarargs() || target.isSuper()) {
            String kind = target.isStatic() ? "STATIC" : target.isSuper() ? "SUPER" : "INSTANCE";
            op.attribute("invoke.kind", Attribute.of(kind));
            op.attribute("invoke.varargs", Attribute.of((Object) target.isVarargs()));
        }
        if (target.type().getReturnType().getKind() == TypeKind.VOID) {
            return code.add(op);
        }
        if (site.getKind() == TypeKind.ARRAY) {
            return conversions.cast(
                code.add(op.result(code.names.type(conversions.object()))), site); // clone()
        }
        return code.add(op.result(result(target)));
    }

    private CodeType result(Target target) {
        return code.names.type(target.type().getReturnType());
    }

    private static TypeElement ownerOf(ExecutableElement method) {
        return (TypeElement) method.getEnclosingElement();
    }

    /** Refuses a method of an enum that its constants override. */
    private void checkConstants(Target target, Tree at) {
        TypeElement owner = ownerOf(target.element());
        String overriding = code.context.members().overriding(target.element(), code.context);
        if (overriding != null) {
            throw code.problem(at, "the constant '" + owner.getSimpleName() + "." + overriding
                + "' has a body of its own, which a kernel cannot call: write a switch in '"
                + target.element().getSimpleName() + "'");
        }
    }

    /** Returns the class that the reference names if the model does not contain the method. */
    private TypeMirror site(Target target, Tree at) {
        ExecutableElement method = target.element();
        TypeMirror site = bound(target.site(), ownerOf(method).asType());
        if (site.getKind() == TypeKind.ARRAY) {
            return site;
        }
        boolean isAbstract = method.getModifiers().contains(Modifier.ABSTRACT);
        boolean isOnInterface =
            types.asElement(site) instanceof TypeElement type && type.getKind().isInterface();
        if (isOnInterface && !isAbstract && !target.isStatic() && members.isOfJdk(method)) {
            throw code.problem(at,
                "of an interface only its own method can be called, not '" + method.getSimpleName()
                    + "': write a lambda, such as x -> g.apply(f.apply(x))");
        }
        return isOfObject(method) ? ownerOf(method).asType() : site;
    }

    private static boolean isOfObject(ExecutableElement method) {
        return ownerOf(method).getQualifiedName().contentEquals("java.lang.Object");
    }

    /** Returns whether the model has to contain a method. */
    private boolean isContained(ExecutableElement method, TypeMirror site) {
        return site.getKind() != TypeKind.ARRAY && !isOfObject(method)
            && (!method.getModifiers().contains(Modifier.ABSTRACT) || EnumMethods.isOnEnum(method))
            && (!members.isOfLanguage(method) || JdkFunctions.find(method, code.names) != null)
            && !members.isAccessor(method);
    }

    /** Returns the class or array of a value of a type; that which has the members of a class. */
    private TypeMirror bound(TypeMirror type, TypeMirror owner) {
        if (type instanceof TypeVariable variable) {
            return bound(variable.getUpperBound(), owner);
        }
        if (!(type instanceof IntersectionType intersection)) {
            return type;
        }
        List<? extends TypeMirror> bounds = intersection.getBounds();
        TypeMirror wanted = types.erasure(owner);
        for (TypeMirror each : bounds) {
            if (types.isSubtype(types.erasure(each), wanted)) {
                return each;
            }
        }
        return bounds.get(0);
    }
}
