// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kinds/npu/layer_query.h"
#include "views/mapping/nest_model.h"
#include "views/support/base/scene.h"
#include "views/support/text/level_titles.h"

#include <optional>
#include <string_view>

namespace strata::views {

/// A number of a table's row, found by the level's name (and the tensor's, unless empty).
std::optional<double> tableNumber(const Estimate& estimate, std::string_view table, std::string_view level,
                                  std::string_view tensor, std::string_view column);

/// Tiles and capacity of a level as the estimate counts them; nothing for a fan-out point or without tables.
std::optional<Occupancy> occupancyOf(const Estimate& estimate, const LayerQuery& query, std::size_t level);

/// What throttles the level, as a sentence; empty where nothing does.
QString bandwidthOf(const Estimate& estimate, const LayerQuery& query, std::size_t level, const QLocale& locale);

/// Titles of the levels of the query's accelerator.
LevelTitles titlesOf(const LayerQuery& query);

/// The notes that stand at a level, each with its remedy.
QStringList problemsOf(const DesignState& state, const LayerQuery& query, std::size_t level);

/// The notes and the error that stand at no level.
QString generalProblem(const DesignState& state, const LayerQuery* query);

} // namespace strata::views
