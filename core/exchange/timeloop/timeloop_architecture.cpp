// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/timeloop/timeloop_parts.h"

#include <nlohmann/json.hpp>

namespace strata::exchange::detail {

namespace {

struct MeshSize {
    std::uint64_t x = 1;
    std::uint64_t y = 1;
};

/// Copies of a level in the whole accelerator. Without a mesh all stand along X.
Result<MeshSize> readMesh(const Json& level, std::string_view pointer) {
    auto instances = countAt(level, "instances", 0, 0, pointer);
    if (!instances) return instances.error();
    auto x = countAt(level, "meshX", 0, 0, pointer);
    if (!x) return x.error();
    auto y = countAt(level, "meshY", 0, 0, pointer);
    if (!y) return y.error();
    MeshSize mesh{*x, *y};
    if (mesh.x == 0) {
        mesh.x = *instances == 0 ? 1 : mesh.y == 0 ? *instances : *instances / mesh.y;
    }
    if (mesh.y == 0) {
        mesh.y = *instances == 0 ? 1 : *instances / mesh.x;
    }
    if (mesh.x == 0 || mesh.y == 0 || (*instances != 0 && mesh.x * mesh.y != *instances)) {
        return caseError(
            "bad-value", std::string(pointer) + "/instances",
            {"error.instances-do-not-form-mesh-x", {{"instances", *instances}, {"x", mesh.x}, {"y", mesh.y}}},
            {"accepted.instances-meshx-x-meshy"});
    }
    return mesh;
}

Result<void> readFanout(const MeshSize& outer, const MeshSize& inner, hardware::NpuLevel& level,
                        std::string_view pointer) {
    if (inner.x % outer.x != 0 || inner.y % outer.y != 0) {
        return caseError("bad-value", std::string(pointer),
                         {"error.mesh-x-no-multiple-x-outside",
                          {{"x", inner.x}, {"y", inner.y}, {"x_2", outer.x}, {"y_2", outer.y}}},
                         {"accepted.meshx-and-meshy-divide-by-those"});
    }
    constexpr std::uint64_t kLargest = 1U << 24;
    if (inner.x / outer.x > kLargest || inner.y / outer.y > kLargest) {
        return caseError("bad-value", std::string(pointer), {"error.fan-out-too-large"},
                         {"accepted.at-most-2-24-each-way"});
    }
    level.fanout_x = static_cast<std::uint32_t>(inner.x / outer.x);
    level.fanout_y = static_cast<std::uint32_t>(inner.y / outer.y);
    return {};
}

/// Energies of one entry; what an action is not given for costs what the nearest other one does.
Result<hardware::StorageEnergy> readEnergy(const Json& level, std::string_view pointer) {
    hardware::StorageEnergy energy;
    const auto actions = level.find("pJ_per_action");
    if (actions == level.end() || !actions->is_object()) {
        return energy;
    }
    const std::string here = std::string(pointer) + "/pJ_per_action";
    auto read = numberAt(*actions, "read", 0.0, here);
    if (!read) return read.error();
    const auto alone = numberAt(*actions, "update", 0.0, here); // costs what a write does, and the other way round
    if (!alone) return alone.error();
    auto write = numberAt(*actions, "write", *alone, here);
    if (!write) return write.error();
    auto update = numberAt(*actions, "update", *write, here);
    if (!update) return update.error();
    auto leak = numberAt(*actions, "leak", 0.0, here);
    if (!leak) return leak.error();
    return hardware::StorageEnergy{*read, *write, *update, *leak};
}

Result<void> readPorts(const Json& json, std::string_view pointer, hardware::NpuLevel& level) {
    auto reads = numberAt(json, "read_bw_words_per_cycle", hardware::NpuLevel::kUnlimited, pointer);
    if (!reads) return reads.error();
    auto writes = numberAt(json, "write_bw_words_per_cycle", hardware::NpuLevel::kUnlimited, pointer);
    if (!writes) return writes.error();
    level.read_words_per_cycle = *reads;
    level.write_words_per_cycle = *writes;
    // Cycles grow with the inverse: below this no count of them is exact any more.
    constexpr double kLeast = 1e-6;
    for (const char* key : {"read_bw_words_per_cycle", "write_bw_words_per_cycle"}) {
        const auto found = json.find(key);
        if (found == json.end() || !found->is_number() || found->get<double>() >= kLeast) continue;
        return caseError("bad-value", std::string(pointer) + "/" + key,
                         {"error.field-is-plain", {{"field", key}, {"value", found->dump()}}},
                         {"accepted.number-at-least-1e-6"});
    }
    return {};
}

Result<hardware::NpuLevel> readLevel(const Json& json, std::string_view pointer) {
    hardware::NpuLevel level;
    auto name = textAt(json, "name", pointer);
    if (!name) return name.error();
    level.name = *name;
    auto kind = textAt(json, "kind", pointer);
    if (!kind) return kind.error();
    level.stores = *kind != "fanout_point";
    if (*kind != "fanout_point" && *kind != "storage" && *kind != "dram") {
        return caseError("bad-value", std::string(pointer) + "/kind",
                         {"error.field-is-word", {{"field", "kind"}, {"value", *kind}}},
                         {"accepted.dram-storage-fanout-point-and-compute"});
    }
    auto entries = countAt(json, "entries", 0, 0, pointer);
    if (!entries) return entries.error();
    auto entry_bits = countAt(json, "entry_bits", 0, 0, pointer);
    if (!entry_bits) return entry_bits.error();
    auto word_bits = countAt(json, "word_bits", *entry_bits == 0 ? 16 : *entry_bits, 1, pointer);
    if (!word_bits) return word_bits.error();
    auto cluster = countAt(json, "cluster_size", 1, 1, pointer);
    if (!cluster) return cluster.error();
    auto buffering = countAt(json, "multiple_buffering", 1, 1, pointer);
    if (!buffering) return buffering.error();
    auto energy = readEnergy(json, pointer);
    if (!energy) return energy.error();
    if (auto ports = readPorts(json, pointer, level); !ports) return ports.error();
    level.entries = *entries;
    level.entry_bits = static_cast<std::uint32_t>(*entry_bits);
    level.word_bits = static_cast<std::uint32_t>(*word_bits);
    level.cluster_size = static_cast<std::uint32_t>(*cluster);
    level.buffering = static_cast<std::uint32_t>(*buffering);
    level.energy = *energy;
    return level;
}

Result<hardware::NpuCompute> readCompute(const Json& json, std::string_view pointer) {
    hardware::NpuCompute compute;
    auto name = textAt(json, "name", pointer);
    if (!name) return name.error();
    compute.name = *name;
    auto bits = countAt(json, "word_bits", 0, 0, pointer);
    if (!bits) return bits.error();
    compute.word_bits = static_cast<std::uint32_t>(*bits);
    if (const auto actions = json.find("pJ_per_action"); actions != json.end() && actions->is_object()) {
        auto mac = numberAt(*actions, "compute", 0.0, std::string(pointer) + "/pJ_per_action");
        if (!mac) return mac.error();
        compute.mac_pj = *mac;
    }
    return compute; // the tool lists a leakage of the units, but charges none
}

} // namespace

Result<hardware::NpuArchitecture> readArchitecture(const Json& document) {
    const Json& levels = document.at("arch_levels_outer_to_inner");
    if (!levels.is_array() || levels.size() < 2) {
        return caseError("bad-value", std::string(kLevels), {"error.hierarchy-needs-memory-and-multiply-accumulate"},
                         {"accepted.list-levels-outermost-first-last-kind"});
    }
    hardware::NpuArchitecture architecture;
    MeshSize outside;
    for (std::size_t l = 0; l < levels.size(); ++l) {
        const std::string pointer = std::string(kLevels) + "/" + std::to_string(l);
        if (!levels[l].is_object()) {
            return caseError("bad-value", pointer, {"error.level", {{"levels", levels[l].dump()}}},
                             {"accepted.object"});
        }
        auto mesh = readMesh(levels[l], pointer);
        if (!mesh) return mesh.error();
        if (l > 0) {
            if (auto fan = readFanout(outside, *mesh, architecture.levels.back(), pointer); !fan) return fan.error();
        }
        outside = *mesh;
        const bool innermost = l + 1 == levels.size();
        const bool computes = levels[l].value("kind", Json()) == "compute";
        if (innermost != computes) {
            return caseError("bad-value", pointer + "/kind", {"error.units-compute-stand-at-wrong-place"},
                             {"accepted.exactly-one-level-kind-compute-innermost"});
        }
        if (innermost) {
            auto compute = readCompute(levels[l], pointer);
            if (!compute) return compute.error();
            architecture.compute = *compute;
            break;
        }
        auto level = readLevel(levels[l], pointer);
        if (!level) return level.error();
        if (findLevel(architecture, level->name) != ExpectedValue::kNone) {
            return caseError("bad-value", pointer + "/name", {"error.two-levels-called", {{"level", level->name}}},
                             {"accepted.different-names"});
        }
        architecture.levels.push_back(*std::move(level));
    }
    return architecture;
}

} // namespace strata::exchange::detail
