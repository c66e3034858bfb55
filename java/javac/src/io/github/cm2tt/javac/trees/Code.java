// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import io.github.cm2tt.javac.model.Attribute;
import io.github.cm2tt.javac.model.Body;
import io.github.cm2tt.javac.model.CodeType;
import io.github.cm2tt.javac.model.Location;
import io.github.cm2tt.javac.model.Op;
import io.github.cm2tt.javac.model.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * The function that is being made: where in the tree and in which body its next operation goes, what is found
 * on the way.
 *
 * <p>An operation is placed where the tree starts that is being visited ({@link #visiting}), not the part of
 * it that the operation is made of: so does Babylon's compiler.
 */
final class Code {
    final Context context;
    final TypeNames names;
    /** The class that declares the method. */
    final TypeElement owner;
    /** The method itself, or null for a static method. */
    Value receiver;
    /** What {@code return} returns here. */
    TypeMirror returnType;
    /** What {@code yield} gives here. */
    TypeMirror yieldType;

    private final CompilationUnitTree unit;
    private TreePath path;
    private Frame frame;
    private final List<FunctionModel.Callee> callees = new ArrayList<>();
    private final List<FunctionModel.Problem> problems = new ArrayList<>();

    Code(TreePath method, Context context, TypeElement owner) {
        this.context = context;
        this.names = new TypeNames(context);
        this.owner = owner;
        this.unit = method.getCompilationUnit();
        this.path = method;
    }

    // Trees

    /** Runs code for a tree below the one that is visited now. */
    <T> T visiting(Tree tree, Supplier<T> code) {
        TreePath before = path;
        path = new TreePath(path, tree);
        try {
            return code.get();
        } finally {
            path = before;
        }
    }

    /** The type that javac found for an expression below the tree that is visited. */
    TypeMirror typeOf(Tree tree) {
        TypeMirror type = context.trees().getTypeMirror(new TreePath(path, tree));
        if (type == null || type.getKind() == TypeKind.ERROR) {
            throw refused(tree);
        }
        return type;
    }

    /** The class, method or variable that a tree names or declares; null if it names none. */
    Element elementOf(Tree tree) {
        return context.trees().getElement(new TreePath(path, tree));
    }

    /** A tree without the parentheses around it. */
    static Tree skipParentheses(Tree tree) {
        Tree inner = tree;
        while (inner instanceof ParenthesizedTree parentheses) {
            inner = parentheses.getExpression();
        }
        return inner;
    }

    private Location here() {
        for (TreePath at = path; at != null; at = at.getParentPath()) {
            long position = context.trees().getSourcePositions().getStartPosition(unit, at.getLeaf());
            if (position >= 0) {
                LineMap lines = unit.getLineMap();
                long line = lines.getLineNumber(position);
                return new Location((int) line, (int) (position - lines.getStartPosition(line)) + 1);
            }
        }
        return null;
    }

    // Problems and calls

    /** Notes what cannot be modelled; to be thrown, which goes on behind the statement. */
    Unsupported problem(Tree at, String message) {
        problems.add(new FunctionModel.Problem(at, message));
        return new Unsupported();
    }

    /**
     * Notes what javac reports as an error of its own. A compilation that goes on after that models the
     * class, and drops the model with its problems.
     */
    Unsupported refused(Tree at) {
        return problem(at, "javac refuses this");
    }

    /** Notes that a method has to be in the model too. */
    void call(ExecutableElement method, Tree at) {
        callees.add(new FunctionModel.Callee(method, at));
    }

    List<FunctionModel.Callee> callees() {
        return callees;
    }

    List<FunctionModel.Problem> problems() {
        return problems;
    }

    /** Runs code for a statement; with a problem in it, what it left open is dropped. */
    void guarded(Runnable statement) {
        TreePath pathBefore = path;
        Frame frameBefore = frame;
        TypeMirror returnBefore = returnType;
        TypeMirror yieldBefore = yieldType;
        try {
            statement.run();
        } catch (Unsupported problem) {
            path = pathBefore;
            frame = frameBefore;
            returnType = returnBefore;
            yieldType = yieldBefore;
        }
    }

    /** What ends the modelling of a statement. */
    static final class Unsupported extends RuntimeException {
        private static final long serialVersionUID = 1;

        Unsupported() {
            super(null, null, false, false);
        }
    }

    // Operations

    Frame frame() {
        return frame;
    }

    /** Appends an operation; its result, if it has one. */
    Value add(Op.Builder builder) {
        Op op = builder.at(here()).build();
        frame.ops.add(op);
        return op.result();
    }

    /** An operation that is placed here and appended nowhere. */
    Op placed(Op.Builder builder) {
        return builder.at(here()).build();
    }

    /** Appends an operation without attributes. */
    Value add(String name, CodeType type, Value... operands) {
        return add(Op.named(name).operands(operands).result(type));
    }

    /** Appends an operation without a result. */
    void end(String name, Value... operands) {
        add(Op.named(name).operands(operands));
    }

    /** Ends the body unless it has ended. */
    void endIfOpen(String name) {
        if (!frame.isEnded()) {
            end(name);
        }
    }

    Value constant(CodeType type, Object value) {
        return add(Op.named("constant").result(type).value(Attribute.of(value)));
    }

    // Bodies

    /** What a body is made of. */
    record Shape(Tree tree, CodeType result, List<CodeType> parameters, boolean hasStatements) {}

    /** A body that {@code code} fills, given its parameters. */
    Body body(Shape shape, Consumer<List<Value>> code) {
        List<Value> parameters = shape.parameters().stream().map(Value::new).toList();
        frame = new Frame(frame, shape.tree(), shape.hasStatements());
        code.accept(parameters);
        var body = new Body(parameters, shape.result(), frame.ops);
        frame = frame.parent;
        return body;
    }

    /** A body of an operator or condition, without parameters, that yields a value. */
    Body yielding(CodeType type, Supplier<Value> code) {
        return body(new Shape(null, type, List.of(), false), none -> end("yield", code.get()));
    }

    /** A body of statements, without parameters and result. */
    Body plain(Tree tree, Runnable code) {
        return body(new Shape(tree, CodeType.VOID, List.of(), true), none -> code.run());
    }

    /** Runs code in the body of statements around the bodies of operators that are being made. */
    <T> T inStatements(Supplier<T> what) {
        Frame before = frame;
        while (!frame.hasStatements) {
            frame = frame.parent;
        }
        T result = what.get();
        frame = before;
        return result;
    }

    // Variables

    /** Declares a variable with its first value, null for none. */
    Value declare(Element variable, TypeMirror type, Value first) {
        Value value = declareNamed(variable.getSimpleName().toString(), type, first);
        frame.declare(variable, value);
        return value;
    }

    /** Declares a variable that has no element. */
    Value declareNamed(String name, TypeMirror type, Value first) {
        Op.Builder op = Op.named("var").result(names.variable(type));
        if (first != null) {
            op.operands(first);
        }
        return add(name.isEmpty() ? op : op.value(Attribute.of(name)));
    }

    /** A variable that is in scope. */
    Value variable(Element variable, Tree at) {
        Value value = frame.find(variable);
        if (value == null) {
            throw problem(at,
                "the variable '" + variable.getSimpleName()
                    + "' is declared outside of what is modelled here; "
                    + "pass it as a parameter, or declare it in front of the switch");
        }
        return value;
    }

    Value load(Value variable, TypeMirror type) {
        return add("var.load", names.type(type), variable);
    }
}
