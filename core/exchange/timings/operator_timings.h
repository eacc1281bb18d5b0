// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/exchange/timings/tool_timings.h"
#include "core/workload/kernel/kernel.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strata::exchange {

/// One operator of a serving engine that a collector timed on a device.
struct OperatorTiming {
    std::size_t line = 0;
    std::string framework, version; ///< as the table names them: "TRTLLM", "1.0.0"; empty where it does not
    workload::Kernel kernel;
    double seconds = 0;
};
struct OperatorTimings {
    std::vector<OperatorTiming> timings;
    std::map<std::string, std::size_t>
        left_out; ///< lines, by the format or the distribution that no kernel request has
};

/// A table of NVIDIA's aiconfigurator, told by its columns: products (`gemm_dtype`), attention of prompts and of
/// decoding requests (`attn_dtype`, `kv_cache_dtype`; `step` tokens are cached) and experts (`moe_dtype`). Times stand
/// in `latency` (ms), `latency_ms` or `latency_us`. Errors: "malformed-csv", "missing-column", "bad-value" with the
/// line.
Result<OperatorTimings> parseOperatorTimings(std::string_view text, std::string_view file);
/// Whether a header line is that of such a table, or of another of the same collector.
bool isOperatorTable(std::string_view header);

struct CollectiveTimings {
    std::vector<CollectiveTiming> timings;
    std::map<std::string, std::size_t> left_out; ///< lines, by the operation or type that is not known
};
/// Whether a header line is that of the collector's table of NCCL (`nccl_dtype`).
bool isCollectiveTable(std::string_view header);
/// That table: `op_name`, `nccl_dtype`, `num_gpus`, `message_size` (elements) and `latency` (ms). Errors as above.
Result<CollectiveTimings> parseCollectiveTimings(std::string_view text, std::string_view file);

/// A product as a serving engine runs it under this name of a format ("fp8_block", "int4_wo", ...); nothing for a name
/// that is not known. `weight_copies`: that take turns in a benchmark.
std::optional<workload::Kernel> productNamed(std::string_view dtype, double m, double n, double k,
                                             double weight_copies);

} // namespace strata::exchange
