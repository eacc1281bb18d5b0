// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"

#include <memory>
#include <QLocale>

namespace strata::views {

class PartModel;
struct FigureStyle;
struct Scene;
struct TableFigure;

/// The estimate beside which the selected design's is shown; nullptr: it stands alone.
std::shared_ptr<const Estimate> comparedWith(const Scene& scene, bool compare);
/// The selected design's parts, and those it is compared with.
void fillParts(PartModel& model, const Scene& scene, bool compare, const QLocale& locale);

/// What is exported: the metric of all views in full, the others as one line each.
TableFigure estimateFigure(const Scene& scene, bool compare, const FigureStyle& style);
/// Every metric and every part, one a row.
Table estimateTable(const Scene& scene, bool compare);

} // namespace strata::views
