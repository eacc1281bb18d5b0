// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/block_query.h"

#include "core/catalog/library.h"
#include "core/cpu/assemble.h"
#include "core/evaluate/kinds/hardware_query.h"
#include "core/evaluate/request_parts.h"

#include <nlohmann/json.hpp>

namespace strata {
namespace {

using namespace field;

constexpr std::string_view kCode = "/workload/code", kAssembly = "/workload/assembly";
constexpr double kMostCopies = 65536;

ObjectSchema codeSchema() {
    return {
        "block_workload",
        "Block",
        {
            text("code", "Code", "Bytes of the instructions in hexadecimal; blanks are skipped."),
            text("assembly", "Assembly", "The instructions as text in Intel or AT&T syntax, in place of their bytes."),
            text("name", "Name", "Name of the block."),
        }};
}

ObjectSchema planSchema() {
    return {"block_plan",
            "Plan",
            {
                integer("copies", "Copies", "",
                        "Number of copies of the block that follow each other in one pass of the loop.")
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

/// Where the block stands in the request.
std::string_view pointerOf(const Json& workload) { return workload.contains("assembly") ? kAssembly : kCode; }

Result<std::vector<std::uint8_t>> bytesOf(const Json& workload) {
    const bool code = workload.contains("code"), assembly = workload.contains("assembly");
    if (code == assembly)
        return Error{"bad-value",
                     "/workload",
                     {code ? "error.code-and-assembly" : "error.no-code"},
                     {"accepted.code-or-assembly"},
                     {}};
    if (assembly) return cpu::assembleBlock(workload["assembly"].get_ref<const std::string&>(), kAssembly);
    return cpu::bytesOfHex(workload["code"].get_ref<const std::string&>(), kCode);
}

} // namespace

ObjectSchema blockRequestSchema() { return requestSchemaOf("block", "Block request", codeSchema(), planSchema()); }

Result<BlockQuery> resolveBlock(const Json& request, const Library& library) {
    static const Json kNothing = Json::object();
    auto document = resolveHardware(request, library);
    if (!document) return document.error();
    if (auto fits = requireHardware(request, *document, EntryKind::Cpu, "the core of a CPU"); !fits)
        return fits.error();
    auto core = hardware::readCpuCore(*document, {});
    if (!core) return hardwareError(core.error(), request);
    const auto bytes = bytesOf(request.at("workload"));
    if (!bytes) return bytes.error();
    const std::string_view pointer = pointerOf(request.at("workload"));
    auto block = cpu::decodeBlock(*bytes, pointer);
    if (!block) return block.error();
    const std::vector<std::string> unknown = cpu::unknownInstructions(*core, *block);
    if (!unknown.empty()) {
        std::string names;
        for (const std::string& name : unknown)
            names += (names.empty() ? "" : "; ") + name;
        return Error{"not-supported",
                     std::string(pointer),
                     {"error.no-facts-about-instructions", {{"core", core->name}, {"names", names}}},
                     {"accepted.instructions-of-core"},
                     {}};
    }
    const Json& plan = request.contains("plan") ? request["plan"] : kNothing;
    BlockQuery query{*std::move(core),
                     std::make_shared<const Json>(*std::move(document)),
                     *std::move(block),
                     std::string(pointer),
                     {}};
    query.run.copies = plan.value("copies", 1.0);
    query.run.loop = plan.value("loop", false);
    query.run.decoded = plan.value("front_end", std::string("cache")) == "decoders";
    return query;
}

} // namespace strata
