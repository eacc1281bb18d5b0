// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/catalog/catalog_model.h"

#include "core/base/schema.h"
#include "core/catalog/library.h"
#include "core/workload/kernel/operators.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <QMimeData>

namespace strata::views {

namespace {

/// Titles of the groups of the list; kinds without one are not listed.
struct KindTitle {
    EntryKind kind;
    const char* title;
};
constexpr std::array kTitles{
    KindTitle{EntryKind::Npu, QT_TRANSLATE_NOOP("strata::views::CatalogModel", "NPUs")},
    KindTitle{EntryKind::Gpu, QT_TRANSLATE_NOOP("strata::views::CatalogModel", "GPUs")},
    KindTitle{EntryKind::Soc, QT_TRANSLATE_NOOP("strata::views::CatalogModel", "Edge SoCs")},
    KindTitle{EntryKind::Pim, QT_TRANSLATE_NOOP("strata::views::CatalogModel", "Memories that compute")},
    KindTitle{EntryKind::Cpu, QT_TRANSLATE_NOOP("strata::views::CatalogModel", "CPU cores")},
    KindTitle{EntryKind::Macro, QT_TRANSLATE_NOOP("strata::views::CatalogModel", "Memory macros that compute")},
    KindTitle{EntryKind::Dimm, QT_TRANSLATE_NOOP("strata::views::CatalogModel", "Memory modules that compute")},
    KindTitle{EntryKind::Cluster, QT_TRANSLATE_NOOP("strata::views::CatalogModel", "Clusters")},
    KindTitle{EntryKind::Cnn, QT_TRANSLATE_NOOP("strata::views::CatalogModel", "Convolutional networks")},
    KindTitle{EntryKind::Transformer, QT_TRANSLATE_NOOP("strata::views::CatalogModel", "Transformers")},
    KindTitle{EntryKind::Diffusion, QT_TRANSLATE_NOOP("strata::views::CatalogModel", "Diffusion models")},
    KindTitle{EntryKind::Graph, QT_TRANSLATE_NOOP("strata::views::CatalogModel", "Graphs of operators")},
};

QString kindTitle(EntryKind kind) {
    const auto* titled = std::ranges::find(kTitles, kind, &KindTitle::kind);
    return titled == kTitles.end() ? QString() : CatalogModel::tr(titled->title);
}

QString makerAndYear(const Entry& entry) {
    QStringList words;
    if (!entry.vendor.empty()) words << toQString(entry.vendor);
    if (entry.year > 0) words << QString::number(entry.year);
    return words.join(QStringLiteral(", "));
}

QString toolTip(const Entry& entry) {
    QString text = QStringLiteral("<b>%1</b>").arg(toQString(entry.name).toHtmlEscaped());
    if (const QString maker = makerAndYear(entry); !maker.isEmpty())
        text += QStringLiteral("<br>") + maker.toHtmlEscaped();
    const std::string source = sourceOf(*entry.document, "");
    if (!source.empty())
        text += QStringLiteral("<br>") + CatalogModel::tr("Source: %1").arg(toQString(source).toHtmlEscaped());
    text += QStringLiteral("<br>") +
            (entry.user ? CatalogModel::tr("Your own entry") : toQString(entry.file).toHtmlEscaped());
    return text;
}

QString aliases(const Entry& entry) {
    QString text = toQString(entry.id) + QLatin1Char(' ') + makerAndYear(entry);
    for (const std::string& alias : entry.aliases)
        text += QLatin1Char(' ') + toQString(alias);
    return text;
}

void addLayers(QStandardItem& parent, const QString& id, const Json& workload) {
    const Result<Json> layers = workload::listLayers(workload, {});
    if (!layers) return;
    for (const Json& layer : *layers) {
        const QString name = toQString(layer.value("name", std::string()));
        auto* item = new QStandardItem(name);
        item->setEditable(false);
        item->setData(id, CatalogModel::IdRole);
        item->setData(name, CatalogModel::LayerRole);
        item->setData(false, CatalogModel::HardwareRole);
        item->setData(name, CatalogModel::SearchRole);
        parent.appendRow(item);
    }
}

QString layerToolTip(const Json& workload, const QString& name) {
    const Result<Json> layers = workload::listLayers(workload, {});
    if (!layers) return {};
    const auto layer = std::ranges::find_if(
        *layers, [&](const Json& listed) { return listed.value("name", std::string()) == name.toStdString(); });
    if (layer == layers->end()) return {};
    QStringList lines{QStringLiteral("<b>%1</b>").arg(name.toHtmlEscaped())};
    for (const auto& [key, value] : layer->items()) {
        if (value.is_object() || value.is_array() || key == "name") continue;
        lines << QStringLiteral("%1: %2").arg(
            labelText(key), toQString(value.is_string() ? value.get<std::string>() : value.dump()).toHtmlEscaped());
    }
    return lines.join(QStringLiteral("<br>"));
}

} // namespace

void CatalogModel::setLibrary(const Library& library) {
    clear();
    workloads_.clear();
    unlisted_.clear();
    std::map<EntryKind, QStandardItem*> groups;
    for (const Entry& entry : library.entries()) {
        if (!isHardware(entry.kind) && !isWorkload(entry.kind)) continue;
        QStandardItem*& group = groups[entry.kind];
        if (!group) {
            group = new QStandardItem;
            group->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        }
        auto* item = new QStandardItem(toQString(entry.name));
        item->setEditable(false);
        item->setData(toQString(entry.id), IdRole);
        item->setData(isHardware(entry.kind), HardwareRole);
        item->setData(item->text() + QLatin1Char(' ') + aliases(entry), SearchRole);
        item->setToolTip(toolTip(entry));
        if (isWorkload(entry.kind)) {
            workloads_[toQString(entry.id)] = entry.document;
            if (entry.kind != EntryKind::Diffusion) unlisted_.insert(toQString(entry.id)); // it has stages instead
        }
        group->appendRow(item);
    }
    for (const auto& [kind, group] : groups) {
        group->sortChildren(0);
        group->setText(QStringLiteral("%1 (%2)").arg(kindTitle(kind)).arg(group->rowCount()));
        appendRow(group);
    }
}

bool CatalogModel::canFetchMore(const QModelIndex& parent) const {
    return parent.isValid() && QStandardItemModel::data(parent, LayerRole).toString().isEmpty() &&
           unlisted_.contains(QStandardItemModel::data(parent, IdRole).toString());
}

bool CatalogModel::hasChildren(const QModelIndex& parent) const {
    return canFetchMore(parent) || QStandardItemModel::hasChildren(parent);
}

void CatalogModel::fetchMore(const QModelIndex& parent) {
    if (!canFetchMore(parent)) return;
    const QString id = QStandardItemModel::data(parent, IdRole).toString();
    unlisted_.remove(id);
    if (const auto workload = workloads_.find(id); workload != workloads_.end())
        addLayers(*itemFromIndex(parent), id, *workload->second);
}

void CatalogModel::listAllLayers() {
    for (int group = 0; group < rowCount() && !unlisted_.isEmpty(); ++group)
        for (int row = 0; row < item(group)->rowCount(); ++row)
            fetchMore(item(group)->child(row)->index());
}

QVariant CatalogModel::data(const QModelIndex& index, int role) const {
    if (role == Qt::ToolTipRole) {
        const QString layer = QStandardItemModel::data(index, LayerRole).toString();
        const auto workload = workloads_.find(QStandardItemModel::data(index, IdRole).toString());
        if (!layer.isEmpty() && workload != workloads_.end()) return layerToolTip(*workload->second, layer);
    }
    return QStandardItemModel::data(index, role);
}

QStringList CatalogModel::mimeTypes() const { return {QLatin1String(kMimeType)}; }

QMimeData* CatalogModel::mimeData(const QModelIndexList& indexes) const {
    if (indexes.isEmpty() || !indexes.first().data(IdRole).isValid()) return nullptr;
    QString text = indexes.first().data(IdRole).toString();
    if (const QString layer = indexes.first().data(LayerRole).toString(); !layer.isEmpty())
        text += QLatin1Char('\n') + layer;
    auto* data = new QMimeData;
    data->setData(QLatin1String(kMimeType), text.toUtf8());
    data->setText(text);
    return data;
}

} // namespace strata::views
