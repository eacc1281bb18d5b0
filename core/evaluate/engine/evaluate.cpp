// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/inheritance.h"
#include "core/evaluate/facts.h"
#include "core/evaluate/kinds/hardware_query.h"
#include "core/evaluate/kinds/own_measurements.h"
#include "core/evaluate/kinds/scenario.h"
#include "core/evaluate/registry.h"

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

Error unknownMethod(const Request& request, const Registry& registry) {
    std::string known;
    bool other_hardware = false;
    for (const Method* method : registry.methodsOf(request.kind->id)) {
        if (answersFor(*method, request))
            known += (known.empty() ? "" : ", ") + std::string(method->id);
        else
            other_hardware = other_hardware || method->id == request.method;
    }
    if (other_hardware) {
        return {"unknown-method",
                "/method",
                {"error.method-does-not-answer-for-hardware",
                 {{"method", request.method}, {"hardware", name(*request.hardware)}}},
                verbatim(known),
                {}};
    }
    return {"unknown-method",
            "/method",
            {"error.no-method-answers-requests-kind", {{"method", request.method}, {"id", request.kind->id}}},
            verbatim(known),
            {}};
}

/// An error in a hyper-parameter that the request itself changes points to that change.
Error asWritten(Error error, const Json& request) {
    const std::string model = "/workload/model";
    const std::string changes = model + "/set";
    const Json* set = findPointer(request, changes);
    if (!set || !set->is_object() || !error.pointer.starts_with(model + "/") || error.pointer.starts_with(changes))
        return error;
    error.pointer = pointerAsWritten(*set, changes, model, error.pointer.substr(model.size()));
    return error;
}

/// Says which cluster a further name stood for: people call machines of several kinds alike.
void nameCluster(const Json& request, const Library& library, Estimate& estimate) {
    const Json& reference = hardwareReference(request);
    const Json* base = reference.is_object() ? findPointer(reference, "/base") : &reference;
    if (base == nullptr || !base->is_string()) return;
    const std::string& asked = base->get_ref<const std::string&>();
    const Entry* entry = library.find(asked);
    if (entry == nullptr || entry->kind != EntryKind::Cluster || entry->id == asked) return;
    Message text{"note.alias", {{"alias", asked}, {"name", entry->name}, {"id", entry->id}}};
    estimate.notes.push_back({Note::Level::Info, "alias", std::move(text), std::string(hardwarePointer(request))});
}

} // namespace

bool answersFor(const Method& method, const Request& request) {
    return method.hardware.empty() || !request.hardware ||
           std::ranges::find(method.hardware, *request.hardware) != method.hardware.end();
}

Result<const Method*> methodFor(const Request& request, const Registry& registry) {
    const Method* first = nullptr;
    for (const Method& method : registry.methods) {
        if (method.kind != request.kind->id) continue;
        if (first == nullptr) first = &method;
        if (!answersFor(method, request)) continue;
        if (request.method.empty() || request.method == method.id) return &method;
    }
    // Hardware that no method of the kind answers for: whoever resolves the request says what is accepted.
    if (request.method.empty() && first != nullptr) return first;
    return unknownMethod(request, registry);
}

Result<Estimate> evaluate(const Request& request, const Method& method, const Context& context) {
    try {
        Request chosen = request;
        chosen.method = method.id;
        const bool ignores = ignoresOwnMeasurements(*request.document, context.library);
        const auto plain = ignores ? withoutOwnMeasurements(context.library) : nullptr;
        // What is kept of devices holds for its own library.
        const Context with{
            plain ? *plain : context.library, context.stop, context.progress, context.registry, context.executor,
            plain ? nullptr : context.devices};
        auto estimate = method.estimate(chosen, with);
        if (!estimate) return asWritten(estimate.error(), *request.document);
        nameOwnMeasurements(request, method, context.library, *estimate);
        nameCluster(*request.document, context.library, *estimate);
        estimate->kind = request.kind->id;
        estimate->method = method.id;
        estimate->method_version = versionOf(method, context.library);
        estimate->request_sha256 = request.sha256;
        estimate->facts_sha256 = factsHash(*request.document, *estimate, context.library);
        return estimate;
    } catch (const std::exception& failure) {
        // Out of memory, or a defect of a method: the request fails, the program lives on.
        return Error{"internal", "", {"error.failed", {{"id", method.id}, {"what", failure.what()}}}, {}, {}};
    }
}

Result<Estimate> evaluate(const Json& request, const Context& context) {
    const auto parsed = parseRequest(request, context.library, *context.registry);
    if (!parsed) return parsed.error();
    const auto method = methodFor(*parsed, *context.registry);
    if (!method) return method.error();
    return evaluate(*parsed, **method, context);
}

} // namespace strata
