// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <QWidget>

class QLabel;
class QToolButton;

namespace strata::views {

class Exploration;

/// What is brushed as chips that clear it, back and forward through brushes and zooms, and counts that add up.
class FilterBar : public QWidget {
    Q_OBJECT

public:
    explicit FilterBar(QWidget* parent);

    /// Shows a run's brush and counts as they are now; null: nothing.
    void show(const std::shared_ptr<Exploration>& run);
    QString text() const;

private:
    void showArrows();
    void follow(const QString& link);

    std::shared_ptr<Exploration> run_;
    QToolButton* back_;
    QToolButton* forward_;
    QLabel* label_;
};

} // namespace strata::views
