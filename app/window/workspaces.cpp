// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspaces.h"

#include <QCoreApplication>
#include <QFile>
#include <algorithm>
#include <array>

namespace strata::app {

namespace {

constexpr int kLowHeight = 840;  // in pixels of the desktop; below, two plots above each other have no room for their axes

constexpr std::array kWorkspaces{
    Workspace{"npu", QT_TRANSLATE_NOOP("Workspace", "NPU"),
              QT_TRANSLATE_NOOP("Workspace", "Arrange the window for layers on NPUs: mapping, energy, estimate"), "Ctrl+1"},
    Workspace{"gpu", QT_TRANSLATE_NOOP("Workspace", "GPU"),
              QT_TRANSLATE_NOOP("Workspace", "Arrange the window for kernels and models on GPUs: composition gap, roofline, kernel"),
              "Ctrl+2"},
    Workspace{"cluster", QT_TRANSLATE_NOOP("Workspace", "Cluster"),
              QT_TRANSLATE_NOOP("Workspace", "Arrange the window for training and collectives on clusters: "
                                             "fabric, pipeline, memory, scaling"),
              "Ctrl+3"},
    Workspace{"serving", QT_TRANSLATE_NOOP("Workspace", "Serving"),
              QT_TRANSLATE_NOOP("Workspace", "Arrange the window for engines under load: latencies, timeline, composition, capacity"),
              "Ctrl+4"},
    Workspace{"explore", QT_TRANSLATE_NOOP("Workspace", "Explore"),
              QT_TRANSLATE_NOOP("Workspace", "Arrange the window for sweeps and searches: Pareto front, parallel coordinates, jobs"),
              "Ctrl+5"},
};

}  // namespace

QString Workspace::layout(int height) const {
    const QString low = QStringLiteral(":/layouts/%1-low.json").arg(QLatin1String(id));
    if (height < kLowHeight && QFile::exists(low)) return low;
    return QStringLiteral(":/layouts/%1.json").arg(QLatin1String(id));
}

std::span<const Workspace> workspaces() { return kWorkspaces; }

const Workspace& workspaceNamed(const QString& id) {
    const auto found = std::ranges::find_if(kWorkspaces, [&](const Workspace& one) { return id == QLatin1String(one.id); });
    return found == kWorkspaces.end() ? kWorkspaces.front() : *found;
}

}  // namespace strata::app
