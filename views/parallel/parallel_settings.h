// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strata::views {

class Exploration;

/// One axis as an architect has placed it.
struct ParallelAxis {
    std::string column;              ///< name
    std::optional<bool> logarithmic; ///< absent: by the run
    bool inverted = false;           ///< small values above

    bool operator==(const ParallelAxis&) const = default;
};

struct ParallelSettings {
    std::vector<ParallelAxis> axes; ///< from left to right; empty: defaultAxes()
    std::string color;              ///< column that colours lines; empty: none
    bool infeasible = false;        ///< lines of designs that cannot exist as well
};

/// Parameters that vary, then the objectives, then other metrics, as many as are read at a glance.
std::vector<ParallelAxis> defaultAxes(const Exploration& run);
/// Those of the settings that the run has, or the default.
std::vector<ParallelAxis> axesOf(const ParallelSettings& settings, const Exploration& run);

std::string writeSettings(const ParallelSettings& settings);
ParallelSettings readParallelSettings(std::string_view json_text);

} // namespace strata::views
