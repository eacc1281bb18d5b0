// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <initializer_list>
#include <memory>
#include <QString>
#include <string_view>
#include <variant>

namespace strata::views {

/// Reads the settings that a view has stored; what is missing or of another type is the fallback, because a session
/// file may come from anywhere.
class ViewState {
public:
    explicit ViewState(std::string_view json_text);
    ~ViewState();

    bool flag(const char* key, bool fallback) const;
    double number(const char* key, double fallback) const;
    std::string text(const char* key, std::string_view fallback) const;

    using Value = std::variant<bool, double, std::string>;
    /// The JSON text of settings, for View::saveState.
    static std::string write(std::initializer_list<std::pair<const char*, Value>> values);

private:
    std::unique_ptr<Json> document_;
};

} // namespace strata::views
