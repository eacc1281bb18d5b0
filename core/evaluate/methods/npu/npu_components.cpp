// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/npu/npu_components.h"

#include "core/evaluate/methods/npu/npu_loopnest.h"
#include "core/evaluate/methods/npu/npu_network.h"
#include "core/npu/accounts.h"

#include <algorithm>
#include <cmath>

namespace strata::methods {
namespace {

constexpr double kJoulePerPicojoule = 1e-12;
constexpr double kSquareMetrePerSquareMicrometre = 1e-12;
constexpr double kBitsPerByte = 8;
constexpr double kLargestExact = 9007199254740992.0; // 2^53

/// Whole numbers stay whole in documents and in CSV.
Cell plain(double value) {
    if (!std::isfinite(value)) return {};
    if (std::trunc(value) == value && std::abs(value) <= kLargestExact) return static_cast<std::int64_t>(value);
    return value;
}

Cell known(double value) { return value > 0 ? plain(value) : Cell(); }

/// One row of the table: a memory, a network or the units.
struct Component {
    Cell name;
    std::string of_class;
    double instances = 1;
    double capacity_bits = 0, entry_bits = 0, word_bits = 0;
    Cell read_pj, write_pj, update_pj, leak_pj_per_cycle, network_pj;
    double area_um2 = 0;
    double energy_pj = 0;
    std::string energy_from, area_from; ///< estimators; empty: stated, or not known
    bool energy_known = false;
    std::string energy_pointer, area_pointer; ///< where the device states the numbers
};

const hardware::Component* estimatorNamed(const ComponentsAnswer& answer, const std::string& name) {
    const auto found = std::ranges::find(answer.estimators, name, &hardware::Component::name);
    return found == answer.estimators.end() ? nullptr : &*found;
}

/// That of the estimator, where one is known; the outermost level is another chip: a DRAM, or not said what.
std::string classOf(const ComponentsAnswer& answer, std::size_t level) {
    const hardware::NpuLevel& storage = answer.architecture.levels[level];
    for (const std::string& name : {storage.energy_from, storage.area_from})
        if (const hardware::Component* estimator = name.empty() ? nullptr : estimatorNamed(answer, name))
            if (level > 0 || estimator->component_class == hardware::ComponentClass::Dram)
                return std::string(hardware::name(estimator->component_class));
    return level == 0 ? "outside" : "memory";
}

/// The tables behind an estimator, each once; the document's source of what the device states.
Cell citedBy(const ComponentsAnswer& answer, const std::string& estimator, bool is_known, const std::string& pointer) {
    if (!is_known) return {};
    if (estimator.empty()) return textCell(verbatim(sourceOf(answer.hardware, pointer)));
    const hardware::Component* component = estimatorNamed(answer, estimator);
    if (component == nullptr) return {};
    std::vector<std::string> seen;
    std::string text;
    for (const hardware::ComponentPoint& point : component->points) {
        if (std::ranges::count(seen, point.source) > 0) continue;
        seen.push_back(point.source);
        text += (text.empty() ? "" : "; ") + point.source;
    }
    return textCell(verbatim(std::move(text)));
}

Cell namedOrigin(const std::string& estimator, bool is_known) {
    return estimator.empty() ? Cell(std::string(is_known ? "stated" : "not known")) : Cell(estimator);
}

Component memoryOf(const ComponentsAnswer& answer, std::size_t level) {
    const hardware::NpuLevel& storage = answer.architecture.levels[level];
    const std::string pointer = "/levels/" + std::to_string(level);
    Component row;
    row.name = storage.name;
    row.of_class = classOf(answer, level);
    row.instances = answer.instances(level);
    row.capacity_bits = static_cast<double>(storage.entries) * storage.entry_bits;
    row.entry_bits = storage.entry_bits;
    row.word_bits = storage.word_bits;
    row.read_pj = plain(storage.energy.read_pj);
    row.write_pj = plain(storage.energy.write_pj - storage.network_pj);
    row.update_pj = plain(storage.energy.update_pj);
    row.leak_pj_per_cycle = plain(storage.energy.leak_pj_per_cycle);
    if (level > 0) row.area_um2 = storage.area_um2; // as in areaParts()
    row.energy_pj = answer.level_pj[level] - answer.network_pj[level];
    row.energy_from = storage.energy_from;
    if (level > 0) row.area_from = storage.area_from;
    row.energy_known = storage.energy.read_pj > 0;
    row.energy_pointer = pointer + "/energy_pj/read";
    row.area_pointer = pointer + "/area_um2";
    return row;
}

Component networkInto(const ComponentsAnswer& answer, std::size_t level) {
    const hardware::NpuLevel& storage = answer.architecture.levels[level];
    Component row;
    row.name = textCell({"part.network-into-level", {{"level", storage.name}}});
    row.of_class = hardware::name(hardware::ComponentClass::Network);
    row.instances = answer.instances(level);
    row.entry_bits = storage.entry_bits;
    row.word_bits = storage.word_bits;
    row.network_pj = plain(storage.network_pj);
    row.energy_pj = answer.network_pj[level];
    row.energy_from = storage.network_from;
    row.energy_known = true;
    return row;
}

Component unitsOf(const ComponentsAnswer& answer) {
    const hardware::NpuCompute& compute = answer.architecture.compute;
    Component row;
    row.name = compute.name;
    row.of_class = hardware::name(hardware::ComponentClass::Mac);
    row.instances = answer.units();
    row.word_bits = compute.word_bits;
    row.read_pj = plain(compute.mac_pj);
    row.leak_pj_per_cycle = plain(compute.leak_pj_per_cycle);
    row.area_um2 = compute.area_um2;
    row.energy_pj = answer.units_pj;
    row.energy_from = compute.mac_from;
    row.area_from = compute.area_from;
    row.energy_known = compute.mac_pj > 0;
    row.energy_pointer = "/compute/mac_pj";
    row.area_pointer = "/compute/area_um2";
    return row;
}

/// Its area is not known.
Component vectorUnitOf(const ComponentsAnswer& answer) {
    Component row;
    row.name = textCell({"part.vector-unit"});
    row.of_class = "vector";
    row.instances = answer.cores;
    row.read_pj = plain(answer.architecture.vector.operation_pj);
    row.energy_pj = answer.vector_pj;
    row.energy_known = true;
    row.energy_pointer = "/vector/operation_pj";
    return row;
}

} // namespace

double ComponentsAnswer::instances(std::size_t level) const {
    double copies = level == 0 ? 1.0 : cores;
    for (std::size_t l = 0; l < level; ++l)
        copies *= static_cast<double>(architecture.levels[l].fanout_x) * architecture.levels[l].fanout_y;
    return copies;
}

double ComponentsAnswer::units() const { return instances(architecture.levels.size()); }

ComponentsAnswer componentsOfLayer(const LayerAnswer& answer) {
    const auto& architecture = answer.query.architecture;
    ComponentsAnswer components{architecture, answer.query.components, *answer.query.hardware};
    components.valid = answer.result.violations.empty();
    components.units_pj = answer.result.mac_energy_pj + answer.result.mac_leakage_pj;
    for (std::size_t l = 0; l < architecture.levels.size(); ++l) {
        const npu::LevelResult& result = answer.result.levels[l];
        const npu::detail::LevelFacts facts = npu::detail::makeLevelFacts(architecture, answer.query.problem, l);
        components.level_pj.push_back(result.leakage_pj);
        components.network_pj.push_back(0);
        for (std::size_t t = 0; t < result.tensors.size(); ++t) {
            components.level_pj[l] += result.tensors[t].energy_pj;
            components.network_pj[l] += npu::detail::networkEnergy(architecture.levels[l], facts, t, result.tensors[t]);
        }
    }
    return components;
}

ComponentsAnswer componentsOfNetwork(const NetworkAnswer& answer) {
    const npu::LayerRun& all = answer.run.placed;
    ComponentsAnswer components{answer.query.architecture, answer.query.components, *answer.query.hardware};
    components.cores = answer.query.settings.cores;
    components.network_pj = all.network_energy_pj;
    components.units_pj = all.mac_energy_pj;
    components.vector_pj = all.vector_energy_pj;
    for (const auto& of_level : all.level_energy_pj) {
        double level_pj = 0;
        for (const double energy_pj : of_level)
            level_pj += energy_pj;
        components.level_pj.push_back(level_pj);
    }
    return components;
}

Table componentTable(const ComponentsAnswer& answer) {
    Table table{"components",
                {"component", "component_class", "instances", "technology_nm", "capacity_bytes", "entry_bits",
                 "word_bits", "read_pj", "write_pj", "update_pj", "leak_pj_per_cycle", "network_pj", "area_um2",
                 "energy_j", "area_m2", "energy_source", "area_source", "energy_cited", "area_cited"},
                {}};
    const auto& architecture = answer.architecture;
    const auto add = [&](const Component& row, bool on_chip) {
        const bool area_known = row.area_um2 > 0;
        table.rows.push_back(
            {row.name, row.of_class, plain(row.instances), on_chip ? known(architecture.technology_nm) : Cell(),
             known(row.capacity_bits / kBitsPerByte), known(row.entry_bits), known(row.word_bits), row.read_pj,
             row.write_pj, row.update_pj, row.leak_pj_per_cycle, row.network_pj, known(row.area_um2),
             answer.valid ? Cell(row.energy_pj * kJoulePerPicojoule) : Cell(),
             area_known ? Cell(row.instances * row.area_um2 * kSquareMetrePerSquareMicrometre) : Cell(),
             namedOrigin(row.energy_from, row.energy_known), namedOrigin(row.area_from, area_known),
             citedBy(answer, row.energy_from, row.energy_known, row.energy_pointer),
             citedBy(answer, row.area_from, area_known, row.area_pointer)});
    };
    for (std::size_t i = 0; i < architecture.levels.size(); ++i) {
        if (!architecture.levels[i].stores) continue;
        if (!architecture.levels[i].network_from.empty()) add(networkInto(answer, i), true);
        add(memoryOf(answer, i), i > 0);
    }
    add(unitsOf(answer), true);
    if (answer.vector_pj > 0) add(vectorUnitOf(answer), true);
    return table;
}

} // namespace strata::methods
