// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/explore/front.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strata::views {

class Exploration;

/// What an architect has chosen; empty names and scales follow the run.
struct ParetoSettings {
    std::string x, y;  ///< names of columns
    std::string color; ///< empty: none
    std::optional<bool> log_x, log_y, log_color;
    bool infeasible = false; ///< hollow marks for designs that cannot exist
    double epsilon = 0.0;    ///< share of the front's extent; 0: all of the front
};

/// The settings as columns of one run.
struct ParetoAxes {
    std::size_t x = 0, y = 0;
    std::optional<std::size_t> color;
    bool log_x = false, log_y = false, log_color = false;
    std::vector<Aim> aims; ///< of the front; none: there is no front
    bool plane = false;    ///< the aims are the two axes: the front is a staircase
};

/// Objectives of the run as axes unless chosen otherwise; logarithmic where the values span more than a decade. The
/// front is that of the two axes where both are metrics, and of all objectives where these are more and the axes among
/// them, or where an axis is a parameter.
ParetoAxes resolve(const ParetoSettings& settings, const Exploration& run);

std::string writeSettings(const ParetoSettings& settings);
ParetoSettings readSettings(std::string_view json_text);

} // namespace strata::views
