// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/compare_model.h"

#include "views/support/text/comparison_text.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"
#include "views/support/theme/marker.h"
#include "views/support/theme/theme.h"

#include <algorithm>
#include <QGuiApplication>
#include <QPainter>
#include <QPixmap>

namespace strata::views {

QString compareTitle(const CompareRow& row, const LevelTitles& titles) {
    return row.depth == 0 ? quantityTitle(row.id) : partTitle(row.title, titles);
}

QString compareText(const CompareRow& row, const CompareCell& cell, const QLocale& locale) {
    if (!cell.value) return QStringLiteral("\u2013");
    const std::string_view unit = quantityUnit(row.metric);
    const QString value = shortText(*cell.value, unit, locale);
    const auto changeText = [&](double difference, bool relative) {
        const double other = *cell.value - difference;
        return relative ? comparisonText(*cell.value, other, unit, locale)
                        : differenceText(*cell.value, other, unit, locale);
    };
    QStringList changes;
    // No sign, no colour: it is the same.
    if (cell.difference && *cell.difference != 0.0) changes << changeText(*cell.difference, cell.change.has_value());
    for (const CompareChange& further : cell.further)
        changes << QStringLiteral("%1: %2")
                       .arg(QLatin1Char(further.letter))
                       .arg(changeText(further.difference, further.change.has_value()));
    return changes.isEmpty() ? value : value + QStringLiteral("  ") + changes.join(QStringLiteral(", "));
}

/// A label in two lines where it is long, so that columns stay narrow enough to be seen side by side.
static QString headingLabel(const QString& label, qsizetype letters) {
    if (label.size() <= letters) return label;
    const qsizetype blank = label.lastIndexOf(QLatin1Char(' '), letters);
    if (blank <= 0) return label.left(letters - 1) + QChar(0x2026);
    const QString rest = label.mid(blank + 1);
    return label.left(blank) + QLatin1Char('\n') +
           (rest.size() <= letters ? rest : rest.left(letters - 1) + QChar(0x2026));
}

/// The end of a label, from the beginning of a word where there is one.
static QString headingEnd(const QString& label, qsizetype letters) {
    QString end = label.right(2 * letters - 2);
    const qsizetype blank = end.indexOf(QLatin1Char(' '));
    if (blank >= 0 && blank + 1 < end.size()) end = end.mid(blank + 1);
    return headingLabel(QChar(0x2026) + end, letters);
}

void CompareModel::setDensity(Density density) {
    if (density_ == density) return;
    density_ = density;
    if (table_.rows.empty()) return;
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

/// The design's marker in its colour, as in the plots: hollow for baselines.
static QPixmap headingMark(const CompareColumn& column) {
    if (column.beside) return {};
    constexpr int kSize = 12, kSharp = 2;
    const Theme theme = themeFor(QGuiApplication::palette());
    const QColor color = theme.design(column.letter);
    QPixmap mark(kSize * kSharp, kSize * kSharp);
    mark.setDevicePixelRatio(kSharp);
    mark.fill(Qt::transparent);
    QPainter painter(&mark);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.6));
    painter.setBrush(column.reference || column.further ? theme.surface : color);
    paintMarker(painter, QPointF(0.5 * kSize, 0.5 * kSize), 0.38 * kSize, column.letter);
    return mark;
}

QString CompareModel::headingText(const CompareColumn& column) const {
    constexpr qsizetype kLetters = 12, kStackedLetters = 7;
    const QString letter = QString(QLatin1Char(column.letter)) + (column.reference ? QStringLiteral("\u2605")
                                                                  : column.further ? QStringLiteral("\u2606")
                                                                                   : QString());
    if (density_ == Density::Tight && !column.beside) return letter;
    const bool stacked = density_ != Density::Wide;
    const bool one_method =
        std::ranges::all_of(table_.columns, [&](const CompareColumn& other) { return other.method == column.method; });
    const QString method = stacked && one_method ? QString() : QLatin1Char('\n') + column.method;
    const qsizetype letters = stacked ? kStackedLetters : kLetters;
    QString label = headingLabel(column.label, letters);
    // Where shortening makes two designs look the same, their ends tell them apart.
    const bool ambiguous = std::ranges::any_of(table_.columns, [&](const CompareColumn& other) {
        return other.label != column.label && headingLabel(other.label, letters) == label;
    });
    if (ambiguous) label = headingEnd(column.label, letters);
    if (column.beside) return label;
    return letter + QLatin1Char(stacked ? '\n' : ' ') + label + method;
}

void CompareModel::setTable(CompareTable table, const QLocale& locale) {
    const bool same_shape = table.rows.size() == table_.rows.size() && table.columns.size() == table_.columns.size();
    if (!same_shape) beginResetModel();
    table_ = std::move(table);
    locale_ = locale;
    if (!same_shape) return endResetModel();
    if (table_.rows.empty()) return;
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

int CompareModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(table_.rows.size());
}

int CompareModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || table_.columns.empty() ? 0 : static_cast<int>(table_.columns.size()) + 1;
}

QVariant CompareModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const CompareRow& row = table_.rows[static_cast<std::size_t>(index.row())];
    if (role == DepthRole) return row.depth;
    if (role == MetricRole) return toQString(row.metric);
    if (index.column() == 0) return labelData(row, role);
    return valueData(row, static_cast<std::size_t>(index.column() - 1), role);
}

QVariant CompareModel::labelData(const CompareRow& row, int role) const {
    if (role == Qt::DisplayRole) return QString(row.depth * 3, QLatin1Char(' ')) + compareTitle(row, table_.titles);
    if (role == Qt::ToolTipRole) return compareTitle(row, table_.titles);
    if (role == CategoryRole && row.depth > 0) return static_cast<int>(row.category);
    return {};
}

/// What is counted, such as bytes, has no interval and is no extrapolation.
bool CompareModel::isExtrapolated(const CompareRow& row, std::size_t column) const {
    const CompareCell& cell = row.cells[column];
    return row.depth == 0 && cell.value && cell.high > cell.low && !table_.columns[column].extrapolation.isEmpty();
}

QVariant CompareModel::valueData(const CompareRow& row, std::size_t column, int role) const {
    const CompareCell& cell = row.cells[column];
    switch (role) {
    case Qt::DisplayRole:
        return density_ != Density::Wide
                   ? compareText(row, cell, locale_).replace(QStringLiteral("  "), QStringLiteral("\n"))
                   : compareText(row, cell, locale_);
    case ChangeRole: return cell.change ? QVariant(*cell.change) : QVariant();
    case ExtrapolatedRole: return isExtrapolated(row, column);
    case WorseRole: return cell.difference && (*cell.difference > 0.0) == row.smaller_is_better;
    case Qt::TextAlignmentRole: return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    case Qt::ToolTipRole: {
        if (!cell.value) return table_.columns[column].absence;
        Answer answer;
        const CompareColumn& of = table_.columns[column];
        answer.title = QStringLiteral("%1: %2").arg(of.beside ? of.label : QString(QLatin1Char(of.letter)),
                                                    compareTitle(row, table_.titles));
        answer.value = *cell.value;
        answer.unit = quantityUnit(row.metric);
        if (row.depth == 0) answer.interval = Metric{row.metric, *cell.value, cell.low, cell.high, 0.8};
        if (cell.difference) {
            answer.baseline = *cell.value - *cell.difference;
            answer.baseline_letter = table_.columns.front().letter;
        }
        answer.details << table_.columns[column].method;
        if (isExtrapolated(row, column))
            answer.details << tr("Extrapolated: %1").arg(table_.columns[column].extrapolation);
        return answerHtml(answer, locale_);
    }
    default: return {};
    }
}

QVariant CompareModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    if (section == 0) {
        if (role == Qt::DisplayRole) return tr("Metric or part");
        return role == Qt::TextAlignmentRole ? QVariant::fromValue(Qt::Alignment(Qt::AlignLeft | Qt::AlignVCenter))
                                             : QVariant();
    }
    const CompareColumn& column = table_.columns[static_cast<std::size_t>(section - 1)];
    switch (role) {
    case Qt::DisplayRole: return headingText(column);
    case Qt::DecorationRole: return density_ != Density::Wide ? QVariant() : QVariant(headingMark(column));
    case Qt::ToolTipRole: {
        QStringList lines{column.label, column.method};
        if (column.beside) return tr("%1: of the row that the selected design was opened from").arg(column.label);
        if (column.reference) lines << tr("The others are told as differences to this design.");
        if (column.further) lines << tr("A further baseline: differences to it carry its letter.");
        if (!column.same_work) lines << tr("A different workload from the reference: no differences are shown.");
        if (!column.absence.isEmpty()) lines << column.absence;
        if (!column.extrapolation.isEmpty()) lines << tr("Extrapolated: %1").arg(column.extrapolation);
        return lines.join(QLatin1Char('\n'));
    }
    case Qt::TextAlignmentRole: return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    default: return {};
    }
}

} // namespace strata::views
