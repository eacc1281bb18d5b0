// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/predictor.h"

#include <optional>
#include <span>
#include <string_view>

namespace strata::edge {

/// Counts of a language model that decide how fast it makes tokens.
struct LanguageCounts {
    double weight_bytes = 0;        ///< of the stored model
    double active_share = 1;        ///< of the weights that one token reads: below 1 for mixtures of experts
    double macs_per_token = 0;      ///< without attention
    double layers = 0;
    double kv_bytes_per_token = 0;  ///< of keys and values, all layers
    double attention_macs_per_pair = 0; ///< multiply-accumulates for one query and one key, all layers and heads
};

/// A block format of stored weights.
struct QuantizedFormat {
    std::string_view id;   ///< "q4_0"
    double bits = 0;       ///< a weight with its scales, in the mean over the tensors of a usual model
};
std::span<const QuantizedFormat> quantizedFormats();
const QuantizedFormat* quantizedFormatNamed(std::string_view id);

/// What runs the model.
struct TokenDevice {
    double memory_bytes_per_s = 0; ///< peak
    double ops_per_s = 0;          ///< peak of the number format that prompts are computed in; a multiply-add counts 2
};

/// Shares of the peaks and costs that no shape explains.
struct TokenCosts {
    double memory_share = 0.7;  ///< of the peak bandwidth that weights are read at
    double cache_share = 0.5;   ///< the same of keys and values
    double compute_share = 0.4; ///< of the peak rate at large prompts
    double layer_s = 0;         ///< of each layer of each pass
    double pass_s = 0;          ///< of each pass, on the host
    double batch_share = 0;     ///< by which one more sequence lengthens a pass that reads the same weights
};
TokenCosts costsOf(const hardware::PredictorGroup& group);

/// Time of one pass that makes `batch` tokens, each after `depth` others.
struct TokenTime {
    double weights_s = 0, cache_s = 0, compute_s = 0, layers_s = 0, host_s = 0;
    double total() const;
};
TokenTime decodeTime(const LanguageCounts& model, const TokenDevice& device, const TokenCosts& costs, double batch,
                     double depth);
/// Time of a prompt.
TokenTime prefillTime(const LanguageCounts& model, const TokenDevice& device, const TokenCosts& costs, double tokens,
                      double depth);

} // namespace strata::edge
