// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/chakra/chakra_json.h"

#include "core/base/json.h"
#include "core/exchange/chakra/wire_writer.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <nlohmann/json.hpp>

namespace strata::exchange {
namespace {

constexpr const char* kNodes = "workload_graph";
constexpr std::uint32_t kAttribute = 10, kUint64 = 13, kBool = 27, kText = 29; // fields of Chakra's schema

struct Member {
    const char* name;
    std::uint32_t field; ///< of the message, or the type of an attribute
    bool attribute;
};
constexpr std::array kWhole{
    Member{"Id", 1, false},
    Member{"NodeType", 3, false},
    Member{"runtime", 7, false},
    Member{"is_cpu_op", kBool, true},
    Member{"comm_type", kUint64, true},
    Member{"comm_size", kUint64, true},
    Member{"tensor_size", kUint64, true},
    Member{"num_ops", kUint64, true},
    Member{"comm_src", kUint64, true},
    Member{"comm_dst", kUint64, true},
    Member{"comm_tag", kUint64, true},
    Member{"pg_size", kUint64, true},
    Member{"stream", kUint64, true},
};
constexpr std::array kTexts{Member{"Name", 2, false}, Member{"pg_name", kText, true}};
constexpr std::array kLists{Member{"data_deps", 5, false}, Member{"ctrlDeps", 4, false}, Member{"ctrl_deps", 4, false}};

/// Writes a node of the document as a message of the protobuf form, so that both forms are read alike.
class MessageMaker {
public:
    MessageMaker(std::size_t place, std::string_view file) : place_(place), file_(file) {}

    Result<std::string> make(const Json& node) {
        if (!node.is_object()) return refuse({}, node, {"accepted.object"});
        WireWriter message;
        for (const Member& member : kWhole) {
            const auto found = node.find(member.name);
            if (found == node.end()) continue;
            const bool flag = found->is_boolean();
            if (!flag && !found->is_number_unsigned())
                return refuse(member.name, *found, {"accepted.whole-number-from-0"});
            const std::uint64_t value = flag ? (found->get<bool>() ? 1 : 0) : found->get<std::uint64_t>();
            if (member.attribute) {
                message.bytes(kAttribute, WireWriter().bytes(1, member.name).whole(member.field, value).text());
            } else {
                message.whole(member.field, value);
            }
        }
        for (const Member& one : kTexts) {
            const auto found = node.find(one.name);
            if (found == node.end()) continue;
            if (!found->is_string()) return refuse(one.name, *found, {"accepted.text"});
            const auto& text = found->get_ref<const std::string&>();
            if (one.attribute) {
                message.bytes(kAttribute, WireWriter().bytes(1, one.name).bytes(one.field, text).text());
            } else {
                message.bytes(one.field, text);
            }
        }
        for (const Member& list : kLists) {
            const auto found = node.find(list.name);
            if (found == node.end()) continue;
            const bool ids = found->is_array() && std::all_of(found->begin(), found->end(),
                                                              [](const Json& id) { return id.is_number_unsigned(); });
            if (!ids) return refuse(list.name, *found, {"accepted.list-ids"});
            for (const Json& id : *found)
                message.whole(list.field, id.get<std::uint64_t>());
        }
        for (const char* needed : {"Id", "NodeType"}) {
            if (!node.contains(needed)) return refuse(needed, Json(), {"accepted.whole-number-from-0"});
        }
        return message.text();
    }

    /// Errors of the protobuf form name its fields.
    Error translated(Error error) const {
        const std::string before = "/nodes/" + std::to_string(place_);
        if (!error.pointer.starts_with(before)) return error;
        std::string field = error.pointer.substr(before.size());
        if (field == "/id") field = "/Id";
        if (field == "/type") field = "/NodeType";
        if (field == "/duration_micros") field = "/runtime";
        error.pointer = at() + field;
        return error;
    }

private:
    std::string at() const { return "/" + std::string(kNodes) + "/" + std::to_string(place_); }
    Error refuse(std::string_view field, const Json& value, Message expected) const {
        constexpr std::size_t kLongest = 60;
        Message text = value.is_null()
                           ? Message{"error.value-absent"}
                           : verbatim(value.dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, kLongest));
        return {"bad-value", at() + (field.empty() ? "" : "/") + std::string(field),
                field.empty() ? Message{"error.node", {{"place", place_}, {"text", text}}}
                              : Message{"error.node-2", {{"place", place_}, {"field", field}, {"text", text}}},
                std::move(expected), std::string(file_)};
    }

    std::size_t place_;
    std::string_view file_;
};

} // namespace

bool isAlgorithm(std::string_view head) {
    const std::size_t begin = head.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return false;
    const std::string_view text = head.substr(begin);
    return text.starts_with("<algo") || (text.starts_with("<?xml") && text.find("<algo") != std::string_view::npos);
}

Error algorithmRefused(std::string_view file) {
    return {"not-supported",
            {},
            {"error.algorithm-without-bytes-and-times"},
            {"accepted.chakra-traces-of-algorithm"},
            std::string(file)};
}

bool isChakraJson(std::string_view head) {
    const auto blank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
    const auto* const open = std::find_if_not(head.begin(), head.end(), blank);
    if (open == head.end() || *open != '{') return false;
    // A message of 123 bytes begins alike; behind its length stands the tag of a field.
    const auto* const next = std::find_if_not(open + 1, head.end(), blank);
    return next != head.end() && (*next == '"' || *next == '}');
}

Result<std::vector<ChakraNode>> readChakraJson(std::string_view text, std::string_view file) {
    const auto document = parseJson(text, file);
    if (!document) return document.error();
    const auto graph = document->find(kNodes);
    if (graph == document->end() && document->contains("gpus") && document->contains("collective"))
        return algorithmRefused(file);
    if (graph == document->end() || !graph->is_array()) {
        return Error{"malformed-trace",
                     {},
                     {"error.document-has-no-list-workload-graph"},
                     {"accepted.json-form-mlcommons-chakra-or-protobuf"},
                     std::string(file)};
    }
    std::vector<ChakraNode> nodes;
    nodes.reserve(graph->size());
    for (const Json& one : *graph) {
        MessageMaker maker(nodes.size(), file);
        const auto message = maker.make(one);
        if (!message) return message.error();
        auto node = readChakraNode(*message, nodes.size(), file);
        if (!node) return maker.translated(node.error());
        nodes.push_back(*std::move(node));
    }
    return nodes;
}

} // namespace strata::exchange
