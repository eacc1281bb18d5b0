// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/tables/analytic_tables.h"

#include "core/compose/serving_step.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::serving {
namespace {

constexpr double kShortestContext = 128, kShortestChunk = 32;
constexpr double kMiddleBatch = 16; ///< where the interval of an iteration is taken

/// Powers of `step` from `first` on, and `last`.
std::vector<double> places(double first, double last, double step) {
    std::vector<double> all;
    for (double at = first; at < last; at *= step)
        all.push_back(at);
    all.push_back(std::max(first, last));
    return all;
}

/// Operators whose time follows the sequences of an iteration and their contexts, not its tokens: attention, the
/// selection of what it reads, and scans, which update a state for each decoding sequence.
bool followsSequences(const compose::OperatorTime& op, const workload::Operator& kernel) {
    using workload::KernelClass;
    return op.kernel_class == KernelClass::AttentionPrefill || op.kernel_class == KernelClass::AttentionDecode ||
           op.kernel_class == KernelClass::Scan || kernel.name.ends_with("indexer.choice");
}

bool isHead(const workload::Operator& op) { return op.name.starts_with("head."); }

/// Several new tokens of a sequence are further heads of the same keys and values, which are read once.
void packQueries(workload::ModelGraph& graph, double queries) {
    for (workload::Operator& op : graph.operators) {
        if (auto* attention = std::get_if<workload::Attention>(&op.kernel.shape)) attention->heads *= queries;
        if (auto* scan = std::get_if<workload::Scan>(&op.kernel.shape)) scan->q_len *= queries;
    }
}

/// Experts see the tokens of every copy of attention.
void gatherTokens(workload::ModelGraph& graph, double copies) {
    for (workload::Operator& op : graph.operators) {
        if (auto* moe = std::get_if<workload::Moe>(&op.kernel.shape)) moe->tokens *= copies;
    }
}

/// One pass, split by what its parts depend on.
struct Pass {
    double token_wise_s = 0, attention_s = 0, head_s = 0;
    double kernels_s = 0; ///< of token_wise_s
    double token_wise_j = 0, attention_j = 0, head_j = 0;
    double busy_w = 0; ///< while kernels run
    compose::Interval interval;
    double seconds = 0;
};

struct Amount {
    double seconds = 0, joules = 0;
};

class Passes {
public:
    explicit Passes(const AnalyticInput& input)
        : in_(input), costs_(input.costs), longest_(std::max(1.0, input.model.value("max_seq", input.max_tokens))) {
        costs_.step_s = input.costs.besideKernels(0);
        costs_.hides_host = false;
    }

    double longest() const { return longest_; }

    Result<Pass> run(workload::Phase phase, double batch, double sequence, double cached) const {
        workload::GraphOptions options = in_.options;
        options.phase = phase;
        options.batch = batch;
        options.sequence = sequence;
        options.cached = cached;
        auto graph = workload::buildGraph(in_.model, options, "/workload/model");
        if (!graph) return graph.error();
        if (phase == workload::Phase::Decode && in_.checked > 1) packQueries(*graph, in_.checked);
        if (in_.data_parallel > 1) gatherTokens(*graph, in_.data_parallel);
        const auto composed = compose::compose(in_.gpu, *graph, costs_, in_.calibrations, in_.predict);
        Pass pass;
        pass.seconds = composed.seconds;
        pass.interval = composed.interval;
        pass.busy_w = composed.busy_w;
        for (std::size_t i = 0; i < composed.operators.size(); ++i) {
            const double seconds = composed.operators[i].total();
            const double joules = composed.operators[i].energy_j;
            if (followsSequences(composed.operators[i], graph->operators[i])) {
                pass.attention_s += seconds;
                pass.attention_j += joules;
            } else if (isHead(graph->operators[i])) {
                pass.head_s += seconds;
                pass.head_j += joules;
            } else {
                // Replayed graphs hide starts that kernels timed alone pay.
                pass.kernels_s += composed.operators[i].kernels_s + std::min(composed.operators[i].launch_s, 0.0);
            }
        }
        pass.token_wise_j = std::max(0.0, composed.energy_j - pass.attention_j - pass.head_j);
        pass.token_wise_s = std::max(0.0, composed.seconds - pass.attention_s - pass.head_s);
        return pass;
    }

    /// Host time to start the kernels of an iteration with prompts.
    Result<double> started() const {
        workload::GraphOptions options = in_.options;
        options.phase = workload::Phase::Prefill;
        options.batch = 1;
        options.sequence = kShortestChunk;
        const auto graph = workload::buildGraph(in_.model, options, "/workload/model");
        if (!graph) return graph.error();
        return compose::startSeconds(*graph, in_.costs);
    }

    /// Kernels that see all tokens alike: prompts of the longest length that the model takes.
    struct TokenWise {
        double kernels_s = 0, communication_s = 0, seconds = 0, joules = 0;
    };
    Result<TokenWise> tokenWise(double tokens) const {
        const double prompts = std::ceil(tokens / longest_);
        const auto pass = run(workload::Phase::Prefill, prompts, std::ceil(tokens / prompts), 0);
        if (!pass) return pass.error();
        compose::ServingLoad load;
        load.ranks = in_.options.tensor_parallel;
        const double layers = in_.model.value("layers", 1.0);
        // One all-reduce behind each mixer, one behind each feed-forward network.
        load.layers = (layers + in_.model.value("feed_forward_layers", layers)) / 2;
        load.hidden = in_.model.value("hidden", 1.0);
        load.activation_bytes = bytesOf(in_.options.activations);
        const double sent_s =
            compose::allReduceSecondsOfPass(in_.gpu, in_.costs, load, tokens, in_.all_reduce) + expertExchange(tokens);
        return TokenWise{pass->kernels_s, sent_s, pass->token_wise_s + sent_s,
                         pass->token_wise_j + in_.gpu.idle_power_w * sent_s};
    }

private:
    /// Two all-to-alls of each layer with experts: tokens to their experts and back.
    double expertExchange(double tokens) const {
        const auto moe = in_.model.find("moe");
        if (!in_.all_to_all || moe == in_.model.end() || !moe->is_object()) return 0;
        const double feeding = in_.model.value("feed_forward_layers", in_.model.value("layers", 1.0));
        const double layers = feeding - moe->value("dense_layers", 0.0);
        const double bytes =
            tokens * moe->value("per_token", 1.0) * in_.model.value("hidden", 1.0) * bytesOf(in_.options.activations);
        return 2 * layers * in_.all_to_all(bytes);
    }

    const AnalyticInput& in_;
    compose::RuntimeCosts costs_; ///< without what is hidden
    double longest_;
};

/// LM head and sampling of every guess: beyond the largest batch up to all of its guesses. The host's work
/// stays that of the sequences.
Result<void> checkedHeads(const AnalyticInput& input, const Passes& passes, AnalyticTables& out) {
    const double host_s = input.costs.besideKernels(1) - input.costs.besideKernels(0);
    MeasuredLine& line = out.tables.per_sequence;
    for (std::size_t i = 0; i < line.at.size(); ++i)
        line.seconds[i] -= host_s * line.at[i] * (1 - 1 / input.checked);
    for (double rows = 2 * line.at.back();; rows = 2 * rows) {
        const auto pass = passes.run(workload::Phase::Decode, rows, kShortestContext, 0);
        if (!pass) return pass.error();
        line.at.push_back(rows);
        line.seconds.push_back(pass->head_s + host_s * rows / input.checked);
        out.energy.per_sequence.at.push_back(rows);
        out.energy.per_sequence.seconds.push_back(pass->head_j + pass->busy_w * host_s * rows / input.checked);
        if (rows >= input.checked * input.max_batch) return {};
    }
}

/// Kernels that see all tokens alike, with the collectives of tensor parallelism, by tokens of an iteration.
Result<void> addTokenWise(const AnalyticInput& input, const Passes& passes, AnalyticTables& out) {
    MeasuredLine& layer = out.tables.layer;
    MeasuredLine& joules = out.energy.layer;
    const double most = std::max(input.token_budget, input.max_batch * input.checked);
    for (const double place : places(1, most, std::sqrt(2.0))) {
        const double tokens = std::round(place);
        const auto token_wise = passes.tokenWise(tokens);
        if (!token_wise) return token_wise.error();
        if (!layer.at.empty() && layer.at.back() >= tokens) continue;
        layer.at.push_back(tokens);
        layer.seconds.push_back(token_wise->seconds);
        out.kernels.seconds.push_back(token_wise->kernels_s);
        out.communication.seconds.push_back(token_wise->communication_s);
        joules.at.push_back(tokens);
        joules.seconds.push_back(token_wise->joules);
    }
    out.kernels.at = out.communication.at = layer.at;
    return {};
}

/// Places of attention: chunks and contexts of prompts, decoding sequences and their contexts. Nothing is measured yet.
void layOutAttention(const AnalyticInput& input, double longest, AnalyticTables& out) {
    EngineTables& tables = out.tables;
    tables.axes[0] = places(kShortestChunk, std::min(longest, input.token_budget), 2);
    tables.axes[1] = tables.axes[3] = places(kShortestContext, longest, 2);
    tables.axes[2] = places(1, input.max_batch, 2);
    std::size_t count = 1;
    for (auto& axis : tables.axes) {
        axis.insert(axis.begin(), 0);
        count *= axis.size();
    }
    tables.attention_s.assign(count, -1);
    out.energy.axes = tables.axes;
    out.energy.attention_s = tables.attention_s;
}

/// @param at indices along the four axes
void setAttention(const std::array<std::size_t, 4>& at, const Pass& pass, AnalyticTables& out) {
    const auto& axes = out.tables.axes;
    const std::size_t place = ((at[0] * axes[1].size() + at[1]) * axes[2].size() + at[2]) * axes[3].size() + at[3];
    out.tables.attention_s[place] = pass.attention_s;
    out.energy.attention_s[place] = pass.attention_j;
}

Result<void> addPrompts(const Passes& passes, AnalyticTables& out) {
    const auto& chunks = out.tables.axes[0];
    const auto& contexts = out.tables.axes[1];
    for (std::size_t c = 1; c < chunks.size(); ++c) {
        for (std::size_t k = 0; k < contexts.size(); ++k) {
            if (chunks[c] + contexts[k] > passes.longest()) continue;
            const auto pass = passes.run(workload::Phase::Prefill, 1, chunks[c], contexts[k]);
            if (!pass) return pass.error();
            setAttention({c, k, 0, 0}, *pass, out);
        }
    }
    return {};
}

/// LM head and sampling of a batch, from its pass with the shortest context; the interval up to middle batches.
void addHead(const AnalyticInput& input, double batch, const Pass& pass, AnalyticTables& out) {
    MeasuredLine& line = out.tables.per_sequence;
    MeasuredLine& joules = out.energy.per_sequence;
    if (line.at.empty()) out.head_kernels_s = pass.head_s;
    joules.at.push_back(batch);
    const double sampling_s = input.costs.besideKernels(batch) - input.costs.besideKernels(0);
    joules.seconds.push_back(pass.head_j + pass.busy_w * sampling_s);
    line.at.push_back(batch);
    line.seconds.push_back(pass.head_s + sampling_s);
    if (batch <= kMiddleBatch && pass.seconds > 0) {
        out.ratio_low = std::min(1.0, pass.interval.low / pass.seconds);
        out.ratio_high = std::max(1.0, pass.interval.high / pass.seconds);
    }
}

Result<void> addDecodes(const AnalyticInput& input, const Passes& passes, AnalyticTables& out) {
    const auto& batches = out.tables.axes[2];
    const auto& contexts = out.tables.axes[3];
    for (std::size_t n = 1; n < batches.size(); ++n) {
        for (std::size_t d = 1; d < contexts.size(); ++d) {
            const auto pass = passes.run(workload::Phase::Decode, batches[n], contexts[d], 0);
            if (!pass) return pass.error();
            setAttention({0, 0, n, d}, *pass, out);
            if (d > 1) continue;
            setAttention({0, 0, n, 0}, *pass, out);
            addHead(input, batches[n], *pass, out);
        }
    }
    return {};
}

} // namespace

Result<AnalyticTables> analyticTables(const AnalyticInput& input) {
    const Passes passes(input);
    AnalyticTables out;
    EngineTables& tables = out.tables;
    tables.provenance = input.gpu.name;
    const auto started = passes.started();
    if (!started) return started.error();
    tables.started_s = *started;
    tables.hidden_step_s = input.costs.shortestPass(0);
    tables.hidden_per_sequence_s = input.costs.shortestPass(1) - tables.hidden_step_s;
    if (auto done = addTokenWise(input, passes, out); !done) return done.error();
    layOutAttention(input, std::min(passes.longest(), input.max_tokens), out);
    if (auto done = addPrompts(passes, out); !done) return done.error();
    if (auto done = addDecodes(input, passes, out); !done) return done.error();
    if (input.checked > 1) {
        if (const auto extended = checkedHeads(input, passes, out); !extended) return extended.error();
    }
    fillAttentionGaps(tables);
    fillAttentionGaps(out.energy);
    return out;
}

} // namespace strata::serving
