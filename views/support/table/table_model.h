// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"
#include "views/support/text/level_titles.h"

#include <QAbstractTableModel>
#include <QItemSelection>
#include <QLocale>
#include <map>
#include <string>

namespace strata::views {

/// What a column is called and measured in where its name is no metric of the program, as with the axes of a sweep.
struct ColumnHeading {
    QString title;
    std::string unit;
};
using ColumnHeadings = std::map<std::string, ColumnHeading, std::less<>>;

/// Shows a Table. Short numbers for people, exact ones for copies; sorting uses the numbers themselves (SortRole).
class TableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role { SortRole = Qt::UserRole, ExactRole };

    using QAbstractTableModel::QAbstractTableModel;

    /// Levels among the words are shown by their titles, and columns with a heading by that. Keeps selection and scroll
    /// position where the shape stays the same.
    void setTable(Table table, const QLocale& locale, LevelTitles titles = {}, ColumnHeadings headings = {});
    const Table& table() const { return table_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    const Cell& cell(const QModelIndex& index) const;
    const ColumnHeading* headingOf(const std::string& column) const;
    QString titleOf(const std::string& column) const;

    Table table_;
    QLocale locale_;
    LevelTitles titles_;
    ColumnHeadings headings_;
};

/// Heading of a table column: title, with "difference to baseline" for columns made by tableWithBaseline.
QString columnTitle(std::string_view column);

/// Selected cells as tab-separated text with exact numbers and a line of headings, in the order that is shown.
QString selectionAsTsv(const QAbstractItemModel& model, const QItemSelection& selection);

/// Every row of the model as CSV, in the order that is shown.
QString modelAsCsv(const QAbstractItemModel& model);

/// Puts, after each numeric column of `table`, its difference to the row of `baseline` with equal leading words.
/// Rows only in the baseline are appended with empty values and full differences.
Table tableWithBaseline(const Table& table, const Table& baseline);

} // namespace strata::views
