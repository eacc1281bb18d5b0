// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/components/components_data.h"

#include "core/evaluate/table_reader.h"

#include <algorithm>

namespace strata::views {
namespace {

constexpr std::string_view kOutside = "outside";
constexpr std::string_view kNetwork = "network";

ComponentNumber numberOf(const TableReader& table, std::size_t row, std::string_view value, std::string_view source,
                         std::string_view cited) {
    ComponentNumber number;
    number.value = table.number(row, value);
    const std::string origin = table.text(row, source);
    number.cited = table.message(row, cited);
    number.origin = origin == "stated"      ? ComponentOrigin::Stated
                    : origin == "not known" ? ComponentOrigin::Unknown
                                            : ComponentOrigin::Estimated;
    if (number.origin == ComponentOrigin::Estimated) number.estimator = origin;
    return number;
}

Cell optionalCell(const std::optional<double>& value) { return value ? Cell(*value) : Cell(); }

Cell originCell(const ComponentNumber& number) {
    switch (number.origin) {
    case ComponentOrigin::Stated: return std::string("stated");
    case ComponentOrigin::Unknown: return std::string("not known");
    case ComponentOrigin::Estimated: break;
    }
    return number.estimator;
}

Cell citedCell(const Message& cited) { return cited.empty() || cited == verbatim({}) ? Cell() : textCell(cited); }

void addRows(Table& table, const char* design, const ComponentPicture& picture) {
    for (const ComponentBar& bar : picture.bars) {
        const auto share = [](const std::optional<double>& value, double sum) {
            return value && sum > 0 ? Cell(*value / sum) : Cell();
        };
        table.rows.push_back({std::string(design),
                              textCell(bar.name),
                              bar.component_class,
                              bar.instances,
                              optionalCell(bar.technology_nm),
                              optionalCell(bar.capacity_bytes),
                              optionalCell(bar.entry_bits),
                              optionalCell(bar.word_bits),
                              optionalCell(bar.read_pj),
                              optionalCell(bar.write_pj),
                              optionalCell(bar.update_pj),
                              optionalCell(bar.leak_pj),
                              optionalCell(bar.network_pj),
                              optionalCell(bar.area_um2),
                              optionalCell(bar.energy_j.value),
                              share(bar.energy_j.value, picture.energy_j),
                              optionalCell(bar.area_m2.value),
                              share(bar.area_m2.value, picture.area_m2),
                              originCell(bar.energy_j),
                              originCell(bar.area_m2),
                              citedCell(bar.energy_j.cited),
                              citedCell(bar.area_m2.cited)});
    }
}

} // namespace

const ComponentBar* ComponentPicture::find(const Message& name) const {
    const auto found = std::ranges::find(bars, name, &ComponentBar::name);
    return found == bars.end() ? nullptr : &*found;
}

ComponentPicture makeComponentPicture(const Estimate& estimate) {
    ComponentPicture picture;
    if (const Part* energy = estimate.findParts("energy_j")) picture.evaluated = energy->title;
    const TableReader table(estimate.findTable("components"));
    for (std::size_t row = 0; row < table.rows(); ++row) {
        ComponentBar bar{table.message(row, "component"),
                         table.text(row, "component_class"),
                         table.number(row, "instances").value_or(1.0),
                         table.number(row, "technology_nm"),
                         table.number(row, "capacity_bytes"),
                         table.number(row, "entry_bits"),
                         table.number(row, "word_bits"),
                         table.number(row, "read_pj"),
                         table.number(row, "write_pj"),
                         table.number(row, "update_pj"),
                         table.number(row, "leak_pj_per_cycle"),
                         table.number(row, "network_pj"),
                         table.number(row, "area_um2"),
                         numberOf(table, row, "energy_j", "energy_source", "energy_cited"),
                         numberOf(table, row, "area_m2", "area_source", "area_cited")};
        picture.energy_j += bar.energy_j.value.value_or(0.0);
        picture.area_m2 += bar.area_m2.value.value_or(0.0);
        const bool on_chip =
            bar.component_class != kOutside && bar.component_class != "dram" && bar.component_class != kNetwork;
        if (on_chip && !bar.area_m2.value) picture.area_complete = false;
        picture.bars.push_back(std::move(bar));
    }
    return picture;
}

Table componentsTable(const ComponentPicture& selected, const ComponentPicture* baseline) {
    Table table{"components",
                {"design",         "component",         "component_class", "instances",     "technology_nm",
                 "capacity_bytes", "entry_bits",        "word_bits",       "read_pj",       "write_pj",
                 "update_pj",      "leak_pj_per_cycle", "network_pj",      "area_um2",      "energy_j",
                 "energy_share",   "area_m2",           "area_share",      "energy_source", "area_source",
                 "energy_cited",   "area_cited"},
                {}};
    addRows(table, "selected", selected);
    if (baseline != nullptr) addRows(table, "baseline", *baseline);
    return table;
}

} // namespace strata::views
