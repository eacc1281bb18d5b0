// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/edge/cpu_core.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

namespace strata::hardware {
namespace {

constexpr std::size_t kMostPorts = 32; ///< bits of a PortSet

using Groups = std::map<std::string, PortSet, std::less<>>;

Error bad(std::string pointer, Message text, Message expected) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), {}};
}

std::vector<std::string> wordsOf(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(std::move(word));
    return words;
}

std::vector<std::string> sortedWords(const std::string& text) {
    std::vector<std::string> words = wordsOf(text);
    std::ranges::sort(words);
    return words;
}

Renamed renamedNamed(std::string_view word) {
    if (word == "move") return Renamed::Move;
    if (word == "zero") return Renamed::Zero;
    if (word == "fold") return Renamed::Fold;
    return word == "independent" ? Renamed::Independent : Renamed::No;
}

Result<Groups> readGroups(const Json& document, const std::vector<std::string>& ports, const std::string& pointer) {
    Groups groups;
    for (const auto& [name, members] : document.items()) {
        PortSet set = 0;
        for (const Json& member : members) {
            const auto port = std::ranges::find(ports, member.get_ref<const std::string&>());
            if (port == ports.end())
                return bad(pointer + "/" + pointerStep(name),
                           {"error.no-such-port", {{"port", member.get<std::string>()}}}, {"accepted.ports-of-core"});
            set |= PortSet{1} << (port - ports.begin());
        }
        if (set == 0)
            return bad(pointer + "/" + pointerStep(name), {"error.no-such-port", {{"port", std::string()}}},
                       {"accepted.ports-of-core"});
        groups[name] = set;
    }
    return groups;
}

Result<PortSet> groupNamed(const Groups& groups, std::string_view name, const std::string& pointer) {
    const auto found = groups.find(name);
    if (found == groups.end())
        return bad(pointer, {"error.no-such-group-of-ports", {{"group", std::string(name)}}},
                   {"accepted.groups-of-core"});
    return found->second;
}

/// "alu p0:4": a group for each micro-operation, with the cycles that it holds its port.
Result<std::vector<MicroOp>> readOps(const std::string& text, const Groups& groups, const std::string& pointer) {
    std::vector<MicroOp> ops;
    for (const std::string& word : wordsOf(text)) {
        const std::size_t colon = std::min(word.find(':'), word.size());
        MicroOp op;
        if (colon < word.size()) {
            const auto [end, failed] = std::from_chars(word.data() + colon + 1, word.data() + word.size(), op.cycles);
            if (failed != std::errc{} || end != word.data() + word.size() || !(op.cycles > 0 && op.cycles <= 1000))
                return bad(pointer, {"error.no-such-group-of-ports", {{"group", word}}}, {"accepted.groups-of-core"});
        }
        const auto ports = groupNamed(groups, std::string_view(word).substr(0, colon), pointer);
        if (!ports) return ports.error();
        op.ports = *ports;
        ops.push_back(op);
    }
    return ops;
}

Result<InstructionRow> readRow(const Json& document, const Groups& groups, const std::string& pointer) {
    InstructionRow row;
    row.names = sortedWords(document.at("names").get<std::string>());
    row.operands = document.value("operands", std::string("*"));
    row.bits = document.value("bits", std::vector<int>{});
    row.same = document.value("same", false);
    row.renamed = renamedNamed(document.value("renamed", std::string("no")));
    auto ops = readOps(document.value("ops", std::string()), groups, pointer + "/ops");
    if (!ops) return ops.error();
    row.ops = *std::move(ops);
    row.latency = document.value("latency", 1.0);
    row.joins = document.value("joins", 0.0);
    row.late_flags = document.value("late_flags", 0.0);
    row.plain_sources = document.value("plain_sources", false);
    row.front_slots = document.value("front_slots", 0.0);
    return row;
}

Result<void> readRows(const Json& document, const char* key, const Groups& groups, const std::string& pointer,
                      CpuCore& core) {
    const auto rows = document.find(key);
    if (rows == document.end()) return {};
    for (std::size_t i = 0; i < rows->size(); ++i) {
        auto row = readRow((*rows)[i], groups, pointer + "/" + key + "/" + std::to_string(i));
        if (!row) return row.error();
        core.instructions.push_back(*std::move(row));
    }
    return {};
}

Result<void> readMemory(const Json& memory, const Groups& groups, const std::string& pointer, CpuCore& core) {
    const std::pair<const char*, PortSet*> members[] = {{"loads", &core.load_ports},
                                                        {"store_addresses", &core.store_address_ports},
                                                        {"store_data", &core.store_data_ports}};
    for (const auto& [key, ports] : members) {
        const auto set = groupNamed(groups, memory.at(key).get_ref<const std::string&>(), pointer + "/memory/" + key);
        if (!set) return set.error();
        *ports = *set;
    }
    core.load_latency = memory.at("load_latency").get<double>();
    core.vector_load_latency = memory.at("vector_load_latency").get<double>();
    core.splits_indexed = memory.value("splits_indexed", false);
    return {};
}

void readFront(const Json& front, CpuCore& core) {
    core.decode_width = front.at("decode_width").get<double>();
    core.decode_bytes = front.at("decode_bytes").get<double>();
    core.cache_width = front.at("cache_width").get<double>();
    core.rename_width = front.at("rename_width").get<double>();
    core.retire_width = front.at("retire_width").get<double>();
    core.loop_breaks_group = front.value("loop_breaks_group", false);
    core.folded_constant = front.value("folded_constant", 0.0);
}

} // namespace

Result<CpuCore> readCpuCore(const Json& document, std::string_view pointer) {
    if (auto valid = validate(document, cpuCoreSchema(), pointer); !valid) return valid.error();
    const std::string here(pointer);
    CpuCore core;
    core.id = document.at("id").get<std::string>();
    core.name = document.at("name").get<std::string>();
    core.vendor = document.value("vendor", std::string());
    core.clock_hz = document.value("clock_hz", 0.0);
    readFront(document.at("front"), core);
    core.port_names = document.at("ports").get<std::vector<std::string>>();
    if (core.port_names.size() > kMostPorts)
        return bad(here + "/ports", {"error.too-many-ports", {{"most", static_cast<double>(kMostPorts)}}},
                   {"accepted.ports-of-core"});
    const auto groups = readGroups(document.at("groups"), core.port_names, here + "/groups");
    if (!groups) return groups.error();
    if (auto read = readMemory(document.at("memory"), *groups, here, core); !read) return read.error();
    for (const char* key : {"before", "instructions"}) {
        if (auto read = readRows(document, key, *groups, here, core); !read) return read.error();
    }
    for (const Json& pair : document.value("fusions", Json::array()))
        core.fusions.push_back(
            {sortedWords(pair.at("names").get<std::string>()), sortedWords(pair.at("branches").get<std::string>())});
    return core;
}

} // namespace strata::hardware
