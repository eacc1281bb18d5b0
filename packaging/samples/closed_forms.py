#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""closed_forms.py > resources/samples/closed-forms.jsonl: rows of measurements of our own, whose values are counts and closed
forms of published papers, worked out here without Strata. `strata-cli validate` has to answer them to the last digits."""
import json

ROWS = []


def row(name, request, quantity, value, form, source):
    ROWS.append({"id": name, "request": request, "quantity": quantity, "measured": value, "group": {"form": form}, "source": source})


def up(a, b):
    return -(-a // b)


# Multiplications of a convolution: outputs times inputs of each (channels x filter).
CNN = {
    "resnet-50": "K. He et al., CVPR 2016 (arXiv:1512.03385), Table 1: ",
    "vgg16": "K. Simonyan and A. Zisserman, ICLR 2015 (arXiv:1409.1556), Table 1, column D: ",
    "mobilenet-v1": "A. Howard et al., arXiv:1704.04861, Table 1: ",
}
for model, layer, out, side, inputs, text in [
    ("resnet-50", "conv1", 64, 112, 3 * 7 * 7, "112 x 112 x 64 outputs of 7 x 7 x 3 inputs"),
    ("vgg16", "conv1_1", 64, 224, 3 * 3 * 3, "224 x 224 x 64 outputs of 3 x 3 x 3 inputs"),
    ("vgg16", "conv1_2", 64, 224, 64 * 3 * 3, "224 x 224 x 64 outputs of 3 x 3 x 64 inputs"),
    ("vgg16", "fc6", 4096, 1, 512 * 7 * 7, "4096 outputs of 7 x 7 x 512 inputs"),
    ("mobilenet-v1", "conv1", 32, 112, 3 * 3 * 3, "112 x 112 x 32 outputs of 3 x 3 x 3 inputs"),
    ("mobilenet-v1", "block1.depthwise", 32, 112, 3 * 3, "112 x 112 x 32 outputs of 3 x 3 inputs of one channel"),
    ("mobilenet-v1", "block1.pointwise", 64, 112, 32, "112 x 112 x 64 outputs of 32 inputs"),
]:
    row(f"macs-{model}-{layer}", {"kind": "layer", "hardware": "eyeriss-like", "workload": {"model": model, "layer": layer}}, "macs",
        out * side * side * inputs, "multiplications of a layer", CNN[model] + text)

# A systolic array of R x C that holds weights: fold by fold, the last cycle counted from 0.
R, C = 12, 14
for m, n, k in [(512, 512, 512), (1000, 64, 147), (1, 4096, 4096), (128, 14, 12), (197, 768, 3072)]:
    row(f"systolic-{m}-{n}-{k}",
        {"kind": "layer", "hardware": "eyeriss-like", "method": "npu.systolic", "workload": {"operator": "matmul", "m": m, "n": n, "k": k}},
        "cycles", (2 * R + C + m - 2) * up(k, R) * up(n, C) - 1, "cycles of a systolic array",
        "A. Samajdar et al., A systematic methodology for characterizing scalability of DNN accelerators using SCALE-Sim, ISPASS 2020, "
        f"analytical model: (2 R + C + m - 2) ceil(k / R) ceil(n / C) with R = {R} rows and C = {C} columns; its last cycle is counted from 0")

# Products at the peak of the tensor cores: 2 m n k operations by SMs x clock x operations a clock.
for gpu, sms, hertz, each, source in [
    ("h100-sxm5-80gb", 132, 1830e6, 4096, "NVIDIA H100 Tensor Core GPU Architecture, white paper, 2022: 132 SMs at 1830 MHz, 4096 dense FP16 operations a clock and SM"),
    ("a100-sxm4-80gb", 108, 1410e6, 2048, "NVIDIA A100 Tensor Core GPU Architecture, white paper, 2020: 108 SMs at 1410 MHz, 2048 dense FP16 operations a clock and SM"),
]:
    for size in (8192, 16384):
        row(f"roof-{gpu}-{size}",
            {"kind": "kernel", "hardware": gpu, "method": "gpu.roofline", "workload": {"operator": "matmul", "m": size, "n": size, "k": size, "dtype": "fp16"}},
            "latency_s", 2 * size**3 / (sms * hertz * each), "time at the peak",
            f"S. Williams et al., Roofline, CACM 52, 2009: 2 x {size}^3 operations over the peak; {source}")

# Collectives of 8 GPUs at one switch: what a port sends over its rate, and two links' latency.
GPUS, RATE, LINK = 8, 450e9, 3e-7
for size in (1 << 20, 1 << 26, 1 << 30):
    for operation, sent, why in [
        ("all_gather", size * (GPUS - 1) / GPUS, "each port sends its eighth to the seven others"),
        ("all_reduce", size, "the switch adds, so that each port sends its whole tensor once (B. Klenk et al., ISCA 2020)"),
    ]:
        row(f"{operation.replace('_', '-')}-{size}",
            {"kind": "collective", "hardware": "dgx-h100", "method": "network.alpha-beta", "workload": {"collective": operation, "bytes": size, "ranks": GPUS}},
            "latency_s", sent / RATE + 2 * LINK, "collective at one switch",
            f"R. Hockney, Parallel Computing 20, 1994: latency and bytes over bandwidth; {why}; 450 GB/s each way (NVIDIA H100 white paper), 0.3 us a link")

for one in ROWS:
    print(json.dumps(one))
