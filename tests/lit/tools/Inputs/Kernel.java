package demo;

class Kernel {
    static void kernel(Ptr x, int n, float f) {
        var range = Triton.arange(0, 64);
        var sum = Triton.add(range, n);
        var mask = Triton.compare(range, n, Triton.CompareKind.LessThan);
        Triton.store(Triton.add(x, range), sum, mask);
    }
}
