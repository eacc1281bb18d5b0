// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/waterfall/waterfall_data.h"

#include <QRectF>
#include <QString>
#include <QStringList>

class QFont;
class QLocale;
class QPainter;

namespace strata::views {

struct WaterfallOptions;

/// Where the error of the model comes from: shares of its variance as a bar, and what the relative error would be at
/// the two limits of correlation between kernels.
class VarianceStrip {
public:
    void layOut(const ErrorBudget& budget, const QFont& font, const QLocale& locale, double width);
    double height() const { return height_; } ///< 0: the estimate tells nothing
    void paint(QPainter& painter, const QRectF& row, const WaterfallOptions& options) const;
    /// "independent", "correlated", "runtime", "limits" or nothing.
    std::string sourceAt(const QPointF& position, const QRectF& row) const;

private:
    struct Piece {
        std::string source;
        QString text;
        QRectF place; ///< relative to the row
    };
    std::vector<Piece> pieces_;
    QStringList sentences_;
    QString title_;
    double title_width_ = 0.0;
    double bar_bottom_ = 0.0;
    double height_ = 0.0;
};

QString varianceText(const std::string& source);
/// "1.2 % if kernels erred independently (sigma / sqrt N)" and so on, as relative errors of the sum.
QStringList limitTexts(const ErrorBudget& budget, const QLocale& locale);

} // namespace strata::views
