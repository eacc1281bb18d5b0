// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/serving/serving_protocol.h"

#include "core/hardware/engine_profile.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

namespace strata::assess {
namespace {

bool latent(const ServingCase& one) { return one.document->contains("latent_attention"); }
bool selects(const ServingCase& one) { return one.document->contains("sparse_attention"); }
bool recurrent(const ServingCase& one) { return one.document->contains("recurrent"); }
bool blackwell(const ServingCase& one) { return one.gpu.peak(NumberType::Fp4) > 0; }
bool isNarrow(const ServingCase& one) { return one.options.weights == NumberType::Fp4; }

/// Whether a release "1.2.0rc6.post2" is at least this one; builds without numbers are older.
bool atLeast(const std::string& version, int major, int minor, int patch) {
    int a = 0, b = 0, c = 0;
    if (std::sscanf(version.c_str(), "%d.%d.%d", &a, &b, &c) < 2) return false;
    if (a != major) return a > major;
    return b != minor ? b > minor : c >= patch;
}

/// InferenceX, benchmarks/single_node: --chunked-prefill-size and, on Blackwell, --scheduler-recv-interval, which
/// scripts of attention over selected tokens do not ask for.
void sglangScript(const ServingCase& one, Protocol& protocol) {
    const bool few_ranks = latent(one) && !isNarrow(one) && one.load.ranks <= 4;
    protocol.token_budget = few_ranks ? 8192 : 32768;
    if (latent(one) && !selects(one) && isNarrow(one)) protocol.token_budget = 16384;
    if (!blackwell(one) && recurrent(one)) protocol.token_budget = 16384;
    if (!blackwell(one) && selects(one)) {
        protocol.token_budget = 8192; // nothing is told
        protocol.rounds = 5;
    }
    if (blackwell(one) && !selects(one)) protocol.look_every = one.offered_batch >= 16 && !few_ranks ? 30 : 10;
    protocol.replays_prompts = one.gpu.runtime && !one.gpu.runtime->starts_prompts_by_kernel;
}

/// Iterations that a prompt waits in the mean where an engine holds prompts back until they fill a share of the budget,
/// or the oldest has waited `most` iterations. `rate`: requests that come in an iteration; the first waits longest,
/// those that come while it waits half as long.
double heldBack(double most, double prompts, double rate) {
    const double waits = std::min(most, std::max(prompts - 1, 0.0) / rate);
    const double others = rate * waits;
    return (waits + others * waits / 2) / (1 + others);
}

/// InferenceX, benchmarks: --max_num_tokens of dense models the longest sequence, of mixtures 20000, with latent
/// attention one prompt beside those who decode (2200 at least in the first scripts of four bits, 8192 from 1.2 on);
/// batch_wait_timeout_iters 20 for dense models on fewer than eight ranks with 1024 tokens in and out; with latent
/// attention enable_piecewise_cuda_graph where many ask, and batch_wait_timeout_iters 40 with
/// batch_wait_max_tokens_ratio 0.8.
void tensorRtScript(const ServingCase& one, Protocol& protocol) {
    const bool short_prompts = one.load.prompt_tokens == 1024, short_answers = one.load.output_tokens == 1024;
    const bool short_both = short_prompts && short_answers;
    if (!one.experts) {
        if (short_both && one.load.ranks < 8) protocol.wait_steps = 20;
        protocol.token_budget = static_cast<std::int32_t>(one.load.prompt_tokens + one.load.output_tokens + 200);
        return;
    }
    protocol.token_budget = 20000;
    if (!latent(one)) return;
    const bool recent = atLeast(one.version, 1, 2, 0);
    const bool first_scripts = one.version.empty() && isNarrow(one);
    protocol.token_budget = recent ? 8192 : first_scripts ? 2200 : 0;
    if (!recent) return;
    if (isNarrow(one)) {
        protocol.replays_prompts = short_both && one.load.ranks == 8 && one.options.expert_parallel == 8;
        return;
    }
    protocol.replays_prompts = one.offered_batch >= (short_answers ? 64 : 128);
    if (!short_both || one.offered_batch < 64) return;
    constexpr double kTimeout = 40, kFilled = 0.8;
    protocol.wait_steps = heldBack(kTimeout, kFilled * protocol.token_budget / one.load.prompt_tokens,
                                   one.offered_batch / one.load.output_tokens);
}

/// The public dashboard (InferenceMAX, now InferenceX, benchmarks/: bench_serving with --num-prompts 10 x concurrency
/// --request-rate inf --random-range-ratio 0.8).
Protocol dashboardProtocol(const ServingCase& one) {
    Protocol protocol;
    protocol.shortest = 0.8;
    if (one.gpu.engine == "trtllm") tensorRtScript(one, protocol);
    if (one.gpu.engine == "sglang") sglangScript(one, protocol);
    return protocol;
}

/// The vendor's. TensorRT-LLM has the budget that the vendor's own generator writes: a prompt, who decodes and 1500
/// tokens (ai-dynamo/aiconfigurator, generator: max_num_tokens). Of vLLM, where users are in step, first tokens tell of
/// iterations with one prompt beside those who decode; of SGLang, and where lengths vary, of the engine's own budget.
Protocol vendorProtocol(const ServingCase& one) {
    constexpr double kRoom = 1500;
    Protocol protocol;
    const double single = one.load.prompt_tokens + one.offered_batch;
    if (one.gpu.engine == "trtllm") protocol.token_budget = static_cast<std::int32_t>(single + kRoom);
    if (one.in_step) {
        if (one.gpu.engine == "vllm") protocol.token_budget = static_cast<std::int32_t>(single);
        return protocol;
    }
    protocol.shortest = 0.8;
    protocol.longest = 1.2;
    return protocol;
}

} // namespace

/// InferenceX, perf-changelog.yaml: TensorRT-LLM 1.2.0rc6.post3 came with the scripts that guess alone (pull requests
/// 632 and 642), and 1.1.0rc2.post2 ran them from January 2026 on (392), when the others had been measured.
bool guessesTokens(const ServingCase& one) {
    if (!one.published_protocol || one.gpu.engine != "trtllm" || !latent(one)) return false;
    return one.version == "1.2.0rc6.post3" || (one.version == "1.1.0rc2.post2" && one.measured_on >= "2026");
}

Protocol protocolOf(const ServingCase& one) {
    return one.published_protocol ? dashboardProtocol(one) : vendorProtocol(one);
}

} // namespace strata::assess
