// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QApplication;
class QString;

namespace strata::views {

struct Theme;

/// Fusion with our palette and flat controls: hairlines, one accent, an 8 px grid. Call again to switch light and dark.
void applyLook(QApplication& application, bool dark);

/// The rules that make Fusion flat; needed apart from applyLook only by tests.
QString styleSheet(const Theme& theme);

} // namespace strata::views
