// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/kernel/kernel.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace strata::workload {

/// What a pass over the model is for; Decode makes one token of each sequence.
enum class Phase : std::uint8_t { Inference, Training, Prefill, Decode };
std::string_view name(Phase phase);

/// Which pass of a training step an operator belongs to.
enum class Pass : std::uint8_t { Forward, BackwardInput, BackwardWeight, Optimizer };
std::string_view name(Pass pass);

/// One operator of a model, `count` times with the same shape (once per layer, say).
struct Operator {
    std::string name; ///< "layers.attention.query"
    Kernel kernel;
    double count = 1;
    Pass pass = Pass::Forward;
    double input_bytes = 0; ///< of its activations that the operator before has just written
    double launches = 1;    ///< kernels that the runtime launches for it: 0 for a view, more for composed operators
    bool inner = false;     ///< launched inside the call of its neighbour: no operator of its own to an interpreter
};

/// What a model keeps in memory while it runs, by purpose.
struct MemoryDemand {
    double weight_bytes = 0, gradient_bytes = 0, optimizer_bytes = 0, activation_bytes = 0, kv_cache_bytes = 0,
           workspace_bytes = 0;
    double state_bytes = 0; ///< of recurrent layers: as large for a short sequence as for a long one
    double total() const;
};

/// A tensor that one operator leaves for others.
struct Activation {
    double elements = 0;
    std::ptrdiff_t maker = -1;        ///< place of the operator that makes it; -1: an input of the model
    std::vector<std::size_t> readers; ///< places of the operators that read it, in order
};

/// A model cut into operators, in the order of execution, with repeated layers folded into counts.
struct ModelGraph {
    std::string model;
    Phase phase = Phase::Inference;
    std::vector<Operator> operators;
    MemoryDemand memory;
    double parameters = 0; ///< weights that this rank holds
    double tokens = 0;     ///< processed (prefill, inference, training) or produced (decode) by one pass
    bool compiled = false; ///< generated code calls the kernels; else the interpreter calls each operator
    std::vector<Activation> activations{}; ///< where GraphOptions::list_activations asks for them
    double flop() const;
};

/// How weights are updated, and what of the activations is not kept for the backward pass.
enum class Optimizer : std::uint8_t { None, Sgd, AdamW };
enum class Recompute : std::uint8_t { None, Selective, Full }; ///< activations computed again in the backward pass

/// How a model is asked for: the workload of a `model` request without its model.
struct GraphOptions {
    Phase phase = Phase::Inference;
    double batch = 1;
    double sequence = 0; ///< tokens, or cached tokens of a decode step; 0: 2048 or the longest that the model takes
    double image = 0;    ///< pixels along an edge, of diffusion models; 0: as the model was trained
    bool fused = false;  ///< elementwise chains in one kernel, fused attention
    double tensor_parallel = 1; ///< shards of one rank; collectives are not operators of the graph
    NumberType weights = NumberType::Fp32, activations = NumberType::Fp32, kv_cache = NumberType::Fp32,
               math = NumberType::Fp32;
    NumberType wide = NumberType::Bf16; ///< of everything but products where activations are below 16 bits
    double skew = 0;                    ///< of expert popularity; 0: as `routing` says
    Routing routing = Routing::Independent;
    bool flash_attention = false;
    bool block_scaled = false;
    std::string fusion;         ///< rule set of lowering.json: "eager", "torch-compile", "engine"; empty: by `fused`
                                ///< and phase
    double expert_parallel = 1; ///< ranks that share the experts of a mixture
    Optimizer optimizer = Optimizer::AdamW;
    Recompute recompute = Recompute::None;
    double cached = 0; ///< tokens of each sequence that a prompt finds in the cache: a prefix, earlier chunks
    bool accumulate_gradients = false; ///< each weight gradient is added to one that is already there
    bool dropout = true;               ///< in training, of models that have it
    bool loss = true;                  ///< cross-entropy over the vocabulary, in training
    bool channels_last = false;        ///< images keep the channels of a pixel together, as tensor cores want them
    bool list_activations = false;     ///< the graph also tells which operators each activation connects
    bool static_scales = false; ///< scales of narrow activations are known: their producer writes them narrow itself
};

/// Schema of the workload of a `model` request, and its reading.
const ObjectSchema& modelWorkloadSchema();
Result<GraphOptions> readGraphOptions(const Json& document, std::string_view pointer);

/// The operators of a workload entry (transformer, cnn, diffusion ...). Errors: "not-modelled", "bad-value",
/// with pointers below `pointer`.
Result<ModelGraph> buildGraph(const Json& model, const GraphOptions& options, std::string_view pointer);

} // namespace strata::workload
