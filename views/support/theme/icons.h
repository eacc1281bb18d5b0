// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>

namespace strata::views {

struct Theme;

/// An icon from an SVG resource whose strokes say "currentColor", drawn in the theme's text colours, in the accent
/// where it is switched on; sharp at every scale.
QIcon themedIcon(const QString& resource, const Theme& theme);

} // namespace strata::views
