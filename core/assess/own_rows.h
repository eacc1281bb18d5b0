// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/own_features.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strata::assess {

/// Forms in which people have a few timings.
enum class OwnFormat {
    Rows,
    RowTable,
    Kernels,
    NcclTests,
    VllmBench,
    LlamaBench,
    InferenceBenchmark,
    ProfiledKernels,
    Operators,
    Batches,
    OneBatch,
    MlperfResults
};
std::string_view title(OwnFormat format); ///< "nccl-tests", for people

/// What the text looks like; nothing where it looks like none of them.
std::optional<OwnFormat> formatOf(std::string_view text);

/// What a tool's output does not tell.
struct OwnHints {
    OwnTarget target;
    std::string model; ///< of serving and llama-bench; empty: as the tool names it
    /// Type of stored weights, or of a profile's operands. Empty: as the tool names it. Where it names none, models of
    /// serving and of batches have weights of 16 bits, profiles and llama-bench are refused, and MLPerf's are left out.
    std::string weights;
    double ranks = 0;           ///< of collectives; tensor parallel of serving
    double batch = 0;           ///< samples of a pass of MLPerf under the scenario Offline
    double sequence = 0;        ///< mean tokens of a text of MLPerf
    bool names_options = false; ///< notes may name options of the command line
};

/// The rows of a text in any of the forms: canonical rows as they are, a table of kernels (columns `operator`, the
/// members of a kernel's workload, and `latency_s`, `latency_ms` or `latency_us`), or what nccl-tests, `vllm bench
/// serve`, llama-bench, InferenceX, Nsight, aiconfigurator and Splitwise write, or a result table of MLPerf Inference.
/// `left_out` gets what no request describes. Errors: those of the readers; "bad-argument" where the form is not known
/// or the tool's output needs a hint.
Result<std::vector<MeasuredRow>> readOwnRows(std::string text, std::string_view file, const OwnHints& hints,
                                             const Library& library, std::vector<Message>* left_out = nullptr);
/// Reads a file. Errors: those above, "unreadable-file", "too-large".
Result<std::vector<MeasuredRow>> readOwnFile(const std::filesystem::path& file, const OwnHints& hints,
                                             const Library& library, std::vector<Message>* left_out = nullptr);

} // namespace strata::assess
