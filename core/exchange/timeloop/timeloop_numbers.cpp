// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/timeloop/timeloop_files.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::exchange::detail {
namespace {

constexpr int kDeepestName = 16; ///< names that lead to names, and parentheses

std::optional<double> valueOf(const Json& value, const Json& scope, int depth);

/// Arithmetic as the front end of the tool evaluates it: "bank_depth * n_banks", "ceil(log2(depth))".
class Expression {
public:
    Expression(std::string_view text, const Json& scope, int depth) : rest_(text), scope_(scope), depth_(depth) {}

    std::optional<double> value() {
        const auto total = sum();
        skip();
        if (!total || !rest_.empty() || !std::isfinite(*total)) return {};
        return total;
    }

private:
    void skip() {
        while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front())) != 0)
            rest_.remove_prefix(1);
    }
    bool take(std::string_view sign) {
        skip();
        if (!rest_.starts_with(sign)) return false;
        rest_.remove_prefix(sign.size());
        return true;
    }
    std::optional<double> sum() {
        auto total = product();
        while (total) {
            const double sign = take("+") ? 1 : take("-") ? -1 : 0;
            if (sign == 0) break;
            const auto term = product();
            total = term ? std::optional(*total + sign * *term) : std::nullopt;
        }
        return total;
    }
    std::optional<double> product() {
        auto total = power();
        while (total) {
            const bool whole = take("//");
            const bool divides = whole || take("/");
            const bool rest = !divides && take("%");
            if (!divides && !rest && !take("*")) break;
            const auto factor = power();
            if (!factor || ((divides || rest) && *factor == 0)) return {};
            total = whole     ? std::floor(*total / *factor)
                    : divides ? *total / *factor
                    : rest    ? std::fmod(*total, *factor)
                              : *total * *factor;
        }
        return total;
    }
    std::optional<double> power() {
        const auto base = atom();
        if (!base || !take("**")) return base;
        const auto exponent = power();
        return exponent ? std::optional(std::pow(*base, *exponent)) : std::nullopt;
    }
    std::optional<double> atom() {
        skip();
        if (rest_.empty() || nested_ >= kDeepestName) return {};
        ++nested_;
        const auto value = plainAtom();
        --nested_;
        return value;
    }
    std::optional<double> plainAtom() {
        if (take("-")) {
            const auto value = atom();
            return value ? std::optional(-*value) : std::nullopt;
        }
        if (take("(")) {
            const auto value = sum();
            return take(")") ? value : std::nullopt;
        }
        if (std::isdigit(static_cast<unsigned char>(rest_.front())) != 0 || rest_.front() == '.') {
            double value = 0;
            const auto [last, failed] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
            if (failed != std::errc()) return {};
            rest_.remove_prefix(static_cast<std::size_t>(last - rest_.data()));
            return value;
        }
        return named();
    }
    std::optional<double> named() {
        const auto inName = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
        const auto size = static_cast<std::size_t>(std::ranges::find_if_not(rest_, inName) - rest_.begin());
        const std::string name(rest_.substr(0, size));
        rest_.remove_prefix(size);
        if (name.empty()) return {};
        if (take("(")) return called(name);
        const auto member = scope_.is_object() ? scope_.find(name) : scope_.end();
        if (!scope_.is_object() || member == scope_.end()) return {};
        return valueOf(*member, scope_, depth_);
    }
    std::optional<double> called(const std::string& name) {
        auto value = sum();
        while (value && take(",")) {
            const auto other = sum();
            if (!other || (name != "max" && name != "min")) return {};
            value = name == "max" ? std::max(*value, *other) : std::min(*value, *other);
        }
        if (!value || !take(")")) return {};
        if (name == "max" || name == "min" || name == "float") return value;
        if (name == "ceil") return std::ceil(*value);
        if (name == "floor" || name == "int") return std::floor(*value);
        if (name == "round") return std::round(*value);
        if (name == "log2") return std::log2(*value);
        if (name == "sqrt") return std::sqrt(*value);
        return {};
    }

    std::string_view rest_;
    const Json& scope_;
    int depth_;      ///< of names that led here
    int nested_ = 0; ///< parentheses and signs around the place that is read
};

std::optional<double> valueOf(const Json& value, const Json& scope, int depth) {
    if (value.is_number())
        return std::isfinite(value.get<double>()) ? std::optional(value.get<double>()) : std::nullopt;
    if (!value.is_string() || depth > kDeepestName) return {};
    const std::string& text = value.get_ref<const std::string&>();
    double number = 0;
    const auto [last, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view unit(last, static_cast<std::size_t>(text.data() + text.size() - last));
    if (failed == std::errc() && last != text.data() && (unit.empty() || unit == "nm")) // "64", "32nm", not "64KB"
        return std::isfinite(number) ? std::optional(number) : std::nullopt;
    return Expression(text, scope, depth + 1).value();
}

} // namespace

std::optional<double> timeloopNumber(const Json& object, std::initializer_list<const char*> keys, const Json& scope) {
    for (const char* key : keys) {
        if (!object.is_object() || !object.contains(key)) continue;
        if (const auto value = valueOf(object.at(key), scope, 0)) return value;
    }
    return {};
}

std::optional<double> timeloopNumber(const Json& object, std::initializer_list<const char*> keys) {
    return timeloopNumber(object, keys, object);
}

} // namespace strata::exchange::detail
