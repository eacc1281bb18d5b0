// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/npu/npu_json.h"

#include "core/hardware/npu/npu_numbers.h"
#include "core/hardware/npu/npu_sparse_json.h"
#include "core/hardware/npu/recipe_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::hardware {

namespace {

Error badValue(std::string pointer, Message text, Message expected) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), {}};
}

template <class T>
T valueOr(const Json& object, const char* key, T fallback) {
    const auto found = object.find(key);
    return found == object.end() ? fallback : found->get<T>();
}

/// Entries of one instance, from `entries` or from the capacity; 0 where neither stands.
Result<std::uint64_t> readEntries(const Json& document, const NpuLevel& level, const std::string& pointer) {
    const bool by_capacity = document.contains("capacity_bytes");
    if (by_capacity && document.contains("entries")) {
        return badValue(pointer + "/capacity_bytes",
                        {"error.level-has-both-capacity-bytes-and", {{"level", level.name}}}, {"accepted.one-two"});
    }
    if (!by_capacity) return valueOr<std::uint64_t>(document, "entries", 0);
    const std::uint64_t entries = entriesOf(document.at("capacity_bytes").get<double>(), level.entry_bits);
    if (entries == 0) {
        return badValue(
            pointer + "/capacity_bytes",
            {"error.capacity-bytes-level-less-than-one", {{"level", level.name}, {"entry_bits", level.entry_bits}}},
            {"accepted.at-least-one-entry"});
    }
    return entries;
}

Result<void> readStorage(const Json& document, NpuLevel& level, const std::string& pointer) {
    for (const char* key : {"entry_bits", "word_bits"}) {
        if (!document.contains(key)) {
            return Error{"missing",
                         pointer + "/" + key,
                         {"error.level-missing", {{"key", key}, {"level", level.name}}},
                         {"accepted.number-bits"},
                         {}};
        }
    }
    level.entry_bits = document.at("entry_bits").get<std::uint32_t>();
    level.word_bits = document.at("word_bits").get<std::uint32_t>();
    level.cluster_size = valueOr<std::uint32_t>(document, "cluster_size", 1);
    level.buffering = valueOr<std::uint32_t>(document, "buffering", 1);
    const std::uint64_t shared_word = std::uint64_t{level.word_bits} * level.cluster_size;
    if (level.entry_bits < shared_word) {
        return badValue(pointer + "/word_bits",
                        {"error.word-level-takes-bits-entry-word",
                         {{"level", level.name}, {"shared_word", shared_word}, {"entry_bits", level.entry_bits}}},
                        {"accepted.at-most", {{"most", level.entry_bits / level.cluster_size}}});
    }
    const auto entries = readEntries(document, level, pointer);
    if (!entries) return entries.error();
    level.entries = *entries;
    level.read_words_per_cycle = valueOr(document, "read_words_per_cycle", NpuLevel::kUnlimited);
    level.write_words_per_cycle = valueOr(document, "write_words_per_cycle", NpuLevel::kUnlimited);
    level.keeps = valueOr<std::vector<std::string>>(document, "keeps", {});
    if (const auto energy = document.find("energy_pj"); energy != document.end()) {
        level.energy = {valueOr(*energy, "read", 0.0), valueOr(*energy, "write", 0.0), valueOr(*energy, "update", 0.0),
                        valueOr(*energy, "leak_per_cycle", 0.0)};
        level.energy_stated = {energy->contains("read"), energy->contains("write"), energy->contains("update"),
                               energy->contains("leak_per_cycle")};
    }
    return {};
}

/// A level without storage has nothing to read or write.
Result<void> refuseStorage(const Json& document, const NpuLevel& level, const std::string& pointer) {
    for (const char* key : {"entries", "capacity_bytes", "entry_bits", "word_bits", "cluster_size", "buffering",
                            "keeps", "read_words_per_cycle", "write_words_per_cycle", "energy_pj"}) {
        if (document.contains(key)) {
            return badValue(pointer + "/" + key,
                            {"error.level-stores-nothing-but-has", {{"level", level.name}, {"key", key}}},
                            {"accepted.no-or-stores-true", {{"key", key}}});
        }
    }
    return {};
}

Result<NpuLevel> readLevel(const Json& document, const std::string& pointer) {
    NpuLevel level;
    level.name = document.at("name").get<std::string>();
    level.title = valueOr<std::string>(document, "title", level.name);
    level.stores = valueOr(document, "stores", true);
    level.fanout_x = valueOr<std::uint32_t>(document, "fanout_x", 1);
    level.fanout_y = valueOr<std::uint32_t>(document, "fanout_y", 1);
    level.multicast = valueOr(document, "multicast", true);
    level.spatial_reduction = valueOr(document, "spatial_reduction", true);
    level.area_um2 = valueOr(document, "area_um2", 0.0);
    level.component = valueOr<std::string>(document, "component", {});
    level.network = valueOr<std::string>(document, "network", {});
    if (const auto sparse = document.find("sparse"); sparse != document.end())
        level.sparse = readLevelSparsity(*sparse);
    const auto storage = level.stores ? readStorage(document, level, pointer) : refuseStorage(document, level, pointer);
    if (!storage) return storage.error();
    return level;
}

Result<std::vector<NpuLevel>> readLevels(const Json& document, const std::string& pointer) {
    std::vector<NpuLevel> levels;
    for (std::size_t i = 0; i < document.size(); ++i) {
        const std::string here = pointer + "/" + std::to_string(i);
        auto level = readLevel(document[i], here);
        if (!level) return level.error();
        const bool known =
            std::any_of(levels.begin(), levels.end(), [&](const NpuLevel& other) { return other.name == level->name; });
        if (known)
            return badValue(here + "/name", {"error.two-levels-named", {{"level", level->name}}},
                            {"accepted.name-own"});
        levels.push_back(*std::move(level));
    }
    // Every tensor must come from somewhere: the outermost level holds all of them.
    if (!levels.front().stores || !levels.front().keeps.empty()) {
        return badValue(pointer + "/0",
                        {"error.outermost-level-does-not-hold-every", {{"levels", levels.front().name}}},
                        {"accepted.level-stores-any-tensor-such-as"});
    }
    return levels;
}

} // namespace

Result<NpuArchitecture> readNpu(const Json& document, std::string_view pointer) {
    const std::string here(pointer);
    if (auto valid = validate(document, npuSchema(), pointer); !valid) return valid.error();
    NpuArchitecture npu;
    npu.id = document.at("id").get<std::string>();
    npu.name = document.at("name").get<std::string>();
    npu.clock_hz = document.at("clock_hz").get<double>();
    npu.technology_nm = valueOr(document, "technology_nm", 0.0);
    auto levels = readLevels(document.at("levels"), here + "/levels");
    if (!levels) return levels.error();
    npu.levels = *std::move(levels);
    if (auto countable = checkNpuNumbers(npu); !countable) {
        Error error = countable.error();
        error.pointer = here + error.pointer;
        return error;
    }

    const Json& compute = document.at("compute");
    npu.compute.name = compute.at("name").get<std::string>();
    npu.compute.word_bits = compute.at("word_bits").get<std::uint32_t>();
    npu.compute.mac_stated = compute.contains("mac_pj");
    npu.compute.mac_pj = valueOr(compute, "mac_pj", 0.0);
    npu.compute.component = valueOr<std::string>(compute, "component", {});
    if (!npu.compute.mac_stated && npu.compute.component.empty())
        return Error{
            "missing", here + "/compute/mac_pj", {"error.unit-states-no-energy"}, {"accepted.energy-or-component"}, {}};
    npu.compute.leak_pj_per_cycle = valueOr(compute, "leak_pj_per_cycle", 0.0);
    npu.compute.area_um2 = valueOr(compute, "area_um2", 0.0);
    if (const auto sparse = compute.find("sparse"); sparse != compute.end())
        npu.compute.sparse = readComputeSparsity(*sparse);

    if (const auto vector = document.find("vector"); vector != document.end()) {
        npu.vector = {vector->at("operations_per_cycle").get<double>(), valueOr(*vector, "operation_pj", 0.0)};
    }
    if (const auto recipe = document.find("recipe"); recipe != document.end()) {
        auto read = readRecipe(*recipe, npu, here + "/recipe");
        if (!read) return read.error();
        npu.recipe = *std::move(read);
    }
    return npu;
}

} // namespace strata::hardware
