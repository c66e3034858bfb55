// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.LongSupplier;

/**
 * Reports of memory that was not closed: one for each of the first few objects, with the location of the
 * allocation, and then their number whenever it has doubled. With {@code -Dcm2tt.leaks=trace} there is one
 * for each object, with the stack of the allocation, which makes each allocation slower.
 */
final class Leaks {
    private static final boolean IS_TRACED = "trace".equals(System.getProperty("cm2tt.leaks"));
    private static final int REPORTED = 5;
    private static final String PACKAGE = Leaks.class.getPackageName() + ".";
    private static final StackWalker WALKER = StackWalker.getInstance();
    /** The objects that were not closed, and their bytes. */
    private static long objects;
    private static long allBytes;

    private Leaks() {}

    /** Returns the logger of the runtime. */
    static Logger logger() {
        return System.getLogger("io.github.cm2tt");
    }

    /** Memory that is not freed yet. */
    static final class Memory {
        private final String what;
        private final LongSupplier bytes;
        /** The caller of the runtime, or null if it is unknown. */
        private final StackWalker.StackFrame caller;
        private final Throwable stack;

        Memory(String what, LongSupplier bytes) {
            this.what = what;
            this.bytes = bytes;
            caller = WALKER.walk(frames -> frames.filter(Memory::isCaller).findFirst().orElse(null));
            stack = IS_TRACED ? new Throwable("it was allocated here") : null;
        }

        private static boolean isCaller(StackWalker.StackFrame frame) {
            return !frame.getClassName().startsWith(PACKAGE);
        }

        /** Returns its size now. */
        long bytes() {
            return bytes.getAsLong();
        }

        /** Reports that it was not closed, or counts it. */
        void report(long bytes) {
            long count;
            long sum;
            synchronized (Leaks.class) {
                count = ++objects;
                sum = allBytes += bytes;
            }
            if (IS_TRACED || count <= REPORTED) {
                logger().log(Level.WARNING, text(bytes), stack);
            } else if (Long.bitCount(count / REPORTED) == 1 && count % REPORTED == 0) {
                logger().log(Level.WARNING, count + " buffers (" + sum
                    + " bytes) were never closed until now; -Dcm2tt.leaks=trace reports each of them");
            }
        }

        private String text(long bytes) {
            return "a " + what + " (" + bytes + " bytes)"
                + (caller == null ? "" : ", allocated at " + caller.toStackTraceElement() + ",")
                + " was never closed, and freed now that nothing refers to it: close() it, or use "
                + "try-with-resources";
        }
    }
}
