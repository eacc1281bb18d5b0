// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/entry_list.h"

#include "views/support/text/text.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPalette>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QVBoxLayout>

namespace strata::app {

namespace {

constexpr int kId = Qt::UserRole, kSearched = Qt::UserRole + 1;

} // namespace

EntryList::EntryList(const QString& title, QWidget* parent)
    : QWidget(parent), filter_(new QLineEdit), list_(new QListView), model_(new QStandardItemModel(this)),
      proxy_(new QSortFilterProxyModel(this)) {
    auto* heading = new QLabel(title);
    heading->setBuddy(filter_);
    filter_->setPlaceholderText(tr("Search"));
    filter_->setClearButtonEnabled(true);
    filter_->setAccessibleName(title);
    filter_->installEventFilter(this);
    proxy_->setSourceModel(model_);
    proxy_->setFilterRole(kSearched);
    proxy_->setFilterCaseSensitivity(Qt::CaseInsensitive);
    list_->setModel(proxy_);
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list_->setUniformItemSizes(true);
    list_->setAccessibleName(title);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(heading);
    layout->addWidget(filter_);
    layout->addWidget(list_, 1);
    setFocusProxy(filter_);
    connect(filter_, &QLineEdit::textChanged, this, [this](const QString& text) {
        proxy_->setFilterFixedString(text.trimmed());
        // What is left is meant: Enter takes it without a further key.
        if (!list_->currentIndex().isValid() && proxy_->rowCount() > 0) list_->setCurrentIndex(proxy_->index(0, 0));
        list_->scrollTo(list_->currentIndex());
    });
    connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, &EntryList::chosenChanged);
    connect(list_, &QListView::activated, this, &EntryList::activated);
}

void EntryList::setEntries(const Library& library, const std::function<bool(const Entry&)>& shown) {
    const QString before = chosen();
    model_->clear();
    for (const Entry& entry : library.entries()) {
        if (!shown(entry)) continue;
        QStringList searched{views::toQString(entry.name), views::toQString(entry.id), views::toQString(entry.vendor)};
        for (const std::string& alias : entry.aliases)
            searched << views::toQString(alias);
        auto* item = new QStandardItem(views::toQString(entry.name));
        item->setData(views::toQString(entry.id), kId);
        item->setData(searched.join(u'\n'), kSearched);
        model_->appendRow(item);
    }
    choose(before);
}

void EntryList::choose(const QString& id) {
    filter_->clear(); // a row that is filtered out cannot be chosen
    const auto found = proxy_->match(proxy_->index(0, 0), kId, id, 1, Qt::MatchExactly);
    list_->setCurrentIndex(found.isEmpty() ? proxy_->index(0, 0) : found.front());
    list_->scrollTo(list_->currentIndex(), QAbstractItemView::PositionAtCenter);
}

QString EntryList::chosen() const { return list_->currentIndex().data(kId).toString(); }

QString EntryList::chosenName() const { return list_->currentIndex().data(Qt::DisplayRole).toString(); }

void EntryList::setReasons(const std::function<QString(const QString& id)>& reason) {
    const QBrush grey = palette().brush(QPalette::Disabled, QPalette::Text);
    for (int row = 0; row < model_->rowCount(); ++row) {
        QStandardItem* item = model_->item(row);
        const QString why = reason(item->data(kId).toString());
        item->setForeground(why.isEmpty() ? palette().brush(QPalette::Text) : grey);
        item->setToolTip(why);
    }
}

bool EntryList::eventFilter(QObject* watched, QEvent* event) {
    if (watched != filter_ || event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    const bool moves = key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown;
    if (!moves) return QWidget::eventFilter(watched, event);
    QCoreApplication::sendEvent(list_, event);
    return true;
}

} // namespace strata::app
