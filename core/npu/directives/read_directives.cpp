// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/directives/directives.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace strata::npu {
namespace {

constexpr std::uint64_t kLargest = std::uint64_t{1} << 40;

/// A name of the field, the dimension that it is here, and the filter dimension that its size includes.
struct Named {
    std::string_view name, dimension, filter;
};
constexpr std::array<Named, 10> kConvolution{{{"K", "m", ""},
                                              {"C", "c", ""},
                                              {"R", "r", ""},
                                              {"S", "s", ""},
                                              {"N", "n", ""},
                                              {"G", "g", ""},
                                              {"Y'", "p", ""},
                                              {"X'", "q", ""},
                                              {"Y", "p", "r"},
                                              {"X", "q", "s"}}};
constexpr std::array<Named, 3> kProduct{{{"M", "m", ""}, {"N", "n", ""}, {"K", "k", ""}}};

const Named* find(std::string_view name, bool convolution) {
    const auto in = [&](const auto& table) -> const Named* {
        const auto found = std::ranges::find(table, name, &Named::name);
        return found == table.end() ? nullptr : &*found;
    };
    return convolution ? in(kConvolution) : in(kProduct);
}

class Reader {
public:
    Reader(std::string_view text, const workload::Problem& problem, std::string_view pointer)
        : text_(text), problem_(problem), pointer_(pointer), convolution_(problem.findDimension("p") >= 0) {}

    Result<std::vector<Directive>> read() {
        std::vector<Directive> directives;
        for (skip(); at_ < text_.size(); skip()) {
            const std::string_view word = name();
            Directive directive;
            if (word == "TemporalMap" || word == "SpatialMap") {
                directive.kind = word == "SpatialMap" ? Directive::Kind::Spatial : Directive::Kind::Temporal;
                if (!take('(')) return malformed();
                const auto size = sum();
                if (!size || !take(',')) return malformed();
                const auto offset = sum();
                if (!offset || !take(')')) return malformed();
                const std::string_view dimension = name();
                const Named* known = find(dimension, convolution_);
                if (known == nullptr || problem_.findDimension(std::string(known->dimension)) < 0)
                    return Error{
                        "unknown-dimension",
                        std::string(pointer_),
                        {"error.directive-names-no-dimension", {{"name", std::string(dimension)}, {"line", line()}}},
                        {"accepted.dimensions-of-directives"},
                        {}};
                directive.dimension = known->dimension;
                const std::int64_t held = *size - (known->filter.empty() ? 0 : bound(known->filter) - 1);
                if (held < 1 || *offset < 1) return malformed();
                directive.size = static_cast<std::uint64_t>(held);
                directive.offset = static_cast<std::uint64_t>(*offset);
            } else if (word == "Cluster") {
                directive.kind = Directive::Kind::Cluster;
                if (!take('(')) return malformed();
                const auto size = sum();
                if (!size || *size < 1) return malformed();
                // The second argument names what the units are; it changes nothing.
                if (take(',') && name().empty()) return malformed();
                if (!take(')')) return malformed();
                directive.size = static_cast<std::uint64_t>(*size);
            } else {
                return malformed();
            }
            take(';');
            directives.push_back(std::move(directive));
        }
        return directives;
    }

private:
    std::string_view text_;
    const workload::Problem& problem_;
    std::string_view pointer_;
    bool convolution_;
    std::size_t at_ = 0;

    std::int64_t line() const {
        return 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(std::min(at_, text_.size())),
                              '\n');
    }
    Error malformed() const {
        return {"malformed",
                std::string(pointer_),
                {"error.directive-is-malformed", {{"line", line()}}},
                {"accepted.directive"},
                {}};
    }
    std::int64_t bound(std::string_view dimension) const {
        const int found = problem_.findDimension(std::string(dimension));
        return found < 0 ? 1 : static_cast<std::int64_t>(problem_.dimensions[static_cast<std::size_t>(found)].bound);
    }
    void skip() {
        while (at_ < text_.size()) {
            if (text_.substr(at_).starts_with("//")) {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
                ++at_;
            } else {
                return;
            }
        }
    }
    bool take(char wanted) {
        skip();
        if (at_ >= text_.size() || text_[at_] != wanted) return false;
        ++at_;
        return true;
    }
    std::string_view name() {
        skip();
        const std::size_t begin = at_;
        while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '\''))
            ++at_;
        return text_.substr(begin, at_ - begin);
    }
    /// "8+Sz(S)-1".
    std::optional<std::int64_t> sum() {
        std::int64_t total = 0, sign = 1;
        do {
            const auto one = term();
            if (!one) return std::nullopt;
            total += sign * *one;
            if (total > static_cast<std::int64_t>(kLargest) || total < -static_cast<std::int64_t>(kLargest))
                return std::nullopt;
            sign = take('+') ? 1 : take('-') ? -1 : 0;
        } while (sign != 0);
        return total;
    }
    std::optional<std::int64_t> term() {
        const std::string_view word = name();
        if (word == "Sz") {
            if (!take('(')) return std::nullopt;
            const Named* known = find(name(), convolution_);
            if (known == nullptr || !take(')')) return std::nullopt;
            // The size of a row of inputs includes the filter, as its directives do.
            return bound(known->dimension) + (known->filter.empty() ? 0 : bound(known->filter) - 1);
        }
        std::int64_t value = 0;
        for (const char digit : word) {
            if (digit < '0' || digit > '9' || value > static_cast<std::int64_t>(kLargest)) return std::nullopt;
            value = value * 10 + (digit - '0');
        }
        return word.empty() ? std::nullopt : std::optional(value);
    }
};

} // namespace

Result<std::vector<Directive>> readDirectives(std::string_view text, const workload::Problem& problem,
                                              std::string_view pointer) {
    return Reader(text, problem, pointer).read();
}

} // namespace strata::npu
