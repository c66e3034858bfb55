// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import com.sun.source.util.JavacTask;
import com.sun.source.util.Plugin;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Starts the front end in a compilation by javac. It needs no option: javac finds it on the processor path,
 * or on the class path if there is no processor path, whether or not annotations are processed.
 *
 * <p>A processor alone would not suffice: javac does not process annotations with {@code -proc:none}, nor,
 * from JDK 23 on, by default. Internal classes of javac are not used, since they need {@code --add-exports}
 * on each command line, and change with releases.
 */
public final class CodeModelPlugin implements Plugin {
    private static final Set<JavacTask> STARTED =
        Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
    private static final String OUTPUT = "output=";

    /** Called by javac's service loader. */
    public CodeModelPlugin() {}

    @Override
    public String getName() {
        return "cm2tt";
    }

    @Override
    public boolean autoStart() {
        return true;
    }

    @Override
    public void init(JavacTask task, String... arguments) {
        String output = null;
        for (String argument : arguments) {
            if (!argument.startsWith(OUTPUT)) {
                throw new IllegalArgumentException("unknown argument of -Xplugin:cm2tt: '" + argument
                    + "', expected '" + OUTPUT + "FOLDER'");
            }
            output = argument.substring(OUTPUT.length());
        }
        if (STARTED.add(task)) {
            ModelListener.start(task, output).awaitFiler();
        }
    }

    /** Excludes the plugin from a compilation, since javac finds it on every path that has this jar. */
    static void keepOutOf(JavacTask task) {
        STARTED.add(task);
    }
}
