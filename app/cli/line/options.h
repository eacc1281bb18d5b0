// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata::cli {

/// One option of a command.
struct Option {
    std::string_view name;  ///< with its dashes: "--jobs"
    std::string_view value; ///< what stands behind it, as the help calls it; empty for a switch
    std::string_view help;
    bool repeated = false;
    std::string_view fallback = {}; ///< what holds without the option: completes "Default: "
    bool reads = false;             ///< its values are files that the command reads and does not write
};

/// The option, whose values are files that the command reads.
constexpr Option reading(Option option) {
    option.reads = true;
    return option;
}

/// The help of an option with its default, as every program prints it.
std::string helpText(const Option& option);

/// "bad-argument": what is wrong and what would be accepted.
Error badArgument(Message text, Message expected);

/// What stood on the command line behind the command's name.
class Arguments {
public:
    /// Takes `--name value` and `--name=value`; "--" ends the options. Errors: "bad-argument".
    static Result<Arguments> parse(std::span<const std::string> words, std::span<const Option> options);

    const std::vector<std::string>& positional() const { return positional_; }
    std::vector<std::string>& positional() { return positional_; }
    bool has(std::string_view name) const { return values_.find(name) != values_.end(); }
    /// The value, or nothing where the option does not stand.
    std::optional<std::string> value(std::string_view name) const;
    std::vector<std::string> values(std::string_view name) const;
    /// Those that stand on the line, to be replaced; null where the option does not.
    std::vector<std::string>* given(std::string_view name) {
        const auto found = values_.find(name);
        return found == values_.end() ? nullptr : &found->second;
    }
    /// A whole number from 1 to `most`. Errors: "bad-argument".
    Result<unsigned> count(std::string_view name, unsigned absent, unsigned most = 1024) const;

private:
    std::vector<std::string> positional_;
    std::map<std::string, std::vector<std::string>, std::less<>> values_;
};

} // namespace strata::cli
