// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/catalog/catalog_panel.h"

#include "core/catalog/library.h"
#include "core/evaluate/kind.h"
#include "views/catalog/catalog_model.h"
#include "views/support/text/text.h"

#include <nlohmann/json.hpp>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <QVBoxLayout>

namespace strata::views {

CatalogPanel::CatalogPanel(QWidget* parent)
    : QWidget(parent), model_(new CatalogModel(this)), proxy_(new QSortFilterProxyModel(this)), filter_(new QLineEdit),
      tree_(new QTreeView) {
    filter_->setPlaceholderText(tr("Filter the catalog"));
    filter_->setClearButtonEnabled(true);
    filter_->setAccessibleName(tr("Filter the catalog"));
    filter_->installEventFilter(this);
    proxy_->setSourceModel(model_);
    proxy_->setRecursiveFilteringEnabled(true);
    proxy_->setAutoAcceptChildRows(true);
    proxy_->setFilterCaseSensitivity(Qt::CaseInsensitive);
    proxy_->setFilterRole(CatalogModel::SearchRole);
    tree_->setModel(proxy_);
    tree_->setHeaderHidden(true);
    tree_->setFrameShape(QFrame::NoFrame);
    tree_->setUniformRowHeights(true);
    tree_->setExpandsOnDoubleClick(false);
    tree_->setDragEnabled(true);
    tree_->setDragDropMode(QAbstractItemView::DragOnly);
    tree_->setContextMenuPolicy(Qt::CustomContextMenu);
    tree_->setAccessibleName(tr("Catalog"));
    auto* top = new QVBoxLayout;
    top->setContentsMargins(8, 6, 8, 4);
    top->addWidget(filter_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(tree_, 1);
    setFocusProxy(filter_);
    connect(filter_, &QLineEdit::textChanged, this, &CatalogPanel::filter);
    connect(tree_, &QTreeView::activated, this, [this](const QModelIndex& index) { activate(index, false); });
    connect(tree_, &QTreeView::customContextMenuRequested, this, &CatalogPanel::showMenu);
}

void CatalogPanel::setScene(const std::shared_ptr<const Scene>& scene) {
    const DesignState* design = scene->selectedDesign();
    const RequestKind* kind = design ? kindOf(*design->design.request) : nullptr;
    takes_models_ = design && (kind == nullptr || !kind->by_layer);
    if (!scene->library) return;
    const Json* hardware = design ? findPointer(*design->design.request, "/hardware") : nullptr;
    while (hardware && hardware->is_object())
        hardware = hardware->contains("base") ? &(*hardware)["base"] : findPointer(*hardware, "/cluster");
    std::string id = hardware && hardware->is_string() ? hardware->get<std::string>() : std::string();
    const bool other_library = scene->library != library_;
    if (other_library) {
        library_ = scene->library;
        model_->setLibrary(*library_);
        filter(filter_->text());
    }
    // Every step of a drag is a scene; the device is seldom another one.
    if (!other_library && unfolded_.isValid() && id == unfolded_for_) return;
    if (!filter_->text().isEmpty()) return;
    unfold(groupOf(id));
    unfolded_for_ = std::move(id);
}

/// The kind of this hardware, so that its neighbours are at hand; the first where there is none.
QModelIndex CatalogPanel::groupOf(const std::string& hardware) const {
    const Entry* entry = hardware.empty() ? nullptr : library_->find(hardware);
    const QModelIndexList found = entry ? proxy_->match(proxy_->index(0, 0), CatalogModel::IdRole, toQString(entry->id),
                                                        1, Qt::MatchExactly | Qt::MatchRecursive)
                                        : QModelIndexList();
    return found.isEmpty() ? proxy_->index(0, 0) : found.front().parent();
}

/// A group that the selected design brought gives way to that of the next; what somebody opened by hand stays.
void CatalogPanel::unfold(const QModelIndex& group) {
    if (QPersistentModelIndex(group) == unfolded_) return;
    if (unfolded_.isValid()) tree_->collapse(unfolded_);
    unfolded_ = group;
    tree_->expand(group);
}

void CatalogPanel::filter(const QString& text) {
    if (!text.trimmed().isEmpty()) model_->listAllLayers();
    proxy_->setFilterFixedString(text.trimmed());
    if (text.trimmed().isEmpty()) return;
    for (int row = 0; row < proxy_->rowCount(); ++row)
        tree_->expand(proxy_->index(row, 0));
    // The first entry, so that Enter in the filter takes what was searched for.
    const QModelIndex first = proxy_->index(0, 0, proxy_->index(0, 0));
    if (first.isValid()) tree_->setCurrentIndex(first);
}

void CatalogPanel::activate(const QModelIndex& index, bool new_design) {
    const QString layer = index.data(CatalogModel::LayerRole).toString();
    const QString id = index.data(CatalogModel::IdRole).toString();
    const bool part = index.data(CatalogModel::HardwareRole).toBool() || !layer.isEmpty();
    // On an NPU a model is a folder of layers; everywhere else it is something to run.
    const bool usable = !id.isEmpty() && (part || takes_models_ || new_design);
    if (!usable) return tree_->setExpanded(index, !tree_->isExpanded(index));
    if (new_design)
        emit newDesignWanted(id, layer);
    else
        emit chosen(id, layer);
}

void CatalogPanel::showMenu(const QPoint& position) {
    const QModelIndex index = tree_->indexAt(position);
    if (index.data(CatalogModel::IdRole).toString().isEmpty()) return; // a heading
    QMenu menu;
    QAction* use = menu.addAction(tr("Use in the selected design"));
    QAction* create = menu.addAction(tr("New design with it"));
    const QAction* wanted = menu.exec(tree_->viewport()->mapToGlobal(position));
    if (wanted == use)
        emit chosen(index.data(CatalogModel::IdRole).toString(), index.data(CatalogModel::LayerRole).toString());
    if (wanted == create) activate(index, true);
}

bool CatalogPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == filter_ && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down) {
            tree_->setFocus(Qt::TabFocusReason);
            return true;
        }
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            activate(tree_->currentIndex(), false);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace strata::views
