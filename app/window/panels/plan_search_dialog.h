// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/explore/plan_search.h"

#include <QDialog>
#include <vector>

class QCheckBox;
class QLabel;
class QPushButton;
class QTableWidget;

namespace strata::app {

/// Which choices of a training plan are free and which stay as they are; below them the plans that fit, ranked. A
/// double click puts a plan into the design.
class PlanSearchDialog : public QDialog {
    Q_OBJECT

public:
    explicit PlanSearchDialog(QWidget* parent = nullptr);

    /// The design whose plan is searched; what is free stays as it was chosen.
    void setRequest(std::shared_ptr<const Json> request);
    std::vector<std::string> free() const;
    void setFree(const std::vector<std::string>& free);
    void showSearching();
    void showRanking(const PlanRanking& ranking);
    void showFailure(const QString& reason);
    const QTableWidget& table() const { return *table_; }
    QString told() const;

signals:
    void searchWanted();
    void planWanted(const std::shared_ptr<const strata::Json>& request, const QString& name);

private:
    QString nameOf(const RankedPlan& plan) const;
    QString whyNot(const RankedPlan& plan, bool fits) const;
    void showPlan(int row, const RankedPlan& plan, bool fits);

    std::shared_ptr<const Json> request_;
    PlanRanking ranking_;
    std::vector<QCheckBox*> choices_; ///< in the order of planChoices(); checked: free
    QPushButton* search_;
    QTableWidget* table_;
    QLabel* told_;
};

} // namespace strata::app
