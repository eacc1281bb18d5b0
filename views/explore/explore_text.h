// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"
#include "views/explore/exploration.h"
#include "views/support/table/table_model.h"

#include <cstdint>
#include <QLocale>
#include <span>

namespace strata::views {

/// A value of a column for people: a word, or three digits with the unit.
QString columnValueText(const ExploreColumn& column, double value, const QLocale& locale);

/// "1,204 of 1,310 shown, 106 infeasible: over-capacity: shared_glb 90, ...": counts that add up.
QString countsText(const ExploreCounts& counts, const QLocale& locale);
/// Why a design is infeasible, in words: "over-capacity: shared_glb" -> "buffer too small: shared_glb".
QString reasonText(const QString& reason);

/// "Latency <= 10 ms" for a range.
QString rangeText(const ExploreColumn& column, const ColumnRange& range, const QLocale& locale);

/// Rich text with all values of a row, for a tooltip. `first`: columns that stand first.
QString rowHtml(const Exploration& run, std::size_t row, std::span<const std::size_t> first, const QLocale& locale);

/// Rows as a table, columns as in exported results; words are words.
Table rowsTable(const Exploration& run, std::span<const std::uint32_t> rows, const std::string& id);
/// What its columns are called and measured in.
ColumnHeadings columnHeadings(const Exploration& run);

} // namespace strata::views
