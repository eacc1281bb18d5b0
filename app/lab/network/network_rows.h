// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/rows.h"
#include "core/assess/suite.h"
#include "core/network/nccl.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace strata {
class Library;
}

namespace strata::assess {

/// A collective that was timed on a real system.
struct CollectiveRow {
    std::string id;      ///< file and line
    std::string system;  ///< as the data calls it
    std::string library; ///< "NCCL 2.27.3"
    network::Collective collective = network::Collective::AllReduce;
    network::NcclGroup group;
    network::NcclOptions options;
    double bytes = 0.0;
    double measured_s = 0.0;
    bool waits = false;        ///< timed as the kernel on one rank, which waits for the slowest
    bool beyond_links = false; ///< on a curve with rates that the links of its system cannot have
    bool host_limited =
        false; ///< far below its links even at the largest size: a host's paths were measured, not links
};

/// Measured collectives of a folder.
struct CollectiveRows {
    std::vector<CollectiveRow> rows;
    std::vector<std::string> systems; ///< in the order in which they appear
    std::vector<Refusal> refused;
};

/// measured_collectives.csv. A system of the data is the cluster of the library that has its name with "
/// node" as an alias. Kernels of serving frameworks are refused. Errors: those of reading, "missing-column".
Result<CollectiveRows> readCollectiveRows(const std::filesystem::path& folder, const Library& library);

/// astra_sim_runs.csv: runs of the step-and-chunk simulator as `collective` requests. A cycle is a nanosecond. Groups:
/// op, backend. Errors: those of reading.
Result<std::vector<MeasuredRow>> readSimulatedRows(const std::filesystem::path& folder, std::vector<Refusal>& refused);

/// Seconds that a row should have taken: the collective, or the wait for the slowest rank where its timing
/// shows it.
double predictedSeconds(const CollectiveRow& row, const network::NcclValues& values, double rank_wait_s);

inline constexpr std::string_view kRankWait = "rank_wait_s";

} // namespace strata::assess
