// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/timeloop/timeloop_files.h"

#include "core/exchange/timeloop/yaml.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

namespace strata::exchange {
namespace detail {

Error timeloopError(std::string pointer, Message text, Message expected) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), {}};
}

std::string lowered(std::string_view text) {
    std::string made(text.substr(0, 200));
    for (char& letter : made)
        letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    return made;
}

std::optional<double> timeloopNumber(const Json& object, std::initializer_list<const char*> keys) {
    for (const char* key : keys) {
        const Json* found = object.is_object() && object.contains(key) ? &object.at(key) : nullptr;
        if (found == nullptr) continue;
        if (found->is_number() && std::isfinite(found->get<double>())) return found->get<double>();
        if (!found->is_string()) continue;
        const std::string& text = found->get_ref<const std::string&>();
        double value = 0;
        const auto [last, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (failed == std::errc() && last != text.data() && std::isfinite(value)) return value; // "32nm"
    }
    return {};
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
        auto document = parseYaml(text, file, YamlAliases::Follow);
        if (!document) return document.error();
        if (!document->is_object())
            return Error{
                "bad-value", "", {"error.file-no-mapping"}, {"accepted.architecture-problem-mapping-or-ert"}, file};
        for (const auto& [name, part] : document->items()) {
            const bool constrains =
                name == "constraints" || name == "architecture_constraints" || name == "mapspace_constraints";
            const bool known =
                name == "architecture" || name == "problem" || name == "mapping" || name == "ERT" || constrains;
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
    if (!parts->at("architecture").is_null())
        read = keep("architecture", files.hardware,
                    detail::timeloopHardware(parts->at("architecture"), parts->at("ERT"), files.notes));
    if (read && !parts->at("problem").is_null())
        read = keep("problem", files.layer, detail::timeloopLayer(parts->at("problem"), files.notes));
    if (read && !parts->at("mapping").is_null())
        read = keep("mapping", files.mapping,
                    detail::timeloopMapping(parts->at("mapping"), files.hardware ? *files.hardware : Json()));
    for (const char* name : {"constraints", "architecture_constraints", "mapspace_constraints"}) {
        if (!read || parts->at(name).is_null() || !files.hardware) continue;
        std::shared_ptr<const Json> further;
        read = keep(name, further, detail::timeloopConstraints(parts->at(name), *files.hardware, files.notes));
        if (!read || further->is_null()) continue;
        Json all = files.constraints ? *files.constraints : Json::object();
        for (const Json& level : further->value("levels", Json::array()))
            all["levels"].push_back(level);
        if (further->contains("least_utilization"))
            all["least_utilization"] =
                std::max(all.value("least_utilization", 0.0), further->at("least_utilization").get<double>());
        files.constraints = std::make_shared<const Json>(std::move(all));
    }
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
