// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/chakra/chakra_trace.h"
#include "core/exchange/chakra/wire_writer.h"

#include <cmath>

namespace strata::exchange {
namespace {

using google::protobuf::io::CodedOutputStream;
using google::protobuf::io::StringOutputStream;

constexpr std::uint32_t kInt64 = 9, kInt32 = 7, kUint32 = 11, kUint64 = 13, kBool = 27, kText = 29;

/// Types as the public feeder of this format asks for them.
std::string attribute(const char* name, std::uint32_t type, std::uint64_t value) {
    return WireWriter().bytes(1, name).whole(type, value).text();
}

std::string attribute(const char* name, const std::string& value) {
    return WireWriter().bytes(1, name).bytes(kText, value).text();
}

std::uint64_t rounded(double value) { return static_cast<std::uint64_t>(std::llround(value)); }

std::uint64_t typeOf(TraceWork work) { return static_cast<std::uint64_t>(work) + 1; }

void writeCommunication(const TraceNode& node, WireWriter& message) {
    constexpr std::uint32_t kAttribute = 10;
    if (node.collective)
        message.bytes(kAttribute, attribute("comm_type", kInt64, static_cast<std::uint64_t>(*node.collective)));
    message.bytes(kAttribute, attribute("comm_size", kInt64, rounded(node.bytes)));
    if (!node.group.empty()) message.bytes(kAttribute, attribute("pg_name", node.group));
    if (node.ranks > 0) message.bytes(kAttribute, attribute("pg_size", kUint32, node.ranks));
    if (node.work == TraceWork::Collective) return;
    message.bytes(kAttribute, attribute("comm_src", kInt32, node.source));
    message.bytes(kAttribute, attribute("comm_dst", kInt32, node.destination));
    message.bytes(kAttribute, attribute("comm_tag", kInt32, node.tag));
}

std::string nodeMessage(const ExecutionTrace& trace, const TraceNode& node) {
    constexpr std::uint32_t kData = 5, kStart = 6, kDuration = 7, kAttribute = 10;
    WireWriter message;
    message.whole(1, node.id).bytes(2, node.name).whole(3, typeOf(node.work));
    for (const std::uint32_t before : node.dependencies)
        message.whole(kData, trace.nodes[before].id);
    message.whole(kStart, rounded(node.start_s * 1e6)).whole(kDuration, rounded(node.duration_s * 1e6));
    message.bytes(kAttribute, attribute("is_cpu_op", kBool, node.on_host ? 1 : 0));
    const bool talks = node.work >= TraceWork::Send;
    if (talks) {
        writeCommunication(node, message);
    } else {
        message.bytes(kAttribute, attribute("num_ops", kInt64, rounded(node.flop)));
        message.bytes(kAttribute, attribute("tensor_size", kUint64, rounded(node.bytes)));
    }
    if (node.duration_s > 0.0)
        message.bytes(kAttribute, attribute("runtime_ns", kUint64, rounded(node.duration_s * 1e9)));
    if (node.stream >= 0)
        message.bytes(kAttribute, attribute("stream", kInt64, static_cast<std::uint64_t>(node.stream)));
    return message.text();
}

} // namespace

std::string writeChakra(const ExecutionTrace& trace) {
    std::string text;
    {
        StringOutputStream stream(&text);
        CodedOutputStream out(&stream);
        const auto append = [&](const std::string& message) {
            out.WriteVarint32(static_cast<std::uint32_t>(message.size()));
            out.WriteString(message);
        };
        append(WireWriter().bytes(1, "1.1.1-chakra.0.0.4").text());
        for (const TraceNode& node : trace.nodes)
            append(nodeMessage(trace, node));
    }
    return text;
}

} // namespace strata::exchange
