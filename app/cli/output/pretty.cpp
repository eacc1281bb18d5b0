// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/pretty.h"

#include "core/base/message_text.h"
#include "core/base/quantity.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::cli {
namespace {

using Rows = std::vector<std::vector<std::string>>;

/// Terminals and logs without UTF-8 get the usual stand-ins.
std::string formatMetric(const std::string& metric, double value) {
    const Quantity* quantity = findQuantity(metric);
    const std::string_view unit = quantity == nullptr ? "" : quantity->unit;
    return asciiText(unit.empty() ? formatCount(value) : formatQuantity(value, unit, unit == "1" ? 4 : 5));
}

std::string titleOf(const std::string& metric) {
    const Quantity* quantity = findQuantity(metric);
    return quantity == nullptr ? metric : std::string(quantity->title);
}

std::string textAt(const Json& request, const char* pointer) {
    const Json* found = findPointer(request, pointer);
    return found != nullptr && found->is_string() ? found->get<std::string>() : std::string();
}

/// What the request sets on its hardware: a changed design must not go by the name of what it began with.
std::string changesOf(const Json& request) {
    constexpr std::size_t kMost = 3;
    for (const char* place : {"/hardware/set", "/hardware/cluster/set"}) {
        const Json* set = findPointer(request, place);
        if (set == nullptr || !set->is_object() || set->empty()) continue;
        if (set->size() > kMost) return " with " + std::to_string(set->size()) + " values set";
        std::string text;
        for (const auto& [pointer, value] : set->items())
            text += (text.empty() ? " with " : ", ") + pointer + "=" + (value.is_structured() ? "..." : value.dump());
        return text;
    }
    return {};
}

std::string headline(const Json& request, const Estimate& estimate) {
    std::string line = textAt(request, "/label");
    if (line.empty()) {
        const std::string model = textAt(request, "/workload/model");
        const std::string layer = textAt(request, model.empty() ? "/workload/operator" : "/workload/layer");
        std::string hardware = textAt(request, "/hardware");
        for (const char* place : {"/hardware/base", "/hardware/cluster", "/hardware/cluster/base"}) {
            if (hardware.empty()) hardware = textAt(request, place);
        }
        line = model + (model.empty() || layer.empty() ? "" : " ") + layer +
               (hardware.empty() ? "" : " on " + hardware + changesOf(request));
    }
    return line + (line.empty() ? "" : "  ") + "[" + estimate.method + "]\n";
}

std::string intervalText(const Metric& metric) {
    if (metric.low == metric.high) return {};
    return "[" + formatMetric(metric.name, metric.low) + ", " + formatMetric(metric.name, metric.high) + "]";
}

void addMetrics(const Estimate& estimate, Rows& rows) {
    for (const Metric& metric : estimate.metrics) {
        rows.push_back({titleOf(metric.name), formatMetric(metric.name, metric.value), intervalText(metric)});
    }
}

void addParts(const std::string& metric, const Part& part, double total, std::size_t depth, Rows& rows) {
    const std::string share = total == 0.0 ? "" : asciiText(formatQuantity(part.value / total, "1"));
    rows.push_back({std::string(2 * depth, ' ') + (depth == 0 ? titleOf(metric) : messageText(part.title)),
                    formatMetric(metric, part.value), share, depth == 0 ? "" : std::string(name(part.category))});
    for (const Part& child : part.children)
        addParts(metric, child, total, depth + 1, rows);
}

std::string noteText(const Note& note) {
    std::string text = std::string(name(note.level)) + ": " + messageText(note.text) + "\n";
    if (!note.pointer.empty() && note.level == Note::Level::Warning) text += "    at " + note.pointer + "\n";
    if (!note.fixes.empty()) text += "    " + alternativesText(note.fixes) + "\n";
    return asciiText(std::move(text));
}

} // namespace

std::string asciiText(std::string text) {
    const auto replace = [&text](std::string_view from, std::string_view to) {
        for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at))
            text.replace(at, from.size(), to);
    };
    replace("µ", "u");
    replace("–", "-");
    replace("−", "-");
    replace("∞", "unlimited");
    return text;
}

std::string metricText(const Metric& metric) {
    const std::string interval = intervalText(metric);
    return formatMetric(metric.name, metric.value) + (interval.empty() ? "" : " " + interval);
}

std::string alignedText(const Rows& rows, const std::vector<bool>& right) {
    std::vector<std::size_t> widths(right.size(), 0);
    for (const auto& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], row[i].size());
    }
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string padding(widths[i] - row[i].size(), ' ');
            line += (i == 0 ? "" : "  ") + (right[i] ? padding + row[i] : row[i] + padding);
        }
        text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    return text;
}

std::string prettyText(const Json& request, const Estimate& estimate) {
    std::string text = headline(request, estimate);
    if (!estimate.valid) text += "\nThis design cannot exist:\n";
    Rows metrics;
    addMetrics(estimate, metrics);
    if (!metrics.empty()) text += "\n" + alignedText(metrics, {false, true, false});
    for (const auto& [metric, root] : estimate.parts) {
        Rows rows;
        addParts(metric, root, root.value, 0, rows);
        text += "\n" + alignedText(rows, {false, true, true, false});
    }
    if (!estimate.notes.empty()) text += "\n";
    for (const Note& note : estimate.notes)
        text += noteText(note);
    return text;
}

} // namespace strata::cli
