// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/serving/simulation/simulate.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace strata {
class Library;
}

namespace strata::assess {

/// One run of the reference simulator: how it was started, and the requests that it served.
struct VidurRun {
    std::string name;
    std::string device = "a100", model = "meta-llama/Llama-2-7b-hf";
    serving::SimulationOptions options; ///< blocks and reserved_batch by its memory rule unless stated
    std::int32_t tp = 1;
    std::string stem; ///< of its operator tables: "a100_llama2-7b_tp1"
    bool grouped_attention = false;
    double layers = 0;
    std::vector<serving::Arrival> arrivals;
    struct Served {
        double ttft_s = 0, e2e_s = 0;
        std::int32_t restarts = 0;
    };
    std::vector<Served> served;  ///< by place in arrivals
    bool exact_arrivals = false; ///< drawn again from the run's seed, not rounded to the file's digits
};

/// The command line of a run as flags without their common prefixes' meaning lost: "scheduler_config_type" -> "vllm".
std::map<std::string, std::string> vidurFlags(std::string_view arguments);

/// Errors: "not-modelled" naming what the run has that is not simulated; those of reading its requests.
Result<VidurRun> readVidurRun(const std::filesystem::path& folder, std::string_view name, std::string_view arguments,
                              const Library& library);

} // namespace strata::assess
