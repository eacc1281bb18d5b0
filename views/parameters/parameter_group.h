// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QToolButton;
class QVBoxLayout;

namespace strata::views {

/// A heading that folds the rows below it.
class ParameterGroup : public QWidget {
    Q_OBJECT

public:
    explicit ParameterGroup(const QString& title, QWidget* parent = nullptr);

    void addRow(QWidget* row);
    void setFolded(bool folded);

private:
    QToolButton* header_;
    QWidget* body_;
    QVBoxLayout* body_layout_;
};

} // namespace strata::views
