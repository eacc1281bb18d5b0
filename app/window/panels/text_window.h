// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace strata::app {

/// A page to read beside the window; it blocks nothing and goes away with Esc.
class TextWindow : public QDialog {
    Q_OBJECT

public:
    TextWindow(const QString& title, const QString& html, QWidget* parent);
};

} // namespace strata::app
