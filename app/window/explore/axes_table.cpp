// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/axes_table.h"

#include "app/window/explore/cell_problems.h"
#include "views/parameters/quantity_text.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <cmath>
#include <QComboBox>
#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>

namespace strata::app {

namespace {

using Form = AxisDraft::Form;
constexpr int kBesideBox = 12; // px: frame of the cell, and room that styles take for the arrow

QString translated(const char* context, const std::string& text) {
    return QCoreApplication::translate(context, text.c_str());
}

QString titleOf(const Parameter& parameter) {
    return QStringLiteral("%1: %2").arg(translated("Field", parameter.group), translated("Field", parameter.title));
}

QString listText(const AxisDraft& axis, const QLocale& locale) {
    QStringList texts;
    for (const std::string& word : axis.words)
        texts << views::toQString(word);
    for (const double value : axis.values)
        texts << views::editText(value, axis.parameter.unit, locale);
    return texts.join(QStringLiteral("; "));
}

} // namespace

AxesTable::AxesTable(QWidget* parent) : QTableWidget(0, kColumns, parent) {
    setHorizontalHeaderLabels(
        {tr("Parameter"), tr("Values"), tr("From"), tr("To"), tr("Steps"), tr("Or a list, separated by “;”")});
    verticalHeader()->hide();
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setSectionResizeMode(kValues, QHeaderView::Stretch);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    horizontalHeader()->setSectionResizeMode(kForm, QHeaderView::Interactive);
    setAccessibleName(tr("Parameters that vary"));
    connect(this, &QTableWidget::itemChanged, this, &AxesTable::read);
}

QSize AxesTable::sizeHint() const { return {720, 190}; }

void AxesTable::addAxis(const AxisDraft& axis) {
    const auto same = [&](const AxisDraft& other) { return other.parameter.pointer == axis.parameter.pointer; };
    if (const auto found = std::ranges::find_if(axes_, same); found != axes_.end())
        return setCurrentCell(static_cast<int>(found - axes_.begin()), kFrom);
    axes_.push_back(axis);
    const int row = rowCount();
    insertRow(row);
    auto* form = new QComboBox;
    form->setAccessibleName(tr("Values of %1").arg(titleOf(axis.parameter)));
    if (axis.parameter.choices.empty()) {
        form->addItem(tr("Equal steps"), static_cast<int>(Form::Linear));
        form->addItem(tr("Equal ratios"), static_cast<int>(Form::Log2));
    }
    form->addItem(tr("List"), static_cast<int>(Form::List));
    connect(form, &QComboBox::activated, this,
            [this, form] { setForm(rowOf(form), static_cast<Form>(form->currentData().toInt())); });
    setCellWidget(row, kForm, form);
    setColumnWidth(kForm, form->sizeHint().width() + kBesideBox);
    showAxis(row);
    setCurrentCell(row, axis.form == Form::List ? kValues : kFrom);
    emit changed();
}

int AxesTable::rowOf(const QObject* combo) const {
    int row = 0;
    while (row < rowCount() && cellWidget(row, kForm) != combo)
        ++row;
    return row;
}

void AxesTable::setForm(int row, Form form) {
    AxisDraft& axis = axes_[static_cast<std::size_t>(row)];
    if (form == Form::List && axis.values.empty() && axis.words.empty()) {
        // The values that the range had: a start to edit from.
        for (std::uint64_t step = 0; step < axis.steps; ++step) {
            const double share = axis.steps < 2 ? 0 : static_cast<double>(step) / static_cast<double>(axis.steps - 1);
            const double value = axis.form == Form::Log2 ? axis.from * std::pow(axis.to / axis.from, share)
                                                         : axis.from + share * (axis.to - axis.from);
            axis.values.push_back(axis.parameter.integer ? std::round(value) : value);
        }
    }
    axis.form = form;
    showAxis(row);
    emit changed();
}

void AxesTable::setText(int row, Column column, const QString& text, bool editable) {
    if (!item(row, column)) setItem(row, column, new QTableWidgetItem);
    if (!editable) markCell(*item(row, column), {});
    if (problemOf(item(row, column)).isEmpty()) item(row, column)->setText(text); // else as it was typed
    item(row, column)
        ->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | (editable ? Qt::ItemIsEditable : Qt::NoItemFlags));
}

void AxesTable::showAxis(int row) {
    showing_ = true;
    const AxisDraft& axis = axes_[static_cast<std::size_t>(row)];
    const bool list = axis.form == Form::List;
    const auto number = [&](double value) {
        return list ? QString() : views::editText(value, axis.parameter.unit, locale());
    };
    setText(row, kParameter, titleOf(axis.parameter), false);
    item(row, kParameter)->setToolTip(views::toQString(axis.parameter.pointer));
    auto* form = qobject_cast<QComboBox*>(cellWidget(row, kForm));
    form->setCurrentIndex(form->findData(static_cast<int>(axis.form)));
    setText(row, kFrom, number(axis.from), !list);
    setText(row, kTo, number(axis.to), !list);
    setText(row, kSteps,
            list              ? QString()
            : axis.steps == 0 ? tr("any")
                              : locale().toString(static_cast<qulonglong>(axis.steps)),
            !list);
    setText(row, kValues, list ? listText(axis, locale()) : QString(), list);
    showing_ = false;
}

QString AxesTable::readValues(AxisDraft& axis, const QString& text) {
    AxisDraft next = axis;
    next.values.clear();
    next.words.clear();
    for (const QString& part : text.split(u';', Qt::SkipEmptyParts)) {
        const std::string word = part.trimmed().toStdString();
        if (!axis.parameter.choices.empty()) {
            if (!std::ranges::count(axis.parameter.choices, word))
                return tr("%1 cannot be \u201c%2\u201d.").arg(titleOf(axis.parameter), part.trimmed());
            next.words.push_back(word);
            continue;
        }
        const auto value = views::parseQuantity(part, axis.parameter.unit, locale());
        if (!value) return tr("\u201c%1\u201d is no value of %2.").arg(part.trimmed(), titleOf(axis.parameter));
        next.values.push_back(*value);
    }
    axis = next;
    return {};
}

/// What is typed into a cell; why it cannot be read, or nothing.
QString AxesTable::readCell(AxisDraft& axis, int column, const QString& text) {
    if (column == kValues) return readValues(axis, text);
    if (column == kSteps) {
        bool whole = false;
        const qulonglong steps = locale().toULongLong(text, &whole);
        if (!whole && !text.isEmpty() && text != tr("any"))
            return tr("Steps are a whole number; empty for any value between.");
        axis.steps = whole ? steps : 0;
        return {};
    }
    const auto value = views::parseQuantity(text, axis.parameter.unit, locale());
    if (!value) return tr("\u201c%1\u201d is no value of %2.").arg(text, titleOf(axis.parameter));
    (column == kFrom ? axis.from : axis.to) = *value;
    return {};
}

void AxesTable::read(QTableWidgetItem* item) {
    if (showing_) return;
    const int row = item->row();
    const QString problem = readCell(axes_[static_cast<std::size_t>(row)], item->column(), item->text().trimmed());
    showing_ = true;
    markCell(*item, problem);
    showAxis(row);
    emit changed();
}

void AxesTable::removeCurrent() {
    const int row = currentRow();
    if (row < 0) return;
    axes_.erase(axes_.begin() + row);
    removeRow(row);
    emit changed();
}

void AxesTable::clearAxes() {
    axes_.clear();
    setRowCount(0);
    emit changed();
}

void AxesTable::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Delete && state() != EditingState) return removeCurrent();
    QTableWidget::keyPressEvent(event);
}

} // namespace strata::app
