// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/kernel/layer_fields.h"

namespace strata::workload {

namespace {

/// Indices of the loops of a convolution; g only exists for more than one group.
enum Loop : std::uint32_t { N, M, C, P, Q, R, S, G };

std::vector<Tensor> tensors(LayerFields& fields, bool grouped) {
    const std::uint32_t stride_h = fields.step("stride", "stride_h");
    const std::uint32_t stride_w = fields.step("stride", "stride_w");
    const std::uint32_t dilation_h = fields.step("dilation", "dilation_h");
    const std::uint32_t dilation_w = fields.step("dilation", "dilation_w");
    Tensor weights{"weights", {{{M}}, {{C}}, {{R}}, {{S}}}, false, 0};
    Tensor inputs{
        "inputs", {{{N}}, {{C}}, {{R, dilation_h}, {P, stride_h}}, {{S, dilation_w}, {Q, stride_w}}}, false, 0};
    Tensor outputs{"outputs", {{{N}}, {{M}}, {{P}}, {{Q}}}, true, 0};
    if (grouped) {
        for (Tensor* tensor : {&weights, &inputs, &outputs})
            tensor->axes.push_back({{G}});
    }
    return {weights, inputs, outputs};
}

void requireDivisor(LayerFields& fields, const char* what, std::uint64_t channels, std::uint64_t groups) {
    if (groups == 0 || channels % groups == 0) return;
    fields.fail(
        "bad-value", "groups",
        {"error.field-beside-other", {{"field", "groups"}, {"groups", groups}, {"what", what}, {"channels", channels}}},
        {"accepted.divisor", {{"whole", channels}}});
}

} // namespace

Problem convolution(LayerFields& fields) {
    const std::uint64_t groups = fields.bound("groups", 1);
    const std::uint64_t c = fields.bound("c");
    const std::uint64_t m = fields.bound("m");
    requireDivisor(fields, "c", c, groups);
    requireDivisor(fields, "m", m, groups);
    Problem problem;
    problem.dimensions = {{"n", fields.bound("n", 1)}, {"m", m / groups},        {"c", c / groups},
                          {"p", fields.bound("p")},    {"q", fields.bound("q")}, {"r", fields.bound("r")},
                          {"s", fields.bound("s")}};
    if (groups > 1) problem.dimensions.push_back({"g", groups});
    problem.tensors = tensors(fields, groups > 1);
    return problem;
}

} // namespace strata::workload
