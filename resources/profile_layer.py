#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures embedding, transformer block and head with PyTorch on one GPU and prints the CSV that `pipette plan` and
`pipette estimate` take as --layer-profile, in the place of their roofline:
tp,micro_batch,sequence,layer,forward_ms,backward_ms,peak_mib (layer: embedding, block, head).

Tensor parallelism is measured as the share of one rank, without its communication: columns and heads over tp.
"""
import argparse
import csv
import sys


def positive_list(text):
    try:
        values = [int(word) for word in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no comma list of integers") from None
    if not values or min(values) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} holds a number below 1")
    return values


def arguments(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("hidden", "heads", "ffn-hidden", "vocab", "sequence"):
        parser.add_argument(f"--{name}", type=int, required=True)
    parser.add_argument("--kv-heads", type=int, help="default: heads")
    parser.add_argument("--gated-mlp", action="store_true", help="SwiGLU instead of GELU")
    parser.add_argument("--tp", type=positive_list, default=[1])
    parser.add_argument("--micro-batch", type=positive_list, default=[1])
    parser.add_argument("--precision", choices=["bf16", "fp16", "fp32"], default="bf16")
    parser.add_argument("--repeats", type=int, default=20)
    chosen = parser.parse_args(words)
    chosen.kv_heads = chosen.heads if chosen.kv_heads is None else chosen.kv_heads
    for name in ("hidden", "heads", "kv_heads", "ffn_hidden", "vocab", "sequence", "repeats"):
        if getattr(chosen, name) < 1:
            parser.error(f"--{name.replace('_', '-')} must be 1 or more")
    if chosen.hidden % chosen.heads or chosen.heads % chosen.kv_heads:
        parser.error("heads must divide hidden, and kv-heads must divide heads")
    for tp in chosen.tp:
        if chosen.kv_heads % tp or chosen.ffn_hidden % tp or chosen.vocab % tp:
            parser.error(f"tp {tp} must divide kv-heads, ffn-hidden and vocab")
    return chosen


def modules(torch, chosen, tp):
    nn, functional = torch.nn, torch.nn.functional

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.head_size = chosen.hidden // chosen.heads
            self.heads, self.kv_heads = chosen.heads // tp, chosen.kv_heads // tp
            width = (self.heads + 2 * self.kv_heads) * self.head_size
            self.norm1, self.norm2 = nn.LayerNorm(chosen.hidden), nn.LayerNorm(chosen.hidden)
            self.qkv = nn.Linear(chosen.hidden, width, bias=False)
            self.out = nn.Linear(self.heads * self.head_size, chosen.hidden, bias=False)
            self.up = nn.Linear(chosen.hidden, (2 if chosen.gated_mlp else 1) * chosen.ffn_hidden // tp, bias=False)
            self.down = nn.Linear(chosen.ffn_hidden // tp, chosen.hidden, bias=False)

        def forward(self, x):
            batch, length, _ = x.shape
            q, k, v = self.qkv(self.norm1(x)).split(
                [self.heads * self.head_size] + 2 * [self.kv_heads * self.head_size], dim=-1)
            q, k, v = (part.view(batch, length, -1, self.head_size).transpose(1, 2) for part in (q, k, v))
            group = self.heads // self.kv_heads
            attended = functional.scaled_dot_product_attention(
                q, k.repeat_interleave(group, 1), v.repeat_interleave(group, 1), is_causal=True)
            x = x + self.out(attended.transpose(1, 2).reshape(batch, length, -1))
            inner = self.up(self.norm2(x))
            if chosen.gated_mlp:
                gate, value = inner.chunk(2, dim=-1)
                inner = functional.silu(gate) * value
            else:
                inner = functional.gelu(inner)
            return x + self.down(inner)

    class Head(nn.Module):
        def __init__(self):
            super().__init__()
            self.norm = nn.LayerNorm(chosen.hidden)
            self.matrix = nn.Linear(chosen.hidden, chosen.vocab // tp, bias=False)

        def forward(self, x):
            logits = self.matrix(self.norm(x)).float()
            target = torch.zeros(logits.shape[:-1], dtype=torch.long, device=logits.device)
            return functional.cross_entropy(logits.flatten(0, 1), target.flatten())

    return {"embedding": nn.Embedding(chosen.vocab // tp, chosen.hidden), "block": Block(), "head": Head()}


def measure(torch, module, make_input, repeats):
    start, middle, end = (torch.cuda.Event(enable_timing=True) for _ in range(3))
    times, gradient = [], None
    torch.cuda.reset_peak_memory_stats()
    for _ in range(repeats + 3):
        x = make_input()
        start.record()
        y = module(x)
        middle.record()
        if gradient is None:  # once, in a round that does not count
            gradient = torch.ones_like(y)
        y.backward(gradient)
        end.record()
        torch.cuda.synchronize()
        times.append((start.elapsed_time(middle), middle.elapsed_time(end)))
        module.zero_grad(set_to_none=True)
    forward, backward = (sorted(column)[repeats // 2] for column in zip(*times[3:]))
    return forward, backward, torch.cuda.max_memory_allocated() / 2**20


def main():
    chosen = arguments()
    import torch

    if not torch.cuda.is_available():
        sys.exit("profile_layer.py: PyTorch sees no GPU")
    kind = {"bf16": torch.bfloat16, "fp16": torch.float16, "fp32": torch.float32}[chosen.precision]
    print(f"measured on {torch.cuda.get_device_name()}, PyTorch {torch.__version__}", file=sys.stderr)
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["tp", "micro_batch", "sequence", "layer", "forward_ms", "backward_ms", "peak_mib"])
    for tp in chosen.tp:
        for name, module in modules(torch, chosen, tp).items():
            module = module.to("cuda", kind)
            for micro_batch in chosen.micro_batch:
                shape = (micro_batch, chosen.sequence)
                if name == "embedding":
                    make = lambda: torch.randint(0, chosen.vocab // tp, shape, device="cuda")
                else:
                    make = lambda: torch.randn(*shape, chosen.hidden, device="cuda", dtype=kind, requires_grad=True)
                figures = measure(torch, module, make, chosen.repeats)
                table.writerow([tp, micro_batch, chosen.sequence, name, *(f"{figure:.4f}" for figure in figures)])
            del module


if __name__ == "__main__":
    main()
