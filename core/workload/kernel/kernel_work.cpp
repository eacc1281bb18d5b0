// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/transformer/attention_keys.h"

#include <algorithm>
#include <cmath>

namespace strata::workload {
namespace {

/// Pairs of query and key that attention visits: with a causal mask the i-th of q_len new tokens sees kv_len
/// - q_len + i + 1 tokens, with a window at most that many.
double visitedPairs(const Attention& shape) {
    const double q = shape.q_len;
    const double kv = keysOf(shape);
    const double window = shape.window > 0 ? std::min(shape.window, kv) : kv;
    if (!shape.causal || q <= 1) return q * window;
    const double cached = kv - q;
    // Rows that still see less than the window.
    const double growing = std::clamp(window - cached, 0.0, q);
    return growing * cached + growing * (growing + 1.0) / 2.0 + (q - growing) * window;
}

struct Count {
    const Kernel& kernel;

    double a() const { return bytesOf(kernel.a); }
    double b() const { return bytesOf(kernel.b); }
    double out() const { return bytesOf(kernel.out); }

    KernelWork operator()(const Matmul& s) const {
        const double weights = (s.linear ? 1.0 : s.batch) * s.k * s.n * b();
        return {2.0 * s.batch * s.m * s.n * s.k, s.batch * s.m * s.k * a() + weights, s.batch * s.m * s.n * out(),
                s.linear ? weights : 0.0};
    }
    KernelWork operator()(const Conv2d& s) const {
        const double height = (s.p - 1) * s.stride + (s.r - 1) * s.dilation + 1;
        const double width = (s.q - 1) * s.stride + (s.s - 1) * s.dilation + 1;
        const double weights = s.m * (s.c / s.groups) * s.r * s.s * b();
        return {2.0 * s.n * s.m * s.p * s.q * (s.c / s.groups) * s.r * s.s, s.n * s.c * height * width * a() + weights,
                s.n * s.m * s.p * s.q * out(), weights};
    }
    KernelWork operator()(const Attention& s) const {
        const double value_dim = s.value_dim > 0 ? s.value_dim : s.head_dim;
        const double kv = s.window > 0 ? std::min(keysOf(s), s.window + s.q_len - 1) : keysOf(s);
        const double kv_width = s.latent ? s.head_dim : s.head_dim + value_dim; // a latent serves as key and value
        return {2.0 * s.batch * s.heads * visitedPairs(s) * (s.head_dim + value_dim),
                s.batch * s.q_len * s.heads * s.head_dim * a() + s.batch * kv * s.kv_heads * kv_width * b(),
                s.batch * s.q_len * s.heads * value_dim * out(), 0.0};
    }
    KernelWork operator()(const VectorOp& s) const {
        const double elements = s.rows * s.cols;
        return {elements, elements * s.inputs * a(), elements * s.outputs * out(), 0.0};
    }
    KernelWork operator()(const Moe& s) const {
        const double slots = s.tokens * s.top_k * s.experts / s.all_experts;
        const double matrices = s.gated ? 3.0 : 2.0;
        // Share of the experts that at least one token chose, were the choices uniform.
        const double touched = s.experts * (1.0 - std::pow(1.0 - std::min(s.top_k / s.all_experts, 1.0), s.tokens));
        const double weights = touched * matrices * s.hidden * s.ffn * b();
        return {2.0 * slots * matrices * s.hidden * s.ffn, slots * s.hidden * a() + weights, slots * s.hidden * out(),
                weights};
    }
    KernelWork operator()(const Quantize& s) const {
        const double elements = s.rows * s.cols;
        const double passes = (s.scale ? 1.0 : 0.0) + (s.cast ? 1.0 : 0.0);
        return {elements * passes, elements * passes * a(), s.cast ? elements * out() : 0.0, 0.0};
    }
    KernelWork operator()(const Scan& s) const {
        const double tokens = s.batch * s.q_len * s.heads;
        const double state = s.batch * s.heads * s.key_dim * s.value_dim;
        return {6.0 * tokens * s.key_dim * s.value_dim, tokens * (2.0 * s.key_dim + s.value_dim) * a() + state * b(),
                tokens * s.value_dim * out() + state * b(), 0.0};
    }
};

} // namespace

KernelWork workOf(const Kernel& kernel) { return std::visit(Count{kernel}, kernel.shape); }

} // namespace strata::workload
