// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package starter;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import java.util.Arrays;

/** Adds two vectors on a GPU or, without one, on the CPU. */
public final class VectorAdd {
    private static final int BLOCK = 1024;

    private VectorAdd() {}

    /** Each program adds a block of elements. */
    @Kernel
    static void add(Ptr x, Ptr y, Ptr out, int n, @Constant int BLOCK) {
        var offsets = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK);
        var mask = offsets.lt(n);
        out.add(offsets).store(x.add(offsets).load(mask).add(y.add(offsets).load(mask)), mask);
    }

    /**
     * Adds two vectors and prints the sums.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        Device device = Device.best();
        KernelFunction add = KernelFunction.of(VectorAdd.class, "add").constant("BLOCK", BLOCK).on(device);
        float[] sums = new float[3];
        try (var x = device.copyOf(new float[] {1, 2, 3}); var y = device.copyOf(new float[] {10, 20, 30});
                var out = device.allocate(ElementType.FP32, sums.length)) {
            add.launch(Grid.cdiv(sums.length, BLOCK), x, y, out, sums.length);
            System.out.println(Arrays.toString(out.copyTo(sums)));
        }
    }
}
