// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/library.h"

#include <functional>
#include <memory>
#include <QString>
#include <QWidget>

class QLineEdit;
class QListView;
class QSortFilterProxyModel;
class QStandardItemModel;

namespace strata::app {

/// A titled list of catalog entries with a field that filters it while one types: by name, alias, maker or id. The
/// arrow keys move in the list while the field has the focus.
class EntryList : public QWidget {
    Q_OBJECT

public:
    explicit EntryList(const QString& title, QWidget* parent = nullptr);

    void setEntries(const Library& library, const std::function<bool(const Entry&)>& shown);
    void choose(const QString& id);
    QString chosen() const;
    QString chosenName() const;
    /// Greys the rows that `reason` has a sentence for and shows it on hover; an empty sentence: the row is possible.
    void setReasons(const std::function<QString(const QString& id)>& reason);

signals:
    void chosenChanged();
    void activated(); ///< by Enter or a double click

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QLineEdit* filter_;
    QListView* list_;
    QStandardItemModel* model_;
    QSortFilterProxyModel* proxy_;
};

} // namespace strata::app
