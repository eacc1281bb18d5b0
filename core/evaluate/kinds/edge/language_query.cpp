// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/edge/language_query.h"

#include "core/evaluate/kinds/hardware_query.h"
#include "core/hardware/gpu/gpu_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

using hardware::SocPart;
using hardware::SocUnit;

constexpr double kLanesWithoutRate =
    2; ///< 8-bit products of a core in the place of one in 32 bits, where it states none

Error bad(std::string pointer, Message text, Message expected) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), {}};
}

/// A board with its own memory, as an SoC of one unit.
hardware::Soc socOf(const hardware::Gpu& gpu) {
    hardware::Soc soc;
    soc.id = gpu.id;
    soc.name = gpu.name;
    soc.vendor = gpu.vendor;
    soc.market = gpu.market;
    soc.memory_bytes = gpu.memory_bytes;
    soc.memory_bytes_per_s = gpu.memory_bytes_per_s;
    soc.thermal.peak_power_w = soc.thermal.sustained_power_w = gpu.board_power_w;
    SocUnit unit;
    unit.id = "gpu";
    unit.part = SocPart::Gpu;
    unit.name = gpu.name;
    unit.cores = gpu.sms;
    unit.clock_hz = gpu.clock_hz;
    soc.units = {unit};
    return soc;
}

Result<hardware::Soc> deviceOf(const Json& request, const Library& library) {
    auto document = resolveHardware(request, library);
    if (!document) return document.error();
    if (document->value("kind", std::string()) == name(EntryKind::Gpu)) {
        auto gpu = hardware::readGpu(*document, {});
        return gpu ? Result<hardware::Soc>(socOf(*gpu)) : Result<hardware::Soc>(hardwareError(gpu.error(), request));
    }
    if (auto fits = requireHardware(request, *document, EntryKind::Soc, "an edge SoC"); !fits) return fits.error();
    auto soc = hardware::readSoc(*document, {});
    return soc ? soc : Result<hardware::Soc>(hardwareError(soc.error(), request));
}

bool runs(const hardware::Backend& backend, const hardware::Soc& soc, const std::string& part) {
    if (backend.weights.empty()) return false;
    return std::ranges::any_of(backend.parts, [&](const std::string& own) {
        const bool there =
            std::ranges::any_of(soc.units, [&](const SocUnit& unit) { return hardware::name(unit.part) == own; });
        return there && (part.empty() || part == own);
    });
}

/// The one that the plan names; else the first of the device that reads language models; else, of a GPU, the first of
/// the library that drives those of its vendor.
Result<hardware::Backend> backendOf(const Json& plan, const hardware::Soc& soc, const Library& library) {
    const std::string stated = plan.value("backend", std::string()), part = plan.value("part", std::string());
    const auto read = [&](const std::string& id) -> Result<hardware::Backend> {
        const Entry* entry = library.find(id);
        if (entry == nullptr || entry->kind != EntryKind::Backend)
            return Error{"not-found",
                         "/plan/backend",
                         {"error.catalog-has-no-edge-runtime", {{"id", id}}},
                         {"accepted.command-line-entry-strata-cli-catalog-list-kind"},
                         {}};
        return hardware::readBackend(*entry->document, {});
    };
    if (!stated.empty()) {
        auto backend = read(stated);
        if (backend && backend->weights.empty())
            return bad("/plan/backend", {"error.runtime-reads-no-language-models", {{"name", backend->name}}},
                       {"accepted.runtime-with-formats-of-weights"});
        return backend;
    }
    for (const std::string& id : soc.backends) {
        if (auto backend = read(id); backend && runs(*backend, soc, part)) return backend;
    }
    for (const Entry& entry : library.entries()) {
        if (entry.kind != EntryKind::Backend || !soc.backends.empty()) continue;
        auto backend = hardware::readBackend(*entry.document, {});
        if (backend && runs(*backend, soc, part) &&
            std::ranges::find(backend->devices_of, soc.vendor) != backend->devices_of.end())
            return backend;
    }
    return Error{"missing",
                 "/plan/backend",
                 {"error.device-names-no-runtime-of-language-models", {{"name", soc.name}}},
                 {"accepted.runtime-with-formats-of-weights"},
                 {}};
}

Result<SocPart> partOf(const Json& plan, const hardware::Soc& soc, const hardware::Backend& backend) {
    const std::string stated = plan.value("part", std::string());
    for (const std::string& own : backend.parts) {
        if (!stated.empty() && stated != own) continue;
        for (const SocUnit& unit : soc.units) {
            if (hardware::name(unit.part) == own) return unit.part;
        }
    }
    return bad("/plan/part",
               {"error.does-not-run-on", {{"name", backend.name}, {"part", stated.empty() ? soc.name : stated}}},
               {"accepted.runtime-for-part-or-part-runtime"});
}

/// Multiply-adds in 8 bits that a core starts in a clock; 1 for GPUs, whose coefficients count them themselves.
double lanesOf(const SocUnit& unit) {
    if (unit.part == SocPart::Gpu) return 1;
    const double narrow = unit.ops_per_clock[index(NumberType::Int8)] / 2;
    if (narrow > 0) return narrow;
    return unit.part == SocPart::Cpu ? kLanesWithoutRate * unit.ops_per_clock[index(NumberType::Fp32)] / 2 : 0.0;
}

edge::LanguageDevice computingOf(const hardware::Soc& soc, SocPart part, const Json& plan) {
    std::vector<const SocUnit*> units;
    for (const SocUnit& unit : soc.units) {
        if (unit.part == part) units.push_back(&unit);
    }
    const auto rate = [](const SocUnit* unit) { return unit->clock_hz * lanesOf(*unit); };
    std::ranges::stable_sort(units, [&](const auto* a, const auto* b) { return rate(a) > rate(b); });
    edge::LanguageDevice device;
    device.memory_bytes_per_s = soc.memory_bytes_per_s;
    double cores = 0;
    for (const SocUnit* unit : units)
        cores += unit->cores;
    bool ports_known = true;
    double left = part == SocPart::Cpu ? plan.value("threads", cores) : cores;
    for (const SocUnit* unit : units) {
        const double taken = std::min(left, unit->cores);
        device.clocks_per_s += taken * rate(unit);
        left -= taken;
        ports_known &= unit->memory_bytes_per_s > 0;
        device.port_bytes_per_s += unit->memory_bytes_per_s;
        if (part != SocPart::Cpu) break; // one GPU or NPU computes
    }
    if (!ports_known) device.port_bytes_per_s = 0;
    device.clocks_per_s *=
        plan.value("clock_share", 1.0) * hardware::sustainedClockShare(soc.thermal, plan.value("load_s", 0.0));
    return device;
}

Result<edge::LanguageModel> modelOf(const Json& document, const Json& workload) {
    workload::GraphOptions options;
    options.phase = workload::Phase::Decode;
    options.weights = options.activations = options.kv_cache = options.math = NumberType::Bf16;
    options.fusion = "engine";
    options.flash_attention = true;
    options.sequence = workload.value("cached_tokens", 0.0) + workload.at("prompt_tokens").get<double>() +
                       workload.at("output_tokens").get<double>();
    const auto graph = workload::buildGraph(document, options, "/workload/model");
    if (!graph) return graph.error();
    const double heads = document.value("heads", 1.0), hidden = document.value("hidden", 1.0);
    const double columns = document.value("kv_heads", heads) * document.value("head_dim", hidden / heads);
    edge::LanguageModel model = edge::languageModelOf(*graph, columns);
    if (!document.value("tied_embeddings", false)) model.embedding_parameters = document.value("vocab", 0.0) * hidden;
    return model;
}

/// Bytes of every tensor: by the format, or the stated mean.
Result<void> storeWeights(const Json& workload, LanguageQuery& query) {
    if (workload.contains("weight_bits")) {
        const double bytes = workload["weight_bits"].get<double>() / 8;
        for (edge::LanguageTensor& tensor : query.model.tensors)
            tensor.bytes_per_value = bytes;
        query.model.embedding_bytes_per_value = bytes;
        return {};
    }
    query.format = workload.value("quantization", query.backend.weights.front().id);
    const hardware::WeightFormat* format = query.backend.format(query.format);
    if (format == nullptr) {
        std::string known;
        for (const auto& weight : query.backend.weights)
            known += (known.empty() ? "" : ", ") + weight.id;
        return bad("/workload/quantization",
                   {"error.runtime-has-no-format", {{"name", query.backend.name}, {"format", query.format}}},
                   verbatim(known));
    }
    for (edge::LanguageTensor& tensor : query.model.tensors)
        tensor.bytes_per_value = query.backend.bytesPerValue(*format, tensor.role);
    query.model.embedding_bytes_per_value = query.backend.bytesPerValue(*format, "embedding");
    return {};
}

/// The context of the graphs, which has to hold the request.
Result<void> compileContext(const Json& plan, LanguageQuery& query) {
    if (query.backend.context_tokens <= 0) {
        if (plan.contains("context_tokens"))
            return bad("/plan/context_tokens", {"error.runtime-compiles-no-context", {{"name", query.backend.name}}},
                       {"accepted.runtime-that-compiles-context"});
        return {};
    }
    query.compiled_context = plan.value("context_tokens", query.backend.context_tokens);
    const double needed = query.cached_tokens + query.prompt_tokens + query.output_tokens;
    if (needed > query.compiled_context)
        return bad("/plan/context_tokens",
                   {"error.compiled-context-too-short", {{"context", query.compiled_context}, {"needed", needed}}},
                   {"accepted.at-least", {{"least", needed}}});
    return {};
}

} // namespace

bool asksLanguage(const Json& request, const Library& library) {
    if (request.value("method", std::string()) == kLanguageMethod) return true;
    const auto hardware = resolveHardware(request, library);
    return hardware && hardware->value("kind", std::string()) == name(EntryKind::Soc);
}

Result<LanguageQuery> resolveLanguage(const Json& request, const Library& library) {
    static const Json kNothing = Json::object();
    LanguageQuery query;
    auto soc = deviceOf(request, library);
    if (!soc) return soc.error();
    query.soc = *std::move(soc);
    if (query.soc.memory_bytes_per_s <= 0)
        return Error{"missing",
                     "/hardware",
                     {"error.states-no-memory-bandwidth", {{"name", query.soc.name}}},
                     {"accepted.memory-bytes-per-s"},
                     {}};
    const Json& plan = request.contains("plan") ? request["plan"] : kNothing;
    for (const char* ranks : {"tp", "pp", "ep"}) {
        if (plan.value(ranks, 1.0) != 1.0)
            return bad(std::string("/plan/") + ranks, {"error.one-device-shares-no-model", {{"name", query.soc.name}}},
                       verbatim("1"));
    }
    auto backend = backendOf(plan, query.soc, library);
    if (!backend) return backend.error();
    query.backend = *std::move(backend);
    const auto part = partOf(plan, query.soc, query.backend);
    if (!part) return part.error();
    query.part = *part;
    query.device = computingOf(query.soc, query.part, plan);
    const Json& workload = request.at("workload");
    auto document = library.resolve(workload.at("model"), "/workload/model", Role::Workload);
    if (!document) return document.error();
    if (document->value("kind", "") != "transformer" || document->value("architecture", "decoder") != "decoder")
        return bad("/workload/model", {"error.only-decoder-transformers-answer-prompts"},
                   {"accepted.transformer-decodes"});
    query.model_name = document->value("name", std::string("model"));
    auto model = modelOf(*document, workload);
    if (!model) return model.error();
    query.model = *std::move(model);
    if (auto stored = storeWeights(workload, query); !stored) return stored.error();
    query.batch = workload.value("batch", 1.0);
    query.prompt_tokens = workload.at("prompt_tokens").get<double>();
    query.output_tokens = workload.at("output_tokens").get<double>();
    query.cached_tokens = workload.value("cached_tokens", 0.0);
    query.fused_attention = plan.value("fused_attention", query.backend.fused_attention);
    query.cache_bytes_per_value = query.backend.cache_bits / 8;
    if (auto compiled = compileContext(plan, query); !compiled) return compiled.error();
    query.chunk_tokens = plan.value("token_budget", query.backend.chunk_tokens);
    if (workload.contains("kv_cache")) {
        if (const auto type = numberTypeNamed(workload["kv_cache"].get<std::string>()))
            query.cache_bytes_per_value = bytesOf(*type);
    }
    query.own_memory = query.soc.units.size() == 1 && query.part == SocPart::Gpu && query.soc.market != "integrated";
    query.power_w = query.soc.thermal.sustained_power_w;
    return query;
}

} // namespace strata
