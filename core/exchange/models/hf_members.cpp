// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/models/hf_members.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::exchange {
namespace {

constexpr double kLargest = 1e9;

std::string shown(const Json& value) { return value.dump(-1, ' ', true, Json::error_handler_t::replace).substr(0, 60); }

} // namespace

HfMembers::HfMembers(const Json& config, const Json& defaults, std::string_view file, std::string pointer)
    : config_(config), defaults_(defaults), file_(file), pointer_(std::move(pointer)) {}

const Json* HfMembers::find(const char* name) {
    for (const Json* document : {&config_, &defaults_}) {
        const Json* found = document;
        for (std::string_view rest(name); found != nullptr && !rest.empty();) {
            const std::string_view step = rest.substr(0, rest.find('.'));
            rest.remove_prefix(std::min(rest.size(), step.size() + 1));
            const auto member = found->is_object() ? found->find(std::string(step)) : found->end();
            found = found->is_object() && member != found->end() ? &*member : nullptr;
            if (document == &config_ && found != nullptr) read_.insert(std::string(step));
        }
        if (found != nullptr && !found->is_null()) return found;
    }
    return nullptr;
}

const Json* HfMembers::any(Names names) {
    const Json* first = nullptr;
    for (const char* name : names) { // all are looked for, so that a doubled one does not read as unknown
        const Json* found = find(name);
        if (first == nullptr) first = found;
    }
    return first;
}

std::optional<double> HfMembers::count(Names names) {
    for (const char* name : names) {
        const Json* found = find(name);
        if (found == nullptr) continue;
        if (found->is_boolean() && !found->get<bool>()) return 0.0;
        const double value = found->is_number() ? found->get<double>() : -1.0;
        if (!(value >= 0.0) || value > kLargest || value != std::floor(value)) {
            fail(bad(name, *found, {"accepted.whole-number-0-to-1e9"}));
            return {};
        }
        return value;
    }
    return {};
}

double HfMembers::size(Names names) {
    const auto value = count(names);
    if (value && *value >= 1.0) return *value;
    if (!error_) {
        fail({"missing",
              pointer_ + "/" + *names.begin(),
              {"error.missing", {{"begin", *names.begin()}}},
              {"accepted.whole-number-at-least-1"},
              std::string(file_)});
    }
    return 1.0;
}

std::optional<bool> HfMembers::flag(Names names) {
    for (const char* name : names) {
        const Json* found = find(name);
        if (found == nullptr) continue;
        if (found->is_boolean()) return found->get<bool>();
        fail(bad(name, *found, {"accepted.flag"}));
        return {};
    }
    return {};
}

std::string HfMembers::text(Names names) {
    for (const char* name : names) {
        const Json* found = find(name);
        if (found == nullptr) continue;
        if (found->is_string()) return found->get<std::string>();
        fail(bad(name, *found, {"accepted.text"}));
        return {};
    }
    return {};
}

double HfMembers::listed(const Json& list, std::string_view word) const {
    double times = 0;
    if (!list.is_array()) return 0;
    for (const Json& one : list)
        times += one.is_string() && one.get_ref<const std::string&>() == word ? 1 : 0;
    return times;
}

void HfMembers::fail(Error error) {
    if (!error_) error_ = std::move(error);
}

Error HfMembers::bad(const char* key, const Json& value, Message expected) const {
    std::string pointer = pointer_ + "/" + key;
    for (char& letter : pointer)
        letter = letter == '.' ? '/' : letter;
    return {"bad-value",
            std::move(pointer),
            {"error.field-is-plain", {{"field", key}, {"value", shown(value)}}},
            std::move(expected),
            std::string(file_)};
}

std::vector<std::string> HfMembers::unread() const {
    std::vector<std::string> keys;
    for (const auto& [key, value] : config_.items()) {
        if (!value.is_null() && !read_.contains(key)) keys.push_back(key);
    }
    return keys;
}

} // namespace strata::exchange
