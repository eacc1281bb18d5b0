// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata::explore {

/// An arithmetic expression over named values, compiled once and evaluated without allocating:
/// numbers, names, + - * / ^, parentheses, and min max floor ceil round sqrt log2 abs of such.
class Formula {
public:
    /// Names are letters, digits and "_", beginning with a letter. Errors: "bad-formula" with the place,
    /// "unknown-name" with those that are known; both without pointer.
    static Result<Formula> parse(std::string_view text, std::span<const std::string> names);

    /// @param values in the order of `names`
    double evaluate(std::span<const double> values) const;

    const std::string& text() const { return text_; }
    /// Indices of the names that it uses, ascending.
    const std::vector<std::size_t>& uses() const { return uses_; }

    static constexpr std::size_t kMostText = 1000; ///< characters
    static constexpr std::size_t kMostDepth = 64;  ///< values that wait for each other

private:
    friend class FormulaParser;
    enum class Step : unsigned char {
        Number,
        Name,
        Add,
        Subtract,
        Multiply,
        Divide,
        Power,
        Negate,
        Min,
        Max,
        Floor,
        Ceil,
        Round,
        Sqrt,
        Log2,
        Abs
    };
    struct Code {
        Step step = Step::Number;
        double number = 0;
        std::size_t name = 0;
    };

    std::string text_;
    std::vector<Code> code_; ///< in postfix order
    std::vector<std::size_t> uses_;
};

/// Whether a text can stand for a value in a formula.
bool isFormulaName(std::string_view text);

} // namespace strata::explore
