// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/timeloop/timeloop_parts.h"

#include <charconv>
#include <nlohmann/json.hpp>

namespace strata::exchange::detail {

namespace {

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == separator) {
            parts.emplace_back();
        } else if (c != ' ' && c != '(' && c != ')') {
            parts.back() += c;
        }
    }
    return parts;
}

/// "P*Wstride", "2*P" or "P": one dimension times coefficients by name or number.
Result<workload::ProjectionTerm> readTerm(const std::string& text, const workload::Problem& problem,
                                          const Json& coefficients, const std::string& pointer) {
    workload::ProjectionTerm term;
    bool has_dimension = false;
    for (const std::string& factor : split(text, '*')) {
        std::uint32_t number = 0;
        const auto parsed = std::from_chars(factor.data(), factor.data() + factor.size(), number);
        if (!factor.empty() && parsed.ec == std::errc{} && parsed.ptr == factor.data() + factor.size()) {
            term.coefficient *= number;
        } else if (const int dimension = problem.findDimension(factor); dimension >= 0 && !has_dimension) {
            term.dimension = static_cast<std::uint32_t>(dimension);
            has_dimension = true;
        } else if (coefficients.is_object() && coefficients.contains(factor)) {
            auto value = countAt(coefficients, factor, 1, 0, "/problem/coefficients");
            if (!value) return value.error();
            term.coefficient *= static_cast<std::uint32_t>(*value);
        } else {
            return caseError("unknown-dimension", pointer, {"error.in-not-known", {{"factor", factor}, {"text", text}}},
                             {"accepted.sum-dimensions-each-times-coefficients-problem"});
        }
    }
    if (!has_dimension) {
        return caseError("bad-value", pointer, {"error.names-no-dimension", {{"text", text}}},
                         {"accepted.one-dimension-in-each-term"});
    }
    return term;
}

Result<workload::Tensor> readTensor(const Json& json, const workload::Problem& problem, const Json& coefficients,
                                    const std::string& pointer) {
    workload::Tensor tensor;
    auto name = textAt(json, "name", pointer);
    if (!name) return name.error();
    tensor.name = *name;
    if (const auto output = json.find("output"); output != json.end()) {
        if (!output->is_boolean()) {
            return caseError("bad-value", pointer + "/output",
                             {"error.field-is-plain", {{"field", "output"}, {"value", output->dump()}}},
                             {"accepted.flag"});
        }
        tensor.output = output->get<bool>();
    }
    const auto axes = json.find("index_expr");
    if (axes == json.end() || !axes->is_array()) {
        return caseError("missing", pointer + "/index_expr",
                         {"error.tensor-has-no-index-expr", {{"tensor", tensor.name}}},
                         {"accepted.list-with-one-text-for-each"});
    }
    for (std::size_t a = 0; a < axes->size(); ++a) {
        const std::string here = pointer + "/index_expr/" + std::to_string(a);
        if (!(*axes)[a].is_string()) {
            return caseError("bad-value", here, {"error.axis", {{"axes", (*axes)[a].dump()}}},
                             {"accepted.text-such-as-p-2-r"});
        }
        workload::ProjectionAxis axis;
        for (const std::string& text : split((*axes)[a].get<std::string>(), '+')) {
            auto term = readTerm(text, problem, coefficients, here);
            if (!term) return term.error();
            axis.push_back(*term);
        }
        tensor.axes.push_back(std::move(axis));
    }
    return tensor;
}

} // namespace

Result<workload::Problem> readProblem(const Json& document) {
    const Json& json = document.at("problem");
    workload::Problem problem;
    const Json* dimensions = findPointer(json, "/dims");
    if (dimensions == nullptr || !dimensions->is_object() || dimensions->empty()) {
        return caseError("missing", "/problem/dims", {"error.operator-has-no-dimensions"},
                         {"accepted.object-from-name-to-bound"});
    }
    if (const auto name = json.find("name"); name != json.end() && name->is_string()) {
        problem.name = name->get<std::string>();
    }
    for (const auto& [name, bound] : dimensions->items()) {
        auto value = countAt(*dimensions, name, 1, 1, "/problem/dims");
        if (!value) return value.error();
        problem.dimensions.push_back({name, *value});
    }
    const auto tensors = json.find("tensors");
    if (tensors == json.end() || !tensors->is_array() || tensors->empty()) {
        return caseError("missing", "/problem/tensors", {"error.operator-has-no-tensors"}, {"accepted.list-tensors"});
    }
    const Json coefficients = json.value("coefficients", Json::object());
    for (std::size_t t = 0; t < tensors->size(); ++t) {
        auto tensor = readTensor((*tensors)[t], problem, coefficients, "/problem/tensors/" + std::to_string(t));
        if (!tensor) return tensor.error();
        problem.tensors.push_back(*std::move(tensor));
    }
    return problem;
}

} // namespace strata::exchange::detail
