"""Runs the examples' `tt`, compiled by Triton, on a GPU against references.

    python3 tests/cases/triton/run_on_gpu.py FOLDER

FOLDER holds softmax.ttir, matmul.ttir, leaky.ttir and swish.ttir, as `cm2tt
--emit=tt` prints them for the examples' own signatures. It needs a GPU, PyTorch
and Triton 3.6; the references are computed in double precision. Proves the
front end where our own back end does not reach yet.
"""
import pathlib
import sys

import torch
import triton

BM = BN = 128
GROUP = 8


def check(name, actual, expected, tolerance):
    error = (actual.double() - expected).abs().max().item()
    scale = expected.abs().max().item()
    print(f"{name:28} largest error {error:.3e} of {scale:.3e}  "
          f"{'ok' if error <= tolerance * scale else 'WRONG'}")
    return error <= tolerance * scale


def softmax(kernel):
    rows, columns, stride = 1823, 781, 1024
    x = torch.randn(rows, stride, device="cuda")
    y = torch.full_like(x, 7.0)
    kernel[(rows, 1, 1)](y, x, stride, stride, columns)
    expected = torch.softmax(x[:, :columns].double(), dim=1)
    untouched = bool((y[:, columns:] == 7.0).all())
    return check("softmax", y[:, :columns], expected, 1e-6) and untouched


def matrices(M, N, K):
    a = torch.randn(M, K, device="cuda", dtype=torch.float16)
    b = torch.randn(K, N, device="cuda", dtype=torch.float16)
    c = torch.zeros(M, N, device="cuda", dtype=torch.float16)
    return a, b, c


def grid(M, N):
    return (triton.cdiv(M, BM) * triton.cdiv(N, BN), 1, 1)


def matmul(kernel):
    good = True
    for M, N, K in [(512, 512, 512), (1040, 272, 336), (16, 4096, 16)]:
        a, b, c = matrices(M, N, K)
        kernel[grid(M, N)](a, b, c, M, N, K, K, N, N)
        good &= check(f"matmul {M} {N} {K}", c, a.double() @ b.double(), 1e-3)
    return good


def leaky(kernel):
    M, N, K = 1040, 272, 336
    a, b, c = matrices(M, N, K)
    bias = torch.randn(N, device="cuda", dtype=torch.float16)
    slope = 0.1
    kernel[grid(M, N)](a, b, c, bias, slope, M, N, K, K, N, N)
    z = a.double() @ b.double() + bias.double()
    return check("matmul, leaky ReLU", c, torch.where(z > 0, z, slope * z), 1e-3)


def swish(kernel):
    M, N, K = 1040, 272, 16
    a, b, c = matrices(M, N, K)
    kernel[grid(M, N)](a, b, c, M, N, K, K, N, N)
    z = a.double() @ b.double()
    return check("matmul, hard swish", c,
                 torch.nn.functional.hardswish(z), 1e-3)


def main():
    folder = pathlib.Path(sys.argv[1])
    torch.manual_seed(1)
    good = True
    for run in (softmax, matmul, leaky, swish):
        kernel = triton.compile(str(folder / f"{run.__name__}.ttir"))
        good &= run(kernel)
    torch.cuda.synchronize()
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
