// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/compare/compare_table.h"

#include <QAbstractTableModel>
#include <QLocale>

namespace strata::views {

/// Rows of a CompareTable; the first column holds the labels.
class CompareModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role {
        ChangeRole = Qt::UserRole, ///< relative change, invalid in the reference's column
        WorseRole,                 ///< true where the change makes it worse
        DepthRole,
        CategoryRole, ///< int of Category, in the first column
        MetricRole,
        ExtrapolatedRole, ///< true where a metric lies outside of what its models were checked against
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Keeps selection and scroll position where the shape stays the same.
    void setTable(CompareTable table, const QLocale& locale);
    const CompareTable& table() const { return table_; }
    /// How much room the columns take. Stacked: the change below the value, shorter headings, and no method where all
    /// designs use one. Tight: letters alone as headings.
    enum class Density { Wide, Stacked, Tight };
    void setDensity(Density density);
    Density density() const { return density_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant labelData(const CompareRow& row, int role) const;
    bool isExtrapolated(const CompareRow& row, std::size_t column) const;
    QVariant valueData(const CompareRow& row, std::size_t column, int role) const;

    QString headingText(const CompareColumn& column) const;

    CompareTable table_;
    QLocale locale_;
    Density density_ = Density::Wide;
};

/// What a row is called.
QString compareTitle(const CompareRow& row, const LevelTitles& titles);
/// What a cell shows: the value, and beside the reference its change with sign.
QString compareText(const CompareRow& row, const CompareCell& cell, const QLocale& locale);

} // namespace strata::views
