// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/design/task_forms.h"

#include "core/evaluate/kind.h"

#include <nlohmann/json.hpp>

namespace strata::design {

namespace {

constexpr std::string_view kTables = "/plan/operator_tables";

Error notSupported(Message text, Message expected) {
    return {"not-supported", "/kind", std::move(text), std::move(expected), {}};
}

} // namespace

Result<SharedRequest> inOtherForm(const Json& request, const OtherForm& form) {
    auto next = converted(request, form.kind);
    if (next || next.error().code != "not-supported") return next;
    // The conversion refuses in its own words; these fit the button that asked for it.
    return notSupported({"error.only-designs-language-model-on-gpus"},
                        {"accepted.design-kind-model-inference-or-serving"});
}

Result<SharedRequest> withOperatorTables(const Json& request, std::string_view path) {
    const RequestKind* kind = kindOf(request);
    if (kind == nullptr || fieldAt(kind->schema(), kTables) == nullptr)
        return notSupported({"error.operator-tables-time-iterations-serving-engine"}, {"accepted.design-kind-serving"});
    Json next = request;
    if (path.empty()) {
        removePointer(next, kTables);
    } else {
        next["plan"]["operator_tables"] = {{"path", std::string(path)}};
    }
    return std::make_shared<const Json>(std::move(next));
}

} // namespace strata::design
