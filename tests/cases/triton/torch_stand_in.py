# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A stand-in for PyTorch that has element types and shapes, but no numbers.

A test suite of Triton kernels calls PyTorch for the arguments of its kernels. To
obtain the kernels' texts, only the types of these arguments matter, so that no
GPU and no PyTorch is needed. `install()` makes `import torch` find the stand-in:
a function that it does not know returns a tensor of the type and shape of the
first tensor among its arguments.

Not here: results. A test that compares numbers fails, after its launches.
"""

import importlib.abc
import importlib.machinery
import itertools
import math
import sys
import types

BITS = {
    "bool": 8, "uint8": 8, "int8": 8, "int16": 16, "int32": 32, "int64": 64,
    "uint16": 16, "uint32": 32, "uint64": 64, "float16": 16, "bfloat16": 16,
    "float32": 32, "float64": 64, "float8_e4m3fn": 8, "float8_e5m2": 8,
    "float8_e4m3fnuz": 8, "float8_e5m2fnuz": 8, "float8_e8m0fnu": 8,
}  # fmt: skip
ALIASES = {"half": "float16", "float": "float32", "double": "float64",
           "int": "int32", "long": "int64", "short": "int16"}  # fmt: skip
_addresses = itertools.count(1 << 20, 1 << 20)


class dtype:
    """An element type."""

    def __init__(self, name):
        self.name = name
        self.itemsize = BITS[name] // 8
        self.is_floating_point = "float" in name
        self.is_signed = name[0] not in "ub"

    def __repr__(self):
        return f"torch.{self.name}"

    def __reduce__(self):
        return dtype_of, (self.name,)


DTYPES = {name: dtype(name) for name in BITS}


def dtype_of(value):
    """The type of that name, of a NumPy array or of a number."""
    if isinstance(value, dtype):
        return value
    if isinstance(value, bool):
        return DTYPES["bool"]
    if isinstance(value, (int, float)):
        return DTYPES["int64" if isinstance(value, int) else "float32"]
    name = str(getattr(value, "dtype", value)).removeprefix("torch.")
    return DTYPES.get(ALIASES.get(name, name), DTYPES["float32"])


def strides_of(shape):
    return tuple(math.prod(shape[i + 1 :]) for i in range(len(shape)))


class Tensor:
    """A shape and an element type at an aligned address."""

    def __init__(self, shape=(), dtype=DTYPES["float32"], strides=None):
        self.shape = tuple(s if isinstance(s, int) else 1 for s in shape)
        self.dtype = dtype
        self.strides = strides or strides_of(self.shape)
        self.address = next(_addresses)
        self.device = device("cuda")
        self.is_cuda = True
        self.requires_grad = False
        self.grad = None

    def data_ptr(self):
        return self.address

    def stride(self, dim=None):
        return self.strides if dim is None else self.strides[dim]

    def size(self, dim=None):
        return self.shape if dim is None else self.shape[dim]

    def numel(self):
        return math.prod(self.shape)

    def element_size(self):
        return self.dtype.itemsize

    def dim(self):
        return len(self.shape)

    ndim = property(dim)
    T = property(lambda self: self.transpose(-1, -2))
    mT = T

    def is_contiguous(self, *_, **__):
        return True

    def is_floating_point(self):
        return self.dtype.is_floating_point

    def like(self, shape=None, dtype=None, strides=None):
        return Tensor(self.shape if shape is None else shape, dtype or self.dtype,
                      strides)  # fmt: skip

    def to(self, *args, dtype=None, **_):
        for arg in args:
            dtype = arg if arg in DTYPES.values() else getattr(arg, "dtype", dtype)
        return self.like(dtype=dtype, strides=self.strides)

    def view(self, *shape, dtype=None):
        if shape and isinstance(shape[0], type(DTYPES["bool"])):
            dtype, shape = shape[0], self.shape
        elif len(shape) == 1 and isinstance(shape[0], (tuple, list)):
            shape = tuple(shape[0])
        known = -math.prod(shape)
        shape = [self.numel() // known if s == -1 and known else s for s in shape]
        return self.like(shape, dtype)

    reshape = view

    def new_empty(self, *shape, dtype=None, **_):
        return self.like(_shape_of(shape), dtype)

    new_zeros = new_ones = new_empty

    def transpose(self, a, b):
        order = list(range(self.ndim))
        if order:
            order[a], order[b] = order[b], order[a]
        return self.permute(order)

    def t(self):
        return self.transpose(-1, -2)

    def permute(self, *order):
        order = order[0] if isinstance(order[0], (tuple, list)) else order
        return self.like([self.shape[i] for i in order],
                         strides=tuple(self.strides[i] for i in order))  # fmt: skip

    def item(self):
        return 1

    def tolist(self):
        return [1] * (self.shape[0] if self.shape else 1)

    def numpy(self):
        import numpy

        name = self.dtype.name
        return numpy.zeros(self.shape, name if hasattr(numpy, name) else "float32")

    def __getitem__(self, index):
        if isinstance(index, int):
            return self.like(self.shape[1:])
        return self.like()

    def __setitem__(self, index, value):
        pass

    def __len__(self):
        return self.shape[0] if self.shape else 0

    def __iter__(self):
        return iter(self.like(self.shape[1:]) for _ in range(min(len(self), 64)))

    def __bool__(self):
        return True

    def __index__(self):
        return 1

    def __float__(self):
        return 1.0

    __int__ = __index__
    __hash__ = object.__hash__

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if ALIASES.get(name, name) in DTYPES:
            return lambda *_, **__: self.to(dtype_of(name))
        return lambda *_, dtype=None, **__: self.like(dtype=dtype)


def _operator(self, *others):
    return self.like()


for _name in ("add sub mul truediv floordiv mod pow and or xor lshift rshift matmul "
              "radd rsub rmul rtruediv rfloordiv rand ror neg invert abs lt le gt ge "
              "eq ne iadd isub imul itruediv").split():  # fmt: skip
    setattr(Tensor, f"__{_name}__", _operator)


class device:
    """A device's name and number."""

    def __init__(self, name="cuda", index=0):
        self.type = str(name).split(":")[0]
        self.index = index

    def __repr__(self):
        return self.type


def _shape_of(args):
    args = [arg for arg in args if not isinstance(arg, (dtype, device, str))]
    if len(args) == 1 and isinstance(args[0], (tuple, list)):
        args = args[0]
    return tuple(arg for arg in args if isinstance(arg, int))


def create(*args, dtype=None, size=None, **_):
    """empty, zeros, ones, randn: a tensor of that shape."""
    return Tensor(size if size is not None else _shape_of(args),
                  dtype or DTYPES["float32"])  # fmt: skip


def tensor(data, *_, dtype=None, **__):
    """A tensor of a NumPy array, a list or a number."""
    shape = getattr(data, "shape", (len(data),) if isinstance(data, list) else ())
    first = data[0] if isinstance(data, list) and data else data
    return Tensor(shape, dtype or dtype_of(first))


def arange(*bounds, dtype=None, **_):
    count = bounds[0] if len(bounds) == 1 else bounds[1] - bounds[0]
    return Tensor((count,), dtype or DTYPES["int64"])


def _cat(tensors, dim=0, **_):
    return tensors[0].like()


def randint(*args, size=None, dtype=None, **_):
    size = next((a for a in args if isinstance(a, (tuple, list))), size or ())
    return Tensor(size, dtype or DTYPES["int64"])


def _any_function(*args, dtype=None, **_):
    """A function that the stand-in does not know."""
    first = next((a for a in args if isinstance(a, Tensor)), None)
    return first.like(dtype=dtype) if first is not None else create(*args, dtype=dtype)


class Anything:
    """An object whose attributes and calls give such objects: a decorator, a
    context, a class to inherit from."""

    def __init__(self, *_, **__):
        pass

    def __call__(self, *args, **_):
        return args[0] if args and callable(args[0]) else Anything()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False


class AnyClass(type):
    """The type of classes that have every attribute."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything()


class AnyFunction(Anything):
    """A function of tensors, or a module."""

    def __call__(self, *args, **named):
        return _any_function(*args, **named)


class Function(Anything):
    """A function with a gradient, which is not computed."""

    @classmethod
    def apply(cls, *args, **named):
        return cls.forward(Anything(), *args, **named)


class Module(types.ModuleType):
    """A module that has every name."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        top = self.__name__ == "torch" or self.__name__.startswith("torch.nn.f")
        if name[0].isupper():
            return AnyClass(name, (Anything,), {})
        return AnyFunction() if top else Anything()


KNOWN = {
    "torch": {
        "Tensor": Tensor, "dtype": dtype, "device": device, "tensor": tensor,
        "as_tensor": tensor, "from_numpy": tensor, "arange": arange, "cat": _cat,
        "stack": _cat, "randint": randint, "is_tensor": lambda x: isinstance(x, Tensor),
        "equal": lambda *_: True, "allclose": lambda *_, **__: True,
        "manual_seed": lambda *_: None, "__version__": "2.9.0", "no_grad": Anything,
        "inference_mode": Anything, "enable_grad": Anything, "compile": Anything,
        "finfo": lambda _: types.SimpleNamespace(max=1.0, min=-1.0, eps=1e-5, bits=32),
        "iinfo": lambda _: types.SimpleNamespace(max=127, min=-128, bits=8),
        "Generator": Anything, "inf": math.inf, "nan": math.nan, "pi": math.pi,
        **{n: create for n in ("empty", "zeros", "ones", "rand", "randn", "full")},
        **DTYPES, **{alias: DTYPES[name] for alias, name in ALIASES.items()},
    },
    "torch.autograd": {"Function": Function},
    "torch.cuda": {
        "is_available": lambda: True, "current_device": lambda: 0,
        "device_count": lambda: 1, "synchronize": lambda *_: None,
        "get_device_capability": lambda *_: (9, 0),
        "get_device_name": lambda *_: "NVIDIA H200",
        "get_device_properties": lambda *_: types.SimpleNamespace(
            multi_processor_count=132, major=9, minor=0, name="NVIDIA H200",
            total_memory=1 << 36, warp_size=32),
    },
    "torch.version": {"hip": None, "cuda": "12.8"},
    "transformers": {"__version__": "4.57.0"},
    "torch.testing": {"assert_close": lambda *_, **__: None},
}  # fmt: skip


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds `torch`, all its modules, and the packages that the caller names."""

    def __init__(self, packages):
        self.packages = {"torch", *packages}

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in self.packages:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        return Module(spec.name)

    def exec_module(self, module):
        module.__path__ = []
        vars(module).update(KNOWN.get(module.__name__, {}))


def install(packages=()):
    """Makes `import` find the stand-in, also for other packages that are absent."""
    sys.meta_path.insert(0, Finder(packages))
    import torch
    import torch.autograd  # noqa: F401
    import torch.cuda  # noqa: F401
    import torch.testing  # noqa: F401
    import torch.version  # noqa: F401

    return torch
