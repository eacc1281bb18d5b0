// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/chakra/chakra_trace.h"

#include "core/base/json.h"
#include "core/exchange/chakra/chakra_attribute.h"
#include "core/exchange/chakra/chakra_json.h"
#include "core/exchange/chakra/chakra_node.h"

#include <algorithm>
#include <fstream>
#include <google/protobuf/io/gzip_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl.h>
#include <unordered_map>

namespace strata::exchange {
namespace {

using google::protobuf::io::CodedInputStream;
using google::protobuf::io::ZeroCopyInputStream;

constexpr std::uint32_t kMostMessageBytes = 64U << 20;
constexpr std::uint64_t kMostTraceBytes = std::uint64_t{4} << 30; ///< unpacked
constexpr std::size_t kMostNodes = std::size_t{1} << 26;

Error malformed(std::size_t messages, const Message& what, std::string_view file) {
    return {"malformed-trace",
            {},
            {"error.message", {{"messages", messages}, {"what", what}}},
            {"accepted.execution-trace-mlcommons-chakra-messages-behind"},
            std::string(file)};
}

/// Next message behind its length; nothing at the end.
Result<std::optional<std::string>> nextMessage(ZeroCopyInputStream& stream, std::size_t messages,
                                               std::string_view file) {
    // A stream of its own for each message: one alone reads no more than 2 GiB.
    CodedInputStream coded(&stream);
    std::uint32_t length = 0;
    const void* data = nullptr;
    int left = 0;
    if (!coded.GetDirectBufferPointer(&data, &left)) return std::optional<std::string>();
    if (!coded.ReadVarint32(&length)) return malformed(messages, {"error.has-no-length"}, file);
    if (length > kMostMessageBytes) {
        return malformed(
            messages, {"error.states-bytes-more-than", {{"length", length}, {"most_message_bytes", kMostMessageBytes}}},
            file);
    }
    // Metadata may be empty, nodes are not: a file of zeros would be one empty node a byte.
    if (length == 0 && messages > 0) return malformed(messages, {"error.empty-2"}, file);
    std::string message;
    if (!coded.ReadString(&message, static_cast<int>(length)))
        return malformed(messages, {"error.cut-off-bytes-announced", {{"length", length}}}, file);
    return std::optional(std::move(message));
}

/// Whether the first message is a node already: nodes have an id or a type, which are whole numbers.
bool isNode(std::string_view bytes) {
    WireMessage message(bytes);
    for (WireField field; message.next(field);) {
        if (field.type == WireField::Type::Varint) return true;
    }
    return false;
}

/// Attributes are field 2 next to a version in field 1; older files have no version, and attributes in
/// field 1.
Result<std::string> schemaOf(std::string_view bytes, std::string_view file) {
    WireMessage message(bytes);
    std::string schema;
    for (WireField field; message.next(field);) {
        if (field.type != WireField::Type::Bytes) break;
        const auto attribute = readChakraAttribute(field.bytes);
        if (attribute && attribute->name == "schema" && attribute->kind == ChakraAttribute::Kind::Text) {
            schema = attribute->text;
        } else if (field.number == 1 && schema.empty() && !attribute) {
            schema = field.bytes;
        }
    }
    if (message.broken()) return malformed(0, {"error.no-protobuf-message-2"}, file);
    constexpr std::size_t kLongest = 40;
    const bool plain = schema.size() <= kLongest &&
                       std::all_of(schema.begin(), schema.end(), [](char c) { return c >= ' ' && c <= '~'; });
    return plain ? schema : std::string();
}

/// Turns ids into places and tells what was left out.
class Linker {
public:
    Linker(std::vector<ChakraNode>& read, ExecutionTrace& trace) : read_(read), trace_(trace) {}

    Result<void> link() {
        for (std::uint32_t i = 0; i < read_.size(); ++i) {
            if (!places_.emplace(read_[i].node.id, i).second)
                return refuse(i, "id", verbatim(std::to_string(read_[i].node.id)), {"accepted.id-own"});
        }
        for (std::uint32_t i = 0; i < read_.size(); ++i) {
            if (auto linked = linkData(i); !linked) return linked;
        }
        for (ChakraNode& chakra_node : read_)
            trace_.nodes.push_back(std::move(chakra_node.node));
        if (const auto cyclic = firstInCycle(trace_.nodes)) {
            return chakraError(trace_.nodes[*cyclic], *cyclic, "data_deps", {"error.value-part-of-cycle"},
                               {"accepted.dependencies-without-cycle"}, trace_.file);
        }
        linkControl();
        return {};
    }

private:
    Error refuse(std::uint32_t place, std::string_view field, Message value, Message expected) {
        return chakraError(read_[place].node, place, field, std::move(value), std::move(expected), trace_.file);
    }

    Result<void> linkData(std::uint32_t place) {
        auto& dependencies = read_[place].node.dependencies;
        for (const std::uint64_t id : read_[place].data) {
            const auto found = places_.find(id);
            if (found == places_.end())
                return refuse(place, "data_deps", verbatim(std::to_string(id)), {"accepted.id-node-trace"});
            if (found->second == place)
                return refuse(place, "data_deps", {"error.value-node-itself", {{"id", id}}}, {"accepted.another-node"});
            dependencies.push_back(found->second);
        }
        tidy(dependencies);
        return {};
    }

    static void tidy(std::vector<std::uint32_t>& places) {
        std::sort(places.begin(), places.end());
        places.erase(std::unique(places.begin(), places.end()), places.end());
    }

    void linkControl() {
        std::size_t selves = 0, missing = 0, kept = 0;
        std::vector<std::vector<std::uint32_t>> data;
        for (TraceNode& node : trace_.nodes)
            data.push_back(node.dependencies);
        for (std::uint32_t i = 0; i < trace_.nodes.size(); ++i) {
            for (const std::uint64_t id : read_[i].control) {
                const auto found = places_.find(id);
                selves += found != places_.end() && found->second == i;
                missing += found == places_.end();
                if (found == places_.end() || found->second == i) continue;
                trace_.nodes[i].dependencies.push_back(found->second);
                ++kept;
            }
            tidy(trace_.nodes[i].dependencies);
        }
        note(selves, "control dependencies of nodes on themselves were left out");
        note(missing, "control dependencies on nodes that the trace does not have were left out");
        if (kept == 0 || !firstInCycle(trace_.nodes)) return;
        for (std::size_t i = 0; i < data.size(); ++i)
            trace_.nodes[i].dependencies = std::move(data[i]);
        note(kept, "control dependencies close cycles with the data dependencies: they name callers, not an "
                   "order, and were left out");
    }

    void note(std::size_t count, const char* what) {
        if (count > 0) trace_.notes.push_back(std::to_string(count) + " " + what);
    }

    std::vector<ChakraNode>& read_;
    ExecutionTrace& trace_;
    std::unordered_map<std::uint64_t, std::uint32_t> places_;
};

Result<ExecutionTrace> linkedTrace(std::vector<ChakraNode>& nodes, ExecutionTrace trace) {
    if (auto linked = Linker(nodes, trace).link(); !linked) return linked.error();
    return trace;
}

Result<ExecutionTrace> readMessages(ZeroCopyInputStream& stream, std::string_view file) {
    ExecutionTrace trace;
    trace.file = file;
    std::vector<ChakraNode> nodes;
    std::uint64_t bytes = 0;
    for (std::size_t messages = 0;; ++messages) {
        auto message = nextMessage(stream, messages, file);
        if (!message) return message.error();
        if (!message->has_value()) break;
        bytes += (*message)->size();
        if (bytes > kMostTraceBytes || nodes.size() >= kMostNodes) {
            return Error{
                "too-large", {}, {"error.trace-too-large"}, {"accepted.at-most-4-gib-and-67"}, std::string(file)};
        }
        if (messages == 0 && !isNode(**message)) {
            auto schema = schemaOf(**message, file);
            if (!schema) return schema.error();
            trace.schema = *std::move(schema);
            continue;
        }
        auto node = readChakraNode(**message, nodes.size(), file);
        if (!node) return node.error();
        nodes.push_back(*std::move(node));
    }
    if (nodes.empty()) return malformed(0, {"error.last-there-no-node"}, file);
    return linkedTrace(nodes, std::move(trace));
}

/// The whole stream is the document.
Result<ExecutionTrace> readDocument(ZeroCopyInputStream& stream, std::string_view file) {
    std::string text;
    const void* data = nullptr;
    for (int size = 0; stream.Next(&data, &size);) {
        if (text.size() + static_cast<std::size_t>(size) > kMaximumJsonBytes)
            return Error{
                "too-large", {}, {"error.trace-too-large"}, {"accepted.at-most-16-mib-json"}, std::string(file)};
        text.append(static_cast<const char*>(data), static_cast<std::size_t>(size));
    }
    auto nodes = readChakraJson(text, file);
    if (!nodes) return nodes.error();
    if (nodes->empty())
        return Error{"malformed-trace",
                     "/workload_graph",
                     {"error.there-no-node"},
                     {"accepted.at-least-one"},
                     std::string(file)};
    ExecutionTrace trace;
    trace.file = file;
    trace.schema = "JSON";
    return linkedTrace(*nodes, std::move(trace));
}

Result<ExecutionTrace> readEither(ZeroCopyInputStream& stream, std::string_view file) {
    const void* data = nullptr;
    int size = 0;
    bool json = false;
    if (stream.Next(&data, &size)) {
        const std::string_view head(static_cast<const char*>(data), static_cast<std::size_t>(size));
        if (isAlgorithm(head)) return algorithmRefused(file);
        json = isChakraJson(head);
        stream.BackUp(size);
    }
    return json ? readDocument(stream, file) : readMessages(stream, file);
}

Result<ExecutionTrace> readPlainOrPacked(ZeroCopyInputStream& stream, bool packed, std::string_view file) {
    if (!packed) return readEither(stream, file);
    google::protobuf::io::GzipInputStream unpacked(&stream, google::protobuf::io::GzipInputStream::GZIP);
    auto trace = readEither(unpacked, file);
    // A damaged end looks like the end.
    if (trace && unpacked.ZlibErrorMessage() != nullptr)
        return Error{
            "malformed-trace", {}, {"error.compressed-data-damaged"}, {"accepted.whole-gzip-file"}, std::string(file)};
    return trace;
}

bool isPacked(std::string_view head) { return head.starts_with("\x1f\x8b"); }

} // namespace

Result<ExecutionTrace> parseChakra(std::string_view bytes, std::string_view file) {
    constexpr std::size_t kMost = std::size_t{1} << 30;
    if (bytes.size() > kMost)
        return Error{
            "too-large", {}, {"error.trace-too-large"}, {"accepted.at-most-1-gib-in-memory"}, std::string(file)};
    google::protobuf::io::ArrayInputStream stream(bytes.data(), static_cast<int>(bytes.size()));
    return readPlainOrPacked(stream, isPacked(bytes), file);
}

Result<ExecutionTrace> readChakra(const std::filesystem::path& path) {
    const std::string file = path.string();
    std::ifstream opened(path, std::ios::binary);
    char head[2]{};
    if (!opened.read(head, 1))
        return Error{"unreadable-file", {}, {"error.cannot-read-trace"}, {"accepted.file-with-content"}, file};
    opened.read(head + 1, 1);
    opened.clear();
    opened.seekg(0);
    google::protobuf::io::IstreamInputStream stream(&opened);
    return readPlainOrPacked(stream, isPacked({head, 2}), file);
}

} // namespace strata::exchange
