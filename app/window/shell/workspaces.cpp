// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/workspaces.h"

#include "core/catalog/library.h"
#include "core/evaluate/registry.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <QCoreApplication>
#include <QFile>

namespace strata::app {

namespace {

/// In pixels of the desktop; below, two plots above each other have no room for their axes.
constexpr int kLowHeight = 840;
/// Likewise two plots beside each other and the columns at both sides.
constexpr int kNarrowWidth = 1180;

constexpr std::array kNpus{EntryKind::Npu};
constexpr std::array kMemoriesThatCompute{EntryKind::Pim, EntryKind::Macro, EntryKind::Dimm};

constexpr std::array kWorkspaces{
    Workspace{
        "npu", QT_TRANSLATE_NOOP("Workspace", "NPU"),
        QT_TRANSLATE_NOOP("Workspace", "Arrange the window for layers and models on NPUs: mapping, energy, cores"),
        QT_TRANSLATE_NOOP("Workspace", "Drag a slider on the right, or a factor in the mapping: every view follows "
                                       "while you drag. Ctrl+Z takes it back."),
        "Ctrl+1", QT_TRANSLATE_NOOP("Workspace", "Sample session"),
        QT_TRANSLATE_NOOP("Workspace", "Open the &sample session"),
        QT_TRANSLATE_NOOP("Workspace", "ResNet-50 conv1 on an Eyeriss-like array"), kNpus},
    Workspace{"gpu", QT_TRANSLATE_NOOP("Workspace", "GPU"),
              QT_TRANSLATE_NOOP("Workspace",
                                "Arrange the window for kernels and models on GPUs: composition gap, roofline, kernel"),
              QT_TRANSLATE_NOOP("Workspace", "Drag a slider on the right: every view follows. Double click a bar of "
                                             "the composition gap to see what it holds."),
              "Ctrl+2", QT_TRANSLATE_NOOP("Workspace", "GPU sample session"),
              QT_TRANSLATE_NOOP("Workspace", "Open the &GPU sample session"),
              QT_TRANSLATE_NOOP("Workspace", "GPT-2 large on A100 and H100, and one matrix product")},
    Workspace{"cluster", QT_TRANSLATE_NOOP("Workspace", "Cluster"),
              QT_TRANSLATE_NOOP("Workspace", "Arrange the window for training and collectives on clusters: "
                                             "fabric, pipeline, memory, scaling"),
              QT_TRANSLATE_NOOP("Workspace", "Drag tp or pp above the cluster, or the number of devices in Scaling. "
                                             "“Find best plan” searches the fastest plan that fits."),
              "Ctrl+3", QT_TRANSLATE_NOOP("Workspace", "Cluster sample session"),
              QT_TRANSLATE_NOOP("Workspace", "Open the c&luster sample session"),
              QT_TRANSLATE_NOOP("Workspace", "Llama 3.1 70B trained on 64 H100 by two plans, and an all-reduce")},
    Workspace{"serving", QT_TRANSLATE_NOOP("Workspace", "Serving"),
              QT_TRANSLATE_NOOP(
                  "Workspace", "Arrange the window for engines under load: latencies, timeline, composition, capacity"),
              QT_TRANSLATE_NOOP("Workspace", "Drag the vertical line of the load curve: that is the arrival rate. "
                                             "“Find highest rate” searches the rate at which the service level ends."),
              "Ctrl+4", QT_TRANSLATE_NOOP("Workspace", "Serving sample session"),
              QT_TRANSLATE_NOOP("Workspace", "Open the se&rving sample session"),
              QT_TRANSLATE_NOOP("Workspace", "Llama 3.1 8B served by A100 and H100 under load, and sweeps over rate, "
                                             "replicas and schedulers")},
    Workspace{"edge", QT_TRANSLATE_NOOP("Workspace", "Edge"),
              QT_TRANSLATE_NOOP("Workspace",
                                "Arrange the window for networks on edge SoCs: kernels, device matrix, transfer"),
              QT_TRANSLATE_NOOP("Workspace", "Drag batch, resolution or clock above the kernels. The matrix shows the "
                                             "same network on every device that was measured."),
              "Ctrl+5", QT_TRANSLATE_NOOP("Workspace", "Edge sample session"),
              QT_TRANSLATE_NOOP("Workspace", "Open the e&dge sample session"),
              QT_TRANSLATE_NOOP("Workspace", "ResNet-18 on a Raspberry Pi 4, and on a board without measurements")},
    Workspace{"cpu", QT_TRANSLATE_NOOP("Workspace", "CPU"),
              QT_TRANSLATE_NOOP("Workspace",
                                "Arrange the window for basic blocks on the cores of CPUs: bounds and ports, estimate"),
              QT_TRANSLATE_NOOP("Workspace", "Drag “Loop” or “Copies” above the instructions. Click an instruction to "
                                             "read what it holds; the framed ports are the busiest."),
              "Ctrl+6", QT_TRANSLATE_NOOP("Workspace", "CPU sample session"),
              QT_TRANSLATE_NOOP("Workspace", "Open the C&PU sample session"),
              QT_TRANSLATE_NOOP("Workspace",
                                "The inner loop of a dot product on Golden Cove and Zen 3, with one sum and with two")},
    Workspace{"pim", QT_TRANSLATE_NOOP("Workspace", "PIM"),
              QT_TRANSLATE_NOOP("Workspace", "Arrange the window for kernels in memories that compute: where time and "
                                             "energy go, estimate"),
              QT_TRANSLATE_NOOP("Workspace", "Drag a slider on the right: every view follows. Click a number of the "
                                             "headline to see where that metric goes."),
              "Ctrl+7", QT_TRANSLATE_NOOP("Workspace", "PIM sample session"),
              QT_TRANSLATE_NOOP("Workspace", "Open the P&IM sample session"),
              QT_TRANSLATE_NOOP("Workspace", "Decode attention in the banks of HBM3, and a matrix product in UPMEM "
                                             "modules and in a digital macro"),
              kMemoriesThatCompute},
    Workspace{"explore", QT_TRANSLATE_NOOP("Workspace", "Explore"),
              QT_TRANSLATE_NOOP("Workspace",
                                "Arrange the window for sweeps and searches: Pareto front, parallel coordinates, jobs"),
              QT_TRANSLATE_NOOP(
                  "Workspace",
                  "A sweep or a search evaluates many designs at once: “New exploration” starts one. Then drag the "
                  "triangles at the edges of the Pareto plot to set bounds, or click a point to open it as a design."),
              "Ctrl+8", QT_TRANSLATE_NOOP("Workspace", "Exploration sample session"),
              QT_TRANSLATE_NOOP("Workspace", "Open the e&xploration sample session"),
              QT_TRANSLATE_NOOP("Workspace", "Eyeriss-like arrays on ResNet-50 layers, GPUs on a GPT-2 forward pass")},
    Workspace{"assess", QT_TRANSLATE_NOOP("Workspace", "Assess"),
              QT_TRANSLATE_NOOP("Workspace", "Arrange the window for judging answers: coverage of the scenarios by "
                                             "methods, validation against measurements"),
              QT_TRANSLATE_NOOP("Workspace", "Coverage shows which methods answer which scenario, and how far they "
                                             "were off. Validation opens measurements of your own."),
              "Ctrl+9", QT_TRANSLATE_NOOP("Workspace", "Assessment sample session"),
              QT_TRANSLATE_NOOP("Workspace", "Open the &assessment sample session"),
              QT_TRANSLATE_NOOP("Workspace", "A design inside of what was measured, and one outside of it")},
};

/// A word of the request, whatever else stands there: sessions may hold requests that nothing understands.
std::string wordAt(const Json& request, const char* pointer) {
    const Json* word = findPointer(request, pointer);
    return word != nullptr && word->is_string() ? word->get<std::string>() : std::string();
}

/// The entry that the hardware is, or that it was changed from.
std::string hardwareOf(const Json& request) {
    const std::string id = wordAt(request, "/hardware");
    return id.empty() ? wordAt(request, "/hardware/base") : id;
}

} // namespace

QString Workspace::layout(const QSize& size) const {
    const QString narrow = QStringLiteral(":/layouts/%1-narrow.json").arg(QLatin1String(id));
    if (size.width() < kNarrowWidth && QFile::exists(narrow)) return narrow;
    const QString low = QStringLiteral(":/layouts/%1-low.json").arg(QLatin1String(id));
    if (size.height() < kLowHeight && QFile::exists(low)) return low;
    return QStringLiteral(":/layouts/%1.json").arg(QLatin1String(id));
}

QString Workspace::sample() const { return QStringLiteral(":/samples/sessions/%1.json").arg(QLatin1String(id)); }

bool Workspace::draws(const Json& request, const Library* library, const Registry& registry) const {
    // What explores draws points of every kind.
    if (hardware.empty() &&
        std::ranges::none_of(registry.kinds, [&](const RequestKind& kind) { return kind.workspace == id; }))
        return true;
    return workspaceFor(request, library, registry) == this;
}

std::span<const Workspace> workspaces() { return kWorkspaces; }

const Workspace& workspaceNamed(const QString& id) {
    const auto row = std::ranges::find_if(
        kWorkspaces, [&](const Workspace& workspace) { return id == QLatin1String(workspace.id); });
    return row == kWorkspaces.end() ? kWorkspaces.front() : *row;
}

const Workspace* workspaceFor(const Json& request, const Library* library, const Registry& registry) {
    const Entry* entry = library != nullptr ? library->find(hardwareOf(request)) : nullptr;
    if (entry != nullptr)
        for (const Workspace& workspace : kWorkspaces)
            if (std::ranges::count(workspace.hardware, entry->kind) > 0) return &workspace;
    const RequestKind* row = registry.kind(wordAt(request, "/kind"));
    if (row == nullptr) return nullptr;
    const auto found =
        std::ranges::find_if(kWorkspaces, [&](const Workspace& workspace) { return row->workspace == workspace.id; });
    return found == kWorkspaces.end() ? nullptr : &*found;
}

} // namespace strata::app
