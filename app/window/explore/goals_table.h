// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/explore/exploration_draft.h"
#include "core/evaluate/estimate.h"

#include <QTableWidget>
#include <vector>

namespace strata::app {

/// Metrics of a design, one a row: whether it is an objective, and between which bounds it has to lie.
class GoalsTable : public QTableWidget {
    Q_OBJECT

public:
    enum Column { kMetric, kGoal, kAtLeast, kAtMost, kColumns };

    explicit GoalsTable(QWidget* parent = nullptr);

    /// The metrics of an estimate; the first two are minimised or maximised, as is better.
    void setMetrics(const std::vector<Metric>& metrics);
    const std::vector<MetricDraft>& goals() const { return goals_; }
    void setGoal(int row, MetricDraft::Goal goal);

    QSize sizeHint() const override;

signals:
    void changed();

private:
    void showGoal(int row);
    void read(QTableWidgetItem* item);

    std::vector<MetricDraft> goals_;
    bool showing_ = false;
};

} // namespace strata::app
