// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/kernel/layer_fields.h"

#include <nlohmann/json.hpp>

namespace strata::workload {

LayerFields::LayerFields(const Json& layer, std::string_view pointer)
    : layer_(layer), pointer_(pointer), operator_(layer.at("operator").get<std::string>()) {}

bool LayerFields::has(const char* key) const { return layer_.contains(key); }

void LayerFields::fail(Error error) {
    if (!error_) error_ = std::move(error);
}

void LayerFields::fail(std::string code, const char* key, Message text, Message expected) {
    fail(Error{std::move(code), pointer_ + "/" + pointerStep(key), std::move(text), std::move(expected), {}});
}

std::uint64_t LayerFields::bound(const char* key, std::optional<std::uint64_t> absent) {
    if (const auto found = layer_.find(key); found != layer_.end()) return found->get<std::uint64_t>();
    if (absent) return *absent;
    fail("missing", key, {"error.has-no", {{"owner", operator_}, {"field", key}}},
         {"accepted.field-whole", {{"field", key}}});
    return 0;
}

std::uint32_t LayerFields::step(const char* both, const char* single) {
    if (!has(single)) return static_cast<std::uint32_t>(bound(both, 1));
    if (has(both)) {
        fail("bad-value", single, {"error.and-both-stand", {{"key", both}, {"other", single}}}, {"accepted.one-two"});
    }
    return static_cast<std::uint32_t>(bound(single));
}

double tensorWords(const Problem& problem, const Tensor& tensor) {
    double words = 1.0;
    for (const ProjectionAxis& axis : tensor.axes) {
        double extent = 1.0;
        for (const ProjectionTerm& term : axis) {
            extent += term.coefficient * (static_cast<double>(problem.dimensions[term.dimension].bound) - 1.0);
        }
        words *= extent;
    }
    return words;
}

} // namespace strata::workload
