// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The event of a launch. Not loaded without the module jdk.jfr ({@link FlightEvents}). */
@Name("io.github.cm2tt.Launch")
@Label("Kernel Launch")
@Category("cm2tt")
@Description("The call that launches a kernel, with compilation if there was one. It returns before the "
    + "kernel has run, except on the default stream of the CPU")
@StackTrace(false)
final class LaunchEvent extends Event {
    private static final LaunchEvent PROBE = new LaunchEvent();

    @Label("Kernel")
    String kernel;
    @Label("Model")
    String model;
    @Label("Device")
    String device;
    @Label("Grid X")
    int gridX;
    @Label("Grid Y")
    int gridY;
    @Label("Grid Z")
    int gridZ;

    /** Returns whether a recording has such events. Allocates nothing. */
    static boolean isRecorded() {
        return PROBE.isEnabled();
    }
}
