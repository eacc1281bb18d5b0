// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/dock_layout.h"

#include <QDockWidget>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <vector>

namespace strata::app {

namespace {

constexpr int kVersion = 2; // raised when docks are added or renamed: older states are not restored then

/// A row or column whose sizes are set when everything is in its place.
struct Split {
    Qt::Orientation orientation;
    QList<QDockWidget*> docks;
    QList<int> sizes;
};

class Placer {
public:
    Placer(QMainWindow& window, const Docks& docks) : window_(window), docks_(docks) {}

    void placeArea(Qt::DockWidgetArea area, const QJsonValue& tree) {
        QDockWidget* first = firstDock(tree);
        if (!first) return;
        window_.addDockWidget(area, first);
        first->show();
        arrange(tree);
    }

    void applySizes() {
        for (const Split& split : splits_)
            window_.resizeDocks(split.docks, split.sizes, split.orientation);
    }

    void applyWidth(const QJsonValue& area, int width) {
        if (QDockWidget* dock = firstDock(area)) window_.resizeDocks({dock}, {width}, Qt::Horizontal);
    }

private:
    QDockWidget* firstDock(const QJsonValue& tree) const {
        if (tree.isString()) {
            const auto found = docks_.find(tree.toString());
            return found == docks_.end() ? nullptr : found->second;
        }
        const QJsonObject object = tree.toObject();
        for (const QJsonValue tab : object.value(QStringLiteral("tabs")).toArray())
            if (QDockWidget* dock = firstDock(tab)) return dock;
        for (const QJsonValue child : childrenOf(object))
            if (QDockWidget* dock = firstDock(child.toArray().last())) return dock;
        return nullptr;
    }

    static QJsonArray childrenOf(const QJsonObject& object) {
        return object.value(object.contains(QStringLiteral("row")) ? QStringLiteral("row") : QStringLiteral("column"))
            .toArray();
    }

    void arrange(const QJsonValue& tree) {
        if (!tree.isObject()) return;
        const QJsonObject object = tree.toObject();
        if (object.contains(QStringLiteral("tabs"))) return arrangeTabs(object.value(QStringLiteral("tabs")).toArray());
        Split split{object.contains(QStringLiteral("row")) ? Qt::Horizontal : Qt::Vertical, {}, {}};
        // All of this level first: a split divides what its first dock occupies, with everything inside it.
        for (const QJsonValue child : childrenOf(object)) {
            QDockWidget* dock = firstDock(child.toArray().last());
            if (!dock) continue;
            if (!split.docks.isEmpty()) window_.splitDockWidget(split.docks.last(), dock, split.orientation);
            dock->show();
            split.docks << dock;
            split.sizes << child.toArray().first().toInt();
        }
        for (const QJsonValue child : childrenOf(object))
            arrange(child.toArray().last());
        splits_.push_back(split);
    }

    void arrangeTabs(const QJsonArray& tabs) {
        QDockWidget* first = nullptr;
        for (const QJsonValue tab : tabs) {
            QDockWidget* next = firstDock(tab);
            if (!first) first = next;
            if (!next || next == first) continue;
            window_.tabifyDockWidget(first, next);
            next->show();
        }
        if (first) first->raise();
    }

    QMainWindow& window_;
    const Docks& docks_;
    std::vector<Split> splits_;
};

} // namespace

bool placeDocks(QMainWindow& window, const Docks& docks, const QByteArray& description) {
    const QJsonObject root = QJsonDocument::fromJson(description).object();
    if (root.value(QStringLiteral("version")).toInt() != kVersion) return false;
    for (const auto& [id, dock] : docks) {
        dock->setFloating(false);
        window.removeDockWidget(dock);
    }
    Placer placer(window, docks);
    placer.placeArea(Qt::LeftDockWidgetArea, root.value(QStringLiteral("left")));
    placer.placeArea(Qt::RightDockWidgetArea, root.value(QStringLiteral("right")));
    placer.placeArea(Qt::BottomDockWidgetArea, root.value(QStringLiteral("bottom")));
    for (const auto& [id, dock] : docks) {
        if (window.dockWidgetArea(dock) != Qt::NoDockWidgetArea) continue;
        window.addDockWidget(Qt::BottomDockWidgetArea, dock);
        dock->hide();
    }
    for (const QJsonValue id : root.value(QStringLiteral("hidden")).toArray())
        if (const auto found = docks.find(id.toString()); found != docks.end()) found->second->hide();
    placer.applySizes();
    const QJsonObject widths = root.value(QStringLiteral("widths")).toObject();
    for (auto width = widths.begin(); width != widths.end(); ++width)
        placer.applyWidth(root.value(width.key()), width.value().toInt());
    return true;
}

QString saveLayout(const QMainWindow& window) {
    QJsonObject root;
    root.insert(QStringLiteral("version"), kVersion);
    root.insert(QStringLiteral("state"), QString::fromLatin1(window.saveState(kVersion).toBase64()));
    return QString::fromUtf8(QJsonDocument(root).toJson(QJsonDocument::Compact));
}

bool restoreLayout(QMainWindow& window, const QString& layout) {
    const QJsonObject root = QJsonDocument::fromJson(layout.toUtf8()).object();
    if (root.value(QStringLiteral("version")).toInt() != kVersion) return false;
    return window.restoreState(QByteArray::fromBase64(root.value(QStringLiteral("state")).toString().toLatin1()),
                               kVersion);
}

} // namespace strata::app
