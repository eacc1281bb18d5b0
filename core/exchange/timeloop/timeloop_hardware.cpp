// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/timeloop/timeloop_files.h"

#include "core/hardware/npu/npu_json.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace strata::exchange::detail {
namespace {

/// A container or a component, from outside inwards.
struct Node {
    std::string name, type; ///< type: class and subclass, lower case; empty for a container
    double mesh_x = 1, mesh_y = 1;
    Json attributes = Json::object(), scope = Json::object(); ///< scope: with those of what lies around it
    Json keeps = nullptr, constraints = nullptr;
    std::string pointer;

    std::optional<double> number(std::initializer_list<const char*> keys) const {
        return timeloopNumber(attributes, keys, scope);
    }
    bool is(std::initializer_list<std::string_view> words) const {
        return std::ranges::any_of(words, [&](std::string_view word) { return type.find(word) != std::string::npos; });
    }
    bool computes() const { return is({"mac", "compute", "multiplier"}); }
    bool carries() const { return is({"noc", "wire", "network", "router", "bus"}); }
    bool stores() const {
        return is({"storage", "ram", "regfile", "register", "buffer", "buffet", "cache", "memory"}) ||
               number({"depth", "memory_depth", "entries", "sizeKB"}).has_value();
    }
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

/// Members of one object over those of another.
Json merged(Json outer, const Json& inner) {
    if (inner.is_object()) outer.update(inner);
    return outer;
}

class Walker {
public:
    explicit Walker(const Json& variables) : scope_(variables.is_object() ? variables : Json::object()) {}

    /// Version 0.4: nodes in order. Inner lists are those of parallel or nested nodes.
    void nodes(const Json& list, const std::string& pointer) {
        if (!list.is_array()) return;
        for (std::size_t i = 0; i < list.size() && found.size() < kMost; ++i) {
            const std::string here = pointer + "/" + std::to_string(i);
            const Json& one = list[i];
            if (one.is_object() && one.contains("nodes") && !one.contains("name")) {
                const Json around = scope_;
                nodes(one.at("nodes"), here + "/nodes");
                scope_ = around;
            } else if (one.is_object()) {
                add(one, here);
                // A container holds all that follows.
                if (found.back().type.empty()) scope_ = found.back().scope;
            }
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
            const Json around = scope_;
            scope_ = merged(scope_, partOf(list[i], "attributes"));
            for (std::size_t l = 0; local.is_array() && l < local.size() && found.size() < kMost; ++l) {
                std::string own = textAt(local[l], "name");
                const double all = inside * copiesOf(own);
                const double x = timeloopNumber(partOf(local[l], "attributes"), {"meshX", "mesh_X"}, scope_)
                                     .value_or(all > outside ? all : mesh_x);
                fan(all, std::min(x, all), own, here);
                add(local[l], here + "/local/" + std::to_string(l));
                // The tool's front end writes the copies of a container as a memory that holds nothing.
                if (!found.back().is({"dummy_storage"})) continue;
                spread_ = found.back().name;
                found.pop_back();
            }
            subtree(partOf(list[i], "subtree"), here + "/subtree", inside, mesh_x_, depth + 1);
            scope_ = around;
        }
    }

    std::vector<Node> found;

private:
    static constexpr std::size_t kMost = 256;

    /// A fan-out between the level outside and `all` copies, `x` of them along X.
    void fan(double all, double x, const std::string& name, const std::string& pointer) {
        if (all <= outside) return;
        Node node;
        node.name = spread_.empty() ? name + "_fanout" : std::exchange(spread_, {});
        node.pointer = pointer;
        node.mesh_x = std::max(1.0, std::floor(x / std::max(1.0, mesh_x_)));
        node.mesh_y = std::max(1.0, std::floor(all / outside / node.mesh_x));
        mesh_x_ *= node.mesh_x;
        outside = all;
        found.push_back(std::move(node));
    }

    void add(const Json& one, const std::string& pointer) {
        Node node;
        node.name = textAt(one, "name");
        copiesOf(node.name);
        node.pointer = pointer;
        const std::string subclass = textAt(one, "subclass");
        node.type = lowered(textAt(one, "class") + (subclass.empty() ? "" : " " + subclass));
        node.attributes = partOf(one, "attributes");
        node.scope = merged(scope_, node.attributes);
        const Json& spatial = partOf(one, "spatial");
        node.mesh_x = timeloopNumber(spatial, {"meshX", "mesh_X"}, node.scope).value_or(1);
        node.mesh_y = timeloopNumber(spatial, {"meshY", "mesh_Y"}, node.scope).value_or(1);
        node.constraints = partOf(one, "constraints");
        const Json& spaces = partOf(node.constraints, "dataspace");
        if (spaces.is_object() && spaces.contains("keep")) node.keeps = spaces.at("keep");
        found.push_back(std::move(node));
    }

    Json scope_;         ///< attributes of what lies around, and variables
    std::string spread_; ///< the container whose copies begin with the next component
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
    Writer(const Json& energies, Json& targets, std::vector<Message>& notes)
        : energies_(energies), targets_(targets), notes_(notes) {}

    Result<Json> write(const std::vector<Node>& nodes) {
        const auto compute = innermost(nodes);
        if (!compute)
            return timeloopError("", {"error.architecture-has-no-component"}, {"accepted.memories-and-units-compute"});
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (auto added = fanout(nodes[i]); !added) return added.error();
            if (i == *compute || nodes[i].type.empty()) continue;
            if (auto added = storage(nodes[i]); !added) return added.error();
        }
        if (levels_.empty())
            return timeloopError("", {"error.architecture-has-no-memory"}, {"accepted.at-least-one-component-stores"});
        return finish(nodes, nodes[*compute]);
    }

private:
    /// What computes: registers may be listed behind it.
    static std::optional<std::size_t> innermost(const std::vector<Node>& nodes) {
        std::optional<std::size_t> last;
        for (std::size_t i = 0; i < nodes.size(); ++i)
            if (nodes[i].computes()) last = i;
        for (std::size_t i = 0; i < nodes.size() && !last; ++i)
            if (!nodes[nodes.size() - 1 - i].type.empty()) last = nodes.size() - 1 - i;
        return last;
    }

    /// A constraint that stands in the architecture, as one of a list.
    void constrain(const Node& node, const char* part, const char* type, const std::string& level) {
        const Json& stated = partOf(node.constraints, part);
        if (!stated.is_object() || stated.empty()) return;
        Json target = stated;
        target["target"] = level;
        target["type"] = type;
        targets_.push_back(std::move(target));
    }

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
        constrain(node, "spatial", "spatial", level.at("name").get<std::string>());
        levels_.push_back(std::move(level));
        return {};
    }

    /// Texts in place of numbers that are no arithmetic with what the file states.
    void nameUnread(const Node& node) {
        for (const char* key : {"width", "memory_width", "datawidth", "word-bits", "word_bits", "block-size",
                                "block_size", "depth", "memory_depth", "entries", "sizeKB", "read_bandwidth",
                                "write_bandwidth", "shared_bandwidth", "cluster_size", "multiple_buffering"}) {
            if (!node.attributes.is_object() || !node.attributes.contains(key) || node.number({key})) continue;
            unread_ += (unread_.empty() ? "" : ", ") + node.name.substr(0, 60) + "/" + key + " (" +
                       node.attributes.at(key).dump(-1, ' ', true).substr(0, 60) + ")";
        }
    }

    Result<void> storage(const Node& node) {
        const auto number = [&](std::initializer_list<const char*> keys) { return node.number(keys); };
        nameUnread(node);
        if (node.carries() || node.computes() || !node.stores()) {
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
        const std::string name = level.at("name").get<std::string>();
        constrain(node, "dataspace", "dataspace", name);
        constrain(node, "temporal", "temporal", name);
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
            period = std::max(period, timeloopNumber(node.scope, {"global_cycle_seconds"}).value_or(0));
        const bool stated = period >= 1e-11 && period <= 1e-5;
        if (!stated) notes_.push_back({"note.import-clock"});
        if (!without_.empty()) notes_.push_back({"note.import-energies", {{"components", without_}}});
        if (!passed_.empty()) notes_.push_back({"note.import-components", {{"components", passed_}}});
        if (!unread_.empty()) notes_.push_back({"note.import-unread", {{"members", unread_}}});
        const double word =
            compute.number({"datawidth", "word-bits", "word_bits", "multiplier_width", "width"}).value_or(16);
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
    Json& targets_;
    std::vector<Message>& notes_;
    Json levels_ = Json::array();
    std::set<std::string> names_;
    std::string without_, passed_, unread_;
};

} // namespace

Result<Json> timeloopHardware(const Json& architecture, const Json& variables, const Json& energies, Json& targets,
                              std::vector<Message>& notes) {
    Walker walker(variables);
    if (architecture.is_object() && architecture.contains("nodes"))
        walker.nodes(architecture.at("nodes"), "/nodes");
    else
        walker.subtree(partOf(architecture, "subtree"), "/subtree", 1, 1, 0);
    return Writer(energies, targets, notes).write(walker.found);
}

} // namespace strata::exchange::detail
