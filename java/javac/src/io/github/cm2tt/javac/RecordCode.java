// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The canonical constructor and the accessors of a record in a class file: whether they do what a compiler
 * writes for a record without code, which is to store and to load the components.
 */
final class RecordCode {
    private static final int ALOAD_0 = 42;
    private static final int GETFIELD = 180;
    private static final int PUTFIELD = 181;
    private static final int INVOKESPECIAL = 183;
    private static final int RETURN = 177;
    private static final int WIDE = 196;

    private final Object[] constants;
    private final List<Method> methods = new ArrayList<>();
    private final List<Component> components = new ArrayList<>();

    private record Method(String name, String descriptor, byte[] code) {}

    private record Component(String name, String descriptor) {
        /** Which of the instructions for int, long, float, double and references are for it. */
        int kind() {
            return switch (descriptor.charAt(0)) {
                case 'J' -> 1;
                case 'F' -> 2;
                case 'D' -> 3;
                case 'L', '[' -> 4;
                default -> 0;
            };
        }

        int slots() {
            return descriptor.equals("J") || descriptor.equals("D") ? 2 : 1;
        }
    }

    private RecordCode(byte[] file) throws IOException {
        var in = new DataInputStream(new ByteArrayInputStream(file));
        in.skipBytes(8);
        constants = new Object[in.readUnsignedShort()];
        for (int i = 1; i < constants.length; i++) {
            int tag = in.readUnsignedByte();
            constants[i] = switch (tag) {
                case 1 -> in.readUTF();
                case 5, 6 -> in.readLong();
                case 7, 8, 16, 19, 20 -> in.readUnsignedShort();
                case 15 -> in.skipBytes(3);
                case 9, 10, 11, 12, 17, 18 -> new int[] {in.readUnsignedShort(), in.readUnsignedShort()};
                default -> in.readInt();
            };
            i += tag == 5 || tag == 6 ? 1 : 0;
        }
        in.skipBytes(6);
        in.skipBytes(2 * in.readUnsignedShort());
        readMembers(in);
        readMembers(in);
        for (int i = in.readUnsignedShort(); i > 0; i--) {
            String name = text(in);
            var content = new DataInputStream(new ByteArrayInputStream(in.readNBytes(in.readInt())));
            if (name.equals("Record")) {
                readComponents(content);
            }
        }
    }

    /**
     * Returns which of a record's methods have code of their own: names of accessors, and {@code <init>} for
     * the canonical constructor. Returns nothing for what is no class file.
     */
    static Set<String> written(byte[] file) {
        try {
            return new RecordCode(file).written();
        } catch (IOException | RuntimeException e) {
            return Set.of();
        }
    }

    private Set<String> written() {
        Set<String> found = new HashSet<>();
        var canonical = new StringBuilder("(");
        components.forEach(component -> canonical.append(component.descriptor()));
        for (Method method : methods) {
            if (method.name().equals("<init>")) {
                if (method.descriptor().contentEquals(canonical + ")V") && !storesAll(method.code())) {
                    found.add("<init>");
                }
                continue;
            }
            for (Component component : components) {
                boolean isAccessor = method.name().equals(component.name())
                    && method.descriptor().equals("()" + component.descriptor());
                if (isAccessor && !loads(component, method.code())) {
                    found.add(method.name());
                }
            }
        }
        return found;
    }

    private boolean loads(Component component, byte[] code) {
        return code.length == 5 && (code[0] & 255) == ALOAD_0 && isField(code, 1, GETFIELD, component)
            && (code[4] & 255) == 172 + component.kind();
    }

    private boolean storesAll(byte[] code) {
        if (code.length < 5 || (code[0] & 255) != ALOAD_0 || (code[1] & 255) != INVOKESPECIAL) {
            return false;
        }
        int at = 4;
        int slot = 1;
        for (Component component : components) {
            int length = loadLength(code, at + 1, slot, component);
            if ((code[at] & 255) != ALOAD_0 || length == 0
                || !isField(code, at + 1 + length, PUTFIELD, component)) {
                return false;
            }
            at += 4 + length;
            slot += component.slots();
        }
        return at == code.length - 1 && (code[at] & 255) == RETURN;
    }

    /** Returns the length of the instruction, if it loads the component from its slot, else 0. */
    private static int loadLength(byte[] code, int at, int slot, Component component) {
        int op = at < code.length ? code[at] & 255 : 0;
        if (slot <= 3) {
            return op == 26 + 4 * component.kind() + slot ? 1 : 0;
        }
        int load = 21 + component.kind();
        if (slot <= 255) {
            return op == load && at + 1 < code.length && (code[at + 1] & 255) == slot ? 2 : 0;
        }
        return op == WIDE && at + 3 < code.length && (code[at + 1] & 255) == load
            && index(code, at + 2) == slot ? 4 : 0;
    }

    private boolean isField(byte[] code, int at, int op, Component component) {
        if (at + 2 >= code.length || (code[at] & 255) != op) {
            return false;
        }
        int[] reference = (int[]) constants[index(code, at + 1)];
        int[] named = (int[]) constants[reference[1]];
        return component.name().equals(constants[named[0]]);
    }

    private static int index(byte[] code, int at) {
        return (code[at] & 255) << 8 | code[at + 1] & 255;
    }

    private String text(DataInputStream in) throws IOException {
        return (String) constants[in.readUnsignedShort()];
    }

    private void readMembers(DataInputStream in) throws IOException {
        for (int i = in.readUnsignedShort(); i > 0; i--) {
            in.skipBytes(2);
            String name = text(in);
            String descriptor = text(in);
            for (int j = in.readUnsignedShort(); j > 0; j--) {
                String attribute = text(in);
                var content = new DataInputStream(new ByteArrayInputStream(in.readNBytes(in.readInt())));
                if (attribute.equals("Code")) {
                    content.skipBytes(4);
                    methods.add(new Method(name, descriptor, content.readNBytes(content.readInt())));
                }
            }
        }
    }

    private void readComponents(DataInputStream in) throws IOException {
        for (int i = in.readUnsignedShort(); i > 0; i--) {
            components.add(new Component(text(in), text(in)));
            for (int j = in.readUnsignedShort(); j > 0; j--) {
                in.skipBytes(2);
                in.skipBytes(in.readInt());
            }
        }
    }
}
