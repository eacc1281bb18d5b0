// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/base/scene.h"

#include <memory>
#include <QPersistentModelIndex>
#include <QWidget>
#include <string>

class QLineEdit;
class QSortFilterProxyModel;
class QTreeView;

namespace strata::views {

class CatalogModel;

/// The tree of the catalog with its filter.
class CatalogPanel : public QWidget {
    Q_OBJECT

public:
    explicit CatalogPanel(QWidget* parent = nullptr);

    void setScene(const std::shared_ptr<const Scene>& scene);

signals:
    /// Double click or Enter: the selected design shall use it. `layer` is empty for hardware.
    void chosen(const QString& id, const QString& layer);
    void newDesignWanted(const QString& id, const QString& layer);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QModelIndex groupOf(const std::string& hardware) const;
    void unfold(const QModelIndex& group);
    void filter(const QString& text);
    void activate(const QModelIndex& index, bool new_design);
    void showMenu(const QPoint& position);

    std::shared_ptr<const Library> library_;
    CatalogModel* model_;
    QSortFilterProxyModel* proxy_;
    QLineEdit* filter_;
    QTreeView* tree_;
    QPersistentModelIndex unfolded_; ///< the group of the selected design's hardware
    std::string unfolded_for_;       ///< id of that hardware
    bool takes_models_ = false;      ///< the selected design runs whole models or kernels
};

} // namespace strata::views
