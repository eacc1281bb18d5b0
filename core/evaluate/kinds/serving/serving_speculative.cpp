// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/serving/serving_stages.h"

#include <array>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

constexpr const char* kHere = "/plan/speculative";
constexpr std::size_t kMostChecked = 256; ///< tokens of a sequence in one pass

Error bad(const std::string& member, Message text, Message expected) {
    return {"bad-value", kHere + member, std::move(text), std::move(expected), {}};
}

SpeculativePlan::Method methodNamed(const std::string& name) {
    using Method = SpeculativePlan::Method;
    return name == "draft"   ? Method::Draft
           : name == "ngram" ? Method::Ngram
           : name == "eagle" ? Method::Eagle
                             : Method::Medusa;
}

/// One more layer of the model, of the kind of its last, with its embedding and head (EAGLE: Li et al., ICML
/// 2024; DeepSeek-V3's next-token module).
Json headOf(const Json& model) {
    Json head = model;
    head["id"] = model.value("id", "model") + "-head";
    head["layers"] = 1;
    if (const auto moe = head.find("moe"); moe != head.end() && moe->is_object()) (*moe)["dense_layers"] = 0;
    return head;
}

Result<void> readChain(const Json& stated, SpeculativePlan& plan) {
    std::vector<std::int32_t> widths;
    if (const auto tree = stated.find("widths"); tree != stated.end()) {
        if (plan.method != SpeculativePlan::Method::Eagle && plan.method != SpeculativePlan::Method::Medusa) {
            return bad("/widths", {"error.only-eagle-and-medusa-guess-tree"}, {"accepted.tokens-or-another-method"});
        }
        widths = tree->get<std::vector<std::int32_t>>();
    } else {
        widths.assign(stated.value("tokens", std::size_t{4}), 1);
    }
    const Json& acceptance = stated.at("acceptance");
    if (acceptance.is_array()) {
        plan.acceptance = acceptance.get<std::vector<double>>();
    } else {
        plan.acceptance.assign(widths.size(), acceptance.get<double>());
    }
    if (plan.acceptance.size() != widths.size()) {
        return bad("/acceptance", {"error.field-entries", {{"field", "acceptance"}, {"count", plan.acceptance.size()}}},
                   {"accepted.one-for-each-position-or-number", {{"widths", widths.size()}}});
    }
    double checked = 1, nodes = 1;
    for (const std::int32_t width : widths)
        checked += nodes *= width;
    if (checked > kMostChecked) {
        return bad("/widths", {"error.tree-has-more-than-guesses", {{"most_checked", kMostChecked - 1}}},
                   {"accepted.fewer-or-narrower-depths"});
    }
    plan.speculation = serving::treeOf(widths, plan.acceptance);
    return {};
}

} // namespace

Result<SpeculativePlan> speculativePlanOf(const Json& plan, const ServedModel& served, const Library& library) {
    SpeculativePlan out;
    const auto stated = plan.find("speculative");
    if (stated == plan.end()) return out;
    out.method = methodNamed(stated->value("method", ""));
    const bool drafts = out.method == SpeculativePlan::Method::Draft;
    if (drafts != stated->contains("model")) {
        return drafts ? Error{"missing",
                              std::string(kHere) + "/model",
                              {"error.method-draft-has-no-model"},
                              {"accepted.small-model-catalog-with-same-tokens"},
                              {}}
                      : bad("/model", {"error.only-method-draft-has-model"}, {"accepted.no-model-or-method-draft"});
    }
    if (auto read = readChain(*stated, out); !read) return read.error();
    if (drafts) {
        auto model = resolveDecoder(stated->at("model"), std::string(kHere) + "/model", library);
        if (!model) return model.error();
        out.model = *std::move(model);
    } else if (out.method == SpeculativePlan::Method::Eagle) {
        out.model = std::make_shared<const Json>(headOf(*served.document));
    }
    return out;
}

} // namespace strata
