// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"
#include "views/support/text/level_titles.h"

#include <optional>
#include <QString>
#include <string>
#include <vector>

namespace strata::views {

/// One design (or one method on the same request: a design of its own).
struct CompareColumn {
    char letter = 0;
    QString label;
    QString method;
    bool reference = false;          ///< the others are told as differences to it
    bool further = false;            ///< a further baseline: differences to it are told as well, with its letter
    std::vector<std::size_t> like{}; ///< columns of further baselines that do the same work
    bool same_work = true;           ///< as the reference: only then there are differences
    bool beside = false;             ///< no design: the measured value, or what another tool says of the same row
    bool stale = false;
    QString absence; ///< why it has no numbers, empty when it has
    QString
        extrapolation{}; ///< why its numbers lie outside of what the models were checked against; empty: they do not
};

/// To one of the further baselines.
struct CompareChange {
    char letter = 0;
    double difference = 0.0;      ///< value - that of the baseline
    std::optional<double> change; ///< difference / |that of the baseline|
};

struct CompareCell {
    std::optional<double> value;
    double low = 0.0, high = 0.0;         ///< of a metric; equal to the value for parts
    std::optional<double> change;         ///< (value - reference) / |reference|
    std::optional<double> difference;     ///< value - reference
    std::vector<CompareChange> further{}; ///< to those further baselines that do the same work and have a value
};

/// A metric, or below the chosen metric one of its parts.
struct CompareRow {
    std::string id;     ///< of the metric or the part
    Message title;      ///< of a part
    std::string metric; ///< whose unit it has
    int depth = 0;      ///< 0: a metric
    bool smaller_is_better = true;
    Category category = Category::Total;
    std::vector<CompareCell> cells; ///< one a column
};

struct CompareTable {
    std::vector<CompareColumn> columns; ///< the reference first, then in the order of the study
    std::vector<CompareRow> rows;
    LevelTitles titles; ///< of the levels among the parts
};

struct CompareOptions {
    int depth = 2;               ///< levels of parts below the chosen metric
    bool differing_only = false; ///< leaves rows out that are equal in all columns
};

/// All designs side by side: every metric that one of them has, and the parts of the scene's metric, matched by their
/// ids. The reference is the baseline, or the selected design when none is pinned. Where the selected design is a row
/// of the last validation, what was measured and what other tools say of that row stand beside the designs.
CompareTable compareTable(const Scene& scene, const CompareOptions& options);

/// The same numbers as a table to copy and to export: value and relative change of every design.
Table compareData(const CompareTable& table);

} // namespace strata::views
