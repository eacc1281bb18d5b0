// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/npu/layer_request.h"

#include <cctype>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

constexpr double kClock_hz = 1e9;
constexpr std::uint32_t kOperandBits = 16; ///< of units whose width no case needs
constexpr const char* kSource = "the case's own architecture; its clock is the request's";

Json levelDocument(const hardware::NpuLevel& level) {
    Json document{{"name", level.name},
                  {"source", kSource},
                  {"stores", level.stores},
                  {"fanout_x", level.fanout_x},
                  {"fanout_y", level.fanout_y},
                  {"multicast", level.multicast},
                  {"spatial_reduction", level.spatial_reduction}};
    if (!level.stores) return document;
    document["entry_bits"] = level.entry_bits;
    document["word_bits"] = level.word_bits;
    document["cluster_size"] = level.cluster_size;
    document["buffering"] = level.buffering;
    if (level.entries > 0) document["entries"] = level.entries;
    if (!level.keeps.empty()) document["keeps"] = level.keeps;
    if (std::isfinite(level.read_words_per_cycle)) document["read_words_per_cycle"] = level.read_words_per_cycle;
    if (std::isfinite(level.write_words_per_cycle)) document["write_words_per_cycle"] = level.write_words_per_cycle;
    document["energy_pj"] = {{"read", level.energy.read_pj},
                             {"write", level.energy.write_pj},
                             {"update", level.energy.update_pj},
                             {"leak_per_cycle", level.energy.leak_pj_per_cycle}};
    return document;
}

Json hardwareDocument(const hardware::NpuArchitecture& npu) {
    Json levels = Json::array();
    for (const hardware::NpuLevel& level : npu.levels)
        levels.push_back(levelDocument(level));
    return {{"id", "case"},
            {"kind", "npu"},
            {"name", "Case of the reference tool"},
            {"source", {{"*", kSource}}},
            {"clock_hz", kClock_hz},
            {"levels", std::move(levels)},
            {"compute",
             {{"name", npu.compute.name},
              {"source", kSource},
              {"word_bits", npu.compute.word_bits > 0 ? npu.compute.word_bits : kOperandBits},
              {"mac_pj", npu.compute.mac_pj},
              {"leak_pj_per_cycle", npu.compute.leak_pj_per_cycle}}}};
}

Json workloadDocument(const workload::Problem& problem) {
    Json dimensions = Json::object(), tensors = Json::array();
    for (const workload::Dimension& dimension : problem.dimensions)
        dimensions[dimension.name] = dimension.bound;
    for (const workload::Tensor& tensor : problem.tensors) {
        Json axes = Json::array();
        for (const workload::ProjectionAxis& axis : tensor.axes) {
            Json terms = Json::array();
            for (const workload::ProjectionTerm& term : axis) {
                const std::string& name = problem.dimensions[term.dimension].name;
                terms.push_back(term.coefficient == 1 ? Json(name) : Json{{name, term.coefficient}});
            }
            axes.push_back(std::move(terms));
        }
        tensors.push_back({{"name", tensor.name}, {"axes", std::move(axes)}, {"output", tensor.output}});
    }
    return {{"operator", "custom"},
            {"problem", {{"dimensions", std::move(dimensions)}, {"tensors", std::move(tensors)}}}};
}

/// Dimensions have lower-case names in requests.
workload::Problem withRequestNames(workload::Problem problem) {
    for (workload::Dimension& dimension : problem.dimensions) {
        for (char& letter : dimension.name)
            letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
    return problem;
}

} // namespace

std::string layerRequest(const exchange::TimeloopCase& reference) {
    if (reference.sparse || reference.rejection) return {};
    const workload::Problem problem = withRequestNames(reference.problem);
    const Json request{{"kind", "layer"},
                       {"method", "npu.loopnest"},
                       {"hardware", hardwareDocument(reference.architecture)},
                       {"workload", workloadDocument(problem)},
                       {"plan", {{"mapping", npu::writeMapping(reference.mapping, reference.architecture, problem)}}}};
    return canonicalText(request);
}

} // namespace strata::assess
