// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/workload/kernel/problem.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strata::workload {

/// Operators that a layer document may name.
std::vector<std::string> operatorNames();

/// Every key that a layer document of that operator may have.
std::vector<std::string> operatorKeys(std::string_view operator_name);

/// Reads the members of one valid layer document; what stands wrong is told with its pointer.
class LayerFields {
public:
    LayerFields(const Json& layer, std::string_view pointer);

    /// The member, or `absent` where it does not stand; 0 and the first error where it must.
    std::uint64_t bound(const char* key, std::optional<std::uint64_t> absent = {});
    /// A step that one key gives for both directions ("stride") or another for one ("stride_h").
    std::uint32_t step(const char* both, const char* single);
    bool has(const char* key) const;
    /// Only the first failure is kept.
    void fail(Error error);
    void fail(std::string code, const char* key, Message text, Message expected);

    const std::optional<Error>& error() const { return error_; }
    const std::string& operatorName() const { return operator_; }
    const Json& document() const { return layer_; }
    const std::string& pointer() const { return pointer_; }

private:
    const Json& layer_;
    std::string pointer_;
    std::string operator_;
    std::optional<Error> error_;
};

/// The loop nests of the operators; `fields.error()` tells whether one is there.
Problem convolution(LayerFields& fields);
Problem matmul(LayerFields& fields);
Problem attentionScores(LayerFields& fields);
Problem attentionContext(LayerFields& fields);
Problem customProblem(LayerFields& fields);

/// Words of the box that a tensor spans: the product over its axes of sum(coefficient x (bound - 1)) + 1.
double tensorWords(const Problem& problem, const Tensor& tensor);

} // namespace strata::workload
