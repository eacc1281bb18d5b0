// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"
#include "core/base/result.h"
#include "core/hardware/npu/npu.h"
#include "core/workload/kernel/problem.h"

#include <filesystem>
#include <string>
#include <vector>

namespace strata {
class Executor;
}

namespace strata::assess {

/// One network on one machine, of which another mapper states the best energy and latency.
struct FieldSpace {
    std::string id;       ///< "simple/matmuls(KN=64,M=64,N_EINSUMS=2)/fused"
    double energy_pj = 0; ///< as the reference states them
    double latency_s = 0;
    std::string reason; ///< why it does not compare; empty: it does
    hardware::NpuArchitecture architecture;
    std::vector<workload::Problem> problems; ///< layers, one after the other
    double elementwise = 0.0;                ///< operations beside them that read one word and write one
    double word_pj = 0.0;                    ///< of such a word
};

/// The spaces of the folder `field/npu_mapper`: 24 of AccelForge, and the cases of Stream, which are named with why
/// they do not compare. Errors: those of reading the files.
Result<std::vector<FieldSpace>> readFieldSpaces(const std::filesystem::path& folder);

/// What the mapper with a proof finds for all layers of a space.
struct FieldAnswer {
    double energy_pj = 0;
    double latency_s = 0;
    double gap = 0.0;     ///< of the sum: how far it may be from the best
    bool complete = true; ///< every search proved its mapping
    std::uint64_t evaluated = 0;
};
Result<FieldAnswer> mapFieldSpace(const FieldSpace& space, Executor* executor);

/// Suite `npu-mapper`: energy and latency of the best mappings.
Result<SuiteReport> runMapperSuite(const SuiteOptions& options);

} // namespace strata::assess
