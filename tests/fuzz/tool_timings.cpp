// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is what a benchmark prints, with positive times, or is refused with a reason.
#include "core/exchange/timings/tool_timings.h"
#include "core/exchange/timings/mlperf_results.h"
#include "core/exchange/timings/operator_timings.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    using namespace strata::exchange;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto rows = parseNcclTests(text, "text", 8)) {
        for (const CollectiveTiming& row : *rows) {
            if (!(row.seconds > 0) || !(row.bytes > 0) || row.collective.empty()) std::abort();
        }
    } else if (rows.error().text.empty()) {
        std::abort();
    }
    if (const auto run = parseVllmBench(text, "text")) {
        if (!(run->prompt_tokens > 0) || !(run->output_tokens > 0)) std::abort();
    } else if (run.error().text.empty()) {
        std::abort();
    }
    if (const auto tests = parseLlamaBench(text, "text")) {
        for (const LlamaTiming& test : *tests) {
            if (!(test.seconds > 0) || test.id.empty()) std::abort();
        }
    } else if (tests.error().text.empty()) {
        std::abort();
    }
    if (const auto results = parseInferenceBenchmark(text, "text")) {
        for (const BenchmarkTiming& result : *results) {
            if (!(result.users > 0) || !(result.prompt_tokens > 0) || result.model.empty()) std::abort();
        }
    } else if (results.error().text.empty()) {
        std::abort();
    }
    if (const auto profile = parseProfiledKernels(text, "text")) {
        for (const KernelTiming& kernel : profile->kernels) {
            if (!(kernel.seconds > 0) || kernel.op.empty() || kernel.sizes.empty()) std::abort();
        }
    } else if (profile.error().text.empty()) {
        std::abort();
    }
    if (const auto operators = parseOperatorTimings(text, "text")) {
        for (const OperatorTiming& timing : operators->timings) {
            if (!(timing.seconds > 0) || timing.line < 2) std::abort();
        }
    } else if (operators.error().text.empty()) {
        std::abort();
    }
    if (const auto collectives = parseCollectiveTimings(text, "text")) {
        for (const CollectiveTiming& timing : collectives->timings) {
            if (!(timing.seconds > 0) || !(timing.bytes > 0) || !(timing.ranks > 0)) std::abort();
        }
    } else if (collectives.error().text.empty()) {
        std::abort();
    }
    if (const auto batches = parseBatchTimings(text, "text")) {
        for (const BatchTiming& batch : *batches) {
            if (!(batch.batch >= 1) || !(batch.prompt_tokens >= 1)) std::abort();
        }
    } else if (batches.error().text.empty()) {
        std::abort();
    }
    if (const auto results = parseMlperfResults(std::string(text), "text")) {
        for (const MlperfResult& result : results->results) {
            if ((result.result && !(*result.result > 0)) || result.model.empty() || !(result.accelerators >= 0))
                std::abort();
        }
    } else if (results.error().text.empty()) {
        std::abort();
    }
    isMlperfTable(text.substr(0, text.find('\n')));
    return 0;
}
