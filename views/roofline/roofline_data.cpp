// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/roofline/roofline_data.h"

#include "core/evaluate/table_reader.h"
#include "views/support/text/word_table.h"

#include <algorithm>

namespace strata::views {
namespace {

RooflineSide sideOf(const Estimate& estimate, IntensityLevel level) {
    RooflineSide side;
    const TableReader table(estimate.findTable("operators"));
    RooflinePoint whole;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        RooflinePoint point{table.text(row, "operator"),
                            table.text(row, "class"),
                            table.text(row, "pass"),
                            table.text(row, "limit"),
                            table.number(row, "count").value_or(1.0),
                            table.number(row, "seconds").value_or(0.0),
                            table.number(row, "low_s"),
                            table.number(row, "high_s"),
                            table.number(row, "flop").value_or(0.0),
                            table.number(row, level == IntensityLevel::L2 ? "l2_bytes" : "dram_bytes").value_or(0.0),
                            0.0};
        whole.flop += point.flop;
        whole.bytes += point.bytes;
        whole.count += point.count;
        if (!(point.seconds > 0.0) || !(point.flop > 0.0) || !(point.bytes > 0.0)) {
            ++side.undrawable;
            side.undrawable_s += point.seconds;
            continue;
        }
        point.flop_per_s = point.flop / point.seconds;
        side.points.push_back(std::move(point));
    }
    std::ranges::stable_sort(side.points, std::greater(), &RooflinePoint::seconds);
    const Metric* latency = estimate.findMetric("latency_s");
    if (table.rows() < 2 || !latency || !(latency->value > 0.0) || !(whole.flop > 0.0) || !(whole.bytes > 0.0))
        return side;
    whole.count -= 1.0;
    whole.seconds = latency->value;
    whole.low_s = latency->low;
    whole.high_s = latency->high;
    // The model's own rate where it states one: it counts what the model calls useful work.
    const Metric* rate = estimate.findMetric("flop_per_s");
    whole.flop_per_s = rate && rate->value > 0.0 ? rate->value : whole.flop / whole.seconds;
    side.whole = std::move(whole);
    return side;
}

bool hasL2(const Estimate& estimate) {
    const TableReader table(estimate.findTable("operators"));
    for (std::size_t row = 0; row < table.rows(); ++row)
        if (table.number(row, "l2_bytes").value_or(0.0) > 0.0) return true;
    return false;
}

void addRows(Table& table, const char* design, const RooflineSide& side) {
    const auto optional = [](const std::optional<double>& value) { return value ? Cell(*value) : Cell(); };
    const auto add = [&](const char* what, const RooflinePoint& point) {
        table.rows.push_back({std::string(design), std::string(what), point.name, point.operator_class, point.pass,
                              point.limit, point.seconds, optional(point.low_s), optional(point.high_s), point.flop,
                              point.bytes, point.intensity(), point.flop_per_s, Cell(), Cell()});
    };
    for (const RooflinePoint& point : side.points)
        add("operator", point);
    if (side.whole) add("model", *side.whole);
}

} // namespace

const RooflinePoint* Roofline::twinOf(const RooflinePoint& point) const {
    if (!baseline) return nullptr;
    if (selected.whole && &point == &*selected.whole) return baseline->whole ? &*baseline->whole : nullptr;
    for (const RooflineMatch& match : matches)
        if (&selected.points[match.selected] == &point) return &baseline->points[match.baseline];
    return nullptr;
}

std::vector<std::string> typesInUse(const Estimate& estimate) {
    std::vector<std::string> types;
    const TableReader table(estimate.findTable("operators"));
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const std::string type = table.text(row, "type");
        if (!type.empty() && std::ranges::find(types, type) == types.end()) types.push_back(type);
    }
    return types;
}

Roofline makeRoofline(std::shared_ptr<const Estimate> estimate, const std::shared_ptr<const Estimate>& baseline,
                      IntensityLevel level, const std::string& type) {
    Roofline result;
    result.level = level;
    if (!estimate) return result;
    const TableReader table(estimate->findTable("ceilings"));
    std::vector<std::string> types = typesInUse(*estimate);
    if (type == kAllTypes) types.clear();
    if (!type.empty() && type != kAllTypes) types = {type};
    for (std::size_t row = 0; row < table.rows(); ++row) {
        Ceiling ceiling{table.text(row, "name"),
                        table.text(row, "kind"),
                        table.text(row, "type"),
                        table.number(row, "nominal").value_or(0.0),
                        table.number(row, "sustained").value_or(0.0),
                        table.message(row, "formula"),
                        table.text(row, "source")};
        if (!(std::max(ceiling.nominal, ceiling.sustained) > 0.0)) continue;
        if (ceiling.compute() && !types.empty() && std::ranges::find(types, ceiling.type) == types.end()) continue;
        result.ceilings.push_back(std::move(ceiling));
    }
    result.has_l2 = hasL2(*estimate);
    result.selected = sideOf(*estimate, level);
    if (baseline) {
        result.baseline = sideOf(*baseline, level);
        // Names repeat where a model is listed layer by layer: each twin is taken once, in order.
        std::vector<bool> taken(result.baseline->points.size(), false);
        for (std::size_t i = 0; i < result.selected.points.size(); ++i)
            for (std::size_t j = 0; j < taken.size(); ++j) {
                const RooflinePoint& mine = result.selected.points[i];
                const RooflinePoint& other = result.baseline->points[j];
                if (taken[j] || mine.name != other.name || mine.pass != other.pass) continue;
                taken[j] = true;
                result.matches.push_back({i, j});
                break;
            }
    }
    result.estimate = std::move(estimate);
    return result;
}

std::string levelName(const Estimate* estimate, IntensityLevel level) {
    const TableReader table(estimate ? estimate->findTable("ceilings") : nullptr);
    for (std::size_t row = 0; row < table.rows(); ++row)
        if (table.text(row, "kind") == ceilingKindOf(level)) return table.text(row, "name");
    return level == IntensityLevel::L2 ? "L2 cache" : "DRAM";
}

std::vector<std::string> ceilingTypes(const Estimate& estimate) {
    std::vector<std::string> types;
    const TableReader table(estimate.findTable("ceilings"));
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const std::string type = table.text(row, "type");
        if (table.text(row, "kind") == "compute" && std::ranges::find(types, type) == types.end())
            types.push_back(type);
    }
    return types;
}

Category limitCategory(const std::string& limit) {
    static constexpr WordValue<Category> kCategories[]{
        {"", Category::Other},         {"power", Category::Other}, {"compute", Category::Compute},
        {"latency", Category::Launch}, {"host", Category::Launch}, {"launch", Category::Launch},
        {"fixed", Category::Launch},   {"tail", Category::Bubble},
    };
    // Other words are names of memories: of levels on the chip of an NPU, too.
    return valueIn(kCategories, limit, Category::Memory);
}

Table rooflineTable(const Roofline& roofline) {
    Table table{"roofline",
                {"design", "what", "name", "class", "pass", "limit", "seconds", "low_s", "high_s", "flop",
                 roofline.level == IntensityLevel::L2 ? "l2_bytes" : "dram_bytes", "flop_per_byte", "flop_per_s",
                 "nominal", "sustained"},
                {}};
    addRows(table, "selected", roofline.selected);
    if (roofline.baseline) addRows(table, "baseline", *roofline.baseline);
    for (const Ceiling& ceiling : roofline.ceilings) {
        std::vector<Cell> row(table.columns.size());
        row[0] = std::string("selected");
        row[1] = ceiling.compute() ? std::string("ceiling_flop_per_s") : std::string("ceiling_bytes_per_s");
        row[2] = ceiling.name;
        row[3] = ceiling.kind;
        row[13] = ceiling.nominal;
        row[14] = ceiling.sustained;
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace strata::views
