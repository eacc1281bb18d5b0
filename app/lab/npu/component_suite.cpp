// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/npu/gemmini_rows.h"
#include "app/lab/run/data_table.h"
#include "core/assess/statistics.h"
#include "core/evaluate/kinds/hardware_query.h"

#include <cmath>
#include <cstdio>
#include <sstream>

namespace strata::assess {
namespace {

using hardware::Component;
using hardware::ComponentPoint;
using hardware::ComponentQuantity;
using hardware::ComponentSize;

/// A component as the energy table describes it in one cell: "depth=192 entry_bits=16 ...".
std::optional<ComponentSize> sizeOf(const std::string& detail, const std::string& node) {
    unsigned depth = 0, width = 0, nanometres = 0;
    if (std::sscanf(detail.c_str(), "depth=%u entry_bits=%u", &depth, &width) != 2) return std::nullopt;
    if (std::sscanf(node.c_str(), "%unm", &nanometres) != 1) return std::nullopt;
    return ComponentSize{static_cast<double>(nanometres), static_cast<double>(depth) * width,
                         static_cast<double>(width)};
}

bool isPoint(const ComponentPoint& point, const ComponentSize& size) {
    return point.technology_nm == size.technology_nm && point.capacity_bits == size.capacity_bits &&
           point.width_bits == size.width_bits;
}

const Component* componentOf(const std::vector<Component>& components, const std::string& estimator) {
    // Memories that CACTI estimated are SRAM, those of the library of standard cells register files.
    const auto wanted = estimator.find("CactiSRAM") != std::string::npos ? hardware::ComponentClass::Sram
                                                                         : hardware::ComponentClass::RegisterFile;
    for (const Component& component : components) {
        if (component.usual && component.component_class == wanted) return &component;
    }
    return nullptr;
}

} // namespace

Result<SuiteReport> runComponentSuite(const SuiteOptions& options) {
    const auto table =
        readTable(options.data, "energy_per_access.csv", {"component", "detail", "node", "action", "value", "basis"});
    if (!table) return table.error();
    const std::vector<Component> components = componentsOf(options.library);
    SuiteReport report;
    report.suite = "npu-components";
    report.data = options.data.string();
    std::vector<double> off;
    for (std::size_t i = 0; i < table->rows(); ++i) {
        const std::string action(table->text(i, "action")), basis(table->text(i, "basis"));
        const auto size = sizeOf(std::string(table->text(i, "detail")), std::string(table->text(i, "node")));
        if (!size || size->capacity_bits <= size->width_bits) continue; // one entry is no memory
        const auto quantity = action == "read"           ? std::optional(ComponentQuantity::Read)
                              : action == "write/update" ? std::optional(ComponentQuantity::Write)
                                                         : std::nullopt;
        const Component* component = componentOf(components, basis);
        if (!quantity || component == nullptr) continue;
        // The row itself is left out where it is one of the published points.
        Component others = *component;
        std::erase_if(others.points, [&](const ComponentPoint& point) { return isPoint(point, *size); });
        const auto predicted = hardware::estimate(others, *quantity, *size);
        if (!predicted) continue;
        SuiteRow row;
        row.id = "energy_per_access.csv:" + std::to_string(i + 2);
        row.group = {{"component", component->id},
                     {"large", component->most_capacity_bits > 0 && size->capacity_bits > component->most_capacity_bits
                                   ? "beyond its sizes"
                                   : "within its sizes"}};
        row.quantity = action;
        row.unit = "pJ";
        row.measured = table->numberOr(i, "value", 0);
        row.predicted = row.low = row.high = *predicted;
        row.method = "component";
        if (row.group[1].second == "within its sizes") off.push_back(std::abs(row.predicted / row.measured - 1.0));
        report.rows.push_back(std::move(row));
    }
    std::ostringstream text;
    text.precision(3);
    text << report.rows.size() << " energies, each without its own point; within the sizes of a component: median "
         << 100.0 * quantile(off, 0.5) << " %, 90 % " << 100.0 * quantile(off, 0.9) << " %";
    report.summary = text.str();
    report.notes = {"the reference is another estimator (Accelergy with CACTI, Aladdin and its library), not silicon"};
    return report;
}

} // namespace strata::assess
