// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodInvocationTree;
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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * The function that is being built: the current position in the tree, the body of the next operation, and the
 * problems and calls found so far.
 *
 * <p>The location of an operation is that of the tree that is being visited ({@link #visiting}), not of the
 * part for which it is created: the name of a called method, the operator ({@link Positions}).
 */
final class Code {
    final Context context;
    final TypeNames names;
    /** The class that declares the method. */
    final TypeElement owner;
    /** The method itself, or null for a static method. */
    Value receiver;
    /** The type that {@code return} returns. */
    TypeMirror returnType;
    /** Ends a constructor: creates the record that it returns. Null for methods. */
    Supplier<Value> constructed;
    /** The type that {@code yield} yields. */
    TypeMirror yieldType;
    final RunTimeValues runTimeValues = new RunTimeValues(this);

    private final CompilationUnitTree unit;
    private final Positions positions;
    private TreePath path;
    private Frame frame;
    private final List<FunctionModel.Callee> callees = new ArrayList<>();
    private final List<FunctionModel.Problem> problems = new ArrayList<>();
    /** Variables whose initial values or types have problems, which their uses do not repeat. */
    private final Set<Element> broken = new HashSet<>();
    private int lambdaDepth;

    Code(TreePath method, Context context, TypeElement owner) {
        this.context = context;
        this.names = new TypeNames(context);
        this.owner = owner;
        this.unit = method.getCompilationUnit();
        this.positions = context.members().positions(context.trees(), unit);
        this.path = method;
    }

    // Trees

    /** Runs code for a subtree of the visited tree. */
    <T> T visiting(Tree tree, Supplier<T> code) {
        TreePath before = path;
        path = new TreePath(path, tree);
        try {
            return code.get();
        } finally {
            path = before;
        }
    }

    /** Returns the type that javac found for an expression in the visited tree. */
    TypeMirror typeOf(Tree tree) {
        TypeMirror type = context.trees().getTypeMirror(new TreePath(path, tree));
        if (type == null || type.getKind() == TypeKind.ERROR) {
            throw refused(tree);
        }
        return type;
    }

    /** Returns the class, method or variable that a tree names or declares; null if there is none. */
    Element elementOf(Tree tree) {
        return context.trees().getElement(new TreePath(path, tree));
    }

    /** Returns a tree without the parentheses around it. */
    static Tree skipParentheses(Tree tree) {
        Tree inner = tree;
        while (inner instanceof ParenthesizedTree parentheses) {
            inner = parentheses.getExpression();
        }
        return inner;
    }

    /** Returns the visited tree, and those around it that were visited for it. */
    TreePath path() {
        return path;
    }

    private Location here() {
        for (TreePath at = path; at != null; at = at.getParentPath()) {
            long position = positions.of(at.getLeaf());
            if (position >= 0) {
                LineMap lines = unit.getLineMap();
                long line = lines.getLineNumber(position);
                return new Location((int) line, (int) (position - lines.getStartPosition(line)) + 1);
            }
        }
        return null;
    }

    // Problems and calls

    /**
     * Records a construct that kernels cannot contain. The caller throws the result, and modelling continues
     * after the statement, unless it finds other problems in the construct.
     */
    Unsupported problem(Tree at, String message) {
        problems.add(new FunctionModel.Problem(named(at), message));
        return new Unsupported();
    }

    /** Returns the tree that javac shows for a call: the name of the method instead of the arguments. */
    private static Tree named(Tree at) {
        return at instanceof MethodInvocationTree call ? call.getMethodSelect() : at;
    }

    /**
     * Records a construct that javac reports as an error. The compilation may continue; the linker repeats
     * no such error.
     */
    Unsupported refused(Tree at) {
        return problem(at, FunctionModel.REFUSED);
    }

    /** Records that the model has to contain a method. */
    void call(ExecutableElement method, Tree at) {
        callees.add(new FunctionModel.Callee(method, named(at),
            isInLambda() ? FunctionModel.Kind.IN_LAMBDA : FunctionModel.Kind.CALL));
    }

    /** Records that calls of an interface may call a method. */
    void reach(ExecutableElement method, Tree at) {
        callees.add(new FunctionModel.Callee(method, named(at), FunctionModel.Kind.OVERRIDE));
    }

    /** Returns whether the body of a lambda is being built. */
    boolean isInLambda() {
        return lambdaDepth > 0;
    }

    /** Runs code for the body of a lambda. */
    <T> T inLambda(Supplier<T> code) {
        ++lambdaDepth;
        try {
            return code.get();
        } finally {
            --lambdaDepth;
        }
    }

    List<FunctionModel.Callee> callees() {
        return callees;
    }

    List<FunctionModel.Problem> problems() {
        return problems;
    }

    /**
     * Runs code for a statement, and returns whether it found no problem; after one, unfinished bodies are
     * dropped.
     */
    boolean guarded(Runnable statement) {
        TreePath pathBefore = path;
        Frame frameBefore = frame;
        TypeMirror returnBefore = returnType;
        TypeMirror yieldBefore = yieldType;
        try {
            statement.run();
            return true;
        } catch (Unsupported problem) {
            path = pathBefore;
            frame = frameBefore;
            returnType = returnBefore;
            yieldType = yieldBefore;
            return false;
        }
    }

    /** The exception that ends the modelling of a statement. */
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

    /** Appends an operation, and returns its result if it has one. */
    Value add(Op.Builder builder) {
        Op op = builder.at(here()).build();
        frame.ops.add(op);
        return op.result();
    }

    /** Returns an operation with the current location that is not appended. */
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

    /** Ends the body unless it has a terminator. */
    void endIfOpen(String name) {
        if (!frame.isEnded()) {
            end(name);
        }
    }

    Value constant(CodeType type, Object value) {
        return add(Op.named("constant").result(type).value(Attribute.of(value)));
    }

    // Bodies

    /** The signature of a body, and its tree. */
    record Shape(Tree tree, CodeType result, List<CodeType> parameters, boolean hasStatements) {}

    /** Returns a body that {@code code} fills, which gets its parameters. */
    Body body(Shape shape, Consumer<List<Value>> code) {
        List<Value> parameters = shape.parameters().stream().map(Value::new).toList();
        frame = new Frame(frame, shape.tree(), shape.hasStatements());
        code.accept(parameters);
        var body = new Body(parameters, shape.result(), frame.ops);
        frame = frame.parent;
        return body;
    }

    /** Returns a body of an operator or condition, without parameters, that yields a value. */
    Body yielding(CodeType type, Supplier<Value> code) {
        return body(new Shape(null, type, List.of(), false), none -> end("yield", code.get()));
    }

    /** Returns a body of statements, without parameters and result. */
    Body plain(Tree tree, Runnable code) {
        return body(new Shape(tree, CodeType.VOID, List.of(), true), none -> code.run());
    }

    /** Runs code in the body of statements that encloses the bodies of operators that are being built. */
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

    /** Declares a variable with its initial value, or null. */
    Value declare(Element variable, TypeMirror type, Value first) {
        Value value = declareNamed(variable.getSimpleName().toString(), type, first);
        frame.declare(variable, value);
        return value;
    }

    /** Declares a variable without an element. */
    Value declareNamed(String name, TypeMirror type, Value first) {
        Op.Builder op = Op.named("var").result(names.variable(type));
        if (first != null) {
            op.operands(first);
        }
        return add(name.isEmpty() ? op : op.value(Attribute.of(name)));
    }

    /** Records that the declaration of a variable has a problem. */
    void setBroken(Element variable) {
        broken.add(variable);
    }

    /** Returns a variable that is in scope. */
    Value variable(Element variable, Tree at) {
        if (broken.contains(variable)) {
            throw new Unsupported();
        }
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
