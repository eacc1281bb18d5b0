// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/kernel/layer_fields.h"
#include "core/workload/kernel/operators.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::workload {

namespace {

constexpr double kLargestCoefficient = 1e6;

/// Names are lower case so that a mapping never has to guess: a letter, then letters, digits or underscores.
bool isLoopName(const std::string& name) {
    const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
    return !name.empty() && lower(name.front()) && std::all_of(name.begin(), name.end(), [&](char c) {
        return lower(c) || (c >= '0' && c <= '9') || c == '_';
    });
}

Error badValue(std::string pointer, Message text, Message expected) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), {}};
}

Result<void> readDimensions(const Json& dimensions, const std::string& pointer, Problem& problem) {
    if (dimensions.empty() || dimensions.size() > kMostDimensions) {
        return badValue(pointer, {"error.there-dimensions", {{"dimensions", dimensions.size()}}},
                        {"accepted.from-1", {{"most", kMostDimensions}}});
    }
    for (const auto& [name, bound] : dimensions.items()) {
        if (!isLoopName(name)) {
            return badValue(pointer + "/" + pointerStep(name), {"error.no-name-dimension", {{"name", name}}},
                            {"accepted.lower-case-letter-then-lower-case"});
        }
        problem.dimensions.push_back({name, bound.get<std::uint64_t>()});
    }
    return {};
}

Result<ProjectionTerm> makeTerm(const std::string& name, double coefficient, const Problem& problem,
                                const std::string& pointer) {
    const int dimension = problem.findDimension(name);
    if (dimension < 0) {
        std::string names;
        for (const Dimension& known : problem.dimensions)
            names += (names.empty() ? "" : ", ") + known.name;
        return Error{"unknown-dimension",
                     pointer,
                     {"error.there-no-dimension", {{"name", name}}},
                     {"accepted.one-of", {{"words", names}}},
                     {}};
    }
    if (!(coefficient >= 1 && coefficient <= kLargestCoefficient &&
          coefficient == static_cast<std::uint32_t>(coefficient))) {
        return badValue(pointer, {"error.coefficient-out-range", {{"name", name}}},
                        {"accepted.whole-number-from-1-to-1e6"});
    }
    return ProjectionTerm{static_cast<std::uint32_t>(dimension), static_cast<std::uint32_t>(coefficient)};
}

Result<ProjectionTerm> readTerm(const Json& term, const Problem& problem, const std::string& pointer) {
    if (term.is_string()) return makeTerm(term.get<std::string>(), 1, problem, pointer);
    if (term.is_object() && term.size() == 1 && term.begin()->is_number()) {
        return makeTerm(term.begin().key(), term.begin()->get<double>(), problem, pointer);
    }
    return badValue(pointer, {"error.term-axis-neither-dimension-nor-coefficient"},
                    {"accepted.p-or-p-2-with-coefficient"});
}

Result<Tensor> readTensor(const Json& document, const Problem& problem, const std::string& pointer) {
    Tensor tensor;
    tensor.name = document.at("name").get<std::string>();
    if (problem.findTensor(tensor.name) >= 0) {
        return badValue(pointer + "/name", {"error.two-tensors-named", {{"tensor", tensor.name}}},
                        {"accepted.name-own"});
    }
    tensor.output = document.contains("output") && document.at("output").get<bool>();
    const Json& axes = document.at("axes");
    for (std::size_t i = 0; i < axes.size(); ++i) {
        ProjectionAxis axis;
        for (std::size_t j = 0; j < axes[i].size(); ++j) {
            const std::string here = pointer + "/axes/" + std::to_string(i) + "/" + std::to_string(j);
            const auto term = readTerm(axes[i][j], problem, here);
            if (!term) return term.error();
            axis.push_back(*term);
        }
        tensor.axes.push_back(std::move(axis));
    }
    return tensor;
}

Result<void> readTensors(const Json& tensors, const std::string& pointer, Problem& problem) {
    if (tensors.size() > kMostTensors) {
        return badValue(pointer, {"error.there-tensors", {{"tensors", tensors.size()}}},
                        {"accepted.from-2", {{"most", kMostTensors}}});
    }
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        auto tensor = readTensor(tensors[i], problem, pointer + "/" + std::to_string(i));
        if (!tensor) return tensor.error();
        problem.tensors.push_back(*std::move(tensor));
    }
    const auto outputs = std::count_if(problem.tensors.begin(), problem.tensors.end(),
                                       [](const Tensor& tensor) { return tensor.output; });
    if (outputs == 1) return {};
    return badValue(pointer, {"error.tensors-outputs", {{"outputs", outputs}}},
                    {"accepted.exactly-one-with-output-true"});
}

} // namespace

Problem customProblem(LayerFields& fields) {
    Problem problem;
    if (!fields.has("problem")) {
        fields.fail("missing", "problem", {"error.has-no-problem", {{"field", "custom"}}},
                    {"accepted.problem-object-with-dimensions-and-tensors"});
        return problem;
    }
    const Json& document = fields.document().at("problem");
    const std::string here = fields.pointer() + "/problem";
    auto read = readDimensions(document.at("dimensions"), here + "/dimensions", problem);
    if (read) read = readTensors(document.at("tensors"), here + "/tensors", problem);
    if (!read) fields.fail(read.error());
    return problem;
}

} // namespace strata::workload
