// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <QByteArray>
#include <QMainWindow>
#include <QString>

class QDockWidget;

namespace strata::app {

using Docks = std::map<QString, QDockWidget*>;

/// Puts the docks where a description says, a JSON file of the resources. An area is a dock's id, or
/// `{"row"|"column": [[share, area], ...]}`, or `{"tabs": [ids]}`; `widths` are those of the side
/// areas in pixels; docks in `hidden` are placed and not shown.
/// Docks that it does not name go to the bottom, hidden. False when it cannot be read.
bool placeDocks(QMainWindow& window, const Docks& docks, const QByteArray& description);

/// The layout that the user made, as JSON text, and back. False leaves the window as it is.
QString saveLayout(const QMainWindow& window);
bool restoreLayout(QMainWindow& window, const QString& layout);

} // namespace strata::app
