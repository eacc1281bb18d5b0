// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/network/network_data.h"

#include "core/evaluate/table_reader.h"

#include <algorithm>

namespace strata::views {
namespace {

void addRows(Table& table, const char* design, const NetworkPicture& picture) {
    for (const LayerBar& layer : picture.layers) {
        std::vector<Cell> row(table.columns.size()); // what is not known stays empty
        row[0] = std::string(design);
        row[1] = layer.name;
        row[2] = layer.operator_class;
        row[3] = layer.count;
        for (std::size_t i = 0; i < layer.values.size(); ++i)
            if (layer.values[i]) row[4 + i] = *layer.values[i];
        row[8] = layer.limit;
        if (layer.group) row[9] = *layer.group;
        if (!layer.in_buffer.empty()) row[10] = layer.in_buffer;
        table.rows.push_back(std::move(row));
    }
}

} // namespace

std::string_view columnOf(LayerQuantity quantity) {
    constexpr std::array<std::string_view, kLayerQuantities.size()> kColumns{"seconds", "energy_j", "dram_bytes",
                                                                             "utilization"};
    return kColumns[static_cast<std::size_t>(quantity)];
}

std::string_view unitOf(LayerQuantity quantity) {
    constexpr std::array<std::string_view, kLayerQuantities.size()> kUnits{"s", "J", "B", "1"};
    return kUnits[static_cast<std::size_t>(quantity)];
}

bool NetworkPicture::has(LayerQuantity quantity) const {
    return std::ranges::any_of(layers, [&](const LayerBar& layer) { return layer.value(quantity).has_value(); });
}

const LayerBar* NetworkPicture::find(std::string_view name) const {
    const auto found = std::ranges::find(layers, name, &LayerBar::name);
    return found == layers.end() ? nullptr : &*found;
}

NetworkPicture makeNetworkPicture(const Estimate& estimate) {
    NetworkPicture picture;
    const TableReader table(estimate.findTable("operators"));
    if (table.rows() < 2) return picture;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        LayerBar layer{table.text(row, "operator"),
                       table.text(row, "class"),
                       table.text(row, "limit"),
                       table.number(row, "count").value_or(1.0),
                       {},
                       table.number(row, "group"),
                       table.text(row, "in_buffer")};
        for (const LayerQuantity quantity : kLayerQuantities)
            layer.values[static_cast<std::size_t>(quantity)] = table.number(row, columnOf(quantity));
        picture.layers.push_back(std::move(layer));
    }
    return picture;
}

Table networkTable(const NetworkPicture& selected, const NetworkPicture* baseline) {
    Table table{"network",
                {"design", "operator", "class", "count", "seconds", "energy_j", "dram_bytes", "utilization", "limit",
                 "group", "in_buffer"},
                {}};
    addRows(table, "selected", selected);
    if (baseline != nullptr) addRows(table, "baseline", *baseline);
    return table;
}

} // namespace strata::views
