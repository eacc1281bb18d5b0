// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waterfall/waterfall_data.h"

#include "core/base/message_text.h"
#include "core/evaluate/registry.h"
#include "core/evaluate/table_reader.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace strata::views {
namespace {

constexpr std::string_view kMetric = "latency_s";
constexpr std::string_view kIteration = "iteration_s";
constexpr std::string_view kKernels = "kernels";

const Part* childOf(const Part& part, std::string_view id) {
    const auto found = std::ranges::find(part.children, id, &Part::id);
    return found == part.children.end() ? nullptr : &*found;
}

/// The parts of a metric that starts with kernels; nullptr where the estimate is of another kind.
const Part* modelOf(const Estimate* estimate, std::string_view metric) {
    const Part* root = estimate && estimate->valid ? estimate->findParts(metric) : nullptr;
    return root && root->combine == Combine::Sum && childOf(*root, kKernels) ? root : nullptr;
}

const Part* follow(const Part* part, const std::vector<std::string>& path) {
    for (const std::string& id : path)
        part = part ? childOf(*part, id) : nullptr;
    return part;
}

WaterfallBar barOf(const Part& part) {
    WaterfallBar bar;
    bar.id = part.id;
    bar.title = part.title;
    bar.category = part.category;
    bar.part = &part;
    bar.opens = !part.children.empty() && part.combine == Combine::Sum;
    return bar;
}

/// From kernels to one device's model, then to the cluster: what kernels run, what keeps a device from running them,
/// communication, bubbles.
int clusterOrder(Category category) {
    switch (category) {
    case Category::Compute: return 0;
    case Category::Communication: return 2;
    case Category::Bubble: return 3;
    default: return 1;
    }
}

/// Steps in the order of the model; the parts of an opened bar from the largest, the smallest of many merged.
std::vector<WaterfallBar> barsOf(const Part& selected, const Part* baseline, bool root, bool cluster) {
    std::vector<const Part*> parts;
    for (const Part& part : selected.children)
        parts.push_back(&part);
    if (!root) std::ranges::stable_sort(parts, std::greater(), [](const Part* part) { return std::abs(part->value); });
    std::vector<WaterfallBar> bars;
    std::vector<std::string> merged;
    const bool many = parts.size() > kMostBars;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (many && i + 1 >= kMostBars) {
            merged.push_back(parts[i]->id);
            continue;
        }
        bars.push_back(barOf(*parts[i]));
        bars.back().selected = WaterfallExtent{parts[i]->value, 0, 0};
    }
    if (baseline)
        for (const Part& part : baseline->children) {
            const auto twin = std::ranges::find(bars, part.id, &WaterfallBar::id);
            if (twin != bars.end()) {
                twin->baseline = WaterfallExtent{part.value, 0, 0};
            } else if (many || std::ranges::find(merged, part.id) != merged.end()) {
                merged.push_back(part.id);
            } else {
                bars.push_back(barOf(part));
                bars.back().part = nullptr;
                bars.back().opens = false;
                bars.back().baseline = WaterfallExtent{part.value, 0, 0};
            }
        }
    const auto order = [](const WaterfallBar& bar) { return clusterOrder(bar.category); };
    if (root && cluster) std::ranges::stable_sort(bars, {}, order);
    if (merged.empty()) return bars;
    WaterfallBar rest;
    rest.id = kMergedId;
    rest.title = {"part.others"};
    const auto sum = [&](const Part& whole, std::vector<std::pair<Message, double>>* list) {
        double value = 0.0;
        for (const Part& part : whole.children) {
            if (std::ranges::find(merged, part.id) == merged.end()) continue;
            value += part.value;
            if (list) list->emplace_back(part.title, part.value);
        }
        return value;
    };
    rest.selected = WaterfallExtent{sum(selected, &rest.merged), 0, 0};
    if (baseline) rest.baseline = WaterfallExtent{sum(*baseline, nullptr), 0, 0};
    bars.push_back(std::move(rest));
    return bars;
}

/// Puts the parts of a further baseline to the bars; what has no bar of its own is part of the merged one, or gets one.
void addFurther(std::vector<WaterfallBar>& bars, const Part& parts, std::size_t index) {
    const auto add = [&](WaterfallBar& bar, double value) {
        bar.further.resize(index + 1);
        auto& sum = bar.further[index];
        sum = WaterfallExtent{(sum ? sum->value : 0.0) + value, 0, 0};
    };
    for (const Part& part : parts.children) {
        auto bar = std::ranges::find(bars, part.id, &WaterfallBar::id);
        if (bar == bars.end()) bar = std::ranges::find(bars, kMergedId, &WaterfallBar::id);
        if (bar == bars.end()) {
            if (part.value == 0.0) continue;
            bars.push_back(barOf(part));
            bars.back().part = nullptr;
            bars.back().opens = false;
            bar = bars.end() - 1;
        }
        add(*bar, part.value);
    }
    for (WaterfallBar& bar : bars)
        bar.further.resize(index + 1);
}

/// Engines without pauses, or with one device, do not have these steps: the others get their room.
void dropIdle(std::vector<WaterfallBar>& bars) {
    const auto none = [](const std::optional<WaterfallExtent>& extent) { return !extent || extent->value == 0.0; };
    std::erase_if(bars, [&](const WaterfallBar& bar) {
        return none(bar.selected) && none(bar.baseline) && std::ranges::all_of(bar.further, none);
    });
}

/// Steps that could not be seen beside the whole become one, which tells on hover what it holds.
void mergeSmall(std::vector<WaterfallBar>& bars, double total) {
    constexpr double kVisible = 0.0025;
    const auto small = [&](const WaterfallBar& bar) {
        const auto none = [&](const std::optional<WaterfallExtent>& extent) {
            return !extent || std::abs(extent->value) < kVisible * total;
        };
        return bar.id != kKernels && none(bar.selected) && none(bar.baseline) && std::ranges::all_of(bar.further, none);
    };
    if (std::ranges::count_if(bars, small) < 2) return;
    WaterfallBar rest;
    rest.id = kMergedId;
    rest.title = {"part.others"};
    const auto add = [](std::optional<WaterfallExtent>& sum, const std::optional<WaterfallExtent>& extent) {
        if (extent) sum = WaterfallExtent{(sum ? sum->value : 0.0) + extent->value, 0, 0};
    };
    for (const WaterfallBar& bar : bars) {
        if (!small(bar)) continue;
        add(rest.selected, bar.selected);
        add(rest.baseline, bar.baseline);
        rest.further.resize(bar.further.size());
        for (std::size_t i = 0; i < bar.further.size(); ++i)
            add(rest.further[i], bar.further[i]);
        if (bar.merged.empty())
            rest.merged.emplace_back(bar.title, bar.selected ? bar.selected->value : 0.0);
        else
            rest.merged.insert(rest.merged.end(), bar.merged.begin(), bar.merged.end());
    }
    std::erase_if(bars, small);
    bars.push_back(std::move(rest));
}

template <class Side>
void stack(std::vector<WaterfallBar>& bars, Side side) {
    double at = 0.0;
    for (WaterfallBar& bar : bars) {
        std::optional<WaterfallExtent>& extent = side(bar);
        if (!extent) continue;
        extent->from = at;
        at += extent->value;
        extent->to = at;
    }
}

/// Kernels and model state their intervals; between them the runtime's error grows with the square of each step, as
/// independent errors of like relative size do.
void addRanges(Waterfall& waterfall, const Estimate& estimate) {
    const Metric* kernels = estimate.findMetric("kernels_s");
    const Metric* model = estimate.findMetric(kMetric);
    if (!kernels || !model || waterfall.bars.size() < 2) return;
    double squares = 0.0;
    for (const WaterfallBar& bar : waterfall.bars)
        if (bar.selected && !bar.total && bar.id != kKernels) squares += bar.selected->value * bar.selected->value;
    const auto grown = [](double start, double end, double share) {
        const double square = start * start + (end * end - start * start) * share;
        return std::sqrt(std::max(0.0, square));
    };
    double seen = 0.0;
    for (WaterfallBar& bar : waterfall.bars) {
        if (!bar.selected) continue;
        const bool step = !bar.total && bar.id != kKernels;
        if (step) seen += bar.selected->value * bar.selected->value;
        const double share = bar.total ? 1.0 : squares > 0.0 ? seen / squares : 0.0;
        const double below = grown(kernels->value - kernels->low, model->value - model->low, share);
        const double above = grown(kernels->high - kernels->value, model->high - model->value, share);
        if (below + above > 0.0) bar.range = WaterfallRange{bar.selected->to - below, bar.selected->to + above, step};
    }
}

/// Only the end states an interval: that of the sum up to a bar is its share of the end's by variance.
void addAccumulated(Waterfall& waterfall, const Estimate& estimate, const CategoryError& error) {
    const Metric* metric = estimate.findMetric(waterfall.metric);
    if (!metric || !(metric->high > metric->low)) return;
    double all = 0.0, seen = 0.0;
    std::vector<double> squares(waterfall.bars.size(), 0.0);
    for (const bool known : {true, false}) {
        for (std::size_t i = 0; i < squares.size(); ++i) {
            const WaterfallBar& bar = waterfall.bars[i];
            if (!bar.selected || bar.total) continue;
            const double sigma = !known ? 1.0 : error ? error(bar.category) : 0.0;
            squares[i] = std::pow(bar.selected->value * sigma, 2);
            all += squares[i];
        }
        if (all > 0.0) break;
    }
    for (std::size_t i = 0; i < squares.size(); ++i) {
        WaterfallBar& bar = waterfall.bars[i];
        if (!bar.selected) continue;
        seen += squares[i];
        const double reach = bar.total ? 1.0 : all > 0.0 ? std::sqrt(seen / all) : 0.0;
        const double below = reach * (metric->value - metric->low), above = reach * (metric->high - metric->value);
        if (below + above > 0.0)
            bar.range = WaterfallRange{bar.selected->to - below, bar.selected->to + above, !bar.total};
    }
}

/// A part whose own parts are of other categories stands for these.
void addTerms(const Part& part, const Part* phase, bool root, Part& kernels, std::vector<Part>& steps) {
    const bool runs = part.category == Category::Compute || part.category == Category::Memory;
    const auto alike = [&](const Part& child) {
        const bool child_runs = child.category == Category::Compute || child.category == Category::Memory;
        return runs ? child_runs : child.category == part.category;
    };
    const bool divided =
        !part.children.empty() && part.combine == Combine::Sum && !std::ranges::all_of(part.children, alike);
    if (root || divided) {
        for (const Part& child : part.children)
            addTerms(child, root ? nullptr : &part, false, kernels, steps);
        return;
    }
    if (runs) {
        kernels.value += part.value;
        kernels.children.push_back(part);
        if (phase != nullptr && part.id == kKernels) { // of the prefill, of the decode
            kernels.children.back().id = phase->id;
            kernels.children.back().title = phase->title;
        }
        return;
    }
    const auto same = std::ranges::find(steps, part.id, &Part::id);
    if (same == steps.end()) {
        steps.push_back(part);
        return;
    }
    same->value += part.value; // of another phase
    same->children.clear();
}

/// Parts of one id in several phases.
void nameApart(Part& kernels) {
    for (std::size_t i = 0; i < kernels.children.size(); ++i) {
        Part& child = kernels.children[i];
        const auto before = [&](const Part& part) { return &part < &child && part.id == child.id; };
        if (std::ranges::any_of(kernels.children, before)) child.id += " " + std::to_string(i);
    }
}

/// The same estimate with its time told apart into kernels and what lies between them and the end, where its parts do
/// not say so themselves; as it is where they do, or where it asks for a single kernel.
std::shared_ptr<const Estimate> withKernels(const std::shared_ptr<const Estimate>& estimate) {
    if (!estimate || !estimate->valid) return estimate;
    const RequestKind* kind = builtinRegistry().kind(estimate->kind);
    if (kind == nullptr || kind->workloads.empty()) return estimate;
    for (const std::string_view metric : {std::string_view(kMetric), std::string_view("e2e_s")}) {
        const Part* root = estimate->findParts(metric);
        if (root == nullptr || root->combine != Combine::Sum || root->children.size() < 2 || childOf(*root, kKernels))
            continue;
        Part kernels = makePart(std::string(kKernels), Category::Compute, 0.0);
        std::vector<Part> steps;
        addTerms(*root, nullptr, true, kernels, steps);
        if (kernels.children.empty() || steps.empty()) continue;
        nameApart(kernels);
        auto changed = std::make_shared<Estimate>(*estimate);
        for (auto& [name, part] : changed->parts) {
            if (name != metric) continue;
            part.children.assign(1, std::move(kernels));
            part.children.insert(part.children.end(), std::make_move_iterator(steps.begin()),
                                 std::make_move_iterator(steps.end()));
            return changed;
        }
    }
    return estimate;
}

/// Operators have intervals of their own.
void addOperatorRanges(Waterfall& waterfall, const Estimate& estimate) {
    const TableReader table(estimate.findTable("operators"));
    for (WaterfallBar& bar : waterfall.bars) {
        if (!bar.selected || bar.total || bar.opens) continue;
        const auto low = table.numberOf("operator", bar.id, "low_s");
        const auto high = table.numberOf("operator", bar.id, "high_s");
        if (low && high && *high > *low)
            bar.range = WaterfallRange{bar.selected->from + *low, bar.selected->from + *high, false};
    }
}

ErrorBudget budgetOf(const Estimate& estimate) {
    ErrorBudget budget;
    const TableReader table(estimate.findTable("error"));
    for (const char* source : {"independent", "correlated", "runtime"})
        if (const auto share = table.numberOf("source", source, "share")) budget.shares.emplace_back(source, *share);
    budget.sigma = table.numberOf("source", "sigma", "share");
    budget.sigma_independent = table.numberOf("source", "sigma_independent", "share");
    budget.sigma_correlated = table.numberOf("source", "sigma_correlated", "share");
    budget.bias = table.numberOf("source", "bias", "share");
    return budget;
}

std::optional<double> gammaOf(const Estimate& estimate, const Part& root) {
    const double kernels = childOf(root, kKernels)->value;
    if (!(kernels > 0.0)) return {};
    const double signed_gap = (root.value - kernels) / kernels;
    // Where the estimate states gamma as a magnitude, the parts tell its sign.
    const Metric* stated = estimate.findMetric("gamma");
    if (stated && stated->value < 0.0) return stated->value;
    return stated ? std::copysign(std::abs(stated->value), signed_gap) : signed_gap;
}

} // namespace

std::string waterfallMetric(const Estimate& estimate, ServedLife life) {
    const std::string_view served = life == ServedLife::Percentile99 ? "e2e_p99_s" : "e2e_s";
    const auto told = withKernels({std::shared_ptr<const Estimate>(), &estimate});
    for (const std::string_view metric : {std::string_view(kMetric), std::string_view(kIteration), served})
        if (modelOf(told.get(), metric)) return std::string(metric);
    return {};
}

Waterfall makeWaterfall(std::shared_ptr<const Estimate> estimate, const std::shared_ptr<const Estimate>& of_baseline,
                        const std::vector<std::string>& path, ServedLife life, const FurtherEstimates& further,
                        const CategoryError& error) {
    Waterfall result;
    if (!estimate) return result;
    estimate = withKernels(estimate);
    const std::shared_ptr<const Estimate> baseline = withKernels(of_baseline);
    result.metric = waterfallMetric(*estimate, life);
    const Part* root = modelOf(estimate.get(), result.metric);
    if (!root) return result;
    const Part* other_root = modelOf(baseline.get(), result.metric);
    const Part* opened = root;
    for (const std::string& id : path) {
        const Part* next = childOf(*opened, id);
        if (!next || next->children.empty() || next->combine != Combine::Sum) break;
        opened = next;
        result.path.push_back(id);
        result.trail.push_back(opened->title);
    }
    const Part* other = follow(other_root, result.path);
    result.bars = barsOf(*opened, other, opened == root, result.metric == kIteration);
    for (const auto& [letter, stated] : further) {
        const std::shared_ptr<const Estimate> estimate_of = withKernels(stated);
        const Part* its_root = modelOf(estimate_of.get(), result.metric);
        const Part* its_part = follow(its_root, result.path);
        if (!its_part) continue;
        addFurther(result.bars, *its_part, result.further.size());
        result.further.push_back({letter, its_part->value, gammaOf(*estimate_of, *its_root)});
    }
    if (opened == root && result.metric.starts_with("e2e")) dropIdle(result.bars);
    double largest = std::max(opened->value, other ? other->value : 0.0);
    for (const FurtherWaterfall& one_more : result.further)
        largest = std::max(largest, one_more.total);
    mergeSmall(result.bars, largest);
    WaterfallBar last;
    last.id = opened->id;
    last.title = opened->title;
    last.category = Category::Total;
    last.total = true;
    last.part = opened;
    last.selected = WaterfallExtent{0, 0, 0};
    stack(
        result.bars, [](WaterfallBar & bar) -> auto& { return bar.selected; });
    stack(
        result.bars, [](WaterfallBar & bar) -> auto& { return bar.baseline; });
    for (std::size_t i = 0; i < result.further.size(); ++i) {
        stack(
            result.bars, [i](WaterfallBar & bar) -> auto& { return bar.further[i]; });
        last.further.push_back(WaterfallExtent{result.further[i].total, 0.0, result.further[i].total});
    }
    last.selected = WaterfallExtent{opened->value, 0.0, opened->value};
    if (other) last.baseline = WaterfallExtent{other->value, 0.0, other->value};
    result.bars.push_back(std::move(last));
    result.total = opened->value;
    if (other) result.baseline_total = other->value;
    result.kernels = childOf(*root, kKernels)->value;
    result.gamma = gammaOf(*estimate, *root);
    if (other_root) result.baseline_gamma = gammaOf(*baseline, *other_root);
    result.error = budgetOf(*estimate);
    if (const Metric* metric = estimate->findMetric(result.metric)) result.coverage = metric->coverage;
    if (opened == root) {
        const TableReader table(estimate->findTable("measured"));
        if (const auto seconds = table.numberOf("metric", result.metric, "value"))
            result.measured = MeasuredTime{*seconds, table.textOf("metric", result.metric, "source")};
        if (result.metric == kMetric && estimate->findMetric("kernels_s"))
            addRanges(result, *estimate);
        else
            addAccumulated(result, *estimate, error);
    } else {
        addOperatorRanges(result, *estimate);
    }
    result.estimate = std::move(estimate);
    return result;
}

Table waterfallTable(const Waterfall& waterfall) {
    Table table{"waterfall", {"design", "what", "label", "category", "value", "from_s", "to_s", "low_s", "high_s"}, {}};
    const auto add = [&](const char* design, const char* what, const WaterfallBar& bar, const WaterfallExtent& extent) {
        const bool stated = bar.range && &extent == &*bar.selected;
        table.rows.push_back({std::string(design), std::string(what), messageText(bar.title),
                              std::string(name(bar.category)), extent.value, extent.from, extent.to,
                              stated ? Cell(bar.range->low) : Cell(), stated ? Cell(bar.range->high) : Cell()});
    };
    for (const WaterfallBar& bar : waterfall.bars)
        if (bar.selected) add("selected", bar.total ? "total_s" : "step_s", bar, *bar.selected);
    for (const WaterfallBar& bar : waterfall.bars)
        if (bar.baseline) add("baseline", bar.total ? "total_s" : "step_s", bar, *bar.baseline);
    for (std::size_t i = 0; i < waterfall.further.size(); ++i) {
        const std::string design = std::string("baseline ") + waterfall.further[i].letter;
        for (const WaterfallBar& bar : waterfall.bars)
            if (bar.further[i]) add(design.c_str(), bar.total ? "total_s" : "step_s", bar, *bar.further[i]);
    }
    const auto number = [&](const char* what, const std::string& label, const std::optional<double>& value) {
        if (value)
            table.rows.push_back(
                {std::string("selected"), std::string(what), label, Cell(), *value, Cell(), Cell(), Cell(), Cell()});
    };
    if (waterfall.bars.empty()) return table;
    if (waterfall.measured) number("measured_s", waterfall.measured->source, waterfall.measured->seconds);
    number("gamma", "", waterfall.gamma);
    for (const auto& [source, share] : waterfall.error.shares)
        number("variance_share", source, share);
    number("relative_error", "sigma", waterfall.error.sigma);
    number("relative_error", "sigma_independent", waterfall.error.sigma_independent);
    number("relative_error", "sigma_correlated", waterfall.error.sigma_correlated);
    number("relative_error", "bias", waterfall.error.bias);
    return table;
}

} // namespace strata::views
