// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/npu/layer_query.h"

#include "core/evaluate/kind.h"
#include "core/hardware/npu/npu_json.h"
#include "core/npu/recipe.h"
#include "core/workload/kernel/operators.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

constexpr std::string_view kWorkload = "/workload";
constexpr std::string_view kMapping = "/plan/mapping";
constexpr std::string_view kConstraints = "/plan/constraints";

// Members of `workload` that choose a model's layer; every other member overrides the layer's own.
constexpr std::array<std::string_view, 5> kChoosing{"model", "layer", "batch", "sequence", "phase"};

bool chooses(const std::string& key) { return std::find(kChoosing.begin(), kChoosing.end(), key) != kChoosing.end(); }

Result<void> refuseChoosing(const Json& workload) {
    for (const char* key : {"layer", "sequence", "phase"}) {
        if (!workload.contains(key)) continue;
        return Error{"missing",
                     std::string(kWorkload) + "/model",
                     {"error.chooses-layer-model-but-model-missing", {{"key", key}}},
                     {"accepted.model-or-operator-with-dimensions"},
                     {}};
    }
    return {};
}

/// The request is valid against its schema here.
Result<Json> modelLayer(const Json& workload, const Library& library) {
    const std::string here(kWorkload);
    auto model = library.resolve(workload["model"], here + "/model", Role::Workload);
    if (!model) return model.error();
    if (!workload.contains("layer")) {
        auto layers = workload::findLayer(*model, "", layerListOptions(workload));
        return Error{"missing",
                     here + "/layer",
                     {"error.field-missing", {{"field", "layer"}}},
                     layers ? Message{"accepted.name-layer"} : layers.error().expected,
                     {}};
    }
    auto layer =
        workload::findLayer(*model, workload["layer"].get_ref<const std::string&>(), layerListOptions(workload));
    if (layer) return layer;
    Error error = layer.error();
    error.pointer = here + (error.code == "not-found" ? "/layer" : error.pointer);
    return error;
}

/// Recipes treat the two products of an attention alike.
std::string recipeFamily(const Json& layer) {
    const std::string name = layer.value("operator", std::string());
    return name.starts_with("attention") ? "attention" : name;
}

/// Valid against the schema here.
MappingSearch readSearch(const Json& written) {
    MappingSearch search;
    for (const npu::Mapper& mapper : npu::builtinMappers()) {
        if (mapper.id == written.value("algorithm", std::string("pruned"))) search.mapper = &mapper;
    }
    npu::MapperSettings& settings = search.settings;
    settings.goal = npu::mappingGoalNamed(written.value("objective", std::string("edp"))).value_or(settings.goal);
    const bool proves = search.mapper != nullptr && search.mapper->proves;
    settings.budget = written.value("budget", proves ? std::uint64_t{1'000'000'000} : settings.budget);
    settings.gap = written.value("gap", settings.gap);
    settings.least_utilization = written.value("least_utilization", settings.least_utilization);
    search.time_limit_s = written.value("time_limit_s", search.time_limit_s);
    settings.seed = written.value("seed", settings.seed);
    settings.keep_dataflow = written.value("dataflow", std::string("recipe")) == "recipe";
    settings.choose_keep = written.value("bypass", settings.choose_keep);
    return search;
}

} // namespace

workload::LayerListOptions layerListOptions(const Json& workload) {
    workload::LayerListOptions options;
    options.batch = workload.value("batch", options.batch);
    options.sequence = workload.value("sequence", options.sequence);
    options.decode = workload.value("phase", std::string()) == "decode";
    return options;
}

Result<void> requireDense(const workload::Problem& problem) {
    for (const workload::Tensor& tensor : problem.tensors) {
        if (tensor.density.dense()) continue;
        return Error{"not-modelled",
                     std::string(kWorkload) + "/density",
                     {"error.density-below-1", {{"tensor", tensor.name}}},
                     {"accepted.1-version-counts-dense-tensors"},
                     {}};
    }
    return {};
}

Result<npu::FoundMapping> chooseMapping(const LayerQuery& query, const hardware::NpuArchitecture& architecture,
                                        npu::LoopNestEvaluator& evaluator, const std::stop_token& stop) {
    npu::Mapping start = query.mapping;
    if (query.mapping_from_recipe) {
        auto made = npu::mapByRecipe(architecture, query.problem, query.family);
        if (!made && !query.search) return made.error();
        start = made ? *std::move(made) : npu::outermostMapping(architecture, query.problem);
    }
    if (query.search) return query.search->mapper->search(evaluator, start, query.family, query.search->settings, stop);
    npu::FoundMapping stated;
    stated.mapping = std::move(start);
    return stated;
}

Result<Json> catalogLayerDocument(const Json& request, const Library& library) {
    const Json& workload = request.at("workload");
    if (workload.contains("model")) return modelLayer(workload, library);
    if (auto foreign = refuseChoosing(workload); !foreign) return foreign.error();
    return workload;
}

Result<Json> resolveLayerDocument(const Json& request, const Library& library) {
    auto layer = catalogLayerDocument(request, library);
    const Json& workload = request.at("workload");
    if (!layer || !workload.contains("model")) return layer;
    for (const auto& [key, value] : workload.items()) {
        if (!chooses(key)) (*layer)[key] = value;
    }
    return layer;
}

namespace {

Result<void> requireLayer(const Json& request) {
    const auto parsed = parseRequest(request);
    if (!parsed) return parsed.error();
    if (!parsed->kind->by_layer) {
        return Error{"wrong-kind",
                     "/kind",
                     {"error.request-kind-has-no-mapping", {{"id", parsed->kind->id}}},
                     {"accepted.layer"},
                     {}};
    }
    return {};
}

/// Without a mapping by recipe, of a valid request.
Result<LayerQuery> withoutRecipe(const Json& request, const Library& library) {
    auto hardware = resolveHardware(request, library);
    if (!hardware) return hardware.error();
    if (auto fits = requireHardware(request, *hardware, EntryKind::Npu, "an NPU"); !fits) return fits.error();
    auto architecture = hardware::readNpu(*hardware, {});
    if (!architecture) return hardwareError(architecture.error(), request);
    std::vector<hardware::Component> components = componentsOf(library);
    if (auto filled = hardware::applyComponents(*architecture, components); !filled)
        return hardwareError(filled.error(), request);
    const auto layer = resolveLayerDocument(request, library);
    if (!layer) return layer.error();
    auto problem = workload::buildProblem(*layer, kWorkload);
    if (!problem) return problem.error();

    LayerQuery query;
    query.architecture = *std::move(architecture);
    query.components = std::move(components);
    query.problem = *std::move(problem);
    query.family = recipeFamily(*layer);
    query.hardware = std::make_shared<const Json>(*std::move(hardware));
    if (const Json* const search = findPointer(request, "/plan/search")) {
        query.search = readSearch(*search);
        if (const auto fix = search->find("fix"); fix != search->end()) {
            auto read = npu::readMappingFix(*fix, query.architecture, query.problem, "/plan/search/fix");
            if (!read) return read.error();
            query.search->settings.fix = *std::move(read);
        }
    }
    if (const Json* const constraints = findPointer(request, kConstraints)) {
        npu::MappingFix& fix = query.constraints;
        if (query.search) fix = query.search->settings.fix;
        if (auto read = npu::readMappingConstraints(*constraints, query.architecture, query.problem, kConstraints, fix);
            !read)
            return read.error();
        if (query.search) query.search->settings.fix = fix;
    }
    const Json* const written = findPointer(request, kMapping);
    query.mapping_from_recipe = written == nullptr;
    if (written == nullptr) return query;
    auto mapping = npu::readMapping(*written, query.architecture, query.problem, kMapping);
    if (!mapping) return mapping.error();
    query.mapping = *std::move(mapping);
    return query;
}

} // namespace

Result<LayerQuery> resolveLayerWithoutRecipe(const Json& request, const Library& library) {
    if (auto valid = requireLayer(request); !valid) return valid.error();
    return withoutRecipe(request, library);
}

Result<LayerQuery> resolveLayerForPoints(const Json& request, const Library& library) {
    auto query = resolveLayerWithoutRecipe(request, library);
    if (!query || !query->search || !query->search->mapper->proves) return query;
    // A limit of time would make points depend on the machine that answers them: here the budget ends the search.
    if (findPointer(request, "/plan/search/budget") == nullptr)
        query->search->settings.budget = npu::MapperSettings{}.budget;
    return query;
}

Result<LayerQuery> resolveLayer(const Json& request, const Library& library) {
    if (auto valid = requireLayer(request); !valid) return valid.error();
    return resolveValidLayer(request, library);
}

Result<LayerQuery> resolveValidLayer(const Json& request, const Library& library) {
    auto query = withoutRecipe(request, library);
    if (!query || !query->mapping_from_recipe) return query;
    auto mapping = npu::mapByRecipe(query->architecture, query->problem, query->family);
    if (!mapping) {
        Error error = mapping.error();
        if (error.pointer.empty()) error.pointer = "/hardware";
        return error;
    }
    query->mapping = *std::move(mapping);
    return query;
}

} // namespace strata
