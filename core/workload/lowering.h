// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace strata::workload {

/// One kernel of an eager module; `of` names what it reads: "x" or earlier steps.
struct CompositeStep {
    std::string id;
    VectorFunction function = VectorFunction::Add;
    std::vector<std::string> of;
    bool reduces = false; ///< one number a row remains
};

/// A function, and the kernels that it is without fusion.
struct Composite {
    VectorFunction whole = VectorFunction::Add; ///< the function as one kernel
    std::vector<CompositeStep> steps;
};

/// What an implementation does around the two products of attention.
struct AttentionStyle {
    struct Touch {
        std::string id; ///< "scale", "mask", ...
        VectorFunction function = VectorFunction::Add;
        bool biased = false; ///< reads a bias of the size of the scores
        bool masked = false; ///< reads a mask of queries by keys again for each head: as much as the scores
    };
    std::vector<Touch> query, scores;
    std::vector<std::string> copies; ///< made contiguous: "query", "key", "value", "context"
    bool makesContiguous(std::string_view tensor) const;
};

/// Which operators run as one kernel.
struct FusionRules {
    struct Join {
        std::vector<KernelClass> producer, consumer;
        bool lone = false; ///< the consumer reads nothing else
    };
    std::vector<Join> joins;
    double most_inputs = 8;
    bool whole_composites = false, merges_linears = false, merges_rope = false;
    bool fused_attention = false, fused_experts = false, folds_batch_norm = false;
    bool keeps_channels_last = false;
    bool keeps_narrow = false; ///< tensors between products are as narrow as their operands where scales are known
};

/// How frameworks turn modules into kernels, as data (lowering.json).
struct Lowering {
    std::map<std::string, Composite, std::less<>> composites;
    std::map<std::string, AttentionStyle, std::less<>> styles;
    std::map<std::string, FusionRules, std::less<>> rules;
    double workspace_bytes = 0;
};

/// Schema of lowering.json.
const ObjectSchema& loweringSchema();
/// Errors: those of validate(), and "bad-value" for a function or a step that is not there.
Result<Lowering> readLowering(const Json& document);
/// The one that is built in.
const Lowering& builtInLowering();
std::string_view loweringText();

/// The rules that a graph asks for, by name or by `fused` and phase.
const FusionRules& rulesFor(const GraphOptions& options, const Lowering& lowering);

} // namespace strata::workload
