// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/theme/theme.h"

#include <QFont>
#include <QLocale>
#include <string>

namespace strata::views {

/// How a picture of a run is drawn, on the screen or in a figure.
struct ExploreLook {
    Theme theme;
    QFont font;
    double line_width = 1.0;
    QLocale locale;
    char letter = 0; ///< of the design that is the chosen row; 0: none
    char baseline_letter = 0;
    std::string
        extrapolated{}; ///< letters of the designs whose numbers lie outside of what the models were checked against
};

} // namespace strata::views
