// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/timeloop/timeloop_files.h"

#include "core/hardware/npu/npu_json.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace strata::exchange::detail {
namespace {

/// A container or a component, from outside inwards.
struct Node {
    std::string name, type; ///< type: class or subclass, lower case; empty for a container
    double mesh_x = 1, mesh_y = 1;
    Json attributes = Json::object();
    Json keeps = nullptr, bypasses = nullptr;
    std::string pointer;
};

std::string textAt(const Json& object, const char* key) {
    const bool stands = object.is_object() && object.contains(key) && object.at(key).is_string();
    return stands ? object.at(key).get<std::string>() : std::string();
}

const Json& partOf(const Json& object, const char* key) {
    static const Json none = Json::object();
    return object.is_object() && object.contains(key) ? object.at(key) : none;
}

/// "PE[0..13]" stands for 14 of them.
double copiesOf(std::string& name) {
    const std::size_t open = name.find('['), dots = name.find(".."), close = name.find(']');
    if (open == std::string::npos || dots == std::string::npos || close == std::string::npos || dots > close) return 1;
    const auto number = [&](std::size_t from, std::size_t to) {
        return timeloopNumber(Json{{"n", name.substr(from, to - from)}}, {"n"}).value_or(0);
    };
    const double copies = number(dots + 2, close) - number(open + 1, dots) + 1;
    name.resize(open);
    return std::clamp(copies, 1.0, 16777216.0);
}

class Walker {
public:
    /// Version 0.4: nodes in order. Inner lists are those of parallel or nested nodes.
    void nodes(const Json& list, const std::string& pointer) {
        if (!list.is_array()) return;
        for (std::size_t i = 0; i < list.size() && found.size() < kMost; ++i) {
            const std::string here = pointer + "/" + std::to_string(i);
            const Json& one = list[i];
            if (one.is_object() && one.contains("nodes") && !one.contains("name"))
                nodes(one.at("nodes"), here + "/nodes");
            else if (one.is_object())
                add(one, here, 1);
        }
    }
    /// Version 0.3: components of a subtree, then what lies inside. Copies of a component are those of the whole
    /// machine; the fan-out is what they are more than outside.
    void subtree(const Json& list, const std::string& pointer, double copies, double mesh_x, int depth) {
        constexpr int kDeepest = 32;
        if (!list.is_array() || depth > kDeepest) return;
        for (std::size_t i = 0; i < list.size() && found.size() < kMost; ++i) {
            const std::string here = pointer + "/" + std::to_string(i);
            std::string name = textAt(list[i], "name");
            const double inside = copies * copiesOf(name);
            const Json& local = partOf(list[i], "local");
            for (std::size_t l = 0; local.is_array() && l < local.size() && found.size() < kMost; ++l) {
                std::string own = textAt(local[l], "name");
                const double all = inside * copiesOf(own);
                const double x = timeloopNumber(partOf(local[l], "attributes"), {"meshX", "mesh_X"})
                                     .value_or(all > outside ? all : mesh_x);
                fan(all, std::min(x, all), own, here);
                add(local[l], here + "/local/" + std::to_string(l), all);
            }
            subtree(partOf(list[i], "subtree"), here + "/subtree", inside, mesh_x_, depth + 1);
        }
    }

    std::vector<Node> found;

private:
    static constexpr std::size_t kMost = 256;

    /// A fan-out between the level outside and `all` copies, `x` of them along X.
    void fan(double all, double x, const std::string& name, const std::string& pointer) {
        if (all <= outside) return;
        Node node;
        node.name = name + "_fanout";
        node.pointer = pointer;
        node.mesh_x = std::max(1.0, std::floor(x / std::max(1.0, mesh_x_)));
        node.mesh_y = std::max(1.0, std::floor(all / outside / node.mesh_x));
        mesh_x_ *= node.mesh_x;
        outside = all;
        found.push_back(std::move(node));
    }

    void add(const Json& one, const std::string& pointer, double) {
        Node node;
        node.name = textAt(one, "name");
        copiesOf(node.name);
        node.pointer = pointer;
        node.type = lowered(textAt(one, "subclass").empty() ? textAt(one, "class") : textAt(one, "subclass"));
        if (node.type.empty()) node.type = lowered(textAt(one, "class"));
        node.attributes = partOf(one, "attributes");
        node.mesh_x = timeloopNumber(partOf(one, "spatial"), {"meshX", "mesh_X"}).value_or(1);
        node.mesh_y = timeloopNumber(partOf(one, "spatial"), {"meshY", "mesh_Y"}).value_or(1);
        const Json& spaces = partOf(partOf(one, "constraints"), "dataspace");
        if (spaces.is_object() && spaces.contains("keep")) node.keeps = spaces.at("keep");
        if (spaces.is_object() && spaces.contains("bypass")) node.bypasses = spaces.at("bypass");
        found.push_back(std::move(node));
    }

    double outside = 1, mesh_x_ = 1;
};

/// Energies of a component by action, pJ: the largest where arguments tell several apart.
std::map<std::string, double> energiesOf(const Json& table, const std::string& name) {
    std::map<std::string, double> energies;
    const Json& tables = partOf(table, "tables");
    if (!tables.is_array()) return energies;
    for (const Json& one : tables) {
        std::string own; // "system.PE[1..8].mac": the last name, without copies
        bool copies = false;
        for (const char letter : textAt(one, "name")) {
            copies = letter == '[' || (copies && letter != ']');
            if (letter == '.' && !copies)
                own.clear();
            else if (!copies && letter != ']')
                own += letter;
        }
        if (own != name || !partOf(one, "actions").is_array()) continue;
        for (const Json& action : partOf(one, "actions")) {
            const auto energy = timeloopNumber(action, {"energy"});
            const std::string key = textAt(action, "name");
            if (energy && *energy >= 0 && *energy < 1e12) energies[key] = std::max(energies[key], *energy);
        }
    }
    return energies;
}

Error badMesh(const Node& node) {
    return timeloopError(node.pointer + "/spatial", {"error.mesh-out-range", {{"name", node.name}}},
                         {"accepted.whole-numbers-1-to-2-20"});
}

class Writer {
public:
    Writer(const Json& energies, std::vector<Message>& notes) : energies_(energies), notes_(notes) {}

    Result<Json> write(const std::vector<Node>& nodes) {
        const auto last =
            std::find_if(nodes.rbegin(), nodes.rend(), [](const Node& node) { return !node.type.empty(); });
        if (last == nodes.rend())
            return timeloopError("", {"error.architecture-has-no-component"}, {"accepted.memories-and-units-compute"});
        const auto compute = static_cast<std::size_t>(nodes.rend() - last) - 1;
        for (std::size_t i = 0; i <= compute; ++i) {
            if (auto added = fanout(nodes[i]); !added) return added.error();
            if (i == compute || nodes[i].type.empty()) continue;
            if (auto added = storage(nodes[i]); !added) return added.error();
        }
        if (levels_.empty())
            return timeloopError("", {"error.architecture-has-no-memory"}, {"accepted.at-least-one-component-stores"});
        return finish(nodes, nodes[compute]);
    }

private:
    std::string freeName(std::string name) {
        for (int copy = 2; !names_.insert(name).second; ++copy)
            name += "_" + std::to_string(copy);
        return name;
    }

    Result<void> fanout(const Node& node) {
        constexpr double kMost = 1 << 20;
        for (const double mesh : {node.mesh_x, node.mesh_y}) {
            if (!(mesh >= 1) || mesh > kMost || mesh != std::floor(mesh)) return badMesh(node);
        }
        if (node.mesh_x * node.mesh_y == 1) return {};
        if (levels_.empty())
            return timeloopError(node.pointer, {"error.mesh-stands-outside-all-memories"}, {"accepted.memory-before"});
        Json level{{"name", freeName(node.type.empty() ? node.name : node.name + "_fanout")}, {"stores", false}};
        if (node.mesh_x > 1) level["fanout_x"] = static_cast<std::int64_t>(node.mesh_x);
        if (node.mesh_y > 1) level["fanout_y"] = static_cast<std::int64_t>(node.mesh_y);
        levels_.push_back(std::move(level));
        return {};
    }

    Result<void> storage(const Node& node) {
        const Json& at = node.attributes;
        const auto number = [&](std::initializer_list<const char*> keys) { return timeloopNumber(at, keys); };
        if (node.type.find("storage") == std::string::npos &&
            !number({"width", "memory_width", "word-bits", "word_bits", "datawidth", "block-size", "block_size",
                     "depth", "entries", "sizeKB"})) {
            passed_ += (passed_.empty() ? "" : ", ") + node.name.substr(0, 60) + " (" + node.type.substr(0, 40) + ")";
            return {};
        }
        const double word = number({"datawidth", "word-bits", "word_bits", "data_width"}).value_or(16);
        const double block = number({"block-size", "block_size"}).value_or(0);
        const double width = number({"width", "memory_width"}).value_or(block > 0 ? word * block : word);
        if (!(word >= 1) || word > 256 || !(width >= word) || std::fmod(width, word) != 0)
            return timeloopError(node.pointer + "/attributes",
                                 {"error.width-no-multiple-its-words", {{"name", node.name}}},
                                 {"accepted.datawidth-1-to-256-bits-and"});
        Json level{{"name", freeName(node.name)},
                   {"word_bits", static_cast<std::int64_t>(word)},
                   {"entry_bits", static_cast<std::int64_t>(width)}};
        if (const auto depth = number({"depth", "memory_depth", "entries"}); depth && *depth >= 1 && *depth < 1e12)
            level["entries"] = static_cast<std::int64_t>(*depth);
        else if (const auto size = number({"sizeKB"}); size && *size > 0)
            level["capacity_bytes"] = *size * 1024;
        if (const auto buffers = number({"multiple_buffering", "multiple-buffering"}); buffers && *buffers >= 1)
            level["buffering"] = static_cast<std::int64_t>(*buffers);
        if (const auto cluster = number({"cluster_size", "cluster-size"}); cluster && *cluster > 1)
            level["cluster_size"] = static_cast<std::int64_t>(*cluster);
        if (const auto reads = number({"read_bandwidth", "shared_bandwidth"}); reads && *reads > 0)
            level["read_words_per_cycle"] = *reads;
        if (const auto writes = number({"write_bandwidth", "shared_bandwidth"}); writes && *writes > 0)
            level["write_words_per_cycle"] = *writes;
        keep(node, level);
        const auto energies = energiesOf(energies_, node.name);
        if (energies.contains("read")) level["energy_pj"]["read"] = energies.at("read");
        for (const char* action : {"write", "update"}) {
            if (energies.contains(action) || energies.contains("write"))
                level["energy_pj"][action] = energies.contains(action) ? energies.at(action) : energies.at("write");
        }
        if (energies.empty()) without_ += (without_.empty() ? "" : ", ") + node.name.substr(0, 60);
        levels_.push_back(std::move(level));
        return {};
    }

    void keep(const Node& node, Json& level) const {
        if (!node.keeps.is_array()) return;
        Json keeps = Json::array();
        for (const Json& name : node.keeps) {
            if (name.is_string()) keeps.push_back(lowered(name.get<std::string>()));
        }
        if (!keeps.empty()) level["keeps"] = std::move(keeps);
    }

    Result<Json> finish(const std::vector<Node>& nodes, const Node& compute) {
        const auto energies = energiesOf(energies_, compute.name);
        double mac = 0;
        for (const char* action : {"compute", "mac_random", "mac"})
            mac = std::max(mac, energies.contains(action) ? energies.at(action) : 0.0);
        if (energies.empty()) without_ += (without_.empty() ? "" : ", ") + compute.name.substr(0, 60);
        double period = 0;
        for (const Node& node : nodes)
            period = std::max(period, timeloopNumber(node.attributes, {"global_cycle_seconds"}).value_or(0));
        const bool stated = period >= 1e-11 && period <= 1e-5;
        if (!stated) notes_.push_back({"note.import-clock"});
        if (!without_.empty()) notes_.push_back({"note.import-energies", {{"components", without_}}});
        if (!passed_.empty()) notes_.push_back({"note.import-components", {{"components", passed_}}});
        const double word =
            timeloopNumber(compute.attributes, {"datawidth", "word-bits", "word_bits", "multiplier_width"})
                .value_or(16);
        const std::string source = "Architecture of Timeloop and Accelergy, imported";
        for (Json& level : levels_)
            level["source"] = source;
        Json entry{{"id", "imported-npu"},
                   {"kind", "npu"},
                   {"name", "Imported accelerator"},
                   {"source", source},
                   {"clock_hz", stated ? 1 / period : 1e9},
                   {"levels", levels_},
                   {"compute",
                    {{"name", compute.name},
                     {"word_bits", static_cast<std::int64_t>(std::clamp(word, 1.0, 256.0))},
                     {"mac_pj", mac},
                     {"source", source}}}};
        if (auto valid = validate(entry, hardware::npuSchema()); !valid) return valid.error();
        return entry;
    }

    const Json& energies_;
    std::vector<Message>& notes_;
    Json levels_ = Json::array();
    std::set<std::string> names_;
    std::string without_, passed_;
};

} // namespace

Result<Json> timeloopHardware(const Json& architecture, const Json& energies, std::vector<Message>& notes) {
    Walker walker;
    if (architecture.is_object() && architecture.contains("nodes"))
        walker.nodes(architecture.at("nodes"), "/nodes");
    else
        walker.subtree(partOf(architecture, "subtree"), "/subtree", 1, 1, 0);
    return Writer(energies, notes).write(walker.found);
}

} // namespace strata::exchange::detail
