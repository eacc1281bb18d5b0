// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/kernel/kernel.h"

#include <algorithm>
#include <array>

namespace strata::workload {
namespace {

constexpr std::array<std::string_view, kKernelClasses> kClassNames{
    "bmm",      "linear", "conv", "attention-prefill", "attention-decode", "elementwise", "softmax", "norm", "moe",
    "quantize", "scan",   "copy", "embedding"};

struct Classify {
    KernelClass operator()(const Matmul& s) const { return s.linear ? KernelClass::Linear : KernelClass::Bmm; }
    KernelClass operator()(const Conv2d&) const { return KernelClass::Conv; }
    KernelClass operator()(const Attention& s) const {
        const bool alone = !s.causal && s.kv_len <= 1; // an encoder's only token: nothing is cached
        return s.q_len > 1 || alone ? KernelClass::AttentionPrefill : KernelClass::AttentionDecode;
    }
    KernelClass operator()(const VectorOp& s) const {
        switch (s.function) {
        case VectorFunction::Softmax: return KernelClass::Softmax;
        case VectorFunction::LayerNorm:
        case VectorFunction::BatchNorm:
        case VectorFunction::RmsNorm: return KernelClass::Norm;
        case VectorFunction::Copy: return KernelClass::Copy;
        case VectorFunction::Embedding: return KernelClass::Embedding;
        default: return KernelClass::Elementwise;
        }
    }
    KernelClass operator()(const Moe&) const { return KernelClass::Moe; }
    KernelClass operator()(const Quantize&) const { return KernelClass::Quantize; }
    KernelClass operator()(const Scan&) const { return KernelClass::Scan; }
};

} // namespace

std::string_view name(Routing routing) { return routing == Routing::Independent ? "independent" : "balanced"; }

std::string_view name(KernelClass kernel_class) { return kClassNames[static_cast<std::size_t>(kernel_class)]; }

KernelClass classOf(const Kernel& kernel) { return std::visit(Classify{}, kernel.shape); }

} // namespace strata::workload
