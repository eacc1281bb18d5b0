// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/design/tasks.h"

#include "core/catalog/library.h"
#include "core/evaluate/kinds/hardware_query.h"
#include "core/evaluate/registry.h"
#include "core/hardware/cluster/cluster_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::design {
namespace {

/// The id that a reference names by itself or as its base; empty for an inline document.
std::string idOf(const Json* reference) {
    if (reference == nullptr) return {};
    if (reference->is_string()) return *reference;
    return reference->is_object() ? reference->value("base", std::string()) : std::string();
}

/// The first row whose task it is on machines of that kind; nullptr where there is none.
const TaskForm* formOf(std::string_view task, EntryKind machine, const Registry& registry) {
    for (const RequestKind& kind : registry.kinds) {
        if (!kind.task || (!task.empty() && kind.task->id != task)) continue;
        if (std::ranges::find(kind.task->machines, machine) != kind.task->machines.end()) return &*kind.task;
    }
    return nullptr;
}

Error noForm(const Entry& hardware, std::string_view task) {
    if (hardware.kind == EntryKind::Npu)
        return {"not-supported",
                "",
                {"error.asked-layer-by-layer", {{"hardware", hardware.name}}},
                {"accepted.gpu-or-cluster-to-serve-or"},
                {}};
    return {"not-supported",
            "",
            {"error.not-asked-to", {{"hardware", hardware.name}, {"task", task}}},
            {"accepted.another-task-or-machine"},
            {}};
}

} // namespace

std::vector<const TaskForm*> tasks(const Registry& registry) {
    std::vector<const TaskForm*> all;
    for (const RequestKind& kind : registry.kinds) {
        if (kind.task && std::ranges::find(all, kind.task->id, &TaskForm::id) == all.end()) all.push_back(&*kind.task);
    }
    return all;
}

Wish wishOf(const Json& request, const Registry& registry) {
    const RequestKind* kind = kindOf(request, registry);
    const auto all = tasks(registry);
    const TaskForm* task = kind != nullptr && kind->task ? &*kind->task : all.empty() ? nullptr : all.front();
    const Json* hardware = request.contains("hardware") ? &hardwareReference(request) : nullptr;
    return {idOf(findPointer(request, "/workload/model")),
            {},
            idOf(hardware),
            task != nullptr ? std::string(task->id) : std::string()};
}

bool sameWork(const Json& a, const Json& b) {
    const auto same = [&](std::string_view pointer) {
        const Json *of_a = findPointer(a, pointer), *of_b = findPointer(b, pointer);
        const std::string id_a = idOf(of_a), id_b = idOf(of_b);
        // A changed model is still that model; two documents without a name are the same only if they are equal.
        if (!id_a.empty() || !id_b.empty()) return id_a == id_b;
        return of_a == nullptr || of_b == nullptr ? of_a == of_b : *of_a == *of_b;
    };
    return same("/kind") && same("/workload/model") && same("/workload/layer") && same("/workload/operator") &&
           same("/workload/phase") && same("/workload/collective") && same("/workload/code") &&
           same("/workload/assembly");
}

const Entry* clusterOf(std::string_view gpu, const Library& library) {
    const auto found = std::ranges::find_if(library.entries(), [gpu](const Entry& entry) {
        return entry.kind == EntryKind::Cluster && hardware::deviceId(*entry.document) == gpu;
    });
    return found == library.entries().end() ? nullptr : &*found;
}

std::optional<Error> obstacle(const Entry& workload, const Entry& hardware, std::string_view task,
                              const Library& library, const Registry& registry) {
    const TaskForm* form = formOf(task, hardware.kind, registry);
    if (form == nullptr) return noForm(hardware, task);
    return form->obstacle(workload, hardware, library);
}

Result<SharedRequest> newDesign(const Wish& wish, const Library& library, const Registry& registry) {
    const Entry* workload = library.find(wish.workload);
    const Entry* hardware = library.find(wish.hardware);
    for (const auto& [entry, id] : {std::pair{workload, &wish.workload}, std::pair{hardware, &wish.hardware}}) {
        if (entry == nullptr) return Error{"not-found", "", {"error.catalog-has-no-entry", {{"id", *id}}}, {}, {}};
    }
    if (auto error = obstacle(*workload, *hardware, wish.task, library, registry)) return *error;
    auto request = formOf(wish.task, hardware->kind, registry)->begin(wish, library);
    if (!request) return request.error();
    return std::make_shared<const Json>(*std::move(request));
}

} // namespace strata::design
