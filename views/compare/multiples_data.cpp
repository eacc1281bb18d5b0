// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/multiples_data.h"

#include "core/assess/suite.h"
#include "core/catalog/library.h"
#include "core/evaluate/registry.h"
#include "views/support/base/scene.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <QCoreApplication>

namespace strata::views {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

const Json* memberOf(const Json& document, const char* key) {
    const auto found = document.find(key);
    return found == document.end() ? nullptr : &*found;
}

/// The name of what a reference means: an entry of the catalog, a part of a cluster, or an inline document.
QString nameOf(const Json* reference, const Library* library) {
    if (reference == nullptr) return {};
    const Json* at = reference;
    QString changed;
    for (const char* key : {"base", "cluster"}) {
        const Json* inner = at->is_object() ? memberOf(*at, key) : nullptr;
        if (inner == nullptr) continue;
        if (key == std::string_view("base")) changed = QStringLiteral(" *"); // with values of its own
        at = inner;
    }
    if (at->is_string()) {
        const Entry* entry = library != nullptr ? library->find(at->get<std::string>()) : nullptr;
        return (entry != nullptr ? toQString(entry->name) : toQString(at->get<std::string>())) + changed;
    }
    const Json* name = at->is_object() ? memberOf(*at, "name") : nullptr;
    return name != nullptr && name->is_string() ? toQString(name->get<std::string>()) : QString();
}

QString machineText(const Json& request, const Library* library) {
    const Json* hardware = memberOf(request, "hardware");
    QString text = nameOf(hardware, library);
    const Json* devices = hardware != nullptr && hardware->is_object() ? memberOf(*hardware, "devices") : nullptr;
    if (devices != nullptr && devices->is_number())
        text += QStringLiteral(" \u00d7 %1").arg(devices->get<double>(), 0, 'g', 7);
    return text;
}

QString workloadText(const Json& request, const Library* library) {
    const Json* workload = memberOf(request, "workload");
    if (workload == nullptr) return {};
    const QString model = nameOf(memberOf(*workload, "model"), library);
    const Json* phase = memberOf(*workload, "phase");
    if (!model.isEmpty())
        return phase != nullptr && phase->is_string()
                   ? model + QStringLiteral(", ") + toQString(phase->get<std::string>())
                   : model;
    const Json* operation = memberOf(*workload, "operator");
    return operation != nullptr && operation->is_string() ? labelText(operation->get<std::string>()) : QString();
}

/// What the designs of one panel have in common, as text that is equal where that is.
std::string keyOf(const Json& request, MultiplesBy by) {
    Json key = request;
    key.erase("label");
    key.erase("seed");
    if (by == MultiplesBy::Question) {
        key.erase("method");
        return canonicalText(key);
    }
    const Json* part = memberOf(request, by == MultiplesBy::Workload ? "workload" : "hardware");
    return part != nullptr ? canonicalText(*part) : std::string();
}

QString barLabel(const DesignState& design, MultiplesBy by, const Library* library) {
    const Json& request = *design.design.request;
    const QString method = design.estimate ? toQString(design.estimate->method) : QString();
    QString text = by == MultiplesBy::Workload  ? machineText(request, library)
                   : by == MultiplesBy::Machine ? workloadText(request, library)
                                                : method;
    if (text.isEmpty()) text = toQString(design.design.label);
    return text;
}

QString panelTitle(const DesignState& design, MultiplesBy by, const Library* library) {
    const Json& request = *design.design.request;
    if (by == MultiplesBy::Machine) return machineText(request, library);
    const QString workload = workloadText(request, library);
    if (by == MultiplesBy::Workload) return workload;
    const QString machine = machineText(request, library);
    return workload.isEmpty() ? machine : QStringLiteral("%1 \u00b7 %2").arg(workload, machine);
}

/// What was measured of the question that a design asks, and what other tools say of it.
void addBeside(const Scene& scene, const DesignState& design, MultiplePanel& panel, const std::string& metric) {
    const assess::SuiteRow* row = scene.measuredRow(design);
    if (row == nullptr) return;
    const auto has = [&](const QString& label) {
        return std::ranges::find(panel.bars, label, &MultipleBar::label) != panel.bars.end();
    };
    for (const assess::SuiteRow& suite_row : scene.validation->rows) {
        if (suite_row.id != row->id || suite_row.quantity != metric) continue;
        if (const QString measured = tr("measured"); !has(measured))
            panel.bars.push_back({measured, 0, true, suite_row.measured, suite_row.measured, suite_row.measured, {}});
        const bool ours =
            std::ranges::find(scene.registry->methods, suite_row.method, &Method::id) != scene.registry->methods.end();
        if (const QString tool = toQString(suite_row.method); !ours && !has(tool))
            panel.bars.push_back({tool, 0, false, suite_row.predicted, suite_row.low, suite_row.high, {}});
    }
}

} // namespace

Multiples makeMultiples(const Scene& scene, MultiplesBy by, std::optional<double> most) {
    Multiples multiples;
    multiples.metric = scene.metric;
    std::vector<std::string> keys;
    double largest = 0.0;
    for (const DesignState& design : scene.designs) {
        const Metric* metric =
            design.estimate && design.estimate->valid ? design.estimate->findMetric(scene.metric) : nullptr;
        if (metric == nullptr || !design.design.request) continue;
        const std::string key = keyOf(*design.design.request, by);
        auto at = std::ranges::find(keys, key);
        if (at == keys.end()) {
            keys.push_back(key);
            at = keys.end() - 1;
            multiples.panels.push_back({panelTitle(design, by, scene.library.get()), {}});
        }
        MultiplePanel& panel = multiples.panels[static_cast<std::size_t>(at - keys.begin())];
        panel.bars.push_back({barLabel(design, by, scene.library.get()), design.design.letter, false, metric->value,
                              metric->low, metric->high, design.design.id});
        if (by == MultiplesBy::Question) addBeside(scene, design, panel, scene.metric);
    }
    for (const MultiplePanel& panel : multiples.panels)
        for (const MultipleBar& bar : panel.bars)
            largest = std::max({largest, bar.value, std::min(bar.high, 2.0 * bar.value)});
    multiples.most = most.value_or(largest > 0.0 ? 1.08 * largest : 1.0);
    return multiples;
}

Table multiplesTable(const Multiples& multiples) {
    Table table{"multiples", {"panel", "design", "what", "metric", "value", "low", "high"}, {}};
    for (const MultiplePanel& panel : multiples.panels)
        for (const MultipleBar& bar : panel.bars)
            table.rows.push_back({panel.title.toStdString(),
                                  bar.letter != 0 ? Cell(std::string(1, bar.letter)) : Cell(), bar.label.toStdString(),
                                  multiples.metric, bar.value, bar.low, bar.high});
    return table;
}

} // namespace strata::views
