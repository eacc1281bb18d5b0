// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/goals_table.h"

#include "app/window/explore/cell_problems.h"
#include "core/base/quantity.h"
#include "views/parameters/quantity_text.h"
#include "views/support/text/text.h"

#include <QComboBox>
#include <QHeaderView>

namespace strata::app {

namespace {

using Goal = MetricDraft::Goal;
constexpr int kFirstObjectives = 2;
constexpr int kBesideBox = 12; // px: frame of the cell, and room that styles take for the arrow

} // namespace

GoalsTable::GoalsTable(QWidget* parent) : QTableWidget(0, kColumns, parent) {
    setHorizontalHeaderLabels({tr("Metric"), tr("Objective"), tr("At least"), tr("At most")});
    verticalHeader()->hide();
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setSectionResizeMode(kMetric, QHeaderView::Stretch);
    setSelectionMode(QAbstractItemView::SingleSelection);
    horizontalHeader()->setSectionResizeMode(kGoal, QHeaderView::Interactive);
    setAccessibleName(tr("Objectives and constraints"));
    connect(this, &QTableWidget::itemChanged, this, &GoalsTable::read);
}

QSize GoalsTable::sizeHint() const { return {720, 170}; }

void GoalsTable::setMetrics(const std::vector<Metric>& metrics) {
    goals_.clear();
    setRowCount(0);
    setRowCount(static_cast<int>(metrics.size()));
    for (int row = 0; row < rowCount(); ++row) {
        const std::string& name = metrics[static_cast<std::size_t>(row)].name;
        const Quantity* quantity = findQuantity(name);
        const Goal better = quantity && !quantity->smaller_is_better ? Goal::Maximize : Goal::Minimize;
        goals_.push_back({name, row < kFirstObjectives ? better : Goal::None, {}, {}});
        auto* goal = new QComboBox;
        goal->setAccessibleName(tr("Objective: %1").arg(views::quantityTitle(name)));
        goal->addItem(QStringLiteral("\u2013"), static_cast<int>(Goal::None));
        goal->addItem(tr("Minimise"), static_cast<int>(Goal::Minimize));
        goal->addItem(tr("Maximise"), static_cast<int>(Goal::Maximize));
        connect(goal, &QComboBox::activated, this,
                [this, row, goal] { setGoal(row, static_cast<Goal>(goal->currentData().toInt())); });
        setCellWidget(row, kGoal, goal);
        setColumnWidth(kGoal, goal->sizeHint().width() + kBesideBox);
        showGoal(row);
    }
    emit changed();
}

void GoalsTable::setGoal(int row, Goal goal) {
    goals_[static_cast<std::size_t>(row)].goal = goal;
    showGoal(row);
    emit changed();
}

void GoalsTable::showGoal(int row) {
    showing_ = true;
    const MetricDraft& goal = goals_[static_cast<std::size_t>(row)];
    const auto bound = [&](const std::optional<double>& value) {
        return value ? views::editText(*value, views::quantityUnit(goal.metric), locale()) : QString();
    };
    const std::pair<Column, QString> texts[] = {
        {kMetric, views::quantityTitle(goal.metric)}, {kAtLeast, bound(goal.minimum)}, {kAtMost, bound(goal.maximum)}};
    for (const auto& [column, text] : texts) {
        if (!item(row, column)) setItem(row, column, new QTableWidgetItem);
        if (problemOf(item(row, column)).isEmpty()) item(row, column)->setText(text); // else as it was typed
    }
    item(row, kMetric)->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    auto* combo = qobject_cast<QComboBox*>(cellWidget(row, kGoal));
    combo->setCurrentIndex(combo->findData(static_cast<int>(goal.goal)));
    showing_ = false;
}

void GoalsTable::read(QTableWidgetItem* item) {
    if (showing_) return;
    MetricDraft& goal = goals_[static_cast<std::size_t>(item->row())];
    const QString text = item->text().trimmed();
    const auto value = views::parseQuantity(text, views::quantityUnit(goal.metric), locale());
    QString problem;
    if (value || text.isEmpty())
        (item->column() == kAtLeast ? goal.minimum : goal.maximum) = value;
    else
        problem = tr("\u201c%1\u201d is no value of %2.").arg(text, views::quantityTitle(goal.metric));
    showing_ = true;
    markCell(*item, problem);
    showGoal(item->row());
    emit changed();
}

} // namespace strata::app
