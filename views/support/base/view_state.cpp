// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/base/view_state.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::views {

ViewState::ViewState(std::string_view json_text) : document_(std::make_unique<Json>()) {
    if (auto parsed = parseJson(json_text); parsed && parsed->is_object()) *document_ = std::move(*parsed);
}

ViewState::~ViewState() = default;

bool ViewState::flag(const char* key, bool fallback) const {
    const auto member = document_->find(key);
    return member != document_->end() && member->is_boolean() ? member->get<bool>() : fallback;
}

double ViewState::number(const char* key, double fallback) const {
    const auto member = document_->find(key);
    return member != document_->end() && member->is_number() ? member->get<double>() : fallback;
}

std::string ViewState::text(const char* key, std::string_view fallback) const {
    const auto member = document_->find(key);
    return member != document_->end() && member->is_string() ? member->get<std::string>() : std::string(fallback);
}

std::string ViewState::write(std::initializer_list<std::pair<const char*, Value>> values) {
    Json document = Json::object();
    for (const auto& [key, value] : values)
        std::visit([&, name = key](const auto& content) { document[name] = content; }, value);
    return canonicalText(document);
}

} // namespace strata::views
