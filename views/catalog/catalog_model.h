// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <map>
#include <memory>
#include <QSet>
#include <QStandardItemModel>

namespace strata {
class Library;
}

namespace strata::views {

/// The catalog as a tree: kinds with their counts, entries, and the layers of workloads. Entries and layers can be
/// dragged.
class CatalogModel : public QStandardItemModel {
    Q_OBJECT

public:
    enum Role { IdRole = Qt::UserRole, LayerRole, HardwareRole, SearchRole };
    static constexpr const char* kMimeType = "application/x-strata-entry";

    using QStandardItemModel::QStandardItemModel;

    void setLibrary(const Library& library);

    /// The layers of a workload are listed when it is first opened.
    bool canFetchMore(const QModelIndex& parent) const override;
    bool hasChildren(const QModelIndex& parent = {}) const override;
    void fetchMore(const QModelIndex& parent) override;
    /// Those of all workloads, so that a search finds them.
    void listAllLayers();

    /// The sentence on a layer is made when a pointer asks for it: a catalog has thousands of layers.
    QVariant data(const QModelIndex& index, int role) const override;

    QStringList mimeTypes() const override;
    /// The entry's id, and after a line break the layer's name where a layer is dragged.
    QMimeData* mimeData(const QModelIndexList& indexes) const override;

private:
    std::map<QString, std::shared_ptr<const Json>> workloads_; ///< documents of what has layers, by id
    QSet<QString> unlisted_;                                   ///< ids of those whose layers nobody has seen
};

} // namespace strata::views
