// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/study/study_panel.h"

#include "views/catalog/catalog_model.h"
#include "views/study/note_edit.h"
#include "views/study/study_delegate.h"
#include "views/study/study_model.h"
#include "views/support/table/tab_order.h"

#include <QAction>
#include <QDropEvent>
#include <QHBoxLayout>
#include <QListView>
#include <QMimeData>
#include <QToolButton>
#include <QVBoxLayout>

namespace strata::views {

namespace {
const QString kEntryMime = QString::fromLatin1(CatalogModel::kMimeType);
}

StudyPanel::StudyPanel(QWidget* parent)
    : QWidget(parent), model_(new StudyModel(this)), list_(new QListView), buttons_(new QWidget), note_(new NoteEdit) {
    list_->setModel(model_);
    list_->setItemDelegate(new StudyDelegate(list_));
    list_->setFrameShape(QFrame::NoFrame);
    list_->setMouseTracking(true);
    list_->setUniformItemSizes(true);
    list_->setEditTriggers(QAbstractItemView::EditKeyPressed);
    list_->setContextMenuPolicy(Qt::ActionsContextMenu);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // names are shortened instead
    list_->setAccessibleName(tr("Designs of the study"));
    list_->viewport()->setAcceptDrops(true);
    list_->viewport()->installEventFilter(this);
    auto* button_row = new QHBoxLayout(buttons_);
    button_row->setContentsMargins(4, 2, 4, 2);
    button_row->setSpacing(2);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(list_, 1);
    layout->addWidget(note_);
    layout->addWidget(buttons_);
    setFocusProxy(list_);
    connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& now) {
        if (!applying_ && now.isValid()) emit selected(now.data(StudyModel::IdRole).toString());
    });
    connect(list_, &QListView::doubleClicked, this, [this](const QModelIndex& index) { list_->edit(index); });
    connect(model_, &StudyModel::renamed, this, &StudyPanel::renamed);
    connect(note_, &NoteEdit::noted, this, &StudyPanel::noted);
}

void StudyPanel::setNote(const QString& id, const QString& text) { note_->showNote(id, text); }

void StudyPanel::setScene(std::shared_ptr<const Scene> scene) {
    const int row = scene->selected;
    applying_ = true;
    model_->setScene(std::move(scene));
    selectRow(row);
    applying_ = false;
}

void StudyPanel::selectRow(int row) {
    if (row >= 0 && list_->currentIndex().row() != row) list_->setCurrentIndex(model_->index(row));
}

void StudyPanel::setDesignActions(const QList<QAction*>& actions) {
    list_->addActions(actions);
    for (QAction* action : actions) {
        if (action->icon().isNull()) continue;
        auto* button = new QToolButton(buttons_);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        buttons_->layout()->addWidget(button);
    }
    static_cast<QHBoxLayout*>(buttons_->layout())->addStretch(1);
    continueTabOrder(note_, *buttons_);
}

void StudyPanel::editSelectedLabel() {
    if (list_->currentIndex().isValid()) list_->edit(list_->currentIndex());
}

bool StudyPanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::DragEnter && event->type() != QEvent::DragMove && event->type() != QEvent::Drop)
        return QWidget::eventFilter(watched, event);
    auto* drop = static_cast<QDropEvent*>(event);
    if (!drop->mimeData()->hasFormat(kEntryMime)) return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::Drop) emit entryDropped(QString::fromUtf8(drop->mimeData()->data(kEntryMime)));
    drop->acceptProposedAction();
    return true;
}

} // namespace strata::views
