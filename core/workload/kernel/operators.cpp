// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/kernel/operators.h"

#include "core/workload/kernel/layer_fields.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::workload {

namespace {

struct Builder {
    std::string_view operator_name;
    Problem (*build)(LayerFields&);
};

constexpr std::array kBuilders{Builder{"conv2d", convolution}, Builder{"matmul", matmul},
                               Builder{"attention_scores", attentionScores},
                               Builder{"attention_context", attentionContext}, Builder{"custom", customProblem}};

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

/// The schema knows the keys of all operators; here each is held to its own.
void refuseForeignKeys(LayerFields& fields) {
    const std::vector<std::string> keys = operatorKeys(fields.operatorName());
    for (const auto& [key, value] : fields.document().items()) {
        if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
            fields.fail("unknown-key", key.c_str(),
                        {"error.has-no-word", {{"owner", fields.operatorName()}, {"field", key}}},
                        verbatim(joined(keys)));
        }
    }
}

std::vector<std::string> tensorNames(const Problem& problem) {
    std::vector<std::string> names;
    for (const Tensor& tensor : problem.tensors)
        names.push_back(tensor.name);
    return names;
}

/// Calls `apply(tensor, value)` for each tensor that `key` gives a value, be it one for all or one per
/// tensor.
template <class Apply>
void forEachTensor(LayerFields& fields, const char* key, Problem& problem, Apply apply) {
    if (!fields.has(key)) return;
    const Json& value = fields.document().at(key);
    if (!value.is_object()) {
        for (Tensor& tensor : problem.tensors)
            apply(tensor, value);
        return;
    }
    for (const auto& [name, stated] : value.items()) {
        const int index = problem.findTensor(name);
        if (index < 0) {
            fields.fail(Error{"unknown-tensor",
                              fields.pointer() + "/" + key + "/" + pointerStep(name),
                              {"error.has-no-tensor", {{"operator_name", fields.operatorName()}, {"name", name}}},
                              verbatim(joined(tensorNames(problem))),
                              {}});
            return;
        }
        apply(problem.tensors[static_cast<std::size_t>(index)], stated);
    }
}

void readWords(LayerFields& fields, Problem& problem) {
    forEachTensor(fields, "bits", problem,
                  [](Tensor& tensor, const Json& bits) { tensor.bits = bits.get<std::uint32_t>(); });
    forEachTensor(fields, "density", problem, [&](Tensor& tensor, const Json& density) {
        const bool one_for_all = !fields.document().at("density").is_object();
        auto read =
            readDensity(density, fields.pointer() + "/density" + (one_for_all ? "" : "/" + pointerStep(tensor.name)));
        if (!read) {
            fields.fail(read.error());
            return;
        }
        if (read->distribution == TensorDensity::Distribution::Banded && tensor.axes.size() != 2) {
            fields.fail("bad-value", "density",
                        {"error.band-needs-a-matrix", {{"tensor", tensor.name}, {"axes", tensor.axes.size()}}},
                        {"accepted.banded-for-tensors-of-two-axes"});
            return;
        }
        // What all tensors share says nothing about sums, which are seldom zero.
        if (!one_for_all || !tensor.output) tensor.density = *std::move(read);
    });
}

/// Beyond this the 64-bit counts of an evaluation could wrap around.
void refuseGiants(LayerFields& fields, const Problem& problem) {
    double largest = problem.macs();
    for (const Tensor& tensor : problem.tensors)
        largest = std::max(largest, tensorWords(problem, tensor));
    if (largest <= kLargestNest) return;
    const auto widest = std::max_element(problem.dimensions.begin(), problem.dimensions.end(),
                                         [](const Dimension& a, const Dimension& b) { return a.bound < b.bound; });
    fields.fail(Error{
        "bad-value",
        fields.pointer(),
        {"error.loops-multiply-to-about-10-largest",
         {{"largest", static_cast<int>(std::log10(largest))}, {"widest", widest->name}, {"bound", widest->bound}}},
        {"accepted.at-most-4e18-multiply-accumulates-and"},
        {}});
}

} // namespace

Result<Problem> buildProblem(const Json& layer, std::string_view pointer) {
    if (auto valid = validate(layer, layerSchema(), pointer); !valid) return valid.error();
    LayerFields fields(layer, pointer);
    refuseForeignKeys(fields);
    const auto builder = std::find_if(kBuilders.begin(), kBuilders.end(), [&](const Builder& known) {
        return known.operator_name == fields.operatorName();
    });
    if (fields.error()) return *fields.error();
    Problem problem = builder->build(fields);
    if (fields.error()) return *fields.error();
    problem.name = fields.has("name") ? layer.at("name").get<std::string>() : fields.operatorName();
    readWords(fields, problem);
    refuseGiants(fields, problem);
    if (fields.error()) return *fields.error();
    return problem;
}

} // namespace strata::workload
