// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/messages_panel.h"

#include "views/support/theme/theme.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QTime>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace strata::app {

namespace {
constexpr int kMostMessages = 500;
}

MessagesPanel::MessagesPanel(QWidget* parent) : QWidget(parent), list_(new QTreeWidget) {
    list_->setHeaderHidden(true);
    list_->setColumnCount(3);
    list_->setRootIsDecorated(false);
    list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setAccessibleName(tr("Messages"));
    list_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    auto* copy = new QAction(tr("Copy"), list_);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    list_->addAction(copy);
    list_->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(copy, &QAction::triggered, this, &MessagesPanel::copySelected);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(list_);
    setFocusProxy(list_);
}

void MessagesPanel::add(NoticeBar::Tone tone, const QString& text) {
    const views::Theme colors = views::themeFor(palette());
    const bool error = tone == NoticeBar::Tone::Error;
    const QString kind = error ? tr("Error") : tone == NoticeBar::Tone::Warning ? tr("Warning") : tr("Note");
    auto* item = new QTreeWidgetItem({QTime::currentTime().toString(QStringLiteral("HH:mm:ss")), kind, text});
    item->setForeground(0, colors.text_muted);
    item->setForeground(1, error                              ? colors.error
                           : tone == NoticeBar::Tone::Warning ? colors.warning
                                                              : colors.text_muted);
    list_->insertTopLevelItem(0, item);
    while (list_->topLevelItemCount() > kMostMessages)
        delete list_->takeTopLevelItem(kMostMessages);
}

int MessagesPanel::count() const { return list_->topLevelItemCount(); }

void MessagesPanel::copySelected() {
    QStringList lines;
    for (const QTreeWidgetItem* item : list_->selectedItems())
        lines << QStringList{item->text(0), item->text(1), item->text(2)}.join(QLatin1Char('\t'));
    if (!lines.isEmpty()) QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

} // namespace strata::app
