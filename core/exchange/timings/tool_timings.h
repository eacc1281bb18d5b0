// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strata::exchange {

/// One line of a collective benchmark's table: the time of an operation that is not done in place.
struct CollectiveTiming {
    std::size_t line = 0;
    std::string collective; ///< "all_reduce", ...
    double bytes = 0, ranks = 0, seconds = 0;
};

/// The text that nccl-tests and its kin print (all_reduce_perf and its siblings): comment lines tell which collective
/// and how many ranks, the table's columns are found by their names. A text may hold several runs, and the prefixes of
/// a launcher. `ranks`: where the text does not tell them; 0: it must. Errors: "malformed-text" with the line,
/// "missing", "bad-value", "not-supported": a collective that no request asks.
Result<std::vector<CollectiveTiming>> parseNcclTests(std::string_view text, std::string_view file, double ranks = 0);

/// What one run of vLLM's `vllm bench serve` or of SGLang's `sglang.bench_serving` wrote; times in seconds, what was
/// not measured is absent.
struct ServingTiming {
    std::string model;                ///< empty where the file does not state it
    std::string backend;              ///< "vllm", "sglang", "sglang-oai"; empty where the file does not state it
    std::optional<double> rate_per_s; ///< absent: as fast as the users allow
    std::optional<double> users;      ///< most requests in flight
    double requests = 0, prompt_tokens = 0, output_tokens = 0; ///< tokens: mean of a request
    std::optional<double> ttft_mean_s, ttft_p50_s, ttft_p99_s, tpot_mean_s, tpot_p50_s, tpot_p99_s, e2e_mean_s;
    std::optional<double> tokens_per_s; ///< of the answers
};
/// A text of Python's JSON without the words that JSON does not have: Infinity and NaN become null.
std::string withoutInfinities(std::string_view text);
/// Errors: "malformed-json", "missing", "bad-value" with the pointer.
Result<ServingTiming> parseVllmBench(std::string_view text, std::string_view file);

/// One test of llama.cpp's `llama-bench`.
struct LlamaTiming {
    std::string id;                                         ///< "pp512", "tg128 @ d4096"
    std::string model;                                      ///< "llama 8B Q4_K - Medium"
    double prompt_tokens = 0, output_tokens = 0, depth = 0; ///< either tokens of the prompt or of the answer
    double seconds = 0;                                     ///< of the whole test
    double spread = 0;                                      ///< relative
    std::string backend;                                    ///< "CUDA", "CPU"; empty where it is not stated
    std::optional<double> device_layers;                    ///< -1: all
};
/// Whether lines of the text are the Markdown table, behind whatever else the program printed.
bool isLlamaTable(std::string_view text);
/// CSV, JSON, JSON Lines or the Markdown table, told apart by their first characters. Errors: "malformed-json",
/// "malformed-csv", "malformed-text", "missing-column", "bad-value" with line or pointer.
Result<std::vector<LlamaTiming>> parseLlamaBench(std::string_view text, std::string_view file);

/// One result of InferenceX (once InferenceMAX): users who wait for their answers ask a server.
struct BenchmarkTiming {
    std::string pointer;                               ///< of the result in its file
    std::string hardware, model, framework, precision; ///< as the file names them: "h100", "trt", "fp8"
    double tp = 1, ep = 1, users = 1, prompt_tokens = 0, output_tokens = 0;
    std::optional<double> ttft_mean_s, tpot_mean_s, tokens_per_s_of_device;
    std::string other; ///< the member that no serving request of one engine says: "disagg"; empty: none
};
/// A result, or an array of them, with its `isl` and `osl`. Errors: "malformed-json", "missing", "bad-value" with the
/// pointer.
Result<std::vector<BenchmarkTiming>> parseInferenceBenchmark(std::string_view text, std::string_view file);

/// A batch of requests that enter together, as Splitwise's simulator keeps them (`perf_model.csv`).
struct BatchTiming {
    std::size_t line = 0;
    std::string model, hardware; ///< as the table names them: "llama2-70b", "h100-80gb"
    double prompt_tokens = 0, output_tokens = 0, batch = 1, tp = 1;
    std::optional<double> ttft_s, tpot_s; ///< absent where the table holds 0
};
/// CSV with `prompt_size`, `token_size`, `batch_size`, `prompt_time` and `token_time` (ms). Errors: "malformed-csv",
/// "missing-column", "bad-value" with the line.
Result<std::vector<BatchTiming>> parseBatchTimings(std::string_view text, std::string_view file);

/// Lines of SGLang's `sglang.bench_one_batch --result-filename`: a batch that is prefilled and decoded once, without a
/// server; model and hardware are not stated. Errors: "malformed-json", "missing", "bad-value" with line and pointer.
Result<std::vector<BatchTiming>> parseOneBatch(std::string_view text, std::string_view file);
bool isOneBatch(std::string_view text);

/// A kernel whose sizes a profiled program told.
struct KernelTiming {
    std::size_t line = 0;
    std::string op;                                    ///< "matmul", "softmax", "layernorm"
    std::vector<std::pair<std::string, double>> sizes; ///< "m", "n", "k", "batch", "rows", "cols"
    double seconds = 0;
};
struct ProfiledKernels {
    std::vector<KernelTiming> kernels;
    std::map<std::string, std::size_t> left_out; ///< by the operator; "": ranges and kernels without sizes
};
/// What `nsys stats --report nvtx_gpu_proj_trace --format csv` and `ncu --csv` (with --print-nvtx-rename kernel) print
/// of a PyTorch program within torch.autograd.profiler.emit_nvtx(record_shapes=True). Errors: "malformed-csv",
/// "missing-column", "bad-value" with the line.
Result<ProfiledKernels> parseProfiledKernels(std::string_view text, std::string_view file);

} // namespace strata::exchange
