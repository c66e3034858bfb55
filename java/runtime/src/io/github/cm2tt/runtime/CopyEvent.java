// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The event of a copy. Not loaded without the module jdk.jfr ({@link FlightEvents}). */
@Name("io.github.cm2tt.Copy")
@Label("Memory Copy")
@Category("cm2tt")
@Description("The call that copies memory from or to a device; if asynchronous, it only queues the copy")
@StackTrace(false)
final class CopyEvent extends Event {
    private static final CopyEvent PROBE = new CopyEvent();

    @Label("Direction")
    String direction;
    @Label("Device")
    String device;
    @Label("Size")
    @DataAmount
    long bytes;
    @Label("Asynchronous")
    boolean isAsynchronous;

    /** Returns whether a recording has such events. Allocates nothing. */
    static boolean isRecorded() {
        return PROBE.isEnabled();
    }
}
