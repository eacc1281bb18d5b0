// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/serving/serving_protocol.h"

#include "core/hardware/gpu/engine_profile.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

namespace strata::assess {
namespace {

bool latent(const ServingCase& serving_case) { return serving_case.document->contains("latent_attention"); }
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
void sglangScript(const ServingCase& serving_case, Protocol& protocol) {
    const bool few_ranks = latent(serving_case) && !isNarrow(serving_case) && serving_case.load.ranks <= 4;
    protocol.token_budget = few_ranks ? 8192 : 32768;
    if (latent(serving_case) && !selects(serving_case) && isNarrow(serving_case)) protocol.token_budget = 16384;
    if (!blackwell(serving_case) && recurrent(serving_case)) protocol.token_budget = 16384;
    if (!blackwell(serving_case) && selects(serving_case)) {
        protocol.token_budget = 8192; // nothing is told
        protocol.rounds = 5;
    }
    if (blackwell(serving_case) && !selects(serving_case))
        protocol.look_every = serving_case.offered_batch >= 16 && !few_ranks ? 30 : 10;
    protocol.replays_prompts = serving_case.gpu.runtime && !serving_case.gpu.runtime->starts_prompts_by_kernel;
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
void tensorRtScript(const ServingCase& serving_case, Protocol& protocol) {
    const bool short_prompts = serving_case.load.prompt_tokens == 1024,
               short_answers = serving_case.load.output_tokens == 1024;
    const bool short_both = short_prompts && short_answers;
    if (!serving_case.experts) {
        if (short_both && serving_case.load.ranks < 8) protocol.wait_steps = 20;
        protocol.token_budget =
            static_cast<std::int32_t>(serving_case.load.prompt_tokens + serving_case.load.output_tokens + 200);
        return;
    }
    protocol.token_budget = 20000;
    if (!latent(serving_case)) return;
    const bool recent = atLeast(serving_case.version, 1, 2, 0);
    const bool first_scripts = serving_case.version.empty() && isNarrow(serving_case);
    protocol.token_budget = recent ? 8192 : first_scripts ? 2200 : 0;
    if (!recent) return;
    if (isNarrow(serving_case)) {
        protocol.replays_prompts =
            short_both && serving_case.load.ranks == 8 && serving_case.options.expert_parallel == 8;
        return;
    }
    protocol.replays_prompts = serving_case.offered_batch >= (short_answers ? 64 : 128);
    if (!short_both || serving_case.offered_batch < 64) return;
    constexpr double kTimeout = 40, kFilled = 0.8;
    protocol.wait_steps = heldBack(kTimeout, kFilled * protocol.token_budget / serving_case.load.prompt_tokens,
                                   serving_case.offered_batch / serving_case.load.output_tokens);
}

/// The public dashboard (InferenceMAX, now InferenceX, benchmarks/: bench_serving with --num-prompts 10 x concurrency
/// --request-rate inf --random-range-ratio 0.8).
Protocol dashboardProtocol(const ServingCase& serving_case) {
    Protocol protocol;
    protocol.shortest = 0.8;
    if (serving_case.gpu.engine == "trtllm") tensorRtScript(serving_case, protocol);
    if (serving_case.gpu.engine == "sglang") sglangScript(serving_case, protocol);
    return protocol;
}

/// The vendor's. TensorRT-LLM has the budget that the vendor's own generator writes: a prompt, who decodes and 1500
/// tokens (ai-dynamo/aiconfigurator, generator: max_num_tokens). Of vLLM, where users are in step, first tokens tell of
/// iterations with one prompt beside those who decode; of SGLang, and where lengths vary, of the engine's own budget.
Protocol vendorProtocol(const ServingCase& serving_case) {
    constexpr double kRoom = 1500;
    Protocol protocol;
    const double single = serving_case.load.prompt_tokens + serving_case.offered_batch;
    if (serving_case.gpu.engine == "trtllm") protocol.token_budget = static_cast<std::int32_t>(single + kRoom);
    if (serving_case.in_step) {
        if (serving_case.gpu.engine == "vllm") protocol.token_budget = static_cast<std::int32_t>(single);
        return protocol;
    }
    protocol.shortest = 0.8;
    protocol.longest = 1.2;
    return protocol;
}

} // namespace

/// InferenceX, perf-changelog.yaml: TensorRT-LLM 1.2.0rc6.post3 came with the scripts that guess alone (pull requests
/// 632 and 642), and 1.1.0rc2.post2 ran them from January 2026 on (392), when the others had been measured.
bool guessesTokens(const ServingCase& serving_case) {
    if (!serving_case.published_protocol || serving_case.gpu.engine != "trtllm" || !latent(serving_case)) return false;
    return serving_case.version == "1.2.0rc6.post3" ||
           (serving_case.version == "1.1.0rc2.post2" && serving_case.measured_on >= "2026");
}

Protocol protocolOf(const ServingCase& serving_case) {
    return serving_case.published_protocol ? dashboardProtocol(serving_case) : vendorProtocol(serving_case);
}

} // namespace strata::assess
