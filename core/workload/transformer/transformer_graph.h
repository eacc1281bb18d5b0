// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/transformer/tape.h"
#include "core/workload/transformer/transformer_shape.h"

#include <optional>
#include <string>

namespace strata::workload {

/// One stack of blocks seen by one pass.
struct Stack {
    std::string prefix; ///< "", "encoder.", "decoder."
    double batch = 1;
    double queries = 1; ///< new tokens of each sequence
    double context = 1; ///< tokens that they attend to, themselves included
    bool causal = true;
    bool cached = false; ///< earlier keys and values lie in a cache
    double tokens() const { return batch * queries; }
};

/// Keys and values that attention reads. What is nothing lies in the cache.
struct Attended {
    std::optional<ValueId> key, value;
    double tokens = 1; ///< of one sequence
    double window = 0;
    bool causal = true;
};

/// Writes the operators of a transformer on a tape.
class TransformerGraph {
public:
    TransformerGraph(Tape& tape, const TransformerShape& shape) : tape_(tape), shape_(shape) {}

    /// All layers of a stack, and its last norm. `encoded`: what a decoder's second attention sees.
    ValueId blocks(ValueId x, const Stack& stack, std::optional<ValueId> encoded, double encoded_tokens);
    ValueId embed(const Stack& stack, bool first);
    ValueId patches(double batch);
    void languageHead(ValueId x, const Stack& stack);
    void encoderHead(ValueId x, double batch);
    void visionHead(ValueId x, double batch);

    /// Parts of other models.
    struct Layer {
        bool sparse = false; ///< a mixture of experts
        double window = 0;
        bool recurrent = false; ///< in place of attention
        bool feeds = true;      ///< has a feed-forward network
    };
    ValueId block(ValueId x, const Stack& stack, const Layer& layer, std::optional<ValueId> encoded,
                  double encoded_tokens);
    ValueId selfAttention(ValueId x, const Stack& stack, double window);
    ValueId attend(const std::string& name, ValueId query, const Attended& seen, const Stack& stack,
                   const Attention& shape);
    ValueId feedForward(const std::string& name, ValueId x, double width);

private:
    ValueId norm(const std::string& name, ValueId x);
    ValueId residual(const std::string& name, ValueId x, ValueId change);
    ValueId headNorm(const std::string& name, ValueId x);

    ValueId crossAttention(ValueId x, const Stack& stack, std::optional<ValueId> encoded, double encoded_tokens);
    ValueId latentAttention(ValueId x, const Stack& stack);
    void indexTokens(ValueId x, ValueId query, const Stack& stack);
    /// Each token sees only some of those before it.
    bool selects(const Stack& stack) const {
        return shape_.indexer.selected > 0 && stack.context > shape_.indexer.selected;
    }
    ValueId recurrentMixer(ValueId x, const Stack& stack);
    ValueId shortConvolution(const std::string& name, ValueId x, const Stack& stack);
    ValueId scan(const std::string& name, ValueId x, const Stack& stack);
    ValueId products(const std::string& name, ValueId query, const Attended& seen, const Attention& shape);
    void rotate(const std::string& name, ValueId& query, ValueId& key);
    void cache(const std::string& name, ValueId key, ValueId value);
    ValueId cached(double rows, double cols);
    void positionBias(const Stack& stack);

    ValueId experts(ValueId x, const Stack& stack);
    ValueId expert(ValueId x, double rows, double copies);
    bool flash() const { return tape_.options.flash_attention || tape_.rules.fused_attention; }

    Tape& tape_;
    const TransformerShape& shape_;
    std::optional<ValueId> bias_; ///< of relative positions, one for all layers of a stack
};

} // namespace strata::workload
