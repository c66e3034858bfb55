package examples;

import oracle.code.triton.*;

class Debug {
    static void debug(int n, @Constant int BLOCK) {
        var program = Triton.programId(0);
        Triton.devicePrint("p", program);
        var offsets = Triton.arange(0, BLOCK);
        var small = Triton.compare(offsets, n, Triton.CompareKind.LessThan);
        Triton.deviceAssert(small, "few elements");
    }
}
