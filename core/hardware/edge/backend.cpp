// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/edge/backend.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::hardware {
namespace {

using namespace strata::field;
using Words = std::vector<std::string>;

ObjectSchema fusionSchema() {
    return {"fusion_rule",
            "Fusion rule",
            {
                text("name", "Name", "Name of the kernels that the rule makes.").needed(),
                list("head", "First operator", text("", "Class"), "Classes of operators that begin such a kernel.")
                    .atLeast(1)
                    .needed(),
                list("then", "Further operators", text("", "Class"),
                     "Classes of operators that the kernel applies to its result before it is stored."),
                integer("longest", "Longest kernel", "", "Largest number of operators in one kernel.")
                    .byDefault(8)
                    .within(1, 1024),
                text("source", "Source", "Document or measurement that shows the rule.").needed(),
            }};
}

ObjectSchema blockSchema() {
    return {"weight_block",
            "Block of weights",
            {
                text("id", "Id", "Name of the block.").needed(),
                number("values", "Weights", "", "Number of weights in one block.").within(1, 1 << 20).needed(),
                number("bytes", "Bytes", "B", "Size of one block, with its scales.").within(1e-3, 1 << 24).needed(),
            }};
}

ObjectSchema weightFormatSchema() {
    const ObjectSchema mixed{
        "mixed_tensor",
        "Other tensors",
        {
            choice("tensor", "Tensor",
                   {"attention", "value", "attention_output", "up", "down", "experts", "expert_down", "router",
                    "output", "embedding"},
                   "Tensors that are stored in another block.")
                .needed(),
            text("block", "Block", "Block of these tensors.").needed(),
            number("share", "Share", "1", "Share of the layers that store them so.").byDefault(1).within(0, 1),
        }};
    return {"weight_format",
            "Format of weights",
            {
                text("id", "Id", "Name by which requests refer to the format.").needed(),
                text("block", "Block", "Block of all tensors that `mixed` does not name.").needed(),
                list("mixed", "Other tensors", mixed, "Tensors that are stored in another block."),
                text("source", "Source", "Document that shows the format.").needed(),
            }};
}

ObjectSchema makeBackendSchema() {
    ObjectSchema schema{
        "backend",
        "Edge runtime",
        {
            text("id", "Id", "Lower-case name by which requests refer to the runtime.").needed(),
            choice("kind", "Kind", {"backend"}).needed(),
            text("name", "Name").needed(),
            text("vendor", "Vendor"),
            integer("year", "Year", "", "Year of the first release.").within(1990, 2200),
            list("aliases", "Aliases", text("", "Alias"), "Further names that requests and data may use."),
            text("notes", "Notes", "What the rules leave out or assume."),
            list("parts", "Parts", choice("", "Part", {"cpu", "gpu", "npu", "dsp"}, "A part that it can use."),
                 "Parts of a chip that the runtime can use.")
                .atLeast(1)
                .needed(),
            list("types", "Number formats", text("", "Format"), "Number formats that the runtime computes in."),
            flag("half_arithmetic", "Half precision",
                 "Networks of 32-bit numbers are computed in 16 bits on cores that have the arithmetic for it.")
                .byDefault(false),
            list("fusion", "Fusion rules", fusionSchema(),
                 "Operators that it computes in one kernel; the first that applies holds."),
            list("free", "Free operators", text("", "Class"), "Classes of operators that need no kernel."),
            list("devices_of", "Vendors", text("", "Vendor"), "Vendors of the GPUs that the runtime drives."),
            list("blocks", "Blocks of weights", blockSchema(), "Blocks in which weights are stored with their scales."),
            list("weights", "Formats of weights", weightFormatSchema(),
                 "Formats in which it reads language models, the usual one first."),
            integer("chunk_tokens", "Chunk", "token", "Number of tokens of a prompt that it computes together.")
                .byDefault(512)
                .within(1, 1 << 20),
            integer("context_tokens", "Compiled context", "token",
                    "Context for which graphs of language models are compiled: every pass reads all of it. Without it, "
                    "contexts "
                    "grow as tokens come.")
                .within(1, 1 << 24),
            number("cache_bits", "Bits of the cache", "bit", "Width of a key or value in the cache.")
                .byDefault(16)
                .within(1, 64),
            flag("fused_attention", "Fused attention", "Attention runs in a kernel of its own.").byDefault(true),
        }};
    schema.sourced = true;
    return schema;
}

} // namespace

const ObjectSchema& backendSchema() {
    static const ObjectSchema schema = makeBackendSchema();
    return schema;
}

const WeightFormat* Backend::format(std::string_view format_id) const {
    const auto found = std::ranges::find(weights, format_id, &WeightFormat::id);
    return found == weights.end() ? nullptr : &*found;
}

double Backend::bytesPerValue(const WeightFormat& format, std::string_view tensor) const {
    const auto bytes = [this](std::string_view block) {
        const auto found = std::ranges::find(blocks, block, &WeightBlock::id);
        return found == blocks.end() ? 0.0 : found->bytesPerValue();
    };
    const auto other = std::ranges::find(format.mixed, tensor, &MixedTensor::tensor);
    if (other == format.mixed.end()) return bytes(format.block);
    return other->share * bytes(other->block) + (1.0 - other->share) * bytes(format.block);
}

namespace {

/// Every block that a format names is there.
Result<void> checkBlocks(const Backend& backend, const std::string& pointer) {
    const auto known = [&](const std::string& block) {
        return std::ranges::find(backend.blocks, block, &WeightBlock::id) != backend.blocks.end();
    };
    for (std::size_t i = 0; i < backend.weights.size(); ++i) {
        const WeightFormat& format = backend.weights[i];
        std::string missing = known(format.block) ? std::string() : format.block;
        for (const MixedTensor& other : format.mixed) {
            if (!known(other.block)) missing = other.block;
        }
        if (!missing.empty())
            return Error{"bad-value",
                         pointer + "/weights/" + std::to_string(i),
                         {"error.there-no-block-of-weights", {{"block", missing}}},
                         {"accepted.id-of-one-of-blocks"},
                         {}};
    }
    return {};
}

void readWeights(const Json& document, Backend& backend) {
    backend.devices_of = document.value("devices_of", Words());
    backend.chunk_tokens = document.value("chunk_tokens", backend.chunk_tokens);
    backend.context_tokens = document.value("context_tokens", backend.context_tokens);
    backend.cache_bits = document.value("cache_bits", backend.cache_bits);
    backend.fused_attention = document.value("fused_attention", backend.fused_attention);
    for (const Json& block : document.value("blocks", Json::array()))
        backend.blocks.push_back(
            {block.at("id").get<std::string>(), block.at("values").get<double>(), block.at("bytes").get<double>()});
    for (const Json& format : document.value("weights", Json::array())) {
        WeightFormat read{format.at("id").get<std::string>(),
                          format.at("block").get<std::string>(),
                          {},
                          format.at("source").get<std::string>()};
        for (const Json& other : format.value("mixed", Json::array()))
            read.mixed.push_back({other.at("tensor").get<std::string>(), other.at("block").get<std::string>(),
                                  other.value("share", 1.0)});
        backend.weights.push_back(std::move(read));
    }
}

} // namespace

Result<Backend> readBackend(const Json& document, std::string_view pointer) {
    if (auto valid = validate(document, backendSchema(), pointer); !valid) return valid.error();
    Backend backend;
    backend.id = document.at("id").get<std::string>();
    backend.name = document.at("name").get<std::string>();
    backend.vendor = document.value("vendor", std::string());
    backend.parts = document.at("parts").get<Words>();
    backend.types = document.value("types", Words());
    backend.half_arithmetic = document.value("half_arithmetic", backend.half_arithmetic);
    backend.free = document.value("free", Words());
    for (const Json& rule : document.value("fusion", Json::array())) {
        backend.fusion.push_back({rule.at("name").get<std::string>(), rule.at("head").get<Words>(),
                                  rule.value("then", Words()), rule.value("longest", std::size_t{8}),
                                  rule.at("source").get<std::string>()});
    }
    readWeights(document, backend);
    if (auto known = checkBlocks(backend, std::string(pointer)); !known) return known.error();
    return backend;
}

} // namespace strata::hardware
