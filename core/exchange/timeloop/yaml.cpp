// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/timeloop/yaml.h"

#include <charconv>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>
#include <yaml.h>

namespace strata::exchange {
namespace {

constexpr int kDeepest = 64;
constexpr std::size_t kMostBytes = std::size_t{1} << 20;
constexpr std::size_t kMostCopied = 1000000;

/// Follows the events of libyaml.
class Reader {
public:
    Reader(std::string_view text, std::string_view file, bool follows) : file_(file), follows_(follows) {
        yaml_parser_initialize(&parser_);
        yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()), text.size());
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    ~Reader() {
        yaml_event_delete(&event_);
        yaml_parser_delete(&parser_);
    }

    Result<Json> read() {
        Json document;
        for (const yaml_event_type_t expected : {YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT}) {
            if (!next()) return error_;
            if (event_.type != expected)
                return fail("malformed-yaml", {"error.there-no-document"}, {"accepted.one-document"});
        }
        if (!next() || !value(document, 0)) return error_;
        if (!next() || !next()) return error_;
        if (event_.type != YAML_STREAM_END_EVENT)
            return fail("malformed-yaml", {"error.there-second-document"}, {"accepted.one-document"});
        return document;
    }

private:
    bool next() {
        yaml_event_delete(&event_);
        event_ = {};
        if (yaml_parser_parse(&parser_, &event_) != 0) return true;
        line_ = parser_.problem_mark.line;
        fail("malformed-yaml", parser_.problem == nullptr ? Message{"error.cannot-read-2"} : verbatim(parser_.problem),
             {"accepted.yaml-1-1"});
        return false;
    }

    Error fail(std::string code, const Message& what, Message expected) {
        if (event_.type != YAML_NO_EVENT) line_ = event_.start_mark.line;
        error_ = {std::move(code),
                  {},
                  {"error.on-line", {{"line", line_ + 1}, {"error", what}}},
                  std::move(expected),
                  std::string(file_)};
        return error_;
    }
    bool refuse(std::string code, const Message& what, Message expected) {
        fail(std::move(code), what, std::move(expected));
        return false;
    }

    bool value(Json& into, int depth);
    bool plainValue(Json& into, int depth);
    bool mapping(Json& into, int depth);
    bool alias(Json& into);
    bool merge(Json& into, const Json& from);

    std::string_view file_;
    bool follows_;
    std::map<std::string, Json> anchors_;
    std::size_t copied_ = 0; ///< values that aliases have copied
    yaml_parser_t parser_{};
    yaml_event_t event_{};
    std::size_t line_ = 0;
    Error error_;
};

std::string textOf(const yaml_event_t& event) {
    return {reinterpret_cast<const char*>(event.data.scalar.value), event.data.scalar.length};
}

Json scalarOf(const yaml_event_t& event) {
    std::string text = textOf(event);
    if (event.data.scalar.style != YAML_PLAIN_SCALAR_STYLE) return text;
    if (text.empty() || text == "null" || text == "~") return nullptr;
    if (text == "true" || text == "false") return text == "true";
    const char* const begin = text.data() + (text.front() == '+' ? 1 : 0);
    const char* const end = text.data() + text.size();
    std::int64_t whole = 0;
    if (const auto read = std::from_chars(begin, end, whole); read.ec == std::errc() && read.ptr == end) return whole;
    double real = 0.0;
    const auto read = std::from_chars(begin, end, real);
    if (read.ec == std::errc() && read.ptr == end && std::isfinite(real)) return real;
    return text;
}

/// Members that do not stand yet, and those of members that both have.
void mergeDeep(Json& into, const Json& from) {
    if (!into.is_object() || !from.is_object()) return;
    for (const auto& [key, member] : from.items()) {
        if (!into.contains(key))
            into[key] = member;
        else
            mergeDeep(into[key], member);
    }
}

bool Reader::mapping(Json& into, int depth) {
    into = Json::object();
    std::set<std::string> stated; // beside merged ones, which they override
    std::vector<Json> deep;
    while (next()) {
        if (event_.type == YAML_MAPPING_END_EVENT) {
            for (const Json& from : deep)
                mergeDeep(into, from);
            return true;
        }
        if (event_.type != YAML_SCALAR_EVENT)
            return refuse("malformed-yaml", {"error.key-no-text"}, {"accepted.plain-keys"});
        const std::string key = textOf(event_);
        if (follows_ && key == "<<<") { // of Timeloop's front end: members of members are merged as well
            Json merged;
            if (!next() || !value(merged, depth + 1)) return false;
            deep.push_back(std::move(merged));
            continue;
        }
        if (follows_ && key == "<<") {
            Json merged;
            if (!next() || !value(merged, depth + 1) || !merge(into, merged)) return false;
            continue;
        }
        if (stated.contains(key))
            return refuse("duplicate-key", {"error.key-appears-twice", {{"name", key}}}, {"accepted.each-key-once"});
        stated.insert(key);
        if (!next() || !value(into[key], depth + 1)) return false;
    }
    return false;
}

std::size_t valuesOf(const Json& value) {
    std::size_t count = 1;
    if (value.is_structured()) {
        for (const Json& member : value)
            count += valuesOf(member);
    }
    return count;
}

bool Reader::alias(Json& into) {
    if (!follows_)
        return refuse("not-supported", {"error.alias-stands-where-value-expected"}, {"accepted.values-written-out"});
    const std::string name = reinterpret_cast<const char*>(event_.data.alias.anchor);
    const auto found = anchors_.find(name);
    if (found == anchors_.end())
        return refuse("malformed-yaml", {"error.nothing-called", {{"name", name.substr(0, 40)}}},
                      {"accepted.anchor-before"});
    copied_ += valuesOf(found->second);
    if (copied_ > kMostCopied)
        return refuse("too-large", {"error.aliases-repeat-too-much"}, {"accepted.at-most-million-values"});
    into = found->second;
    return true;
}

/// Members that do not stand yet; of several mappings the first wins.
bool Reader::merge(Json& into, const Json& from) {
    if (from.is_array()) {
        for (const Json& one : from) {
            if (!merge(into, one)) return false;
        }
        return true;
    }
    if (!from.is_object())
        return refuse("malformed-yaml", {"error.merge-key-has-no-mapping"}, {"accepted.mapping-or-list-them"});
    for (const auto& [key, member] : from.items()) {
        if (!into.contains(key)) into[key] = member;
    }
    return true;
}

bool Reader::value(Json& into, int depth) {
    const yaml_char_t* anchor = event_.type == YAML_SCALAR_EVENT           ? event_.data.scalar.anchor
                                : event_.type == YAML_MAPPING_START_EVENT  ? event_.data.mapping_start.anchor
                                : event_.type == YAML_SEQUENCE_START_EVENT ? event_.data.sequence_start.anchor
                                                                           : nullptr;
    const std::string name = anchor == nullptr || !follows_ ? std::string() : reinterpret_cast<const char*>(anchor);
    if (!plainValue(into, depth)) return false;
    if (name.empty()) return true;
    copied_ += valuesOf(into);
    if (copied_ > kMostCopied)
        return refuse("too-large", {"error.anchors-hold-too-much"}, {"accepted.at-most-million-values"});
    anchors_[name] = into;
    return true;
}

bool Reader::plainValue(Json& into, int depth) {
    if (depth > kDeepest) return refuse("malformed-yaml", {"error.nested-too-deep"}, {"accepted.at-most-64-levels"});
    switch (event_.type) {
    case YAML_SCALAR_EVENT: into = scalarOf(event_); return true;
    case YAML_MAPPING_START_EVENT: return mapping(into, depth);
    case YAML_SEQUENCE_START_EVENT:
        into = Json::array();
        while (next()) {
            if (event_.type == YAML_SEQUENCE_END_EVENT) return true;
            into.emplace_back();
            if (!value(into.back(), depth + 1)) return false;
        }
        return false;
    default: return alias(into);
    }
}

} // namespace

Result<Json> parseYaml(std::string_view text, std::string_view file, YamlAliases aliases) {
    if (text.size() > kMostBytes)
        return Error{"too-large", {}, {"error.description-too-large"}, {"accepted.at-most-1-mib"}, std::string(file)};
    return Reader(text, file, aliases == YamlAliases::Follow).read();
}

} // namespace strata::exchange
