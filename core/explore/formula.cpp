// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/formula.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace strata::explore {
namespace {

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isInName(char c) { return isLetter(c) || isDigit(c) || c == '_'; }

} // namespace

bool isFormulaName(std::string_view text) {
    return !text.empty() && isLetter(text.front()) && std::all_of(text.begin(), text.end(), isInName);
}

/// Recursive descent: sum of products of signed powers.
class FormulaParser {
public:
    FormulaParser(std::string_view text, std::span<const std::string> names) : text_(text), names_(names) {}

    Result<Formula> parse() {
        if (text_.size() > Formula::kMostText)
            return error({"error.formula-too-long"}, {"accepted.up-to-1000-characters"});
        if (!sum()) return *error_;
        skipSpace();
        if (place_ < text_.size()) return error({"error.formula-does-not-end-here"}, {"accepted.operator-or-end"});
        formula_.text_ = std::string(text_);
        std::sort(formula_.uses_.begin(), formula_.uses_.end());
        formula_.uses_.erase(std::unique(formula_.uses_.begin(), formula_.uses_.end()), formula_.uses_.end());
        return std::move(formula_);
    }

private:
    using Step = Formula::Step;
    struct Function {
        std::string_view name;
        Step step;
        int arguments;
    };
    static constexpr std::array<Function, 8> kFunctions{{{"min", Step::Min, 2},
                                                         {"max", Step::Max, 2},
                                                         {"floor", Step::Floor, 1},
                                                         {"ceil", Step::Ceil, 1},
                                                         {"round", Step::Round, 1},
                                                         {"sqrt", Step::Sqrt, 1},
                                                         {"log2", Step::Log2, 1},
                                                         {"abs", Step::Abs, 1}}};

    Error error(Message what, Message expected) {
        return {"bad-formula",
                {},
                {"error.at-character", {{"what", what}, {"place", place_ + 1}, {"substr", text_.substr(0, 80)}}},
                std::move(expected),
                {}};
    }

    bool fail(Message what, Message expected) {
        if (!error_) error_ = error(std::move(what), std::move(expected));
        return false;
    }

    void skipSpace() {
        while (place_ < text_.size() && (text_[place_] == ' ' || text_[place_] == '\t'))
            ++place_;
    }

    bool take(char c) {
        skipSpace();
        if (place_ == text_.size() || text_[place_] != c) return false;
        ++place_;
        return true;
    }

    /// Follows how many values wait; the evaluation has room for a fixed number.
    bool emit(Step step, int consumed, double number = 0, std::size_t name = 0) {
        depth_ += 1 - static_cast<std::size_t>(consumed);
        if (depth_ > Formula::kMostDepth)
            return fail({"error.formula-nested-too-deeply"}, {"accepted.fewer-parentheses"});
        formula_.code_.push_back({step, number, name});
        return true;
    }

    bool sum() {
        if (!product()) return false;
        while (true) {
            const bool plus = take('+');
            if (!plus && !take('-')) return true;
            if (!product() || !emit(plus ? Step::Add : Step::Subtract, 2)) return false;
        }
    }

    bool product() {
        if (!signedPower()) return false;
        while (true) {
            const bool times = take('*');
            if (!times && !take('/')) return true;
            if (!signedPower() || !emit(times ? Step::Multiply : Step::Divide, 2)) return false;
        }
    }

    /// -a^b is -(a^b), as on paper; a^b^c is a^(b^c).
    bool signedPower() {
        if (++nesting_ > Formula::kMostDepth)
            return fail({"error.formula-nested-too-deeply"}, {"accepted.fewer-parentheses"});
        const bool negative = take('-');
        bool done = negative ? signedPower() && emit(Step::Negate, 1) : power();
        --nesting_;
        return done;
    }

    bool power() {
        if (!value()) return false;
        return !take('^') || (signedPower() && emit(Step::Power, 2));
    }

    bool value() {
        if (take('(')) return sum() && (take(')') || fail({"error.parenthesis-not-closed"}, verbatim(")")));
        skipSpace();
        if (place_ < text_.size() && isLetter(text_[place_])) return word();
        return number();
    }

    bool number() {
        double parsed = 0;
        const char* const begin = text_.data() + place_;
        const auto [end, failure] = std::from_chars(begin, text_.data() + text_.size(), parsed);
        if (failure != std::errc() || end == begin || !std::isfinite(parsed)) {
            return fail({"error.value-missing"}, {"accepted.number-name-or-parenthesis"});
        }
        place_ += static_cast<std::size_t>(end - begin);
        return emit(Step::Number, 0, parsed);
    }

    bool word() {
        const std::size_t begin = place_;
        while (place_ < text_.size() && isInName(text_[place_]))
            ++place_;
        const std::string_view name = text_.substr(begin, place_ - begin);
        if (take('(')) return call(name);
        const auto found = std::find(names_.begin(), names_.end(), name);
        if (found != names_.end()) {
            const auto index = static_cast<std::size_t>(found - names_.begin());
            formula_.uses_.push_back(index);
            return emit(Step::Name, 0, 0, index);
        }
        std::string known;
        for (const std::string& other : names_)
            known += (known.empty() ? "" : ", ") + other;
        if (!error_)
            error_ =
                Error{"unknown-name", {}, {"error.formula-uses-no-name-here", {{"name", name}}}, verbatim(known), {}};
        return false;
    }

    bool call(std::string_view name) {
        const auto found =
            std::find_if(kFunctions.begin(), kFunctions.end(), [&](const Function& f) { return f.name == name; });
        if (found == kFunctions.end()) {
            return fail({"error.there-no-function", {{"name", name}}}, {"accepted.min-max-floor-ceil-round-sqrt"});
        }
        for (int argument = 0; argument < found->arguments; ++argument) {
            if (argument > 0 && !take(',')) return fail({"error.takes-two-values", {{"name", name}}}, verbatim(","));
            if (!sum()) return false;
        }
        if (!take(')')) return fail({"error.values-do-not-end", {{"name", name}}}, verbatim(")"));
        return emit(found->step, found->arguments);
    }

    std::string_view text_;
    std::span<const std::string> names_;
    std::size_t place_ = 0;
    std::size_t depth_ = 0;
    std::size_t nesting_ = 0;
    Formula formula_;
    std::optional<Error> error_;
};

Result<Formula> Formula::parse(std::string_view text, std::span<const std::string> names) {
    return FormulaParser(text, names).parse();
}

double Formula::evaluate(std::span<const double> values) const {
    std::array<double, kMostDepth + 1> stack;
    std::size_t top = 0; // values on the stack
    for (const Code& code : code_) {
        const auto binary = [&](auto operation) {
            --top;
            stack[top - 1] = operation(stack[top - 1], stack[top]);
        };
        const auto unary = [&](auto operation) { stack[top - 1] = operation(stack[top - 1]); };
        switch (code.step) {
        case Step::Number: stack[top++] = code.number; break;
        case Step::Name: stack[top++] = values[code.name]; break;
        case Step::Add: binary([](double a, double b) { return a + b; }); break;
        case Step::Subtract: binary([](double a, double b) { return a - b; }); break;
        case Step::Multiply: binary([](double a, double b) { return a * b; }); break;
        case Step::Divide: binary([](double a, double b) { return a / b; }); break;
        case Step::Power: binary([](double a, double b) { return std::pow(a, b); }); break;
        case Step::Min: binary([](double a, double b) { return std::min(a, b); }); break;
        case Step::Max: binary([](double a, double b) { return std::max(a, b); }); break;
        case Step::Negate: unary([](double a) { return -a; }); break;
        case Step::Floor: unary([](double a) { return std::floor(a); }); break;
        case Step::Ceil: unary([](double a) { return std::ceil(a); }); break;
        case Step::Round: unary([](double a) { return std::round(a); }); break;
        case Step::Sqrt: unary([](double a) { return std::sqrt(a); }); break;
        case Step::Log2: unary([](double a) { return std::log2(a); }); break;
        case Step::Abs: unary([](double a) { return std::abs(a); }); break;
        }
    }
    return stack[0];
}

} // namespace strata::explore
