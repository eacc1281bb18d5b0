// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/table/table_copy.h"

#include "views/support/table/table_model.h"
#include "views/support/text/text.h"

#include <QAbstractItemView>
#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QStringList>

namespace strata::views {
namespace {

/// No cell ends a line or a column by what stands in it.
QString cellOf(QString text) {
    for (const QChar ends : {QLatin1Char('\t'), QLatin1Char('\n'), QLatin1Char('\r')})
        text.replace(ends, QLatin1Char(' '));
    return text;
}

QString lineOf(const QStringList& cells) { return cells.join(QLatin1Char('\t')) + QLatin1Char('\n'); }

class CopyFilter : public QObject {
public:
    CopyFilter(QAbstractItemView& table, std::function<QString()> text) : QObject(&table), text_(std::move(text)) {
        table.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        const bool key = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
        if (!key || !static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy))
            return QObject::eventFilter(watched, event);
        event->accept();
        if (event->type() == QEvent::ShortcutOverride) return true; // the key itself follows
        if (const QString text = text_(); !text.isEmpty()) QGuiApplication::clipboard()->setText(text);
        return true;
    }

private:
    std::function<QString()> text_;
};

} // namespace

QString tableAsTsv(const Table& table) {
    QStringList headings;
    for (const std::string& column : table.columns)
        headings << cellOf(toQString(column));
    QString text = lineOf(headings);
    for (const auto& row : table.rows) {
        QStringList cells;
        for (const Cell& cell : row)
            cells << cellOf(cellExactText(cell));
        text += lineOf(cells);
    }
    return text;
}

QString modelAsTsv(const QAbstractItemModel& model) {
    const auto exact = [](const QVariant& told, const QVariant& shown) {
        return cellOf((told.isValid() ? told : shown).toString());
    };
    QStringList headings;
    for (int column = 0; column < model.columnCount(); ++column)
        headings << exact(model.headerData(column, Qt::Horizontal, TableModel::ExactRole),
                          model.headerData(column, Qt::Horizontal));
    QString text = lineOf(headings);
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column) {
            const QModelIndex index = model.index(row, column);
            cells << exact(index.data(TableModel::ExactRole), index.data());
        }
        text += lineOf(cells);
    }
    return text;
}

void copyOnRequest(QAbstractItemView& table, std::function<QString()> text) { new CopyFilter(table, std::move(text)); }

} // namespace strata::views
