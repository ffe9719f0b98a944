# SPDX-License-Identifier: GPL-3.0-or-later
"""What profile_layer.py uses of PyTorch, on a machine without it: modules that compute nothing, a clock that each
recorded event moves on by 30 ms."""
import types

bfloat16, float16, float32, long = "bfloat16", "float16", "float32", "int64"
__version__ = "stand-in"


class Tensor:
    def backward(self, gradient):
        assert isinstance(gradient, Tensor)


class Module:
    def to(self, device, kind):
        assert device == "cuda" and kind in (bfloat16, float16, float32)
        return self

    def __call__(self, value):
        assert isinstance(value, Tensor)
        return Tensor()

    def zero_grad(self, set_to_none):
        assert set_to_none


class Layer(Module):
    def __init__(self, *sizes, bias=True):
        assert all(isinstance(size, int) and size > 0 for size in sizes), sizes


class Event:
    clock_ms = 0.0

    def __init__(self, enable_timing):
        assert enable_timing

    def record(self):
        Event.clock_ms += 30
        self.at_ms = Event.clock_ms

    def elapsed_time(self, end):
        return end.at_ms - self.at_ms


def made(*arguments, **options):
    return Tensor()


ones_like = randn = randint = made
nn = types.SimpleNamespace(Module=Module, Linear=Layer, LayerNorm=Layer, Embedding=Layer, functional=None)
cuda = types.SimpleNamespace(Event=Event, is_available=lambda: True, get_device_name=lambda: "no GPU",
                             reset_peak_memory_stats=lambda: None, synchronize=lambda: None,
                             max_memory_allocated=lambda: 3 * 2**20)
