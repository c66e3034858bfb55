// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import io.github.cm2tt.lang.*;

/** Errors in chains of calls: check_locations.py expects each at the name of one call. */
class Chain {
    @Kernel
    static void typeError(Ptr x, @Constant int B) {
        var o = Triton.arange(0, B);
        var r = x.add(o)
            .load().sub(1)
            .mul(2)
            .exp();
        x.add(o).store(r);
    }

    @Kernel
    static void outOfBounds(Ptr x, @Constant int B) {
        var o = Triton.arange(0, B);
        x.add(o).store(
            x.add(o)
                .add(1)
                .load());
    }

    @Kernel
    static void assertion(Ptr x, @Constant int B) {
        x.add(Triton.arange(0, B))
            .load()
            .ge(1)
            .deviceAssert("positive");
    }
}
