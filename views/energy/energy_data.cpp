// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/energy/energy_data.h"

#include "core/base/message_text.h"
#include "core/base/quantity.h"

#include <algorithm>

namespace strata::views {
namespace {

bool isTensor(std::string_view id) { return id == "weights" || id == "inputs" || id == "outputs"; }

/// What a part is coloured by: its tensor or "leakage" where its id says so, its category otherwise.
std::string keyOf(const Part& part) {
    if (isTensor(part.id) || part.id == "leakage") return part.id;
    return std::string(name(part.category));
}

Segment segmentOf(const Part& part) { return {keyOf(part), part.id, part.value, &part, {}}; }

Bar barOf(const Part& group, double total) {
    Bar bar{group.value, {}};
    // Parts that overlap do not stack; such a level is one piece.
    if (group.children.empty() || group.combine != Combine::Sum) {
        bar.segments.push_back(segmentOf(group));
        return bar;
    }
    Segment small{std::string(kSmallKey), {}, 0.0, nullptr, {}};
    for (const Part& child : group.children) {
        if (child.value == 0.0) continue;
        if (child.value >= kSmallShare * total) {
            bar.segments.push_back(segmentOf(child));
        } else {
            small.value += child.value;
            small.merged.push_back({child.title, child.value});
        }
    }
    if (!small.merged.empty()) bar.segments.push_back(std::move(small));
    return bar;
}

BreakdownGroup& groupOf(std::vector<BreakdownGroup>& groups, const Part& part) {
    const auto found = std::ranges::find(groups, part.id, &BreakdownGroup::id);
    if (found != groups.end()) return *found;
    return groups.emplace_back(BreakdownGroup{part.id, part.title, {}, nullptr, {}, {}});
}

void collectKeys(Breakdown& breakdown) {
    bool small = false;
    const auto collect = [&](const std::optional<Bar>& bar) {
        if (!bar) return;
        for (const Segment& segment : bar->segments) {
            if (segment.key == kSmallKey)
                small = true;
            else if (std::ranges::find(breakdown.keys, segment.key) == breakdown.keys.end())
                breakdown.keys.push_back(segment.key);
        }
    };
    for (const BreakdownGroup& group : breakdown.groups) {
        collect(group.selected);
        collect(group.baseline);
    }
    // Tensors first and always in the same order, so that the legend does not jump while a design is dragged.
    const auto rank = [](const std::string& key) {
        return key == "weights" ? 0 : key == "inputs" ? 1 : key == "outputs" ? 2 : key == "leakage" ? 4 : 3;
    };
    std::ranges::stable_sort(breakdown.keys, {}, rank);
    if (small) breakdown.keys.emplace_back(kSmallKey);
}

std::optional<double> macsOf(const Estimate& estimate) {
    const Metric* macs = estimate.findMetric("macs");
    return macs && macs->value > 0.0 ? std::optional(macs->value) : std::nullopt;
}

void appendRows(Table& table, const std::string& design, const Part& parts) {
    for (const Part& group : parts.children) {
        const std::string level = messageText(group.title);
        if (group.children.empty()) table.rows.push_back({design, level, Cell(), group.value});
        for (const Part& child : group.children)
            table.rows.push_back({design, level, messageText(child.title), child.value});
    }
}

} // namespace

const Segment* Bar::find(std::string_view key) const {
    const auto found = std::ranges::find(segments, key, &Segment::key);
    return found == segments.end() ? nullptr : &*found;
}

Breakdown makeBreakdown(std::shared_ptr<const Estimate> estimate, std::shared_ptr<const Estimate> baseline,
                        std::string_view metric) {
    Breakdown result;
    result.metric = metric;
    const Part* parts = estimate ? estimate->findParts(metric) : nullptr;
    const Part* others = baseline ? baseline->findParts(metric) : nullptr;
    if (parts) {
        result.total = parts->value;
        result.overlapping = parts->combine != Combine::Sum;
        result.macs = macsOf(*estimate);
        for (const Part& child : parts->children) {
            BreakdownGroup& group = groupOf(result.groups, child);
            group.part = &child;
            group.selected = barOf(child, parts->value);
        }
    }
    if (others) {
        result.baseline_total = others->value;
        result.baseline_macs = macsOf(*baseline);
        for (const Part& child : others->children)
            groupOf(result.groups, child).baseline = barOf(child, others->value);
    }
    result.estimate = std::move(estimate);
    result.baseline = std::move(baseline);
    collectKeys(result);
    return result;
}

void addFurther(Breakdown& breakdown, char letter, std::shared_ptr<const Estimate> estimate) {
    const Part* parts = estimate && estimate->valid ? estimate->findParts(breakdown.metric) : nullptr;
    if (!parts) return;
    FurtherBreakdown further{letter, estimate, parts->value, macsOf(*estimate), {}};
    for (const Part& child : parts->children)
        groupOf(breakdown.groups, child);
    for (const BreakdownGroup& group : breakdown.groups) {
        const auto child = std::ranges::find(parts->children, group.id, &Part::id);
        further.values.push_back(child == parts->children.end() ? std::nullopt : std::optional(child->value));
    }
    breakdown.further.push_back(std::move(further));
    for (FurtherBreakdown& other : breakdown.further)
        other.values.resize(breakdown.groups.size());
}

namespace {

double scaledBy(BreakdownScale scale, double value, double total, const std::optional<double>& macs) {
    switch (scale) {
    case BreakdownScale::Absolute:
    case BreakdownScale::Log: return value;
    case BreakdownScale::PerMac: return value / macs.value_or(1.0);
    case BreakdownScale::Share: return total > 0.0 ? value / total : 0.0;
    }
    return value;
}

} // namespace

double scaled(const Breakdown& breakdown, BreakdownScale scale, double value, bool of_baseline) {
    const double total = of_baseline ? breakdown.baseline_total.value_or(0.0) : breakdown.total;
    return scaledBy(scale, value, total, of_baseline ? breakdown.baseline_macs : breakdown.macs);
}

double scaled(const FurtherBreakdown& further, BreakdownScale scale, double value) {
    return scaledBy(scale, value, further.total, further.macs);
}

std::string_view scaledUnit(const Breakdown& breakdown, BreakdownScale scale) {
    if (scale == BreakdownScale::Share) return "1";
    const Quantity* quantity = findQuantity(breakdown.metric);
    return quantity ? quantity->unit : std::string_view();
}

Table breakdownTable(const Breakdown& breakdown) {
    Table table{breakdown.metric + "_breakdown", {"design", "level", "part", breakdown.metric}, {}};
    if (breakdown.estimate)
        if (const Part* parts = breakdown.estimate->findParts(breakdown.metric)) appendRows(table, "selected", *parts);
    if (breakdown.baseline)
        if (const Part* parts = breakdown.baseline->findParts(breakdown.metric)) appendRows(table, "baseline", *parts);
    for (const FurtherBreakdown& further : breakdown.further)
        appendRows(table, std::string("baseline ") + further.letter, *further.estimate->findParts(breakdown.metric));
    return table;
}

} // namespace strata::views
