// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"

#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>

namespace strata {
namespace {

/// Steps of a pointer (RFC 6901), or nothing when it is malformed.
std::optional<std::vector<std::string>> stepsOf(std::string_view pointer) {
    std::vector<std::string> steps;
    if (pointer.empty()) return steps;
    if (pointer.front() != '/') return std::nullopt;
    for (std::size_t i = 0; i < pointer.size(); ++i) {
        const char c = pointer[i];
        if (c == '/') {
            steps.emplace_back();
        } else if (c != '~') {
            steps.back() += c;
        } else {
            if (++i == pointer.size() || (pointer[i] != '0' && pointer[i] != '1')) return std::nullopt;
            steps.back() += pointer[i] == '0' ? '~' : '/';
        }
    }
    return steps;
}

std::optional<std::size_t> indexOf(const std::string& step) {
    std::size_t index = 0;
    const char* const end = step.data() + step.size();
    const auto [stopped, status] = std::from_chars(step.data(), end, index);
    const bool leading_zero = step.size() > 1 && step.front() == '0';
    if (status != std::errc{} || stopped != end || leading_zero) return std::nullopt;
    return index;
}

/// The member or element below a node, or nullptr.
const Json* child(const Json& node, const std::string& step) {
    if (node.is_object()) {
        const auto member = node.find(step);
        return member == node.end() ? nullptr : &*member;
    }
    if (!node.is_array()) return nullptr;
    const auto index = indexOf(step);
    return index && *index < node.size() ? &node[*index] : nullptr;
}

Error badPointer(std::string_view pointer, Message text) {
    return {"bad-pointer", std::string(pointer), std::move(text), {"accepted.json-pointer-to-place-exists"}, {}};
}

} // namespace

std::string pointerStep(std::string_view key) {
    std::string escaped;
    escaped.reserve(key.size());
    for (const char c : key) {
        if (c == '~') {
            escaped += "~0";
        } else if (c == '/') {
            escaped += "~1";
        } else {
            escaped += c;
        }
    }
    return escaped;
}

const Json* findPointer(const Json& document, std::string_view pointer) {
    const auto steps = stepsOf(pointer);
    if (!steps) return nullptr;
    const Json* node = &document;
    for (const std::string& step : *steps) {
        node = child(*node, step);
        if (node == nullptr) return nullptr;
    }
    return node;
}

Result<void> setPointer(Json& document, std::string_view pointer, const Json& value) {
    const auto steps = stepsOf(pointer);
    if (!steps) return badPointer(pointer, {"error.no-json-pointer", {{"pointer", pointer}}});
    // The way down is checked before anything changes: a failure leaves the document as it was.
    const Json* reached = &document;
    for (const std::string& step : *steps) {
        if (reached == nullptr) break;
        const Json* next = child(*reached, step);
        if (next == nullptr && !reached->is_object()) {
            return badPointer(pointer, {"error.nothing-stands-at", {{"step", step}, {"pointer", pointer}}});
        }
        reached = next;
    }
    Json* node = &document;
    for (const std::string& step : *steps) {
        if (node->is_null()) *node = Json::object();
        node = node->is_array() ? &(*node)[*indexOf(step)] : &(*node)[step];
    }
    *node = value;
    return {};
}

void removePointer(Json& document, std::string_view pointer) {
    const std::size_t last = pointer.rfind('/');
    if (last == std::string_view::npos || findPointer(document, pointer) == nullptr) return;
    const Json* parent = findPointer(document, pointer.substr(0, last));
    const std::string step = stepsOf(pointer)->back();
    auto& container = const_cast<Json&>(*parent);
    if (container.is_array()) {
        container.erase(*indexOf(step));
    } else {
        container.erase(step);
    }
}

} // namespace strata
