// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** The event of a compilation. Not loaded without the module jdk.jfr ({@link FlightEvents}). */
@Name("io.github.cm2tt.Compile")
@Label("Kernel Compilation")
@Category("cm2tt")
@Description("A call that compiles a kernel, or finds its code on disk, and loads it")
final class CompileEvent extends Event {
    private static final CompileEvent PROBE = new CompileEvent();

    @Label("Kernel")
    String kernel;
    @Label("Model")
    String model;
    @Label("Target")
    @Description("The name of the device, or the target of the code")
    String target;
    @Label("Signature")
    @Description("The types, properties and constants for which the kernel is compiled")
    String signature;

    /** Returns whether a recording has such events. Allocates nothing. */
    static boolean isRecorded() {
        return PROBE.isEnabled();
    }
}
