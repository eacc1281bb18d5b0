// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/suite.h"
#include "core/evaluate/estimate.h"
#include "views/validation/residuals.h"

#include <memory>
#include <QLocale>
#include <string>
#include <vector>

namespace strata::views {

/// Share of the measured value inside which a prediction counts as close.
inline constexpr double kBand = 0.1;

/// The rows of one value of the grouping key.
struct ValidationGroup {
    std::string name;
    assess::GroupErrors errors;
    std::vector<std::size_t> rows; ///< of the report
    char letter = 0;               ///< marker and colour; 0: the grey rest
    RatioSpread spread;
    std::vector<SpreadPoint> along;
};

/// One quantity of a report, grouped by one key.
struct Validation {
    std::shared_ptr<const assess::SuiteReport> report;
    std::string quantity;
    std::string unit;
    std::string key;
    std::vector<ValidationGroup> groups; ///< most rows first
    assess::GroupErrors all;
    RatioSpread spread; ///< of all rows
    std::vector<SpreadPoint> along;
    std::size_t in_band = 0;           ///< rows within kBand
    std::size_t undrawable = 0;        ///< rows without a place on logarithmic axes
    std::vector<std::size_t> outliers; ///< rows with the largest |ln(predicted / measured)|, worst first

    bool empty() const { return groups.empty(); }
};

/// Quantities of a report, in the order in which they appear.
std::vector<std::string> quantitiesOf(const assess::SuiteReport& report);
/// Keys by which rows may be grouped: those that have more than one value first.
std::vector<std::string> groupKeys(const assess::SuiteReport& report);

/// `key` empty: one group. At most eight groups have an own marker; the rest shares a grey one.
Validation makeValidation(std::shared_ptr<const assess::SuiteReport> report, const std::string& quantity,
                          const std::string& key);

/// Errors by group, to show, copy and export.
Table validationErrors(const Validation& validation);
/// How errors are distributed in each group: what the figure of groups shows.
Table validationSpreads(const Validation& validation);
/// The worst rows by name, in words for people: a quantity's unit is the rows', not the column's.
Table validationOutliers(const Validation& validation, const QLocale& locale);
/// Every row in the form of `strata-cli validate --predictions`, group by group.
Table validationRows(const Validation& validation);

} // namespace strata::views
