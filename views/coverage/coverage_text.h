// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/coverage/coverage_data.h"

#include <QLocale>
#include <QString>
#include <QStringList>
#include <string_view>

namespace strata::views {

/// A name, a category, a question or an era of scenarios in the user's language.
QString scenarioText(std::string_view words);
/// "T1.1 Data-parallel pre-training of ...".
QString scenarioTitle(const coverage::Question& question);
/// "T1.1 Data-parallel pre-training of ...", or what else a row means.
QString coverageRowText(const CoveragePicture& picture, std::size_t row);
QString coverageStateText(coverage::CellState state);
/// "18 + 12 of 58 (31 % by value)".
QString coverageTallyText(const coverage::Tally& tally, const QLocale& locale);
/// What the totals say, one sentence for tools and one for Strata.
QString coverageTotalsText(const CoveragePicture& picture, const QLocale& locale);

/// What a cell rests on: title and lines.
struct CoverageEvidence {
    QString title;
    QStringList lines;
};
/// Row and column as drawn.
CoverageEvidence coverageEvidence(const CoveragePicture& picture, std::size_t row, std::size_t column,
                                  const QLocale& locale);
CoverageEvidence coverageRowEvidence(const CoveragePicture& picture, std::size_t row, const QLocale& locale);

} // namespace strata::views
