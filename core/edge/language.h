// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"

#include <string>
#include <vector>

namespace strata::edge {

/// Weights of a language model that one file format stores alike, of all layers together.
struct LanguageTensor {
    std::string
        role; ///< "attention", "value", "attention_output", "up", "down", "experts", "expert_down", "router", "output"
    double parameters = 0;
    double experts = 0, per_token = 0; ///< of a mixture: the experts of a layer and those that a token takes; 0: dense
    double bytes_per_value = 2;

    /// Share of the weights that a pass over `tokens` tokens reads, each of which draws its experts independently.
    double touched(double tokens) const;
};

/// Layers that attend alike.
struct LanguageAttention {
    double values_per_token = 0; ///< of the cache, all these layers
    double macs_per_pair = 0;    ///< multiply-adds of one new token with one token of the context
    double window = 0;           ///< 0: none
};

/// What a decoder of text takes to compute, counted from its operators.
struct LanguageModel {
    std::vector<LanguageTensor> tensors;
    std::vector<LanguageAttention> attention;
    double state_values = 0;         ///< of recurrent layers, of one sequence
    double embedding_parameters = 0; ///< of a table of its own; 0 where the output projection is that table
    double embedding_bytes_per_value = 2;
    double kernels = 0; ///< operators of one pass

    double parameters() const;
    double weightBytes() const;
    double cacheBytes(double tokens, double bytes_per_value) const; ///< of one sequence
};

/// `decode` is the graph of a decode step of one sequence. `value_columns` is the width of the value projection, which
/// runtimes of this kind store by itself.
LanguageModel languageModelOf(const workload::ModelGraph& decode, double value_columns);

/// What computes.
struct LanguageDevice {
    double memory_bytes_per_s = 0;
    double port_bytes_per_s = 0; ///< that its own ports carry from memory; 0: as much as the memory gives
    double clocks_per_s =
        0; ///< cores times clock, of CPUs and NPUs times their 8-bit multiply-adds a clock; 0: not known
};

/// Coefficients of a runtime on one kind of unit.
struct LanguageCosts {
    double memory_share = 0.8;          ///< of the memory's peak bandwidth while weights stream
    double step_macs_per_clock = 1;     ///< where each token unpacks the weights for itself
    double prompt_macs_per_clock = 1;   ///< where tiles of tokens share the unpacked weights
    double fill_tokens = 0;             ///< tokens whose time an unpacked tile costs beside its own
    double kernel_s = 0;                ///< to start an operator and wait for its last worker
    double plain_attention_share = 0.2; ///< of memory_share, where attention is no kernel of its own
    double overlap = 4; ///< exponent of the norm that joins memory and arithmetic: 1 adds, large takes the longer
};

/// `sequences` sequences take `tokens` new tokens each, behind `cached` ones.
struct LanguagePass {
    double sequences = 1, tokens = 1, cached = 0;
    double cache_bytes_per_value = 2;
    bool fused_attention = true;
    /// Of a graph that is compiled for a context: every pass reads all of it, and prompts fill whole chunks; 0: grows.
    double compiled_context = 0;
};

struct LanguageTime {
    double weights_s = 0, arithmetic_s = 0; ///< each by itself
    double products_s = 0;                  ///< both together
    double cache_s = 0, attention_s = 0, launch_s = 0;
    double total() const { return products_s + cache_s + attention_s + launch_s; }
};

/// One pass: weights stream from memory while they are unpacked and multiplied (G. Gerganov et al., llama.cpp; S.
/// Williams et al., Roofline, 2009, with a smooth ridge); then the cache; then what each operator costs to start.
LanguageTime passTime(const LanguageModel& model, const LanguageDevice& device, const LanguageCosts& costs,
                      const LanguagePass& pass);

/// A prompt of pass.tokens tokens in chunks, and `steps` steps behind it with their mean context.
LanguageTime promptTime(const LanguageModel& model, const LanguageDevice& device, const LanguageCosts& costs,
                        const LanguagePass& pass, double chunk_tokens);
LanguageTime stepTime(const LanguageModel& model, const LanguageDevice& device, const LanguageCosts& costs,
                      const LanguagePass& pass, double steps);

} // namespace strata::edge
