// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/number_type.h"
#include "core/base/schema.h"

#include <cstdint>
#include <string_view>
#include <variant>

namespace strata::workload {

/// C[batch,m,n] = A[batch,m,k] B[batch,k,n]. One B for all rows, as in a linear layer: batch 1, their number in m.
struct Matmul {
    double batch = 1, m = 1, n = 1, k = 1;
    bool linear = false;               ///< a layer with weights B and bias, not a product of two activations
    bool block_scaled = false;         ///< operands carry one scale per block (fp8 128-blocks, nvfp4 16-blocks)
    bool dynamic_quantization = false; ///< the kernel's time includes quantizing A from 16 bits
    double weight_copies = 0; ///< a benchmark takes this many B in turn, so that small ones stay in L2; 0: B is in DRAM
};

/// Out[n,m,p,q] = sum over c, r, s of In[n,c,p stride + r dilation,q stride + s dilation] W[m,c,r,s], by groups.
struct Conv2d {
    double n = 1, c = 1, m = 1, p = 1, q = 1, r = 1, s = 1, stride = 1, dilation = 1, groups = 1;
};

/// `q_len` new tokens per sequence attend to kv_len tokens (cached ones and the new ones together).
struct Attention {
    double batch = 1, heads = 1, kv_heads = 1, head_dim = 64, q_len = 1, kv_len = 1;
    double value_dim = 0;  ///< 0: as head_dim; MLA: the latent width (512) beside head_dim 576
    double window = 0;     ///< sliding window in tokens, 0: none
    double longest_kv = 0; ///< longest context of a decode batch of unequal ones; 0: all equal to kv_len
    bool causal = true;
    bool latent = false; ///< MLA decode: keys and values are one shared latent per token
    bool fused = true;   ///< one FlashAttention-like kernel; false only inside graphs that list its parts
};

/// What a streaming kernel does to its elements.
enum class VectorFunction : std::uint8_t {
    Add,
    Mul,
    Div,
    Pow,
    Relu,
    Gelu,
    Tanh,
    Silu,
    Rope,
    Sampling,
    Residual,
    Softmax,
    LayerNorm,
    RmsNorm,
    BatchNorm, ///< rows are channels: several blocks share the moments of one
    Copy,
    Embedding,
    Pool
};

/// Streams `rows` x `cols` elements: `inputs` tensors of that size are read and `outputs` written. A scalar
/// or broadcast operand counts no input. Softmax and the norms reduce over cols. Embedding reads rows of a
/// table.
struct VectorOp {
    VectorFunction function = VectorFunction::Add;
    double rows = 1, cols = 1;
    double inputs = 1, outputs = 1;
};

/// How tokens find their experts where no popularity is stated.
enum class Routing : std::uint8_t {
    Balanced,   ///< slots are dealt out evenly, as benchmarks of kernels do
    Independent ///< each token draws its experts, all as likely: few tokens leave some experts without any
};
std::string_view name(Routing routing);

/// Fused experts of one rank: gate/up and down projection of `experts` local experts, `tokens` x top_k token
/// slots routed to all experts of the model, of which `experts` / `all_experts` are here.
struct Moe {
    double tokens = 1, hidden = 1, ffn = 1, experts = 1, all_experts = 1, top_k = 1;
    double skew = 0; ///< exponent of the power law of expert popularity; 0: as `routing` says
    bool gated = true;
    bool block_scaled = false;
    Routing routing = Routing::Balanced;
};

/// Scale search and cast of rows x cols from 16 bits to the kernel's type.
struct Quantize {
    double rows = 1, cols = 1;
    bool scale = true; ///< searches the scale
    bool cast = true;  ///< writes the narrow tensor
};

/// Selective scan or gated delta rule over `q_len` tokens with a state of heads x key_dim x value_dim (Mamba
/// 2, GDN).
struct Scan {
    double batch = 1, q_len = 1, heads = 1, key_dim = 128, value_dim = 128;
};

/// The operator of a kernel with its sizes.
using KernelShape = std::variant<Matmul, Conv2d, Attention, VectorOp, Moe, Quantize, Scan>;

/// One GPU operator with its shape and number formats. A plain value: hot paths copy it freely.
struct Kernel {
    KernelShape shape;
    NumberType a = NumberType::Fp32; ///< activations, queries
    NumberType b = NumberType::Fp32; ///< weights, keys and values
    NumberType out = NumberType::Fp32;
    NumberType math = NumberType::Fp32; ///< arithmetic: Fp32 means scalar lanes, Tf32 tensor cores on 32-bit operands
    /// Attention, experts, scans: caches and weights come from memory, as inside a model, which reads all others before
    /// it comes back to these. A benchmark that repeats one kernel finds in L2 what fits. Products read their weights
    /// from memory unless `weight_copies` says otherwise.
    bool cold = false;
};

/// Operator classes by which errors are grouped and correlated.
enum class KernelClass : std::uint8_t {
    Bmm,
    Linear,
    Conv,
    AttentionPrefill,
    AttentionDecode,
    Elementwise,
    Softmax,
    Norm,
    Moe,
    Quantize,
    Scan,
    Copy,
    Embedding
};
inline constexpr std::size_t kKernelClasses = 13;
std::string_view name(KernelClass kernel_class);
KernelClass classOf(const Kernel& kernel);

/// Work that every implementation must do: counts from the shape alone.
struct KernelWork {
    double flop = 0;       ///< 2 per multiply-add; causal attention counts the lower triangle
    double read_bytes = 0; ///< each operand once
    double write_bytes = 0;
    double weight_bytes = 0; ///< the part of read_bytes that is weights
};
KernelWork workOf(const Kernel& kernel);

/// Schema of the workload of a `kernel` request (REQUESTS: Operators) and its reading. Types: `dtype` for
/// all, or `a`, `b`, `out`; `math` where it differs from a. Errors: "bad-value", "missing", with pointers
/// below `pointer`.
const ObjectSchema& kernelSchema();
Result<Kernel> readKernel(const Json& document, std::string_view pointer);
Json toJson(const Kernel& kernel);

} // namespace strata::workload
