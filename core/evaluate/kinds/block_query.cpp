// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/block_query.h"

#include "core/catalog/library.h"
#include "core/evaluate/kinds/hardware_query.h"
#include "core/evaluate/request_parts.h"

#include <nlohmann/json.hpp>

namespace strata {
namespace {

using namespace field;

constexpr std::string_view kCode = "/workload/code";
constexpr double kMostCopies = 65536;

ObjectSchema codeSchema() {
    return {"block_workload",
            "Block",
            {
                text("code", "Code", "Bytes of the instructions in hexadecimal; blanks are skipped.").needed(),
                text("name", "Name", "Name of the block."),
            }};
}

ObjectSchema planSchema() {
    return {"block_plan",
            "Plan",
            {
                integer("copies", "Copies", "", "Number of copies of the block that stand behind each other in one pass of the loop.")
                    .byDefault(1)
                    .within(1, kMostCopies)
                    .draggable(Scale::Log2),
                flag("loop", "Counted loop", "A counter and a branch behind the last copy close the loop.")
                    .byDefault(false)
                    .draggable(),
                choice("front_end", "Instructions from", {"cache", "decoders"},
                       "Instructions come from the cache of micro-operations, or from the decoders.")
                    .byDefault("cache")
                    .draggable(),
            }};
}

} // namespace

ObjectSchema blockRequestSchema() { return requestSchemaOf("block", "Block request", codeSchema(), planSchema()); }

Result<BlockQuery> resolveBlock(const Json& request, const Library& library) {
    static const Json kNothing = Json::object();
    auto document = resolveHardware(request, library);
    if (!document) return document.error();
    if (auto fits = requireHardware(request, *document, EntryKind::Cpu, "the core of a CPU"); !fits) return fits.error();
    auto core = hardware::readCpuCore(*document, {});
    if (!core) return hardwareError(core.error(), request);
    const auto bytes = cpu::bytesOfHex(request.at("workload").at("code").get_ref<const std::string&>(), kCode);
    if (!bytes) return bytes.error();
    auto block = cpu::decodeBlock(*bytes, kCode);
    if (!block) return block.error();
    const std::vector<std::string> unknown = cpu::unknownInstructions(*core, *block);
    if (!unknown.empty()) {
        std::string names;
        for (const std::string& name : unknown)
            names += (names.empty() ? "" : "; ") + name;
        return Error{"not-supported", std::string(kCode), {"error.no-facts-about-instructions", {{"core", core->name}, {"names", names}}},
                     {"accepted.instructions-of-core"}, {}};
    }
    const Json& plan = request.contains("plan") ? request["plan"] : kNothing;
    BlockQuery query{*std::move(core), std::make_shared<const Json>(*std::move(document)), *std::move(block), {}};
    query.run.copies = plan.value("copies", 1.0);
    query.run.loop = plan.value("loop", false);
    query.run.decoded = plan.value("front_end", std::string("cache")) == "decoders";
    return query;
}

} // namespace strata
