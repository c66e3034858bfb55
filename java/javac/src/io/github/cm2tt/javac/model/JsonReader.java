// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the output of {@link JsonWriter}: models with one block in each body. */
public final class JsonReader {
    private static final Set<String> OF_REFERENCE =
        Set.of("invoke", "new", "field.load", "field.store", "pattern.record");

    private static final String JAVA_TYPE = "java.type:\"";

    private final Map<String, Value> values = new HashMap<>();

    private JsonReader() {}

    /**
     * Reads a model.
     *
     * @param text JSON
     * @return the model
     * @throws ModelFormatException if the text is not a model of version 1
     */
    public static Model read(String text) throws ModelFormatException {
        Map<?, ?> model = cast(Map.class, Json.parse(text), "a model");
        if (!(model.get("codeModel") instanceof Json.Number version) || !version.digits().equals("1")) {
            throw new ModelFormatException("wrong 'codeModel': " + model.get("codeModel") + ", expected 1");
        }
        List<Op> functions = new ArrayList<>();
        for (Object each : list(model, "functions")) {
            functions.add(new JsonReader().op(each));
        }
        Object source = model.get("source");
        return new Model(source == null ? null : cast(String.class, source, "'source'"), functions);
    }

    private static <T> T cast(Class<T> type, Object value, String what) throws ModelFormatException {
        if (!type.isInstance(value)) {
            throw new ModelFormatException("wrong or missing " + what);
        }
        return type.cast(value);
    }

    private static List<?> list(Map<?, ?> object, String key) throws ModelFormatException {
        Object value = object.get(key);
        return value == null ? List.of() : cast(List.class, value, "'" + key + "'");
    }

    private static String string(Map<?, ?> object, String key) throws ModelFormatException {
        return cast(String.class, object.get(key), "'" + key + "'");
    }

    private Value define(Map<?, ?> object) throws ModelFormatException {
        Value value = new Value(type(string(object, "type")));
        if (values.put(string(object, "id"), value) != null) {
            throw new ModelFormatException("'" + object.get("id") + "' is defined twice");
        }
        return value;
    }

    private Op op(Object json) throws ModelFormatException {
        Map<?, ?> object = cast(Map.class, json, "operation");
        String name = string(object, "op");
        Value result = object.containsKey("id") ? define(object) : null;
        List<Value> operands = new ArrayList<>();
        for (Object id : list(object, "operands")) {
            operands.add(cast(Value.class, values.get(id), "definition of '" + id + "'"));
        }
        Attribute value = object.containsKey("value") ? value(name, result, object.get("value")) : null;
        Op.Builder builder =
            Op.named(name).operands(operands).value(value).at(location(object.get("location")));
        if (object.get("attributes") instanceof Map<?, ?> attributes) {
            for (Map.Entry<?, ?> entry : attributes.entrySet()) {
                builder.attribute((String) entry.getKey(), attribute(entry.getValue()));
            }
        }
        for (Object each : list(object, "bodies")) {
            builder.body(body(each));
        }
        return builder.result(result).build();
    }

    private Body body(Object json) throws ModelFormatException {
        Map<?, ?> object = cast(Map.class, json, "body");
        List<Value> parameters = new ArrayList<>();
        for (Object each : list(object, "parameters")) {
            parameters.add(define(cast(Map.class, each, "parameter")));
        }
        List<?> blocks = list(object, "blocks");
        if (blocks.size() != 1) {
            throw new ModelFormatException("wrong number of blocks: " + blocks.size() + ", expected 1");
        }
        List<Op> operations = new ArrayList<>();
        for (Object each : list(cast(Map.class, blocks.get(0), "block"), "operations")) {
            operations.add(op(each));
        }
        return new Body(parameters, type(string(object, "result")), operations);
    }

    private static Location location(Object json) throws ModelFormatException {
        if (json == null) {
            return null;
        }
        String text = cast(String.class, json, "'location'");
        int column = text.lastIndexOf(':');
        int line = text.lastIndexOf(':', column - 1);
        try {
            return new Location(Integer.parseInt(text.substring(line + 1, column)),
                Integer.parseInt(text.substring(column + 1)), line < 0 ? null : text.substring(0, line));
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            throw new ModelFormatException("malformed location: '" + text + "'");
        }
    }

    private static Attribute value(String op, Value result, Object json) throws ModelFormatException {
        if (json instanceof String text && OF_REFERENCE.contains(op)) {
            return Attribute.reference(text);
        }
        String type = result == null ? "" : result.type().toString();
        try {
            return op.equals("constant") ? constant(type, json) : attribute(json);
        } catch (NumberFormatException e) {
            throw new ModelFormatException("wrong constant of type '" + type + "'");
        }
    }

    private static Attribute constant(String type, Object json) throws ModelFormatException {
        String digits = json instanceof Json.Number number ? number.digits() : String.valueOf(json);
        return switch (type) {
            case "byte" -> Attribute.of(Byte.valueOf(digits));
            case "short" -> Attribute.of(Short.valueOf(digits));
            case "int" -> Attribute.of(Integer.valueOf(digits));
            case "long" -> Attribute.of(Long.valueOf(digits));
            case "float" -> Attribute.of(Float.valueOf(digits));
            case "double" -> Attribute.of(Double.valueOf(digits));
            case "char" ->
                Attribute.of(json instanceof String text && text.length() == 1
                        ? text.charAt(0)
                        : (char) Integer.parseInt(digits));
            default -> attribute(json);
        };
    }

    private static Attribute attribute(Object json) throws ModelFormatException {
        if (json instanceof Map<?, ?> object) {
            return Attribute.of(type(string(object, "type")));
        }
        if (json instanceof Json.Number number) {
            return Attribute.of(number(number.digits()));
        }
        return Attribute.of(json instanceof List<?> ? cast(String.class, json, "attribute") : json);
    }

    private static Number number(String digits) throws ModelFormatException {
        try {
            if (digits.matches("-?[0-9]+")) {
                long value = Long.parseLong(digits);
                return value == (int) value ? Integer.valueOf((int) value) : Long.valueOf(value);
            }
            return Double.valueOf(digits);
        } catch (NumberFormatException e) {
            throw new ModelFormatException("number out of range: " + digits);
        }
    }

    /** Returns a type in either spelling. */
    private static CodeType type(String text) {
        if (text.startsWith(JAVA_TYPE) && text.endsWith("\"")) {
            return CodeType.java(text.substring(JAVA_TYPE.length(), text.length() - 1));
        }
        int open = text.indexOf('<');
        String name = open < 0 ? text : text.substring(0, open);
        if (!text.endsWith(">") || !(name.equals("Var") || name.equals("Tuple"))) {
            return CodeType.java(text);
        }
        List<CodeType> arguments = new ArrayList<>();
        int start = open + 1;
        int depth = 0;
        for (int i = start; i < text.length(); ++i) {
            char unit = text.charAt(i);
            depth += unit == '<' || unit == '(' ? 1 : unit == '>' || unit == ')' ? -1 : 0;
            if (depth < 0 || depth == 0 && unit == ',') {
                arguments.add(type(text.substring(start, i).strip()));
                start = i + 1;
            }
        }
        return new CodeType.Composite(name, arguments);
    }
}
