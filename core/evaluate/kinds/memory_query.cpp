// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/memory_query.h"

#include "core/evaluate/kinds/hardware_query.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

constexpr double kBitsOfByte = 8;
constexpr double kUsualTasklets = 16;

Result<std::shared_ptr<const Json>> documentOf(const Json& request, const Library& library, EntryKind kind,
                                               std::string_view called) {
    auto document = resolveHardware(request, library);
    if (!document) return document.error();
    if (auto fits = requireHardware(request, *document, kind, called); !fits) return fits.error();
    return std::make_shared<const Json>(*std::move(document));
}

double planned(const Json& request, const char* pointer, double otherwise) {
    const Json* stated = findPointer(request, pointer);
    return stated == nullptr ? otherwise : stated->get<double>();
}

bool runsOn(const Json& request, const Library& library, EntryKind kind) {
    const auto hardware = resolveHardware(request, library);
    return hardware && hardware->value("kind", std::string()) == name(kind);
}

Error tooWide(const char* pointer, double bits, double most) {
    return {"bad-value",
            pointer,
            {"error.operand-wider-than-macro", {{"bits", bits}, {"most", most}}},
            {"accepted.at-most", {{"most", most}}},
            {}};
}

} // namespace

Result<MacroQuery> resolveMacro(const Json& request, const Library& library) {
    auto document = documentOf(request, library, EntryKind::Macro, "a memory macro that computes");
    if (!document) return document.error();
    auto macro = hardware::readMacro(**document, {});
    if (!macro) return hardwareError(macro.error(), request);
    const auto kernel = workload::readKernel(request.at("workload"), "/workload");
    if (!kernel) return kernel.error();
    MacroQuery query{*std::move(macro), *kernel, 8, 8, {}, *std::move(document)};
    query.input_bits =
        planned(request, "/plan/input_bits", std::min(query.macro.most_input_bits, kBitsOfByte * bytesOf(kernel->a)));
    query.weight_bits =
        planned(request, "/plan/weight_bits", std::min(query.macro.most_weight_bits, kBitsOfByte * bytesOf(kernel->b)));
    if (query.input_bits > query.macro.most_input_bits)
        return tooWide("/plan/input_bits", query.input_bits, query.macro.most_input_bits);
    if (query.weight_bits > query.macro.most_weight_bits)
        return tooWide("/plan/weight_bits", query.weight_bits, query.macro.most_weight_bits);
    for (const hardware::Component& component : componentsOf(library)) {
        if (!component.usual || component.component_class != hardware::ComponentClass::Gate) continue;
        const hardware::ComponentSize size{query.macro.technology_nm, 1, 1};
        constexpr double kFemtofaradPerPicojoule = 1e3; // at one volt
        if (query.macro.gate_ff <= 0) {
            query.macro.gate_ff =
                kFemtofaradPerPicojoule * estimate(component, hardware::ComponentQuantity::Read, size).value_or(0.0);
            query.gate_from = component.name;
        }
        if (query.macro.gate_um2 <= 0)
            query.macro.gate_um2 = estimate(component, hardware::ComponentQuantity::Area, size).value_or(0.0);
    }
    return query;
}

Result<DimmQuery> resolveDimm(const Json& request, const Library& library) {
    auto document = documentOf(request, library, EntryKind::Dimm, "a memory module with processors");
    if (!document) return document.error();
    auto dimm = hardware::readDimm(**document, {});
    if (!dimm) return hardwareError(dimm.error(), request);
    const auto kernel = workload::readKernel(request.at("workload"), "/workload");
    if (!kernel) return kernel.error();
    DimmQuery query{*std::move(dimm), *kernel, 1, kUsualTasklets, false, *std::move(document)};
    const double all = query.dimm.ranks * query.dimm.processors;
    query.processors = planned(request, "/plan/processors", all);
    query.tasklets = planned(request, "/plan/tasklets", std::min(kUsualTasklets, query.dimm.most_tasklets));
    if (query.processors > all)
        return Error{"bad-value",
                     "/plan/processors",
                     {"error.more-processors-than-module", {{"processors", all}}},
                     {"accepted.at-most", {{"most", all}}},
                     {}};
    if (query.tasklets > query.dimm.most_tasklets)
        return Error{"bad-value",
                     "/plan/tasklets",
                     {"error.more-tasklets-than-processor", {{"tasklets", query.dimm.most_tasklets}}},
                     {"accepted.at-most", {{"most", query.dimm.most_tasklets}}},
                     {}};
    const Json* resident = findPointer(request, "/plan/resident");
    query.resident = resident != nullptr && resident->get<bool>();
    return query;
}

bool runsOnMacro(const Json& request, const Library& library) { return runsOn(request, library, EntryKind::Macro); }
bool runsOnDimm(const Json& request, const Library& library) { return runsOn(request, library, EntryKind::Dimm); }

std::vector<Field> memoryPlanFields() {
    using namespace field;
    return {
        number("input_bits", "Input bits", "bit", "pim.macro: bits of an input.")
            .byRule("those of the inputs' type")
            .within(1, 32)
            .draggable(),
        number("weight_bits", "Weight bits", "bit", "pim.macro: bits of a weight.")
            .byRule("those of the weights' type")
            .within(1, 32)
            .draggable(),
        integer("processors", "Processors", "", "pim.processors: number of processors that share the kernel.")
            .byRule("all of the module")
            .within(1, 1 << 20)
            .draggable(Scale::Log2),
        integer("tasklets", "Tasklets", "", "pim.processors: number of tasklets of each processor.")
            .byDefault(16)
            .within(1, 256)
            .draggable(),
        flag("resident", "Data stay", "pim.processors: operands are in the module already, and results stay there.")
            .byDefault(false),
    };
}

namespace design {

Json ontoMemory(const Json& request, const Entry& memory) {
    Json next = request;
    for (const char* own : {"/method", "/plan", "/label"})
        removePointer(next, own);
    next["hardware"] = memory.id;
    Json& workload = next["workload"];
    for (const char* operand : {"a", "b", "out", "math"})
        workload.erase(operand);
    workload["dtype"] = "int8";
    return next;
}

} // namespace design
} // namespace strata
