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

    /// Rows are made in it: a widget that changes its parent is styled again.
    QWidget* body() const { return body_; }
    void addRow(QWidget* row);
    void setFolded(bool folded);
    bool folded() const;
    /// A group inside this one, after its rows, folded until somebody opens it; made at the first call.
    ParameterGroup* subgroup(const QString& title);

private:
    QToolButton* header_;
    QWidget* body_;
    QVBoxLayout* body_layout_;
    ParameterGroup* subgroup_ = nullptr;
};

} // namespace strata::views
