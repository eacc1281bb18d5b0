// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"

#include <QBrush>
#include <QColor>
#include <QFont>
#include <QPalette>
#include <string_view>

namespace strata::views {

/// Colours that mean the same all over the program (Okabe and Ito's palette; WINDOW.md "Colour and type").
struct Theme {
    bool dark = false;
    QColor window;  ///< behind everything
    QColor surface; ///< behind data
    QColor text;
    QColor text_muted;
    QColor hairline;
    QColor accent; ///< the one accent
    QColor warning;
    QColor error;

    QColor category(Category category) const;
    QColor tensor(std::string_view tensor) const;
    /// Colour of a design's letter; eight colours in fixed order, then again.
    QColor design(char letter) const;
    /// Hatching that goes with a tensor or category, so that colour is never alone.
    Qt::BrushStyle hatch(std::string_view tensor) const;
    QPalette palette() const;
};

/// The light or dark theme.
Theme theme(bool dark);
/// The theme that fits a widget's palette now.
Theme themeFor(const QPalette& palette);

/// How an exported figure looks; sizes are those on paper.
struct FigureStyle {
    Theme theme;                 ///< light unless asked otherwise
    QFont font;                  ///< 8 pt at final size
    double line_width_mm = 0.18; ///< 0.5 pt
    double units_per_mm = 1.0;   ///< painter units
};

/// Figures that line up: tabular digits at the widget's size.
QFont tabularFont(const QFont& base);

} // namespace strata::views
