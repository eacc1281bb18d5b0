// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/tools/tools_data.h"

#include <QLocale>
#include <QString>
#include <QStringList>

namespace strata::views {

/// Name of a row: a tool or, on the page of claims, a problem domain.
QString toolsRowText(const ToolsPicture& picture, std::size_t row);
/// Words beside the plot: what a weight must become before two tools swap, an error, platform and methodology.
QString toolsNoteText(const ToolsPicture& picture, std::size_t row, const QLocale& locale);
/// "D1 prediction fidelity".
QString dimensionText(std::size_t dimension);
/// "3.4 %" or "2.3 to 7.4 %".
QString errorRangeText(const coverage::ErrorRange& range, const QLocale& locale);

/// Columns of a page of text that are drawn, and their titles.
std::vector<std::size_t> toolsColumns(const ToolsPicture& picture);
QString toolsColumnText(const ToolsPicture& picture, std::size_t column);

/// What a row rests on: title, and lines with their sources.
struct ToolsEvidence {
    QString title;
    QStringList lines;
};
ToolsEvidence toolsEvidence(const ToolsPicture& picture, std::size_t row, const QLocale& locale);

} // namespace strata::views
