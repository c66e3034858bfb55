// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Reports of memory that was not closed. With {@code -Dcm2tt.leaks=trace} they include the location of the
 * allocation, which makes each allocation slower.
 */
final class Leaks {
    private static final boolean IS_TRACED = "trace".equals(System.getProperty("cm2tt.leaks"));

    private Leaks() {}

    /** Returns the logger of the runtime. */
    static Logger logger() {
        return System.getLogger("io.github.cm2tt");
    }

    /** Memory that is not freed yet. */
    static final class Memory {
        private final String what;
        private final long bytes;
        private final Throwable place;

        Memory(String what, long bytes) {
            this.what = what;
            this.bytes = bytes;
            place = IS_TRACED ? new Throwable("it was allocated here") : null;
        }

        /** Reports that it was not closed. */
        void report() {
            String text = "a " + what + " (" + bytes + " bytes) was never closed, and freed now that nothing "
                + "refers to it: close() it, or use try-with-resources";
            if (place == null) {
                logger().log(Level.WARNING, text + "; -Dcm2tt.leaks=trace says where it was allocated");
            } else {
                logger().log(Level.WARNING, text, place);
            }
        }
    }
}
