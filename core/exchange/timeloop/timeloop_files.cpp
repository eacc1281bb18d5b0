// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/timeloop/timeloop_files.h"

#include "core/exchange/timeloop/yaml.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace strata::exchange {
namespace detail {
namespace {

/// What the tool's front end calls the copies of a container or a component: "inter_PE_spatial".
constexpr std::string_view kSpreadBegin = "inter_", kSpreadEnd = "_spatial";

} // namespace

Error timeloopError(std::string pointer, Message text, Message expected) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), {}};
}

std::string lowered(std::string_view text) {
    std::string made(text.substr(0, 200));
    for (char& letter : made)
        letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    return made;
}

std::optional<std::size_t> timeloopLevel(const std::vector<Json>& levels, const std::string& target) {
    const auto named = [&](const std::string& name) -> std::optional<std::size_t> {
        const auto found = std::ranges::find_if(levels, [&](const Json& level) { return level.at("level") == name; });
        if (found == levels.end()) return {};
        return static_cast<std::size_t>(found - levels.begin());
    };
    if (const auto level = named(target)) return level;
    if (!isTimeloopSpread(target)) return {};
    const std::string inside =
        target.substr(kSpreadBegin.size(), target.size() - kSpreadBegin.size() - kSpreadEnd.size());
    if (const auto level = named(inside + "_fanout")) return level;
    return named(inside);
}

bool isTimeloopSpread(std::string_view target) {
    return target.size() > kSpreadBegin.size() + kSpreadEnd.size() && target.starts_with(kSpreadBegin) &&
           target.ends_with(kSpreadEnd);
}

} // namespace detail

namespace {

/// The parts of all files by their names, and the file of each.
struct Parts {
    std::map<std::string, Json> documents;
    std::map<std::string, std::string> files;

    const Json& at(const std::string& name) const {
        static const Json none;
        const auto found = documents.find(name);
        return found == documents.end() ? none : found->second;
    }
    Error named(Error error, const std::string& name) const {
        const auto file = files.find(name);
        if (error.file.empty() && file != files.end()) error.file = file->second;
        error.pointer = "/" + name + error.pointer;
        return error;
    }
};

Result<Parts> partsOf(std::span<const std::pair<std::string, std::string>> texts, std::vector<Message>& notes) {
    Parts parts;
    std::string passed;
    for (const auto& [text, file] : texts) {
        const auto plain = detail::timeloopText(text, file, texts, notes);
        if (!plain) return plain.error();
        auto document = parseYaml(*plain, file, YamlAliases::Follow);
        if (!document) return document.error();
        if (document->is_null()) continue; // a template that only prepares others
        if (!document->is_object())
            return Error{
                "bad-value", "", {"error.file-no-mapping"}, {"accepted.architecture-problem-mapping-or-ert"}, file};
        for (const auto& [name, part] : document->items()) {
            const bool constrains =
                name == "constraints" || name == "architecture_constraints" || name == "mapspace_constraints";
            const bool known = name == "architecture" || name == "problem" || name == "mapping" || name == "ERT" ||
                               name == "variables" || constrains;
            if (part.is_null()) continue; // of a template, from another file
            if (!known) passed += (passed.empty() ? "" : ", ") + name.substr(0, 40);
            if (!known) continue;
            parts.documents[name] = part;
            parts.files[name] = file;
        }
    }
    if (!passed.empty()) notes.push_back({"note.import-unread", {{"members", passed.substr(0, 400)}}});
    return parts;
}

} // namespace

Result<Json> TimeloopFiles::request() const {
    if (!hardware || !layer)
        return Error{"missing",
                     !hardware ? "/architecture" : "/problem",
                     !hardware ? Message{"error.no-file-describes-architecture"}
                               : Message{"error.no-file-describes-problem"},
                     {"accepted.files-architecture-and-problem-and-mapping"},
                     {}};
    Json request{{"kind", "layer"}, {"label", "Imported"}, {"hardware", *hardware}, {"workload", *layer}};
    if (mapping) request["plan"]["mapping"] = *mapping;
    if (constraints) {
        request["plan"]["constraints"] = *constraints;
        if (!mapping) request["plan"]["search"] = {{"algorithm", "branch-and-bound"}, {"dataflow", "free"}};
    }
    return request;
}

Result<TimeloopFiles> readTimeloopFiles(std::span<const std::pair<std::string, std::string>> texts) {
    TimeloopFiles files;
    const auto parts = partsOf(texts, files.notes);
    if (!parts) return parts.error();
    const auto keep = [&](const char* name, std::shared_ptr<const Json>& into, Result<Json> read) -> Result<void> {
        if (!read) return parts->named(read.error(), name);
        into = std::make_shared<const Json>(*std::move(read));
        return {};
    };
    Result<void> read;
    Json targets = Json::array();
    if (!parts->at("architecture").is_null())
        read = keep("architecture", files.hardware,
                    detail::timeloopHardware(parts->at("architecture"), parts->at("variables"), parts->at("ERT"),
                                             targets, files.notes));
    if (read && !parts->at("problem").is_null())
        read = keep("problem", files.layer, detail::timeloopLayer(parts->at("problem"), files.notes));
    const Json layer = files.layer ? *files.layer : Json();
    if (read && !parts->at("mapping").is_null())
        read = keep("mapping", files.mapping,
                    detail::timeloopMapping(parts->at("mapping"), files.hardware ? *files.hardware : Json(), layer));
    const auto constrain = [&](const char* name, const Json& stated) -> Result<void> {
        std::shared_ptr<const Json> further;
        auto done = keep(name, further, detail::timeloopConstraints(stated, *files.hardware, layer, files.notes));
        if (!done || further->is_null()) return done;
        Json all = files.constraints ? *files.constraints : Json::object();
        for (const Json& level : further->value("levels", Json::array()))
            all["levels"].push_back(level);
        if (further->contains("least_utilization"))
            all["least_utilization"] =
                std::max(all.value("least_utilization", 0.0), further->at("least_utilization").get<double>());
        files.constraints = std::make_shared<const Json>(std::move(all));
        return {};
    };
    if (read && !targets.empty()) read = constrain("architecture", targets);
    for (const char* name : {"constraints", "architecture_constraints", "mapspace_constraints"})
        if (read && !parts->at(name).is_null() && files.hardware) read = constrain(name, parts->at(name));
    if (!read) return read.error();
    if (!files.hardware && !files.layer && !files.mapping)
        return Error{"missing",
                     "",
                     {"error.files-describe-nothing-read"},
                     {"accepted.architecture-problem-mapping-or-ert"},
                     texts.empty() ? std::string() : texts.front().second};
    return files;
}

} // namespace strata::exchange
