// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/schema.h"

#include <string>
#include <string_view>
#include <vector>

namespace strata::hardware {

/// Operators that a runtime computes in one kernel: one of `head`, and behind it any number of `then` that each take
/// the result of the one before and whose result nothing else takes.
struct FusionRule {
    std::string name;              ///< "convolution with activation"
    std::vector<std::string> head; ///< classes of operators: "conv", "depthwise"
    std::vector<std::string> then; ///< classes that are computed on the way out
    std::size_t longest = 8;       ///< operators of a kernel at most
    std::string source;            ///< why the rule is believed
    friend bool operator==(const FusionRule&, const FusionRule&) = default;
};

/// Weights that are stored together with their scales: a block takes `bytes` for `values` weights.
struct WeightBlock {
    std::string id; ///< "q4_k"
    double values = 1, bytes = 1;
    double bytesPerValue() const { return bytes / values; }
    friend bool operator==(const WeightBlock&, const WeightBlock&) = default;
};

/// Tensors of a language model that a file format stores in other blocks than the rest: that share of its layers.
struct MixedTensor {
    std::string tensor; ///< "value", "down", "expert_down", "output": see edge::LanguageTensor
    std::string block;
    double share = 1;
    friend bool operator==(const MixedTensor&, const MixedTensor&) = default;
};

/// A format of files of weights: "q4_k_m".
struct WeightFormat {
    std::string id, block;
    std::vector<MixedTensor> mixed;
    std::string source;
    friend bool operator==(const WeightFormat&, const WeightFormat&) = default;
};

/// A runtime of edge devices: a file of hwlib/backend/.
struct Backend {
    std::string id, name, vendor;
    std::vector<std::string> parts;      ///< "cpu", "gpu", "npu", "dsp"
    std::vector<std::string> types;      ///< number formats of weights and activations
    bool half_arithmetic = false;        ///< networks of 32-bit numbers are computed in 16 bits on cores that can
    std::vector<FusionRule> fusion;      ///< the first that applies holds
    std::vector<std::string> free;       ///< classes that cost no kernel, as views of the same memory
    std::vector<std::string> devices_of; ///< vendors of the GPUs that it drives; empty: any
    std::vector<WeightBlock> blocks;
    std::vector<WeightFormat> weights; ///< of language models, the usual one first; empty: it runs none
    double chunk_tokens = 512;         ///< tokens of a prompt that it computes together
    double context_tokens = 0;         ///< that its graphs of language models are compiled for; 0: contexts grow
    double cache_bits = 16;            ///< of a key or value
    bool fused_attention = true;       ///< attention is a kernel of its own

    const WeightFormat* format(std::string_view format_id) const;
    /// Bytes of one weight of the tensor, its share of the scales included.
    double bytesPerValue(const WeightFormat& format, std::string_view tensor) const;
    friend bool operator==(const Backend&, const Backend&) = default;
};

/// Schema of hwlib/backend/*.json.
const ObjectSchema& backendSchema();

/// Errors: those of validate() with the pointer below `pointer`.
Result<Backend> readBackend(const Json& document, std::string_view pointer);

} // namespace strata::hardware
