// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/table/table_model.h"

#include "views/support/table/cell_number.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <QCoreApplication>
#include <set>

namespace strata::views {
namespace {

bool isWord(const Cell& cell) { return std::holds_alternative<std::string>(cell); }
bool isText(const Cell& cell) { return isWord(cell) || std::holds_alternative<std::shared_ptr<const Message>>(cell); }

QString quoted(const QString& text, QChar separator) {
    if (!text.contains(separator) && !text.contains(QLatin1Char('"')) && !text.contains(QLatin1Char('\n'))) return text;
    QString inside = text;
    return QLatin1Char('"') + inside.replace(QLatin1Char('"'), QLatin1String("\"\"")) + QLatin1Char('"');
}

QString joined(const QAbstractItemModel& model, const std::vector<int>& rows, const std::vector<int>& columns,
               QChar separator) {
    QString text;
    QStringList cells;
    for (const int column : columns)
        cells << quoted(model.headerData(column, Qt::Horizontal, TableModel::ExactRole).toString(), separator);
    text += cells.join(separator) + QLatin1Char('\n');
    for (const int row : rows) {
        cells.clear();
        for (const int column : columns)
            cells << quoted(model.index(row, column).data(TableModel::ExactRole).toString(), separator);
        text += cells.join(separator) + QLatin1Char('\n');
    }
    return text;
}

double number(const Cell& cell) { return cellNumber(cell).value_or(0.0); }

bool isNumber(const Cell& cell) { return cell.index() == 1 || cell.index() == 2; }

Cell difference(const Cell& a, const Cell& b) {
    if (!isNumber(a) && !isNumber(b)) return {};
    if (std::holds_alternative<std::int64_t>(a) && std::holds_alternative<std::int64_t>(b))
        return std::get<std::int64_t>(a) - std::get<std::int64_t>(b);
    return number(a) - number(b);
}

/// The words that name a row, for example level and tensor.
std::vector<std::string> keyOf(const std::vector<Cell>& row) {
    std::vector<std::string> key;
    for (const Cell& cell : row)
        if (isWord(cell)) key.push_back(std::get<std::string>(cell));
    return key;
}

std::vector<bool> numericColumns(const Table& table) {
    std::vector<bool> numeric(table.columns.size(), true);
    for (const auto& row : table.rows)
        for (std::size_t i = 0; i < row.size() && i < numeric.size(); ++i)
            if (isText(row[i]) || table.columns[i] == kKeptColumn) numeric[i] = false;
    return numeric;
}

} // namespace

void TableModel::setTable(Table table, const QLocale& locale, LevelTitles titles, ColumnHeadings headings) {
    const bool same_shape = table.columns == table_.columns && table.rows.size() == table_.rows.size();
    titles_ = std::move(titles);
    headings_ = std::move(headings);
    if (same_shape) {
        table_ = std::move(table);
        locale_ = locale;
        if (!table_.rows.empty() && !table_.columns.empty())
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    table_ = std::move(table);
    locale_ = locale;
    endResetModel();
}

int TableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(table_.rows.size());
}

int TableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(table_.columns.size());
}

const Cell& TableModel::cell(const QModelIndex& index) const {
    static const Cell nothing;
    const auto& row = table_.rows[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<std::size_t>(index.column());
    return column < row.size() ? row[column] : nothing;
}

const ColumnHeading* TableModel::headingOf(const std::string& column) const {
    const auto heading = headings_.find(column);
    return heading == headings_.end() ? nullptr : &heading->second;
}

QString TableModel::titleOf(const std::string& column) const {
    const ColumnHeading* const heading = headingOf(column);
    return heading == nullptr ? columnTitle(column) : heading->title;
}

QVariant TableModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const std::string& column = table_.columns[static_cast<std::size_t>(index.column())];
    const ColumnHeading* const heading = headingOf(column);
    switch (role) {
    case Qt::DisplayRole:
        if (heading != nullptr && isNumber(cell(index)))
            return cellNumberText(number(cell(index)), heading->unit, locale_);
        return cellText(cell(index), column, locale_, titles_);
    case Qt::ToolTipRole:
        if (const Cell& value = cell(index); isNumber(value)) {
            Answer answer;
            answer.title = titleOf(column);
            answer.value = number(value);
            answer.unit = heading == nullptr ? quantityUnit(column) : heading->unit;
            return answerHtml(answer, locale_);
        }
        return {};
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(isText(cell(index)) ? Qt::AlignLeft : Qt::AlignRight) |
                                   Qt::AlignVCenter);
    case ExactRole: return cellExactText(cell(index));
    case SortRole:
        if (isText(cell(index))) return cellExactText(cell(index));
        return isNumber(cell(index)) ? QVariant(number(cell(index))) : QVariant();
    default: return {};
    }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const std::string& column = table_.columns[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole) return titleOf(column);
    if (role == ExactRole) return toQString(column);
    if (role == Qt::TextAlignmentRole) {
        const bool text = !table_.rows.empty() && isText(table_.rows.front()[static_cast<std::size_t>(section)]);
        return QVariant::fromValue(Qt::Alignment(text ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    return {};
}

QString columnTitle(std::string_view column) {
    if (column.ends_with(kDifferenceSuffix))
        return QStringLiteral("\u0394 %1")
            .arg(quantityTitle(column.substr(0, column.size() - kDifferenceSuffix.size())));
    return quantityTitle(column);
}

QString selectionAsTsv(const QAbstractItemModel& model, const QItemSelection& selection) {
    std::set<int> rows;
    std::set<int> columns;
    for (const QModelIndex& index : selection.indexes()) {
        rows.insert(index.row());
        columns.insert(index.column());
    }
    if (rows.empty()) return {};
    return joined(model, {rows.begin(), rows.end()}, {columns.begin(), columns.end()}, QLatin1Char('\t'));
}

QString modelAsCsv(const QAbstractItemModel& model) {
    std::vector<int> rows(static_cast<std::size_t>(model.rowCount()));
    std::vector<int> columns(static_cast<std::size_t>(model.columnCount()));
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = static_cast<int>(i);
    for (std::size_t i = 0; i < columns.size(); ++i)
        columns[i] = static_cast<int>(i);
    return joined(model, rows, columns, QLatin1Char(','));
}

Table tableWithBaseline(const Table& table, const Table& baseline) {
    const std::vector<bool> numeric = numericColumns(table.rows.empty() ? baseline : table);
    Table result{.name = table.name, .columns = {}, .rows = {}};
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        result.columns.push_back(table.columns[i]);
        if (numeric[i]) result.columns.push_back(table.columns[i] + std::string(kDifferenceSuffix));
    }
    const auto match = [](const Table& in, const std::vector<std::string>& key) -> const std::vector<Cell>* {
        const auto found = std::ranges::find_if(in.rows, [&](const auto& row) { return keyOf(row) == key; });
        return found == in.rows.end() ? nullptr : &*found;
    };
    const auto append = [&](const std::vector<Cell>* mine, const std::vector<Cell>* other) {
        std::vector<Cell> row;
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            const Cell value = mine ? (*mine)[i] : numeric[i] ? Cell() : (*other)[i];
            const auto column = std::ranges::find(baseline.columns, table.columns[i]);
            const auto at = static_cast<std::size_t>(column - baseline.columns.begin());
            row.push_back(value);
            if (numeric[i])
                row.push_back(other && column != baseline.columns.end() ? difference(value, (*other)[at]) : Cell());
        }
        result.rows.push_back(std::move(row));
    };
    for (const auto& row : table.rows)
        append(&row, match(baseline, keyOf(row)));
    for (const auto& row : baseline.rows)
        if (baseline.columns == table.columns && !match(table, keyOf(row))) append(nullptr, &row);
    return result;
}

} // namespace strata::views
