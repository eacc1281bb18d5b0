// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/npu/npu_loopnest.h"

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
    std::string energy_from, area_from;         ///< estimators; empty: stated, or not known
    bool energy_known = false;
    std::string energy_pointer, area_pointer; ///< where the device states the numbers
};

const hardware::Component* estimatorNamed(const LayerAnswer& answer, const std::string& name) {
    const auto found = std::ranges::find(answer.query.components, name, &hardware::Component::name);
    return found == answer.query.components.end() ? nullptr : &*found;
}

/// That of the estimator, where one is known; the outermost level is another chip: a DRAM, or not said what.
std::string classOf(const LayerAnswer& answer, std::size_t level) {
    const hardware::NpuLevel& storage = answer.query.architecture.levels[level];
    for (const std::string& name : {storage.energy_from, storage.area_from})
        if (const hardware::Component* estimator = name.empty() ? nullptr : estimatorNamed(answer, name))
            if (level > 0 || estimator->component_class == hardware::ComponentClass::Dram)
                return std::string(hardware::name(estimator->component_class));
    return level == 0 ? "outside" : "memory";
}

/// The tables behind an estimator, each once; the document's source of what the device states.
Cell citedBy(const LayerAnswer& answer, const std::string& estimator, bool is_known, const std::string& pointer) {
    if (!is_known) return {};
    if (estimator.empty()) return textCell(verbatim(answer.source(pointer)));
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

/// The way of what is filled into a level: part of its energy, and a component of its own. @unit pJ
double networkEnergy(const LayerAnswer& answer, std::size_t level) {
    const hardware::NpuLevel& storage = answer.query.architecture.levels[level];
    if (storage.network_from.empty()) return 0;
    const npu::detail::LevelFacts facts =
        npu::detail::makeLevelFacts(answer.query.architecture, answer.query.problem, level);
    npu::detail::LevelFacts way = facts;
    way.energy = {0, storage.network_pj, 0, 0};
    double energy_pj = 0;
    const npu::LevelResult& result = answer.result.levels[level];
    for (std::size_t t = 0; t < result.tensors.size(); ++t) {
        const npu::TensorAccess& access = result.tensors[t];
        const double all_pj = npu::detail::clusterEnergy(facts, t, access);
        if (access.kept && all_pj > 0)
            energy_pj += access.energy_pj * npu::detail::clusterEnergy(way, t, access) / all_pj;
    }
    return energy_pj;
}

Component memoryOf(const LayerAnswer& answer, std::size_t level) {
    const hardware::NpuLevel& storage = answer.query.architecture.levels[level];
    const npu::LevelResult& result = answer.result.levels[level];
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
    row.energy_pj = result.leakage_pj - networkEnergy(answer, level);
    for (const npu::TensorAccess& access : result.tensors)
        row.energy_pj += access.energy_pj;
    row.energy_from = storage.energy_from;
    if (level > 0) row.area_from = storage.area_from;
    row.energy_known = storage.energy.read_pj > 0;
    row.energy_pointer = pointer + "/energy_pj/read";
    row.area_pointer = pointer + "/area_um2";
    return row;
}

Component networkInto(const LayerAnswer& answer, std::size_t level) {
    const hardware::NpuLevel& storage = answer.query.architecture.levels[level];
    Component row;
    row.name = textCell({"part.network-into-level", {{"level", storage.name}}});
    row.of_class = hardware::name(hardware::ComponentClass::Network);
    row.instances = answer.instances(level);
    row.entry_bits = storage.entry_bits;
    row.word_bits = storage.word_bits;
    row.network_pj = plain(storage.network_pj);
    row.energy_pj = networkEnergy(answer, level);
    row.energy_from = storage.network_from;
    row.energy_known = true;
    return row;
}

Component unitsOf(const LayerAnswer& answer) {
    const hardware::NpuCompute& compute = answer.query.architecture.compute;
    Component row;
    row.name = compute.name;
    row.of_class = hardware::name(hardware::ComponentClass::Mac);
    row.instances = answer.units();
    row.word_bits = compute.word_bits;
    row.read_pj = plain(compute.mac_pj);
    row.leak_pj_per_cycle = plain(compute.leak_pj_per_cycle);
    row.area_um2 = compute.area_um2;
    row.energy_pj = answer.result.mac_energy_pj + answer.result.mac_leakage_pj;
    row.energy_from = compute.mac_from;
    row.area_from = compute.area_from;
    row.energy_known = compute.mac_pj > 0;
    row.energy_pointer = "/compute/mac_pj";
    row.area_pointer = "/compute/area_um2";
    return row;
}

} // namespace

Table componentTable(const LayerAnswer& answer) {
    Table table{"components",
                {"component", "component_class", "instances", "technology_nm", "capacity_bytes", "entry_bits", "word_bits",
                 "read_pj", "write_pj", "update_pj", "leak_pj_per_cycle", "network_pj", "area_um2", "energy_j", "area_m2",
                 "energy_source", "area_source", "energy_cited", "area_cited"},
                {}};
    const auto& architecture = answer.query.architecture;
    const bool valid = answer.result.violations.empty();
    const auto add = [&](const Component& row, bool on_chip) {
        const bool area_known = row.area_um2 > 0;
        table.rows.push_back(
            {row.name, row.of_class, plain(row.instances), on_chip ? known(architecture.technology_nm) : Cell(),
             known(row.capacity_bits / kBitsPerByte), known(row.entry_bits), known(row.word_bits), row.read_pj, row.write_pj,
             row.update_pj, row.leak_pj_per_cycle, row.network_pj, known(row.area_um2),
             valid ? Cell(row.energy_pj * kJoulePerPicojoule) : Cell(),
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
    return table;
}

} // namespace strata::methods
