// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

class QAction;

namespace strata::app {

QString aboutHtml();
QString shortcutsHtml(const std::vector<QAction*>& actions);

} // namespace strata::app
