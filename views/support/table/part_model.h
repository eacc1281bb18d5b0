// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"
#include "views/support/text/level_titles.h"

#include <memory>
#include <optional>
#include <QAbstractItemModel>
#include <QLocale>

namespace strata::views {

/// The tree of parts of an estimate: one top row per metric, below it what makes it up, beside it the baseline. A new
/// estimate changes rows in place, so that what is expanded or selected stays.
/// Parts that are levels of an accelerator are called by their titles.
class PartModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Label, Value, Interval, Share, Baseline, Difference, Change, ColumnCount };
    enum Role {
        ShareRole = Qt::UserRole, ///< of the metric, 0 to 1; invalid where it has none
        CategoryRole,             ///< int of Category
        MetricRole,               ///< name of the metric that the row belongs to
        ExactRole,
    };

    explicit PartModel(QObject* parent = nullptr);
    ~PartModel() override;

    void show(std::shared_ptr<const Estimate> estimate, std::shared_ptr<const Estimate> baseline, char baseline_letter,
              const QLocale& locale, LevelTitles titles = {});

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Node;
    struct Wanted;

    void sync(Node& node, const std::vector<Wanted>& wanted, const QModelIndex& index);
    QModelIndex indexOf(const Node& node, int column) const;
    const Node* nodeOf(const QModelIndex& index) const;
    QVariant textOf(const Node& node, int column) const;
    QString toolTipOf(const Node& node) const;
    QVariant exactOf(const Node& node, int column) const;

    std::unique_ptr<Node> root_;
    std::shared_ptr<const Estimate> estimate_;
    std::shared_ptr<const Estimate> baseline_;
    char baseline_letter_ = 0;
    QLocale locale_;
    LevelTitles titles_;
};

} // namespace strata::views
