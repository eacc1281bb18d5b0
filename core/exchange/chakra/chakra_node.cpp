// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/chakra/chakra_node.h"

#include "core/base/quantity.h"
#include "core/exchange/chakra/chakra_attribute.h"

#include <cmath>

namespace strata::exchange {
namespace {

constexpr double kMost = 1e18; ///< bytes, operations
constexpr double kMostRanks = 1 << 24;
constexpr double kMostMicroseconds = 1e13;
constexpr std::uint64_t kInvalidCollective = 99;

/// Reads the fields of one node and keeps the first failure.
class NodeReader {
public:
    NodeReader(std::size_t place, std::string_view file) : place_(place), file_(file) {}

    Result<ChakraNode> read(std::string_view bytes) {
        WireMessage message(bytes);
        for (WireField field; !failed_ && message.next(field);)
            readField(field);
        if (failed_) return error_;
        if (message.broken()) {
            return Error{"malformed-trace",
                         at({}),
                         {"error.no-protobuf-message", {{"called", called()}}},
                         {"accepted.execution-trace-mlcommons-chakra"},
                         std::string(file_)};
        }
        finish();
        if (failed_) return error_;
        return std::move(result_);
    }

private:
    TraceNode& node() { return result_.node; }
    std::string at(std::string_view field) const {
        return "/nodes/" + std::to_string(place_) + (field.empty() ? "" : "/") + std::string(field);
    }
    std::string called() const { return "node " + std::to_string(place_); }

    void fail(Error error) {
        error_ = std::move(error);
        failed_ = true;
    }
    void refuse(std::string_view field, Message value, Message expected) {
        fail(chakraError(node(), place_, field, std::move(value), std::move(expected), file_));
    }
    void wrongType(std::string_view field) {
        refuse(field, {"error.value-of-another-type"}, {"accepted.type-chakra-s-schema"});
    }

    void readField(const WireField& field);
    void readType(std::uint64_t value);
    void readAttribute(std::string_view bytes);
    void readNumber(const ChakraAttribute& attribute, double value);
    void finish();
    double within(std::string_view field, double value, double most);

    ChakraNode result_;
    std::size_t place_;
    std::string_view file_;
    bool tells_where_ = false; ///< has "is_cpu_op"
    Error error_;
    bool failed_ = false;
};

double NodeReader::within(std::string_view field, double value, double most) {
    if (value >= 0.0 && value <= most) return value;
    refuse(field, verbatim(formatCount(value)), {"accepted.from-0", {{"most", most}}});
    return 0.0;
}

void NodeReader::readField(const WireField& field) {
    using Type = WireField::Type;
    const bool whole = field.type == Type::Varint;
    const bool bytes = field.type == Type::Bytes;
    switch (field.number) {
    case 1: return whole ? void(node().id = field.value) : wrongType("id");
    case 2: return bytes ? void(node().name = field.bytes) : wrongType("name");
    case 3: return whole ? readType(field.value) : wrongType("type");
    case 4:
    case 5: {
        const bool data = field.number == 5;
        if (!(whole || bytes) || !appendVarints(field, data ? result_.data : result_.control))
            wrongType(data ? "data_deps" : "ctrl_deps");
        return;
    }
    case 6:
    case 7: {
        const char* name = field.number == 6 ? "start_time_micros" : "duration_micros";
        if (!whole) return wrongType(name);
        const double time_s = within(name, static_cast<double>(field.value), kMostMicroseconds * 1e3) * 1e-6;
        (field.number == 6 ? node().start_s : node().duration_s) = time_s;
        return;
    }
    case 10:
        if (bytes) return readAttribute(field.bytes);
        break;
    case 8:
    case 9:
    case 11:
        if (bytes) return; // values and shapes of tensors, storage
        break;
    default:
        if (field.number > 22) return; // of a later version
        break;
    }
    fail({"not-supported",
          at({}),
          {"error.chakra-field-of-2022", {{"place", place_}, {"field", field.number}}},
          {"accepted.chakra-0-0-4"},
          std::string(file_)});
}

void NodeReader::readType(std::uint64_t value) {
    switch (value) {
    case 1:
    case 8: // storage, batch and checkpoint mark what the host does
    case 9:
    case 10: node().work = TraceWork::Metadata; return;
    case 2: node().work = TraceWork::MemoryLoad; return;
    case 3: node().work = TraceWork::MemoryStore; return;
    case 4: node().work = TraceWork::Compute; return;
    case 5: node().work = TraceWork::Send; return;
    case 6: node().work = TraceWork::Receive; return;
    case 7: node().work = TraceWork::Collective; return;
    default: refuse("type", verbatim(std::to_string(value)), {"accepted.1-to-10"});
    }
}

void NodeReader::readAttribute(std::string_view bytes) {
    const auto attribute = readChakraAttribute(bytes);
    if (!attribute) return wrongType("attr");
    if (const auto number = attribute->number()) return readNumber(*attribute, *number);
    if (attribute->kind == ChakraAttribute::Kind::Text && attribute->name == "pg_name") node().group = attribute->text;
}

void NodeReader::readNumber(const ChakraAttribute& attribute, double value) {
    const std::string_view name = attribute.name;
    const auto rank = [&] { return static_cast<std::uint32_t>(within(name, value, kMostRanks)); };
    if (name == "is_cpu_op") {
        node().on_host = value != 0.0;
        tells_where_ = true;
    } else if (name == "comm_type") {
        if (value == static_cast<double>(kInvalidCollective)) return;
        if (!(value >= 0.0 && value <= 9.0)) return refuse(name, verbatim(formatCount(value)), {"accepted.0-to-9"});
        node().collective = static_cast<TraceCollective>(static_cast<int>(value));
    } else if (name == "comm_size" || name == "tensor_size") {
        node().bytes = within(name, value, kMost);
    } else if (name == "num_ops") {
        node().flop = within(name, value, kMost);
    } else if (name == "runtime_ns") {
        node().duration_s = within(name, value, kMostMicroseconds * 1e3) * 1e-9;
    } else if (name == "comm_src") {
        node().source = rank();
    } else if (name == "comm_dst") {
        node().destination = rank();
    } else if (name == "comm_tag") {
        node().tag = static_cast<std::uint64_t>(within(name, value, kMost));
    } else if (name == "pg_size") {
        node().ranks = rank();
    } else if (name == "pg_name") {
        node().group = std::to_string(static_cast<std::int64_t>(within(name, value, kMost)));
    } else if (name == "stream") {
        node().stream = static_cast<std::int32_t>(within(name, value, kMostRanks));
    }
}

void NodeReader::finish() {
    TraceNode& read = node();
    // The public feeder takes nodes for the host's that do not tell; those that talk could not run there.
    if (!tells_where_) read.on_host = read.work < TraceWork::Send;
    // Traces made of MSCCL's algorithms write the type of the node there, which would name another collective.
    if (read.work == TraceWork::Send || read.work == TraceWork::Receive) read.collective.reset();
    const bool device_collective = read.work == TraceWork::Collective && !read.on_host;
    if (device_collective && !read.collective && read.duration_s == 0.0)
        refuse("comm_type", {"error.value-absent-as-duration"}, {"accepted.0-to-9"});
}

} // namespace

Error chakraError(const TraceNode& node, std::size_t place, std::string_view field, Message value, Message expected,
                  std::string_view file) {
    constexpr std::size_t kLongest = 60;
    std::string called = node.name.substr(0, kLongest);
    return {
        "bad-value",
        "/nodes/" + std::to_string(place) + "/" + std::string(field),
        {"error.node-id", {{"place", place}, {"id", node.id}, {"called", called}, {"field", field}, {"value", value}}},
        std::move(expected),
        std::string(file)};
}

Result<ChakraNode> readChakraNode(std::string_view bytes, std::size_t place, std::string_view file) {
    return NodeReader(place, file).read(bytes);
}

} // namespace strata::exchange
