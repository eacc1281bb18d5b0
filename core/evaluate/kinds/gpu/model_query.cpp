// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/gpu/model_query.h"

#include "core/evaluate/kinds/gpu/device_types.h"

#include <nlohmann/json.hpp>

namespace strata {
namespace {

/// The prompt that a decode step of a serving engine shares its device with; nothing without serving.
Result<std::optional<workload::ModelGraph>> servingPrefill(const Json& request, const Json& model,
                                                           const workload::GraphOptions& decode) {
    const std::string here = "/plan/serving";
    const Json* serving = findPointer(request, here);
    if (serving == nullptr) return std::optional<workload::ModelGraph>();
    if (decode.phase != workload::Phase::Decode) {
        return Error{"bad-value",
                     here,
                     {"error.serving-describes-decode-step-but-phase", {{"phase", workload::name(decode.phase)}}},
                     {"accepted.phase-decode"},
                     {}};
    }
    workload::GraphOptions prompt = decode;
    prompt.phase = workload::Phase::Prefill;
    prompt.batch = 1;
    prompt.sequence = serving->at("prompt_tokens").get<double>();
    auto graph = workload::buildGraph(model, prompt, "/workload/model");
    if (graph) return std::optional(*std::move(graph));
    Error error = graph.error();
    if (error.pointer == "/workload/sequence") error.pointer = here + "/prompt_tokens";
    return error;
}

/// The memory that computes decode attention, all of its stacks as one; nothing where the plan has none.
Result<std::optional<hardware::Pim>> attentionMemory(const Json& request, workload::Phase phase,
                                                     const Library& library) {
    const std::string here = "/plan/attention_memory";
    const Json* stated = findPointer(request, here);
    if (stated == nullptr) return std::optional<hardware::Pim>();
    if (phase != workload::Phase::Decode)
        return Error{"bad-value",
                     here,
                     {"error.attention-memory-computes-decode", {{"phase", workload::name(phase)}}},
                     {"accepted.phase-decode"},
                     {}};
    auto document = library.resolve(stated->at("device"), here + "/device", Role::Hardware);
    if (!document) return document.error();
    if (document->value("kind", std::string()) != name(EntryKind::Pim))
        return Error{"wrong-kind",
                     here + "/device",
                     {"error.is-no-memory-that-computes", {{"id", document->value("id", std::string())}}},
                     {"accepted.command-line-entry-of-kind", {{"kind", name(EntryKind::Pim)}}},
                     {}};
    auto pim = hardware::readPim(*document, here + "/device");
    if (!pim) return pim.error();
    const double stacks = stated->value("stacks", 1.0);
    pim->banks.channels *= stacks;
    pim->memory_bytes *= stacks;
    pim->host_bytes_per_s *= stacks;
    return std::optional(*std::move(pim));
}

} // namespace

Result<ModelQuery> resolveModel(const Json& request, const Library& library) {
    auto device = resolveGpu(request, library);
    if (!device) return device.error();
    if (findPointer(request, "/plan/network") != nullptr) {
        return Error{"not-supported",
                     "/plan/network",
                     {"error.network-describes-how-npu-runs-model"},
                     {"accepted.plan-without-or-npu"},
                     {}};
    }
    const Json& workload = request.at("workload");
    auto options = workload::readGraphOptions(workload, "/workload");
    if (!options) return options.error();
    fitToDevice(*options, device->gpu, workload);
    auto model = library.resolve(workload.at("model"), "/workload/model", Role::Workload);
    if (!model) return model.error();
    auto graph = workload::buildGraph(*model, *options, "/workload/model");
    if (!graph) return graph.error();
    auto prefill = servingPrefill(request, *model, *options);
    if (!prefill) return prefill.error();
    auto memory = attentionMemory(request, options->phase, library);
    if (!memory) return memory.error();
    return ModelQuery{*std::move(device),  *options,           *std::move(graph),
                      *std::move(prefill), *std::move(memory), std::make_shared<const Json>(*std::move(model))};
}

} // namespace strata
